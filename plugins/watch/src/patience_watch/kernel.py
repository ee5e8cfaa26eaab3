"""Watch for mass simulation: what Clock's kernel does, and the choice at the fourth king."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

from patience_clock import kernel as dial
from patience_core import draw_below

# Functions and numbers that are compiled together must be names of this module.
CENTRE: Final = dial.CENTRE
DOWN: Final = dial.DOWN
HAND: Final = dial.HAND
LEFT: Final = dial.LEFT
PACK: Final = dial.PACK
chain: Final = dial.chain
face_down: Final = dial.face_down
lay_out: Final = dial.lay_out

RESCUED: Final = dial.WORK  # 1 when play has gone on after the fourth king
WORK: Final = dial.WORK + 1

# In `numbers`, after the two of the dial:
RESCUE: Final = 2
PLAYER: Final = 3

SWAP: Final = 0

CHOOSING: Final = ("first", "random", "best", "bottom-random-pile", "top-random-pile", "top-fewest")
FIRST, RANDOM, BEST, BOTTOM_RANDOM_PILE, TOP_RANDOM_PILE, TOP_FEWEST = range(6)


def start(cards: Sequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> None:
    """Lay the deal out."""
    lay_out(cards, numbers, work)
    work[RESCUED] = 0


def move(
    cards: Sequence[int], stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]
) -> bool:
    """Go on with the chain; where it stops, once, with a face-down card."""
    return chain(work) or go_on(stream, numbers, work)


def go_on(stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> bool:
    """Go on with a face-down card in place of the fourth king; False where there is none, or it has been done."""
    left = face_down(work)
    if work[RESCUED] or left == 0:
        return False
    work[RESCUED] = 1
    hour, depth = choose(left, stream, numbers, work)
    hidden = work[LEFT + hour]
    height = hidden - depth
    work[HAND] = work[DOWN + 13 * height + hour]
    if numbers[RESCUE] == SWAP:
        work[DOWN + 13 * height + hour] = CENTRE
        return True
    for above in range(height + 1, hidden):
        work[DOWN + 13 * (above - 1) + hour] = work[DOWN + 13 * above + hour]
    work[LEFT + hour] = hidden - 1
    return True


def choose(left: int, stream: MutableSequence[int], numbers: Sequence[int], work: Sequence[int]) -> tuple[int, int]:
    """Return the hour and the depth, 1 for the top, of the face-down card that the player goes on with."""
    player = numbers[PLAYER]
    if player == RANDOM:
        for _ in range(PACK - left):
            draw_below(stream, 1)  # at each move until now it drew too, one of one
        return nth_card(draw_below(stream, left), work)
    if player in (BOTTOM_RANDOM_PILE, TOP_RANDOM_PILE):
        hour = nth_unfinished(draw_below(stream, unfinished(work)), work)
    else:
        hour = nth_unfinished(0, work)
        for other in range(hour + 1, CENTRE):
            more = work[LEFT + other] > work[LEFT + hour]
            fewer = 0 < work[LEFT + other] < work[LEFT + hour]
            if (player == BEST and more) or (player == TOP_FEWEST and fewer):
                hour = other
    return hour, work[LEFT + hour] if player in (BEST, BOTTOM_RANDOM_PILE) else 1


def unfinished(work: Sequence[int]) -> int:
    """Return how many hours have a card face down."""
    hours = 0
    for hour in range(CENTRE):
        if work[LEFT + hour] > 0:
            hours += 1
    return hours


def nth_unfinished(number: int, work: Sequence[int]) -> int:
    """Return the hour that has so many unfinished ones before it."""
    for hour in range(CENTRE):
        if work[LEFT + hour] > 0:
            if number == 0:
                return hour
            number -= 1
    return CENTRE


def nth_card(number: int, work: Sequence[int]) -> tuple[int, int]:
    """Return hour and depth of the face-down card that has so many before it, from one o'clock and the top on."""
    for hour in range(CENTRE):
        if number < work[LEFT + hour]:
            return hour, number + 1
        number -= work[LEFT + hour]
    return CENTRE, 0


def result(numbers: Sequence[int], work: Sequence[int]) -> tuple[bool, int, int]:
    """Return whether it is won, the cards left face down, and the moves.

    These are the first turn, each card laid, and the swap. Set aside, the king is laid by that very move.
    """
    left = face_down(work)
    swaps = work[RESCUED] if numbers[RESCUE] == SWAP else 0
    return left == 0, left, 1 + PACK - left + swaps
