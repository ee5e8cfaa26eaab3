"""The command `rules`: how a game is played, as its plugin tells it."""

from __future__ import annotations

import click

from patience_core.cli.finding import find
from patience_core.cli.terminal import Display, output
from patience_core.rules import rules_page

WIDEST = 96
"""Columns: longer lines are hard to read."""


@click.command(epilog="Example: patience rules clock", short_help="Print the rules of a game.")
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of GAME, an id or another name from `patience games`.

    Where there is no terminal, they are printed as Markdown.
    """
    text = rules_page(find(game)())
    display = output()
    if not (display.symbols and _print_rich(text, display)):
        click.echo(text)


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
