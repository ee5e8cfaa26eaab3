"""FreeCell: eight columns face up, and a few cells in which a card may wait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Final

from patience_core import (
    ALTERNATING,
    ANY,
    DOWN,
    IN_SUIT,
    PACK,
    UP,
    Build,
    BuildingGame,
    Layout,
    PileRules,
    Place,
    Shift,
    Step,
    Table,
    computed,
    frozen,
    option,
)

COLUMNS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
CELLS: Final = ("a", "b", "c", "d")
FOUNDATIONS: Final = {"clubs": "AC", "diamonds": "AD", "hearts": "AH", "spades": "AS"}
"""The foundations, and the card that begins each."""

DOWNWARDS: Final = Build(DOWN, ALTERNATING)
COLUMN: Final = PileRules(DOWNWARDS, start=ANY, runs=DOWNWARDS)
CELL: Final = PileRules(start=ANY, most=1, called="cell")
RULES: Final = resources.files("patience_freecell").joinpath("rules.md")


@frozen
class FreeCell(BuildingGame):
    """FreeCell; the rules for players are in rules.md."""

    id = "freecell"
    title = "FreeCell"
    aliases = ("free-cell",)

    cells: int = option(
        4,
        choices={
            4: "Four cells: nearly every deal can be won.",
            3: "Three cells: most deals can be won.",
            2: "Two cells: hard, and a good part of the deals cannot be won.",
            1: "One cell: few deals can be won.",
        },
        help="how many cells there are",
    )

    @computed
    def layout(self) -> Layout:
        return Layout(
            (
                *(Place(cell, place, 0, role="cell") for place, cell in enumerate(CELLS[: self.cells])),
                *(Place(name, place, 0, role="foundation") for place, name in enumerate(FOUNDATIONS, 4)),
                *(Place(name, place, 1.2, spread="down", most=19) for place, name in enumerate(COLUMNS)),
            )
        )

    @computed
    def pile_rules(self) -> Mapping[str, PileRules]:
        return {
            **{name: PileRules(Build(UP, IN_SUIT), start=ace, gives=False) for name, ace in FOUNDATIONS.items()},
            **dict.fromkeys(CELLS[: self.cells], CELL),
            **dict.fromkeys(COLUMNS, COLUMN),
        }

    def deal(self) -> Iterable[Step]:
        for card in range(len(self.pack)):
            yield Shift(PACK, COLUMNS[card % 8], face=UP)

    def at_once(self, table: Table, dst: str) -> int:
        # As many as single moves could bring over: one by way of each empty cell and one directly, and each other
        # empty column, where they may wait, doubles that.
        piles = table.piles
        waiting = sum([not piles[cell] for cell in CELLS[: self.cells]]) + 1
        return waiting << sum([not piles[column] for column in COLUMNS if column != dst])

    @computed
    def rules(self) -> str:
        return RULES.read_text(encoding="utf-8")
