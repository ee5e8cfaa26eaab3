"""Pace: cuts a range of deals into chunks that take about as long as they should, by the rate measured so far."""

from __future__ import annotations

import math
from typing import Final

AIM: Final = 1.0
"""Seconds that a chunk should take: at most some hundred a second then come back from a thousand workers."""

LEAST: Final = 0.5
"""Seconds that a chunk should take even near the end, where smaller ones share out what is left more evenly."""

BEGIN: Final = 1
"""Deals of the first chunk, before anything has been measured: there are games of which one deal takes seconds."""

GROWTH: Final = 8
"""A chunk has at most so many times the deals of the last measured one: the first ones tell little."""


class Pace:
    """Hands out the deals of a range in order, a chunk at a time. How they are cut changes no result."""

    def __init__(self, first: int, deals: int, *, aim: float = AIM, most: int | None = None) -> None:
        """Begin at `first`.

        Args:
            first: the number of the first deal.
            deals: how many deals there are.
            aim: seconds that a chunk should take.
            most: deals of the largest chunk, or None where there is no bound.
        """
        self.next: int = first
        self.end: Final = first + deals
        self.aim = aim
        self.most: Final = most
        self._rate: float | None = None  # deals a second, at one place
        self._size = BEGIN

    @property
    def left(self) -> int:
        """How many deals have not been handed out."""
        return self.end - self.next

    @property
    def seconds_left(self) -> float:
        """How long these would take at one place; infinite while nothing is known."""
        return math.inf if self._rate is None else self.left / self._rate

    @property
    def settled(self) -> bool:
        """Whether the next chunk will take about as long as it should, by what has been measured."""
        return self._rate is not None and self._size >= self._rate * min(self.aim, LEAST)

    def take(self, places: int) -> tuple[int, int] | None:
        """Hand out a chunk, as its first number and how many deals it has; None when all have been handed out.

        Args:
            places: at how many places chunks are played at once.
        """
        if not self.left:
            return None
        size = self._size
        if self._rate is not None:
            fair = math.ceil(self.left / (2 * places))  # so that all places are busy until the end
            size = min(size, max(fair, int(self._rate * min(self.aim, LEAST))))
        size = max(1, min(size, self.left, self.most or size))
        self.next += size
        return self.next - size, size

    def learn(self, deals: int, seconds: float) -> None:
        """Note how long a chunk took where it was played."""
        rate = deals / max(seconds, 1e-6)
        self._rate = rate if self._rate is None else (self._rate + rate) / 2
        self._size = max(1, min(int(self._rate * self.aim), deals * GROWTH))
