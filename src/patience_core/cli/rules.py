"""The command `rules`: how a game is played, as its plugin tells it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from patience_core.cards import RANKS
from patience_core.cli.finding import find
from patience_core.cli.terminal import Display, output
from patience_core.game import Game
from patience_core.options import show

WIDEST = 96
"""Columns: longer lines are hard to read."""


@click.command(epilog="Example: patience rules clock", short_help="Print the rules of a game.")
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of GAME, an id or another name from `patience games`.

    Where there is no terminal, they are printed as Markdown.
    """
    text = rules_text(find(game)())
    display = output()
    if not (display.symbols and _print_rich(text, display)):
        click.echo(text)


def rules_text(game: Game) -> str:
    """Return the rules of a game as Markdown; where it gives none, what it declares of itself."""
    return game.rules.strip() or "\n".join(_declared(game))


def _print_rich(text: str, display: Display) -> bool:
    """Print Markdown as a terminal can show it; False when rich is not installed."""
    try:
        from rich.console import Console
        from rich.markdown import Markdown
    except ModuleNotFoundError:
        return False
    width = min(display.size()[0], WIDEST)
    Console(width=width, no_color=not display.colour, highlight=False).print(Markdown(text))
    return True


def _declared(game: Game) -> Iterator[str]:
    """Yield a page made of what every game declares."""
    yield f"# {game.title}"
    yield ""
    yield "This game brings no rules text. What it declares:"
    yield ""
    if game.aliases:
        yield f"- Other names: {', '.join(game.aliases)}"
    yield f"- Pack: {_pack(game)}"
    bounds = f"from {game.scoring.least} to {game.scoring.most}, the {game.scoring.best} is the best"
    yield f"- Score: {game.scoring.name} ({bounds})"
    yield f"- {'It can be won.' if game.has_win else 'It has no win: only the score counts.'}"
    yield f"- {'The player chooses moves.' if game.choices else 'It plays itself: there is never a choice.'}"
    options = game.declared_options()
    if options:
        yield ""
        yield "## Options"
        yield ""
    for option in options:
        choices = ", ".join(f"`{show(choice)}`" for choice in option.choices)
        yield f"- `{option.name}`: {option.help or 'not explained'}; {choices} (as usual: `{show(option.default)}`)"


def _pack(game: Game) -> str:
    pack = game.pack
    size = f"{len(pack)} cards"
    ranks = (
        "all ranks" if len(pack.ranks) == len(RANKS) else f"ranks {' '.join(RANKS[rank - 1] for rank in pack.ranks)}"
    )
    suits = "all suits" if len(pack.suits) == 4 else f"suits {' '.join(pack.suits)}"
    copies = "" if pack.copies == 1 else f", {pack.copies} of each"
    return f"{size}: {ranks}, {suits}{copies}"
