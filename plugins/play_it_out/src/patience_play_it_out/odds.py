"""Exact odds of Play it out, for m ranks.

The cards come up in an order in which every order is equally likely (see patience_clock's odds), so each order in
which the ranks are completed is equally likely too. A chain that starts at pile p stops when the last card of rank p
comes up: the first one when the kings are complete. The next one starts at the first pile, from one o'clock on, whose
rank is not complete by then, and so on. So a chain starts at each rank, in the order king, ace, 2, ... queen, that is
completed later than all ranks before it: at each left-to-right maximum of a random permutation of m. The chance of c
maxima is c(m, c) / m!, with c the unsigned Stirling numbers of the first kind, and there is one restart fewer.

To go on clockwise from where the chain stopped is the same, since every unfinished pile lies further on. To choose any
pile, each equally likely, has the same chances: each unfinished rank is then equally likely to be completed first,
second and so on among them.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from patience_core import Odds


def restart_odds(ranks: int = 13) -> Odds:
    """Return the exact odds of the number of restarts."""
    row = [1]
    for number in range(1, ranks):  # c(n + 1, k) = n * c(n, k) + c(n, k - 1)
        row = [number * here + before for here, before in zip([*row, 0], [0, *row], strict=True)]
    return Odds(won=None, score={restarts: Fraction(ways, factorial(ranks)) for restarts, ways in enumerate(row)})
