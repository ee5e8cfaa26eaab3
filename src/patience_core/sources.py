"""DealSource: deals that others have numbered or named, under a prefix, as in `ms:617`."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from patience_core.cards import Pack
from patience_core.deals import Deal


@frozen
class DealSource:
    """Deals that others have numbered or named; a plugin brings it through the hook `patience_deals`.

    Attributes:
        prefix: what stands before the colon of a deal's name: lower-case letters, such as "ms".
        title: whose deals these are, on one line.
        deal: given what stands behind the colon and a pack, returns the deal of that pack, or raises DealError with
            a sentence that says what would be right. The registry gives the deal its whole name as its text.
        help: what may stand behind the colon, on one line, such as "a whole number from 1 to 32000".
    """

    prefix: str
    title: str
    deal: Callable[[str, Pack], Deal]
    help: str = ""

    def __str__(self) -> str:
        """Tell what it is in a few words: prefix, title and help."""
        return f"{self.prefix} ({self.title}{self.help and f': {self.help}'})"

    def as_dict(self) -> dict[str, str]:
        """Return what there is to know of it as plain data."""
        return {"prefix": self.prefix, "title": self.title, "help": self.help}
