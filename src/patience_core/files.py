"""Files that are written whole or not at all, so that none is ever left half written."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from patience_core.errors import FileError


def check_writable(name: str) -> None:
    """Refuse a file that cannot be written, before a game is played for it."""
    if not name:
        raise FileError("Cannot write a file whose name is empty.")
    path = Path(os.path.realpath(name))
    if path.is_dir():
        raise FileError(f"Cannot write {name}: it is a folder.")
    if path.exists() and not path.is_file():
        raise FileError(f"Cannot write {name}: it is no ordinary file.")
    # Asked of the mode and not of the system, which lets some users write to every file.
    if path.exists() and not path.stat().st_mode & 0o222:
        raise FileError(f"Cannot write {name}: it is read-only.")
    if not path.parent.is_dir():
        raise FileError(f"Cannot write {name}: there is no folder {path.parent}.")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"Cannot write {name}: its folder is read-only.")


@contextmanager
def writing(name: str) -> Generator[None, None, None]:
    """Turn what the system says against writing a file into a FileError that names it."""
    try:
        yield
    except OSError as error:
        raise FileError(f"Cannot write {name}: {why(error)}.") from error


@contextmanager
def whole(name: str) -> Generator[Path, None, None]:
    """Give the path of a file beside the one meant, which it becomes when all has been written.

    After an error, of whatever kind, there is no such file, and the one meant is as it was. FileError says why it
    cannot be written.
    """
    check_writable(name)
    path = Path(os.path.realpath(name))
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        yield beside
        with writing(name):
            os.replace(beside, path)
    finally:
        with suppress(OSError):  # it is no longer there, or cannot be: what matters has been told
            beside.unlink()


def write_text(name: str, text: str) -> None:
    """Write a file whole or not at all: beside it first, and then put in its place; FileError says why not."""
    with whole(name) as beside, writing(name), beside.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())  # so that the name never comes before the content, even where the power fails


def why(error: OSError | ValueError) -> str:
    """Return the reason that the system gives, as part of a sentence."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return said[:1].lower() + said[1:]
