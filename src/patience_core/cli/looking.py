"""The commands that only look: `games`, `plugins` and `deal`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from patience_core.cli.finding import as_json, find, game_options, note, registry
from patience_core.cli.terminal import output
from patience_core.game import Game
from patience_core.options import Option, show
from patience_core.registry import Registry

NONE: Final = "No game is installed. Each is a distribution of its own: pip install patience-clock"


LEAST_ROOM: Final = 20
"""Columns for the last two cells of a row."""


def choices_of(option: Option) -> list[str]:
    """Return the choices of an option as they are typed, the default first."""
    rest = [choice for choice in option.choices if choice != option.default]
    return [show(choice) for choice in (option.default, *rest)]


def columns(rows: Sequence[Sequence[str]], width: int | None) -> Iterator[str]:
    """Yield rows as lines of columns; cells of all columns but the first are wrapped where `width` is not enough."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if width is not None:
        for place in range(1, len(widths) - 2):
            lacking = LEAST_ROOM - (width - sum(wide + 2 for wide in widths[:-2]) - 2)
            word = max(len(word) for row in rows for word in row[place].split())
            widths[place] = min(widths[place], max(word, widths[place] - max(0, lacking)))
        room = max(LEAST_ROOM, width - sum(wide + 2 for wide in widths[:-2]) - 2)
        widths[-2] = min(widths[-2], max(room // 3, room - widths[-1]))
        widths[-1] = min(widths[-1], room - widths[-2])
    for row in rows:
        cells = [
            textwrap.wrap(cell, size, break_on_hyphens=False) or [""] for cell, size in zip(row, widths, strict=True)
        ]
        for number in range(max(map(len, cells))):
            parts = [cell[number] if number < len(cell) else "" for cell in cells]
            yield "  ".join(f"{part:{size}}" for part, size in zip(parts, widths, strict=True)).rstrip()


def _print_columns(rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their headings, within the width of a terminal."""
    display = output()
    for number, line in enumerate(columns(rows, display.size()[0] if display.terminal else None)):
        click.echo(display.write([(line, "" if number else "title")]))


@click.command(epilog="Example: patience games", short_help="List the installed games.")
@as_json
def games(as_json: bool) -> None:
    """List the installed games and their options.

    A game answers to its id and to each of its other names. The first choice of an option is the usual one.
    """
    found = registry()
    if as_json:
        from patience_core.cli.text import dump

        click.echo(dump([_game_data(kind) for kind in found.games]))
        return
    if not found.games:
        click.echo(NONE)
    else:
        rows = [["game", "title", "other names", "options"]]
        for kind in found.games:
            options = [f"{option.name}: {', '.join(choices_of(option))}" for option in kind.declared_options()]
            rows.append([kind.id, kind.title, ", ".join(kind.aliases), "; ".join(options)])
        _print_columns(rows)
    if found.problems:
        click.echo(note(found), err=True)


def _game_data(kind: type[Game]) -> dict[str, Any]:
    from patience_core.players import named_players

    game = kind()
    return {
        "id": game.id,
        "title": game.title,
        "aliases": list(game.aliases),
        "options": [
            {"name": option.name, "default": option.default, "choices": list(option.choices), "help": option.help}
            for option in kind.declared_options()
        ],
        "cards": len(game.pack),
        "choices": game.choices,
        "scoring": {"name": game.scoring.name, "best": game.scoring.best},
        "players": list(named_players(game)),
    }


@click.command(epilog="Example: patience plugins --json", short_help="List the plugins, and what is wrong with them.")
@as_json
def plugins(as_json: bool) -> None:
    """List the plugins that games come from, the sources of deals, and what is wrong with any plugin.

    A deal of a source is called by the prefix of the source, a colon, and what the list says.
    """
    found = registry()
    if as_json:
        from patience_core.cli.text import dump

        parts = {
            "plugins": [each.as_dict() for each in found.plugins],
            "problems": [each.as_dict() for each in found.problems],
            "deal_sources": [each.as_dict() for each in found.deal_sources],
        }
        click.echo(dump(parts))
        return
    if found.plugins:
        rows = [["distribution", "version", "entry point", "games"]]
        for each in found.plugins:
            name, version = (each.plugin.name, each.plugin.version) if each.plugin else ("-", "-")
            rows.append([name, version, each.entry_point, ", ".join(each.games)])
        _print_columns(rows)
    elif not found.problems:
        click.echo(NONE)
    if found.deal_sources:
        click.echo("\nDeal sources:")
        _print_columns([["prefix", "distribution", "whose deals", "behind the colon"], *_source_rows(found)])
    if found.problems:
        click.echo("Problems:" if not found.plugins else "\nProblems:")
    for problem in found.problems:
        click.echo(f"- {problem}")


def _source_rows(found: Registry) -> Iterator[list[str]]:
    """Yield what to print of each deal source."""
    owners = {prefix: each.plugin.name for each in found.plugins if each.plugin for prefix in each.deal_sources}
    for source in found.deal_sources:
        yield [source.prefix, owners.get(source.prefix, "-"), source.title, source.help]


class _Deal(click.Command):
    """A command that takes a negative number for a deal and not for options, so that it is refused as what it is."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Move a negative number behind all options."""
        negative = [arg for arg in args if re.fullmatch("-[0-9]+", arg)]
        if negative and "--" not in args:
            args = [*(arg for arg in args if arg not in negative), "--", *negative]
        return super().parse_args(ctx, args)


@click.command(cls=_Deal, epilog="Example: patience deal clock 42", short_help="Print the cards of a deal.")
@click.argument("game")
@click.argument("deal")
@game_options
@as_json
def deal(game: str, deal: str, options: dict[str, str], as_json: bool) -> None:
    """Print the pack of a deal on one line, the card dealt first at the beginning.

    DEAL is a number, 0 or more: the same number gives the same cards on every machine, for ever. Or it is a prefix, a
    colon and what stands for a deal in that source; `patience plugins` lists the sources.
    """
    chosen = find(game).configured(options)
    dealt = registry().deal(deal, chosen.pack)
    if as_json:
        from patience_core.cli.text import Dealt, dump

        named = Dealt(dealt, dealt.text).as_dict()
        click.echo(dump({"game": chosen.id, "options": chosen.options, **named}))
        return
    from patience_core.drawing.glyphs import Glyphs

    display = output()
    glyphs = Glyphs.of(symbols=display.symbols)
    line = [part for card in dealt.cards for part in (glyphs.card(card), (" ", ""))]
    click.echo(display.write(line[:-1]))
