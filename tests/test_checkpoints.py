"""Checkpoints: a run that was killed goes on to the very summary of an unbroken one, and no other file is touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from patience_core import FileError, Game, PatienceError, SimulationError, Summary, frozen, simulate
from patience_core.simulation import checkpoints, pacing, playing, running
from tests.games import Ladder, Pairs, Round
from tests.reference import raised
from tests.terminals import PATIENT, environment

DEALS = 100
GAME = Ladder(redeals=0)
WHOLE = simulate(GAME, DEALS, first=3, player="random")


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a checkpoint after each chunk, and let chunks be of five deals."""
    monkeypatch.setattr(checkpoints, "EVERY", 0.0)
    monkeypatch.setattr(pacing, "BEGIN", 5)
    monkeypatch.setattr(pacing, "GROWTH", 1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run.json"


def ladder(file: Path, **keywords: Any) -> Summary:
    asked: dict[str, Any] = {"first": 3, "player": "random", "checkpoint": file, **keywords}
    return simulate(GAME, DEALS, **asked)


class EnoughError(Exception):
    """The run has come far enough."""


def broken_off(file: Path, after: int) -> None:
    """Leave the checkpoint of a run that was broken off."""

    def tell(summary: Summary) -> None:
        if summary.deals >= after:
            raise EnoughError

    with pytest.raises(EnoughError):
        ladder(file, progress=tell)


def done(file: Path) -> Summary:
    """Return what a checkpoint says has been done."""
    return Summary.from_dict(json.loads(file.read_text(encoding="utf-8"))["done"])


def test_a_run_with_a_checkpoint_comes_to_the_same_and_leaves_it_behind(file: Path) -> None:
    assert WHOLE == ladder(file)
    assert WHOLE == done(file)
    assert [file] == list(file.parent.iterdir())


@pytest.mark.parametrize("after", [0, 5, 50, 95])
def test_a_run_that_was_broken_off_goes_on_where_it_was(file: Path, after: int) -> None:
    broken_off(file, after)
    known = done(file)
    assert after <= known.deals < DEALS
    assert simulate(GAME, known.deals, first=3, player="random") == known
    told: list[Summary] = []
    assert WHOLE == ladder(file, progress=told.append)
    assert known == told[0]


def test_a_run_that_has_come_to_its_end_is_not_played_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder(file)
    monkeypatch.delattr(playing, "play_deal")
    assert WHOLE == ladder(file)


KILLED = """
import os, random, select, signal, sys

from patience_core import simulate
from patience_core.origins import made_by
from patience_core.simulation import checkpoints, pacing
from tests.games import Ladder

made_by(Ladder)  # looked for once, and not by each child
checkpoints.EVERY, pacing.BEGIN, pacing.GROWTH = 0.0, 2, 1
file, deals, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
for kills in range(1_000):
    told, tell = os.pipe()
    child = os.fork()
    if not child:
        os.close(told)
        found = simulate(
            Ladder(redeals=0), deals, first=3, player="random", checkpoint=file, progress=lambda _: os.write(tell, b".")
        )
        os._exit(0)
    os.close(tell)
    # Killed after some chunks and at any moment within the next: the write of a checkpoint or the play of a deal.
    for _ in range(chance.randrange(1, 4)):
        if not os.read(told, 1):
            break
    select.select([], [], [], chance.random() * 0.003)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(told)
    if os.WIFEXITED(status):
        assert os.WEXITSTATUS(status) == 0
        break
print(kills)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are quickly made")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_run_killed_at_many_random_moments_comes_to_the_summary_of_an_unbroken_one(file: Path, seed: int) -> None:
    killed = subprocess.run(
        [sys.executable, "-W", "error", "-c", KILLED, str(file), str(DEALS), str(seed)],
        env=environment({}),
        capture_output=True,
        text=True,
        timeout=PATIENT,
        check=False,
    )
    assert "" == killed.stderr
    assert int(killed.stdout) >= 10
    assert WHOLE == done(file)
    assert WHOLE == ladder(file)


@frozen
class Other(Ladder):
    """Another game of the same play."""

    id = "other"


def changed(file: Path, **fields: Any) -> None:
    """Change fields of a checkpoint."""
    data = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(data | fields), encoding="utf-8")


ANOTHER = "is the checkpoint of another run: its"
LEFT = "It is left as it is: give another file, or remove this one."


@pytest.mark.parametrize(
    ("game", "keywords", "sentence"),
    [
        (Other(redeals=0), {}, "game is 'ladder', and this run's is 'other'."),
        (Pairs(), {}, "game is 'ladder', and this run's is 'pairs'."),
        (
            Ladder(redeals=1),
            {},
            "option redeals is '0', and this run's is '1'.",
        ),
        (GAME, {"player": "first"}, "player is 'random', and this run's is 'first'."),
        (GAME, {"first": 4}, "first deal is '3', and this run's is '4'."),
        (GAME, {"deals": DEALS + 1}, f"number of deals is '{DEALS}', and this run's is '{DEALS + 1}'."),
        (GAME, {"deals": 5}, f"number of deals is '{DEALS}', and this run's is '5'."),
    ],
)
def test_the_checkpoint_of_another_run_is_refused_and_left_as_it_is(
    file: Path, game: Game, keywords: dict[str, Any], sentence: str
) -> None:
    broken_off(file, 20)
    before = file.read_bytes()
    asked: dict[str, Any] = {"deals": DEALS, "first": 3, "player": "random", "checkpoint": str(file), **keywords}
    assert f"{file} {ANOTHER} {sentence} {LEFT}" == raised(SimulationError, lambda: simulate(game, **asked))
    assert before == file.read_bytes()


def test_a_checkpoint_made_with_another_version_of_the_plugin_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = "1.0"

    def versions(_game: type) -> str:
        return f"patience-with-a-long-name 1.0, patience-ladder {version}, patience-core 1.0"

    monkeypatch.setattr(running, "made_by", versions)
    broken_off(file, 20)
    before = file.read_bytes()
    version = "1.1"
    its, ours = "'patience-ladder 1.0'", "'patience-ladder 1.1'"
    sentence = f"{file} {ANOTHER} version is {its}, and this run's is {ours}. {LEFT}"
    assert sentence == raised(SimulationError, lambda: ladder(file))
    assert before == file.read_bytes()


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def record(file: Path) -> None:
    file.write_text('{"format": "patience-record", "schema": 1}', encoding="utf-8")


def listed(file: Path) -> None:
    file.write_text("[1, 2]", encoding="utf-8")


def nested(file: Path) -> None:
    file.write_text("[" * 200_000, encoding="utf-8")


def garbled(file: Path) -> None:
    file.write_bytes(b"\xff\xfe" + file.read_bytes())


def uncounted(file: Path) -> None:
    changed(file, done={**done(file).as_dict(), "moves": "many"})


def miscounted(file: Path) -> None:
    changed(file, done={**done(file).as_dict(), "unfinished": 2})


def too_many(file: Path) -> None:
    beyond = simulate(GAME, DEALS + 1, first=3, player="random")
    changed(file, done=beyond.as_dict())


def winless(file: Path) -> None:
    changed(file, done={**done(file).as_dict(), "won": None})


def older(file: Path) -> None:
    changed(file, schema=0)


def unknown(file: Path) -> None:
    changed(file, schema="x" * 90)


SPOILS: list[tuple[Callable[[Path], None], str]] = [
    (cut, f"is not a whole checkpoint. {LEFT}"),
    (emptied, f"is not a whole checkpoint. {LEFT}"),
    (record, f"is not a whole checkpoint. {LEFT}"),
    (listed, f"is not a whole checkpoint. {LEFT}"),
    (nested, f"is not a whole checkpoint. {LEFT}"),
    (garbled, f"is not a whole checkpoint. {LEFT}"),
    (
        uncounted,
        "is not a whole checkpoint: summary: the field moves is missing, or not what `Summary.as_dict` gives. " + LEFT,
    ),
    (miscounted, "is not a whole checkpoint: summary of ladder: the counts do not add up: "),
    (too_many, f"is not a whole checkpoint: its counts are of no such run. {LEFT}"),
    (winless, f"is not a whole checkpoint: its counts are of no such run. {LEFT}"),
    (
        older,
        f"is a checkpoint of schema '0', and this version goes on with schema 1 only. {LEFT}",
    ),
    (
        unknown,
        f"is a checkpoint of schema '{'x' * 40}'..., and this version goes on with schema 1 only. {LEFT}",
    ),
]


@pytest.mark.parametrize(("spoil", "sentence"), SPOILS)
def test_what_is_not_a_whole_checkpoint_is_refused_and_left_as_it_is(
    file: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    broken_off(file, 20)
    spoil(file)
    before = file.read_bytes()
    assert raised(SimulationError, lambda: ladder(file)).startswith(f"{file} {sentence}")
    assert before == file.read_bytes()
    assert [file] == list(file.parent.iterdir())


def test_a_file_that_is_too_large_is_no_checkpoint(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_off(file, 20)
    monkeypatch.setattr(checkpoints, "MOST", 100)
    assert f"{file} is not a whole checkpoint. {LEFT}" == raised(SimulationError, lambda: ladder(file))


def test_a_checkpoint_that_is_read_only_is_refused_and_left_as_it_is(file: Path) -> None:
    broken_off(file, 20)
    before = file.read_bytes()
    file.chmod(0o444)
    assert f"Cannot write {file}: it is read-only." == raised(FileError, lambda: ladder(file))
    assert before == file.read_bytes()


def test_a_checkpoint_that_cannot_be_read_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_off(file, 20)

    def fails(*_args: object, **_keywords: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", fails)
    assert f"Cannot read {file}: permission denied." == raised(FileError, lambda: ladder(file))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [(".", "it is a folder."), ("nowhere/run.json", "there is no folder {}.")],
)
def test_where_no_file_can_be_written_the_run_does_not_begin(tmp_path: Path, name: str, sentence: str) -> None:
    file = tmp_path / name
    told: list[Summary] = []
    expected = f"Cannot write {file}: {sentence.format(tmp_path / 'nowhere')}"
    assert expected == raised(FileError, lambda: ladder(file, progress=told.append))
    assert [] == told


def fails_to_write(_name: str, _text: str) -> None:
    raise FileError("Cannot write it: no space left on device.")


def test_a_checkpoint_that_can_no_longer_be_written_ends_the_run(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Summary] = []

    def tell(summary: Summary) -> None:
        told.append(summary)
        if summary.deals >= 20:
            monkeypatch.setattr(checkpoints, "write_text", fails_to_write)

    assert "Cannot write it: no space left on device." == raised(FileError, lambda: ladder(file, progress=tell))
    assert told[-1] == done(file)


def test_a_checkpoint_that_cannot_be_written_at_the_end_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 3600.0)

    def tell(summary: Summary) -> None:
        if summary.deals == DEALS:
            monkeypatch.setattr(checkpoints, "write_text", fails_to_write)

    assert "Cannot write it: no space left on device." == raised(FileError, lambda: ladder(file, progress=tell))
    assert 0 == done(file).deals


def test_the_error_that_ended_a_run_is_told_and_not_that_of_its_checkpoint(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 3600.0)

    def tell(summary: Summary) -> None:
        if summary.deals:
            monkeypatch.setattr(checkpoints, "write_text", fails_to_write)
            raise EnoughError

    with pytest.raises(EnoughError):
        ladder(file, progress=tell)


def test_between_two_writings_some_seconds_pass(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 3600.0)
    written: list[str] = []

    def write(_name: str, text: str) -> None:
        written.append(text)

    monkeypatch.setattr(checkpoints, "write_text", write)
    ladder(file)
    assert [0, DEALS] == [json.loads(text)["done"]["deals"] for text in written]


def test_a_game_without_a_win_goes_on_too(file: Path) -> None:
    expected = simulate(Round(), 12)

    def tell(summary: Summary) -> None:
        if summary.deals >= 5:
            raise EnoughError

    with pytest.raises(EnoughError):
        simulate(Round(), 12, checkpoint=str(file), progress=tell)
    assert expected == simulate(Round(), 12, checkpoint=str(file))


def test_every_refusal_is_an_error_of_the_library(file: Path) -> None:
    emptied(file)
    with pytest.raises(PatienceError):
        ladder(file)
