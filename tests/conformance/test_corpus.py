"""Every broken game and every broken engine is caught by the check that is meant for it; sound games pass."""

from __future__ import annotations

import os
from collections import Counter
from typing import Final

import pytest

from patience_core import Game
from patience_core.conformance import CHECKS, Status, check
from tests.conformance.corpus import SOUND, Case, engines, games

CASES: Final = (*games(), *engines())
SEEDS: Final = range(int(os.environ.get("PATIENCE_SEEDS", "1")))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_check_that_is_meant_for_it_catches_it(case: Case, seed: int) -> None:
    result = case.report(seed, only=[case.meant])[case.meant]
    assert (Status.FAILED, "") == (result.status, result.reason)
    assert result.counterexample is not None  # it has not failed for having looked at too little


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", SOUND, ids=lambda game: game.id)
def test_the_games_that_are_broken_are_sound_before(game: type[Game], seed: int) -> None:
    report = check(game, seed=seed)
    assert report.ok, str(report)


def test_every_check_is_the_one_that_catches_something() -> None:
    assert {check.id for check in CHECKS} == {case.meant for case in CASES}


def test_there_are_many_broken_games_and_each_has_a_name_of_its_own() -> None:
    assert len(games()) >= 45
    assert max(Counter(case.name for case in CASES).values()) == 1
    assert max(Counter(case.wrong for case in CASES).values()) == 1


def test_engines_are_broken_only_where_a_sound_game_is_checked() -> None:
    assert {case.game for case in engines()} <= set(SOUND)
