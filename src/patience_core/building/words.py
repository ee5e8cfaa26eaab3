"""Words for people: why a move is refused, what a pile is called, and which move is meant by the names of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from patience_core.building.builds import RANK_NAMES, an
from patience_core.building.piles import PileRules
from patience_core.cards import RANKS, Card
from patience_core.errors import CardError
from patience_core.layout import Role
from patience_core.table import Pile, Table

NOUNS: Final[Mapping[Role, str]] = {
    "tableau": "column",
    "stock": "stock",
    "waste": "waste",
    "foundation": "foundation",
    "reserve": "reserve",
    "cell": "cell",
    "hand": "hand",
}


def a_pile(role: Role) -> str:
    """Write "a column" where there are several such piles, and "the waste" where there is one."""
    return f"a {NOUNS[role]}" if role in ("tableau", "foundation", "cell") else f"the {NOUNS[role]}"


def not_wanted(card: Card, taking: PileRules, pile: Pile, target: str, role: Role) -> str:
    """Say why a pile does not take a card."""
    if taking.most is not None and len(pile) == taking.most:
        return f"{target} is complete." if taking.most > 1 else f"{target} is taken."
    if not pile:
        return f"{target} is empty, and begins with {_starts(taking.start)}."
    if not pile[-1].face_up:
        return f"the top card of {target} lies face down."
    if taking.build is None:
        return f"no card may be laid on another in {target}."
    needs = taking.build.needs(card)
    wants = f"{card} needs {needs}" if needs else f"{card} can be laid on no card"
    return f"{a_pile(role)} builds {taking.build}: {wants}."


def _starts(start: str) -> str:
    """Write what may begin a pile."""
    names = [an(RANK_NAMES[RANKS.index(word)]) if len(word) == 1 else word for word in start.split()]
    return " or ".join(names) or "no card"


@lru_cache(maxsize=1_024)  # it is asked of the same few words again and again
def read_card(word: str) -> Card | None:
    """Return the card of that text, or None when it is none."""
    try:
        return Card.parse(word)
    except CardError:
        return None


def find_card(card: Card, table: Table, piles: Iterable[str]) -> list[tuple[str, int]]:
    """Return the piles in which a card lies face up, each of its copies, and how deep, 1 on top."""
    return [
        (name, depth)
        for name in piles
        for depth, lying in enumerate(reversed(table[name]), 1)
        if isinstance(lying, Card) and lying.number == card.number
    ]
