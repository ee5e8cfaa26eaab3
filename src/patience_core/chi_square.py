"""Do counts fit their chances? Pearson's chi-square, and where there are too few for it, the exact binomial chance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import Final

from attrs import frozen

FEWEST: Final = 30
"""What chi-square is compared over is expected at least so many times, since counts are not normal."""


def chi_square(came: Iterable[float], expected: Iterable[float]) -> float:
    """Return how far counts lie from what was expected, as Pearson's sum."""
    return math.fsum((got - want) ** 2 / want for got, want in zip(came, expected, strict=True))


def upper_tail(value: float, freedom: int) -> float:
    """Return the chance that chi-square of so many degrees of freedom is this value or a higher one.

    It is exact: Q(a + 1, y) = Q(a, y) + y^a e^-y / Gamma(a + 1) leads up from Q(1/2, y) = erfc(sqrt y), or from
    Q(0, y) = 0.
    """
    y = value / 2
    if y <= 0:
        return 1.0
    odd = freedom % 2
    steps = (step + odd / 2 for step in range(freedom // 2))
    tail = math.erfc(math.sqrt(y)) if odd else 0.0
    return min(1.0, tail + math.fsum(math.exp(a * math.log(y) - y - math.lgamma(a + 1)) for a in steps))


@frozen
class Group:
    """Values that are counted together, neighbours in order.

    Attributes:
        first: the lowest of them.
        last: the highest of them.
        came: how often one of them came.
        chance: the chance that one of them comes.
    """

    first: int
    last: int
    came: int
    chance: Fraction

    def joined(self, higher: Group) -> Group:
        """Return it together with its next higher neighbour."""
        return Group(self.first, higher.last, self.came + higher.came, self.chance + higher.chance)


def grouped(times: Mapping[int, int], chances: Mapping[int, Fraction], fewest: int = FEWEST) -> tuple[Group, ...]:
    """Return the values in order, rare neighbours taken together until each group is expected at least `fewest` times.

    Where that leaves no three groups, there are two, parted where both are most alike in chance, if there is more than
    one value at all.

    Args:
        times: how often each value came.
        chances: the chance of each value.
        fewest: the least that is expected of a group.
    """
    number = sum(times.values())
    values = [Group(value, value, times.get(value, 0), chance) for value, chance in sorted(chances.items()) if chance]
    groups: list[Group] = []
    for value in values:
        if groups and groups[-1].chance * number < fewest:
            groups[-1] = groups[-1].joined(value)
        else:
            groups.append(value)
    if len(groups) > 1 and groups[-1].chance * number < fewest:
        rest = groups.pop()
        groups[-1] = groups[-1].joined(rest)
    return tuple(groups) if len(groups) > 2 else _halves(values)


def _halves(values: Sequence[Group]) -> tuple[Group, ...]:
    """Return two groups that are as alike in chance as can be."""
    if len(values) < 2:
        return tuple(values)
    lower = list(accumulate(values[:-1], Group.joined))
    half = min(range(len(lower)), key=lambda at: abs(2 * lower[at].chance - 1))
    return lower[half], reduce(Group.joined, values[half + 1 :])


def fit(groups: Sequence[Group]) -> float:
    """Return the chance that counts come out so uneven or more.

    It is chi-square's over three groups or more, and exact over two.
    """
    number = sum(group.came for group in groups)
    if number == 0 or len(groups) < 2:
        return 1.0
    if len(groups) == 2:
        return binomial(groups[1].came, number, float(groups[1].chance))
    expected = [float(group.chance) * number for group in groups]
    return upper_tail(chi_square((group.came for group in groups), expected), len(groups) - 1)


def binomial(came: int, number: int, chance: float) -> float:
    """Return the chance that of `number` tries so many succeed or, on the same side, fewer or more; on both sides.

    Args:
        came: how many have succeeded.
        number: how many tries there were.
        chance: the chance of each, above 0 and below 1.
    """
    if came < chance * number:
        came, chance = number - came, 1 - chance
    odds = chance / (1 - chance)
    ways = math.lgamma(number + 1) - math.lgamma(came + 1) - math.lgamma(number - came + 1)
    term = math.exp(ways + came * math.log(chance) + (number - came) * math.log1p(-chance))
    tail = 0.0
    while tail + term > tail:  # the terms fall from here on, and at last no longer count
        tail += term
        term *= (number - came) / (came + 1) * odds
        came += 1
    return min(1.0, 2 * tail)


def p_value(times: Mapping[int, int], chances: Mapping[int, Fraction]) -> float:
    """Return the chance that counts come out so uneven or more; 0 where a value came that cannot."""
    return 0.0 if impossible(times, chances) else fit(grouped(times, chances))


def impossible(times: Mapping[int, int], chances: Mapping[int, Fraction]) -> list[int]:
    """Return the values that came although they have no chance, the lowest first."""
    return sorted(value for value, came in times.items() if came and not chances.get(value))


def alarm(tests: int) -> float:
    """Return the p value below which one of so many tests is an alarm, false less often than once in a million runs.

    Counts are not normal: with FEWEST expected of each group, p values of chi-square below 1e-8, 1e-11 and 1e-14 come
    about as often as 2e-7, 2e-9 and 2e-11 say. (Computed for Poisson counts, for the worst number of groups.) So the
    bound falls faster than the number of tests rises; up to 10,000 tests it holds with room to spare.
    """
    return 1e-8 / math.pow(max(1, tests), 1.5)
