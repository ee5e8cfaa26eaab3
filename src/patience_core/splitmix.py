"""The one source of chance: SplitMix64, uniform draws from it, and the shuffle that deal numbers stand for.

The algorithms are fixed for ever and documented in docs/deal-numbers.md, so that anyone can port them.
Mixing function: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014), in Vigna's
public-domain form. Several bounded draws from one word: Brackett-Rozinsky and Lemire (2024).
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence
from functools import lru_cache
from math import prod
from typing import Any

from patience_core.errors import GameError

MASK = 0xFFFF_FFFF_FFFF_FFFF
GAMMA = 0x9E37_79B9_7F4A_7C15
DRAWS_PER_WORD = 6  # 208^6 < 2^64, and 208 cards is the largest pack


def mix(z: int) -> int:
    """Return SplitMix64's mixing of the 64-bit number `z` (any int; taken modulo 2^64)."""
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return z ^ (z >> 31)


def word_of(name: str) -> int:
    """Return the word that a name stands for: the first eight bytes of its SHA-256, the high one first."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


class Stream:
    """An endless stream of 64-bit words from one state; `below` draws exactly uniform numbers from it."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        """Start at `state` (taken modulo 2^64)."""
        self.state = state & MASK

    def word(self) -> int:
        """Return the next word, 0 to 2^64 - 1."""
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1, each equally likely (`bound` 1 to 2^64).

        It is the high half of the 128-bit product word * bound; a word whose low half is below
        2^64 mod bound is thrown away and the next one taken. GameError when the bound is out of range.
        """
        if not 1 <= bound <= MASK + 1:
            raise GameError(f"a player cannot draw below {bound}: the bound of a draw is from 1 to 2^64.")
        unfair = (MASK + 1) % bound
        while True:
            product = self.word() * bound
            if product & MASK >= unfair:
                return product >> 64


@lru_cache(maxsize=256)
def _rounds(size: int) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    """Return what each word of a shuffle of `size` cards decides.

    That is the number of its equally likely outcomes, the limit below which it is thrown away, and, for each
    card that finds its place by it, that card's index and how many outcomes each of its places stands for.
    """
    rounds: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
    left = size
    while left > 1:
        draws = min(DRAWS_PER_WORD, left - 1)
        bounds = range(left, left - draws, -1)
        outcomes = prod(bounds)
        weights = tuple((bound - 1, prod(range(left - draws + 1, bound))) for bound in bounds)
        rounds.append((outcomes, (MASK + 1) % outcomes, weights))
        left -= draws
    return tuple(rounds)


def shuffle(cards: MutableSequence[Any], state: int) -> None:
    """Shuffle `cards` in place, every order equally likely, by the words that follow `state`.

    From the last card to the second, each swaps places with one drawn from those up to and including itself.
    Several draws come from one word: the high half of word * outcomes, read in the mixed radix of their bounds.
    This is the same as drawing one after another by multiplying what the last draw left of the word.
    """
    for outcomes, unfair, weights in _rounds(len(cards)):
        while True:
            state = (state + GAMMA) & MASK
            product = mix(state) * outcomes
            if product & MASK >= unfair:
                break
        outcome = product >> 64
        for last, weight in weights:
            pick = outcome // weight
            outcome -= pick * weight
            cards[last], cards[pick] = cards[pick], cards[last]
