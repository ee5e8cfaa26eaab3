"""Does a shuffle favour anything? Statistics over the numbered deals of the 52-card pack.

Each statistic is a chi-square whose distribution over fair shuffles is known, so that it has a p-value: the chance that
fair shuffles come out at least as uneven. A p-value near 0 is a fault, and so is one near 1 (too even to be chance).
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import eq

from patience_core import FRENCH_52, Deal
from patience_core.chi_square import chi_square, upper_tail

SIZE = 52

Order = Sequence[int]
"""The cards by their places in pack order, the one dealt first at index 0."""


def numbered(number: int) -> Order:
    """Return the order of a numbered deal."""
    return bytes([FRENCH_52.index[card] for card in Deal.numbered(number).cards])


@dataclass
class Counts:
    """What was counted over deals; counts of different deals can be added."""

    deals: int = 0
    placed: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])  # (place, card)
    followed: Counter[int] = field(default_factory=Counter[int])  # card that the next in pack order follows
    followings: Counter[int] = field(default_factory=Counter[int])  # how many such cards in one deal
    firsts: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])  # of deals n and n + 1
    repeats: Counter[int] = field(default_factory=Counter[int])  # cards at one place in deals n and n + 1

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.deals + other.deals,
            self.placed + other.placed,
            self.followed + other.followed,
            self.followings + other.followings,
            self.firsts + other.firsts,
            self.repeats + other.repeats,
        )


def count(shuffled: Callable[[int], Order], numbers: range) -> Counts:
    """Count over the deals of these consecutive numbers, each also compared with the deal that comes next."""
    counts = Counts(len(numbers))
    orders = [shuffled(number) for number in (*numbers, numbers.stop)]
    for place, cards in enumerate(zip(*orders[:-1], strict=True)):
        counts.placed.update({(place, card): times for card, times in Counter(cards).items()})
    for order, after in pairwise(orders):
        followed = [card for card, then in pairwise(order) if then == card + 1]
        counts.followed.update(followed)
        counts.followings[len(followed)] += 1
        counts.firsts[order[0], after[0]] += 1
        counts.repeats[sum(map(eq, order, after))] += 1
    return counts


@dataclass(frozen=True)
class Statistic:
    """A chi-square value, its degrees of freedom, and what it looked at."""

    name: str
    value: float
    freedom: int

    @property
    def p(self) -> float:
        """The chance of this value or a higher one."""
        return upper_tail(self.value, self.freedom)


def statistics(counts: Counts) -> list[Statistic]:
    """Return every statistic of the counts."""
    stays = [counts.placed[card, card] for card in range(SIZE)]
    follows = [counts.followed[card] for card in range(SIZE - 1)]
    return [
        Statistic("place by card", _places(counts), (SIZE - 1) ** 2),
        Statistic("card stays at its place, by card", _alike(stays, counts.deals), SIZE),
        Statistic("last card stays at its place", _alike(stays[-1:], counts.deals), 1),
        Statistic("next card in pack order follows, by card", _alike(follows, counts.deals), SIZE - 1),
        _fit("next card in pack order follows, times in a deal", counts.followings, following_chances()),
        Statistic("first card of deal n by that of deal n + 1", _independence(counts.firsts), (SIZE - 1) ** 2),
        _fit("cards at one place in deals n and n + 1", counts.repeats, repeat_chances()),
    ]


def _places(counts: Counts) -> float:
    """Return chi-square over place by card.

    Every row and column of a deal's own table adds up to 1, so its deviations have the variance 1 / (SIZE - 1) in each
    of (SIZE - 1)^2 directions; Pearson's formula, made for counts free of that, would give 52/51 of this.
    """
    mean = counts.deals / SIZE
    squares = sum((counts.placed[place, card] - mean) ** 2 for place in range(SIZE) for card in range(SIZE))
    return squares * (SIZE - 1) / counts.deals


def _alike(times: Sequence[int], deals: int) -> float:
    """Return chi-square over events of the chance 1/52 each, any two of which have the joint chance 1/(52 * 51)."""
    events = len(times)
    variance = (1 / SIZE) * (1 - 1 / SIZE)
    covariance = 1 / (SIZE * (SIZE - 1)) - 1 / SIZE**2
    mean = sum(times) / events
    within = sum((time - mean) ** 2 for time in times) / (variance - covariance)
    overall = (sum(times) - events * deals / SIZE) ** 2 / (events * (variance + (events - 1) * covariance))
    return (within + overall) / deals


def _independence(pairs: Mapping[tuple[int, int], int]) -> float:
    """Return chi-square over a table of pairs, its rows and columns taken as they are."""
    deals = sum(pairs.values())
    rows, columns = Counter[int](), Counter[int]()
    for (row, column), times in pairs.items():
        rows[row] += times
        columns[column] += times
    return math.fsum(
        (pairs.get((row, column), 0) - expected) ** 2 / expected
        for row in rows
        for column in columns
        for expected in [rows[row] * columns[column] / deals]
    )


def _fit(name: str, times: Mapping[int, int], chances: Sequence[float]) -> Statistic:
    """Return chi-square of how often each number came against its chance; the last stands for it and all above."""
    deals, last = sum(times.values()), len(chances) - 1
    seen = [times.get(number, 0) for number in range(last)]
    seen.append(deals - sum(seen))
    expected = [chance * deals for chance in chances]
    return Statistic(name, chi_square(seen, expected), last)


def _derangements(size: int) -> int:
    """Return in how many orders of `size` cards none is at its place."""
    before, now = 1, 0
    for cards in range(1, size):
        before, now = now, cards * (before + now)
    return now if size else before


def repeat_chances(most: int = 6) -> list[float]:
    """Return the chances that 0, 1, ... cards, and `most` or more, are at the same place in two fair orders."""
    ways = [math.comb(SIZE, fixed) * _derangements(SIZE - fixed) for fixed in range(most)]
    return _chances(ways)


def following_chances(most: int = 6) -> list[float]:
    """Return the chances that in one fair order 0, 1, ..., and `most` or more, cards are followed by the next."""
    # Glue the followings together; n cards of which none is followed by the next: D(n) + D(n - 1) orders.
    ways = [
        math.comb(SIZE - 1, glued) * (_derangements(SIZE - glued) + _derangements(SIZE - glued - 1))
        for glued in range(most)
    ]
    return _chances(ways)


def _chances(ways: list[int]) -> list[float]:
    orders = math.factorial(SIZE)
    return [way / orders for way in [*ways, orders - sum(ways)]]


def _count_numbered(numbers: range) -> Counts:
    return count(numbered, numbers)


def main() -> None:
    """Print the statistics of consecutive deals."""
    parser = argparse.ArgumentParser(description="Statistics over numbered deals of the 52-card pack.")
    parser.add_argument("--deals", type=int, default=100_000, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first deal number (default: %(default)s)")
    # Arguments meant for the other benchmarks are passed over: `make bench` gives the same ones to all.
    asked, _ = parser.parse_known_args()
    started = time.perf_counter()
    stop = asked.first + asked.deals
    chunks = [range(begin, min(begin + 10_000, stop)) for begin in range(asked.first, stop, 10_000)]
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        counts = reduce(Counts.__add__, processes.map(_count_numbered, chunks), Counts())
    seconds = time.perf_counter() - started
    print(f"Deals {asked.first} to {stop - 1} of the 52-card pack ({seconds:.0f} s)\n")
    print(f"{'statistic':50}{'chi-square':>11}{'degrees':>9}{'p':>8}")
    for found in statistics(counts):
        print(f"{found.name:50}{found.value:11.1f}{found.freedom:9}{found.p:8.4f}")


if __name__ == "__main__":
    main()
