"""Play where there is no terminal: start, moves and result as plain text, one thing a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from patience_core.cli.text import move_line, result_lines
from patience_core.drawing.plain import labels_of, plain_table
from patience_core.errors import HistoryError, MoveError
from patience_core.session import Change, Session, Stop


def play_plainly(session: Session, name: str, go: Callable[[], Stop | None]) -> None:
    """Print the start, every move that `go` plays, and the result; the verdict is the last line."""
    labels = labels_of(session.game.layout)
    _say([name, "", "Start:", *plain_table(session.table, labels), "", "Moves:"])

    number = len(session.history)

    def tell(change: Change) -> None:
        nonlocal number  # counted here, since the history of a long play takes long to ask for at every move
        number += -1 if change.kind == "undo" else 1
        print("undo" if change.kind == "undo" else move_line(number, change))

    session.observers.append(tell)
    try:
        stopped = go()
    finally:
        session.observers.remove(tell)
    _say(["", "Result:", *plain_table(session.table, labels), "", *result_lines(session, stopped)])


def play_lines(session: Session, name: str, lines: Iterable[str]) -> None:
    """Play moves read from lines, with `safe`, `undo`, `redo` and `quit`; an error ends it."""
    play_plainly(session, name, lambda: _play_lines(session, lines))


def _play_lines(session: Session, lines: Iterable[str]) -> Stop | None:
    for number, text in _texts(lines):
        try:
            if any(move.text == text for move in session.moves) or text not in ("safe", "undo", "redo", "quit"):
                session.play(text)
            elif text == "safe":
                session.safe()
            elif text == "undo":
                session.undo()
            elif text == "redo":
                session.redo()
            else:
                break
        except (MoveError, HistoryError) as error:
            raise MoveError(f"standard input, line {number}: {error}") from error
    return None if session.moves else "over"


def _texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line that says something; `#` begins a comment."""
    sys.stdout.flush()  # whoever sends the moves may wait for what they lead to
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text
            sys.stdout.flush()


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
