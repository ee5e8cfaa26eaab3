"""Broken games whose fault lies in the deal, or in what settles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, repeat
from typing import Any, Final

from patience_core import ALL, DOWN, PACK, UP, Count, Fetch, Shift, Step, Table, Turn, frozen
from tests.conformance.corpus import COLUMNS, HEAP, STOCK, WASTE, Hill, Lot, broken

TIMES: Final = count()


@broken("deal", "the deal leaves a card in the pack")
class CardLeft(Hill):
    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, HEAP, face=UP)
        yield Shift(PACK, "a", count=2)
        yield Shift(PACK, "b", count=2)
        yield Shift(PACK, STOCK, count=10)


@broken("deal", "the deal leaves a card in the pack under one choice of an option only")
class CardLeftUnderOneOption(Lot):
    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=8 - self.reach if self.reach == 3 else ALL)


@broken("deal", "the deal takes more cards than there are")
class CardsTooMany(Hill):
    def deal(self) -> Iterator[Step]:
        yield from super().deal()
        yield Shift(PACK, STOCK)


@broken("deal", "the deal lays cards on a pile that the layout does not have")
class NoSuchPile(Hill):
    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "c")
        yield from super().deal()


@broken("deal", "the deal is another one each time it is asked for", varies=True)
class DealThatChanges(Hill):
    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, COLUMNS[next(TIMES) % 2])
        yield from super().deal()


@broken("deal", "the deal has no end")
class DealWithoutEnd(Hill):
    def deal(self) -> Iterator[Step]:
        yield from super().deal()
        yield from repeat(Turn(HEAP))


@broken("deal", "the deal yields texts in place of steps")
class DealOfTexts(Hill):
    def deal(self) -> Any:
        yield from super().deal()
        yield "turn the heap"


@broken("deal", "the deal returns nothing")
class NoDeal(Hill):
    def deal(self) -> Any:
        return None


@broken("settling", "settling turns a card up and down for ever")
class SettlingForEver(Lot):
    def settle(self, table: Table) -> Iterator[Step]:
        if len(table[WASTE]) == 2:
            yield Turn(WASTE, DOWN)
            yield Turn(WASTE)


@broken("settling", "one round of settling has no end")
class SettlingWithoutEnd(Lot):
    def settle(self, table: Table) -> Iterable[Step]:
        return repeat(Turn(WASTE)) if table[WASTE] else ()


@broken("settling", "settling fetches a card from the stock")
class SettlingFetches(Hill):
    def settle(self, table: Table) -> Iterator[Step]:
        yield from super().settle(table)
        if table[WASTE] and table[WASTE][-1].rank == 4:
            yield Fetch(STOCK, WASTE, rank=1)


@broken("settling", "what settles is another thing each time it is asked for", varies=True)
class SettlingByChance(Hill):
    def settle(self, table: Table) -> Iterator[Step]:
        down = [column for column in COLUMNS if table[column] and not table[column][-1].face_up]
        for column in down if next(TIMES) % 2 else down[::-1]:
            yield Turn(column)


@broken("settling", "settling turns the top card of a pile that may be empty")
class SettlingAnEmptyPile(Hill):
    def settle(self, table: Table) -> Iterator[Step]:
        yield from super().settle(table)
        if len(table["a"]) == 0 and table["b"] and table.count("drawn") > 2 and not table.count("turned"):
            yield Turn("a")
            yield Count("turned")


@broken("settling", "settling turns up cards that are not there when a red ace is drawn")
@frozen
class SettlingCrashesForOneCard(Hill):
    def settle(self, table: Table) -> Iterator[Step]:
        yield from super().settle(table)
        if table[WASTE] and str(table[WASTE][-1]) == "AH":
            yield Turn(WASTE, DOWN, count=20)
