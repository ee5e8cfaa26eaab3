"""`patience` as a process: pipes, signals, what it imports, and how it says that it is not whole."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from patience_core import Deal, Record
from patience_core.cli import main
from tests.fake_plugins import Site
from tests.terminals import COMMAND, PATIENT, environment, process

ENDLESS = """
from patience_core import PACK, Game, Layout, Move, Pack, Place, Shift, frozen, hookimpl


@frozen
class Endless(Game):
    id = "endless"
    title = "Endless"
    pack = Pack(ranks=(1,), suits="S")
    layout = Layout((Place("here", 0, 0), Place("there", 1, 0)))

    def deal(self):
        yield Shift(PACK, "here")

    def moves(self, table):
        yield Move("over", Shift("here", "there")) if table["here"] else Move("back", Shift("there", "here"))


@hookimpl
def patience_games():
    return [Endless]
"""


@pytest.fixture
def endless(tmp_path: Path) -> dict[str, str]:
    """Install a game that never ends; return what makes it found."""
    Site(tmp_path).install("endless", ENDLESS)
    return {"PYTHONPATH": str(tmp_path)}


def test_output_into_a_pipe_is_plain_ascii_text() -> None:
    done = process("play", "clock", "--deal", "42", "--auto")
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    verdict = "Lost: the fourth king came up with 11 cards still face down (41 turned, last KH)."
    assert verdict == done.stdout.splitlines()[-1]
    assert f"{Deal.numbered(42).listing}\n" == process("deal", "clock", "42").stdout


@pytest.mark.parametrize("extra", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_output_into_a_pipe_is_the_same_everywhere(extra: dict[str, str]) -> None:
    for command in (["play", "clock", "--deal", "42"], ["deal", "clock", "42"], ["games"], ["rules", "clock"]):
        usual, done = process(*command), process(*command, **extra)
        assert (0, "") == (done.returncode, done.stderr)
        assert usual.stdout.encode("ascii", "replace") == done.stdout.encode("ascii", "replace")


@pytest.mark.parametrize(
    "command", [["play", "endless", "--auto", "--player", "random"], ["play", "clock", "--auto"], ["games"], ["--help"]]
)
def test_a_pipe_closed_by_its_reader_ends_it_in_silence(command: list[str], endless: dict[str, str]) -> None:
    running = subprocess.Popen(
        [*COMMAND, *command],
        env=environment(endless),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    if "endless" in command:
        assert b"Endless, deal " == running.stdout.readline()[:14]
    running.stdout.close()
    running.stdout = None
    _, errors = running.communicate(timeout=PATIENT)
    assert errors == b""
    assert running.returncode in {1, 141}


def test_a_full_disk_is_told_in_one_sentence() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    with full.open("wb") as out:
        done = subprocess.run(
            [*COMMAND, "games"], env=environment({}), stdout=out, stderr=subprocess.PIPE, timeout=PATIENT, check=False
        )
    assert (1, b"Error: No space left on device.\n") == (done.returncode, done.stderr)


def test_closed_standard_output_does_no_harm() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *COMMAND, "play", "clock"],
        env=environment({}),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=PATIENT,
        check=False,
    )
    assert (0, b"") == (done.returncode, done.stderr)


def test_ctrl_c_without_a_terminal_is_one_line_and_status_130(endless: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    command = [*COMMAND, "play", "endless", "--deal", "1", "--auto", "--player", "random", "--save", str(file)]
    running = subprocess.Popen(
        command,
        env=environment(endless),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    while "over" not in running.stdout.readline():
        pass
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=PATIENT)
    assert 130 == running.returncode
    moves = len(Record.from_json(file.read_text(encoding="utf-8")).moves)
    assert f"Stopped after {moves} move{'s'[moves == 1 :]} of Endless, deal 1.\n" == errors


def test_moves_come_through_a_pipe(endless: dict[str, str]) -> None:
    done = process("play", "endless", "--deal", "1", stdin="over\nback\nov\n", **endless)
    assert (0, "") == (done.returncode, done.stderr)
    assert "3 moves" == done.stdout.splitlines()[-2]


def test_automatic_play_of_an_endless_game_ends_at_the_limit(endless: dict[str, str]) -> None:
    done = process("play", "endless", "--deal", "1", "--auto", "--player", "random", **endless)
    assert "Stopped at the limit of moves." in done.stdout.splitlines()[-4:]
    assert 0 == done.returncode


def test_automatic_play_that_goes_round_in_a_circle_ends_there(endless: dict[str, str]) -> None:
    done = process("play", "endless", "--deal", "1", "--auto", **endless)
    assert ["", "Stopped: the same table came again.", "2 moves", "In play."] == done.stdout.splitlines()[-4:]
    assert 0 == done.returncode


def imported(code: str) -> set[str]:
    """Return the modules that a process has imported after running a piece of code, its output aside."""
    script = f"import sys\n{code}\nprint('modules:', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment({}), capture_output=True, text=True, timeout=PATIENT, check=True
    )
    return set(done.stdout.rpartition("modules:")[2].split())


@pytest.mark.parametrize(
    "command", [["games"], ["plugins"], ["deal", "clock", "1"], ["play", "clock", "--json"], ["rules", "clock"]]
)
def test_no_command_imports_what_it_does_not_need(command: list[str]) -> None:
    heavy = {"rich", "numpy", "numba", "hypothesis", "pytest", "secrets", "asyncio"}
    assert set() == heavy & imported(f"from patience_core.cli import main\nmain({command!r})")


def test_listing_the_games_imports_nothing_of_playing() -> None:
    modules = imported("from patience_core.cli import main\nmain(['games'])")
    assert set() == {"json.tool", "patience_core.cli.play", "patience_core.drawing.board", "readline"} & modules


def test_without_click_it_names_the_extra_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing(_name: str) -> None:
        """Find no module."""

    monkeypatch.setattr("patience_core.cli.find_spec", nothing)
    assert 1 == main([])
    out, err = capsys.readouterr()
    assert ("", 'The command patience needs the extra "cli": pip install "patience-core[cli]"\n') == (out, err)


def test_main_returns_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert [0, 1, 2] == [main(["deal", "clock", "1"]), main(["deal", "clock", "99" * 20]), main(["deal", "clock"])]
    assert capsys.readouterr().out == f"{Deal.numbered(1).listing}\n"
