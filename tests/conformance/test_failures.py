"""What an author reads when a check fails: the whole text, pinned; and its replay line shows the same again."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from patience_core import ALL, PACK, UP, Count, Game, Layout, Move, Pack, Place, Shift, Step, Table, frozen, option
from patience_core.conformance import Report, check
from patience_core.conformance.reports import failure_lines

ROOT: Final = Path(__file__).parents[2]
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
        return bool(table[WASTE]) and 1 // (table[WASTE][-1].rank - 2) > 5


@frozen
class TooShort(Small):
    longest = 4


@frozen
class BadScore(Small):
    """The score of a lost game with an ace on top lies out of range, but only in one way of playing."""

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


class NoDeal(Small):
    """It leaves a card in the pack."""

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=5)


class BadFact(Small):
    longest = -1
