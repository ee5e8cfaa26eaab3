"""Play with a person at a terminal: the board is drawn, moves and commands are typed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import Final

from patience_core.cli.screen import Picture, Screen, print_picture
from patience_core.cli.terminal import Display
from patience_core.cli.text import moves_played, result_lines
from patience_core.drawing.segments import Line
from patience_core.errors import IllegalMoveError, PatienceError, UnknownMoveError
from patience_core.files import write_text
from patience_core.rules import rules_page
from patience_core.session import Session

HELP: Final = """\
Type a move, or a beginning of it that no other move shares.
Enter alone plays the move where there is only one.

moves       list all legal moves
hint        ask for advice
safe        play all moves that can do no harm
undo        take the last move back
redo        play it again
rules       read the rules
save FILE   write a record of the play, for `patience replay`
quit        leave (so does Ctrl-D)
help        show this page

A beginning of a command will do where it is no move."""

SAID: Final = 4
"""Lines below the board for what there is to say and for the legal moves, in a game that offers choices."""


def converse(session: Session, name: str, display: Display) -> None:
    """Let a person play until the game is over or left, then print the last picture and the result."""
    with suppress(ImportError):
        import_module("readline")  # input() then knows the arrow keys
    picture = Picture(session, name, display)
    with Screen(display, cursor=True) as screen:
        _Talk(session, picture, screen).run()
    last = result_lines(session, None)
    print_picture(picture, last if not session.moves else (f"Left after {moves_played(session)}, in play.",))


class _Talk:
    """One person's play of one session."""

    def __init__(self, session: Session, picture: Picture, screen: Screen) -> None:
        self.session = session
        self.picture = picture
        self.screen = screen
        self.message = ""
        self.done = False
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "hint": self._hint,
            "safe": self._safe,
            "undo": self._undo,
            "redo": self._redo,
            "rules": self._rules,
            "save": self._save,
            "quit": self._quit,
            "help": self._help,
        }

    def run(self) -> None:
        """Draw, ask and do what is said, until the person has had enough."""
        while not self.done:
            said = self._ask()
            self.message = ""
            if said is None:
                break
            try:
                self._do(said)
            except PatienceError as error:
                self.message = str(error)

    def _ask(self) -> str | None:
        """Draw the board and return what the person types; None at the end of input."""
        width, height = self.screen.display.size()
        below = SAID if self.session.game.choices else SAID - 1
        said = self._below(width, below)
        lines = self.picture.lines(width, max(3, height - below - 2))
        self.screen.show([*lines, *said])
        return _typed("> ")

    def _below(self, width: int, height: int) -> list[Line]:
        """Return the lines below the board: what there is to say, and the legal moves."""
        texts = textwrap.wrap(self.message, width)[: height - 1]
        moves = [move.text for move in self.session.moves]
        if not moves:
            texts = textwrap.wrap(self.message or self.session.verdict, width)[: height - 1]
            texts.append("The game is over. Enter leaves; undo takes the last move back."[:width])
        elif len(moves) == 1:
            texts.append(f"Enter plays: {moves[0]}     (help lists what else you can type)"[:width])
        else:
            situation = self.session.game.situation(self.session.table)
            texts = texts or textwrap.wrap(situation or "", width)[: height - 1]
            texts += in_columns(moves, width, height - len(texts))
        return [((text, ""),) for text in texts[:height]]

    def _do(self, said: str) -> None:
        """Play a move or follow a command: first what is meant exactly, then what only begins so."""
        word, _, rest = said.partition(" ")
        moves = {move.text: move for move in self.session.moves}
        if not said:
            self._only()
        elif said in moves:
            self.session.play(moves[said])
        elif word.casefold() in self.commands:
            self.commands[word.casefold()](rest.strip())
        elif said == "?":
            self._help("")
        else:
            try:
                self.session.play(said)
            except (UnknownMoveError, IllegalMoveError):
                meant = [name for name in self.commands if name.startswith(word.casefold())]
                if len(meant) != 1:
                    raise
                self.commands[meant[0]](rest.strip())

    def _only(self) -> None:
        """Play the only legal move; leave where there is none."""
        moves = self.session.moves
        if not moves:
            self.done = True
        elif len(moves) == 1:
            self.session.play(moves[0])
        else:
            situation = self.session.game.situation(self.session.table)
            self.message = situation or f"There are {len(moves)} legal moves; type one of them, or help."

    def _moves(self, _rest: str) -> None:
        width, _ = self.screen.display.size()
        self._page(in_columns([move.text for move in self.session.moves] or ["There is no legal move."], width, None))

    def _hint(self, _rest: str) -> None:
        moves = self.session.moves
        advice = self.session.game.hint(self.session.table)
        first = f"One legal move is: {moves[0]}" if moves else "The game is over."
        self.message = advice or first

    def _safe(self, _rest: str) -> None:
        played = ", ".join(move.text for move in self.session.safe())
        self.message = f"Played {played}; undo takes back one at a time." if played else "No move is known to be safe."

    def _undo(self, _rest: str) -> None:
        self.session.undo()

    def _redo(self, _rest: str) -> None:
        self.session.redo()

    def _rules(self, _rest: str) -> None:
        width, _ = self.screen.display.size()
        text = rules_page(self.session.game)
        self._page(part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""])

    def _save(self, rest: str) -> None:
        if not rest:
            self.message = "Name a file, as in: save my-game.json"
            return
        write_text(rest, self.session.record().to_json())
        self.message = f"Saved to {rest} after {moves_played(self.session)}."

    def _quit(self, _rest: str) -> None:
        self.done = True

    def _help(self, _rest: str) -> None:
        self._page(HELP.splitlines())

    def _page(self, texts: Iterable[str]) -> None:
        """Show a text on pages of its own."""
        lines = list(texts)
        while lines:
            _, height = self.screen.display.size()
            page, lines = lines[: max(1, height - 3)], lines[max(1, height - 3) :]
            ends = "Enter: more" if lines else "Enter: back to the game"
            self.screen.show([*(((text, ""),) for text in page), (("", ""),)])
            if _typed(f"{ends} ") != "":
                break


def _typed(prompt: str) -> str | None:
    """Return the line that the person types, or None at the end of input."""
    try:
        return " ".join(input(prompt).split())
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "?"


def in_columns(texts: list[str], width: int, height: int | None) -> list[str]:
    """Return texts in columns, on at most `height` lines; the last then says how many more there are."""
    across = max(map(len, texts)) + 2
    each = max(1, (width + 2) // across)
    lines = [
        "".join(f"{text:{across}}" for text in texts[at : at + each]).rstrip() for at in range(0, len(texts), each)
    ]
    if height is None or len(lines) <= height:
        return [line[:width] for line in lines]
    kept = max(0, height - 1)
    return [*(line[:width] for line in lines[:kept]), f"and {len(texts) - kept * each} more (moves lists all)"[:width]]
