"""Klondike: seven columns, a stock that is drawn from, and four foundations."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Final

from patience_core import (
    ALL,
    ALTERNATING,
    DOWN,
    IN_SUIT,
    PACK,
    UP,
    Build,
    BuildingGame,
    Count,
    Layout,
    PileRules,
    Place,
    Scoring,
    Shift,
    Step,
    Stock,
    Table,
    computed,
    frozen,
    option,
)

COLUMNS: Final = ("1", "2", "3", "4", "5", "6", "7")
FOUNDATIONS: Final = {"clubs": "AC", "diamonds": "AD", "hearts": "AH", "spades": "AS"}
"""The foundations, and the card that begins each."""

STOCK: Final = "stock"
WASTE: Final = "waste"
POINTS: Final = "points"
REDEALS: Final = {"unlimited": None, "none": 0, "1": 1, "2": 2}

DOWNWARDS: Final = Build(DOWN, ALTERNATING)
PILE_RULES: Final = {
    WASTE: PileRules(),
    **dict.fromkeys(COLUMNS, PileRules(DOWNWARDS, start="K", runs=DOWNWARDS, turn_up=True)),
    **{name: PileRules(Build(UP, IN_SUIT), start=ace) for name, ace in FOUNDATIONS.items()},
}
RULES: Final = resources.files("patience_klondike").joinpath("rules.md")


@frozen
class Klondike(BuildingGame):
    """Klondike; the rules for players, and where their sources disagree, are in rules.md."""

    id = "klondike"
    title = "Klondike"
    aliases = ("fascination", "triangle")
    layout = Layout(
        (
            Place(STOCK, 0, 0, role="stock"),
            Place(WASTE, 1, 0, role="waste"),
            *(Place(name, place, 0, role="foundation") for place, name in enumerate(FOUNDATIONS, 3)),
            *(Place(name, place, 1.2, spread="down", most=19) for place, name in enumerate(COLUMNS)),
        )
    )
    pile_rules = PILE_RULES
    tallies = frozenset({POINTS})

    draw: int = option(
        1,
        choices={
            1: "One card at a time.",
            3: "Three at a time, of which only the last one turned may be played at once.",
        },
        help="how many cards are turned from the stock",
    )
    redeals: str = option(
        "unlimited",
        choices={
            "unlimited": "As often as you like.",
            "none": "Never: each card of the stock comes up once.",
            "1": "Once.",
            "2": "Twice.",
        },
        help="how often the waste is turned over to be the stock again",
    )
    counting: str = option(
        "cards",
        choices={
            "cards": "The score is the number of cards on the foundations.",
            "standard": "Points: 10 for a card brought up, 5 for one played from the waste to a column, 5 for one "
            "turned up; 15 are lost for one taken back from a foundation, and 100 for a redeal when drawing one at a "
            "time; never below 0.",
            "vegas": "The pack is bought for 52, and each card on the foundations pays 5.",
        },
        help="how the score is counted",
    )

    @computed
    def stock(self) -> Stock:
        return Stock(self.draw, redeals=REDEALS[self.redeals])

    @computed
    def scoring(self) -> Scoring:
        if self.counting == "standard":
            return Scoring("points", best="highest", least=0, most=745)
        if self.counting == "vegas":
            return Scoring("money won", best="highest", least=-52, most=208)
        return Scoring("cards on the foundations", best="highest", least=0, most=52)

    def deal(self) -> Iterable[Step]:
        for row, first in enumerate(COLUMNS):
            yield Shift(PACK, first, face=UP)
            for column in COLUMNS[row + 1 :]:
                yield Shift(PACK, column)
        yield Shift(PACK, STOCK, ALL)

    def also(self, src: str, dst: str) -> tuple[Step, ...]:
        if self.counting != "standard":
            return ()
        points = 10 * (dst in FOUNDATIONS) - 15 * (src in FOUNDATIONS) + 5 * (src == WASTE and dst in COLUMNS)
        if dst == STOCK and self.draw == 1:
            points = -100
        return (Count(POINTS, points, least=0),) if points else ()

    def also_turned(self, pile: str) -> tuple[Step, ...]:
        return (Count(POINTS, 5),) if self.counting == "standard" else ()

    def score(self, table: Table) -> int:
        if self.counting == "standard":
            return table.count(POINTS)
        up = sum(len(table[name]) for name in FOUNDATIONS)
        return 5 * up - 52 if self.counting == "vegas" else up

    @computed
    def rules(self) -> str:
        return RULES.read_text(encoding="utf-8")
