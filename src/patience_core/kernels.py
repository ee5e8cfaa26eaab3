"""Kernel: where a game's play for mass simulation is found, and what it is given.

The play is three functions in a module of their own, which is imported only when they are used. They are plain Python
over whole numbers, of the part of Python that numba compiles. So they can be read, run and tested without it.

- `start(cards, numbers, work)` prepares `work` for a deal.
- `move(cards, stream, numbers, work) -> bool` makes the next move; False where there is nothing more to do, however
  often it is asked.
- `result(numbers, work) -> tuple[bool, int, int]`: whether the play that has ended is won, its score, and its moves.

`cards` are the cards in dealing order, the one dealt first at index 0, each as the number that `Kernel.faces` gives it;
they are only read. `stream` is for `draw_below`. `numbers` are `Kernel.numbers`. `work` is the play's memory:
`Kernel.work` whole numbers from 0 to 2^32 - 1, with anything in them at the start. No index may be negative or too
large: compiled code does not check it. Every play must come to an end.

It goes move by move since several plays are under way at once, a move of one followed by a move of the next. While one
waits for the memory to answer, the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from importlib import import_module
from typing import Any, Final, SupportsIndex

from attrs import field, frozen

from patience_core.cards import Pack
from patience_core.deals import Deal
from patience_core.errors import GameError
from patience_core.splitmix import GAMMA, MASK, mix, word_of

MOST_SCORES: Final = 1_000_000
"""How many scores there may be: each has a place where it is counted."""

MOST_WORK: Final = 1_000_000
"""How many numbers a play may remember: more would not be a play of cards."""

MOST_MOVES: Final = 100_000
"""A play that has more does not end: the kernel is wrong."""

Played = tuple[bool, int, int]
"""What a deal came to: whether it is won, its score, and its moves."""


def _check_most(kernel: Kernel, _attribute: object, most: int) -> None:
    if not kernel.least <= most < kernel.least + MOST_SCORES:
        raise GameError(
            f"Kernel: scores from {kernel.least} to {most}; there must be one or more, and at most {MOST_SCORES:,}."
        )


def _check_numbers(_kernel: Kernel, _attribute: object, numbers: tuple[int, ...]) -> None:
    if not all(type(number) is int and -(2**63) <= number < 2**63 for number in numbers):
        raise GameError("Kernel: numbers are whole, of 64 bits with their sign.")


def _check_work(_kernel: Kernel, _attribute: object, work: int) -> None:
    if type(work) is not int or not 0 <= work <= MOST_WORK:
        raise GameError(f"Kernel: work is how many numbers a play remembers, from 0 to {MOST_WORK:,}.")


def _check_faces(_kernel: Kernel, _attribute: object, faces: tuple[int, ...] | None) -> None:
    if faces and not 0 <= min(faces) <= max(faces) <= 255:
        raise GameError("Kernel: a card's face is a number from 0 to 255.")


def _values(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(numbers)


def _values_or_none(numbers: Iterable[int] | None) -> tuple[int, ...] | None:
    return None if numbers is None else tuple(numbers)


@frozen
class Kernel:
    """Play of a game under its options by one player, for mass simulation; see the module's text.

    Attributes:
        module: the name of the module that has the functions `start`, `move` and `result`.
        numbers: the options and the player, as the functions want them.
        work: how many numbers a play needs to remember.
        least: the lowest score.
        most: the highest score.
        faces: for each card of the pack, in pack order, the number from 0 to 255 as which the functions see it;
            `Card.number` unless given. Equal cards have equal faces.
        player: the name of the player whose numbers are drawn, or None where nothing is drawn: that is faster.
    """

    module: str
    numbers: tuple[int, ...] = field(kw_only=True, default=(), converter=_values, validator=_check_numbers)
    work: int = field(kw_only=True, validator=_check_work)
    least: int = field(kw_only=True)
    most: int = field(kw_only=True, validator=_check_most)
    faces: tuple[int, ...] | None = field(kw_only=True, default=None, converter=_values_or_none, validator=_check_faces)
    player: str | None = field(kw_only=True, default=None)

    def faces_of(self, pack: Pack) -> tuple[int, ...]:
        """Return the faces of all cards of a pack; GameError when the kernel is for another."""
        faces = tuple(card.number for card in pack.cards) if self.faces is None else self.faces
        if len(faces) != len(pack):
            raise GameError(f"{self.module}: {len(faces)} faces for a pack of {len(pack)} cards.")
        if faces != tuple(faces[pack.index[card]] for card in pack.cards):
            raise GameError(f"{self.module}: equal cards of the pack have other faces.")
        return faces

    @property
    def named(self) -> int:
        """The number that the player's name stands for, from which with a deal's key its draws begin."""
        return word_of(self.player or "")


def draw_below(stream: MutableSequence[int], bound: int) -> int:
    """Return a whole number from 0 to `bound` - 1, each equally likely: what `Stream.below` returns.

    Args:
        stream: holds the state of the player's stream as its only number, and is changed.
        bound: from 1 to 2^32.
    """
    unfair = (MASK + 1) % bound
    while True:
        stream[0] = (stream[0] + GAMMA) & MASK
        product = mix(stream[0]) * bound
        if product & MASK >= unfair:
            return product >> 64


def play_plainly(kernel: Kernel, deal: Deal) -> Played:
    """Play a deal by the kernel in plain Python, and return whether it is won, its score, and its moves.

    This is for tests: it is slow, and checks every index and every number in `work`, which compiled code does not do.
    GameError says which is wrong, or that the play has no end, or that the score is none that the kernel declares.
    """
    faces = kernel.faces_of(deal.pack)
    index = deal.pack.index
    cards, work = _Memory(faces[index[card]] for card in deal.cards), _Memory([0] * kernel.work)
    stream = [mix(deal.key ^ kernel.named)]
    rules: Any = import_module(kernel.module)
    rules.start(cards, kernel.numbers, work)
    moves = 0
    while rules.move(cards, stream, kernel.numbers, work):
        moves += 1
        if moves >= MOST_MOVES:
            raise GameError(f"{kernel.module}: a play has more than {MOST_MOVES:,} moves.")
    won, score, moves = rules.result(kernel.numbers, work)
    if not kernel.least <= score <= kernel.most:
        raise GameError(f"{kernel.module}: the score {score} is not from {kernel.least} to {kernel.most}.")
    return bool(won), score, moves


class _Memory(list[int]):
    """A list that is as strict as it would be wise to be with an array in compiled code."""

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(self._checked(at))

    def __setitem__(self, at: Any, number: Any) -> None:
        if not 0 <= number < 2**32:
            raise GameError(f"Kernel: {number} is put into work[{at}]; it must be from 0 to 2^32 - 1.")
        super().__setitem__(self._checked(at), number)

    def _checked(self, at: SupportsIndex) -> int:
        if not 0 <= at.__index__() < len(self):
            raise GameError(f"Kernel: [{at}] is none of {len(self)} places.")
        return at.__index__()
