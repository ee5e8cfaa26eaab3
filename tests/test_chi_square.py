"""Chi-square, its chances, and how rare values are counted together."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core.chi_square import (
    FEWEST,
    Group,
    alarm,
    binomial,
    chi_square,
    fit,
    grouped,
    impossible,
    p_value,
    upper_tail,
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

weights = st.dictionaries(st.integers(-9, 60), st.integers(0, 50), min_size=1).filter(lambda ways: any(ways.values()))
chances_of_scores = weights.map(lambda ways: {value: Fraction(way, sum(ways.values())) for value, way in ways.items()})


@pytest.mark.parametrize(
    ("value", "freedom", "p"),
    # From tables of the chi-square distribution.
    [(3.841459, 1, 0.05), (10.827566, 1, 0.001), (12.591587, 6, 0.05), (1.635383, 6, 0.95), (67.504807, 50, 0.05)],
)
def test_tails_are_those_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert math.isclose(p, upper_tail(value, freedom), rel_tol=1e-5)


@pytest.mark.parametrize("freedom", [1, 2, 6, 51, 2601])
def test_the_tail_is_a_chance_that_falls_as_the_value_grows(freedom: int) -> None:
    tails = [upper_tail(freedom * factor, freedom) for factor in (0.0, 0.5, 0.9, 1.0, 1.1, 2.0, 9.0)]
    assert sorted(tails, reverse=True) == tails
    assert 1.0 == tails[0]
    assert tails[-1] < 0.05


def test_chi_square_is_the_sum_of_squares_over_what_was_expected() -> None:
    assert 4.0 == chi_square([60, 40], [50, 50])
    assert 0.0 == chi_square([3, 4], [3, 4])


@pytest.mark.parametrize(("number", "chance"), [(1, HALF), (7, THIRD), (36, Fraction(1, 13)), (40, Fraction(19, 20))])
def test_the_binomial_chance_is_exact(number: int, chance: Fraction) -> None:
    ways = [math.comb(number, times) * chance**times * (1 - chance) ** (number - times) for times in range(number + 1)]
    for came in range(number + 1):
        side = sum(ways[came:]) if came >= chance * number else sum(ways[: came + 1])
        assert math.isclose(min(1, 2 * side), binomial(came, number, float(chance)), rel_tol=1e-9)


def test_a_count_far_out_among_many_has_no_chance_left() -> None:
    assert 0.0 == binomial(150_000, 150_000, 0.001)
    assert 0.9 < binomial(150, 150_000, 0.001) <= 1.0


@given(chances_of_scores, st.integers(0, 2_000), st.integers(1, 60))
def test_groups_are_neighbours_that_hold_every_value_once(
    chances: dict[int, Fraction], deals: int, fewest: int
) -> None:
    values = sorted(value for value, chance in chances.items() if chance)
    times = dict.fromkeys(values, 0) | {values[0]: deals}
    groups = grouped(times, chances, fewest)
    assert 1 == sum(group.chance for group in groups)
    assert deals == sum(group.came for group in groups)
    assert [values[0], values[-1]] == [groups[0].first, groups[-1].last]
    assert all(values.index(one.last) + 1 == values.index(other.first) for one, other in pairwise(groups))
    assert len(groups) < 3 or all(group.chance * deals >= fewest for group in groups)
    assert len(groups) == 1 or len(values) > 1


def test_rare_values_join_their_neighbours() -> None:
    chances = {value: Fraction(1, 20) for value in range(20)}
    assert [(0, 5), (6, 11), (12, 19)] == [(each.first, each.last) for each in grouped({0: 110}, chances)]
    assert 20 == len(grouped({0: 20 * FEWEST}, chances))


def test_too_few_counts_for_three_groups_are_parted_in_the_middle() -> None:
    chances = {0: Fraction(1, 10), 1: Fraction(3, 10), 2: Fraction(3, 10), 3: Fraction(3, 10)}
    assert (Group(0, 1, 5, Fraction(4, 10)), Group(2, 3, 1, Fraction(6, 10))) == grouped({0: 2, 1: 3, 3: 1}, chances)


def test_one_value_alone_fits_whatever_comes() -> None:
    assert (Group(4, 4, 9, Fraction(1)),) == grouped({4: 9}, {3: Fraction(0), 4: Fraction(1)})
    assert 1.0 == p_value({4: 9}, {4: Fraction(1)})


def test_no_counts_at_all_fit() -> None:
    assert 1.0 == p_value({}, {0: HALF, 1: HALF})
    assert 1.0 == fit(())


@pytest.mark.parametrize(
    ("times", "chances", "p"),
    [
        ({0: 50, 1: 50}, {0: HALF, 1: HALF}, 1.0),
        ({0: 5, 1: 1}, {0: HALF, 1: HALF}, 2 * 7 / 64),  # six coins, on one side five or more
        ({0: 120, 1: 90, 2: 90}, {0: THIRD, 1: THIRD, 2: THIRD}, 0.0497871),  # (20^2 + 10^2 + 10^2) / 100 = 6
    ],
)
def test_p_is_exact_over_two_groups_and_that_of_chi_square_over_more(
    times: dict[int, int], chances: dict[int, Fraction], p: float
) -> None:
    assert math.isclose(p, p_value(times, chances), rel_tol=1e-5)


def test_uneven_counts_are_noticed() -> None:
    even = {value: Fraction(1, 4) for value in range(4)}
    assert p_value(Counter({0: 260, 1: 240, 2: 255, 3: 245}), even) > 0.5
    assert p_value(Counter({0: 360, 1: 240, 2: 155, 3: 245}), even) < alarm(100)


def test_what_cannot_come_is_never_chance() -> None:
    assert 0.0 == p_value({0: 99_999, 5: 1}, {0: Fraction(1)})
    assert 0.0 == p_value({0: 99_999, 5: 1}, {0: Fraction(1), 5: Fraction(0)})
    assert 1.0 == p_value({0: 100_000, 5: 0}, {0: Fraction(1)})
    assert [-1, 5] == impossible({5: 1, 0: 3, -1: 2, 7: 0}, {0: Fraction(1), 5: Fraction(0)})


def test_the_alarm_falls_faster_than_the_number_of_tests_rises() -> None:
    assert 1e-8 == alarm(0) == alarm(1)
    assert math.isclose(1e-11, alarm(100))


def _poisson(mean: int) -> list[float]:
    return [math.exp(came * math.log(mean) - mean - math.lgamma(came + 1)) for came in range(150)]


@pytest.mark.parametrize("tests", [1, 100, 10_000])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_false_alarms_over_counts_of_the_fewest_are_rarer_than_one_in_a_million(tests: int, groups: int) -> None:
    far: dict[int, float] = {0: 1.0}  # the sum of the squares so far, with its chance
    for _ in range(groups):
        sums: dict[int, float] = defaultdict(float)
        for square, chance in far.items():
            for came, more in enumerate(_poisson(FEWEST)):
                sums[square + (came - FEWEST) ** 2] += chance * more
        far = {square: chance for square, chance in sums.items() if chance > 1e-25}
    limit = alarm(tests)
    false = sum(chance for square, chance in far.items() if upper_tail(square / FEWEST, groups) < limit)
    assert tests * false < 1e-6
