"""The command `check`: hold a game to every invariant."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from patience_core.cli.finding import as_json, find, game_options
from patience_core.files import check_writable, write_text

PROFILES = ("quick", "full", "deep")


def _read_exceptions(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Read the texts `ID=REASON`; which ids there are is for the kit to say."""
    exceptions: dict[str, str] = {}
    for text in texts:
        name, equals, reason = (part.strip() for part in text.partition("="))
        if not (name and equals and reason):
            raise click.BadParameter(f"{text!r} is not of the form ID=REASON.")
        if name in exceptions:
            raise click.BadParameter(f"{name} is given twice.")
        exceptions[name] = reason
    return exceptions


def _list_checks(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    """Print every check and leave, where that was asked."""
    if not asked or context.resilient_parsing:
        return
    from patience_core.conformance import CHECKS

    width = max(len(check.id) for check in CHECKS)
    for check in CHECKS:
        click.echo(f"{check.id:{width}}  {check.statement}")
    context.exit()


@click.command(
    short_help="Check that a game keeps the rules of all games.",
    epilog="""\b
Examples:
  patience check clock
  patience check clock --profile full --option layout=plain
  patience check --list""",
)
@click.argument("game")
@game_options
@click.option(
    "--profile", default="quick", show_default=True, type=click.Choice(PROFILES), help="How much is looked at."
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Which plays are looked at."
)
@click.option("--only", multiple=True, metavar="ID", help="Run this check only; may be given several times.")
@click.option(
    "exceptions",
    "--except",
    multiple=True,
    metavar="ID=REASON",
    callback=_read_exceptions,
    help="Expect this check to fail, for a reason; may be given several times.",
)
@as_json
@click.option("--junit", metavar="FILE", help="Also write the report to FILE as JUnit's XML.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_checks,
    help="List the checks, and run none.",
)
def check(
    game: str,
    options: dict[str, str],
    profile: str,
    seed: int,
    only: tuple[str, ...],
    exceptions: dict[str, str],
    as_json: bool,
    junit: str | None,
) -> None:
    """Check that GAME keeps the rules that hold for every game, and show how it breaks them.

    Options of the game that are not given take every choice. The exit status is 1 when a check fails or is blocked.
    """
    from patience_core.conformance import check as run_checks

    kind = find(game)
    if junit is not None:
        check_writable(junit)
    with redirect_stdout(sys.stderr):  # what the game prints is not the report
        report = run_checks(kind, options=options, profile=profile, seed=seed, exceptions=exceptions, only=only or None)
    if junit is not None:
        write_text(junit, report.as_junit())
    if as_json:
        from patience_core.cli.text import dump

        click.echo(dump(report.as_dict()))
    else:
        click.echo(str(report))
    if not report.ok:
        raise click.exceptions.Exit(1)
