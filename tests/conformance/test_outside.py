"""What the kit looks at from outside: the board, the import, and plays in another process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import util
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import pytest

from patience_core import Deal, Game, Layout, Move, Place, Stream, Table, computed, frozen
from patience_core.conformance import elsewhere, processes
from patience_core.conformance.definitions import Check
from patience_core.conformance.invariants import outside
from patience_core.conformance.play import Play, choices_of
from patience_core.conformance.results import CheckResult, Status
from patience_core.conformance.running import Examination, look_at, run_check
from patience_core.conformance.trials import Profile
from patience_core.drawing import board
from tests.conformance import elsewhere_games as games
from tests.games import GAMES, HEAP, ROW, WASTE, Ladder, Pairs, Steps

FEW = Profile("few", plays=10, moves=3_000, longest=24, odds=0)
CHECKS: Mapping[str, Check] = {check.id: check for check in outside.CHECKS}


@cache
def looked(check: str, kind: type[Game], profile: Profile = FEW) -> CheckResult:
    """Run one check, without those that it needs."""
    return run_check(CHECKS[check], kind, choices_of(kind), profile, seed=0)


def fault(check: str, kind: type[Game]) -> tuple[str, str, tuple[str, ...]]:
    """Return what was expected, what came, and the moves, of a check that fails."""
    found = looked(check, kind).counterexample
    assert found is not None
    assert found.repeats
    return found.expected, found.came, found.moves


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_sound_games_pass(check: str, kind: type[Game]) -> None:
    result = looked(check, kind)
    assert (Status.PASSED, None) == (result.status, result.counterexample)


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_that_looks_at_nothing_fails(check: str) -> None:
    result = looked(check, Ladder, Profile("none", plays=0, moves=0, longest=0, odds=0))
    assert Status.FAILED is result.status
    assert "too little" in result.reason


# The board


def test_every_size_of_every_pile_is_drawn_once() -> None:
    result = looked("board", Steps)
    assert 1 == result.counts["boards"]
    assert result.counts["tables"] > 10


def test_a_layout_that_can_only_be_listed_is_found() -> None:
    @frozen
    class Wide(Ladder):
        layout = Layout((*ROW.places, *(Place(f"column {number}", 3 + number, 0) for number in range(14))))

    assert ("places for all piles in 80 columns", "no room: the piles can only be listed", ()) == fault("board", Wide)


def test_a_layout_that_can_only_be_listed_under_one_option_is_found() -> None:
    @frozen
    class Wide(Ladder):
        @computed
        def layout(self) -> Layout:
            return Layout((*ROW.places, *(Place(str(number), 3, number / 9) for number in range(self.redeals * 99))))

    assert Status.FAILED is looked("board", Wide).status


@pytest.mark.parametrize(
    ("label", "expected", "came"),
    [
        ("one\ntwo", "a label of one line for the pile heap", r"'one\ntwo'"),
        ("\u5c71" * 70, "lines of 80 columns at most", " columns: "),
    ],
)
def test_a_label_that_spoils_the_lines_is_found(label: str, expected: str, came: str) -> None:
    @frozen
    class Labelled(Ladder):
        layout = Layout((*ROW.places[:2], Place("heap", 2, 0, label=label)))

    found = fault("board", Labelled)
    assert expected == found[0]
    assert came in found[1]


def test_wide_and_combining_characters_are_counted_as_terminals_do() -> None:
    assert 4 == outside._columns("\u5c71 a\u0301")


def test_a_board_that_hides_a_label_or_a_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = board.draw

    def without(what: str) -> Any:
        def draw(*asked: Any) -> Any:
            return tuple(tuple((text.replace(what, "."), style) for text, style in line) for line in drawn(*asked))

        return draw

    def too_wide(*_asked: Any) -> Any:
        return ((("-" * 81, ""),),)

    said: list[str] = []
    for draw in (without("waste"), without("▒▒▒"), too_wide):
        looked.cache_clear()
        monkeypatch.setattr(outside, "draw", draw)
        said.append(fault("board", Ladder)[0])
    looked.cache_clear()
    assert said == [
        "the label 'waste' over the pile waste",
        "the top card #1 of the pile stock on the board",
        "lines of 80 columns at most",
    ]


# What another process can find


def test_a_class_of_an_imported_module_can_be_found() -> None:
    assert processes.cannot_be_found(games.Sound) is None
    assert processes.cannot_be_found(games.Holder.Inner) is None


def test_a_class_that_another_process_cannot_import_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    @frozen
    class Local(Ladder):
        pass

    reasons = {processes.cannot_be_found(Local)}
    assert Status.NOT_APPLICABLE is looked("import", Local).status
    assert Status.NOT_APPLICABLE is looked("other-process", Local).status
    Local.__qualname__ = "Mine"
    for module in ("__main__", "tests.games", "no such module"):
        Local.__module__ = module
        reasons.add(processes.cannot_be_found(Local))
    monkeypatch.setattr(sys, "executable", "")
    reasons.add(processes.cannot_be_found(Ladder))
    assert reasons == {
        "its class is made inside a function, where another process cannot find it",
        "its class stands in the program that is run, where another process cannot find it",
        "its class is not what is called Mine in tests.games, so another process cannot find it",
        "its class is not what is called Mine in no such module, so another process cannot find it",
        "this Python does not know where its own program lies",
    }


@contextmanager
def module_from(file: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Generator[ModuleType]:
    """Import a module from a file that need not lie on the search path."""
    spec = util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    yield module


GAME = """
from patience_core import frozen
from tests.games import Ladder

@frozen
class Mine(Ladder):
    id = "mine"
"""


@pytest.mark.parametrize("name", ["mine", "tests.games.mine", "patience_core.splitmix"])
def test_a_module_that_is_not_on_the_search_path_cannot_be_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(GAME, encoding="utf-8")
    with module_from(tmp_path / "mine.py", name, monkeypatch) as module:
        said = f"its module {name} is not on Python's search path, so another process cannot find it"
        assert said == processes.cannot_be_found(module.Mine)


# The import


def imports(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> CheckResult:
    """Check a game whose module begins with these lines when it is imported elsewhere; here it does not."""
    (folder / "mine.py").write_text(GAME, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    with module_from(folder / "mine.py", "mine", monkeypatch) as module:
        (folder / "mine.py").write_text(source + GAME, encoding="utf-8")
        return looked("import", module.Mine)


@pytest.mark.parametrize(
    ("source", "expected", "came"),
    [
        ("import unittest", "no heavy package imported with mine", "unittest"),
        ("def later(): import unittest\nlater()", "no heavy package imported with mine", "unittest"),
        ("print('hello')", "nothing printed while mine is imported", r"'hello\n'"),
        ("import os; os.write(1, b'hello')", "nothing printed while mine is imported", "'hello'"),
        ("import warnings; warnings.warn('old')", "nothing printed while mine is imported", "UserWarning: old"),
        (
            "import threading; threading.Thread(target=threading.Event().wait, daemon=True, name='mill').start()",
            "no thread started while mine is imported",
            "mill",
        ),
        ("import os; os.chdir('..')", "the same current folder after mine is imported", ""),
        ("1 / 0", "mine can be imported in another process", "ZeroDivisionError: division by zero"),
        ("import sys; sys.exit('no')", "mine can be imported in another process", "SystemExit: no"),
        ("import os; os._exit(3)", "mine can be imported in another process", "it ended with status 3"),
        (
            "import sys, types\nfor number in range(70): sys.modules[f'mine_{number}'] = types.ModuleType('some')",
            "at most 60 modules imported with mine",
            "1 of mine",
        ),
    ],
)
def test_an_import_that_is_not_light_is_found(
    source: str, expected: str, came: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = imports(source, tmp_path, monkeypatch).counterexample
    assert found is not None
    assert expected == found.expected
    assert came in found.came


def test_a_light_import_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = imports("import dataclasses\ndef later(): import unittest", tmp_path, monkeypatch)
    assert Status.PASSED is result.status
    assert 1 == result.counts["imports"]


# Another process


def test_a_game_that_prints_and_one_inside_a_class_are_played_elsewhere() -> None:
    assert Status.PASSED is looked("other-process", games.Sound).status
    assert Status.PASSED is looked("other-process", games.Holder.Inner).status


WHERE = "in a Python process with PYTHONHASHSEED="


@pytest.mark.parametrize(
    ("kind", "part", "moves"),
    [
        (games.OrderOfASet, f"the same legal moves {WHERE}", 2),
        (games.OtherTable, f"the same table {WHERE}", 3),
        (games.OtherHint, f"the same hint {WHERE}", 0),
        (games.PlayerByHash, f"the same choices of players {WHERE}", 2),
        (games.RaisesElsewhere, f"the same play {WHERE}1", 2),
        (games.DiesElsewhere, f"the same play {WHERE}1", 8),  # not so small, since each death costs a start
    ],
)
def test_what_differs_elsewhere_is_found_after_few_moves(kind: type[Game], part: str, moves: int) -> None:
    expected, came, made = fault("other-process", kind)
    assert part in expected
    assert moves >= len(made)
    if kind is games.RaisesElsewhere:
        assert came == "UnknownGameError: not here"
    if kind is games.DiesElsewhere:
        assert came == "it ended with status 7, after it had written: out of memory"


def test_both_tables_are_shown_where_they_differ() -> None:
    found = looked("other-process", games.OtherTable).counterexample
    assert found is not None
    assert found.before is not None
    assert found.after is not None
    assert [3, 1] == [len(found.before[WASTE]), len(found.before[HEAP])]
    assert [2, 2] == [len(found.after[WASTE]), len(found.after[HEAP])]


def test_one_play_can_be_looked_at_again() -> None:
    play = Play(games.OtherTable(), Deal.numbered(5, Ladder.pack), (0, 0, 0))
    examination = Examination(games.OtherTable, checks=outside.CHECKS)
    assert look_at(CHECKS["other-process"], examination, play) is not None
    short = Play(games.OtherTable(), Deal.numbered(5, Ladder.pack), (0, 0))
    assert look_at(CHECKS["other-process"], examination, short) is None


def test_plays_that_end_earlier_or_go_on_elsewhere_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(games.Sound(), Deal.numbered(5, Ladder.pack), (0, 0))
    seen = list(elsewhere.states(play))
    wrong: list[dict[str, Any]] = [
        {"states": seen[:2]},
        {"states": [], "error": "ImportError: no"},
        {"states": seen, "error": "OSError: too late"},
    ]

    def send(_process: object, _question: object) -> None:
        pass

    def receive(_process: object) -> str:
        return json.dumps(wrong[0])

    monkeypatch.setattr(processes.Process, "send", send)
    monkeypatch.setattr(processes.Process, "receive", receive)
    came: list[str] = []
    while wrong:
        found = look_at(CHECKS["other-process"], Examination(games.Sound), play)
        assert found is not None
        came.append(found.came)
        wrong.pop(0)
    assert ["it ended earlier", "ImportError: no", "OSError: too late"] == came


def test_the_same_data_in_another_order_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(games.Sound(), Deal.numbered(5, Ladder.pack), (-1, -1))
    turned = [dict(reversed(state.items())) for state in elsewhere.states(play)]

    def receive(_process: object) -> str:
        return json.dumps({"states": turned})

    monkeypatch.setattr(processes.Process, "receive", receive)
    assert look_at(CHECKS["other-process"], Examination(games.Sound), play) is None


# The process itself


def test_a_process_answers_one_question_after_another_with_its_own_seed() -> None:
    with processes.Process(1) as process:
        play = Play(Pairs(), Deal.numbered(10), (0, -1, 7))
        for _ in range(2):
            expected = json.loads(json.dumps({"states": list(elsewhere.states(play))}))
            assert expected == process.ask(elsewhere.question(play))
        assert "" == process.errors
    assert "" == process.errors


def test_a_process_that_dies_says_how_and_is_started_again() -> None:
    deadly = elsewhere.question(Play(games.DiesElsewhere(), Deal.numbered(5, Ladder.pack), (-1, -1, -1)))
    sound = elsewhere.question(Play(games.Sound(), Deal.numbered(5, Ladder.pack), ()))
    died = {"died": "it ended with status 7, after it had written: out of memory"}
    with processes.Process(2) as process:
        assert died == process.ask(deadly)
        assert "states" in process.ask(sound)
        assert died == process.ask(deadly)  # as it is remembered


def test_a_process_that_dies_too_often_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST_DEATHS", 0)
    with processes.Process(2) as process:
        first = elsewhere.question(Play(games.DiesElsewhere(), Deal.numbered(5, Ladder.pack), (-1, -1, -1)))
        assert "died" in process.ask(first)
        assert {} == process.ask({**first, "picks": [-1, -1]})
        assert "died" in process.ask(first)


def test_a_process_that_cannot_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PROGRAM", "no_such_program")
    with processes.Process(2) as process:
        assert "No module named no_such_program" in process.ask({"import": "json"})["died"]


def test_a_process_that_does_not_answer_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "endless.py").write_text("while True: pass", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(processes, "PATIENCE", 1.5)
    with processes.Process(2) as process:
        assert process.ask({"import": "endless"})["died"].startswith("it ended with status")


def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    process = processes.Process(2)
    process.send({"import": "json"})
    running = process._process
    assert running is not None
    wait, given = running.wait, list[float | None]()

    def impatient(timeout: float | None = None) -> int:
        given.append(timeout)
        if timeout is not None:
            raise subprocess.TimeoutExpired("python", timeout)
        return wait()

    monkeypatch.setattr(running, "wait", impatient)
    process.end()
    assert [processes.PATIENCE, None] == given


def test_questions_and_answers_are_lines_of_json_and_what_games_print_goes_elsewhere(
    capfd: pytest.CaptureFixture[str],
) -> None:
    play = Play(games.Sound(), Deal.numbered(5, Ladder.pack), (0, 0))
    lines = [json.dumps(elsewhere.question(play)) + "\n", json.dumps({"import": "tests.games"}) + "\n"]
    kept = os.dup(0), os.dup(1)
    (asked, asking), (answered, answering) = os.pipe(), os.pipe()
    os.dup2(asked, 0)
    os.dup2(answering, 1)
    try:
        os.write(asking, "".join(lines).encode())
        os.close(asking)
        elsewhere.main()
    finally:
        for number, was in enumerate(kept):
            os.dup2(was, number)
        for each in (asked, answering, *kept):
            os.close(each)
    with open(answered, encoding="utf-8") as answers:
        course, imported = map(json.loads, answers)
    assert "the waste is empty" in "".join(capfd.readouterr())
    assert json.loads(json.dumps(list(elsewhere.states(play)))) == course["states"]
    assert ([], "", [], None, None) == tuple(
        imported[part] for part in ("modules", "printed", "threads", "folder", "error")
    )


def test_what_goes_wrong_in_a_question_is_part_of_the_answer() -> None:
    asked = elsewhere.question(Play(games.Sound(), Deal.numbered(5, Ladder.pack), (0,)))
    assert {"states": [], "error": "OptionError: option redeals: 9 is not one of 0, 1, 2."} == elsewhere.answer(
        {**asked, "options": {"redeals": 9}}
    )
    assert "AttributeError" in elsewhere.answer({**asked, "class": "Nobody"})["error"]
    assert "ModuleNotFoundError" in elsewhere.imported("no_such_module")["error"]
    out = io.StringIO()
    elsewhere.serve([json.dumps({"import": "json"})], out)
    assert out.getvalue().endswith("}\n")
    assert threading.active_count() >= 1


def test_states_end_with_the_play() -> None:
    play = Play(Steps(), Deal.numbered(0, Steps.pack), (0,) * 9)
    assert ["in play"] * 4 + ["won"] == [state["outcome"] for state in elsewhere.states(play)]


def test_a_player_that_crashes_is_named_by_its_error() -> None:
    def crash(_table: Table, _moves: tuple[Move, ...], _stream: Stream) -> Move:
        raise KeyError("card")

    @frozen
    class Crashing(Pairs):
        players = MappingProxyType({"crash": crash})

    play = Play(Crashing(), Deal.numbered(10), ())
    (state,) = elsewhere.states(play)
    assert {"first", "random", "crash"} == set(state["choices of players"])
    assert "KeyError" == state["choices of players"]["crash"]
