"""A picture of the scores of many deals, with the exact distribution over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, Final

from patience_core.files import whole, writing
from patience_core.game import Game
from patience_core.options import show_all
from patience_core.simulation.extras import extra
from patience_core.simulation.figures import decimals, percent
from patience_core.simulation.summary import Summary

with extra("plot", "A picture"):
    matplotlib: Any = import_module("matplotlib")
    figures: Any = import_module("matplotlib.figure")  # and not pyplot, which keeps what it draws
    ticker: Any = import_module("matplotlib.ticker")

MOST_BARS: Final = 120
"""Bars beside each other; where there are more scores, neighbours share a bar."""

PLAYED: Final = "#7fa8d1"
EXACT: Final = "#b3361e"

STYLE: Final = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "svg.hashsalt": "patience",  # with no date, the same summary gives the same file
}


def draw(name: str, played: Sequence[tuple[Game, Summary]]) -> None:
    """Draw the scores of each game under one another; FileError when the file cannot be written.

    Args:
        name: the name of the file; its ending, .svg or .png, says as what it is drawn.
        played: games and what came of them, at least one finished play in each.
    """
    with matplotlib.rc_context(STYLE):
        figure = figures.Figure(figsize=(8, 4.6 * len(played)), layout="constrained")
        for axes, (game, summary) in zip(figure.subplots(len(played), squeeze=False)[:, 0], played, strict=True):
            _draw(axes, game, summary)
        kind = name.rpartition(".")[2].lower()
        metadata = {"Date": None} if kind == "svg" else {}
        with whole(name) as beside, writing(name):
            figure.savefig(beside, format=kind, dpi=150, metadata=metadata)


def _draw(axes: Any, game: Game, summary: Summary) -> None:
    odds = game.odds(summary.player)
    exact = {value: float(chance) for value, chance in odds.score} if odds else {}
    came = {value: times / summary.finished for value, times in summary.scores.items()}
    values = [*came, *exact]
    edges = bins(min(values), max(values))
    wide = edges[1] - edges[0]
    middles = [(low + high - 1) / 2 for low, high in pairwise(edges)]
    axes.bar(middles, collected(came, edges), width=0.85 * wide, color=PLAYED, label="played")
    if odds:
        axes.plot(
            middles,
            collected(exact, edges),
            color=EXACT,
            linewidth=1,
            marker="o",
            markersize=3.5 if len(middles) < 60 else 2.5,
            clip_on=False,
            label="exact",
        )
        axes.legend(frameon=False)
    axes.set_title(_title(game, summary), loc="left", fontsize=11)
    axes.set_xlabel(f"score: {game.scoring.name}" + (f" (bars of {wide} scores)" if wide > 1 else ""))
    axes.set_ylabel("share of finished plays" if summary.unfinished else "share of deals")
    axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(ticker.PercentFormatter(1.0))
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.margins(x=0.02)
    axes.set_ylim(bottom=0)


def bins(least: int, most: int) -> list[int]:
    """Return where the bars begin, and last where they end: one for each score, or for as many as need be."""
    wide = (most - least) // MOST_BARS + 1
    return list(range(least, most + wide + 1, wide))


def collected(shares: Mapping[int, float], edges: Sequence[int]) -> list[float]:
    """Return the share of each bar."""
    bars = [0.0] * (len(edges) - 1)
    wide = edges[1] - edges[0]
    for value, share in shares.items():
        bars[(value - edges[0]) // wide] += share
    return bars


def _title(game: Game, summary: Summary) -> str:
    """Say what was played, and beneath it what came of it."""
    odds = game.odds(summary.player)
    beside = summary.against(odds) if odds else None
    came: list[str] = []
    if summary.won_share is not None:
        places = decimals(summary.won_interval, 100)
        came.append(f"won {percent(summary.won_share, places)}" + (beside.won_words(places) if beside else ""))
    if beside is not None:
        came.append(f"scores: chi-square p = {beside.p_value:.2g}")
    lines = [f"{game.title}{show_all(summary.options)}", f"player {summary.player}, {summary.span}", "; ".join(came)]
    return "\n".join(filter(None, lines))
