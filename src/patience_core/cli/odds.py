"""The command `odds`: the exact chances of a game, where they are known."""

from __future__ import annotations

from collections.abc import Iterator

import click

from patience_core.cli.finding import as_json, find, game_options
from patience_core.cli.terminal import output
from patience_core.drawing.segments import Line
from patience_core.game import Game
from patience_core.odds import Odds
from patience_core.options import show_all
from patience_core.players import find_player
from patience_core.rules import chance_words

LONGEST_BAR = 40
"""Columns."""


@click.command(epilog="Example: patience odds clock", short_help="Print the exact odds of a game.")
@click.argument("game")
@click.option("--player", default="first", show_default=True, metavar="NAME", help="Who chooses the moves.")
@game_options
@as_json
def odds(game: str, player: str, options: dict[str, str], as_json: bool) -> None:
    """Print the exact odds of GAME: the chance to win, and of each score.

    They are computed from a derivation, not by playing; where none is known, this is said.
    """
    chosen = find(game).configured(options)
    find_player(chosen, player)
    known = chosen.odds(player)
    if as_json:
        from patience_core.cli.text import dump

        asked = {"game": chosen.id, "options": chosen.options, "player": player}
        click.echo(dump({**asked, **(known.as_dict() if known else {"won": None, "score": None})}))
        return
    display = output()
    for line in _lines(chosen, player, known, "█" if display.symbols else "#"):
        click.echo(display.write(line))


def _lines(game: Game, player: str, odds: Odds | None, block: str) -> Iterator[Line]:
    """Yield what to print about the odds."""
    yield ((f"{game.title}{show_all(game.options)}, player {player}", "title"),)
    if odds is None:
        yield (("The exact odds are not known: no derivation is given.", ""),)
        return
    if odds.won is not None:
        yield ((f"Won: {odds.won} = {float(odds.won):.6f} ({chance_words(odds.won)})", ""),)
    yield ((f"Mean {game.scoring.name}: {odds.mean} = {float(odds.mean):.4f}", ""),)
    yield (("", ""),)
    yield ((f"Chance of each score ({game.scoring.name}):", ""),)
    most = max(chance for _, chance in odds.score)
    width = max(len(str(value)) for value, _ in odds.score)
    for value, chance in odds.score:
        bar = block * round(LONGEST_BAR * chance / most)
        yield ((f"  {value:{width}}  {float(chance):<11.6g}  ", ""), (bar, "back"))
