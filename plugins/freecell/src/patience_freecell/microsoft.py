"""Microsoft's deal numbers, as in ms:617: from the package pysol-cards, whose deals are those of the programs."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from patience_core import FRENCH_52, Card, Deal, DealError, DealSource, Pack

LARGEST = 2**33 - 1
"""Microsoft's own numbers end at 1,000,000; other programs have taken the numbering on, to here."""

_NUMBER = re.compile(r"0*([1-9][0-9]{0,9})", re.ASCII)


def deal_microsoft(text: str, pack: Pack) -> Deal:
    """Return the deal of a number, in dealing order: row by row where FreeCell deals to its eight columns."""
    found = _NUMBER.fullmatch(text)
    number = int(found[1]) if found else 0
    if not 1 <= number <= LARGEST:
        shown = repr(text) if len(text) <= 40 else f"{text[:40]!r}..."
        raise DealError(f"{shown} is no number of a Microsoft deal: these are whole, from 1 to {LARGEST}.")
    if pack != FRENCH_52:
        raise DealError("Microsoft's numbers deal one pack of 52 cards, and this game is played with another.")
    return Deal(_cards(number), pack, f"ms:{number}")


def _cards(number: int) -> list[Card]:
    """Return the cards in dealing order, as pysol-cards gives them."""
    # By import_module, since the package states no types; and late, since few plays need it.
    games: Any = import_module("pysol_cards.deal_game")
    kinds: Any = import_module("pysol_cards.random_base")
    game = games.Game("freecell", number, kinds.RandomBase.DEALS_MS)
    game.deal()
    return [Card(card.rank, card.suit_s()) for card in game]


MICROSOFT = DealSource("ms", "deals of Microsoft FreeCell", deal_microsoft, help=f"a whole number from 1 to {LARGEST}")
