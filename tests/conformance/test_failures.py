"""What an author reads when a check fails: the whole text, pinned; and its replay line shows the same again."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from patience_core import Deal, Game
from patience_core.conformance import Check, CheckResult, Play, Status, check, rerun
from patience_core.conformance.reports import failure_lines, rerun_line
from tests.conformance import faulty_games
from tests.conformance.faulty_games import BadScore, OneCard, Small, TooShort

ROOT: Final = Path(__file__).parents[2]
RUN: Final = "python -c 'from patience_core.conformance import rerun; from tests.conformance.faulty_games import "

TEXTS: Final = {
    ("TakesTooMany", "moves-apply"): """\
moves-apply: Every legal move can be made, and changes the table.
  expected  the legal move 'draw two' can be made
  came      StepError: Shift(src='stock', dst='waste', count=2, face='up', take=0, put=0, reverse=False): \
the pile holds 1 card, too few for that.
  game      Small
  deal      AC 2C 3C AH 2H 3H
  moves     draw two (5 times)
  table
    stock  AC
    waste  2C 3C AH 2H 3H
  replay    {run}TakesTooMany; rerun("moves-apply", TakesTooMany(), "AC 2C 3C AH 2H 3H", [0] * 5)'
  advice    Compare the steps of the move with the table shown: a pile may hold too few cards for them.""",
    ("Crashes", "moves"): """\
moves: The legal moves are finitely many Move values, and no two of one table share a text.
  expected  no error
  came      KeyError: 2 (faulty_games.py, line N, in won)
  game      Small
  deal      2H 2C 3C AH AC 3H
  moves     draw
  before
    stock  #5 ... #0
    waste  -
  after
    stock  #5 #4 #3 #2 #1
    waste  2H
  replay    {run}Crashes; rerun("moves", Crashes(), "2H 2C 3C AH AC 3H", [0])'
  advice    moves() yields Move values with short, plain, single-spaced texts that differ in more than case.""",
    ("TooShort", "longest"): """\
longest: No play has more moves than the game declares as its longest.
  expected  at most 4 moves, as it declares
  came      move 5
  game      Small
  deal      AC 2C 3C AH 2H 3H
  moves     draw (5 times)
  before
    stock  #5 #4
    waste  AC 2C 3C AH
  after
    stock  #5
    waste  AC 2C 3C AH 2H
  replay    {run}TooShort; rerun("longest", TooShort(), "AC 2C 3C AH 2H 3H", [0] * 5)'
  advice    Count again, or declare longest = None where play may go on for ever.""",
    ("BadScore", "score"): """\
score: The score is a whole number, and that of a finished game lies in the declared range.
  expected  a score from 0 to 1 in a finished game
  came      2
  game      Small, slow=no, strict=yes
  deal      AC 2C 3C 3H 2H AH
  moves     draw (6 times)
  before
    stock  #5
    waste  AC 2C 3C 3H 2H
  after
    stock  -
    waste  AC 2C 3C 3H 2H AH
  replay    {run}BadScore; rerun("score", BadScore(slow=False, strict=True), "AC 2C 3C 3H 2H AH", [0] * 6)'
  advice    Compare score() with the least and most that scoring declares.""",
    ("StandsStill", "moves-apply"): """\
moves-apply: Every legal move can be made, and changes the table.
  expected  the legal move 'wait' changes the table
  came      the same table
  game      Small
  deal      AC 2C 3C AH 2H 3H
  moves     none
  table
    stock  #5 ... #0
    waste  -
  replay    {run}StandsStill; rerun("moves-apply", StandsStill(), "AC 2C 3C AH 2H 3H", [])'
  advice    Compare the steps of the move with the table shown: a pile may hold too few cards for them.""",
    ("NoDeal", "deal"): """\
deal: The deal lays out every card of the pack once, always in the same way, and leaves none in the pack.
  expected  no error
  came      GameError: Small: deal() leaves 1 card in the pack; it must lay out every card.
  game      Small
  deal      AC 2C 3C AH 2H 3H
  moves     none
  replay    {run}NoDeal; rerun("deal", NoDeal(), "AC 2C 3C AH 2H 3H", [])'
  advice    Count the cards that the steps of deal() take from PACK. It must yield the same steps each time.""",
}
"""The text of each failure, without the beginning of its replay line and the number of the line of source."""


@cache
def failure(name: str, check_id: str) -> str:
    """Return the text of the failure of a faulty game."""
    game: type[Game] = getattr(faulty_games, name)
    return "\n".join(failure_lines(check(game, only=[check_id])[check_id], game))


@pytest.mark.parametrize(("name", "check_id"), TEXTS)
def test_the_text_of_a_failure(name: str, check_id: str) -> None:
    said = re.sub(r"line \d+", "line N", failure(name, check_id))
    assert TEXTS[name, check_id].replace("{run}", RUN) == said


@pytest.mark.parametrize(("name", "check_id"), TEXTS)
def test_the_replay_line_shows_the_same_failure_and_has_exit_status_1(name: str, check_id: str) -> None:
    said = failure(name, check_id)
    line = re.findall(r"^  replay    (.*)$", said, flags=re.MULTILINE)
    python, *rest = shlex.split(line[0])
    assert "python" == python
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, *rest], cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=False
    )
    assert (1, "") == (done.returncode, done.stderr)
    assert said == done.stdout.rstrip("\n")


def test_a_play_that_is_not_broken_any_more_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    rerun("longest", TooShort(), "AC 2C 3C AH 2H 3H", [0] * 4)
    assert "longest finds nothing broken in this play.\n" == capsys.readouterr().out


def test_a_fault_of_the_class_has_no_deal_and_no_replay() -> None:
    said = failure("BadFact", "facts")
    assert "longest is -1; it must be a whole number, 0 or more, or None." in said
    assert "replay" not in said
    assert "deal " not in said


def test_a_check_that_looked_at_too_little_says_so_and_gives_no_advice_on_the_game() -> None:
    result = check(TooShort, only=["outcome"], exceptions={"outcome": "no play comes to its end"})["outcome"]
    assert Status.EXCEPTED is result.status
    failed = CheckResult(result.check, Status.FAILED, reason="it has looked at too little to say anything: 0 ends")
    first, *rest = failure_lines(failed, TooShort)
    assert first.startswith("outcome: ")
    assert ["  but       it has looked at too little to say anything: 0 ends"] == rest


def test_many_backs_in_a_row_are_written_as_the_first_and_the_last() -> None:
    said = failure("OneCard", "texts")
    assert "    stock  #51 ... #0\n" in said
    assert "    stock  #51 ... #1\n" in said


def play(picks: tuple[int, ...], game: Game | None = None, twist: int = 0) -> Play:
    game = game or Small()
    return Play(game, Deal.of(game.pack.cards, game.pack), picks, twist)


@pytest.mark.parametrize(
    ("picks", "written"),
    [
        ((), "[]"),
        ((1, 2, -1), "[1, 2, -1]"),
        ((0,) * 4, "[0] * 4"),
        ((0, 0, 0, 0, 7, 7), "[0] * 4 + [7] * 2"),
    ],
)
def test_picks_in_the_replay_line_are_short(picks: tuple[int, ...], written: str) -> None:
    line = rerun_line("undo", play(picks))
    assert line.endswith(f'"AC 2C 3C AH 2H 3H", {written})\'')
    assert list(picks) == eval(written)  # it is Python, made here


def test_a_twist_and_options_stand_in_the_replay_line() -> None:
    line = rerun_line("unseen", play((0,), BadScore(slow=True), twist=5))
    assert 'rerun("unseen", BadScore(slow=True, strict=False), "AC 2C 3C AH 2H 3H", [0], twist=5)' in line


def test_a_game_that_cannot_be_imported_has_a_line_to_paste_where_it_is_known() -> None:
    class Local(Small):
        pass

    line = rerun_line("undo", play((), Local()))
    assert line == ('from patience_core.conformance import rerun; rerun("undo", Local(), "AC 2C 3C AH 2H 3H", [])')


@pytest.mark.parametrize("each", list(check(OneCard, only=["facts"]).results))
def test_every_result_has_its_check(each: CheckResult) -> None:
    assert isinstance(each.check, Check)
