"""The command `check`: a game held to every invariant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result

from patience_core.cli import check as command
from patience_core.conformance import CHECKS, PROFILES
from patience_core.conformance import check as run_checks
from tests.conformance.pytest_runs import Folder, new_folder
from tests.conformance.tiny_games import Boastful, Doubled, Tiny
from tests.terminals import patience

folder = pytest.fixture(new_folder)


def check(*args: str) -> Result:
    return patience("check", *args, games=[Tiny, Boastful, Doubled])


def test_a_game_that_conforms_gets_its_report_and_status_0() -> None:
    result = check("tiny", "--only", "undo", "--only", "copies", "--seed", "3")
    assert f"{run_checks(Tiny, seed=3, only=('undo', 'copies'))}\n" == result.stdout
    assert result.stdout.startswith("Tiny: quick checks, seed 3, 4 choices of options\n")
    assert result.stdout.endswith("\nConforms: 1 passed, 1 not applicable.\n")
    assert (0, "") == (result.exit_code, result.stderr)


def test_without_only_every_check_is_run() -> None:
    lines = check("doubled").stdout.splitlines()
    assert [check.id for check in CHECKS] == [line.split()[0] for line in lines[2 : 2 + len(CHECKS)]]


def test_a_check_that_fails_shows_its_counterexample_and_gives_status_1() -> None:
    result = check("boastful", "--only", "score")
    assert 1 == result.exit_code
    assert "\n  expected  a score from 0 to 3 in a finished game\n" in result.stdout
    assert result.stdout.endswith("\nDoes not conform: 1 failed.\n")


def test_a_check_that_is_blocked_gives_status_1() -> None:
    result = check("doubled", "--only", "undo")
    assert 1 == result.exit_code
    assert "  undo  blocked  moves has failed" in result.stdout.splitlines()


def test_what_a_game_prints_goes_to_stderr_so_that_json_stays_json() -> None:
    result = check("boastful", "--only", "score", "--json")
    assert "What a score!" in result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    assert ("boastful", "quick", 0, False) == (data["game"], data["profile"], data["seed"], data["ok"])
    assert [("score", "failed")] == [(each["id"], each["status"]) for each in data["checks"]]
    assert 1 == result.exit_code


def test_options_that_are_given_are_fixed_and_the_others_take_every_choice() -> None:
    data = json.loads(check("tiny", "--option", "heaps=1", "--only", "deal", "--json").stdout)
    assert 2 == data["choices_of_options"]
    assert "2 choices of options, heaps=1" in check("tiny", "-o", "heaps=1", "--only", "deal").stdout


def test_an_excepted_check_gives_status_0_and_one_that_need_not_be_gives_1() -> None:
    excepted = check("boastful", "--only", "score", "--except", "score=it boasts")
    assert "  score  excepted  it boasts" in excepted.stdout.splitlines()
    assert 0 == excepted.exit_code
    unneeded = check("tiny", "--only", "score", "--except", "score=it boasts")
    assert "take the exception away" in unneeded.stdout
    assert 1 == unneeded.exit_code


def test_junit_is_written_whatever_comes_of_the_checks(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    result = check("boastful", "--only", "score", "--only", "undo", "--junit", str(file))
    assert 1 == result.exit_code
    cases = {case.get("name"): [part.tag for part in case] for case in ElementTree.parse(file).iter("testcase")}
    assert {"score": ["failure"], "undo": []} == cases
    assert [file] == list(tmp_path.iterdir())


def test_the_checks_are_listed_with_what_they_state() -> None:
    result = check("--list")
    assert [(c.id, c.statement) for c in CHECKS] == [
        (name, statement.strip()) for name, _, statement in (line.partition(" ") for line in result.stdout.splitlines())
    ]
    assert 0 == result.exit_code


def test_the_profiles_are_those_of_the_kit() -> None:
    assert tuple(PROFILES) == command.PROFILES


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        (("tinny",), 1, "No installed game is called 'tinny'. Did you mean tiny?"),
        (("tiny", "--option", "heap=1"), 1, "Tiny has no option 'heap'"),
        (("tiny", "--option", "heaps=3"), 1, "option heaps: '3' is not one of 1, 2."),
        (("tiny", "--only", "undoo"), 1, "there is no check 'undoo'. Did you mean undo?"),
        (("tiny", "--except", "undoo=why"), 1, "there is no check 'undoo'. Did you mean undo?"),
        (("tiny", "--except", "undo"), 2, "'undo' is not of the form ID=REASON."),
        (("tiny", "--except", "undo= "), 2, "'undo= ' is not of the form ID=REASON."),
        (("tiny", "--except", "undo=a", "--except", "undo=b"), 2, "undo is given twice."),
        (("tiny", "--profile", "slow"), 2, "'slow' is not one of 'quick', 'full', 'deep'."),
        (("tiny", "--seed", "-1"), 2, "-1 is not in the range x>=0."),
        ((), 2, "Missing argument 'GAME'."),
        (("tiny", "--junit", "nowhere/report.xml"), 1, "Cannot write nowhere/report.xml: there is no folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(args: tuple[str, ...], status: int, sentence: str) -> None:
    result = check(*args)
    assert (status, "") == (result.exit_code, result.stdout)
    assert sentence in result.stderr.splitlines()[-1]


def test_a_check_needs_neither_hypothesis_nor_pytest_and_leaves_no_file(folder: Folder) -> None:
    program = (
        "import sys\n"
        "sys.modules['hypothesis'] = sys.modules['pytest'] = None\n"
        "from patience_core.cli import main\n"
        "sys.exit(main(['check', 'tiny']))\n"
    )
    (folder.path / "pytest.ini").unlink()
    done = folder.run("-W", "error", "-c", program)
    assert done.startswith("Tiny: quick checks, seed 0, 4 choices of options\n")
    assert set() == folder.files


def test_the_kit_imports_neither_hypothesis_nor_pytest_and_leaves_no_file(folder: Folder) -> None:
    program = (
        "import sys\n"
        "from patience_core.conformance import check\n"
        "from patience_tiny import Doubled, Tiny\n"
        "assert check(Tiny).ok and not check(Doubled).ok\n"
        "print(*{'hypothesis', 'pytest', '_pytest', 'click', 'rich'} & set(sys.modules))\n"
    )
    (folder.path / "pytest.ini").unlink()
    assert "\n" == folder.run("-W", "error", "-c", program)
    assert set() == folder.files
