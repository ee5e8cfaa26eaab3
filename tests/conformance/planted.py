"""The six faults that were once planted in a learning environment, and their like planted in the sound games here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any, Final

from attrs import frozen

from patience_core import ALL, DOWN, Card, Count, Deal, Game, Move, Shift, Table
from patience_core.table import Position
from tests.conformance.broken_engines import Breaking, Sound, dealing
from tests.conformance.corpus import HEAP, STOCK, WASTE, Case, Engine, Hill, Lot, patched


def made(table: Table) -> int:
    """Return after how many moves of Hill this table has come, but for redeals."""
    return table.count("drawn") + len(table[HEAP]) - 1


class DrawsByChance(Hill):
    """From the second move on, how much is counted by a move depends on chance."""

    id = "draws-by-chance"

    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            by = random.randint(1, 6) if made(table) else 1
            yield Move(move.text, *move.steps, Count("points", by))


class NoScoreAtTheThird(Hill):
    """After the third move the score is not a number."""

    id = "no-score-at-the-third"

    def score(self, table: Table) -> Any:
        return float("nan") if made(table) == 3 else super().score(table)


class CrashesAtTheFifthMove(Hill):
    """The fifth move makes it crash."""

    id = "crashes-at-the-fifth-move"

    def moves(self, table: Table) -> Iterable[Move]:
        if made(table) == 5:
            raise ZeroDivisionError
        return super().moves(table)


class GoesOnForEver(Lot):
    """When the last card may be turned, all are gathered and it begins anew, though it declares a longest play."""

    id = "goes-on-for-ever"

    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if len(table[WASTE]) == self.reach:
            yield Move("gather", Shift(WASTE, STOCK, count=ALL, face=DOWN))


def deal_before() -> Breaking:
    """Lay out the deal of the play before, which has not been put away."""
    before: dict[Game, Deal] = {}

    def change(game: Game, deal: Deal, lay_out: Sound) -> Position:
        stale = before.get(game, deal)
        before[game] = deal
        position: Position = lay_out(stale)
        return position

    return dealing(change)


def wrong_first_table() -> Breaking:
    """Show, before the first move, another card on the heap than the one that lies there."""

    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        position: Position = lay_out(deal)
        card = position.table[HEAP][0]
        position.table._piles[HEAP] = (Card(card.rank % 4 + 1, card.suit, card.copy),)
        return position

    return dealing(change)


@frozen
class Planted:
    """One of the six faults, and what is like it here."""

    there: str
    here: str
    case: Case


def _planted(there: str, here: str, game: type[Game], engine: Engine = nullcontext) -> Planted:
    name = game.id if engine is nullcontext else engine.__name__.replace("_", "-")
    return Planted(there, here, Case(name, "", here, game, patched(engine)))


PLANTED: Final = (
    _planted(
        "nondeterminism from the second step on",
        "from the second move on chance decides what a move counts",
        DrawsByChance,
    ),
    _planted("an illegal value at the third step", "after the third move the score is not a number", NoScoreAtTheThird),
    _planted("a crash at the fifth step", "after the fifth move the rules raise an error", CrashesAtTheFifthMove),
    _planted("a stale reset", "the engine lays out the deal of the play before", Hill, deal_before),
    _planted("never ending", "play goes on for ever, though a longest play is declared", GoesOnForEver),
    _planted(
        "a wrong first observation",
        "before the first move the engine shows another card than the one that lies there",
        Hill,
        wrong_first_table,
    ),
)
