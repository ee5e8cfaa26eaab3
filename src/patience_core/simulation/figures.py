"""Figures from counts: means and shares with their intervals, differences in standard errors, and digits to show."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

LEVEL: Final = 0.95
"""The chance that an interval holds what it is for."""

Z: Final = 1.959963984540054
"""So many standard errors to each side hold a normal value with that chance."""

MOST_DECIMALS: Final = 12

Interval = tuple[float, float]


def wilson(came: int, number: int) -> Interval | None:
    """Return Wilson's interval for the chance of what came so many times of `number`; None when there were none."""
    if not number:
        return None
    share, doubt = came / number, Z * Z / number
    middle = (share + doubt / 2) / (1 + doubt)
    half = math.sqrt(share * (1 - share) * doubt + doubt * doubt / 4) / (1 + doubt)
    # At the ends it reaches the end exactly, which rounding may miss.
    return (0.0 if came == 0 else middle - half), (1.0 if came == number else middle + half)


def mean(times: Mapping[int, int]) -> float | None:
    """Return the mean of values that came so many times each; None when none came."""
    number = sum(times.values())
    return sum(value * came for value, came in times.items()) / number if number else None


def mean_interval(times: Mapping[int, int]) -> Interval | None:
    """Return the interval for the mean, as for many values; None when no two values that differ came."""
    number = sum(times.values())
    if number < 2:
        return None
    total = sum(value * came for value, came in times.items())
    squares = sum(value * value * came for value, came in times.items())
    variance = Fraction(number * squares - total * total, number * (number - 1))  # exact, so no digits are lost
    if not variance:  # that tells nothing of how much others may differ
        return None
    half = Z * math.sqrt(variance / number)
    return total / number - half, total / number + half


def off(came: float, expected: float, variance: float, number: int) -> float | None:
    """Return how many standard errors a mean lies from what was expected; None when nothing came.

    Where what was expected is certain, any difference is infinite.

    Args:
        came: the mean of what came.
        expected: the mean expected.
        variance: the variance expected of each.
        number: how many came.
    """
    if not number:
        return None
    if variance <= 0:
        return 0.0 if came == expected else math.copysign(math.inf, came - expected)
    return (came - expected) / math.sqrt(variance / number)


def decimals(interval: Interval | None, scale: float = 1) -> int:
    """Return how many decimals a figure is worth, its interval known to two digits; 2 where there is none."""
    half = (interval[1] - interval[0]) / 2 * scale if interval else 0.0
    return max(0, min(MOST_DECIMALS, 1 - math.floor(math.log10(half)))) if half else 2


def percent(share: float, places: int) -> str:
    """Write a share in percent with so many decimals."""
    return f"{share * 100:.{places}f}%"
