"""How small counterexamples become: pinned for bugs that one card, one option or two cards set off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from patience_core import Deal, Game
from patience_core.conformance import Counterexample, Play, check
from patience_core.conformance.play import choices_of
from patience_core.conformance.shrinking import MOST_TRIES, Shrinker
from tests.conformance.faulty_games import Dial, Flaky, OneCard, OneCardUnderOneOption, OneCardWithChoices, TwoCards


def found_in(game: type[Game], seed: int = 0) -> Counterexample:
    """Return the counterexample that the check of texts brings."""
    found = check(game, seed=seed, only=["texts"])["texts"].counterexample
    assert found is not None
    assert found.play is not None
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_bug_set_off_by_one_card_of_a_stock_of_52_needs_one_move(seed: int) -> None:
    assert ("draw",) == found_in(OneCard, seed).moves


@pytest.mark.parametrize("seed", range(3))
def test_a_bug_set_off_by_one_card_in_hand_needs_two_moves_at_most(seed: int) -> None:
    assert len(found_in(Dial, seed).moves) <= 2


@pytest.mark.parametrize("seed", range(3))
def test_a_bug_set_off_by_one_card_among_choices_needs_four_moves_at_most(seed: int) -> None:
    assert len(found_in(OneCardWithChoices, seed).moves) <= 4


@pytest.mark.parametrize("seed", range(3))
def test_a_bug_set_off_by_two_cards_late_in_a_play_needs_eight_moves_at_most(seed: int) -> None:
    found = found_in(TwoCards, seed)
    assert 4 <= len(found.moves) <= 8
    assert found.play is not None
    assert set(found.play.picks) == {0}


def test_nearly_all_cards_lie_in_the_order_of_the_pack() -> None:
    play = found_in(OneCard).play
    assert play is not None
    away = [card for card, own in zip(play.deal.cards, play.deal.pack.cards, strict=True) if card != own]
    assert 2 == len(away)


def test_a_bug_under_one_option_leaves_all_others_as_usual() -> None:
    play = found_in(OneCardUnderOneOption).play
    assert play is not None
    assert {"slow": False, "strict": "at times", "deep": 3} == play.game.options


def test_the_same_seed_finds_the_same_smallest_play() -> None:
    assert found_in(OneCard, 5) == found_in(OneCard, 5)


def test_a_game_that_does_not_always_do_the_same_is_told_of_as_not_repeating() -> None:
    found = found_in(Flaky)
    assert not found.repeats
    assert ("''", "one line of text from verdict()") == (found.came, found.expected)


@pytest.fixture
def long_play() -> Play:
    return Play(OneCardWithChoices(), Deal.numbered(7), tuple(range(50)), twist=999)


def shrunk(play: Play, breaks: Callable[[Play], int | None]) -> tuple[Play, list[Play]]:
    """Return the smallest play found, and all that were tried."""
    tried: list[Play] = []

    def breaks_and_noted(candidate: Play) -> int | None:
        tried.append(candidate)
        return breaks(candidate)

    return Shrinker(play, breaks_and_noted, choices_of(type(play.game))).shrink(), tried


def test_what_always_breaks_becomes_nothing(long_play: Play) -> None:
    smallest, _ = shrunk(long_play, lambda play: len(play.picks))
    assert Play(OneCardWithChoices(), Deal.of(long_play.deal.pack.cards)) == smallest


def test_what_does_not_break_again_is_left_as_it_is_after_one_try(long_play: Play) -> None:
    assert (long_play, [long_play]) == shrunk(long_play, lambda _play: None)


def test_no_play_is_tried_twice_and_not_more_than_the_most(long_play: Play) -> None:
    sums = iter(range(10**9, 0, -1))  # each try seems smaller than the one before, so it never comes to rest
    _, tried = shrunk(long_play, lambda _play: next(sums))
    assert len(tried) == len(set(tried)) <= MOST_TRIES


def test_a_hopeless_bug_is_given_up_after_the_most_tries(long_play: Play) -> None:
    last = [long_play]

    def breaks(play: Play) -> int | None:
        return 50 if play.deal.cards[-1] == last[0].deal.cards[-1] and len(play.picks) == 50 else None

    smallest, tried = shrunk(long_play, breaks)
    assert len(tried) <= MOST_TRIES
    assert 50 == breaks(smallest)


@pytest.mark.parametrize("most", [0, 1, 7, 20])
def test_the_result_always_breaks_still(long_play: Play, most: int) -> None:
    def breaks(play: Play) -> int | None:
        return len(play.picks) if sum(pick % 2 for pick in play.picks) >= most and play.twist % 2 else None

    smallest, _ = shrunk(long_play, breaks)
    assert breaks(smallest) == most
    assert {1} >= set(smallest.picks)
    assert 1 == smallest.twist
