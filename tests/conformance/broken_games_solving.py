"""Broken games whose fault lies in what they say for `solve`: piles that are not alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from patience_core import Count, Move, Table
from tests.conformance.corpus import COLUMNS, HEAP, STOCK, WASTE, Hill, broken


@broken("alike", "the waste and the heap are said to be alike")
class WasteAsHeap(Hill):
    def alike(self) -> Iterable[Collection[str]]:
        return [(WASTE, HEAP)]


@broken("alike", "a pile that does not exist is said to be like another")
class LikeNoPile(Hill):
    def alike(self) -> Iterable[Collection[str]]:
        return [("a", "c")]


@broken("alike", "a pile stands in two groups of piles that are alike")
class AlikeTwice(Hill):
    def alike(self) -> Iterable[Collection[str]]:
        return [COLUMNS, ("b", STOCK)]


@broken("alike", "one column is not played from before the other is empty, though they are said to be alike")
class OneColumnFirst(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        return [move for move in super().moves(table) if move.text != "from b" or not table["a"]]


@broken("alike", "cards played from one column are counted, though both are said to be alike")
class CountsInOneColumn(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield Move(move.text, *move.steps, Count("from b")) if move.text == "from b" else move


@broken("alike", "it is won when one column is empty, though both are said to be alike")
class WonByOneColumn(Hill):
    def won(self, table: Table) -> bool:
        return not table["a"]
