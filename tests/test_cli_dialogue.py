"""A person's play: what may be typed, what it does, and what is said below the board."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import ALL, PACK, Deal, Game, Layout, Move, Pack, Place, Record, Session, Shift, Table, frozen
from patience_core.cli.dialogue import HELP, converse, in_columns
from patience_core.cli.terminal import Display
from patience_core.conformance.invariants.legality import COMMANDS
from tests.games import Ladder

PLAIN = Display(terminal=True, redraws=False, symbols=False, colour=False)


@frozen
class Crowd(Game):
    """Many moves are legal, and then none; some have the names of commands."""

    id = "crowd"
    title = "Crowd"
    pack = Pack(ranks=(1,), suits="S")
    layout = Layout((Place("here", 0, 0), Place("there", 1, 0)))
    rules = "\n".join(f"rule {number}" for number in range(40))

    def deal(self) -> Iterator[Shift]:
        yield Shift(PACK, "here", count=ALL)

    def moves(self, table: Table) -> Iterator[Move]:
        if table["here"]:
            for text in ("undo", "help me", *(f"move {number}" for number in range(50))):
                yield Move(text, Shift("here", "there"))

    def hint(self, table: Table) -> str:
        return "Any of them will do."


Talk = Callable[..., tuple[Session, list[str]]]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """Return a way to type lines; it returns the session, and what was shown before each and at the end."""

    def type_lines(game: Game, *lines: str) -> tuple[Session, list[str]]:
        session = Session(game, Deal.numbered(2, game.pack))
        typed = iter(lines)
        shown: list[str] = []

        def answer(prompt: str = "") -> str:
            shown.append(capsys.readouterr().out + prompt)
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)
        converse(session, "Crowd, deal 2", PLAIN)
        return session, [*shown, capsys.readouterr().out]

    return type_lines


def history(session: Session) -> list[str]:
    return [move.text for move in session.history]


def test_legal_moves_are_listed_in_columns_and_cut_with_a_count(talk: Talk) -> None:
    _, (first, *_) = talk(Crowd())
    assert first.startswith("Crowd, deal 2\n")
    lines = first.splitlines()[-5:-1]
    assert "undo     help me  move 0   move 1   move 2   move 3   move 4   move 5   move 6" == lines[0]
    assert "and 25 more (moves lists all)" == lines[-1]
    assert first.endswith("> ")


def test_moves_lists_them_all(talk: Talk) -> None:
    _, shown = talk(Crowd(), "moves", "")
    assert all(f"move {number}" in shown[1] for number in range(50))


def test_a_legal_move_is_played_even_where_it_is_called_like_a_command(talk: Talk) -> None:
    session, _ = talk(Crowd(), "undo")
    assert ["undo"] == history(session)


def test_a_beginning_means_a_move_before_it_means_a_command(talk: Talk) -> None:
    session, _ = talk(Crowd(), "hel")
    assert ["help me"] == history(session)


def test_a_beginning_of_a_command_will_do_where_it_is_no_move(talk: Talk) -> None:
    session, shown = talk(Crowd(), "hi", "QU")
    assert "Any of them will do." in shown[1]
    assert [] == history(session)
    assert shown[-1].endswith("Left after 0 moves, in play.\n")


def test_an_ambiguous_beginning_is_told_and_play_goes_on(talk: Talk) -> None:
    session, shown = talk(Crowd(), "move", "xyz", "move 3")
    assert "'move' may be move 0, move 1" in shown[1].replace("\n", " ")
    assert "'xyz' is not a move of Crowd" in shown[2]
    assert ["move 3"] == history(session)


def test_enter_alone_plays_the_only_move_and_asks_where_there_are_several(talk: Talk) -> None:
    session, shown = talk(Crowd(), "")
    assert "There are 52 legal moves; type one of them, or help." in shown[1]
    assert [] == history(session)
    session, _ = talk(Ladder(), "")
    assert ["draw"] == history(session)


def test_undo_and_redo_go_back_and_forth_and_say_where_they_cannot(talk: Talk) -> None:
    session, shown = talk(Ladder(), "undo", "draw", "undo", "redo", "redo")
    assert "There is no move to undo." in shown[1]
    assert "taken back: draw" in shown[3]
    assert "There is no move to redo." in shown[5]
    assert ["draw"] == history(session)


def test_without_advice_a_hint_is_the_first_legal_move(talk: Talk) -> None:
    _, shown = talk(Ladder(), "hint")
    assert "One legal move is: draw" in shown[1]


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help_lists_the_commands(talk: Talk, word: str) -> None:
    _, shown = talk(Crowd(), word, "")
    assert HELP in shown[1]


def test_rules_are_shown_page_by_page(talk: Talk) -> None:
    _, shown = talk(Crowd(), "rules", "", "")
    assert "rule 0\n" in shown[1]
    assert shown[1].endswith("Enter: more ")
    assert "rule 39\n" in shown[2]
    assert shown[2].endswith("Enter: back to the game ")


def test_a_page_can_be_left_before_its_end(talk: Talk) -> None:
    _, shown = talk(Crowd(), "rules", "q")
    assert shown[2].endswith("> ")


def test_save_writes_a_record_and_play_goes_on(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    _, shown = talk(Ladder(), "draw", f"save {file}", "save", "draw")
    assert "after 1 move." in shown[2]
    assert "Name a file" in shown[3]
    assert ("draw",) == Record.from_json(file.read_text(encoding="utf-8")).moves


def test_a_finished_game_says_so_and_can_be_taken_back(talk: Talk) -> None:
    session, shown = talk(Crowd(), "move 7", "hint", "undo", "move 8", "")
    assert "The game is over. Enter leaves; undo takes the last move back." in shown[1]
    assert "Any of them will do." in shown[2]
    assert ["move 8"] == history(session)
    assert session.verdict == shown[-1].splitlines()[-1]


@given(texts=st.lists(st.text("abc ", min_size=1, max_size=30), min_size=1, max_size=90), width=st.integers(1, 200))
def test_columns_hold_every_text_and_are_never_too_wide(texts: list[str], width: int) -> None:
    lines = in_columns(texts, width, None)
    assert all(len(line) <= width for line in lines)
    assert width < 32 or sorted("".join(texts).replace(" ", "")) == sorted("".join(lines).replace(" ", ""))


def test_the_kit_keeps_the_same_words_from_being_moves() -> None:
    assert COMMANDS == set(re.findall(r"^([a-z]+)(?: FILE)?  +", HELP, re.MULTILINE))
