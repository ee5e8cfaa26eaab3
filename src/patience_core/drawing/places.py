"""Where the piles of a layout stand on a screen of given size, and how much room each has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from attrs import evolve, frozen

from patience_core.cards import MOST_CARDS
from patience_core.layout import Layout, Place


@frozen
class Kit:
    """The size of cards in characters.

    Attributes:
        width: of a card.
        height: of a card.
        across: columns from one card to the next in a pile spread to the right.
    """

    width: int
    height: int
    across: int


SMALL: Final = Kit(2, 1, 3)
BIG: Final = Kit(5, 3, 3)

LEAST_WIDTH: Final = 5
"""Columns of every pile: a small card with the number of cards beside it, or a big card."""

LABEL: Final = 1
"""Rows above the cards, for the label."""

ASPECT: Final = 10 / 7
"""Columns for one card width to rows for one card height: a card is 5 to 7, and a row is two columns high."""

STRETCH: Final = 1.5
"""How much farther apart than needed piles may stand where there is room."""

COMPACT: Final = 4
"""Cards of a spread pile that must have room, where there is none for all that it may come to hold."""

SPACING: Final = ((3, True), (3, False), (1, False))
"""Columns between neighbours, and whether labels must have room: as is good to look at, and as must be."""


TRIES: Final = 50
"""How many scales are tried at most, if a layout is not made of whole card widths."""


@frozen
class Room:
    """A rectangle for one pile."""

    row: int
    column: int
    height: int
    width: int

    def meets(self, other: Room, gap: int = 0) -> bool:
        """Tell whether two rectangles overlap, or come nearer than `gap` columns to each other."""
        return (
            self.row < other.row + other.height
            and other.row < self.row + self.height
            and self.column < other.column + other.width + gap
            and other.column < self.column + self.width + gap
        )


@frozen
class Plan:
    """The rooms of all piles by name, the size of cards that they are made for, and the rows taken."""

    kit: Kit
    rooms: Mapping[str, Room]
    height: int


@lru_cache(maxsize=64)
def rooms(layout: Layout, width: int, height: int) -> Plan | None:
    """Return rooms of which no two overlap, for cards as large as can be; None when there is no way."""
    for kit, most in ((BIG, MOST_CARDS), (SMALL, MOST_CARDS), (SMALL, COMPACT)):
        for gap, labels in SPACING:
            found = _fit(layout, width, height, kit, most, gap, labels)
            if found is not None:
                return _grown(layout, found, width, height, kit)
    return None


def _fit(
    layout: Layout, width: int, height: int, kit: Kit, most: int, gap: int, labels: bool
) -> dict[str, Room] | None:
    """Return the least rooms, spread as far apart as is good; None when they do not fit."""
    sizes = [_least(place, kit, min(place.most, most)) for place in layout.places]
    if labels:  # a label may reach into the gap, but for one column of it
        longest = [len(place.label) - gap + 1 for place in layout.places]
        sizes = [(high, max(wide, label)) for (high, wide), label in zip(sizes, longest, strict=True)]
    left, top = min(place.x for place in layout.places), min(place.y for place in layout.places)
    across = [place.x - left for place in layout.places]
    down = [place.y - top for place in layout.places]
    widest = _scale(across, [size[1] for size in sizes], width)
    highest = _scale(down, [size[0] for size in sizes], height)
    if widest < 0 or highest < 0:
        return None
    grows = any(place.spread == "down" for place in layout.places)  # then the rows are wanted for cards
    rows = min(highest, (1 if grows else STRETCH) * (kit.height + LABEL))
    for columns in _scales(min(widest, ASPECT * rows), widest, whole=all(x == round(x) for x in across)):
        found = [
            Room(round(y * rows), round(x * columns), *size) for x, y, size in zip(across, down, sizes, strict=True)
        ]
        if not any(one.meets(two, gap) for at, one in enumerate(found) for two in found[:at]):
            used = max(room.column + room.width for room in found)
            aside = (width - used) // 2
            names = layout.piles
            return {name: evolve(room, column=room.column + aside) for name, room in zip(names, found, strict=True)}
    return None


def _scales(least: float, most: float, *, whole: bool) -> Iterator[float]:
    """Yield columns for a card width, the fewest first; whole numbers keep the gaps of a grid equal."""
    step = 1 if whole else max(0.125, (most - least) / TRIES)
    columns = min(math.ceil(least / step), math.floor(most / step)) * step
    while columns < most:
        yield columns
        columns += step
    yield most


def _least(place: Place, kit: Kit, most: int) -> tuple[int, int]:
    """Return the height and width that a pile must have."""
    height, width = LABEL + kit.height, kit.width
    if place.spread == "down":
        height += most - 1
    elif place.spread == "right":
        width += kit.across * (most - 1)
    return height, max(width, LEAST_WIDTH)


def _scale(distances: list[float], sizes: list[int], space: int) -> float:
    """Return how many characters there can be for one unit of the layout; below 0 when not even one pile fits."""
    if max(sizes) > space:
        return -1
    scales = [(space - size) / distance for distance, size in zip(distances, sizes, strict=True) if distance > 0]
    return min([space, *scales]) if scales else 0  # at most the space itself, however near to each other piles are


def _grown(layout: Layout, found: dict[str, Room], width: int, height: int, kit: Kit) -> Plan:
    """Return the plan in which spread piles have all the room up to the next pile or the edge."""
    for place in sorted(layout.places, key=lambda place: place.spread != "down"):  # these need their room most
        room = found[place.pile]
        others = [other for name, other in found.items() if name != place.pile]
        if place.spread == "down":
            lower = evolve(room, height=height - room.row)
            ends = [other.row for other in others if other.row > room.row and other.meets(lower, gap=1)]
            found[place.pile] = evolve(room, height=min([height, *ends]) - room.row)
        else:
            longer = evolve(room, width=width - room.column)
            ends = [other.column - 1 for other in others if other.column > room.column and other.meets(longer, gap=1)]
            found[place.pile] = evolve(room, width=min([width, *ends]) - room.column)
    return Plan(kit, found, max(room.row + room.height for room in found.values()))
