"""Six faults planted in a learning environment, and their like here: the checks catch all of them."""

from __future__ import annotations

import os
from typing import Final

import pytest

from patience_core.conformance import Status, check
from tests.conformance.corpus import Hill
from tests.conformance.planted import PLANTED, Planted

SEEDS: Final = range(int(os.environ.get("PATIENCE_SEEDS", "1")))
CATCHES: Final = {
    "draws-by-chance": "same-moves",
    "no-score-at-the-third": "score",
    "crashes-at-the-fifth-move": "moves",
    "deal-before": "deal",
    "goes-on-for-ever": "longest",
    "wrong-first-table": "deal",
}


def test_there_are_six() -> None:
    assert list(CATCHES) == [planted.case.name for planted in PLANTED]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.case.name)
def test_it_is_caught(planted: Planted, seed: int) -> None:
    name = CATCHES[planted.case.name]
    result = planted.case.report(seed, only=[name])[name]
    assert Status.FAILED is result.status, result.reason
    assert result.counterexample is not None


def test_what_is_broken_for_a_while_is_sound_again_afterwards() -> None:
    for planted in PLANTED:
        with planted.case.engine():
            pass
    assert check(Hill, only=["deal", "conservation"]).ok
