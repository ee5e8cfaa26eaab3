"""Runs of the command line: in this process, as a process of its own, and in a terminal whose screen can be read."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from click.testing import CliRunner, Result

from patience_core import Game, Registry
from patience_core.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
COMMAND = (sys.executable, "-W", "error", "-m", "patience_core.cli")
PATIENT = 60
"""Seconds that a test waits for what must come; a busy machine is no failure."""

IN_THE_WAY = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PYTHONUTF8", "PYTHONIOENCODING", "LC_ALL", "LC_CTYPE"}


def registry(*games: type[Game]) -> Registry:
    """Return a registry of these games and no others."""
    made = Registry.empty()
    for game in games:
        made.add(game)
    return made


def patience(*args: str, games: Iterable[type[Game]] = (), stdin: str | bytes = "") -> Result:
    """Run `patience` in this process, without a terminal, where only these games are installed."""
    return patience_with(registry(*games), *args, stdin=stdin)


def patience_with(found: Registry, *args: str, stdin: str | bytes = "") -> Result:
    """Run `patience` in this process, without a terminal, with what discovery has found."""
    result = CliRunner().invoke(app, list(args), input=stdin, obj=found)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment with a UTF-8 locale and a good terminal, and then what is extra."""
    kept = {name: value for name, value in os.environ.items() if name not in IN_THE_WAY}
    return {**kept, "LANG": "C.UTF-8", "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **extra}


def process(*args: str, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """Run `patience` as a process of its own, its output into pipes."""
    return subprocess.run(
        [*COMMAND, *args],
        input=stdin,
        env=environment(extra),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENT,
        check=False,
    )


PROMPTS = ("> ", "Enter: the next move ", "Enter: more ", "Enter: back to the game ")


class Screen:
    """What a terminal shows, after the few control sequences that the command line uses."""

    SEQUENCE = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])|\x1b[=>]|(.)", re.DOTALL)

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cells = self._blank()
        self.first_page = self.cells
        self.row = 0
        self.column = 0
        self.place = (0, 0)
        self.cursor = True
        self.wrapped = 0
        self.styles: set[str] = set()

    def _blank(self) -> list[list[str]]:
        return [[" "] * self.columns for _ in range(self.rows)]

    def feed(self, text: str) -> None:
        """Show what a program writes."""
        for private, numbers, kind, mark in self.SEQUENCE.findall(text):
            if mark:
                self._put(mark)
            elif private:
                self._set(numbers, on=kind == "h")
            elif kind == "H":
                self.row = self.column = 0
            elif kind == "A":
                self.row = max(0, self.row - int(numbers or 1))
            elif kind == "K":
                start = 0 if numbers == "2" else self.column
                self.cells[self.row][start:] = [" "] * (self.columns - start)
            elif kind == "J":
                self.cells[self.row][self.column :] = [" "] * (self.columns - self.column)
                for row in range(self.row + 1, self.rows):
                    self.cells[row] = [" "] * self.columns
            elif kind == "m":
                self.styles.add(numbers)

    def _set(self, mode: str, *, on: bool) -> None:
        if mode == "25":
            self.cursor = on
        elif mode == "1049" and on:
            self.first_page, self.cells, self.place = self.cells, self._blank(), (self.row, self.column)
        elif mode == "1049":
            self.cells, (self.row, self.column) = self.first_page, self.place

    def _put(self, mark: str) -> None:
        if mark == "\n":
            self.row += 1
            if self.row == self.rows:
                self.row -= 1
                self.cells[:] = [*self.cells[1:], [" "] * self.columns]
        elif mark == "\r":
            self.column = 0
        elif mark.isprintable():
            if self.column == self.columns:
                self.wrapped += 1
                self.column = 0
                self._put("\n")
            self.cells[self.row][self.column] = mark
            self.column += 1

    @property
    def text(self) -> str:
        """The lines, without blanks at their ends."""
        return "\n".join("".join(row).rstrip() for row in self.cells).rstrip()


class Terminal:
    """`patience` running in a terminal of its own."""

    def __init__(self, *args: str, columns: int = 80, rows: int = 24, extra: Mapping[str, str] | None = None) -> None:
        self.screen = Screen(columns, rows)
        self.raw = ""
        self._master, inner = pty.openpty()
        termios.tcsetwinsize(inner, (rows, columns))
        self._process = subprocess.Popen(
            [*COMMAND, *args],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment(extra or {}),
            start_new_session=True,
        )
        os.close(inner)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)

    def wait_for(self, text: str, *, prompt: bool = True) -> str:
        """Read until the screen shows a text, and a prompt unless it is the end; return the screen."""
        limit = time.monotonic() + PATIENT
        while text not in self.screen.text or (prompt and not self.raw.endswith(PROMPTS)):
            if not self._read():
                assert text in self.screen.text
                break
            assert time.monotonic() < limit, f"{text!r} has not come:\n{self.screen.text}"
        return self.screen.text

    def type(self, text: str, then: str) -> str:
        """Type a line, read until the screen shows what must come, and return the screen."""
        return self.press(f"{text}\n", then)

    def press(self, keys: str, then: str) -> str:
        """Press keys, read until the screen shows what must come, and return the screen."""
        os.write(self._master, keys.encode())
        return self.wait_for(then)

    def interrupt(self) -> None:
        """Press Ctrl-C, as a person does: once the program waits, not in the instant before it."""
        state = Path(f"/proc/{self._process.pid}/stat")
        while state.exists() and state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "S":
            os.sched_yield()
        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Read to the end and return the exit status."""
        while self._read():
            pass
        return self._process.wait(PATIENT)

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], PATIENT)
        try:
            data = os.read(self._master, 65536) if ready else b""
        except OSError:  # what Linux says at the end
            return False
        text = self._decoder.decode(data)
        self.raw += text
        self._feed(text)
        return bool(data)

    def _feed(self, text: str) -> None:
        """Show a text, but keep back a control sequence whose end has not come yet."""
        self._rest += text
        cut = re.search(r"\x1b(\[[?\d;]*)?$", self._rest)
        end = cut.start() if cut else len(self._rest)
        self.screen.feed(self._rest[:end])
        self._rest = self._rest[end:]
