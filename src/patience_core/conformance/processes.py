"""Another Python process, which is asked about plays and imports; and whether it can find a game there."""

from __future__ import annotations

import importlib.machinery
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final

from patience_core.game import Game

PROGRAM: Final = "patience_core.conformance.elsewhere"

PATIENCE: Final = 120.0
"""Seconds after which a process that does not answer is ended."""

MOST_DEATHS: Final = 5
"""How often a process is started again after it has died, each time at another question."""


def cannot_be_found(kind: type[Game]) -> str | None:
    """Say why another process cannot import a game class, or return None where it can."""
    module, name = kind.__module__, kind.__qualname__
    if not sys.executable:
        return "this Python does not know where its own program lies"
    if "<locals>" in name:
        return "its class is made inside a function, where another process cannot find it"
    if module == "__main__":
        return "its class stands in the program that is run, where another process cannot find it"
    found: object = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not kind:
        return f"its class is not what is called {name} in {module}, so another process cannot find it"
    if not _is_on_the_path(module):
        return f"its module {module} is not on Python's search path, so another process cannot find it"
    return None


def _is_on_the_path(module: str) -> bool:
    """Tell whether a module that is imported here would be found from its name alone, in the same file."""
    places: Any = None
    spec: importlib.machinery.ModuleSpec | None = None
    parts = module.split(".")
    for number in range(1, len(parts) + 1):
        name = ".".join(parts[:number])
        finders = (getattr(finder, "find_spec", None) for finder in sys.meta_path)
        found = (find(name, places) for find in finders if find is not None)
        spec = next((each for each in found if each is not None), None)
        if spec is None:
            return False
        places = spec.submodule_search_locations
        if places is None and number < len(parts):
            return False
    file = getattr(sys.modules[module], "__file__", None)
    return spec is not None and (not file or not spec.origin or os.path.realpath(spec.origin) == os.path.realpath(file))


class Process:
    """A Python process with its own seed of hashes, started when it is first asked.

    One that dies is started again for the next question; which questions it died of is remembered.
    """

    def __init__(self, hash_seed: int) -> None:
        """Start nothing yet."""
        self.hash_seed: Final = hash_seed
        self._asked = ""
        self._deadly: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None
        self._errors: Any = None

    def __enter__(self) -> Process:
        """Start nothing yet."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End it."""
        self.end()

    def send(self, question: Mapping[str, Any]) -> None:
        """Ask, without waiting for the answer."""
        self._asked = json.dumps(question)
        if self._asked in self._deadly or len(self._deadly) > MOST_DEATHS:
            return
        self._process = self._process or self._start()
        questions = self._process.stdin
        assert questions is not None  # it was asked for
        with suppress(OSError):  # where it has died, there will be no answer
            questions.write(self._asked + "\n")
            questions.flush()

    def receive(self) -> str:
        """Return the answer to what was sent last, as JSON; {"died": how} where there is none.

        When it has died too often for different questions, it is not asked again, and the answer is "".
        """
        if self._asked in self._deadly:
            return self._deadly[self._asked]
        if self._process is None:
            return ""
        answers = self._process.stdout
        assert answers is not None  # it was asked for
        watch = threading.Timer(PATIENCE, self._process.kill)
        watch.start()
        try:
            line = answers.readline()
        finally:
            watch.cancel()
        if line.endswith("\n"):
            return line
        died = json.dumps({"died": self._death()})
        self._deadly[self._asked] = died
        return died

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question, or {"died": how}."""
        self.send(question)
        answer: dict[str, Any] = json.loads(self.receive() or "{}")
        return answer

    @property
    def errors(self) -> str:
        """What it has written to its standard error so far."""
        if self._errors is None:
            return ""
        self._errors.seek(0)
        written: bytes = self._errors.read()
        return written.decode("utf-8", "replace")

    def end(self) -> None:
        """End it and wait until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(OSError):
                    pipe.close()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def _start(self) -> subprocess.Popen[str]:
        path = [os.path.abspath(entry) for entry in sys.path if os.pathsep not in entry]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONHASHSEED": str(self.hash_seed)}
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `end` closes it
        return subprocess.Popen(
            [sys.executable, "-P", "-m", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            encoding="utf-8",
        )

    def _death(self) -> str:
        """Say how it has died, and end what is left of it."""
        assert self._process is not None  # it has just been read from
        status = self._process.wait()
        said = " ".join(self.errors.split())
        self.end()
        return f"it ended with status {status}" + (f", after it had written: {said[-300:]}" if said else "")
