"""Read the files that a person names."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from patience_core.cards import Card, Pack
from patience_core.deals import Deal, Listed
from patience_core.errors import CardError, DealError, FileError, quoted
from patience_core.files import why

STDIN: Final = "-"
MOST_DEAL: Final = 1_000_000
"""Bytes of a file that holds a deal: comments and all, no deal comes near it."""

MOST_RECORD: Final = 50_000_000
"""Bytes of a file that holds a record: some millions of moves."""


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
        raise FileError(f"Cannot read {called(name)}: {why(error)}.") from error
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
