"""Clock for mass simulation: the game of game.py once more, on plain numbers, as the engine's `Kernel` wants it.

A pile is its number, 0 for one o'clock to 11 for twelve and 12 for the centre, and a card is the number of the pile
that it goes under. Of a pile only the cards still face down matter; those laid under it never come back.

Watch and Play it out build on this: they begin alike, and differ in what is done when the chain stops.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

PACK: Final = 52
CENTRE: Final = 12

# What a play remembers in `work`:
HAND: Final = 0  # the pile that the card in hand goes under
GAVE: Final = 1  # the pile that it came from
LEFT: Final = 2  # for each pile, how many of its cards are still face down
DOWN: Final = 15  # the cards: first the bottom one of each pile, then the one above it, and so on
WORK: Final = 67  # so many numbers in all; a game that remembers more goes on here

# What `numbers` begin with. Each is the place of the option's choice among its choices.
DEALING: Final = 0
TOP: Final = 1
OWN_LAST_CARD: Final = 2  # Clock's own

PACKETS: Final = 1
CENTRE_LAST: Final = 2
LAST_DEALT: Final = 0
IGNORED: Final = 0
HOURS: Final = 1


def lay_out(cards: Sequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> None:
    """Lay the deal out. The first card is then turned as if a king had been laid at the centre."""
    # How far apart in the deal the cards of neighbouring hours lie, and those of one pile.
    aside, apart = 1, 13
    centre, centre_apart = 12, 13
    if numbers[DEALING] == PACKETS:
        aside, apart = 4, 1
        centre, centre_apart = 48, 1
    elif numbers[DEALING] == CENTRE_LAST:
        apart = 12
        centre, centre_apart = 48, 1
    for height in range(4):
        nth = height if numbers[TOP] == LAST_DEALT else 3 - height
        for hour in range(12):
            work[DOWN + 13 * height + hour] = cards[aside * hour + apart * nth]
        work[DOWN + 13 * height + CENTRE] = cards[centre + centre_apart * nth]
    for pile in range(13):
        work[LEFT + pile] = 4
    work[HAND] = work[GAVE] = CENTRE


def take(work: MutableSequence[int], pile: int) -> None:
    """Take the next face-down card of a pile to hand."""
    left = work[LEFT + pile] - 1
    work[LEFT + pile] = left
    work[HAND] = work[DOWN + 13 * left + pile]
    work[GAVE] = pile


def chain(work: MutableSequence[int]) -> bool:
    """Lay the card in hand under its pile and take the next one there; False where there is none."""
    pile = work[HAND]
    if work[LEFT + pile] == 0:
        return False
    take(work, pile)
    return True


def face_down(work: Sequence[int]) -> int:
    """Return how many cards are face down."""
    left = 0
    for pile in range(13):
        left += work[LEFT + pile]
    return left


def start(cards: Sequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> None:
    """Lay the deal out."""
    lay_out(cards, numbers, work)


def move(
    cards: Sequence[int], stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]
) -> bool:
    """Go on with the chain; where it stops, see whether a rule moves it on."""
    return chain(work) or (numbers[OWN_LAST_CARD] != IGNORED and move_on(numbers, work))


def move_on(numbers: Sequence[int], work: MutableSequence[int]) -> bool:
    """Take the next face-down card clockwise, if the card in hand was the last of its own pile."""
    pile = work[HAND]
    if work[GAVE] != pile or (pile == CENTRE and numbers[OWN_LAST_CARD] == HOURS):
        return False
    for step in range(1, 13):
        hour = (pile + step) % 13
        if hour != CENTRE and work[LEFT + hour] > 0:
            take(work, hour)
            return True
    return False


def result(numbers: Sequence[int], work: Sequence[int]) -> tuple[bool, int, int]:
    """Return whether it is won, the cards left face down, and the moves: the first turn, and each card laid."""
    left = face_down(work)
    return left == 0, left, 1 + PACK - left
