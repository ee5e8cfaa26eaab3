"""Numbered deals favour no card, place or neighbour; and the statistics that say so do notice worse shuffles."""

import math
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import deal_statistics
from benchmarks.deal_statistics import SIZE, Counts, Order, count, numbered, statistics

DEALS = 5_000
# Seven statistics, each with an alarm at either end: fair shuffles raise one less often than once in a million times.
ALARM = 1e-6 / (7 * 2) / 2

PLACE = "place by card"
STAYS = "card stays at its place, by card"
LAST = "last card stays at its place"
NEXT = "next card in pack order follows, by card"
OFTEN = "next card in pack order follows, times in a deal"
FIRSTS = "first card of deal n by that of deal n + 1"
REPEATS = "cards at one place in deals n and n + 1"


def alarms(shuffled: Callable[[int], Order], first: int = 0) -> set[str]:
    """Return the names of the statistics that a shuffle fails over some thousand consecutive numbers."""
    found = statistics(count(shuffled, range(first, first + DEALS)))
    return {statistic.name for statistic in found if not ALARM < statistic.p < 1 - ALARM}


@pytest.mark.parametrize("first", [0, 1_000_000, 2**32 - DEALS // 2, 2**63 - 1 - DEALS])
def test_numbered_deals_pass_every_statistic(first: int) -> None:
    assert not alarms(numbered, first)


def swapped(number: int, draw: Callable[[random.Random, int], int]) -> Order:
    """Shuffle as numbered deals do, from the last card to the second, with another way to draw."""
    chance = random.Random(number)
    cards = list(range(SIZE))
    for last in range(SIZE - 1, 0, -1):
        picked = draw(chance, last)
        cards[last], cards[picked] = cards[picked], cards[last]
    return cards


def fair(number: int) -> Order:
    return swapped(number, lambda chance, last: chance.randrange(last + 1))


def off_by_one(number: int) -> Order:
    """Never draw the card itself: the last card, and any other, never stays."""
    return swapped(number, lambda chance, last: chance.randrange(last))


def any_of_all(number: int) -> Order:
    """Swap each card with any of the 52: 52^51 ways, which 52! does not divide."""
    return swapped(number, lambda chance, _last: chance.getrandbits(64) % SIZE)


def byte_remainder(number: int) -> Order:
    """Take the remainder of a byte: 256 is no multiple of most bounds."""
    return swapped(number, lambda chance, last: chance.getrandbits(8) % (last + 1))


def linear(number: int) -> Order:
    """Seed a linear congruential generator with the number itself and deal the drawn card."""
    state, cards = number, list(range(SIZE))
    for last in range(SIZE - 1, 0, -1):
        state = (state * 214013 + 2531011) % 2**31
        picked = (state >> 16) % (last + 1)
        cards[last], cards[picked] = cards[picked], cards[last]
    return cards[::-1]


def same_for_two(number: int) -> Order:
    """Use each seed for two numbers."""
    return fair(number // 2)


def cut(number: int) -> Order:
    """Cut the pack once, a card deeper each time: every card is at every place, too evenly."""
    return [(card + number) % SIZE for card in range(SIZE)]


def badly_riffled(number: int) -> Order:
    """Riffle three times: many cards still follow each other."""
    chance, cards = random.Random(number), list(range(SIZE))
    for _ in range(3):
        side = {card: chance.getrandbits(1) for card in cards}
        cards.sort(key=side.__getitem__)
    return cards


def test_a_fair_shuffle_of_another_kind_passes() -> None:
    assert not alarms(fair)


@pytest.mark.parametrize(
    ("shuffled", "noticed"),
    [
        (off_by_one, {PLACE, STAYS, LAST}),
        (any_of_all, {PLACE, STAYS}),
        (byte_remainder, {PLACE}),
        (linear, {FIRSTS}),
        (same_for_two, {FIRSTS, REPEATS}),
        (cut, {PLACE, NEXT, OFTEN, FIRSTS, REPEATS}),
        (badly_riffled, {PLACE, NEXT, OFTEN}),
    ],
)
def test_a_bad_shuffle_is_noticed(shuffled: Callable[[int], Order], noticed: set[str]) -> None:
    assert noticed <= alarms(shuffled)


@given(st.integers(0, 2**62), st.integers(1, 9), st.integers(0, 9))
def test_counts_of_two_ranges_add_up_to_those_of_both(first: int, some: int, more: int) -> None:
    middle, stop = first + some, first + some + more
    parts = count(numbered, range(first, middle)) + count(numbered, range(middle, stop))
    assert count(numbered, range(first, stop)) == parts
    assert parts == Counts() + parts


def test_the_chances_are_those_of_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 6
    monkeypatch.setattr(deal_statistics, "SIZE", size)
    repeats = Counter[int]()
    followings = Counter[int]()
    for order in permutations(range(size)):
        repeats[min(4, sum(place == card for place, card in enumerate(order)))] += 1
        followings[min(4, sum(then == card + 1 for card, then in pairwise(order)))] += 1
    orders = math.factorial(size)
    assert [repeats[number] / orders for number in range(5)] == deal_statistics.repeat_chances(4)
    assert [followings[number] / orders for number in range(5)] == deal_statistics.following_chances(4)
