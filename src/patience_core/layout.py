"""Layout: the piles of a game and where they stand, from which every front end can draw any game."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final, Literal

from attrs import Factory, field, frozen

from patience_core.errors import LayoutError
from patience_core.moves import PACK

Spread = Literal["squared", "down", "right"]
Role = Literal["tableau", "stock", "waste", "foundation", "reserve", "cell", "hand"]
SPREADS: tuple[Spread, ...] = ("squared", "down", "right")
MOST_UNITS: Final = 1_000_000  # nan, which no comparison holds for, is refused too
ROLES: tuple[Role, ...] = ("tableau", "stock", "waste", "foundation", "reserve", "cell", "hand")


def _check_name(_place: object, _attribute: object, name: Any) -> None:
    if type(name) is not str or not name.isascii() or not name.isprintable() or not name.strip() == name != "":
        raise LayoutError(f"{name!r} is no name for a pile: names are printable ASCII.")
    if name == PACK:
        raise LayoutError(f"{name!r} is the engine's own pile: every deal begins with it.")


def _check_number(place: Place, attribute: object, value: Any) -> None:
    if type(value) not in {int, float} or not -MOST_UNITS <= value <= MOST_UNITS:
        raise LayoutError(f"pile {place.pile!r}: {value!r} is no coordinate.")


def _check_spread(place: Place, _attribute: object, spread: Spread) -> None:
    if spread not in SPREADS:
        raise LayoutError(f"pile {place.pile!r}: spread={spread!r}; it is one of {', '.join(SPREADS)}.")


def _check_role(place: Place, _attribute: object, role: Role) -> None:
    if role not in ROLES:
        raise LayoutError(f"pile {place.pile!r}: role={role!r}; it is one of {', '.join(ROLES)}.")


def _check_most(place: Place, _attribute: object, most: Any) -> None:
    if type(most) is not int or most < 1:
        raise LayoutError(f"pile {place.pile!r}: most={most!r}; it is the number of cards to leave room for.")


@frozen
class Place:
    """Where one pile stands.

    Attributes:
        pile: its name, as rules and move texts use it.
        x: distance of its left edge from the left, in card widths.
        y: distance of its upper edge from the top, in card heights.
        spread: "squared" (one on another), "down" or "right" (overlapping, each card seen).
        role: what the field calls such a pile.
        label: what a front end writes beside it; the name unless given.
        most: how many cards to leave room for when it is spread.
    """

    pile: str = field(validator=_check_name)
    x: float = field(validator=_check_number)
    y: float = field(validator=_check_number)
    spread: Spread = field(default=SPREADS[0], validator=_check_spread, kw_only=True)
    role: Role = field(default=ROLES[0], validator=_check_role, kw_only=True)
    label: str = field(default=Factory(lambda place: place.pile, takes_self=True), kw_only=True)
    most: int = field(default=1, validator=_check_most, kw_only=True)


def _check_places(_layout: object, _attribute: object, places: tuple[Place, ...]) -> None:
    if not places:
        raise LayoutError("a layout has one pile or more.")
    names = [place.pile for place in places]
    for name in names:
        if names.count(name) > 1:
            raise LayoutError(f"the pile {name!r} is placed twice.")


def _as_tuple(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(places)


@frozen
class Layout:
    """The places of all piles of a game, in the order in which a table lists them."""

    places: tuple[Place, ...] = field(converter=_as_tuple, validator=_check_places)

    @property
    def piles(self) -> tuple[str, ...]:
        """The names of the piles."""
        return tuple(place.pile for place in self.places)


def ring(
    piles: Iterable[str],
    *,
    centre: tuple[float, float],
    radius: tuple[float, float],
    spread: Spread = "squared",
    role: Role = "tableau",
    most: int = 1,
) -> tuple[Place, ...]:
    """Return places for piles in a ring, clockwise, the last one at the top: twelve stand as on a clock.

    Args:
        piles: their names.
        centre: x and y of the place in the middle of the ring.
        radius: of the ring, across in card widths and down in card heights.
        spread: as in `Place`, for all of them; so are `role` and `most`.
        role: what the field calls such a pile.
        most: how many cards to leave room for.
    """
    names = tuple(piles)
    turns = [2 * math.pi * number / len(names) for number in range(1, len(names) + 1)]
    return tuple(
        Place(
            name,
            round(centre[0] + radius[0] * math.sin(turn), 3),
            round(centre[1] - radius[1] * math.cos(turn), 3),
            spread=spread,
            role=role,
            most=most,
        )
        for name, turn in zip(names, turns, strict=True)
    )
