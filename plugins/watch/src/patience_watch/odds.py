"""Exact odds of Watch, for m ranks by s suits.

When the last king comes up, k cards are left with the chance that Clock has (see patience_clock's odds). They lie in
the hours: hour p hides F_p cards, and exactly F_p of the cards not yet seen are of its own rank, since it has given one
card for each that it received. Which cards are left is equally likely to be any k of the other (m - 1) * s. So F is
multivariate hypergeometric, and only how many hours hide 0, 1, ... s cards matters.

Say that play goes on at hour p with the card at depth d from the top, R = k cards being left, in an order in which
every order is equally likely.

- swap: the king lies at depth d, and comes up when hour p has been served d times, that is right after the d-th card of
  rank p among the R.
- set_aside: the chain stops when hour p has been served F_p times, that is at the last card of rank p: as if d were
  F_p, whatever card of the pile was taken.

That the d-th of F cards of a rank is the one with j cards still to come has the chance

    C(R - j - 1, d - 1) * C(j, F - d) / C(R, F).

It is won when j = 0, which needs d = F: the bottom card. Then the chance is F / R, so the pile with most is best.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from math import comb, factorial, prod
from typing import Final

from patience_clock import left_at_the_last_king
from patience_core import Odds

Hours = tuple[int, ...]
"""How many hours hide 0, 1, 2, ... cards."""


Choice = tuple[int, int, Fraction]
"""How many cards the chosen pile hides, at which depth the chosen card lies, and the chance of that choice."""


def _any_pile(hours: Hours, *, top: bool) -> Iterator[Choice]:
    """Choose any unfinished pile, each equally likely; the first one from one o'clock is as good as any."""
    unfinished = sum(hours[1:])
    for hidden, piles in enumerate(hours):
        if hidden and piles:
            yield hidden, 1 if top else hidden, Fraction(piles, unfinished)


def _any_card(hours: Hours) -> Iterator[Choice]:
    """Choose any face-down card, each equally likely."""
    cards = sum(hidden * piles for hidden, piles in enumerate(hours))
    for hidden, piles in enumerate(hours):
        for depth in range(1, hidden + 1) if piles else ():
            yield hidden, depth, Fraction(piles, cards)


def _sizes(hours: Hours) -> list[int]:
    return [hidden for hidden, piles in enumerate(hours) if hidden and piles]


CHOICES: Final[dict[str, Callable[[Hours], Iterable[Choice]]]] = {
    "best": lambda hours: [(max(_sizes(hours)), max(_sizes(hours)), Fraction(1))],
    "bottom-random-pile": partial(_any_pile, top=False),
    "top-random-pile": (top_random_pile := partial(_any_pile, top=True)),
    "top-fewest": lambda hours: [(min(_sizes(hours)), 1, Fraction(1))],
    "first": top_random_pile,
    "random": _any_card,
}
"""How each player chooses, in terms of what matters: the size of the pile, and the depth of the card."""


def _ways(hours: int, suits: int, cards: int) -> Iterator[tuple[Hours, int]]:
    """Yield how many hours can hide 0, 1, ... cards, `cards` in all, and in how many ways."""
    for counts in _compositions(hours, cards, suits):
        orders = factorial(hours) // prod(map(factorial, counts))
        yield counts, orders * prod(comb(suits, hidden) ** piles for hidden, piles in enumerate(counts))


def _compositions(hours: int, cards: int, most: int) -> Iterator[Hours]:
    """Yield all counts of hours that hide 0, 1, ... `most` cards, with `cards` in all."""
    if most == 0:
        if cards == 0:
            yield (hours,)
        return
    for piles in range(min(hours, cards // most) + 1):
        for rest in _compositions(hours - piles, cards - piles * most, most - 1):
            yield (*rest, piles)


@cache
def _resumed(
    choose: Callable[[Hours], Iterable[Choice]], hours: int, suits: int, cards: int
) -> dict[tuple[int, int], Fraction]:
    """Return the chance, with `cards` left, of each number of cards in the chosen pile and depth of the chosen card."""
    resumed: dict[tuple[int, int, int], int] = defaultdict(int)
    for counts, ways in _ways(hours, suits, cards):
        for hidden, depth, part in choose(counts):
            resumed[hidden, depth, part.denominator] += ways * part.numerator
    chances: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    every = comb(hours * suits, cards)
    for (hidden, depth, parts), ways in resumed.items():
        chances[hidden, depth] += Fraction(ways, parts * every)
    return chances


@cache
def watch_odds(rescue: str, player: str, ranks: int = 13, suits: int = 4) -> Odds | None:
    """Return the exact odds of Watch, or None for a player that this module does not know.

    Args:
        rescue: "swap" or "set_aside".
        player: "best", "bottom-random-pile", "top-random-pile", "top-fewest", "first" or "random".
        ranks: how many ranks the pack has, the last one the kings.
        suits: how many suits.
    """
    if player not in CHOICES:
        return None
    left = left_at_the_last_king(ranks, suits)
    score: dict[int, Fraction] = defaultdict(Fraction)
    for cards, chance in left.items():
        if not cards:
            score[0] += chance
            continue
        for (hidden, chosen), weight in _resumed(CHOICES[player], ranks - 1, suits, cards).items():
            depth = hidden if rescue == "set_aside" else chosen
            each = chance * weight / comb(cards, hidden)
            for to_come in range(hidden - depth, cards - depth + 1):
                orders = comb(cards - to_come - 1, depth - 1) * comb(to_come, hidden - depth)
                score[to_come] += each * orders
    return Odds(won=score[0], score=score)
