"""Every installed game is held to the conformance kit."""

import os

import pytest

from patience_core import Game, Registry
from patience_core.conformance.parametrizing import CheckCall, check_calls
from patience_core.conformance.running import Examination

SEED = 1
"""Other plays than those of the plugins' own tests."""

PROFILE = os.environ.get("PATIENCE_PROFILE", "quick")

GAMES: tuple[type[Game], ...] = Registry.discover().games
CALLS = [call for kind in GAMES for call in check_calls(Examination(kind, profile=PROFILE, seed=SEED))]


@pytest.mark.parametrize("check", [pytest.param(call, id=f"{call.examination.kind.id}-{call.id}") for call in CALLS])
def test_every_installed_game_conforms(check: CheckCall) -> None:
    check()
