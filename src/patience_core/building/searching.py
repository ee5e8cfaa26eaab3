"""What a search for a win needs of a game of building: how far a table is from it, and which piles are alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from patience_core.building.builds import ALL_CARDS
from patience_core.building.piles import EVERY, PileRules
from patience_core.layout import Role
from patience_core.table import Pile, Table

# What makes a table far from a win, and how much. The proportions were found by trying: with these, FreeCell and
# Grandfather's Clock are solved with the fewest positions.
NOT_UP: Final = 2
"""For a card that does not lie on a foundation."""

GOES_LATER: Final = 3
"""For a card above one that goes up before it: it must be moved aside."""

ON_NEXT: Final = 1
"""For a card above one that could go up next."""

NOT_BUILT: Final = 1
"""For a card that does not lie on the one below it as the pile is built."""

NO_ROOM: Final = 4
"""For a pile that takes any card while it is empty, and is not."""

NEVER: Final = len(ALL_CARDS)
"""The height of a card that goes on no foundation."""


class Distance:
    """Estimates how far a table is from a win; prepared once for the rules of a game's piles."""

    def __init__(self, foundations: Mapping[str, PileRules], others: Mapping[str, PileRules]) -> None:
        self._foundations = dict(foundations)
        # Whatever is the lowest card of a pile, it is no fault: below it is "card -1", on which every card lies well.
        self._others = [
            (name, (*rules.build._on, EVERY) if rules.build else (EVERY,) * (NEVER + 1), rules._begins == EVERY)
            for name, rules in others.items()
        ]
        self._heights: dict[tuple[int | None, ...], list[int]] = {}

    def __call__(self, table: Table) -> int:
        """Return the estimate: 0 where all cards are up, and the more the farther."""
        piles = table.piles
        heights = self._heights_on(piles)
        nexts = self._nexts(piles)
        far = 0
        for name, on, open_to_all in self._others:
            pile = piles[name]
            if not pile:
                continue
            far += NOT_UP * len(pile) + NO_ROOM * open_to_all
            lowest = NEVER
            below = -1
            on_next = 0
            for number in [card.number for card in pile if card.face_up]:
                far += on_next
                height = heights[number]
                if height > lowest:
                    far += GOES_LATER
                else:
                    lowest = height
                if number not in on[below]:
                    far += NOT_BUILT
                if number in nexts:
                    on_next = ON_NEXT
                below = number
        return far

    def _nexts(self, piles: Mapping[str, Pile]) -> set[int]:
        """Return the numbers of the cards that could go up next."""
        nexts: set[int] = set()
        for name, rules in self._foundations.items():
            pile = piles[name]
            if not pile:
                nexts |= rules._begins
            elif rules.build and pile[-1].face_up and len(pile) != rules.most:
                nexts |= rules.build._on[pile[-1].number]
        return nexts

    def _heights_on(self, piles: Mapping[str, Pile]) -> list[int]:
        """Return at which height of a foundation each card will lie, by its number: 0 for the first card.

        Where several foundations or heights are possible, it is the least.
        """
        firsts = tuple([piles[name][0].number if _begun(piles[name]) else None for name in self._foundations])
        heights = self._heights.get(firsts)
        if heights is None:
            heights = self._heights[firsts] = [NEVER] * NEVER
            for rules, first in zip(self._foundations.values(), firsts, strict=True):
                layer = set(rules._begins) if first is None else {first}
                for height in range(rules.most or NEVER):
                    for number in layer:
                        heights[number] = min(heights[number], height)
                    layer = {n for number in layer for n in rules.build._on[number]} if rules.build else set[int]()
        return heights


def _begun(pile: Pile) -> bool:
    """Tell whether the first card of a foundation lies there for all to see."""
    return bool(pile) and pile[0].face_up


def alike_piles(piles: Mapping[str, PileRules], roles: Mapping[str, Role]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of piles that have the same role and the same rules."""
    groups: dict[tuple[Role, PileRules], list[str]] = {}
    for name, rules in piles.items():
        groups.setdefault((roles[name], rules), []).append(name)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)
