"""Broken games whose fault lies in what they look at: hidden cards, suits, copies and tallies."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from patience_core import Back, Card, Move, Pack, Session, Shift, Stream, Table
from patience_core.table import Position
from tests.conformance.corpus import HEAP, STOCK, WASTE, Hill, Lot, broken


def session_of(table: Table) -> Session | None:
    """Return the session that plays this table, found in the frames of those who call."""
    frame = sys._getframe()
    while frame.f_back:
        frame = frame.f_back
        for value in frame.f_locals.values():
            if isinstance(value, Session) and value._position.table is table:
                return value
    return None


@broken("unseen", "the hint finds the session in the frames of its callers, and tells the next card")
class HintPeeksAtFrames(Hill):
    def hint(self, table: Table) -> str | None:
        session = session_of(table)
        back = table[STOCK][-1] if table[STOCK] else None
        if session is None or not isinstance(back, Back):
            return None
        return f"Next comes {session.position.secret.order[back.slot]}."


@broken("unseen", "the garbage collector finds the hidden cards, and it tells when the ace comes next", varies=True)
class MovesFromTheGarbage(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        ace = any(
            holder.secret.order[back.slot].rank == 1
            for holder in gc.get_objects(generation=0)
            for back in table[STOCK][-1:]
            if isinstance(holder, Position) and holder.table is table and isinstance(back, Back)
        )
        for move in super().moves(table):
            yield Move("turn the ace", *move.steps) if ace else move


@broken("unseen", "the legal moves come in the order of hidden cards, found in the frames of its callers")
class MovesPeekAtFrames(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        moves = list(super().moves(table))
        session = session_of(table)
        back = table["a"][0] if table["a"] else None
        if session is None or not isinstance(back, Back):
            return moves
        return moves if session.position.secret.order[back.slot].rank < 3 else moves[::-1]


@broken("suits", "it claims that suits do not matter, but the heap is built in other colours")
class SuitsMatter(Hill):
    pack = Pack(ranks=range(1, 5))

    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            if move.text != "from waste" or table[WASTE][-1].colour != table[HEAP][-1].colour:
                yield move


@broken("suits", "it claims that suits do not matter, but one suit scores")
class SuitsScore(Hill):
    def score(self, table: Table) -> int:
        return 1 + sum(card.suit == "H" for card in table[HEAP])


@broken("suits", "it claims that suits do not matter, but one card of one suit wins")
class SuitWins(Hill):
    def won(self, table: Table) -> bool:
        return super().won(table) or str(table[HEAP][-1]) == "3H"


@broken("copies", "it compares equal cards of its two packs by their copy")
class ComparesCopies(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[WASTE] and table[WASTE][-1] == Card(4, "C"):
            yield Move("last club", Shift(WASTE, HEAP))


@broken("copies", "it counts the equal cards of its two packs as different ones to see whether it is won")
class WonByCopies(Hill):
    def won(self, table: Table) -> bool:
        return super().won(table) or {Card(1, "C"), Card(2, "C")} <= set(table[HEAP])


@broken("copies", "the copy number of a card decides which move comes first")
class OrderOfCopies(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        moves = list(super().moves(table))
        return moves[::-1] if table[HEAP][-1].copy else moves


def now_and_then(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Take the first move or the last, by how many cards have been drawn."""
    return moves[-(table.count("drawn") % 2)]


@broken("tallies", "a rule reads a count that is declared as a tally")
class ReadsATally(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            if move.text != "redeal" or table.count("drawn") < 12:
                yield move


@broken("tallies", "the number of redeals, which a rule reads, is declared as a tally")
class RuleAsTally(Hill):
    tallies = frozenset({"drawn", "redeals"})


@broken("tallies", "a player reads a count that is declared as a tally")
class PlayerReadsATally(Hill):
    players = MappingProxyType({"now-and-then": now_and_then})


@broken("tallies", "it is won when a count that is declared as a tally is high enough")
class WonByATally(Hill):
    def won(self, table: Table) -> bool:
        return super().won(table) or table.count("drawn") == 8
