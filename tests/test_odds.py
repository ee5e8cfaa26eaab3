"""Odds as values. That the odds of every game agree with play is in the kit's check `odds`."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Game, GameError, Odds, Registry
from patience_core.conformance.play import choices_of

weights = st.dictionaries(st.integers(-9, 99), st.integers(0, 50), min_size=1).filter(lambda ways: any(ways.values()))
scores = weights.map(lambda ways: {value: Fraction(way, sum(ways.values())) for value, way in ways.items()})
chances = st.none() | st.fractions(0, 1)


@given(chances, scores)
def test_scores_come_lowest_first_and_none_that_never_comes(won: Fraction | None, score: dict[int, Fraction]) -> None:
    odds = Odds(won=won, score=score)
    assert sorted((value, chance) for value, chance in score.items() if chance > 0) == list(odds.score)
    assert won == odds.won


@given(scores)
def test_the_mean_is_that_of_the_scores_weighted_by_their_chances(score: dict[int, Fraction]) -> None:
    mean = Odds(won=None, score=score).mean
    assert isinstance(mean, Fraction)
    assert sum(value * chance for value, chance in score.items()) == mean
    assert sum((value - mean) * chance for value, chance in score.items()) == 0


@given(chances, scores)
def test_plain_data_are_texts_that_read_back_as_the_same_fractions(
    won: Fraction | None, score: dict[int, Fraction]
) -> None:
    odds = Odds(won=won, score=score)
    data = odds.as_dict()
    assert ["won", "score"] == list(data)
    assert won == (data["won"] and Fraction(data["won"]))
    assert dict(odds.score) == {int(value): Fraction(chance) for value, chance in data["score"].items()}


def test_plain_data_are_in_lowest_terms() -> None:
    odds = Odds(won=Fraction(2, 26), score={3: Fraction(36, 39), 0: Fraction(2, 26), 1: Fraction(0)})
    assert {"won": "1/13", "score": {"0": "1/13", "3": "12/13"}} == odds.as_dict()
    assert {"won": None, "score": {"7": "1"}} == Odds(won=None, score={7: Fraction(1)}).as_dict()
    assert {"won": "0", "score": {"0": "1"}} == Odds(won=Fraction(0), score={0: Fraction(1)}).as_dict()


@given(chances, scores)
def test_the_same_chances_are_the_same_odds_in_whatever_order(won: Fraction | None, score: dict[int, Fraction]) -> None:
    one = Odds(won=won, score=score)
    other = Odds(won=won, score={**dict(reversed(score.items())), 100: Fraction(0)})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Odds(won=won, score={value + 1: chance for value, chance in score.items()})
    assert one != Odds(won=Fraction(1, 3) if won != Fraction(1, 3) else None, score=score)


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        ({0: Fraction(1, 2)}, "odds: the chances of the scores add up to 1/2; they must add up to 1."),
        (
            {0: Fraction(1, 2), 4: Fraction(2, 3)},
            "odds: the chances of the scores add up to 7/6; they must add up to 1.",
        ),
        ({}, "odds: the chances of the scores add up to 0; they must add up to 1."),
        ({0: Fraction(3, 2), 7: Fraction(-1, 2)}, "odds: the chance of the score 7 is -1/2; it lies from 0 to 1."),
    ],
)
def test_scores_whose_chances_are_none_are_refused(score: dict[int, Fraction], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        Odds(won=None, score=score)
    assert sentence == str(caught.value)


@pytest.mark.parametrize(("won", "shown"), [(Fraction(-1, 13), "-1/13"), (Fraction(14, 13), "14/13")])
def test_a_chance_to_win_below_0_or_above_1_is_refused(won: Fraction, shown: str) -> None:
    with pytest.raises(GameError) as caught:
        Odds(won=won, score={0: Fraction(1)})
    assert f"odds: the chance to win is {shown}; it lies from 0 to 1." == str(caught.value)


@pytest.mark.parametrize("won", [Fraction(0), Fraction(1)])
def test_a_game_may_be_won_never_or_always(won: Fraction) -> None:
    assert won == Odds(won=won, score={0: Fraction(1)}).won


GAMES = Registry.discover().games
every_game = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)


def test_some_installed_game_has_odds() -> None:
    assert any(kind().odds() for kind in GAMES)


@every_game
def test_a_player_that_nobody_knows_has_no_odds_of_its_own(kind: type[Game]) -> None:
    for game in choices_of(kind):
        assert game.odds("nobody of this name") in {None, game.odds("first")}
