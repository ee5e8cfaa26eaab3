"""The command `solve`: a way to win a deal, where all cards lie open."""

from __future__ import annotations

from typing import Final

import click

from patience_core import solver
from patience_core.cli.asking import deal_asked, deal_options
from patience_core.cli.finding import as_json, find, game_options
from patience_core.cli.text import dump, name_of
from patience_core.deals import Listed
from patience_core.files import check_writable, write_text
from patience_core.session import Session

STATUS: Final = {"found": 0, "not found": 3, "impossible": 4}
"""The exit status for each way in which a search may end; 1 and 2 are mistakes, as everywhere."""


@click.command(
    short_help="Search for a way to win a deal.",
    epilog="""\b
Examples:
  patience solve freecell --deal ms:1
  patience solve freecell --cards my-deal.txt
  patience solve freecell --deal 42 --option cells=2 --budget 1000000 --json""",
)
@click.argument("game")
@deal_options
@game_options
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=solver.BUDGET,
    show_default=True,
    metavar="NUMBER",
    help="The most positions to look at.",
)
@click.option("--save", metavar="FILE", help="Write a record of the solution, for `patience replay`.")
@as_json
def solve(
    *,
    game: str,
    deal: str | None,
    cards: str | None,
    listed: Listed | None,
    options: dict[str, str],
    budget: int,
    save: str | None,
    as_json: bool,
) -> None:
    """Search for a way to win a deal of GAME whose cards all lie open.

    The last line says how the search ended: with a solution (exit status 0), with none found within the budget, so
    that nothing is known (3), or with the proof that the deal cannot be won (4).
    """
    chosen = find(game).configured(options)
    if save is not None:
        check_writable(save)
    dealt = deal_asked(chosen, deal, cards, listed)
    solution = solver.solve(chosen, dealt.deal, budget=budget)
    if as_json:
        moves = None if solution.moves is None else [move.text for move in solution.moves]
        asked = {"game": chosen.id, "options": chosen.options, **dealt.as_dict(), "budget": budget}
        click.echo(dump({**asked, "outcome": solution.outcome, "positions": solution.positions, "moves": moves}))
    else:
        click.echo(f"{name_of(chosen, dealt)}\n")
        if solution.moves:
            click.echo("Moves:")
            for number, move in enumerate(solution.moves, 1):
                click.echo(f"{number:3}. {move}")
            click.echo()
        click.echo(str(solution))
    if save is not None:
        _save(Session(chosen, dealt.deal), solution, save)
    raise click.exceptions.Exit(STATUS[solution.outcome])


def _save(session: Session, solution: solver.Solution, save: str) -> None:
    """Play the solution and write the record of it; where there is none, say that nothing was written."""
    if solution.moves is None:
        click.echo(f"{save} was not written: there is no solution to record.", err=True)
        return
    for move in solution.moves:
        session.play(move)
    write_text(save, session.record().to_json())
