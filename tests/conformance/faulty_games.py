"""Small games, each with one fault, for what is read of a failure and how small it becomes. They import no pytest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from patience_core import (
    ALL,
    BOTTOM,
    PACK,
    UP,
    Count,
    Game,
    Layout,
    Move,
    Pack,
    Place,
    Shift,
    Step,
    Table,
    frozen,
    option,
)

STOCK: Final = "stock"
WASTE: Final = "waste"
DRAW: Final = Move("draw", Shift(STOCK, WASTE, face=UP))


class Small(Game):
    """Six cards are drawn one by one; each game below breaks one rule."""

    id = "small"
    title = "Small"
    pack = Pack(ranks=range(1, 4), suits="CH")
    layout = Layout((Place(STOCK, 0, 0), Place(WASTE, 1, 0)))
    choices = False
    longest = 6

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield DRAW


@frozen
class TakesTooMany(Small):
    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield Move("draw two", Shift(STOCK, WASTE, count=2, face=UP), Shift(WASTE, STOCK))


@frozen
class Crashes(Small):
    def won(self, table: Table) -> bool:
        return bool(table[WASTE]) and {1: False, 3: False}[table[WASTE][-1].rank]


@frozen
class TooShort(Small):
    longest = 4


@frozen
class BadScore(Small):
    """The score lies out of range when the ace of hearts is drawn last, but under one option only."""

    slow: bool = option(False)
    strict: bool = option(False)

    def score(self, table: Table) -> int:
        return 2 if self.strict and table[WASTE] and str(table[WASTE][-1]) == "AH" else 0


@frozen
class ReadsSuits(Small):
    suits_matter = False

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK] and not (table[WASTE] and str(table[WASTE][-1]) == "3H"):
            yield DRAW


@frozen
class StandsStill(Small):
    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield Move("wait", Count("waited"), Count("waited", by=-1))


@frozen
class NoDeal(Small):
    """It leaves a card in the pack."""

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=5)


@frozen
class BadFact(Small):
    longest = -1


class Whole(Small):
    """All 52 cards are drawn one by one."""

    pack = Pack()
    longest = 52


def tops(table: Table) -> str:
    """Return the top card of the waste as text, or nothing."""
    return str(table[WASTE][-1]) if table[WASTE] else ""


@frozen
class OneCard(Whole):
    """The verdict is empty when one certain card has just been drawn."""

    def verdict(self, table: Table) -> str:
        return "" if tops(table) == "7C" else "Drawn."


@frozen
class OneCardUnderOneOption(OneCard):
    slow: bool = option(False)
    strict: str = option("never", choices=("never", "always", "at times"))
    deep: int = option(3, choices=(1, 2, 3))

    def verdict(self, table: Table) -> str:
        return "" if tops(table) == "7C" and self.strict == "at times" else "Drawn."


@frozen
class OneCardWithChoices(Whole):
    """A card is drawn, or the lowest one of the stock is, or the waste is turned down; the fault needs one card."""

    choices = True
    longest = 10_000  # nobody waits as often

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield DRAW
            yield Move("draw the lowest", Shift(STOCK, WASTE, face=UP, take=-1))
            yield Move("wait", Count("waited"))

    def verdict(self, table: Table) -> str:
        return "" if tops(table) == "7C" and table.count("waited") else "Drawn."


@frozen
class TwoCards(Whole):
    """The fault needs two cards in a row, late in the play."""

    def verdict(self, table: Table) -> str:
        waste = [str(card) for card in table[WASTE]]
        return "" if "7C" in waste[:-1] and waste[-1] == "JD" and len(waste) > 3 else "Drawn."


@frozen
class Dial(Game):
    """A card in hand is laid under the pile of its rank, whose top card comes to hand; the fault needs 7C in hand."""

    id = "dial"
    title = "Dial"
    layout = Layout((*(Place(str(rank), rank % 5, rank // 5) for rank in range(1, 14)), Place("hand", 6, 0)))
    choices = False
    longest = 53

    def deal(self) -> Iterator[Step]:
        for place in range(52):
            yield Shift(PACK, str(place % 13 + 1))

    def moves(self, table: Table) -> Iterable[Move]:
        if not table["hand"]:
            if not table["13"][-1].face_up:
                yield Move("turn", Shift("13", "hand", face=UP))
            return
        pile = str(table["hand"][-1].rank)
        take = [Shift(pile, "hand", face=UP)] if not (table[pile] and table[pile][-1].face_up) else []
        yield Move(f"to {pile}", Shift("hand", pile, put=BOTTOM), *take)

    def verdict(self, table: Table) -> str:
        return "" if "7C" in map(str, table["hand"]) else "Played."


ASKED: Final = count()


@frozen
class Flaky(Small):
    """The verdict is empty every now and then, whatever the play."""

    def verdict(self, table: Table) -> str:
        return "" if next(ASKED) % 97 == 96 else "Drawn."
