"""Checkpoint: how far a run has come, in a file, so that a run that was killed can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, cast

from patience_core.errors import FileError, PatienceError, SimulationError, quoted
from patience_core.files import check_writable, why, write_text
from patience_core.simulation.summary import Summary

FORMAT: Final = "patience-checkpoint"
SCHEMA: Final = 1

EVERY: Final = 3.0
"""Seconds from one writing to the next."""

MOST: Final = 50_000_000
"""Bytes of a checkpoint: those of a million different scores."""


class Checkpoint:
    """The file of one run. What is in it is read once, and never overwritten unless it is of this very run.

    Attributes:
        done: what the run has come to: the counts of the deals from the first one on.
    """

    def __init__(self, name: str, nothing: Summary, deals: int, made_by: str) -> None:
        """Read the file, if it exists.

        Args:
            name: the name of the file.
            nothing: the summary of the run before its first deal.
            deals: how many deals the run is to play.
            made_by: the distributions that the game comes from, with their versions.

        Raises:
            FileError: it cannot be read or written.
            SimulationError: it is no checkpoint, not whole, or of another run.
        """
        self.done = nothing
        self._name = name
        self._deals = deals
        self._made_by = made_by
        self._written: Summary | None = None
        self._due = monotonic()
        check_writable(name)
        if Path(name).exists():
            self.done = self._written = self._read(nothing)

    def __enter__(self) -> Checkpoint:
        """Write it at once, so that what is in the way is met before the first deal and not after hours."""
        self._write()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write what is known at the end, whether the run has come to its end or not."""
        if self._written is self.done:
            return
        try:
            self._write()
        except FileError:
            if error is None:
                raise

    def keep(self, done: Summary) -> None:
        """Take what the run has come to, and write it when it is time."""
        self.done = done
        if monotonic() >= self._due:
            self._write()

    def _write(self) -> None:
        data = {
            "format": FORMAT,
            "schema": SCHEMA,
            "made_by": self._made_by,
            "deals": self._deals,
            "done": self.done.as_dict(),
        }
        write_text(self._name, json.dumps(data, indent=1) + "\n")
        self._written = self.done
        self._due = monotonic() + EVERY

    def _read(self, nothing: Summary) -> Summary:
        """Return what the run had come to; an error leaves the file as it is."""
        data = _object(self._name)
        if data.get("schema") != SCHEMA:
            raise SimulationError(
                f"{self._name} is a checkpoint of schema {quoted(str(data.get('schema')))}, and this version goes on "
                f"with schema {SCHEMA} only. {LEFT}"
            )
        try:
            done = Summary.from_dict(data.get("done"))
        except PatienceError as error:
            raise SimulationError(f"{self._name} is not a whole checkpoint: {error} {LEFT}") from error
        for what, its, ours in self._differences(data, done, nothing):
            raise SimulationError(
                f"{self._name} is the checkpoint of another run: its {what} is {quoted(its)}, and this run's is "
                f"{quoted(ours)}. {LEFT}"
            )
        if done.deals > self._deals or (done.won is None) != (nothing.won is None):
            raise SimulationError(f"{self._name} is not a whole checkpoint: its counts are of no such run. {LEFT}")
        return done

    def _differences(self, data: dict[str, Any], done: Summary, nothing: Summary) -> Iterator[tuple[str, str, str]]:
        """Yield each part in which a checkpoint and this run differ, with both values."""
        for what, its, ours in (
            ("game", done.game, nothing.game),
            ("version", _but(data.get("made_by"), self._made_by), _but(self._made_by, data.get("made_by"))),
            *(
                (f"option {name}", done.options.get(name), nothing.options.get(name))
                for name in {**done.options, **nothing.options}
            ),
            ("player", done.player, nothing.player),
            ("first deal", done.first, nothing.first),
            ("number of deals", data.get("deals"), self._deals),
        ):
            if its != ours:
                yield what, str(its), str(ours)


def _but(these: object, those: object) -> str:
    """Return the distributions that are among these and not among those."""
    return ", ".join(part for part in str(these).split(", ") if part not in str(those).split(", "))


LEFT: Final = "It is left as it is: give another file, or remove this one."


def _object(name: str) -> dict[str, Any]:
    """Return the JSON object in a file."""
    path = Path(name)
    try:
        with path.open("rb") as file:
            text = file.read(MOST + 1)
    except OSError as error:
        raise FileError(f"Cannot read {name}: {why(error)}.") from error
    try:
        data: Any = json.loads(text) if len(text) <= MOST else None
    except (ValueError, RecursionError):
        data = None
    found = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    if found.get("format") != FORMAT:
        raise SimulationError(f"{name} is not a whole checkpoint. {LEFT}")
    return found
