"""The command `simulate`: many deals of games, counted, beside the exact odds."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from patience_core.cli.finding import INTERRUPTED, as_json, find, game_options
from patience_core.deals import MOST_DEALS
from patience_core.errors import PatienceError, quoted
from patience_core.files import check_writable
from patience_core.game import Game
from patience_core.players import find_player
from patience_core.simulation.routes import FASTER, is_slowed
from patience_core.simulation.running import simulate as play_deals
from patience_core.simulation.summary import Summary

PICTURES: Final = (".svg", ".png")
TABLES: Final = (".csv", ".parquet")

_NUMBER: Final = re.compile(r"(\d{1,3}(?:[_,]\d{3})+|\d+(?:\.\d+)?)(?:e(\d{1,2})|([kmg]))?", re.IGNORECASE | re.ASCII)
_SUFFIXES: Final = {"k": 3, "m": 6, "g": 9}


def _whole(_context: click.Context, _parameter: click.Parameter, text: str) -> int:
    """Read a whole number as people write large ones: `10000000`, `10_000_000`, `1e7` or `10M`."""
    number = _read(text)
    if number is None:
        raise click.BadParameter(f"{quoted(text)} is no whole number up to 2^63, as in 10000000, 10_000_000, 1e7, 10M.")
    return number


def _read(text: str) -> int | None:
    """Return the whole number that a text means, or None."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    digits, power, suffix = match.groups()
    number = Decimal(re.sub("[_,]", "", digits)).scaleb(int(power or _SUFFIXES.get((suffix or "").lower(), 0)))
    return int(number) if number == number.to_integral_value() and number <= MOST_DEALS else None


def _named(kinds: tuple[str, ...]) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Return what checks the name of a file that is to be written, before any deal is played for it."""

    def check(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
        if name is not None:
            if Path(name).suffix.lower() not in kinds:
                raise click.BadParameter(f"{name}: the name must end with {' or '.join(kinds)}.")
            check_writable(name)
        return name

    return check


@click.command(
    short_help="Play many deals and count what comes of them.",
    epilog="""\b
Examples:
  patience simulate clock --deals 10000
  patience simulate clock watch --deals 1e6 --player random --json
  patience simulate clock --deals 100M --checkpoint clock.run --plot clock.svg""",
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--deals", required=True, metavar="N", callback=_whole, help="How many deals: 10000, 1e7 or 10M.")
@click.option(
    "first", "--from", default="0", show_default=True, metavar="K", callback=_whole, help="The number of the first."
)
@click.option("--player", default="first", show_default=True, metavar="NAME", help="Who chooses the moves.")
@game_options
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="How many play at once; one a core if not given.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster whose scheduler is there.")
@click.option("--checkpoint", metavar="FILE", help="Keep in FILE how far it has come; go on from there if it exists.")
@click.option("--plot", metavar="FILE", callback=_named(PICTURES), help="Draw the scores: FILE.svg or FILE.png.")
@click.option("--rows", metavar="FILE", callback=_named(TABLES), help="Write each deal: FILE.csv or FILE.parquet.")
@as_json
def simulate(  # noqa: PLR0913  # an argument for each option of the command line
    *,
    games: tuple[str, ...],
    deals: int,
    first: int,
    player: str,
    options: dict[str, str],
    jobs: int | None,
    cluster: str | None,
    checkpoint: str | None,
    plot: str | None,
    rows: str | None,
    as_json: bool,
) -> None:
    """Play N deals of each GAME and print how many are won, the scores, and the exact odds where they are known.

    Deals have consecutive numbers; `patience play GAME --deal NUMBER` shows any one of them. Options hold for every
    game that is named. Ctrl-C prints what is known so far.
    """
    _check_usage(games, jobs, cluster, {"--checkpoint": checkpoint, "--plot": plot, "--rows": rows})
    chosen = [find(game).configured(options) for game in games]
    for game in chosen:
        find_player(game, player)
    if plot is not None:
        import_module("patience_core.simulation.plotting")  # what is missing is told now
    if not cluster and any(is_slowed(game, player) for game in chosen):
        click.echo(f"Played by the reference engine; compiled play is far faster: {FASTER}", err=True)
    run = Runs(chosen, deals, first, player)
    try:
        with ExitStack() as stack:
            keywords: dict[str, Any] = {"jobs": None if cluster else jobs or _cores(), "checkpoint": checkpoint}
            if cluster is not None:
                from patience_core.simulation.cluster import connected

                keywords["executor"] = stack.enter_context(connected(cluster))
            if rows is not None:
                from patience_core.simulation.tables import rows_file

                keywords["rows"] = stack.enter_context(rows_file(rows))
            for game in chosen:
                run.play(game, keywords)
    except PatienceError:
        run.show(as_json=as_json, plot=None)
        raise
    except KeyboardInterrupt:
        run.show(as_json=as_json, plot=plot)
        click.echo(run.stopped(rows), err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    run.show(as_json=as_json, plot=plot)


def _check_usage(
    games: tuple[str, ...], jobs: int | None, cluster: str | None, files: Mapping[str, str | None]
) -> None:
    """Refuse options that contradict each other."""
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs is for this machine and --cluster for others; give one of them.")
    given = {option: os.path.realpath(name) for option, name in files.items() if name is not None}
    if {"--checkpoint", "--rows"} <= given.keys():
        raise click.UsageError("--rows is written in one go, so it cannot be gone on with from a --checkpoint.")
    for option in ("--checkpoint", "--rows"):
        if option in given and len(games) > 1:
            raise click.UsageError(f"{option} is the file of one game; simulate each game by itself.")
    if len(set(given.values())) < len(given):
        raise click.UsageError(f"{' and '.join(given)} are to be written to files of their own.")


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Runs:
    """The runs of one command, and what is known of each."""

    def __init__(self, games: Sequence[Game], deals: int, first: int, player: str) -> None:
        """Begin with nothing known."""
        self._games: Final = games
        self._deals: Final = deals
        self._first: Final = first
        self._player: Final = player
        self._known: list[tuple[Game, Summary]] = []

    def play(self, game: Game, keywords: dict[str, Any]) -> None:
        """Play all deals of one game."""
        from patience_core.cli.bar import progress_bar

        self._known.append((game, Summary.none(game, self._player, self._first)))
        with progress_bar(game.title, self._deals) as advance:

            def tell(summary: Summary) -> None:
                self._known[-1] = game, summary
                advance(summary.deals)

            play_deals(game, self._deals, first=self._first, player=self._player, progress=tell, **keywords)

    def show(self, *, as_json: bool, plot: str | None) -> None:
        """Print what is known, as a table or as JSON, and draw it; nothing where nothing is known."""
        known = [(game, summary) for game, summary in self._known if summary.deals or not self._deals]
        if not known:
            return
        if as_json:
            from patience_core.cli.text import dump

            found = [summary.as_dict(game.odds(summary.player)) for game, summary in known]
            click.echo(dump(found[0] if len(self._games) == 1 else found))
        else:
            from patience_core.cli.summaries import print_table

            print_table(known)
        if plot is not None:
            from patience_core.simulation.plotting import draw

            scored = [(game, summary) for game, summary in known if summary.finished]
            if scored:
                draw(plot, scored)
            unscored = [f"{game.title} is not in {plot}" for game, summary in known if not summary.finished]
            for lacking in unscored if scored else [f"{plot} is not drawn"]:
                click.echo(f"{lacking}: no play has come to its end, so there is no score.", err=True)

    def stopped(self, rows: str | None) -> str:
        """Say where Ctrl-C has stopped it."""
        game, summary = self._known[-1]
        unwritten = f" {rows} is not written." if rows else ""
        return f"Stopped after {summary.deals:,} of {self._deals:,} deals of {game.title}.{unwritten}"
