"""Odds as values; and the odds of all installed games, which play on the reference engine must agree with."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.deal_statistics import _fit
from patience_core import Deal, Game, GameError, Odds, Outcome, Registry, Session, named_players

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


GAMES = Registry.discover().games
every_game = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)


def readings(kind: type[Game]) -> Iterator[Game]:
    """Yield the game as usual, and then with each other choice of one option."""
    yield kind()
    for option in kind.declared_options():
        for choice in option.choices:
            if choice != option.default:
                yield kind.configured({option.name: choice})


@cache
def odds_of(game: Game, player: str) -> Odds | None:
    return game.odds(player)


def test_some_installed_game_has_odds() -> None:
    assert any(odds_of(kind(), "first") for kind in GAMES)


@every_game
def test_odds_fit_what_the_game_declares(kind: type[Game]) -> None:
    for game in readings(kind):
        for player in named_players(game):
            odds = odds_of(game, player)
            if odds:
                assert sum(chance for _, chance in odds.score) == 1
                assert game.scoring.least <= odds.score[0][0] <= odds.score[-1][0] <= game.scoring.most
                assert game.has_win == (odds.won is not None)


@every_game
def test_odds_are_those_of_the_first_player_where_none_is_named(kind: type[Game]) -> None:
    assert odds_of(kind(), "first") == kind().odds()


@every_game
def test_a_player_that_nobody_knows_has_no_odds_of_its_own(kind: type[Game]) -> None:
    for game in readings(kind):
        assert game.odds("nobody of this name") in {None, odds_of(game, "first")}


@every_game
def test_all_players_have_the_same_odds_where_there_is_no_choice(kind: type[Game]) -> None:
    for game in readings(kind):
        if not game.choices:
            assert len({odds_of(game, player) for player in named_players(game)}) == 1


FEWEST = 30
ALARM = 1e-7
"""Counts are not normal: with this limit, and 30 expected of the rarest, a false alarm is rarer than one in a million.

(Computed for Poisson counts: at most 0.98 in a million, for 1 to 30 of them.)
"""


def p_value(times: Mapping[int, int], chances: Mapping[int, Fraction]) -> float:
    """Return the chance that counts come out so uneven or more; 0 where one came that cannot.

    What is expected fewer than FEWEST times is taken together, and with the next rarest if it is still too rare.
    """
    if not {number for number, came in times.items() if came} <= {number for number in chances if chances[number]}:
        return 0.0
    deals = sum(times.values())
    order = sorted(chances, key=lambda number: chances[number], reverse=True)
    common = sum(chances[number] * deals >= FEWEST for number in order)
    if sum(chances[number] for number in order[common:]) * deals < FEWEST:
        common -= 1  # the rarest of the common ones joins the rare ones
    came = Counter[int]()
    groups: dict[int, Fraction] = {}
    for place, number in enumerate(order):
        group = min(place, common)
        came[group] += times.get(number, 0)
        groups[group] = groups.get(group, Fraction(0)) + chances[number]
    return _fit("", came, [float(chance) for chance in groups.values()]).p


@cache
def played(game: Game, player: str) -> tuple[Counter[int], Counter[int]]:
    """Return how often a player won and did not, and how often each score came, over some thousand numbered deals."""
    won, score = Counter[int](), Counter[int]()
    deals = 750 if game != type(game)() else 1_500 if game.choices else 3_000
    first = crc32(game.id.encode()) << 16  # other deals for each game, the same ones whatever else is installed
    for number in range(first, first + deals):
        session = Session(game, Deal.numbered(number, game.pack))
        assert "over" == session.auto(player)
        won[session.outcome is Outcome.WON] += 1
        score[session.score] += 1
    return won, score


def disagreements(odds: Odds, won: Mapping[int, int], score: Mapping[int, int]) -> set[str]:
    """Return what of the odds the counts of deals played contradict."""
    win = odds.won or Fraction(0)
    p_values = {"won": p_value(won, {True: win, False: 1 - win}), "score": p_value(score, dict(odds.score))}
    return {name for name, p in p_values.items() if p < ALARM}


def to_play(kind: type[Game]) -> Iterator[tuple[Game, str, Odds]]:
    """Yield each reading and player with odds; where there is no choice, all players play alike.

    A reading is played even if its odds are the usual ones, since it may be that they should not be.
    """
    for game in readings(kind):
        for player in named_players(game) if game.choices else ("first",):
            odds = odds_of(game, player)
            if odds:
                yield game, player, odds


@every_game
def test_play_agrees_with_the_odds(kind: type[Game]) -> None:
    for game, player, odds in to_play(kind):
        assert set() == disagreements(odds, *played(game, player)), f"{game!r}, player {player}: {played(game, player)}"


@every_game
def test_play_notices_odds_that_are_wrong(kind: type[Game]) -> None:
    game = kind()
    odds = odds_of(game, "first")
    if odds:
        values, chances = zip(*odds.score, strict=True)
        turned = dict(zip(values, (*chances[-1:], *chances[:-1]), strict=True))
        shifted = {value + 1: chance for value, chance in odds.score}
        counts = played(game, "first")
        assert {"score"} == disagreements(Odds(won=odds.won, score=turned), *counts)
        assert {"score"} == disagreements(Odds(won=odds.won, score=shifted), *counts)
        if odds.won:
            assert {"won"} == disagreements(Odds(won=odds.won * 2 / 3, score=dict(odds.score)), *counts)
            assert {"won"} == disagreements(Odds(won=None, score=dict(odds.score)), *counts)


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("times", "chances", "p"),
    # From tables of the chi-square distribution, with 1 and 2 degrees of freedom.
    [
        ({0: 50, 1: 50}, {0: HALF, 1: HALF}, 1.0),
        ({0: 60, 1: 40}, {0: HALF, 1: HALF}, 0.0455003),  # 2 * 10^2 / 50 = 4
        ({0: 120, 1: 90, 2: 90}, {0: THIRD, 1: THIRD, 2: THIRD}, 0.0497871),  # (20^2 + 10^2 + 10^2) / 100 = 6
    ],
)
def test_p_is_that_of_chi_square(times: dict[int, int], chances: dict[int, Fraction], p: float) -> None:
    assert math.isclose(p, p_value(times, chances), rel_tol=1e-5)


def test_rare_scores_are_taken_together() -> None:
    rare = {value: Fraction(1, 1000) for value in range(1, 101)}
    times = Counter({0: 900, 1: 100})  # all of the rare ones are the same one: as good as any
    assert 1.0 == p_value(times, {0: Fraction(9, 10), **rare})
    assert p_value(Counter({0: 700, 1: 300}), {0: Fraction(9, 10), **rare}) < ALARM


def test_rare_scores_that_are_too_few_together_join_the_next_rarest() -> None:
    chances = {0: Fraction(80, 100), 1: Fraction(19, 100), 2: Fraction(1, 100)}
    assert 1.0 == p_value({0: 800, 1: 170, 2: 30}, chances)
    assert p_value({0: 700, 1: 290, 2: 10}, chances) < ALARM


def test_what_cannot_come_is_never_chance() -> None:
    assert 0.0 == p_value({0: 99_999, 5: 1}, {0: Fraction(1)})
    assert 0.0 == p_value({0: 99_999, 5: 1}, {0: Fraction(1), 5: Fraction(0)})
    assert 1.0 == p_value({0: 100_000, 5: 0}, {0: Fraction(1)})
