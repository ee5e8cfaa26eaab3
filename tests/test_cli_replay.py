"""The command `replay`: a record is played again, and refused with a reason when it cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from patience_core import Deal, Pack, Session
from tests.games import Ladder
from tests.terminals import patience


def record(number: int = 2) -> str:
    game = Ladder()
    session = Session(game, Deal.numbered(number, game.pack))
    session.auto()
    return session.record().to_json()


def test_a_replay_prints_what_the_play_printed(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    played = patience("play", "ladder", "--deal", "2", "--auto", "--save", str(file), games=[Ladder])
    replayed = patience("replay", str(file), games=[Ladder])
    assert played.stdout == replayed.stdout
    assert (0, "") == (replayed.exit_code, replayed.stderr)


def test_a_replay_as_json_tells_what_the_play_told(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    played = patience("play", "ladder", "--deal", "2", "--json", "--save", str(file), games=[Ladder])
    replayed = patience("replay", str(file), "--json", games=[Ladder])
    assert {**json.loads(played.stdout), "player": None, "stopped": None} == json.loads(replayed.stdout)


def test_a_record_may_come_from_standard_input() -> None:
    assert "Ladder, deal 2" == patience("replay", "-", games=[Ladder], stdin=record()).stdout.splitlines()[0]


@pytest.mark.parametrize("stated", ["3", "listing", "-1", "2" * 30])
def test_the_number_of_the_deal_is_not_believed(stated: str) -> None:
    data = json.loads(record())
    data["deal"]["text"] = stated
    result = patience("replay", "-", "--json", games=[Ladder], stdin=json.dumps(data))
    data = json.loads(result.stdout)
    assert (None, None) == (data["number"], data["deal_name"])


def changed(**fields: object) -> str:
    return json.dumps({**json.loads(record()), **fields})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "standard input is empty."),
        ("{", "standard input: not JSON: "),
        ("[]", "standard input: not a record: "),
        (changed(schema=99), "standard input: record: schema 99 is not known; "),
        (changed(game="laddre"), "standard input: No installed game is called 'laddre'. Did you mean ladder?"),
        (changed(moves=["draw", "dance"]), "standard input: record, move 2: 'dance' is not a move of Ladder; "),
        (changed(result={"outcome": "won", "score": 24}), "standard input: record, result: it states won with "),
    ],
)
def test_a_bad_record_is_refused_with_the_reason(text: str, why: str) -> None:
    result = patience("replay", "-", games=[Ladder], stdin=text)
    assert (1, "") == (result.exit_code, result.stdout)
    assert f"Error: {why}" == result.stderr[: len(why) + 7]
    assert 1 == len(result.stderr.splitlines())


def test_a_binary_and_a_missing_file_are_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    missing = patience("replay", str(file), games=[Ladder])
    assert f"Error: Cannot read {file}: no such file or directory.\n" == missing.stderr
    file.write_bytes(b"\xff\xfe{")
    binary = patience("replay", str(file), games=[Ladder])
    assert (
        f"Error: {file} is not a text file: byte 1 is not UTF-8. Was it saved in another encoding?\n" == binary.stderr
    )
    assert [1, 1] == [missing.exit_code, binary.exit_code]


def test_the_deal_of_a_record_without_a_number_is_a_listed_deal(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    listing = Deal.numbered(4, Pack(ranks=range(1, 7), suits="CH", copies=2)).listing
    patience("play", "ladder", "--cards", listing, "--auto", "--save", str(file), games=[Ladder])
    assert "Ladder, a listed deal" == patience("replay", str(file), games=[Ladder]).stdout.splitlines()[0]
