"""Odd but legal games pass, and no check of theirs is left out without a reason."""

from __future__ import annotations

import os
from typing import Final

import pytest

from patience_core.conformance import CHECKS, Status, check
from patience_core.conformance.play import MOST_GAMES, choices_of
from patience_core.registry.validation import class_fault
from tests.conformance.odd_games import ODD, Odd, TwelveSwitches

SEEDS: Final = range(int(os.environ.get("PATIENCE_SEEDS", "1")))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.game.id)
def test_an_odd_game_passes_every_check_that_applies_to_it(odd: Odd, seed: int) -> None:
    report = check(odd.game, seed=seed)
    assert report.ok, str(report)
    left_out = {result.check.id for result in report.of(Status.NOT_APPLICABLE)}
    assert odd.not_applicable - odd.perhaps == left_out - odd.perhaps
    assert {check.id for check in CHECKS} - left_out == {result.check.id for result in report.of(Status.PASSED)}


def test_odd_games_are_games_with_names_of_their_own() -> None:
    assert len(ODD) >= 14
    assert len(ODD) == len({odd.game.id for odd in ODD}) == len({odd.game.title for odd in ODD})
    assert [None] * len(ODD) == [class_fault(odd.game) for odd in ODD]


def test_of_very_many_choices_of_options_some_are_looked_at_and_each_single_one_is_among_them() -> None:
    games = choices_of(TwelveSwitches)
    assert MOST_GAMES == len(games)
    unusual = [sum(game.options[name] != usual for name, usual in TwelveSwitches().options.items()) for game in games]
    assert [0, *[1] * 12] == sorted(unusual)[:13]
