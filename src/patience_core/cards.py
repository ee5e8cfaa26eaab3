"""Card, Back and Pack: what lies on a table, and what is dealt from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, NoReturn

from attrs import Factory, field, frozen

from patience_core.errors import CardError, HiddenCardError, PackError, quoted

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
SUIT_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
MOST_CARDS: Final = 208

_SUIT_OF_MARK: Final = {
    **{suit: suit for suit in SUITS},
    **{symbol: suit for suit, symbol in SUIT_SYMBOLS.items()},
    **dict(zip("♧♢♡♤", SUITS, strict=True)),
}
_VARIATION_SELECTORS: Final = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))  # "text" and "emoji" style, behind a symbol
_JOKER: Final = r"(?i)joker\d?|jk|jk[rbw12]|[xz]{2}|\*|[\U0001f0bf\U0001f0cf\U0001f0df]"
_FORM: Final = "a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH"


def _check_rank(_card: object, _attribute: object, rank: Any) -> None:
    if type(rank) is not int or not 1 <= rank <= len(RANKS):
        raise CardError(f"{rank!r} is no rank: ranks are whole numbers from 1 (ace) to 13 (king).")


def _check_suit(_card: object, _attribute: object, suit: Any) -> None:
    if type(suit) is not str or len(suit) != 1 or suit not in SUITS:
        raise CardError(f"{suit!r} is no suit: suits are C, D, H and S.")


def _check_copy(_card: object, _attribute: object, copy: Any) -> None:
    if type(copy) is not int or copy < 0:
        raise CardError(f"{copy!r} is no copy number: copies are counted from 0.")


def _card_number(rank: Any, suit: Any) -> int:
    """Return a card's number; a wrong rank or suit is refused by the validators, which come after this."""
    return SUITS.find(str(suit)) * len(RANKS) + (rank if type(rank) is int else 0) - 1


@frozen(repr=False, cache_hash=True)
class Card:
    """A card whose face is seen.

    Attributes:
        rank: 1 (ace) to 13 (king).
        suit: "C", "D", "H" or "S".
        copy: which of the equal cards of a pack of several copies, counted from 0 in dealing order.
        number: rank and suit as one number, from 0 (AC) to 51 (KS) in the order C D H S; the same for all copies.
    """

    face_up: ClassVar[Literal[True]] = True

    rank: int = field(validator=_check_rank)
    suit: str = field(validator=_check_suit)
    copy: int = field(default=0, validator=_check_copy)
    number: int = field(
        default=Factory(lambda card: _card_number(card.rank, card.suit), takes_self=True),
        init=False,
        eq=False,
        repr=False,
    )

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: `7C`, `10H`, `th`, `Q♥`; raise CardError for all else.

        Look-alike letters of other alphabets are refused by name and never guessed.
        """
        marks = text.strip().translate(_VARIATION_SELECTORS)
        folded = marks.upper() if marks.isascii() else marks[:-1].upper() + marks[-1:]
        rank, suit = folded[:-1], _SUIT_OF_MARK.get(folded[-1:])
        rank = "T" if rank == "10" else rank
        if suit is None or len(rank) != 1 or rank not in RANKS:
            raise CardError(f"{quoted(text.strip())} is no card: {_why_no_card(marks)}.")
        return cls(RANKS.index(rank) + 1, suit)

    @property
    def colour(self) -> Literal["black", "red"]:
        """The colour of the suit: clubs and spades are black."""
        return "red" if self.suit in "DH" else "black"

    def __str__(self) -> str:
        """Write the card as rank and suit: `7C`."""
        return RANKS[self.rank - 1] + self.suit

    def __repr__(self) -> str:
        """Write the call that makes this card."""
        return f"Card({self.rank}, {self.suit!r}{f', copy={self.copy}' if self.copy else ''})"


def _why_no_card(marks: str) -> str:
    """Say what is wrong with a text that is no card, and what would be right."""
    if not marks:
        return f"it is empty; {_FORM}"
    if re.fullmatch(_JOKER, marks):
        return "jokers are not used here"
    for mark in marks:
        if not mark.isascii() and mark not in _SUIT_OF_MARK:
            name = unicodedata.name(mark, f"U+{ord(mark):04X}")
            return f"{mark!r} is {name}, which is neither a rank nor a suit; {_FORM}"
    upper = marks.upper()
    if len(upper) > 1 and upper[0] in _SUIT_OF_MARK and upper[1:] in {*RANKS, "10"}:
        return f"the rank comes first, as in {upper[1:]}{_SUIT_OF_MARK[upper[0]]}"
    if upper[:1] == "1" and upper[1:] in _SUIT_OF_MARK:
        return f"an ace is written A, as in A{_SUIT_OF_MARK[upper[1:]]}"
    return _FORM


@frozen(repr=False)
class Back:
    """A card that lies face down: where it came from in the deal, and nothing about what it is.

    Attributes:
        slot: its number in dealing order, from 0; the engine alone knows which card that is.
    """

    face_up: ClassVar[Literal[False]] = False

    slot: int

    @property
    def rank(self) -> NoReturn:
        """Raise HiddenCardError: a rule sees what a player sees."""
        self._refuse("rank")

    @property
    def suit(self) -> NoReturn:
        """Raise HiddenCardError: a rule sees what a player sees."""
        self._refuse("suit")

    @property
    def colour(self) -> NoReturn:
        """Raise HiddenCardError: a rule sees what a player sees."""
        self._refuse("colour")

    @property
    def copy(self) -> NoReturn:
        """Raise HiddenCardError: a rule sees what a player sees."""
        self._refuse("copy")

    @property
    def number(self) -> NoReturn:
        """Raise HiddenCardError: a rule sees what a player sees."""
        self._refuse("number")

    def _refuse(self, what: str) -> NoReturn:
        raise HiddenCardError(
            f"the {what} of {self} is hidden: the card lies face down, and a rule sees only what a player sees. "
            "Turn it up with a step first, or test its face_up."
        )

    def __str__(self) -> str:
        """Write the back as its slot number: `#17`."""
        return f"#{self.slot}"

    def __repr__(self) -> str:
        """Write the call that makes this back."""
        return f"Back({self.slot})"


@lru_cache(maxsize=64)
def backs(count: int) -> tuple[Back, ...]:
    """Return the backs of slots 0 to `count` - 1."""
    return tuple(map(Back, range(count)))


def _read_ranks(ranks: Iterable[int]) -> tuple[int, ...]:
    ranks = tuple(ranks)
    for rank in ranks:
        if type(rank) is not int or not 1 <= rank <= len(RANKS):
            raise PackError(f"{rank!r} is no rank: ranks are whole numbers from 1 (ace) to 13 (king).")
    if len(set(ranks)) != len(ranks):
        raise PackError("a rank is listed twice: for several copies of each card give copies=.")
    return tuple(sorted(ranks))


def _read_suits(suits: Iterable[str]) -> str:
    suits = tuple(suits)
    for suit in suits:
        if suit not in tuple(SUITS):
            raise PackError(f"{suit!r} is no suit: suits are C, D, H and S.")
    if len(set(suits)) != len(suits):
        raise PackError("a suit is listed twice: for several copies of each card give copies=.")
    return "".join(sorted(suits))


def _all_cards(pack: Pack) -> tuple[Card, ...]:
    if type(pack.copies) is not int or pack.copies < 1:
        raise PackError(f"{pack.copies!r} copies: a pack has one copy of each card or more.")
    size = len(pack.ranks) * len(pack.suits) * pack.copies
    if not 1 <= size <= MOST_CARDS:
        raise PackError(f"a pack of {size} cards: packs have 1 to {MOST_CARDS}.")
    return tuple(Card(rank, suit, copy) for copy in range(pack.copies) for suit in pack.suits for rank in pack.ranks)


def _all_places(pack: Pack) -> dict[Card, int]:
    different = len(pack.ranks) * len(pack.suits)
    return {card: place % different for place, card in enumerate(pack.cards)}


@frozen
class Pack:
    """The cards that a game is played with: every rank in every suit, `copies` times (1 to 208 cards).

    Attributes:
        ranks: the ranks in it, ascending.
        suits: the suits in it, in the order C D H S.
        copies: how many of each card.
        cards: all cards in pack order: for each copy, for each suit, for each rank.
        index: the place of each card in pack order without copies; equal cards share theirs.
    """

    ranks: tuple[int, ...] = field(default=tuple(range(1, 14)), converter=_read_ranks)
    suits: str = field(default=SUITS, converter=_read_suits)
    copies: int = 1
    cards: tuple[Card, ...] = field(default=Factory(_all_cards, takes_self=True), init=False, eq=False, repr=False)
    index: dict[Card, int] = field(default=Factory(_all_places, takes_self=True), init=False, eq=False, repr=False)

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        """Tell whether the pack has this card, copy included."""
        return card in self.index


FRENCH_52: Final = Pack()
