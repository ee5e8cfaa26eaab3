"""How a card looks: two letters on a line, or a box of three lines, with symbols or in plain ASCII."""

from __future__ import annotations

from attrs import frozen

from patience_core.cards import RANKS, SUIT_SYMBOLS, Back, Card
from patience_core.drawing.segments import Segment


@frozen
class Glyphs:
    """The characters that cards are drawn with.

    Attributes:
        symbols: whether there are suit symbols and boxes.
        back: the pattern of a card's back, one column wide.
        line: the horizontal line of a box.
        side: the vertical one.
        corners: upper left, upper right, lower left, lower right.
        gap: the lines of an empty place, across and down.
        more: what stands where a line was cut.
    """

    symbols: bool
    back: str
    line: str
    side: str
    corners: str
    gap: str
    more: str

    @classmethod
    def of(cls, *, symbols: bool) -> Glyphs:
        """Return suit symbols and boxes, or plain ASCII."""
        return SYMBOLS if symbols else ASCII

    def text(self, card: Card | Back) -> str:
        """Return a card in two columns."""
        if not isinstance(card, Card):
            return self.back * 2
        return RANKS[card.rank - 1] + (SUIT_SYMBOLS[card.suit] if self.symbols else card.suit)

    def card(self, card: Card | Back) -> Segment:
        """Return a card in two columns, and its style."""
        return self.text(card), card.colour if isinstance(card, Card) else "back"


SYMBOLS = Glyphs(symbols=True, back="▒", line="─", side="│", corners="╭╮╰╯", gap="╌┆", more="…")
ASCII = Glyphs(symbols=False, back="#", line="-", side="|", corners="++++", gap=".:", more="...")
