"""The game Fork as a kernel, which breaks in the way that its last number says."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

from patience_core import draw_below

SOUND, ODD_SCORE, LONG_WIN, ONE_OF_TWO, LATE, RAISES, ENDLESS, NEGATIVE, ASTRAY = range(9)

# In `work`: cards laid, cards on the right, odd cards on the left, and the card last laid on the left.
LAID, RIGHT, ODD, LAST = range(4)
WORK: Final = 4

AHEAD, PLAYER, FAULT = range(3)
FIRST, RANDOM = range(2)
CARDS: Final = 6


def start(cards: Sequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> None:
    """Have laid no card."""
    for place in range(WORK):
        work[place] = 0


def move(
    cards: Sequence[int], stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]
) -> bool:
    """Lay the next card."""
    fault = numbers[FAULT]
    laid = work[LAID]
    if laid == CARDS:
        return fault == ENDLESS
    if fault == NEGATIVE and laid == 1:
        work[ODD] = work[LAID] - 2
    choices = 2 if work[RIGHT] < laid - work[RIGHT] + numbers[AHEAD] else 1
    choice = 0
    if numbers[PLAYER] == RANDOM:
        if fault == ONE_OF_TWO:
            choice = 0 if choices == 1 else draw_below(stream, 2)
        else:
            choice = draw_below(stream, choices)
    card = cards[laid + 1 if fault == ASTRAY else laid]
    if choice == 1:
        work[RIGHT] += 1
    else:
        work[ODD] += card % 2
        work[LAST] = card
    work[LAID] += 1
    return True


def result(numbers: Sequence[int], work: Sequence[int]) -> tuple[bool, int, int]:
    """Return whether the last card on the left is the ace, how many there are odd, and the moves."""
    fault = numbers[FAULT]
    won = work[LAST] == 1
    moves = work[LAID]
    if fault == RAISES:
        return won, work[ODD] // (work[LAST] - 6), moves
    if fault == LONG_WIN and won:
        moves += 1
    return won, work[ODD] + (fault == ODD_SCORE), moves
