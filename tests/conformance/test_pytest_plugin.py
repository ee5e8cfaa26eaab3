"""The pytest plugin: `pytest --patience GAME`, with no code at all."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from patience_core.conformance import CHECKS
from tests.conformance.pytest_runs import Folder, new_folder

folder = pytest.fixture(new_folder)

IDS = [check.id for check in CHECKS]
PLAIN = "def test_mine(): pass\n"


def test_the_plugin_loads_nothing_of_the_engine_until_a_game_is_asked_for(folder: Folder) -> None:
    folder.write(
        "test_mine.py",
        "import sys\n\n\ndef test_mine():\n"
        "    assert 'patience_pytest' in sys.modules\n"
        "    assert 'patience_core' not in sys.modules\n",
    )
    folder.pytest()


def test_without_a_test_file_the_checks_alone_decide(folder: Folder) -> None:
    done = folder.pytest("--patience", "tiny", "-k", "undo or copies")
    assert "patience: tiny (quick checks, seed 0)" in done
    assert f"collected {len(IDS)} items / {len(IDS) - 2} deselected" in done
    assert "1 passed, 1 skipped" in done
    assert set() == folder.files


def test_every_check_is_one_item_by_its_id_beside_the_tests_that_are_there(folder: Folder) -> None:
    folder.write("test_mine.py", PLAIN)
    args = ("--patience", "tiny", "-p", "no:randomly", "--collect-only", "-q")
    collected = [line for line in folder.pytest(*args).splitlines() if "::" in line]
    assert ["test_mine.py::test_mine", *(f"patience::tiny::{name}" for name in IDS)] == collected
    marked = [line for line in folder.pytest(*args, "-m", "patience").splitlines() if "::" in line]
    assert collected[1:] == marked


def test_checks_are_selected_by_words_and_games_given_twice_are_taken_once(folder: Folder) -> None:
    args = ("--patience", "tiny", "--patience", "Wee", "--patience=boastful", "-p", "no:randomly", "-k", "undo")
    done = folder.pytest(*args, "--collect-only", "-q")
    assert ["patience::tiny::undo", "patience::boastful::undo"] == [line for line in done.splitlines() if "::" in line]


def test_a_failure_shows_the_counterexample_and_nothing_of_the_kit(folder: Folder) -> None:
    done = folder.pytest("--patience", "doubled", "-k", "moves or undo or copies", "-p", "no:randomly", status=1)
    shown = done[done.index("FAILURES") :]
    assert "moves (Doubled)" in shown
    assert "\nmoves: The legal moves are finitely many Move values" in shown
    assert "\n  came      two moves\n" in shown
    assert "\n  blocked   moves has failed\n" in shown
    assert "FAILED patience::doubled::undo" in shown
    assert "self.run()" not in shown


def test_checks_run_in_parallel_and_in_random_order(folder: Folder) -> None:
    folder.write("test_mine.py", PLAIN)
    some = ["deal", "moves", "score", "undo", "copies"]
    args = (
        "--patience",
        "tiny",
        "-n",
        "2",
        "-p",
        "randomly",
        "-v",
        "--dist",
        "load",
        "-k",
        " or ".join(["mine", *some]),
    )
    done = folder.pytest(*args)
    results = Counter(re.findall(r"^\[gw\d\] .* [A-Z]+ ([\w.]+)::", done, re.MULTILINE))
    selected = [name for name in IDS if any(word in name for word in some)]
    assert {"patience": len(selected), "test_mine.py": 1} == results


def test_junit_names_the_game_and_the_check(folder: Folder) -> None:
    folder.pytest("--patience", "tiny", "-k", "undo or copies", "--junit-xml", "junit.xml")
    cases = ElementTree.parse(folder.path / "junit.xml").iter("testcase")
    assert {("patience.tiny", "undo"), ("patience.tiny", "copies")} == {
        (c.get("classname"), c.get("name")) for c in cases
    }


def test_options_profile_and_seed_reach_the_checks(folder: Folder) -> None:
    folder.write(
        "conftest.py",
        "def pytest_collection_modifyitems(items):\n"
        "    examination = items[0].run.examination\n"
        "    print([game.options for game in examination.games], examination.profile.name, examination.seed)\n",
    )
    done = folder.pytest(
        *("--patience", "tiny", "--patience-option", "heaps=1", "--patience-option", "blind=yes"),
        *("--patience-profile", "full", "--patience-seed", "7", "-s", "--collect-only"),
    )
    assert "[{'heaps': 1, 'blind': True}] full 7" in done


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("tinny",), "--patience tinny: No installed game is called 'tinny'. Did you mean tiny?"),
        (("tiny", "--patience-option", "heap=1"), "--patience tiny: Tiny has no option 'heap'"),
        (("tiny", "--patience-option", "heaps=3"), "--patience tiny: option heaps: '3' is not one of 1, 2."),
        (("tiny", "--patience-option", "heaps"), "--patience-option heaps: it is not of the form name=value."),
        (("tiny", "--patience-profile", "slow"), "--patience tiny: there is no profile 'slow'"),
    ],
)
def test_what_is_not_there_is_a_usage_error_in_a_sentence(folder: Folder, args: tuple[str, ...], sentence: str) -> None:
    done = folder.pytest("--patience", *args, status=4)
    assert f"ERROR: {sentence}" in done
    assert "Traceback" not in done
