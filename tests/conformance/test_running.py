"""check() and Examination: what is run, in which order, with which exceptions, and that nothing of a game escapes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest
from attrs import evolve

from patience_core import Game, OptionError, Step, Table, frozen, option
from patience_core.conformance import CHECKS, Check, CheckError, Profile, Status, check
from patience_core.conformance.running import PROFILES, Examination
from patience_core.conformance.trials import Trial
from tests.conformance.corpus import Hill, Lot
from tests.conformance.faulty_games import BadFact, BadScore, NoDeal, Small, TooShort

ROOT: Final = Path(__file__).parents[2]
WHY: Final = "it is known, and will be mended"


def watched(order: list[str], *, failing: str = "") -> list[Check]:
    """Return the checks, each noting that it has looked, and one of them failing."""

    def noting(check: Check) -> Check:
        def look(trial: Trial) -> None:
            if check.id not in order or order[-1] != check.id:
                order.append(check.id)
            trial.must(check.id != failing, "no failure", "one")
            check.look(trial)

        return evolve(check, look=look)

    return [noting(check) for check in CHECKS]


def test_each_check_runs_once_and_after_those_that_it_needs() -> None:
    order: list[str] = []
    checks = watched(order)
    examination = Examination(Lot, checks=checks[::-1])
    first = examination.report()
    assert len(order) == len(set(order))
    for each in checks:
        for needed in each.needs:
            assert each.id not in order or order.index(needed) < order.index(each.id)
    assert first == examination.report()
    assert len(order) == len(set(order))  # results are kept


def test_what_a_check_needs_is_a_check_that_stands_before_it() -> None:
    ids = [each.id for each in CHECKS]
    assert len(ids) == len(set(ids))
    for each in CHECKS:
        assert all(ids.index(needed) < ids.index(each.id) or each.id == "options" for needed in each.needs)


def test_dependants_of_a_failed_check_are_blocked_and_name_the_root() -> None:
    order: list[str] = []
    report = Examination(Lot, checks=watched(order, failing="deal")).report()
    assert (Status.FAILED, Status.BLOCKED) == (report["deal"].status, report["settling"].status)
    assert ["deal has failed"] == sorted({result.reason for result in report.of(Status.BLOCKED)})
    assert {"settling", "moves", "undo", "score"} < {result.check.id for result in report.of(Status.BLOCKED)}
    assert "undo" not in order
    assert not report.ok


def test_a_game_that_cannot_be_dealt_says_so_once() -> None:
    report = check(NoDeal)
    assert ("deal",) == tuple(result.check.id for result in report.of(Status.FAILED))
    assert not any(result.counterexample for result in report.of(Status.BLOCKED))


def test_only_some_checks_are_run_and_what_they_need_is_not_told_of() -> None:
    order: list[str] = []
    report = Examination(Lot, checks=watched(order)).report(only=["undo"])
    assert ["undo"] == [result.check.id for result in report.results]
    assert ["facts", "deal", "settling", "moves", "moves-apply", "undo"] == order
    with pytest.raises(KeyError):
        _ = report["moves"]


@pytest.mark.parametrize("given", ["only", "exceptions"])
def test_an_unknown_id_is_an_error_that_names_the_nearest(given: str) -> None:
    wrong: Any = {"only": ["udno"], "exceptions": {"udno": WHY}}[given]
    with pytest.raises(CheckError, match=r"there is no check 'udno'\. Did you mean undo\?"):
        check(Lot, **{given: wrong})


@pytest.mark.parametrize("reason", ["", "  "])
def test_an_exception_needs_a_reason(reason: str) -> None:
    with pytest.raises(CheckError, match="undo"):
        check(Lot, exceptions={"undo": reason})


def test_a_failure_that_is_excepted_is_neither_a_failure_nor_does_it_block() -> None:
    report = check(TooShort, exceptions={"longest": WHY}, only=["longest", "undo"])
    assert (Status.EXCEPTED, WHY) == (report["longest"].status, report["longest"].reason)
    assert report["longest"].counterexample is not None
    assert report.ok
    order: list[str] = []
    checks = watched(order, failing="settling")
    report = Examination(Lot, checks=checks, exceptions={"settling": WHY}).report(only=["settling", "moves"])
    assert [Status.EXCEPTED, Status.PASSED] == [result.status for result in report.results]


@pytest.mark.parametrize(("name", "came"), [("undo", "passes"), ("copies", "does not apply")])
def test_an_exception_that_is_not_needed_is_a_failure(name: str, came: str) -> None:
    report = check(Lot, exceptions={name: WHY}, only=[name])
    assert Status.FAILED is report[name].status
    assert came in report[name].reason
    assert WHY in report[name].reason
    assert not report.ok


def test_an_exception_for_a_blocked_check_leaves_it_blocked() -> None:
    report = check(NoDeal, exceptions={"undo": WHY}, only=["undo"])
    assert (Status.BLOCKED, "deal has failed") == (report["undo"].status, report["undo"].reason)


def test_a_class_is_looked_at_under_every_choice_and_an_instance_under_its_own() -> None:
    assert 4 == check(BadScore, only=["facts"]).games
    assert 1 == check(BadScore(), only=["facts"]).games
    assert Status.FAILED is check(BadScore, only=["score"])["score"].status
    assert Status.PASSED is check(BadScore(), only=["score"])["score"].status
    assert {"slow": False, "strict": False} == check(BadScore(), only=["facts"]).options


def test_options_that_are_fixed_stay_fixed() -> None:
    report = check(BadScore, options={"strict": "no"}, only=["facts", "score"])
    assert (2, {"strict": False}, True) == (report.games, dict(report.options), report.ok)
    assert not check(BadScore, options={"strict": "yes"}, only=["score"]).ok
    with pytest.raises(OptionError, match="strict"):
        check(BadScore, options={"strict": "perhaps"})


@pytest.mark.parametrize("nothing", [object, 7, "clock", None, Table])
def test_what_is_no_game_is_refused(nothing: Any) -> None:
    with pytest.raises(CheckError, match="is no game"):
        check(nothing)


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(CheckError, match="quick, full, deep"):
        check(Lot, profile="slow")


def test_a_profile_of_ones_own_is_taken() -> None:
    report = check(Lot, profile=Profile("mine", plays=12, moves=500, longest=9, odds=40), only=["undo"])
    assert ("mine", 12) == (report.profile, report["undo"].counts["plays"])


def test_profiles_look_at_more_and_more() -> None:
    sizes = [(each.plays, each.moves, each.longest, each.odds) for each in PROFILES.values()]
    assert sorted(sizes) == sizes
    assert ["quick", "full", "deep"] == list(PROFILES)


@frozen
class NotTogether(Small):
    """Two of its options cannot be combined."""

    one: bool = option(False)
    other: bool = option(False)

    def __attrs_post_init__(self) -> None:
        if self.one and self.other:
            raise ValueError("one and other do not go together")


def test_options_that_cannot_be_combined_fail_the_facts() -> None:
    report = check(NotTogether)
    found = report["facts"].counterexample
    assert found is not None
    assert "one and other do not go together" in found.came
    assert "Does not conform" in str(report)


def test_a_class_that_is_no_whole_game_is_told_of_and_nothing_is_raised() -> None:
    half: Any = type("Half", (Game,), {})
    report = check(half)
    assert {Status.FAILED, Status.BLOCKED} >= {result.status for result in report.results} - {Status.NOT_APPLICABLE}
    assert not report.ok
    assert str(report)
    assert json.dumps(report.as_dict())
    assert report.as_junit()


def thrown(error: Exception) -> NoReturn:
    """Raise an error, where a statement cannot stand."""
    raise error


def endless() -> object:
    """Never come to an end."""
    return endless()


ERRORS: Final[dict[str, Callable[[], object]]] = {
    "ValueError": lambda: int("x"),
    "AssertionError": lambda: thrown(AssertionError("no")),
    "SystemExit": lambda: sys.exit(3),
    "RecursionError": endless,
    "StopIteration": lambda: next(iter(())),
    "MemoryError": lambda: thrown(MemoryError()),
}
METHODS: Final = ("deal", "moves", "settle", "won", "score", "verdict", "why_not", "situation", "hint", "odds")


def raising(method: str, error: Callable[[], object]) -> type[Game]:
    """Return a game in which a method raises an error."""

    def asked(*_: object, **__: object) -> Iterator[Step]:
        error()
        return iter(())

    return frozen(type("Raising", (Small,), {method: asked, "__module__": __name__}))


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("method", METHODS)
def test_nothing_that_a_game_raises_escapes(method: str, error: str) -> None:
    report = check(raising(method, ERRORS[error]), profile=Profile("tiny", plays=10, moves=100, longest=9, odds=36))
    assert not report.ok
    assert error in str(report)


@pytest.mark.parametrize(
    "fact", ["pack", "layout", "longest", "choices", "suits_matter", "scoring", "tallies", "rules"]
)
def test_nothing_that_a_fact_raises_escapes(fact: str) -> None:
    kind = frozen(type("Raising", (Small,), {fact: property(lambda _self: 1 // 0), "__module__": __name__}))
    report = check(kind, profile=Profile("tiny", plays=10, moves=100, longest=9, odds=36))
    assert Status.FAILED is report["facts"].status
    assert "ZeroDivisionError" in str(report)


def test_ctrl_c_escapes() -> None:
    def stop() -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(raising("moves", stop))


SAME: Final = """
from patience_core.conformance import check; from {0} import {1}; import json
print(json.dumps(check({1}, seed=5).as_dict()))
"""


@pytest.mark.parametrize("game", [Hill, BadScore, BadFact])
def test_the_same_seed_gives_the_same_report_again_and_in_another_process(game: type[Game]) -> None:
    report = check(game, seed=5)
    assert report == check(game, seed=5)
    command = [sys.executable, "-c", SAME.format(game.__module__, game.__name__)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(json.dumps(report.as_dict())) == json.loads(done.stdout)


def test_other_seeds_look_at_other_plays() -> None:
    deals: list[set[str]] = []
    for seed in range(3):
        met: set[str] = set()

        def look(trial: Trial, met: set[str] = met) -> None:
            met.add(trial.play.deal.listing)
            trial.counts["looks"] += 1

        own = Check("own", since="0.1", statement="S.", advice="A.", look=look, least={"looks": 10}, needs=())
        assert Examination(Hill, seed=seed, checks=[own]).report().ok
        deals.append(met)
    assert sum(map(len, deals)) == len({deal for met in deals for deal in met})
    assert min(map(len, deals)) >= 10
