"""Move and its steps: plain data that names what is to happen; table.py is where it happens."""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import field, frozen

from patience_core.cards import RANKS, SUITS
from patience_core.errors import StepError, quoted

TOP: Final = 0
BOTTOM: Final = -1
ALL: Final = -1
PACK: Final = "pack"
MOST_TEXT: Final = 40

Face = Literal["up", "down"]
UP: Final[Face] = "up"
DOWN: Final[Face] = "down"


def _check_place(step: object, attribute: Any, value: Any) -> None:
    if type(value) is not int or value < BOTTOM:
        raise StepError(
            f"{type(step).__name__}: {attribute.name}={value!r}; it counts cards from the top, or is BOTTOM."
        )


def _check_count(step: object, attribute: Any, value: Any) -> None:
    if type(value) is not int or (value < 1 and value != ALL):
        raise StepError(f"{type(step).__name__}: {attribute.name}={value!r}; it is 1 or more, or ALL.")


def _check_reverse(step: object, _attribute: object, value: Any) -> None:
    if type(value) is not bool:
        raise StepError(f"{type(step).__name__}: reverse={value!r}; it is True or False.")


def _check_face(step: object, attribute: Any, value: Face | None) -> None:
    if value not in (None, UP, DOWN):
        raise StepError(f"{type(step).__name__}: {attribute.name}={value!r}; it is UP, DOWN or None (as they lie).")


def _check_way(step: object, attribute: Any, value: Face) -> None:
    if value not in (UP, DOWN):
        raise StepError(f"{type(step).__name__}: {attribute.name}={value!r}; it is UP or DOWN.")


def _check_name(step: object, attribute: Any, value: Any) -> None:
    if type(value) is not str:
        raise StepError(f"{type(step).__name__}: {attribute.name}={value!r}; it is a name.")


def _check_least(step: Count, attribute: Any, value: Any) -> None:
    if value is not None:
        _check_number(step, attribute, value)


def _check_number(step: object, attribute: Any, value: Any) -> None:
    if type(value) is not int:
        raise StepError(f"{type(step).__name__}: {attribute.name}={value!r}; it is a whole number.")


class _Step:
    """Base of the steps: a slot for table.py, which prepares each step once; no part of the value."""

    __slots__ = ("_change",)
    _change: Any


@frozen
class Shift(_Step):
    """A block of cards leaves one pile for another, keeping its order.

    Attributes:
        src: the pile that the block leaves.
        dst: the pile that it is put on; it may be `src`.
        count: how many cards, or ALL that lie under the `take` cards left.
        face: turn every card of the block UP or DOWN; None leaves them as they lie.
        take: how many cards of `src` are left lying above the block; BOTTOM takes the lowest `count` cards.
        put: how many cards of `dst` lie above the block afterwards; BOTTOM puts it under all.
            Measured after the block has been removed.
        reverse: turn the order of the block round, as turning over a packet does.
    """

    src: str = field(validator=_check_name)
    dst: str = field(validator=_check_name)
    count: int = field(default=1, validator=_check_count)
    face: Face | None = field(default=None, validator=_check_face)
    take: int = field(default=TOP, validator=_check_place)
    put: int = field(default=TOP, validator=_check_place)
    reverse: bool = field(default=False, validator=_check_reverse)


@frozen
class Turn(_Step):
    """A block of cards is turned where it lies.

    Attributes:
        pile: the pile that the cards lie in.
        face: UP or DOWN, the same for every card of the block.
        at: how many cards lie above the block; BOTTOM turns the lowest `count` cards.
        count: how many cards, or ALL that lie under the `at` cards.
    """

    pile: str = field(validator=_check_name)
    face: Face = field(default=UP, validator=_check_way)
    at: int = field(default=TOP, validator=_check_place)
    count: int = field(default=1, validator=_check_count)


@frozen
class Count(_Step):
    """A named count of the table goes up by `by` (down when it is negative); counts begin at 0.

    Attributes:
        name: of the count.
        by: how much it goes up.
        least: it never falls below this; None where there is no such bound.
    """

    name: str = field(validator=_check_name)
    by: int = field(default=1, validator=_check_number)
    least: int | None = field(default=None, validator=_check_least)


@frozen
class Mark(_Step):
    """A named count of the table is set to `to`."""

    name: str = field(validator=_check_name)
    to: int = field(validator=_check_number)


def _check_wanted_rank(_step: object, _attribute: object, rank: Any) -> None:
    if type(rank) is not int or not 1 <= rank <= len(RANKS):
        raise StepError(f"Fetch: rank={rank!r}; ranks are whole numbers from 1 (ace) to 13 (king).")


def _check_wanted_suit(_step: object, _attribute: object, suit: Any) -> None:
    if suit is not None and suit not in tuple(SUITS):
        raise StepError(f"Fetch: suit={suit!r}; suits are C, D, H and S, or None for any.")


@frozen
class Fetch(_Step):
    """The topmost card of that rank (and suit) leaves one pile for the top of another.

    In `Game.deal` only, where a given card is laid out first; anywhere else it would tell where a hidden card lies.
    """

    src: str = field(validator=_check_name)
    dst: str = field(validator=_check_name)
    rank: int = field(validator=_check_wanted_rank)
    suit: str | None = field(default=None, validator=_check_wanted_suit)
    face: Face | None = field(default=UP, validator=_check_face)


@frozen
class Shuffle(_Step):
    """Every card of a pile is turned face down and the pile shuffled; nothing then tells which card went where."""

    pile: str = field(validator=_check_name)


Step = Shift | Turn | Count | Mark | Fetch | Shuffle


def _check_text(_move: object, _attribute: object, text: Any) -> None:
    if type(text) is not str or not 0 < len(text) <= MOST_TEXT or not text.isascii() or not text.isprintable():
        shown = quoted(text) if isinstance(text, str) else repr(text)
        raise StepError(f"{shown} is no text for a move: it is 1 to {MOST_TEXT} printable ASCII characters.")
    if text != text.strip():
        raise StepError(f"{quoted(text)} is no text for a move: it begins or ends with a space.")


def _check_steps(move: Move, _attribute: object, steps: tuple[object, ...]) -> None:
    if not steps:
        raise StepError(f"the move {quoted(move.text)} has no steps: a move changes the table.")
    for step in steps:
        if not isinstance(step, Step):
            raise StepError(f"the move {quoted(move.text)} has a step {step!r}, which is none of the engine's steps.")


@frozen(init=False)
class Move:
    """What a player may do: a short text and the steps that do it.

    Attributes:
        text: short plain ASCII, unique among the legal moves of its table, stable for ever: what records,
            replays and users type.
        steps: what happens, in order.
    """

    text: str = field(validator=_check_text)
    steps: tuple[Step, ...] = field(validator=_check_steps)

    def __init__(self, text: str, *steps: Step) -> None:
        """Name the move and list its steps; StepError when either cannot be."""
        self.__attrs_init__(text, steps)  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]  # made by attrs

    def __str__(self) -> str:
        """Write the move as its text."""
        return self.text
