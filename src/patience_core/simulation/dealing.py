"""Dealing numbered deals in compiled code, many at once.

Tests compare `deal_into` with `Deal.numbered`, and `deal_block` with that.

Dealing goes by blocks, since the same step for many deals is done by vector instructions, and since a swap of one deal
need not wait for the last swap of another.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import prod
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from patience_core import splitmix
from patience_core.simulation.extras import extra

with extra("fast", "Compiled play"):
    # Without types, so it is imported as a value of any type.
    numba: Any = import_module("numba")
    arrayobj: Any = import_module("numba.np.arrayobj")
    cgutils: Any = import_module("numba.core.cgutils")
    intrinsic: Any = import_module("numba.extending").intrinsic

Array = Any
"""An array, or a row of one. Of what kind, numba finds out where it compiles."""

F = TypeVar("F", bound=Callable[..., Any])

BLOCK: Final = 32
"""Deals dealt together: enough for vector instructions, and few enough for the nearest memory."""

# Whole numbers of 64 bits without a sign. With others numba would turn them into floating-point numbers.
GAMMA: Final = np.uint64(splitmix.GAMMA)
ONE: Final = np.uint64(1)
NONE: Final = np.uint64(0)
HALF: Final = np.uint64(32)
LOW_HALF: Final = np.uint64(0xFFFF_FFFF)


class Room(NamedTuple):
    """Memory of a driver, made by Python, since what makes arrays takes long to compile.

    Attributes:
        decks: a row for each deal of a block: its cards.
        picks: a row for each draw: what was drawn for each deal.
        states: of each deal.
        words: of each deal: the last one, or what is left of it.
        streams: a row for each deal, with the state of its player's stream.
        work: a row for each deal of a group: what its play remembers.
    """

    decks: NDArray[np.uint8]
    picks: NDArray[np.uint8]
    states: NDArray[np.uint64]
    words: NDArray[np.uint64]
    streams: NDArray[np.uint64]
    work: NDArray[np.uint32]


def compiled(function: F, **options: Any) -> F:
    """Return the function as numba compiles it at its first call, kept on disk where a place for that can be written.

    That is beside this file, or else in the user's cache folder; NUMBA_CACHE_DIR names another.
    """
    try:
        made: F = numba.njit(nogil=True, cache=True, **options)(function)
    except RuntimeError:  # no such place
        made = numba.njit(nogil=True, **options)(function)
    return made


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def row(_context: Any, rows: Any, _at: Any) -> Any:
    """Return a row of an array as an array that does not count who refers to it.

    Slices do, and the counting took longer than the playing. What is sliced must live on, as it does in the driver.
    """
    kind = numba.types.Array(rows.dtype, 1, "C")

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = arrayobj.make_array(signature.args[0])(context, builder, values[0])
        _, size = cgutils.unpack_tuple(builder, array.shape)
        between, apart = cgutils.unpack_tuple(builder, array.strides)
        offset = builder.mul(values[1], between)
        view = arrayobj.make_array(kind)(context, builder)
        arrayobj.populate_array(
            view,
            data=cgutils.pointer_add(builder, array.data, offset, array.data.type),
            shape=[size],
            strides=[apart],
            itemsize=array.itemsize,
            meminfo=None,
        )
        return view._getvalue()

    return kind(rows, numba.types.intp), code


@compiled
def mix(z: Any) -> Any:
    """Return what `splitmix.mix` returns."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    return z ^ (z >> np.uint64(31))


@compiled
def product(word: Any, bound: Any) -> Any:
    """Return the high and the low half of the 128-bit product of a word and a number below 2^32."""
    high = (word >> HALF) * bound + (((word & LOW_HALF) * bound) >> HALF)
    return high >> HALF, word * bound


@compiled
def is_fair(rest: Any, bound: Any) -> Any:
    """Tell whether what is left of a word is not below 2^64 mod bound; the division is hardly ever needed."""
    return rest >= bound or rest >= (NONE - bound) % bound


@compiled
def draw_below(stream: Array, bound: Any) -> Any:
    """Return what `kernels.draw_below` returns."""
    below = np.uint64(bound)
    while True:
        stream[0] += GAMMA
        high, rest = product(mix(stream[0]), below)
        if is_fair(rest, below):
            return np.int64(high)


@compiled
def deal_into(cards: Array, number: Any, pack: Array, bounds: Array, picks: Array) -> None:
    """Deal by number, as docs/deal-numbers.md says.

    Args:
        cards: where the deal is laid, the card dealt first at index 0.
        number: of the deal, without a sign.
        pack: the cards in pack order.
        bounds: for each word the number of its outcomes, as `bounds_of` gives them.
        picks: room for six numbers.
    """
    size = len(pack)
    for place in range(size):
        cards[place] = pack[place]
    state = mix(number + GAMMA)
    left = size
    for bound in bounds:
        draws = min(6, left - 1)
        rest = NONE
        while True:
            state += GAMMA
            rest = mix(state)
            for draw in range(draws):
                picks[draw], rest = product(rest, np.uint64(left - draw))
            if is_fair(rest, bound):
                break
        for draw in range(draws):
            last, pick = left - 1 - draw, picks[draw]
            cards[last], cards[pick] = cards[pick], cards[last]
        left -= draws


@compiled
def deal_block(number: Any, pack: Array, bounds: Array, room: Any) -> None:
    """Deal as many deals as there are decks, from a number on, into `room.decks`.

    A word that may have to be thrown away, which is rare, is not looked at further: the whole block is dealt again.
    """
    decks, picks, states, words = room.decks, room.picks, room.states, room.words
    size = len(pack)
    for deck in range(len(decks)):
        states[deck] = mix(number + np.uint64(deck) + GAMMA)
    drawn = 0
    doubtful = NONE
    for bound in bounds:
        for deck in range(len(decks)):
            state = states[deck] + GAMMA
            states[deck] = state
            words[deck] = mix(state)
        for _ in range(min(6, size - 1 - drawn)):
            left = np.uint64(size - drawn)
            for deck in range(len(decks)):
                picks[drawn, deck], words[deck] = product(words[deck], left)
            drawn += 1
        for deck in range(len(decks)):
            doubtful += np.uint64(words[deck] < bound)
    if doubtful:
        for deck in range(len(decks)):
            deal_into(row(decks, deck), number + np.uint64(deck), pack, bounds, words)
        return
    for deck in range(len(decks)):
        for place in range(size):
            decks[deck, place] = pack[place]
    for drawn in range(size - 1):
        last = np.uint64(size - 1 - drawn)  # without a sign, or it would be tested for being counted from the end
        for deck in range(len(decks)):
            cards, pick = row(decks, deck), picks[drawn, deck]
            cards[last], cards[pick] = cards[pick], cards[last]


@compiled
def seed_block(streams: Array, decks: Array, faces: Array, named: Any) -> None:
    """Start the player's stream for each deck of a block, and turn its cards, places in pack order, to faces."""
    for deck in range(len(decks)):
        streams[deck, 0] = NONE
    for place in range(decks.shape[1]):
        for deck in range(len(decks)):
            card = np.uint64(decks[deck, place])
            streams[deck, 0] = mix(streams[deck, 0] + ONE + card)
            decks[deck, place] = faces[card]
    for deck in range(len(decks)):
        streams[deck, 0] = mix(streams[deck, 0] ^ named)


def bounds_of(size: int) -> NDArray[np.uint64]:
    """Return for each word that deals a pack of `size` cards how many outcomes it has."""
    step = splitmix.DRAWS_PER_WORD
    return np.array([prod(range(left, max(left - step, 1), -1)) for left in range(size, 1, -step)], np.uint64)
