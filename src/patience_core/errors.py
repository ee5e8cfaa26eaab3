"""PatienceError and its kinds: everything that the library raises on purpose."""

from __future__ import annotations

from collections.abc import Iterable


class PatienceError(Exception):
    """Base of every error of this library; its text is one or two sentences for a person."""


class CardError(PatienceError, ValueError):
    """A text or a pair of rank and suit that is no card."""


class HiddenCardError(PatienceError):
    """A rule or a reader asked a face-down card what it is."""


class PackError(PatienceError, ValueError):
    """A pack that cannot be: no cards, too many, or an unknown rank or suit."""


class DealError(PatienceError, ValueError):
    """A deal number out of range, a name that no deal has, or a listing that is not exactly one pack."""


class PileError(PatienceError, KeyError):
    """A pile name that the table does not have."""

    def __str__(self) -> str:
        """Give the plain sentence, where KeyError would put it in quotes."""
        return str(self.args[0])


class StepError(PatienceError):
    """A step that is malformed or cannot be applied; the position is unchanged."""


class LayoutError(PatienceError, ValueError):
    """A layout with a pile named twice or a place that cannot be."""


class GameError(PatienceError):
    """A game's own definition or rules are at fault: a message for its author."""


class OptionError(PatienceError, ValueError):
    """An option that the game does not have, or a value that it does not take."""


class PlayerError(PatienceError, LookupError):
    """A named player that neither the engine nor the game has."""


class MoveError(PatienceError):
    """A move that was refused; the session is unchanged."""


class UnknownMoveError(MoveError):
    """The text is not a move of this game."""


class IllegalMoveError(MoveError):
    """A move of this game that is not legal here; the text says why."""


class AmbiguousMoveError(MoveError):
    """A beginning that several legal moves share.

    Attributes:
        candidates: the texts of those moves.
    """

    def __init__(self, message: str, candidates: tuple[str, ...]) -> None:
        """Keep the candidates beside the sentence that lists them."""
        super().__init__(message, candidates)
        self.candidates = candidates

    def __str__(self) -> str:
        """Give the sentence alone."""
        return str(self.args[0])


class HistoryError(PatienceError):
    """Nothing to undo, or nothing to redo."""


class SolverError(PatienceError, ValueError):
    """What cannot be searched: a game with hidden cards or without a win, or a budget that is no number."""


class RecordError(PatienceError, ValueError):
    """A record that cannot be read, or that does not replay; the text says where and why."""


class FileError(PatienceError):
    """A file that cannot be read or written; the text names it and says why."""


class SimulationError(PatienceError):
    """Deals that cannot be simulated as asked, or counts of them that do not belong together; the text says why."""


class UnknownGameError(PatienceError, LookupError):
    """No installed game answers to that name."""


class PluginError(PatienceError):
    """A plugin is broken; when plugins are discovered it is raised in strict mode only, and otherwise listed."""


def nearest(word: str, candidates: Iterable[str]) -> str:
    """Return " Did you mean X?" for the candidate most like `word`, or "" when none is like it."""
    import difflib  # noqa: PLC0415 - late, for a quick start

    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=1)
    return f" Did you mean {by_folded[found[0]]}?" if found else ""


def quoted(text: str, most: int = 40) -> str:
    """Return `text` in quotes, unprintable characters escaped, and cut after `most` characters."""
    return repr(text) if len(text) <= most else f"{text[:most]!r}..."
