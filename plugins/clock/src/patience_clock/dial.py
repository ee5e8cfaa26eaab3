"""The dial and the chain of cards: what the games of the Clock family share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from patience_core import (
    BOTTOM,
    FRENCH_52,
    PACK,
    TOP,
    UP,
    Back,
    Card,
    Game,
    Layout,
    Mark,
    Move,
    Outcome,
    Place,
    Scoring,
    Shift,
    Step,
    Table,
    frozen,
    option,
    ring,
)

HOURS: Final = tuple(str(hour) for hour in range(1, 13))
CENTRE: Final = "centre"
HAND: Final = "hand"
PILES: Final = (*HOURS, CENTRE)
"""The thirteen piles; the pile of rank r, ace 1 to king 13, is PILES[r - 1]."""

DIAL: Final = Layout(
    (
        *ring(HOURS, centre=(9.0, 6.5), radius=(9.0, 6.5), spread="right", most=4),
        Place(CENTRE, 9.0, 6.5, spread="right", most=4),
        Place(HAND, 0.0, 0.0, role="hand"),
    )
)

KING: Final = 13
SERVED: Final = "served"
"""The count that names the pile served last, 1 to 13; kept only where a rule needs it."""

DEALING: Final = {
    "round": PILES * 4,
    "packets": tuple(pile for pile in PILES for _ in range(4)),
    "centre-last": HOURS * 4 + (CENTRE,) * 4,
}
"""For each reading of `dealing`, the pile that each card of the pack goes to, the card dealt first at index 0."""

FACES: Final = tuple(card.rank - 1 for card in FRENCH_52.cards)
"""For each card of the pack the place of its pile among PILES: all that kernels see of it."""

TURN: Final = Move("turn", Shift(CENTRE, HAND, face=UP))


@cache
def deliver(pile: str, taken: str | None, *, keeps: bool = False) -> Move:
    """Return the move that lays the card in hand under its hour and takes the next card to hand.

    Args:
        pile: the pile that the card in hand names.
        taken: the pile whose top card comes to hand; None when the chain stops.
        keeps: whether the pile served is kept as a count.
    """
    text = f"to {pile}" if taken in {pile, None} else f"to {pile} then {taken}"
    steps: list[Step] = [Shift(HAND, pile, put=BOTTOM)]
    if taken:
        steps.append(Shift(taken, HAND, face=UP))
    if keeps:
        steps.append(Mark(SERVED, PILES.index(taken or pile) + 1))
    return Move(text, *steps)


ON: Final = {pile: (deliver(pile, pile),) for pile in PILES}
STOP: Final = {pile: (deliver(pile, None),) for pile in PILES}


def can_give(table: Table, pile: str) -> bool:
    """Tell whether a pile has a face-down card left; those lie above the cards laid under it."""
    return not table[pile][-1].face_up


def backs_in(table: Table, pile: str) -> int:
    """Return how many face-down cards a pile has left."""
    return sum(not card.face_up for card in table[pile])


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@frozen
class DialGame(Game):
    """Thirteen piles of four, and every card sent under its hour until the chain stops."""

    layout = DIAL
    scoring = Scoring("cards left face down", best="lowest", least=0, most=48)
    suits_matter = False

    dealing: str = option(
        "round",
        choices={
            "round": "One card at a time: one o'clock to twelve, then the centre, four times round.",
            "packets": "Four cards to each pile in turn, one o'clock first and the centre last.",
            "centre-last": "48 cards round the hours, one at a time, and the last four to the centre.",
        },
        help="how the pack is laid out",
    )
    top: str = option(
        "last-dealt",
        choices={
            "last-dealt": "The card of a pile that was dealt last lies on top.",
            "first-dealt": "The card dealt first lies on top, as when packets are laid down as they are listed.",
        },
        help="which card of a pile lies on top",
    )

    def deal(self) -> Iterator[Step]:
        put = TOP if self.top == "last-dealt" else BOTTOM
        for pile in DEALING[self.dealing]:
            yield Shift(PACK, pile, put=put)

    @property
    def chosen(self) -> tuple[int, ...]:
        """For each option, in the order in which they are declared, the place of its choice among its choices."""
        return tuple(option.choices.index(getattr(self, option.name)) for option in self.declared_options())

    def moves(self, table: Table) -> tuple[Move, ...]:
        hand = table[HAND]
        if not hand:
            return (TURN,) if can_give(table, CENTRE) else ()
        pile = PILES[hand[0].rank - 1]
        return STOP[pile] if table[pile][-1].face_up else ON[pile]

    def won(self, table: Table) -> bool:
        return not table.face_down and not table[HAND]

    def score(self, table: Table) -> int:
        return table.face_down

    def last_pile(self, table: Table) -> str:
        """Return the pile at which the chain stopped."""
        return PILES[table.count(SERVED) - 1]  # a count of 0, not kept, stands for the centre

    def what_stopped(self, table: Table, last: Card | Back) -> str:
        """Say what stopped the chain, `last` being the card that was laid last."""
        return "the fourth king came up" if last.rank == KING else f"{last} came up and its pile had no card left"

    def verdict(self, table: Table) -> str:
        size, down = len(self.pack), table.face_down
        outcome = self.outcome(table)
        if outcome is Outcome.IN_PLAY:
            return f"In play: {down} of {size} cards are face down."
        last = table[self.last_pile(table)][0]
        if outcome is Outcome.WON:
            return f"Won: all {size} cards are face up (last {last})."
        stopped = self.what_stopped(table, last)
        return f"Lost: {stopped} with {counted(down, 'card')} still face down ({size - down} turned, last {last})."

    def is_move(self, text: str) -> bool:
        """Tell whether some move of this game has that text."""
        verb, _, rest = text.partition(" ")
        return text == TURN.text or (verb == "to" and set(rest.split(" then ")) <= set(PILES))

    def why_not(self, table: Table, text: str) -> str | None:
        if not self.is_move(text):
            return None
        legal = self.legal_moves(table)
        if not legal:
            return f"the game is over. {self.verdict(table)}"
        if not table[HAND]:
            return f"no card is in hand; you may play {' or '.join(move.text for move in legal)}."
        return f"the card in hand is {table[HAND][0]}, which goes {legal[0]}."
