"""Grandfather's Clock: twelve foundations in a ring, each built up to the card of its hour."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import Final

from patience_core import (
    ANY,
    ANY_SUIT,
    DOWN,
    IN_SUIT,
    PACK,
    UP,
    Build,
    BuildingGame,
    Fetch,
    Layout,
    PileRules,
    Place,
    Shift,
    Step,
    computed,
    frozen,
    option,
    ring,
)

HOURS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")
COLUMNS: Final = ("a", "b", "c", "d", "e", "f", "g", "h")
FIRST_RANKS: Final = dict(zip((*HOURS[4:], *HOURS[:4]), range(2, 14), strict=True))
"""The rank that begins each foundation, as they are laid out: the two at five o'clock, and on clockwise."""

UPWARDS: Final = Build(UP, IN_SUIT, around_the_corner=True)
PILE_RULES: Final = {
    # A foundation is complete with as many cards as there are from its first rank to its hour.
    **{hour: PileRules(UPWARDS, most=(int(hour) - FIRST_RANKS[hour]) % 13 + 1, gives=False) for hour in HOURS},
    **dict.fromkeys(COLUMNS, PileRules(Build(DOWN, ANY_SUIT), start=ANY)),
}
RULES: Final = resources.files("patience_grandfathers_clock").joinpath("rules.md")


@frozen
class GrandfathersClock(BuildingGame):
    """Grandfather's Clock; the rules for players, and where their sources disagree, are in rules.md."""

    id = "grandfathers-clock"
    title = "Grandfather's Clock"
    layout = Layout(
        (
            *ring(HOURS, centre=(2, 3), radius=(2, 3), role="foundation"),
            *(Place(name, place + 5, 0, spread="down", most=15) for place, name in enumerate(COLUMNS)),
        )
    )
    pile_rules = PILE_RULES

    suits: str = option(
        "HSDC",
        choices={
            "HSDC": "The two at five o'clock is of hearts; then come spades, diamonds, clubs, and so on.",
            "SHCD": "The two at five o'clock is of spades; then come hearts, clubs, diamonds, and so on.",
        },
        help="the suits of the cards that begin the foundations",
    )

    def deal(self) -> Iterable[Step]:
        for place, (hour, rank) in enumerate(FIRST_RANKS.items()):
            yield Fetch(PACK, hour, rank, self.suits[place % 4])
        for card in range(40):
            yield Shift(PACK, COLUMNS[card % 8], face=UP)

    @computed
    def rules(self) -> str:
        return RULES.read_text(encoding="utf-8")
