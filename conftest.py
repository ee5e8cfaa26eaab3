"""Settings for every test, and the runner of the snippets in the documents."""

import doctest
import os
import subprocess
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis
import pytest
from sybil import Example, Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser, SkipParser

# A busy machine is no failure, so no deadline. The rest stays as hypothesis chooses it, here or in CI.
hypothesis.settings.register_profile("usual", hypothesis.settings(), deadline=None)
hypothesis.settings.register_profile("deep", deadline=None, max_examples=5_000)
hypothesis.settings.load_profile("usual")

ELSEWHERE = {"FORCE_COLOR", "PYTHONWARNINGS"}  # would change what a command prints
HERE = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}


def trimmed(text: str) -> str:
    """Drop blanks at the ends of lines, which nobody sees in a document."""
    return "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())


def run_console(example: Example) -> str | None:
    """Run the commands of a console block whose first command is `patience`; say where the output differs."""
    commands = example.parsed.removeprefix("$ ").split("\n$ ")
    if not commands[0].startswith("patience"):
        return None
    scripts = sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"]
    env = {k: v for k, v in os.environ.items() if k not in ELSEWHERE} | HERE | {"PATH": scripts}
    for part in commands:
        command, _, want = part.partition("\n")
        done = subprocess.run(
            command,
            shell=True,  # a document may show a pipe
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        want, got = trimmed(want), trimmed(done.stdout)
        checker = doctest.OutputChecker()
        if not checker.check_output(want, got, doctest.ELLIPSIS):
            expected = doctest.Example(command, want)
            return f"$ {command}\n" + checker.output_difference(expected, got, doctest.ELLIPSIS)
    return None


def enter_folder(namespace: dict[str, Any]) -> None:
    """Give each document an empty folder to work in."""
    namespace["__back__"] = Path.cwd()
    namespace["__folder__"] = TemporaryDirectory()
    os.chdir(namespace["__folder__"].name)


def leave_folder(namespace: dict[str, Any]) -> None:
    """Go back, and remove the document's folder."""
    os.chdir(namespace["__back__"])
    namespace["__folder__"].cleanup()


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS),
        CodeBlockParser("console", run_console),
        SkipParser(),
    ],
    pattern="*.md",
    setup=enter_folder,
    teardown=leave_folder,
).pytest()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run snippets last and in their own order, since later ones build on earlier ones."""
    snippets = [item for item in items if isinstance(item, SybilItem)]
    snippets.sort(key=lambda item: (item.path, item.example.start))
    items[:] = [item for item in items if not isinstance(item, SybilItem)]
    items.extend(snippets)
