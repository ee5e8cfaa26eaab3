"""What is drawn on a real terminal: the clock face, its animation, and a person's play."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from patience_core import Record
from patience_core.cli.terminal import Display
from tests.terminals import Terminal

LOST = "Lost: the fourth king came up with 11 cards still face down (41 turned, last KH)."
FAST = ("--deal", "42", "--auto", "--speed", "1000000")

FACE = """\
Clock, deal 42                                                           move 42
      hand                        12
      []            11   3 down   Q♣ Q♥ Q♦ Q♠   1
                    J♣ ▒▒ ▒▒ ▒▒                 A♣ A♦ A♥ A♠

          10                                              2    2 down
          T♥ T♦ T♠ T♣                                     2♣ 2♠ ▒▒ ▒▒


      9    1 down                 centre                      3    1 down
      9♦ 9♥ 9♠ ▒▒                 K♥ K♦ K♣ K♠                 3♦ 3♥ 3♣ ▒▒


          8                                               4    1 down
          8♣ 8♦ 8♠ 8♥                                     4♦ 4♥ 4♠ ▒▒

                    7    2 down                 5
                    7♦ 7♠ ▒▒ ▒▒   6    1 down   5♥ 5♣ 5♠ 5♦
                                  6♦ 6♥ 6♠ ▒▒
to centre                                               cards left face down: 11
42 moves, score 11 (cards left face down)
Lost: the fourth king came up with 11 cards still face down (41 turned, last
KH)."""


class Stream(io.StringIO):
    """A stream that says what it is."""

    def __init__(self, *, terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__()
        self.terminal = terminal
        self.code = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.code

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("environ", "encoding", "redraws", "symbols", "colour"),
    [
        ({"TERM": "xterm", "LANG": "en_GB.UTF-8"}, "utf-8", True, True, True),
        ({"TERM": "xterm"}, "utf-8", True, True, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "utf-8", True, True, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, "utf-8", True, True, True),
        ({"TERM": "xterm"}, "latin-1", True, False, True),
        ({"TERM": "xterm"}, "no-such-encoding", True, False, True),
        ({"TERM": "dumb"}, "utf-8", False, True, False),
        ({"TERM": "xterm", "LANG": "C"}, "utf-8", True, False, True),
        ({"TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", True, False, True),
        ({"TERM": "xterm", "LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, "utf-8", True, False, True),
        ({"TERM": "xterm", "LANG": "C", "LC_CTYPE": "en_GB.UTF-8"}, "utf-8", True, True, True),
        ({"TERM": "xterm", "LANG": "C", "PYTHONUTF8": "1"}, "utf-8", True, True, True),
    ],
)
def test_a_terminal_is_asked_only_for_what_it_can_show(
    environ: Mapping[str, str], encoding: str, redraws: bool, symbols: bool, colour: bool
) -> None:
    found = Display.of(Stream(terminal=True, encoding=encoding), environ)
    assert Display(terminal=True, redraws=redraws, symbols=symbols, colour=colour) == found


def test_what_is_no_terminal_gets_plain_ascii() -> None:
    plain = Display(terminal=False, redraws=False, symbols=False, colour=False)
    assert plain == Display.of(Stream(terminal=False), {"TERM": "xterm"})
    assert plain == Display.of(None, {"TERM": "xterm"})


# Watching.


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 60), (40, 10)])
def test_a_watched_game_leaves_its_last_picture_and_the_result(columns: int, rows: int) -> None:
    with Terminal("play", "clock", *FAST, columns=columns, rows=rows) as terminal:
        assert 0 == terminal.end()
    lines = terminal.screen.text.splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("42 moves"))
    assert f"42 moves, score 11 (cards left face down) {LOST}" == " ".join(lines[begin:])
    assert terminal.screen.cursor
    assert 0 == terminal.screen.wrapped


def test_the_clock_face_at_80_by_24() -> None:
    with Terminal("play", "clock", *FAST) as terminal:
        assert 0 == terminal.end()
    assert FACE == terminal.screen.text


def test_moves_are_drawn_one_after_another_in_place() -> None:
    with Terminal("play", "clock", "--deal", "42", "--auto", "--step") as terminal:
        screen = terminal.wait_for("Enter: the next move")
        assert screen.startswith("Clock, deal 42\n")
        screen = terminal.type("", "move 1\n")
        assert "turn  5♦" in screen
        screen = terminal.type("", "move 2\n")
        assert screen.startswith("Clock, deal 42")
        assert "to 5  K♠" in screen
        assert 1 == screen.count("centre 3 down")
        terminal.interrupt()
        assert 130 == terminal.end()
        assert "Stopped after 2 moves of Clock, deal 42." == terminal.screen.text.splitlines()[-1]


def test_ctrl_c_gives_the_cursor_and_the_page_back_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    with Terminal("play", "clock", "--deal", "42", "--auto", "--speed", "0.001", "--save", str(file)) as terminal:
        terminal.wait_for("cards left face down: 52", prompt=False)
        assert "\x1b[?25l" in terminal.raw
        terminal.interrupt()
        assert 130 == terminal.end()
    assert terminal.screen.cursor
    assert "Stopped after 0 moves of Clock, deal 42." == terminal.screen.text
    assert () == Record.from_json(file.read_text(encoding="utf-8")).moves


def test_a_replay_is_watched_like_a_play(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    with Terminal("play", "clock", *FAST, "--save", str(file)) as played:
        assert 0 == played.end()
    with Terminal("replay", str(file), "--speed", "1000000") as replayed:
        assert 0 == replayed.end()
    assert played.screen.text == replayed.screen.text
    assert "\x1b[?1049h" in replayed.raw


def test_cards_have_colours_and_without_colour_there_is_no_style_at_all() -> None:
    with Terminal("play", "clock", *FAST) as terminal:
        terminal.end()
    assert {"", "1", "1;31", "2", "7", "94"} == terminal.screen.styles
    with Terminal("play", "clock", *FAST, extra={"NO_COLOR": "1"}) as plain:
        plain.end()
    assert set() == plain.screen.styles
    assert terminal.screen.text == plain.screen.text


@pytest.mark.parametrize("extra", [{"LC_ALL": "C"}, {"LANG": "C"}, {"PYTHONIOENCODING": "latin-1"}])
def test_where_symbols_cannot_be_shown_everything_is_ascii(extra: dict[str, str]) -> None:
    with Terminal("play", "clock", "--deal", "42", extra=extra) as terminal:
        screen = terminal.type("", "turn  5D")
        assert "\n                    ## ## ## ##" in screen
        terminal.type("quit", "Left after 1 move, in play.")
        assert 0 == terminal.end()
    assert terminal.raw.isascii()


def test_a_dumb_terminal_gets_lines_and_no_control_sequences() -> None:
    with Terminal("play", "clock", "--deal", "42", "--auto", extra={"TERM": "dumb"}) as terminal:
        assert 0 == terminal.end()
    assert "\x1b" not in terminal.raw
    assert LOST in terminal.raw
    with Terminal("play", "clock", "--deal", "42", extra={"TERM": "dumb"}) as terminal:
        terminal.type("", "turn  5♦")
        terminal.type("quit", "Left after 1 move, in play.")
        assert 0 == terminal.end()


def test_the_pack_is_printed_with_symbols_and_colours() -> None:
    with Terminal("deal", "clock", "42", columns=200) as terminal:
        assert 0 == terminal.end()
    assert "K♥ 9♣ 2♦ J♦ A♦" == terminal.screen.text[:14]
    assert {"", "1", "1;31"} == terminal.screen.styles


def test_rules_are_rendered_on_a_terminal() -> None:
    with Terminal("rules", "clock", rows=200) as terminal:
        assert 0 == terminal.end()
    assert "Clock" in terminal.screen.text
    assert "# Clock" not in terminal.screen.text


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_the_table_of_games_is_as_wide_as_the_terminal_at_most(columns: int) -> None:
    with Terminal("games", columns=columns) as terminal:
        assert 0 == terminal.end()
    assert 0 == terminal.screen.wrapped
    assert "set_aside" in terminal.screen.text


# Playing.


def test_enter_plays_the_only_legal_move_and_undo_takes_it_back() -> None:
    with Terminal("play", "clock", "--deal", "42") as terminal:
        terminal.wait_for("Enter plays: turn")
        terminal.type("", "Enter plays: to 5")
        terminal.type("to 9", "'to 9' is not legal here: the card in hand is 5D, which goes to 5.")
        terminal.type("to", "Enter plays: to centre")
        terminal.type("undo", "taken back: to 5")
        terminal.type("un", "Enter plays: turn")
        terminal.type("redo", "Enter plays: to 5")
        terminal.type("hint", "One legal move is: to 5")
        terminal.type("help", "Enter: back to the game")
        terminal.type("", "Enter plays: to 5")
        terminal.type("dance", "'dance' is not a move of Clock; here you may play to 5.")
        terminal.type("q", "Left after 1 move, in play.")
        assert 0 == terminal.end()
    assert 0 == terminal.screen.wrapped


def test_a_game_played_to_its_end_can_be_taken_back_or_left() -> None:
    with Terminal("play", "clock", "--deal", "42") as terminal:
        terminal.wait_for("Enter plays: turn")
        for move in range(1, 43):
            terminal.type("", f"move {move}\n")
        screen = terminal.wait_for("The game is over.")
        assert "Lost: the fourth king came up" in screen
        terminal.type("undo", "move 41\n")
        terminal.type("", "The game is over.")
        terminal.type("", "42 moves, score 11")
        assert 0 == terminal.end()


def test_ctrl_c_at_the_prompt_says_what_was_played() -> None:
    with Terminal("play", "clock", "--deal", "42") as terminal:
        terminal.type("", "Enter plays: to 5")
        terminal.interrupt()
        assert 130 == terminal.end()
    assert "Stopped after 1 move of Clock, deal 42." == terminal.screen.text.splitlines()[-1]


def test_the_end_of_input_leaves_the_game() -> None:
    with Terminal("play", "clock", "--deal", "42") as terminal:
        terminal.wait_for("Enter plays: turn")
        terminal.press("\x04", "Left after 0 moves, in play.")
        assert 0 == terminal.end()


def test_a_play_can_be_saved_while_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my play.json"
    with Terminal("play", "clock", "--deal", "42") as terminal:
        terminal.type("", "Enter plays: to 5")
        terminal.type("save", "Name a file, as in: save my-game.json")
        terminal.type(f"save {file}", "after 1 move.")
        terminal.type("save /no/folder", "Cannot write /no/folder: there is no folder /no.")
        terminal.type("quit", "Left after 1 move")
    assert ("turn",) == Record.from_json(file.read_text(encoding="utf-8")).moves
