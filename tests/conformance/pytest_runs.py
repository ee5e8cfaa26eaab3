"""Runs of pytest as a process of its own, in a folder of its own, with the settings of a strict user."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conformance import tiny_games
from tests.fake_plugins import Site
from tests.terminals import PATIENT, ROOT

STRICT = "[pytest]\nstrict = true\nfilterwarnings = error\naddopts = -p no:cacheprovider\n"
HOOK = """

from patience_core import hookimpl


@hookimpl
def patience_games():
    return [Tiny, Boastful, Doubled]
"""


class Folder:
    """A folder with tests in it, and a plugin with the tiny games that only runs from here find."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "tests"
        self.path.mkdir()
        self.write("pytest.ini", STRICT)
        self.site = folder / "site"
        self.site.mkdir()
        source = Path(tiny_games.__file__).read_text(encoding="utf-8")
        Site(self.site).install("tiny", source + HOOK)

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.path / name).write_text(text, encoding="utf-8")

    def run(self, *command: str, status: int = 0) -> str:
        """Run a command of Python here and return what it printed; its exit status must be as given."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.path,
            env=env | {"PYTHONPATH": os.pathsep.join((str(self.site), str(ROOT))), "PYTHONUTF8": "1", "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENT,
            check=False,
        )
        assert status == done.returncode, done.stdout
        return done.stdout

    @property
    def files(self) -> set[str]:
        """The names of what lies here, but for the settings."""
        return {path.name for path in self.path.iterdir()} - {"pytest.ini"}

    def pytest(self, *args: str, status: int = 0) -> str:
        """Run pytest here."""
        return self.run("-m", "pytest", *args, status=status)


def new_folder(tmp_path: Path) -> Folder:
    """Make the folder of one test."""
    return Folder(tmp_path)
