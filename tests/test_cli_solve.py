"""The command `solve`: moves, a sentence on how the search ended, and an exit status for each way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from patience_core import Deal, Outcome, Record, Registry, Session, solve
from tests.games import Ladder, Round, Steps
from tests.terminals import patience, patience_with
from tests.test_solver import Alleys, Heaps

# Found out once: two quick deals, one of each kind.
WON, LOST = 6, 18


def data(*args: str, status: int = 0) -> dict[str, Any]:
    result = patience("solve", "alleys", *args, "--json", games=[Alleys])
    assert (status, "") == (result.exit_code, result.stderr)
    read: dict[str, Any] = json.loads(result.stdout)
    return read


def test_the_moves_are_listed_and_the_last_line_says_how_the_search_ended() -> None:
    result = patience("solve", "steps", "--deal", "3", "--option", "goal=3", games=[Steps])
    assert [
        "Steps, deal 3 (goal=3)",
        "",
        "Moves:",
        "  1. one",
        "  2. one",
        "",
        "Can be won in 2 moves: found after 3 positions.",
    ] == result.stdout.splitlines()
    assert (0, "") == (result.exit_code, result.stderr)


def test_json_holds_what_was_asked_and_all_that_was_found() -> None:
    solution = solve(Alleys(), Deal.numbered(WON, Alleys.pack))
    expected: dict[str, Any] = {
        "game": "alleys",
        "options": {},
        "number": WON,
        "deal_name": str(WON),
        "deal": [str(card) for card in Deal.numbered(WON, Alleys.pack).cards],
        "budget": 100_000,
        "outcome": "found",
        "positions": solution.positions,
        "moves": [move.text for move in solution.moves or ()],
    }
    found = data("--deal", str(WON))
    assert expected == found
    assert list(expected) == list(found)


def test_what_cannot_be_won_has_an_exit_status_of_its_own() -> None:
    result = patience("solve", "alleys", "--deal", str(LOST), games=[Alleys])
    positions = solve(Alleys(), Deal.numbered(LOST, Alleys.pack)).positions
    assert [
        f"Alleys, deal {LOST}",
        "",
        f"Cannot be won: every way to play was looked at, {positions:,} positions.",
    ] == result.stdout.splitlines()
    assert (4, "") == (result.exit_code, result.stderr)
    found = data("--deal", str(LOST), status=4)
    assert ("impossible", positions, None) == (found["outcome"], found["positions"], found["moves"])


def test_what_is_not_found_within_the_budget_has_another() -> None:
    result = patience("solve", "alleys", "--deal", str(WON), "--budget", "2", games=[Alleys])
    assert "Not found within 2 positions: whether it can be won is not known." == result.stdout.splitlines()[-1]
    assert (3, "") == (result.exit_code, result.stderr)
    found = data("--deal", str(WON), "--budget", "2", status=3)
    assert ("not found", 2, None, 2) == (found["outcome"], found["positions"], found["moves"], found["budget"])


def test_a_game_that_is_won_already_needs_no_moves() -> None:
    won = next(number for number in range(10_000) if "AS 2S 3S 4S" == Deal.numbered(number, Heaps.pack).listing)
    result = patience("solve", "heaps", "--deal", str(won), games=[Heaps])
    assert [f"Heaps, deal {won}", "", "Can be won in 0 moves: found after 1 position."] == result.stdout.splitlines()


def test_a_deal_may_be_given_as_cards_from_either_end() -> None:
    deal = Deal.numbered(WON, Alleys.pack)
    expected = data("--deal", str(WON)) | {"number": None, "deal_name": None}
    assert expected == data("--cards", deal.listing)
    backwards = " ".join(reversed(deal.listing.split()))
    assert expected == data("--cards", backwards, "--listed", "last-dealt")


def test_without_a_deal_it_is_any_and_shown() -> None:
    first = patience("solve", "steps", games=[Steps]).stdout.splitlines()[0]
    assert first.startswith("Steps, deal ")
    assert 0 <= int(first.split()[-1]) < 1_000_000


def test_the_record_of_a_solution_replays_to_a_win(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    result = patience("solve", "alleys", "--deal", str(WON), "--save", str(file), games=[Alleys])
    assert (0, "") == (result.exit_code, result.stderr)
    session = Session.replay(Record.from_json(file.read_text(encoding="utf-8")), {"alleys": Alleys}.__getitem__)
    assert (Outcome.WON, str(WON)) == (session.outcome, session.record().deal)


def test_where_there_is_no_solution_no_record_is_written(tmp_path: Path) -> None:
    file = tmp_path / "solution.json"
    result = patience("solve", "alleys", "--deal", str(LOST), "--save", str(file), games=[Alleys])
    assert f"{file} was not written: there is no solution to record.\n" == result.stderr
    assert (4, False) == (result.exit_code, file.exists())


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        (
            ("ladder",),
            1,
            "Ladder has cards that lie face down: only games whose cards all lie open can be solved.",
        ),
        (("round",), 1, "Round and Round has no win, and so there is nothing to solve."),
        (("steps", "-o", "gaol=3"), 1, "Steps has no option 'gaol'; it has goal, pace, back, ends. Did you mean goal?"),
        (("steps", "--deal", "-1"), 1, "deal number -1: numbers are whole, from 0 to 9223372036854775807."),
        (("steps", "--save", "."), 1, "Cannot write .: it is a folder."),
        (("stepps",), 1, "No installed game is called 'stepps'. Did you mean steps? `patience games` lists them all."),
        (("steps", "--deal", "1", "--cards", "AS"), 2, "--deal and --cards exclude each other."),
        (("steps", "--listed", "last-dealt"), 2, "--listed says how --cards is to be read; give both."),
        (("steps", "--budget", "0"), 2, "Invalid value for '--budget': 0 is not in the range x>=1."),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_sentence(args: tuple[str, ...], status: int, sentence: str) -> None:
    result = patience("solve", *args, games=[Steps, Ladder, Round])
    assert (status, "") == (result.exit_code, result.stdout)
    assert result.stderr.endswith(f"Error: {sentence}\n")


def test_the_first_example_of_the_help_works() -> None:
    shown = patience("solve", "--help").stdout
    example = shown.partition("Examples:\n")[2].splitlines()[0].split()
    assert ["patience", "solve"] == example[:2]
    assert 0 == patience_with(Registry.discover(), *example[1:]).exit_code
