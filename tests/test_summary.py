"""Summary: counts that add up, the figures that follow from them, and how far they lie from the exact odds."""

from __future__ import annotations

import json
import math
import statistics
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from patience_core import Comparison, Odds, SimulationError, Summary
from patience_core.chi_square import p_value
from patience_core.simulation.figures import Z, decimals, mean_interval, off, wilson
from tests.games import Round, Steps
from tests.reference import raised

Play = tuple[str, int, int]
"""How one deal went: its outcome, score and moves."""

PLAYS = st.lists(st.tuples(st.sampled_from(["won", "lost", "stopped"]), st.integers(-3, 9), st.integers(0, 60)))


def summary(plays: list[Play], first: int = 0, **changed: Any) -> Summary:
    finished = [score for outcome, score, _ in plays if outcome != "stopped"]
    counts: dict[str, Any] = {
        "game": "toss",
        "options": {"fair": True},
        "player": "first",
        "first": first,
        "deals": len(plays),
        "won": sum(outcome == "won" for outcome, _, _ in plays),
        "scores": {score: finished.count(score) for score in finished},
        "moves": sum(moves for _, _, moves in plays),
        "unfinished": sum(outcome == "stopped" for outcome, _, _ in plays),
    }
    return Summary(**{**counts, **changed})


def tosses(heads: int, tails: int, /, **changed: Any) -> Summary:
    """Return a summary in which heads are won with the score 10, and tails lost with 0."""
    return summary([("won", 10, 5)] * heads + [("lost", 0, 3)] * tails, **changed)


EVEN = Odds(won=Fraction(1, 2), score={0: Fraction(1, 2), 10: Fraction(1, 2)})


@given(PLAYS, PLAYS, st.integers(0, 2**62))
def test_neighbours_add_up_to_the_summary_of_both_in_either_order(one: list[Play], two: list[Play], first: int) -> None:
    expected = summary(one + two, first)
    lower, higher = summary(one, first), summary(two, first + len(one))
    assert expected == lower + higher
    assert expected == higher + lower
    assert str(expected) == str(higher + lower)  # their scores are in order too


@given(PLAYS, PLAYS, st.integers(0, 50), st.integers(0, 50))
def test_ranges_with_a_gap_or_an_overlap_do_not_add_up(one: list[Play], two: list[Play], first: int, then: int) -> None:
    assume(then != first + len(one))
    assume(first != then + len(two))
    assert "add up where one range of deals follows the other" in raised(
        SimulationError, lambda: summary(one, first) + summary(two, then)
    )


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"game": "dice"}, "Summaries whose game differs do not add up: toss and dice."),
        (
            {"options": {"fair": False}},
            "Summaries whose options differ do not add up: {'fair': True} and {'fair': False}.",
        ),
        ({"player": "random"}, "Summaries whose player differs do not add up: first and random."),
        (
            {"first": 5},
            "Summaries add up where one range of deals follows the other: deals 0 to 3 and deals 5 to 6 do not.",
        ),
        (
            {"first": 3},
            "Summaries add up where one range of deals follows the other: deals 0 to 3 and deals 3 to 4 do not.",
        ),
    ],
)
def test_what_does_not_belong_together_does_not_add_up(changed: dict[str, Any], sentence: str) -> None:
    other = tosses(1, 1, **{"first": 4, **changed})
    assert sentence == raised(SimulationError, lambda: tosses(2, 2) + other)


def test_a_summary_and_something_else_do_not_add_up() -> None:
    with pytest.raises(TypeError):
        tosses(1, 1) + 1  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue, reportUnusedExpression]


def test_a_summary_of_no_deals_is_where_adding_begins() -> None:
    nothing = Summary.none(Steps(goal=7), "random", 4)
    assert ("steps", {"goal": 7, "pace": "Walk", "back": False, "ends": "goal"}) == (nothing.game, nothing.options)
    assert ("random", 4, 0, 0, {}, 0, 0) == (
        nothing.player,
        nothing.first,
        nothing.deals,
        nothing.won,
        nothing.scores,
        nothing.moves,
        nothing.unfinished,
    )
    assert "no deals from 4" == nothing.span
    assert [None] * 5 == [
        nothing.won_share,
        nothing.won_interval,
        nothing.mean_score,
        nothing.mean_score_interval,
        nothing.mean_moves,
    ]


def test_a_game_without_a_win_has_no_number_of_wins() -> None:
    nothing = Summary.none(Round(), "first", 0)
    assert (None, None, None) == (nothing.won, nothing.won_share, nothing.won_interval)
    assert (nothing + nothing).won is None


@pytest.mark.parametrize(
    "first", [{"won": 6}, {"won": -1}, {"moves": -1}, {"first": -1}, {"scores": {0: 4}}, {"unfinished": 1}]
)
def test_counts_that_do_not_add_up_are_refused(first: dict[str, Any]) -> None:
    assert "the counts do not add up" in raised(SimulationError, lambda: tosses(3, 2, **first))


@given(PLAYS)
def test_shares_and_means_are_those_of_the_plays(plays: list[Play]) -> None:
    found = summary(plays)
    scores = [score for outcome, score, _ in plays if outcome != "stopped"]
    assert len(scores) == found.finished
    if plays:
        assert found.won_share == sum(outcome == "won" for outcome, _, _ in plays) / len(plays)
        assert found.mean_moves == pytest.approx(statistics.fmean(moves for _, _, moves in plays))
    if scores:
        assert found.mean_score == pytest.approx(statistics.fmean(scores))
    if len(set(scores)) < 2:
        assert found.mean_score_interval is None  # equal scores tell nothing of how far others may lie
    else:
        half = Z * statistics.stdev(scores) / math.sqrt(len(scores))
        assert found.mean_score_interval == pytest.approx(
            (statistics.fmean(scores) - half, statistics.fmean(scores) + half)
        )


@pytest.mark.parametrize(
    ("came", "number", "expected"),
    [
        (10, 100, (0.0552, 0.1744)),  # Newcombe (1998) gives such
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
        (20, 20, (0.8389, 1.0)),
    ],
)
def test_the_interval_of_a_share_is_wilsons(came: int, number: int, expected: tuple[float, float]) -> None:
    assert wilson(came, number) == pytest.approx(expected, abs=5e-5)


@given(st.integers(1, 10**12), st.data())
def test_the_interval_of_a_share_holds_it_and_lies_from_0_to_1(number: int, data: st.DataObject) -> None:
    came = data.draw(st.integers(0, number))
    low, high = wilson(came, number) or (1, 0)
    assert 0 <= low <= came / number <= high <= 1


def test_large_counts_lose_no_digits() -> None:
    times = {10**9: 10**11, 10**9 + 1: 10**11}
    low, high = mean_interval(times) or (0, 0)
    assert (high - low) / 2 == pytest.approx(Z * 0.5 / math.sqrt(2 * 10**11), rel=0.1)


def test_the_differences_from_the_exact_odds_are_in_standard_errors() -> None:
    beside = tosses(60, 40).against(EVEN)
    assert beside.won_off == pytest.approx((60 - 50) / math.sqrt(100 / 4))
    assert beside.mean_score_off == pytest.approx((6 - 5) / (5 / math.sqrt(100)))
    assert p_value({10: 60, 0: 40}, dict(EVEN.score)) == beside.p_value
    assert EVEN is beside.odds


def test_an_unfinished_play_is_not_won_and_has_no_score() -> None:
    found = summary([("won", 10, 5), ("lost", 0, 3), ("stopped", 7, 100), ("stopped", 7, 100)])
    assert ({0: 1, 10: 1}, 0.25, 5.0, 52.0) == (found.scores, found.won_share, found.mean_score, found.mean_moves)
    beside = found.against(EVEN)
    assert (-1.0, 0.0) == (beside.won_off, beside.mean_score_off)


def test_nothing_has_no_difference() -> None:
    assert Comparison(EVEN, None, None, None) == summary([]).against(EVEN)
    stopped = summary([("stopped", 0, 1)]).against(EVEN)
    assert (-1.0, None, None) == (stopped.won_off, stopped.mean_score_off, stopped.p_value)


def test_without_a_win_only_the_scores_are_compared() -> None:
    no_win = Odds(won=None, score={0: Fraction(1, 2), 10: Fraction(1, 2)})
    assert tosses(3, 3, won=None).against(EVEN).won_off is None
    assert tosses(3, 3).against(no_win).won_off is None
    assert tosses(3, 3, won=None).against(no_win).mean_score_off == 0


def test_what_cannot_come_is_infinitely_far_off_and_null_in_json() -> None:
    certain = Odds(won=Fraction(1), score={10: Fraction(1)})
    assert Comparison(certain, 0.0, 0.0, 1.0) == tosses(7, 0).against(certain)
    beside = tosses(6, 1).against(certain)
    assert (-math.inf, -math.inf, 0.0) == (beside.won_off, beside.mean_score_off, beside.p_value)
    assert (None, None) == (beside.as_dict()["won_off"], beside.as_dict()["mean_score_off"])
    assert math.inf == off(0.5, 0.0, 0.0, 4)


def test_json_has_the_counts_and_what_follows_from_them() -> None:
    data = tosses(30, 70, first=5).as_dict(EVEN)
    assert {
        "game": "toss",
        "options": {"fair": True},
        "player": "first",
        "first": 5,
        "deals": 100,
        "won": 30,
        "score": {"0": 70, "10": 30},
        "moves": 360,
        "unfinished": 0,
        "won_share": 0.3,
        "won_interval": wilson(30, 100),
        "mean_score": 3.0,
        "mean_score_interval": mean_interval({0: 70, 10: 30}),
        "mean_moves": 3.6,
        "odds": {
            "won": "1/2",
            "mean_score": "5",
            "won_off": -4.0,
            "mean_score_off": -4.0,
            "p_value": p_value({0: 70, 10: 30}, dict(EVEN.score)),
        },
    } == data
    assert tosses(1, 1).as_dict()["odds"] is None


@given(PLAYS, st.integers(0, 2**62), st.booleans())
def test_json_is_read_back_to_an_equal_summary(plays: list[Play], first: int, wins: bool) -> None:
    expected = summary(plays, first, **({} if wins else {"won": None}))
    assert expected == Summary.from_dict(json.loads(json.dumps(expected.as_dict(EVEN), allow_nan=False)))


@pytest.mark.parametrize("name", ["game", "options", "player", "first", "deals", "won", "score", "moves", "unfinished"])
@pytest.mark.parametrize("wrong", ["missing", 1.5, [], {"a": [1]}, True])
def test_a_field_that_is_missing_or_wrong_is_named(name: str, wrong: object) -> None:
    data = tosses(1, 1).as_dict()
    if wrong == "missing":
        del data[name]
    else:
        data[name] = wrong
    assert f"summary: the field {name} is missing, or not what `Summary.as_dict` gives." == raised(
        SimulationError, lambda: Summary.from_dict(data)
    )


@pytest.mark.parametrize("data", [None, [], 7, {}])
def test_what_is_no_object_is_no_summary(data: object) -> None:
    assert "the field game is missing" in raised(SimulationError, lambda: Summary.from_dict(data))


@pytest.mark.parametrize("score", ["1.5", "", "٣", "1-"])
def test_a_score_is_a_whole_number(score: str) -> None:
    data = tosses(1, 1).as_dict() | {"score": {"0": 1, score: 1}}
    assert "the field score is" in raised(SimulationError, lambda: Summary.from_dict(data))


def test_lines_tell_each_figure_with_its_interval_and_the_exact_one() -> None:
    found = summary([("won", 10, 5)] * 60 + [("lost", 0, 3)] * 40 + [("stopped", 0, 9)], first=1_000)
    assert [
        "toss, fair=yes, player first, deals 1,000 to 1,100",
        "Won: 60 of 101 = 59.4% (95%: 49.7% to 68.5%); exactly 50.0%, +1.89 standard errors off",
        "Mean score: 6.00 (95%: 5.03 to 6.97); exactly 5.00, +2.00 standard errors off",
        f"Scores as uneven or more have the chance {p_value({0: 40, 10: 60}, dict(EVEN.score)):.3g} (chi-square).",
        "Mean moves: 4.25",
        "Stopped unfinished: 1, counted as not won and without a score.",
    ] == list(found.lines(EVEN))


def test_lines_leave_out_what_is_not_there() -> None:
    assert ["toss, fair=yes, player first, no deals from 0"] == list(summary([]).lines(EVEN))
    assert [
        "toss, fair=yes, player first, deal 7",
        "Mean score: 10.00",
        "Mean moves: 5.00",
    ] == list(tosses(1, 0, first=7, won=None).lines())
    no_win = Odds(won=None, score={0: Fraction(1)})
    assert "Won: 0 of 1 = 0% (95%: 0% to 79%)" == list(tosses(0, 1).lines(no_win))[1]
    assert 3 == len(list(summary([("stopped", 0, 3)]).lines())) - 1


@pytest.mark.parametrize(
    ("interval", "scale", "expected"),
    [
        (None, 1, 2),
        ((5.0, 5.0), 1, 2),
        ((0.0, 0.5), 1, 2),
        ((0.0, 2.0), 1, 1),
        ((0.0, 60.0), 1, 0),
        ((0.07, 0.08), 100, 2),
    ],
)
def test_a_figure_has_the_decimals_that_its_interval_is_worth(
    interval: tuple[float, float] | None, scale: float, expected: int
) -> None:
    assert expected == decimals(interval, scale)
