"""Named ways to play Watch: which face-down card the chain goes on with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from patience_clock import HOURS, backs_in
from patience_core import Move, Player, Stream, Table

Pick = Callable[[Table, list[str], Stream], str]


def _most(table: Table, hours: list[str], _stream: Stream) -> str:
    return max(hours, key=lambda hour: backs_in(table, hour))  # the first of several


def _fewest(table: Table, hours: list[str], _stream: Stream) -> str:
    return min(hours, key=lambda hour: backs_in(table, hour))


def _any(_table: Table, hours: list[str], stream: Stream) -> str:
    return hours[stream.below(len(hours))]


def _player(pick: Pick, *, bottom: bool) -> Player:
    """Return the player that picks an unfinished hour so, and takes the bottom or the top card of its pile."""

    def play(table: Table, moves: tuple[Move, ...], stream: Stream) -> Move:
        if len(moves) == 1:
            return moves[0]
        hour = pick(table, [hour for hour in HOURS if backs_in(table, hour)], stream)
        depth = backs_in(table, hour) if bottom else 1
        return next(move for move in moves if move.text.endswith(f" {hour} {depth}"))

    return play


PLAYERS: Final = {
    "best": _player(_most, bottom=True),
    "bottom-random-pile": _player(_any, bottom=True),
    "top-random-pile": _player(_any, bottom=False),
    "top-fewest": _player(_fewest, bottom=False),
}
