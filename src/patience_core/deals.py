"""Deal: a pack in dealing order, from a number or from a listing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from attrs import field, frozen

from patience_core.cards import FRENCH_52, RANKS, Card, Pack
from patience_core.errors import CardError, DealError
from patience_core.splitmix import GAMMA, mix, shuffle

MOST_DEALS: Final = 2**63

Listed = Literal["first-dealt", "last-dealt"]

_WORD: Final = r"[^\s,;]+"
_LINE_BREAK: Final = r"\r\n?|\n"  # what editors count; str.splitlines takes form feeds and more
_COPIES: Final = "the copies of a card must be numbered from 0 in dealing order: Deal.of() does that."


def _read_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards)


def _check_cards(deal: Deal, _attribute: object, cards: tuple[Card, ...]) -> None:
    """Refuse all but one whole pack whose copies are numbered in dealing order."""
    if len(cards) != len(deal.pack) or deal.pack.index.keys() != set(cards):
        fault = _pack_fault(cards, deal.pack, [f"card {place}" for place in range(1, len(cards) + 1)])
        raise DealError(fault or _COPIES)
    if deal.pack.copies > 1 and tuple(_numbered_copies(cards)) != cards:
        raise DealError(_COPIES)


@frozen
class Deal:
    """A whole pack in dealing order; two deals are equal when their cards are.

    Attributes:
        cards: the card dealt first at index 0.
        pack: the pack that these are the cards of.
        text: what it came from: a deal number or a listing.
    """

    cards: tuple[Card, ...] = field(converter=_read_cards, validator=_check_cards)
    pack: Pack
    text: str = field(eq=False)

    @classmethod
    def numbered(cls, number: int, pack: Pack = FRENCH_52) -> Deal:
        """Return deal `number` (0 to 2^63 - 1) of `pack`, the same for ever on every machine.

        The algorithm is in docs/deal-numbers.md.
        """
        if type(number) is not int or not 0 <= number < MOST_DEALS:
            raise DealError(f"deal number {_shown(number)}: numbers are whole, from 0 to {MOST_DEALS - 1}.")
        cards = list(pack.cards)
        shuffle(cards, mix(number + GAMMA))
        if pack.copies > 1:
            cards = list(_numbered_copies(cards))
        deal = object.__new__(cls)  # without the check: a shuffled pack is a whole pack
        for name, value in (("cards", tuple(cards)), ("pack", pack), ("text", str(number))):
            object.__setattr__(deal, name, value)
        return deal

    @classmethod
    def of(cls, cards: Iterable[Card], pack: Pack = FRENCH_52) -> Deal:
        """Return the deal of these cards, first dealt first, their copies numbered anew in dealing order."""
        ordered = tuple(_numbered_copies(cards))
        return cls(ordered, pack, " ".join(map(str, ordered)))

    @classmethod
    def parse(cls, text: str, pack: Pack = FRENCH_52, *, listed: Listed = "first-dealt") -> Deal:
        """Read a listing of the whole pack.

        Cards as in `Card.parse`, parted by white space, commas or semicolons; `#` begins a comment that
        runs to the end of its line. DealError names the text at fault and where it stands.

        Args:
            text: the listing.
            pack: the pack that it must be, no card missing and none twice.
            listed: which end of the listing is dealt first: "first-dealt" when its first card is,
                "last-dealt" when its last card is.
        """
        if listed not in ("first-dealt", "last-dealt"):
            raise DealError(f"listed={listed!r}: a listing is first-dealt or last-dealt first.")
        cards: list[Card] = []
        places: list[str] = []
        for word, line, column in _words(text):
            place = f"card {len(cards) + 1} (line {line}, column {column})"
            try:
                cards.append(Card.parse(word))
            except CardError as error:
                raise DealError(f"{place}: {error}") from None
            places.append(place)
        if not cards:
            raise DealError(f"the listing is empty: it must list all {len(pack)} cards of the pack.")
        fault = _pack_fault(cards, pack, places)
        if fault:
            raise DealError(fault)
        if listed == "last-dealt":
            cards.reverse()
        return cls(tuple(_numbered_copies(cards)), pack, text)

    @property
    def listing(self) -> str:
        """The cards on one line, first dealt first; `Deal.parse` reads it back to an equal deal."""
        return " ".join(map(str, self.cards))

    @property
    def key(self) -> int:
        """The 64-bit number that seeds shuffles and players: the same however the deal was named."""
        key = 0
        index = self.pack.index
        for card in self.cards:
            key = mix(key + 1 + index[card])
        return key


def _shown(number: object) -> str:
    """Show what was given as a deal number, cut short; Python refuses to write very long numbers in decimal."""
    shown = hex(number) if type(number) is int and number.bit_length() > 128 else repr(number)
    return shown if len(shown) <= 60 else f"{shown[:40]}..."


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each word of a listing with its line and column, both from 1."""
    for line, content in enumerate(re.split(_LINE_BREAK, text.removeprefix("\ufeff")), 1):
        for match in re.finditer(_WORD, content.partition("#")[0]):
            yield match.group(), line, match.start() + 1


def _numbered_copies(cards: Iterable[Card]) -> Iterator[Card]:
    """Yield the cards with the copies of each numbered from 0 in the order met."""
    met: Counter[tuple[int, str]] = Counter()
    for card in cards:
        face = (card.rank, card.suit)
        yield Card(*face, copy=met[face])
        met[face] += 1


def _pack_fault(cards: Iterable[Card], pack: Pack, places: list[str]) -> str:
    """Say how `cards`, standing at `places`, differ from one whole pack; "" when they do not."""
    stands: dict[str, list[str]] = {}
    known = {str(card) for card in pack.cards}
    for card, place in zip(cards, places, strict=True):
        face = str(card)
        if face not in known:
            ranks = " ".join(RANKS[rank - 1] for rank in pack.ranks)
            return f"{place}: {face} is not in this pack (ranks {ranks}, suits {' '.join(pack.suits)})."
        stands.setdefault(face, []).append(place)
        if len(stands[face]) > pack.copies:
            times = "twice" if pack.copies == 1 else f"{pack.copies + 1} times"
            where = " and ".join(dict.fromkeys(stands[face]))
            return f"{face} stands {times}: {where}; the pack has {pack.copies} of it."
    missing = [str(card) for card in pack.cards if len(stands.get(str(card), ())) <= card.copy]
    if missing:
        some = " ".join(missing[:8]) + (" ..." if len(missing) > 8 else ".")
        return f"{len(missing)} of {len(pack)} cards missing: {some}"
    return ""
