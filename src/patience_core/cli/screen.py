"""The screen of a terminal: a page of its own while a game is played, and the lines that make up a picture."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Self

import click

from patience_core.cli.terminal import Display
from patience_core.cli.text import turned_up
from patience_core.drawing.board import cut, draw
from patience_core.drawing.glyphs import Glyphs
from patience_core.drawing.segments import Line, Segment
from patience_core.game import WIN_OR_LOSE
from patience_core.session import Change, Session

OTHER_PAGE, FIRST_PAGE = "\x1b[?1049h", "\x1b[?1049l"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
HOME, REST_OF_LINE, REST_OF_PAGE = "\x1b[H", "\x1b[K", "\x1b[J"


class Screen:
    """A page of the terminal to draw on; the page before comes back when it is left, however that happens.

    On a display that cannot be drawn over, what is shown is printed line by line.
    """

    def __init__(self, display: Display, *, cursor: bool) -> None:
        """Remember what the terminal can do, and whether the cursor is wanted."""
        self.display = display
        self._before = OTHER_PAGE + ("" if cursor else HIDE_CURSOR)
        self._after = ("" if cursor else SHOW_CURSOR) + FIRST_PAGE

    def __enter__(self) -> Self:
        """Turn to the other page."""
        if self.display.redraws:
            _write(self._before)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Turn back."""
        if self.display.redraws:
            _write(self._after)

    def show(self, lines: Iterable[Line]) -> None:
        """Draw lines from the top; the cursor stays on the line below them."""
        ending = f"{REST_OF_LINE}\n" if self.display.redraws else "\n"
        text = "".join(f"{self.display.write(line)}{ending}" for line in lines)
        _write(f"{HOME}{text}{REST_OF_PAGE}" if self.display.redraws else text)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


class Picture:
    """Pictures of a session as it goes on: the title, the board, and what the last move did."""

    def __init__(self, session: Session, name: str, display: Display) -> None:
        """Watch the session from now on."""
        self.session = session
        self.name = name
        self.display = display
        self.glyphs = Glyphs.of(symbols=display.symbols)
        self._last: Change | None = None
        session.observers.append(self._see)

    def _see(self, change: Change) -> None:
        self._last = change

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the picture in `height` lines at most."""
        session = self.session
        moves = len(session.history)
        title = self._ends((self.name, "title"), (f"move {moves}" if moves else "", "dim"), width)
        board = draw(session.game.layout, session.table, width, max(1, height - 2), self.glyphs, self._changed())
        return [title, *board, self._status(width)]

    def _ends(self, left: Segment, right: Segment, width: int) -> Line:
        """Return a line with a text at each end."""
        space = max(2, width - len(left[0]) - len(right[0]))
        return cut((left, (" " * space, ""), right), width, self.glyphs.more)

    def _changed(self) -> Collection[str]:
        """Return the piles that the last move changed."""
        change = self._last
        if change is None:
            return ()
        before, after = change.before, change.after
        return [name for name, pile in after.piles.items() if pile != before[name]]

    def _status(self, width: int) -> Line:
        """Say what the last move was, what came up, and the score."""
        session, change = self.session, self._last
        said: list[Segment] = []
        if change is not None:
            undone = "taken back: " if change.kind == "undo" else ""
            said = [(f"{undone}{change.move}", "")]
            for card in turned_up(change.before, change.after)[:8]:
                said += [("  ", ""), self.glyphs.card(card)]
        scored = session.game.scoring.name
        counts = [f"{name}: {count}   " for name, count in session.table.counts.items() if name != scored]
        score = f"{''.join(counts)}{_score(session)}"
        space = max(2, width - sum(len(text) for text, _ in said) - len(score))
        return cut((*said, (" " * space, ""), (score, "dim")), width, self.glyphs.more)


def _score(session: Session) -> str:
    """Tell the score as it stands; a game that is only won or lost has none until then."""
    scoring = session.game.scoring
    return "" if scoring is WIN_OR_LOSE else f"{scoring.name}: {session.score}"


def print_picture(picture: Picture, after: Iterable[str]) -> None:
    """Print the last picture and what there is to say after it, to stay on the terminal."""
    width, height = picture.display.size()
    texts = [picture.display.write(line) for line in picture.lines(width, height - 4)]
    while len(texts) > 2 and not texts[-2].strip():
        del texts[-2]
    sentences = (part for sentence in after for part in textwrap.wrap(sentence, width))
    for text in (*texts, *sentences):
        click.echo(text, color=True)
