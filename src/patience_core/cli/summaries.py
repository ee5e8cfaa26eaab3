"""A table of what came of many deals of one or more games, as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import compress, pairwise
from typing import Any, Final

import click

from patience_core.cli.terminal import Display, output
from patience_core.game import Game
from patience_core.options import show
from patience_core.session import AUTO_LIMIT
from patience_core.simulation.figures import Interval, decimals
from patience_core.simulation.summary import Summary

PLAIN_WIDTH: Final = 100
"""Columns where there is no terminal."""


def print_table(played: Sequence[tuple[Game, Summary]]) -> None:
    """Print a row for each game, and beneath it what the figures mean."""
    display = output()
    click.echo(display.write([(_title([summary for _, summary in played]), "title")]))
    for line in _drawn(_table(played, display), display):
        click.echo(line)
    for line in _notes(played):
        click.echo(line)


def _drawn(table: Any, display: Display) -> list[str]:
    """Return the lines of a table."""
    from rich.console import Console

    console = Console(
        file=sys.stdout,
        force_terminal=display.colour,
        width=None if display.terminal else PLAIN_WIDTH,
        color_system="standard" if display.colour else None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as captured:
        console.print(table)
    return [line.rstrip() for line in captured.get().splitlines()]


def _table(played: Sequence[tuple[Game, Summary]], display: Display) -> Any:
    from rich import box
    from rich.table import Table

    names = {game.scoring.name for game, _ in played}
    wins = any(summary.won is not None for _, summary in played)
    odds = any(game.odds(summary.player) for game, summary in played)
    score = f"mean {names.pop()}" if len(names) == 1 else "mean score"
    table = Table(box=box.SIMPLE_HEAD if display.symbols else box.ASCII2)
    table.add_column("game", no_wrap=True)  # options are to be typed, so they are shown whole
    columns = (
        ("deals", True), ("won", wins), ("exactly", wins and odds), (score, True), ("exactly", odds), ("p", odds)
    )  # fmt: skip  # as they stand
    for name, shown in columns:
        if shown:
            table.add_column(name, justify="right")
    for game, summary in played:
        named, *cells = _cells(game, summary)
        table.add_row(named, *compress(cells, [shown for _, shown in columns]))
    return table


def _title(summaries: Sequence[Summary]) -> str:
    """Say what all rows have in common."""
    same = all(one.span == other.span for one, other in pairwise(summaries))
    summary = summaries[0]
    deals = summary.span if same else f"deals from {summary.first:,} on"
    return f"{deals[:1].upper()}{deals[1:]}, player {summary.player}"


def _cells(game: Game, summary: Summary) -> Iterator[str]:
    """Yield the cells of a row, those that no row may have among them."""
    odds = game.odds(summary.player)
    beside = summary.against(odds) if odds else None
    yield "\n".join([game.title, *chosen(game)])
    yield f"{summary.deals:,}"
    share, places = summary.won_share, decimals(summary.won_interval, 100)
    exact = None if odds is None or odds.won is None or share is None else float(odds.won)
    yield _figure(share, summary.won_interval, places, 100)
    yield _exact(exact, beside.won_off if beside else None, places, 100)
    places = decimals(summary.mean_score_interval)
    yield _figure(summary.mean_score, summary.mean_score_interval, places)
    mean = float(odds.mean) if odds else None
    yield _exact(mean, beside.mean_score_off if beside else None, places)
    yield "" if beside is None or beside.p_value is None else f"{beside.p_value:.2g}"


def chosen(game: Game) -> list[str]:
    """Return the options that are not as usual, as they are typed."""
    usual = {option.name: option.default for option in game.declared_options()}
    return [f"{name}={show(value)}" for name, value in game.options.items() if value != usual[name]]


def _figure(value: float | None, interval: Interval | None, places: int, scale: int = 1) -> str:
    """Write a figure and beneath it its interval."""
    if value is None:
        return ""
    sign = "%" if scale == 100 else ""
    figure = f"{value * scale:.{places}f}{sign}"
    if interval is None:
        return figure
    low, high = (f"{end * scale:.{places}f}" for end in interval)
    return f"{figure}\n{low} to {high}"


def _exact(value: float | None, off: float | None, places: int, scale: int = 1) -> str:
    """Write an exact figure, and beneath it how far off that is which came."""
    if value is None:
        return ""
    sign = "%" if scale == 100 else ""
    return f"{value * scale:.{places}f}{sign}" + ("" if off is None else f"\n{off:+.2f}")


def _notes(played: Sequence[tuple[Game, Summary]]) -> Iterator[str]:
    """Yield what the figures mean, and what a reader could miss."""
    yield "Under a figure stands its 95% interval."
    if any(game.odds(summary.player) for game, summary in played):
        yield "Under an exact one stands how many standard errors the figure lies from it."
        yield "p is the chance that scores come out as uneven as these, or more (chi-square)."
    for game, summary in played:
        if summary.unfinished:
            plays = "1 play" if summary.unfinished == 1 else f"{summary.unfinished:,} plays"
            yield f"{game.title}: {plays} stopped unfinished: not won, no score."
    if any(summary.unfinished for _, summary in played):
        yield f"Play stops after {AUTO_LIMIT:,} moves, and where it goes round in a circle."
