"""Broken games whose fault lies in what is refused, or in the reasons that they give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from patience_core import Move, Shift, Table
from tests.conformance.corpus import HEAP, STOCK, WASTE, Hill, Lot, broken


@broken("refusals", "why_not() crashes for a text that is no move")
class ReasonCrashes(Hill):
    def why_not(self, table: Table, text: str) -> str | None:
        return {"draw": "the stock is empty.", "redeal": "not now."}[text]


@broken("refusals", "why_not() reads the top card of a pile that may be empty")
class ReasonOnAnEmptyPile(Hill):
    def why_not(self, table: Table, text: str) -> str | None:
        return f"{table[WASTE][-1]} does not fit." if text == "from waste" else super().why_not(table, text)


@broken("reasons", "why_not() returns a number")
class ReasonIsANumber(Hill):
    def why_not(self, table: Table, text: str) -> Any:
        return 404 if super().why_not(table, text) else None


@broken("reasons", "why_not() gives a reason for any text, though no move has it")
class ReasonForAnything(Hill):
    def why_not(self, table: Table, text: str) -> str | None:
        return super().why_not(table, text) or "that cannot be done now."


@broken("reasons", "why_not() gives no reason for one of the moves")
class ReasonForgotten(Hill):
    def why_not(self, table: Table, text: str) -> str | None:
        return None if text == "from b" else super().why_not(table, text)


@broken("reasons", "why_not() knows a move only as it is written, not as it is typed")
class ReasonByCase(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield Move("Turn", *move.steps)

    def why_not(self, table: Table, text: str) -> str | None:
        return "enough cards are turned." if text == "Turn" else None


@broken("reasons", "a reason has two lines")
class ReasonOfTwoLines(Hill):
    def why_not(self, table: Table, text: str) -> str | None:
        why = super().why_not(table, text)
        return why.replace(", ", ",\n") if why else None


@broken("reasons", "a reason is empty")
class ReasonIsEmpty(Hill):
    def why_not(self, table: Table, text: str) -> str | None:
        return "" if text == "draw" else super().why_not(table, text)


@broken("no-choice", "it claims to offer no choice, but offers one in rare tables")
class ChoiceInRareTables(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if table[WASTE] and table[WASTE][-1].rank == 6 and len(table[WASTE]) == 1:
            yield Move("turn two", Shift(STOCK, WASTE, count=2, face="up"))


@broken("no-choice", "it claims to offer no choice, whatever the options, but offers one under one of them")
class ChoiceUnderOneOption(Hill):
    choices = False

    def moves(self, table: Table) -> Iterator[Move]:
        for move in super().moves(table):
            yield move
            if self.redeals:
                return
        if not table[STOCK] and table[WASTE] and table.count("drawn") < 12:
            yield Move("last", Shift(WASTE, HEAP))
