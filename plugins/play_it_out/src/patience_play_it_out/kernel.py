"""Play it out for mass simulation: what Clock's kernel does, and another start whenever the chain stops.

Where nothing is chosen, it is the same to start at the first unfinished pile from one o'clock and at the first one
clockwise from where the chain stopped: all piles before that one have been finished by then.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final

from patience_clock import kernel as dial
from patience_core import draw_below

# Functions and numbers that are compiled together must be names of this module.
CENTRE: Final = dial.CENTRE
LEFT: Final = dial.LEFT
PACK: Final = dial.PACK
chain: Final = dial.chain
face_down: Final = dial.face_down
lay_out: Final = dial.lay_out
take: Final = dial.take

# Beside what the dial remembers:
RESTARTS: Final = dial.WORK  # how often the chain was started again
DRAWN: Final = dial.WORK + 1  # for how many moves a random player has drawn
WORK: Final = dial.WORK + 2

# In `numbers`, after the two of the dial:
RESTART: Final = 2
PLAYER: Final = 3

CHOOSE: Final = 2

CHOOSING: Final = ("first", "random", "biggest", "smallest")
FIRST, RANDOM, BIGGEST, SMALLEST = range(4)


def start(cards: Sequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> None:
    """Lay the deal out."""
    lay_out(cards, numbers, work)
    work[RESTARTS] = work[DRAWN] = 0


def move(
    cards: Sequence[int], stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]
) -> bool:
    """Go on with the chain, or start it again."""
    return chain(work) or start_again(stream, numbers, work)


def start_again(stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> bool:
    """Start the chain again at another pile; False where all cards are face up."""
    left = face_down(work)
    if left == 0:
        return False
    hour = next_hour(0, work)
    if numbers[RESTART] == CHOOSE:
        if numbers[PLAYER] == RANDOM:
            hour = any_hour(1 + PACK - left + work[RESTARTS], stream, work)
        elif numbers[PLAYER] != FIRST:
            hour = by_size(numbers[PLAYER] == BIGGEST, work)
    take(work, hour)
    work[RESTARTS] += 1
    return True


def next_hour(hour: int, work: Sequence[int]) -> int:
    """Return the first hour that has a card face down, from this one on."""
    while work[LEFT + hour] == 0:
        hour += 1
    return hour


def by_size(biggest: bool, work: Sequence[int]) -> int:
    """Return the hour with most, or with fewest, of those that have a card face down; the first of several."""
    found = next_hour(0, work)
    for hour in range(found + 1, CENTRE):
        left = work[LEFT + hour]
        if left > 0 and (left > work[LEFT + found] if biggest else left < work[LEFT + found]):
            found = hour
    return found


def any_hour(moves: int, stream: MutableSequence[int], work: MutableSequence[int]) -> int:
    """Return any hour that has a card face down, each equally likely, after so many moves."""
    for _ in range(moves - work[DRAWN]):
        draw_below(stream, 1)  # where there was one move only, it drew too
    work[DRAWN] = moves + 1
    hours = 0
    for hour in range(CENTRE):
        if work[LEFT + hour] > 0:
            hours += 1
    hour = next_hour(0, work)
    for _ in range(draw_below(stream, hours)):
        hour = next_hour(hour + 1, work)
    return hour


def result(numbers: Sequence[int], work: Sequence[int]) -> tuple[bool, int, int]:
    """Return that there is no win, how often the chain was started again, and the moves.

    These are the first turn, each card laid, and each new start.
    """
    return False, work[RESTARTS], 1 + PACK + work[RESTARTS]
