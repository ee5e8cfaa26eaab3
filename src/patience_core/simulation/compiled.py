"""Compiled play: numbered deals, dealt and played by a game's kernel, millions a second on one core.

Tests compare kernels with the games' own rules, deal by deal, and what is counted here with what comes of each deal.

Play goes by groups, a move of one deal followed by a move of the next: the time of a play is spent waiting for one
number from memory that tells where the next is, and while one play waits the others go on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_core import kernels
from patience_core.cards import Pack
from patience_core.errors import GameError
from patience_core.kernels import MOST_MOVES, Kernel
from patience_core.simulation.dealing import (
    BLOCK,
    Array,
    Room,
    bounds_of,
    compiled,
    deal_block,
    draw_below,
    numba,
    row,
    seed_block,
)

GROUP: Final = 8
"""Deals played together: more are no faster, since then the instructions are what takes the time."""


MOST_SAID: Final = 500
"""Characters shown of an error; those of the compiler are long."""


class Dealing(NamedTuple):
    """What is dealt.

    Attributes:
        pack: the cards as places in pack order, equal cards alike.
        faces: the cards as the kernel sees them.
        bounds: for each word the number of its outcomes.
        draws: whether the player draws numbers; then keys are needed, and decks are dealt from `pack` first.
        named: what the player's name stands for.
    """

    pack: NDArray[np.uint8]
    faces: NDArray[np.uint8]
    bounds: NDArray[np.uint64]
    draws: bool
    named: np.uint64


def start(*_: Any) -> Any:
    """Stand for the kernel's function of that name, and so do the next two."""


move = result = start


def play_range(
    first: Any, deals: Any, dealing: Any, numbers: Any, least: Any, counts: Array, rows: Any, room: Any
) -> Any:
    """Play deals from number `first` on; see `_played`, which prepares what this is given.

    Returns how many are won, the moves of all, and the first deal that went wrong, counted from 0; or -1.
    """
    decks, streams, work = room.decks, room.streams, room.work
    won = moves = 0
    for block in range(0, deals, BLOCK):
        # Whole blocks and groups, so that their loops have a known length; of the last one not all is counted.
        number = first + np.uint64(block)
        deal_block(number, dealing.pack if dealing.draws else dealing.faces, dealing.bounds, room)
        if dealing.draws:
            seed_block(streams, decks, dealing.faces, dealing.named)
        for group in range(0, min(BLOCK, deals - block), GROUP):
            for lane in range(GROUP):
                start(row(decks, group + lane), numbers, row(work, lane))
            rounds = 0
            going = True
            while going and rounds < MOST_MOVES:
                going = False
                for lane in range(GROUP):
                    going |= move(row(decks, group + lane), row(streams, group + lane), numbers, row(work, lane))
                rounds += 1
            for lane in range(min(GROUP, deals - block - group)):
                deal = block + group + lane
                win, score, length = result(numbers, row(work, lane))
                if going or not 0 <= score - least < len(counts):
                    return won, moves, deal
                won += win
                moves += length
                counts[score - least] += 1
                if len(rows.won):
                    rows.won[deal] = win
                    rows.scores[deal] = score
                    rows.moves[deal] = length
    return won, moves, -1


class Counts(NamedTuple):
    """What came of a range of deals: how many are won, how often each score came, and the moves of all together."""

    won: int
    scores: dict[int, int]
    moves: int


class Each(NamedTuple):
    """What came of each deal of a range, in order."""

    won: NDArray[np.uint8]
    scores: NDArray[np.int64]
    moves: NDArray[np.int64]


NO_ROWS: Final = Each(np.zeros(0, np.uint8), np.zeros(0, np.int64), np.zeros(0, np.int64))


def count(kernel: Kernel, pack: Pack, first: int, deals: int) -> Counts:
    """Play deals of consecutive numbers, without holding Python's lock, and count what came of them.

    Args:
        kernel: how they are played.
        pack: what they are dealt from.
        first: the number of the first deal.
        deals: how many, all with numbers below 2^63.

    Raises:
        GameError: the kernel is not there or cannot be compiled, it raised an error, it gave a score that it does not
            declare, or a play did not end.
    """
    return _played(kernel, pack, first, deals, NO_ROWS)


def play_each(kernel: Kernel, pack: Pack, first: int, deals: int) -> Each:
    """Play deals as `count` does, and return what came of each."""
    rows = Each(np.zeros(deals, np.uint8), np.zeros(deals, np.int64), np.zeros(deals, np.int64))
    _played(kernel, pack, first, deals, rows)
    return rows


def _played(kernel: Kernel, pack: Pack, first: int, deals: int, rows: Each) -> Counts:
    dealing = Dealing(
        np.array([pack.index[card] for card in pack.cards], np.uint8),
        np.array(kernel.faces_of(pack), np.uint8),
        bounds_of(len(pack)),
        kernel.player is not None,
        np.uint64(kernel.named),
    )
    counts = np.zeros(kernel.most - kernel.least + 1, np.int64)
    room = room_for(len(pack), kernel.work)
    try:
        won, moves, wrong = driver(kernel.module)(
            np.uint64(first), deals, dealing, kernel.numbers, kernel.least, counts, rows, room
        )
    except Exception as error:  # of the compiler, or of the kernel
        said = " ".join(str(error).split())[:MOST_SAID]
        raise GameError(f"{kernel.module}, from deal {first} on: {type(error).__name__}: {said}") from error
    if wrong >= 0:
        raise GameError(
            f"{kernel.module}: near deal {first + wrong} a play has more than {MOST_MOVES:,} moves, or a score that is "
            f"not from {kernel.least} to {kernel.most}."
        )
    came = {kernel.least + place: int(times) for place, times in enumerate(counts) if times}
    return Counts(int(won), came, int(moves))


def room_for(size: int, work: int) -> Room:
    """Return memory for decks of `size` cards and plays that remember `work` numbers."""
    return Room(
        decks=np.zeros((BLOCK, size), np.uint8),
        picks=np.zeros((size, BLOCK), np.uint8),
        states=np.zeros(BLOCK, np.uint64),
        words=np.zeros(BLOCK, np.uint64),
        streams=np.zeros((BLOCK, 1), np.uint64),
        work=np.zeros((GROUP, work), np.uint32),
    )


@lru_cache(maxsize=64)
def driver(module: str) -> Callable[..., tuple[int, int, int]]:
    """Return `play_range` for the kernel in a module, compiled or found on disk at its first call.

    numba keeps what it compiled under the name of the function and the date of its file. A driver is made of several
    files, so its name holds a digest of all code in it: what is found on disk is never of another version.
    """
    kernel = import_module(module)
    made: dict[FunctionType, Any] = {kernels.draw_below: draw_below}  # type: ignore[dict-item]
    names = {
        "start": _compiled_deep(kernel.start, made),
        "move": _compiled_deep(kernel.move, made, forceinline=True),
        "result": _compiled_deep(kernel.result, made),
    }
    play = FunctionType(play_range.__code__, {**play_range.__globals__, **names}, play_range.__name__)
    play.__qualname__ = f"play_range_{module.replace('.', '_')}_{digest_of(play)[:16]}"
    play.__module__ = __name__
    driven: Callable[..., tuple[int, int, int]] = compiled(play)
    return driven


def _compiled_deep(function: FunctionType, made: dict[FunctionType, Any], **options: Any) -> Any:
    """Return the compiled function, with all functions that it calls compiled too."""
    if function not in made:
        space = dict(function.__globals__)
        for name in _names(function.__code__):
            if isinstance(space.get(name), FunctionType):
                space[name] = _compiled_deep(space[name], made)
        plain = FunctionType(function.__code__, space, function.__name__)
        made[function] = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(plain)
    return made[function]


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that code looks up outside itself."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def digest_of(function: Any) -> str:
    """Return a digest of all that decides what a function compiles to."""
    return hashlib.sha256("\n".join(_told(function, set())).encode()).hexdigest()


def _told(function: Any, met: set[int]) -> Iterator[str]:
    """Yield the code of a function, and what it calls and looks up."""
    function = getattr(function, "py_func", function)
    code = function.__code__
    yield f"{code.co_code.hex()} {[value for value in code.co_consts if not isinstance(value, CodeType)]}"
    for name in _names(code):
        value = function.__globals__.get(name)
        if isinstance(getattr(value, "py_func", value), FunctionType):
            if id(value) not in met:
                met.add(id(value))
                yield name
                yield from _told(value, met)
        else:
            yield f"{name} {value!r}"
