"""Broken games whose fault lies in the legal moves."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from itertools import count, repeat
from typing import Any, ClassVar, Final

from patience_core import ALL, DOWN, UP, Count, Move, Shift, Table, Turn
from tests.conformance.corpus import HEAP, STOCK, WASTE, Hill, Lot, broken

TIMES: Final = count()


@broken("moves", "the legal moves have no end")
class MovesWithoutEnd(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if len(table[STOCK]) < 9:
            yield from repeat(Move("bet", Count("bet")))


@broken("moves", "two legal moves have the same text")
class TextTwice(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield Move("build", *move.steps) if move.text.startswith("from") else move


@broken("moves", "a legal move is listed twice")
class MoveTwice(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[WASTE]:
            yield from super().moves(table)


@broken("moves", "two texts of moves differ in the case of a letter only")
class TextsDifferInCase(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[STOCK]:
            yield Move("Draw", Shift(STOCK, WASTE, count=ALL, face=UP))


@broken("moves", "the text of a move holds the symbol of a suit")
class TextNotAscii(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[WASTE] and table[WASTE][-1].suit == "H":
            yield Move("bury ♥", Shift(WASTE, STOCK, face=DOWN))


@broken("moves", "the text of a move has two spaces in a row")
class TextWithTwoSpaces(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield Move("turn  over", *move.steps)


@broken("moves", "the text of a move is a command of every front end")
class TextOfACommand(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield Move("undo", *move.steps) if move.text == "redeal" else move


@broken("moves", "the text of a move is too long when many cards lie on the heap")
class TextTooLong(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            cards = "-".join(map(str, table[WASTE]))
            yield Move(f"build {cards} from the waste", *move.steps) if move.text == "from waste" else move


@broken("moves", "the legal moves are texts")
class MovesAreTexts(Hill):
    def moves(self, table: Table) -> Any:
        return [move.text for move in super().moves(table)]


@broken("moves", "it returns nothing where the stock is empty")
class MovesAreNone(Hill):
    def moves(self, table: Table) -> Any:
        return super().moves(table) if table[STOCK] else None


@broken("moves", "it crashes at the fifth move")
class CrashAtTheFifthMove(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        made = table.count("drawn") + len(table[HEAP]) - 1
        return [list(super().moves(table))][made // 5]


@broken("moves", "it looks at the rank of a card that lies face down")
class LooksAtAHiddenCard(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            if move.text != "draw" or table[STOCK][-1].rank != self.wanted(table):
                yield move


@broken("moves", "it reads the top card of a pile that may be empty")
class TopOfAnEmptyPile(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[WASTE][-1].rank == table[HEAP][-1].rank:
            yield Move("equal", Shift(WASTE, HEAP))


@broken("same-moves", "the legal moves come in a random order", varies=True)
class OrderByChance(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        moves = list(super().moves(table))
        random.shuffle(moves)
        return moves


@broken("same-moves", "whether one may draw depends on the time", varies=True)
class MovesByTheClock(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            if move.text != "draw" or time.perf_counter_ns() // 100 % 2:
                yield move


@broken("same-moves", "every third time it is asked it leaves out a move", varies=True)
class EveryThirdTime(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        moves = list(super().moves(table))
        return moves[:-1] if len(moves) > 1 and next(TIMES) % 3 == 0 else moves


@broken("same-moves", "the steps of a move differ from time to time, though its text is the same", varies=True)
class StepsByChance(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield Move(move.text, *move.steps, Count("drawn", next(TIMES) % 5 + 1))


@broken("same-moves", "legal moves are remembered by the identity of a table", varies=True)
class RememberedByIdentity(Hill):
    last: ClassVar[list[Table]] = []

    def moves(self, table: Table) -> Iterable[Move]:
        moves = list(super().moves(table))
        if any(table == each and table is not each for each in self.last):
            moves.reverse()
        self.last[:] = [table]
        return moves


@broken("same-moves", "it changes a count of the table when it is asked for its moves")
class ChangesTheTable(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        table._counts["asked"] = table.count("asked") + 1
        return super().moves(table)


@broken("same-moves", "it turns the waste round when it is asked for its moves")
class TurnsTheWaste(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        table._piles[WASTE] = table[WASTE][::-1]
        return list(super().moves(table))


@broken("same-moves", "the order of the moves depends on where the game lies in memory", varies=True)
class OrderByAddress(Hill):
    def moves(self, table: Table) -> Iterable[Move]:
        moves = list(super().moves(table))
        return moves[::-1] if id(self) * 0x9E3779B1 >> 20 & 1 else moves  # a bit that nearby addresses do not share


@broken("moves-apply", "a legal move changes nothing")
class MoveOfNothing(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if not table[STOCK]:
            yield Move("pass", Count("passes", 0))


@broken("moves-apply", "a legal move turns a card that lies so already")
class MoveTurnsNothing(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if len(table[WASTE]) > 2:
            yield Move("turn", Turn(WASTE, count=2))


@broken("moves-apply", "a legal move cannot be made for one particular card")
class CannotBeMadeForOneCard(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            one = move.text == "from waste" and str(table[WASTE][-1]) == "3H"
            yield Move(move.text, Shift(WASTE, HEAP, count=12)) if one else move


@broken("moves-apply", "a legal move takes more cards than may lie in the pile")
class TakesTooMany(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[WASTE]:
            yield Move("bury", Shift(WASTE, STOCK, count=3, face=DOWN))


@broken("moves-apply", "what settles takes back the legal move")
class TakenBack(Hill):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[HEAP] and len(table[STOCK]) < 6:
            yield Move("lift", Shift(HEAP, WASTE, put=-1), Shift(WASTE, HEAP, take=-1))
