"""What the place that we print to can show: a terminal or not, symbols, colour, size."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TextIO

from patience_core.cards import SUIT_SYMBOLS
from patience_core.drawing.segments import Segment

BOX: Final = "╭─╮│╰╯╌┆▒…"
STYLES: Final = {
    "": "",
    "title": "1",
    "red": "1;31",
    "black": "1",  # bold, in whatever colour the terminal writes with: good on a dark and on a light ground
    "back": "94",
    "label": "",
    "dim": "2",
    "changed": "7",
}
"""Names of styles, and what selects them in a terminal: 16 colours, which every colour terminal has."""

_COERCED: Final = {"C.UTF-8", "C.utf8", "UTF-8"}


class Display(NamedTuple):
    """Where output goes.

    Attributes:
        terminal: it is a terminal, with a person before it.
        redraws: the picture may be drawn over; a dumb terminal only writes lines.
        symbols: suit symbols and boxes can be shown; otherwise plain ASCII must do.
        colour: colours and bold letters can be shown.
    """

    terminal: bool
    redraws: bool
    symbols: bool
    colour: bool

    @classmethod
    def of(cls, stream: TextIO | None, environ: Mapping[str, str] = os.environ) -> Display:
        """Find out what a stream can show. What is no terminal gets plain ASCII, which every program reads."""
        terminal = stream is not None and stream.isatty()
        redraws = terminal and environ.get("TERM", "") not in ("dumb", "unknown")
        return cls(
            terminal=terminal,
            redraws=redraws,
            symbols=terminal and _shows_symbols(stream, environ),
            colour=redraws and not environ.get("NO_COLOR"),
        )

    def size(self) -> tuple[int, int]:
        """Return the columns and rows."""
        columns, rows = shutil.get_terminal_size()
        return columns, rows

    def write(self, line: Iterable[Segment]) -> str:
        """Return a line of segments as text, with the escape sequences of its styles where there is colour."""
        if not self.colour:
            return "".join(text for text, _ in line).rstrip()
        return "".join(f"\x1b[{STYLES[style]}m{text}\x1b[m" if STYLES[style] else text for text, style in line)


def _shows_symbols(stream: TextIO | None, environ: Mapping[str, str]) -> bool:
    """Tell whether suit symbols can be written, by trying."""
    # Python reads the locale "C" as UTF-8, because it mostly stands for no choice at all. Where a person has
    # chosen it by name, the terminal is asked to show ASCII.
    chosen = environ.get("LC_ALL") or environ.get("LANG")
    language = environ.get("LC_CTYPE", "")
    by_name = chosen in ("C", "POSIX") and (environ.get("LC_ALL") or not language or language in _COERCED)
    if by_name and not environ.get("PYTHONUTF8") and not environ.get("PYTHONIOENCODING"):
        return False
    try:
        ("".join(SUIT_SYMBOLS.values()) + BOX).encode(getattr(stream, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def output() -> Display:
    """Return what standard output can show."""
    return Display.of(sys.stdout)
