"""Build: which card may be laid on which."""

from __future__ import annotations

from typing import Final, Literal

from attrs import Factory, field, frozen

from patience_core.cards import RANKS, SUITS, Card
from patience_core.errors import GameError
from patience_core.moves import DOWN, UP
from patience_core.table import Pile

Suits = Literal["in suit", "in one colour", "in alternating colours", "regardless of suit"]
IN_SUIT: Final[Suits] = "in suit"
IN_ONE_COLOUR: Final[Suits] = "in one colour"
ALTERNATING: Final[Suits] = "in alternating colours"
ANY_SUIT: Final[Suits] = "regardless of suit"
SUIT_RULES: Final = (IN_SUIT, IN_ONE_COLOUR, ALTERNATING, ANY_SUIT)

RANK_NAMES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")


def an(rank: str) -> str:
    """Write a rank with its article: "a king", "an 8"."""
    return f"{'an' if rank in ('ace', '8') else 'a'} {rank}"


ALL_CARDS: Final = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, len(RANKS) + 1))
"""One card of each number, by its number."""


def _lies_on(build: Build) -> tuple[frozenset[int], ...]:
    """Return, for each card by its number, the numbers of the cards that may be laid on it."""
    return tuple(frozenset(card.number for card in ALL_CARDS if _may_lie(build, below, card)) for below in ALL_CARDS)


def _may_lie(build: Build, below: Card, card: Card) -> bool:
    step = card.rank - below.rank if build.direction == UP else below.rank - card.rank
    if step != 1 and not (build.around_the_corner and step == 1 - len(RANKS)):
        return False
    if build.suits == IN_SUIT:
        return card.suit == below.suit
    return build.suits == ANY_SUIT or (card.colour == below.colour) is (build.suits == IN_ONE_COLOUR)


def _check_direction(_build: object, _attribute: object, direction: str) -> None:
    if direction not in (UP, DOWN):
        raise GameError(f"Build: direction={direction!r}; it is UP or DOWN.")


def _check_suits(_build: object, _attribute: object, suits: str) -> None:
    if suits not in SUIT_RULES:
        raise GameError(f"Build: suits={suits!r}; it is IN_SUIT, IN_ONE_COLOUR, ALTERNATING or ANY_SUIT.")


def _check_corner(_build: object, _attribute: object, around: object) -> None:
    if type(around) is not bool:
        raise GameError(f"Build: around_the_corner={around!r}; it is True or False.")


@frozen
class Build:
    """A way of building: which card may be laid on which. It is looked up, not computed, when cards are played.

    Attributes:
        direction: UP or DOWN in rank, one step at a time.
        suits: IN_SUIT, IN_ONE_COLOUR, ALTERNATING (colours) or ANY_SUIT.
        around_the_corner: whether ace and king are neighbours.
    """

    direction: Literal["up", "down"] = field(validator=_check_direction)
    suits: Suits = field(validator=_check_suits)
    around_the_corner: bool = field(default=False, validator=_check_corner)
    _on: tuple[frozenset[int], ...] = field(
        default=Factory(_lies_on, takes_self=True), init=False, eq=False, repr=False
    )

    def on(self, below: Card) -> frozenset[int]:
        """Return the numbers of the cards that may be laid on a card (see `Card.number`)."""
        return self._on[below.number]

    def takes(self, below: Card, card: Card) -> bool:
        """Tell whether a card may be laid on another."""
        return card.number in self._on[below.number]

    def run(self, pile: Pile) -> int:
        """Return how many cards on top of a pile lie face up as they would be built; 0 where none does."""
        length = 0
        above: Card | None = None
        for card in reversed(pile):
            if not isinstance(card, Card) or (above is not None and above.number not in self._on[card.number]):
                break
            above = card
            length += 1
        return length

    def needs(self, card: Card) -> str | None:
        """Say what a card may be laid on, as in "a black 8"; None where it is on no card."""
        below = [other for other in ALL_CARDS if card.number in self._on[other.number]]
        if not below:
            return None
        if len(below) == 1:
            return str(below[0])
        rank = RANK_NAMES[below[0].rank - 1]
        if len(below) == 2:
            return f"a {below[0].colour} {rank}"
        return an(rank)

    def __str__(self) -> str:
        """Write it as people say it: "down in alternating colours"."""
        return f"{self.direction} {self.suits}{', around the corner' if self.around_the_corner else ''}"
