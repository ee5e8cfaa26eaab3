"""parametrize_with_checks: one test of each check, and what comes of it in pytest."""

from __future__ import annotations

import sys

import pytest
from attrs import evolve

from patience_core import Game, OptionError
from patience_core.conformance import CHECKS, CheckError, parametrize_with_checks
from patience_core.conformance.extras import ExtraError
from patience_core.conformance.parametrizing import CheckCall, check_calls
from patience_core.conformance.running import Examination
from patience_core.conformance.trials import Trial
from tests.conformance.pytest_runs import Folder, new_folder
from tests.conformance.tiny_games import Boastful, Doubled, Tiny

folder = pytest.fixture(new_folder)


def call(game: type[Game], name: str, **exceptions: str) -> CheckCall:
    """Return the call of one check."""
    (found,) = (each for each in check_calls(Examination(game, exceptions=exceptions)) if each.id == name)
    return found


def test_each_check_is_one_test_of_that_id_in_the_order_of_the_kit() -> None:
    decorator = parametrize_with_checks(Tiny)
    argument, parameters = decorator.args
    assert "check" == argument
    assert [check.id for check in CHECKS] == [parameter.id for parameter in parameters]
    assert [check.id for check in CHECKS] == [parameter.values[0].id for parameter in parameters]


def test_a_check_that_passes_returns() -> None:
    call(Tiny, "undo")()


def test_a_check_that_fails_fails_its_test_with_the_counterexample_and_no_traceback() -> None:
    with pytest.raises(pytest.fail.Exception) as caught:
        call(Boastful, "score")()
    assert caught.value.pytrace is False
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("score: The score is a whole number")
    assert "  expected  a score from 0 to 3 in a finished game" in lines
    assert lines[-2].startswith("  replay    python -c ")


def test_a_blocked_check_fails_and_says_what_blocks_it() -> None:
    with pytest.raises(pytest.fail.Exception) as caught:
        call(Doubled, "undo")()
    assert "  blocked   moves has failed" == str(caught.value).splitlines()[-1]


def test_a_check_that_does_not_apply_is_skipped_with_the_reason() -> None:
    with pytest.raises(pytest.skip.Exception, match="its pack has each card once"):
        call(Tiny, "copies")()


def test_an_excepted_check_fails_as_expected_with_the_reason() -> None:
    with pytest.raises(pytest.xfail.Exception, match="it boasts"):
        call(Boastful, "score", score="it boasts")()


def test_where_expected_failures_are_to_be_run_an_excepted_check_shows_its_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pytest, "xfail", str)  # pytest too puts something without effect there for --runxfail
    with pytest.raises(pytest.fail.Exception) as caught:
        call(Boastful, "score", score="it boasts")()
    lines = str(caught.value).splitlines()
    assert "  excepted  it boasts" == lines[1]
    assert "  expected  a score from 0 to 3 in a finished game" in lines


def test_an_exception_that_proves_unneeded_fails_its_test() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"it boasts.*take the exception away"):
        call(Tiny, "score", score="it boasts")()


def test_a_check_that_others_need_is_run_once() -> None:
    runs: list[str] = []

    def look(trial: Trial) -> None:
        runs.append(trial.game.id)
        trial.counts["plays"] += 1

    def look_away(_trial: Trial) -> None:
        pass

    (moves,) = (check for check in CHECKS if check.id == "moves")
    first = evolve(moves, id="first", look=look, of="options", least={"plays": 1}, needs=(), unless={})
    others = [evolve(first, id=name, look=look_away, least={}, needs=("first",)) for name in ("one", "other")]
    calls = check_calls(Examination(Tiny(), checks=[*others, first]))
    for each in calls:
        each()
    assert ["tiny"] == runs


def test_the_parameter_names_its_check_and_its_game() -> None:
    assert "<check undo of Tiny>" == repr(call(Tiny, "undo"))


def test_what_is_not_there_is_refused_where_the_test_is_defined() -> None:
    with pytest.raises(CheckError, match=r"there is no check 'undoo'\. Did you mean undo"):
        parametrize_with_checks(Tiny, exceptions={"undoo": "why"})
    with pytest.raises(CheckError, match="there is no profile 'slow'"):
        parametrize_with_checks(Tiny, profile="slow")
    with pytest.raises(OptionError, match="heap"):
        parametrize_with_checks(Tiny, options={"heap": 1})


def test_options_profile_and_seed_reach_the_checks() -> None:
    first: CheckCall = parametrize_with_checks(Tiny, options={"heaps": 1}, profile="full", seed=7).args[1][0].values[0]
    examination = first.examination
    assert {1} == {game.options["heaps"] for game in examination.games}
    assert ("full", 7) == (examination.profile.name, examination.seed)


def test_without_pytest_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    with pytest.raises(ExtraError, match=r'needs pytest.*pip install "patience-core\[conformance\]"'):
        parametrize_with_checks(Tiny)


TESTS = """
from hypothesis import given, settings, strategies as st
from patience_core.conformance import parametrize_with_checks
from tests.conformance.tiny_games import Boastful, Doubled, Tiny

settings.register_profile("mine", max_examples=3, database=None)
settings.load_profile("mine")
drawn = []


@parametrize_with_checks(Tiny(heaps=1))
def test_instance(check):
    check()


@parametrize_with_checks(Boastful, exceptions={"score": "it boasts"})
class TestOfClass:
    def test_method(self, check):
        check()


@parametrize_with_checks(Doubled)
def test_doubled(check):
    check()


@given(st.integers())
def test_the_profile_stays(number):
    drawn.append(number)
    assert settings().max_examples == 3
"""


def test_games_stand_side_by_side_in_one_module_in_parallel_in_random_order_and_under_strict_settings(
    folder: Folder,
) -> None:
    folder.write("test_games.py", TESTS)
    some = "undo or copies or moves or score or profile"  # quick ones of each kind
    done = folder.pytest("-n", "2", "-p", "randomly", "-v", "-k", some, status=1)
    assert "PASSED test_games.py::test_instance[undo]" in done
    assert "SKIPPED test_games.py::test_instance[copies]" in done
    assert "XFAIL test_games.py::TestOfClass::test_method[score]" in done
    assert "FAILED test_games.py::test_doubled[undo]" in done
    assert "PASSED test_games.py::test_the_profile_stays" in done
    assert "ERROR" not in done
    assert "Traceback" not in done
    assert "parametrizing.py:" not in done.partition("short test summary")[0]


def test_a_failure_reads_as_the_report_does(folder: Folder) -> None:
    folder.write("test_games.py", TESTS)
    done = folder.pytest("-p", "no:randomly", "-k", "doubled and (moves or undo)", "-rN", status=1)
    shown = done[done.index("FAILURES") :]
    assert "test_doubled[moves]" in shown
    assert "\nmoves: The legal moves are finitely many Move values" in shown
    assert "\n  came      two moves\n" in shown
    assert "\n  blocked   moves has failed\n" in shown
    assert "def test_doubled" not in shown
