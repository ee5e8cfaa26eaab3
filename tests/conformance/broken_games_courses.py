"""Broken games whose fault lies in the course of a play: what they keep, and what another process would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, ClassVar, Final

from patience_core import Card, Move, Table
from tests.conformance.corpus import COLUMNS, HEAP, STOCK, WASTE, Hill, broken

TIMES: Final = count()


@broken("conservation", "a card is thrown away when the game is asked for its score")
class ThrowsACardAway(Hill):
    def score(self, table: Table) -> int:
        if len(table[WASTE]) > 3:
            table._piles[WASTE] = table[WASTE][:2]
        return super().score(table)


@broken("conservation", "a card is exchanged for another when the game is asked whether it is won")
class ExchangesACard(Hill):
    def won(self, table: Table) -> bool:
        if table[WASTE] and str(table[WASTE][-1]) == "2H":
            table._piles[WASTE] = (*table[WASTE][:-1], Card(2, "C"))
        return super().won(table)


@broken("undo", "the verdict tells how often the outcome was asked for, so that undo changes it", varies=True)
class VerdictCounts(Hill):
    def verdict(self, table: Table) -> str:
        return f"{super().verdict(table)} Looked at {next(TIMES)} times."


@broken("undo", "the score counts the moves made, those that were undone too", varies=True)
class ScoreRemembersMoves(Hill):
    met: ClassVar[list[Table]] = []

    def score(self, table: Table) -> int:
        if self.met[-1:] != [table]:
            self.met.append(table)
        return len(self.met)


@broken("again", "what was played before decides which move comes first", varies=True)
class KeepsStateBetweenPlays(Hill):
    last: ClassVar[list[object]] = []
    plays: ClassVar[list[int]] = [0]

    def moves(self, table: Table) -> Iterable[Move]:
        if not table.counts and len(table[HEAP]) == 1 and self.last != [table[HEAP][0]]:
            self.last[:] = [table[HEAP][0]]
            self.plays[0] += 1
        moves = list(super().moves(table))
        return moves[::-1] if self.plays[0] % 3 == 0 else moves


@broken("again", "the score goes on from the play before", varies=True)
class ScoreGoesOn(Hill):
    start: ClassVar[list[Any]] = [None, 0]

    def score(self, table: Table) -> int:
        seen = tuple(str(table[column][-1]) for column in COLUMNS if len(table[column]) == 2)
        if len(seen) == 2 and not table.counts and len(table[HEAP]) == 1 and self.start[0] != (seen, table[HEAP]):
            self.start[:] = [(seen, table[HEAP]), (self.start[1] + 1) % 3]
        return len(table[HEAP]) if table[STOCK] else max(1, len(table[HEAP]) - self.start[1])


@broken("again", "it remembers the first card drawn, and tells it when the same top cards are dealt again", varies=True)
class RemembersEarlierPlays(Hill):
    met: ClassVar[dict[str, str]] = {}

    def situation(self, table: Table) -> str | None:
        first = " ".join(str(table[pile][-1]) for pile in (HEAP, *COLUMNS) if table[pile])
        if not table[WASTE]:
            return self.met.get(first)
        self.met[first] = f"It was {table[WASTE][0]} the last time."
        return None


@broken("other-process", "the moves come in the order of a set of texts, which another hash seed changes", varies=True)
class OrderOfASet(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        moves = {move.text: move for move in super().moves(table)}
        yield from (moves[text] for text in set(moves))


@broken("other-process", "the hash of a text decides whether one may build from the waste", varies=True)
class DecidedByAHash(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            if move.text != "from waste" or hash(str(table[WASTE][-1])) % 2:
                yield move


@broken("other-process", "the score is made from the hash of a text", varies=True)
class ScoreOfAHash(Hill):
    def score(self, table: Table) -> int:
        return 1 + hash(str(table[HEAP][-1])) % 16
