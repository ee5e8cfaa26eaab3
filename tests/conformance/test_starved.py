"""No check passes on nothing: each counts what it has looked at, and fails where that was too little."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from attrs import evolve

from patience_core import Game
from patience_core.conformance import CHECKS, Check, CheckResult, Profile, Status, check
from patience_core.conformance.play import choices_of
from patience_core.conformance.running import ENOUGH_PLAYS, PROFILES, run_check
from patience_core.conformance.trials import Trial
from tests.conformance.corpus import Fork, Hill, Lot
from tests.conformance.odd_games import HardlyEverMoves, NeverWon, NoMoveAtAll

NOTHING: Final = Profile("nothing", plays=0, moves=0, longest=0, odds=0)
LITTLE: Final = Profile("little", plays=10, moves=200, longest=50, odds=36)
COUNTS: Final = [(check, name) for check in CHECKS for name in check.least]


def fed_by(check: Check) -> type[Game]:
    """Return a sound game that has what the check looks at."""
    if check.id == "kernel":
        return Fork
    return Lot if check.applies(Hill()) or check.id in {"odds", "longest"} else Hill


def run(check: Check, profile: Profile, game: type[Game] | None = None) -> CheckResult:
    """Run one check over a game, alone."""
    kind = game or fed_by(check)
    return run_check(check, kind, choices_of(kind), profile, seed=0)


def without(check: Check, name: str) -> Check:
    """Return the check as it would be if it never counted that."""

    def look(trial: Trial) -> None:
        check.look(trial)
        del trial.counts[name]

    return evolve(check, look=look)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_check_that_gets_nothing_fails_and_says_what_it_lacks(check: Check) -> None:
    result = run(check, NOTHING)
    lacking = ", ".join(
        f"0 {name} (at least {most})"
        for name, most in check.least.items()
        if name != "branches" or fed_by(check) is Hill
    )
    assert Status.FAILED is result.status
    assert f"it has looked at too little to say anything: {lacking}" == result.reason
    assert result.counterexample is None


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_check_that_is_well_fed_has_counted_at_least_its_least(check: Check) -> None:
    result = run(check, PROFILES["quick"])
    assert Status.PASSED is result.status, result
    assert check.least
    skipped = {"branches"} if fed_by(check) is Lot else set[str]()
    too_few = {name: result.counts[name] for name, most in check.least.items() if result.counts[name] < most}
    assert not set(too_few) - skipped


@pytest.mark.parametrize(("check", "name"), COUNTS, ids=[f"{check.id}-{name}" for check, name in COUNTS])
def test_a_check_that_never_sees_one_of_these_does_not_pass(check: Check, name: str) -> None:
    result = run(without(check, name), LITTLE)
    assert Status.PASSED is not result.status
    if result.status is Status.FAILED:
        assert f"0 {name} (at least {check.least[name]})" in result.reason


@pytest.mark.parametrize("name", sorted({name for check in CHECKS for name in check.unless}))
def test_what_a_game_may_lack_is_searched_for_before_a_check_does_not_apply(name: str) -> None:
    few = Profile("few", plays=1, moves=5, longest=5, odds=1)
    for each in CHECKS:
        if name in each.unless and each.of == "plays":
            assert Status.FAILED is run(without(each, name), few).status


def test_no_check_of_plays_passes_where_no_choice_of_options_can_be_made() -> None:
    for each in CHECKS:
        if each.of != "once":
            assert Status.FAILED is run_check(each, Hill, (), PROFILES["quick"], seed=0).status


CASES: Final[Mapping[str, tuple[type[Game], str, Status, str]]] = {
    "a declared lack of moves is a reason": (
        NoMoveAtAll,
        "undo",
        Status.NOT_APPLICABLE,
        "the game declares that no play has a move",
    ),
    "a declared endless play is a reason": (
        type("Endless", (NeverWon,), {"longest": None, "moves": NeverWon.moves}),
        "longest",
        Status.NOT_APPLICABLE,
        "it declares that play may go on for ever",
    ),
    "no choice though one is claimed is none": (NeverWon, "same-moves", Status.PASSED, ""),
}


@pytest.mark.parametrize("case", CASES)
def test_why_a_check_does_not_apply(case: str) -> None:
    game, name, status, reason = CASES[case]
    result = check(game, only=[name])[name]
    assert (status, reason) == (result.status, result.reason)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_rare_is_enough_where_it_has_been_searched_for_long(seed: int) -> None:
    result = check(HardlyEverMoves, seed=seed, only=["undo"])["undo"]
    undos = result.counts["undos"]
    assert (Status.PASSED if undos else Status.NOT_APPLICABLE) is result.status
    assert result.counts["plays"] >= ENOUGH_PLAYS
