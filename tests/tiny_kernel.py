"""A kernel for tests: looks at some cards from the top of the deal on, or misbehaves as its first number says."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final

from patience_core.kernels import Kernel, draw_below

MODULE: Final = __name__
PLAIN, ENDLESS, OFF, DRAWING, ASTRAY, NEGATIVE, DIVIDING = range(7)


def tiny(mode: int = PLAIN, looks: int = 1, below: int = 6, **given: Any) -> Kernel:
    """Return the kernel that looks at so many cards."""
    facts: dict[str, Any] = {"work": 2, "least": 0, "most": 51, **given}
    return Kernel(MODULE, numbers=(mode, looks, below), **facts)


def start(cards: Sequence[int], numbers: Sequence[int], work: MutableSequence[int]) -> None:
    """Have looked at no card."""
    work[0] = work[1] = 0


def move(
    cards: Sequence[int], stream: MutableSequence[int], numbers: Sequence[int], work: MutableSequence[int]
) -> bool:
    """Look at the next card, until as many have been looked at as the second number says."""
    if numbers[0] == ASTRAY:
        work[2] = 0
    if numbers[0] == DIVIDING:
        work[1] = 1 // work[1]
    if numbers[0] == NEGATIVE:
        work[0] = -1
    if work[0] == numbers[1] and numbers[0] != ENDLESS:
        return False
    work[1] = cards[work[0]]
    if numbers[0] == DRAWING:
        work[1] = draw_below(stream, numbers[2])
    if numbers[0] != ENDLESS:
        work[0] += 1
    return True


def result(numbers: Sequence[int], work: Sequence[int]) -> tuple[bool, int, int]:
    """Return as score the last card looked at, or what was drawn last; a score of 0 wins."""
    score = work[1] + 1_000 if numbers[0] == OFF else work[1]
    return score == 0, score, work[0]
