"""Clock: thirteen piles of four, and every card sent under its hour until the fourth king."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from patience_core import (
    BOTTOM,
    FRENCH_52,
    PACK,
    RANKS,
    TOP,
    UP,
    Game,
    Layout,
    Mark,
    Move,
    Place,
    Scoring,
    Shift,
    Step,
    Table,
    frozen,
    option,
    ring,
)

HOURS: Final = tuple(str(hour) for hour in range(1, 13))
CENTRE: Final = "centre"
HAND: Final = "hand"
PILES: Final = (*HOURS, CENTRE)
"""The thirteen piles; the pile of rank r, ace 1 to king 13, is PILES[r - 1]."""

DIAL: Final = Layout(
    (
        *ring(HOURS, centre=(9.0, 6.5), radius=(9.0, 6.5), spread="right", most=4),
        Place(CENTRE, 9.0, 6.5, spread="right", most=4),
        Place(HAND, 0.0, 0.0, role="hand"),
    )
)

DEALING: Final = {
    "round": PILES * 4,
    "packets": tuple(pile for pile in PILES for _ in range(4)),
    "centre-last": HOURS * 4 + (CENTRE,) * 4,
}
"""For each reading of `dealing`, the pile that each card of the pack goes to, the card dealt first at index 0."""

SERVED: Final = "served"
"""The count that holds the rank of the pile served last; kept only where the own-last-card rule needs it."""

TURN_CENTRE: Final = Move("turn", Shift(CENTRE, HAND, face=UP))


def _laid(pile: str) -> Shift:
    return Shift(HAND, pile, put=BOTTOM)


def _taken(pile: str) -> Shift:
    return Shift(pile, HAND, face=UP)


def _served(pile: str) -> Mark:
    return Mark(SERVED, PILES.index(pile) + 1)


DELIVER: Final = {pile: (Move(f"to {pile}", _laid(pile), _taken(pile)),) for pile in PILES}
"""The card in hand goes under its hour, and that pile's top card comes to hand."""

LAY: Final = {pile: (Move(f"to {pile}", _laid(pile)),) for pile in PILES}
"""The card in hand goes under its hour, where no card is left to take."""

TRACKED_TURN: Final = Move("turn", *TURN_CENTRE.steps, _served(CENTRE))
TRACKED_DELIVER: Final = {
    (pile, taken): (Move(f"to {pile}" if pile == taken else f"to {pile} then {taken}", _laid(pile), _taken(taken), _served(taken)),)
    for pile in PILES
    for taken in PILES
}
"""The same where the pile served is kept; `taken` is another pile where the own-last-card rule moves the turn on."""

TRACKED_LAY: Final = {pile: (Move(f"to {pile}", _laid(pile), _served(pile)),) for pile in PILES}


def card_pile(table: Table) -> str:
    """Return the pile that the card in hand names."""
    return PILES[table[HAND][0].rank - 1]


def has_back(table: Table, pile: str) -> bool:
    """Tell whether a pile has a face-down card left: those lie on top of the cards sent under it."""
    return bool(table[pile]) and not table[pile][-1].face_up
