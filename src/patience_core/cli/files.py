"""Read the files that a person names, and write records so that none is ever left half written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from patience_core.cards import Card, Pack
from patience_core.deals import Deal, Listed
from patience_core.errors import CardError, DealError, PatienceError, quoted

STDIN: Final = "-"
MOST_DEAL: Final = 1_000_000
"""Bytes of a file that holds a deal: comments and all, no deal comes near it."""

MOST_RECORD: Final = 50_000_000
"""Bytes of a file that holds a record: some millions of moves."""


class FileError(PatienceError):
    """A file that cannot be read or written; the text names it and says why."""


def called(name: str) -> str:
    """Return what a file is called in messages."""
    return "standard input" if name == STDIN else name


def read_text(name: str, most: int) -> str:
    """Return the text of a file, or of standard input for "-"; FileError says what is wrong with it."""
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(most + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise FileError(f"Cannot read {called(name)}: {_why(error)}.") from error
    if not data.strip():
        raise FileError(f"{called(name)} is empty.")
    if len(data) > most:
        raise FileError(f"{called(name)} is too large: at most {most:,} bytes are read.")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise FileError(
            f"{called(name)} is not a text file: byte {error.start + 1} is not UTF-8. Was it saved in another encoding?"
        ) from error
    if "\0" in text:
        raise FileError(f"{called(name)} is not a text file: byte {data.index(0) + 1} is 0.")
    return text


def read_deal(said: str, pack: Pack, listed: Listed) -> Deal:
    """Return the deal that a person gives as cards, as the name of a file, or as "-" for standard input."""
    try:
        return Deal.parse(said, pack, listed=listed)
    except DealError as error:
        if said != STDIN and not os.path.exists(said):
            if any(map(_is_card, said.replace(",", " ").split())):
                raise
            raise FileError(
                f"{quoted(said)} is neither cards nor a file: give a listing, as in 7C TH ..., or a file of one."
            ) from error
    text = read_text(said, MOST_DEAL)
    try:
        return Deal.parse(text, pack, listed=listed)
    except DealError as error:
        raise DealError(f"{called(said)}: {error}") from error


def _is_card(word: str) -> bool:
    try:
        Card.parse(word)
    except CardError:
        return False
    return True


def check_writable(name: str) -> None:
    """Refuse a file that cannot be written, before a game is played for it."""
    path = Path(os.path.realpath(name))
    if path.is_dir():
        raise FileError(f"Cannot write {name}: it is a folder.")
    if path.exists() and not path.is_file():
        raise FileError(f"Cannot write {name}: it is no ordinary file.")
    if not path.parent.is_dir():
        raise FileError(f"Cannot write {name}: there is no folder {path.parent}.")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"Cannot write {name}: its folder is read-only.")


def write_text(name: str, text: str) -> None:
    """Write a file whole or not at all: beside it first, and then put in its place; FileError says why not."""
    check_writable(name)
    path = Path(os.path.realpath(name))
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"Cannot write {name}: {_why(error)}.") from error


def _why(error: OSError | ValueError) -> str:
    """Return the reason that the system gives, as part of a sentence."""
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return why[:1].lower() + why[1:]
