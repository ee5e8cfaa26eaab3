"""Exact odds of Clock, for m ranks by s suits.

However the cards lie, the next card to be turned is equally likely to be any card not yet seen: the chain chooses a
pile by what it has seen, and the cards of a shuffled pack are alike. So the cards come up in an order in which every
order is equally likely. The chain stops when the last of the s kings comes up. That it is the card with k others still
to come is to say that the s - 1 other kings are among the n - 1 - k cards before it:

    P(k cards left) = C(n - 1 - k, s - 1) / C(n, s), with n = m * s.

Won means that none are left, and C(n - 1, s - 1) / C(n, s) = s / n = 1 / m.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from patience_core import Odds


def left_at_the_last_king(ranks: int = 13, suits: int = 4) -> dict[int, Fraction]:
    """Return the chance of each number of cards still face down when the last king comes up."""
    size = ranks * suits
    return {left: Fraction(comb(size - 1 - left, suits - 1), comb(size, suits)) for left in range(size - suits + 1)}


def clock_odds(ranks: int = 13, suits: int = 4) -> Odds:
    """Return the exact odds of Clock: its win, and the cards left face down."""
    left = left_at_the_last_king(ranks, suits)
    return Odds(won=left[0], score=left)
