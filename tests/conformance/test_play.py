"""Plays: the choices of a game's options, and plays drawn from a seed."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Deal, Game, OptionError, frozen, option
from patience_core.conformance.play import MOST_DRAWN, MOST_GAMES, MOST_PICK, Play, choices_of, draw_play, seeded
from tests.conformance.corpus import Hill, Lot
from tests.conformance.odd_games import ODD, PackByOption, TwelveSwitches

GAMES = st.sampled_from([Hill(), Hill(redeals=0), Lot(), PackByOption(cards="double")])


@frozen
class ManyChoices(Lot):
    """It has an option of fifty choices and two of thirty."""

    a: int = option(7, choices=range(50))
    b: int = option(0, choices=range(30))
    c: int = option(29, choices=range(30))


def test_all_combinations_of_options_are_there_once_and_the_usual_one_first() -> None:
    games = choices_of(Hill)
    assert Hill() == games[0]
    assert {(redeals, way) for redeals, way in product((0, 1), ("up", "down"))} == {
        (g.redeals, g.way) for g in games if isinstance(g, Hill)
    }
    assert 4 == len(games) == len(set(games))


def test_a_game_without_options_has_one_choice() -> None:
    assert 1 == len(choices_of(next(odd.game for odd in ODD if not odd.game.declared_options())))


def test_fixed_options_stay_fixed_whether_given_as_choice_or_as_text() -> None:
    assert (Hill(redeals=0), Hill(redeals=0, way="down")) == choices_of(Hill, {"redeals": 0})
    assert choices_of(Hill, {"redeals": "0"}) == choices_of(Hill, {"redeals": 0})
    assert (Hill(redeals=0, way="down"),) == choices_of(Hill, {"redeals": 0, "way": "down"})


@pytest.mark.parametrize("options", [{"redeals": 7}, {"nothing": 1}])
def test_a_fixed_option_that_cannot_be_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        choices_of(Hill, options)


@pytest.mark.parametrize("game", [TwelveSwitches, ManyChoices])
def test_of_too_many_combinations_those_with_one_unusual_choice_are_all_there(game: type[Game]) -> None:
    games = choices_of(game)
    assert MOST_GAMES == len(games) == len(set(games))
    assert game() == games[0]
    usual = game().options
    single = {tuple(each.options.items()) for each in games if sum(each.options[n] != usual[n] for n in usual) == 1}
    assert sum(len(option.choices) - 1 for option in game.declared_options()) == len(single)


@given(game=GAMES, seed=st.integers(0, 2**64), most=st.integers(0, 300))
def test_a_drawn_play_keeps_its_bounds(game: Game, seed: int, most: int) -> None:
    play = draw_play(game, seeded(seed, "moves"), most)
    assert most == len(play.picks)
    assert game.pack == play.deal.pack
    assert all(-1 <= pick < MOST_PICK for pick in play.picks)
    assert 0 <= play.twist < MOST_PICK
    if not game.choices:
        assert (0,) * most == play.picks
    assert len(play.session().history) <= most


@given(game=GAMES, seed=st.integers(0, 2**32), most=st.integers(0, 100))
def test_the_same_seed_draws_the_same_play(game: Game, seed: int, most: int) -> None:
    one, two = (draw_play(game, seeded(seed, "moves"), most) for _ in range(2))
    assert one == two


def test_other_seeds_and_other_names_draw_other_plays() -> None:
    drawn = {draw_play(Hill(), seeded(seed, name), 20).deal for seed in range(50) for name in ("moves", "undo")}
    assert 100 == len(drawn)


def test_drawn_plays_choose_in_many_ways() -> None:
    stream = seeded(0, "moves")
    picks = [draw_play(Hill(), stream, 12).picks for _ in range(200)]
    assert (0,) * 12 in picks
    assert (-1,) * 12 in picks
    assert len(set(picks)) > 100


def test_a_very_long_play_says_the_same_picks_over_again() -> None:
    play = draw_play(Hill(), seeded(1, "moves"), 2 * MOST_DRAWN + 5)
    assert 2 * MOST_DRAWN + 5 == len(play.picks)
    assert play.picks[:MOST_DRAWN] == play.picks[MOST_DRAWN : 2 * MOST_DRAWN]
    assert play.picks[:5] == play.picks[-5:]


def test_a_play_stops_where_the_moves_or_the_picks_do() -> None:
    deal = Deal.numbered(3, Lot.pack)
    assert 1 == len(Play(Lot(), deal, (5,)).session().history)
    assert not Play(Lot(), deal, (0,) * 100).session().moves


def test_the_pick_minus_one_is_the_last_legal_move_and_large_ones_go_round() -> None:
    deal = Deal.numbered(0, Hill.pack)
    session = Play(Hill(), deal).session()
    texts = [move.text for move in session.moves]
    for pick in (-1, 0, 7, MOST_PICK):
        assert texts[pick % len(texts)] == Play(Hill(), deal, (pick,)).session().history[0].text
