"""Clock: thirteen piles of four, and every card sent under its hour until the fourth king."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from patience_core import (
    BOTTOM,
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
    computed,
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

DEALING: Final = {
    "round": PILES * 4,
    "packets": tuple(pile for pile in PILES for _ in range(4)),
    "centre-last": HOURS * 4 + (CENTRE,) * 4,
}
"""For each reading of `dealing`, the pile that each card of the pack goes to, the card dealt first at index 0."""

KING: Final = 13
MOVE_TEXT: Final = re.compile(r"turn|to (\w+)(?: then (\w+))?")
SERVED: Final = "served"
"""The count that names the pile served last, 1 to 13; kept only under an own-last-card rule, which needs it."""

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


def last_laid(table: Table) -> Card | Back:
    """Return the card laid under its hour last, once the chain has stopped."""
    return table[PILES[table.count(SERVED) - 1]][0]  # a count of 0, not kept, stands for the centre


@frozen
class Clock(Game):
    """Clock; the rules and their sources are in docs/clock.md."""

    id = "clock"
    title = "Clock"
    aliases = ("clock-patience", "clock-solitaire", "dial", "sundial")
    layout = DIAL
    scoring = Scoring("cards left face down", best="lowest", least=0, most=48)
    choices = False
    longest = 53
    suits_matter = False

    dealing: str = option("round", choices=tuple(DEALING), help="how the pack is laid out")
    top: str = option("last-dealt", choices=("last-dealt", "first-dealt"), help="which card of a pile lies on top")
    own_last_card: str = option(
        "ignored",
        choices=("ignored", "hours", "everywhere"),
        help="whether a pile's last card, turned up at its own pile, moves the turn on clockwise",
    )

    def deal(self) -> Iterator[Step]:
        put = TOP if self.top == "last-dealt" else BOTTOM
        for pile in DEALING[self.dealing]:
            yield Shift(PACK, pile, put=put)

    def moves(self, table: Table) -> tuple[Move, ...]:
        hand = table[HAND]
        if not hand:
            return (TURN,) if can_give(table, CENTRE) else ()
        pile = PILES[hand[0].rank - 1]
        if self.own_last_card != "ignored":
            return (deliver(pile, self.next_pile(table, pile), keeps=True),)
        return ON[pile] if can_give(table, pile) else STOP[pile]

    def next_pile(self, table: Table, pile: str) -> str | None:
        """Return the pile that gives the next card under an own-last-card rule; None where the chain stops."""
        if can_give(table, pile):
            return pile
        its_own_last_card = PILES[table.count(SERVED) - 1] == pile
        if not its_own_last_card or (pile == CENTRE and self.own_last_card == "hours"):
            return None
        at = PILES.index(pile)
        clockwise = (*HOURS[at + 1 :], *HOURS[:at])  # after the centre it begins at one o'clock
        return next((hour for hour in clockwise if can_give(table, hour)), None)

    def won(self, table: Table) -> bool:
        return not table.face_down and not table[HAND]

    def score(self, table: Table) -> int:
        return table.face_down

    def verdict(self, table: Table) -> str:
        down = table.face_down
        outcome = self.outcome(table)
        if outcome is Outcome.IN_PLAY:
            return f"In play: {down} of {len(self.pack)} cards are face down."
        last = last_laid(table)
        if outcome is Outcome.WON:
            return f"Won: all {len(self.pack)} cards are face up (last {last})."
        came = "the fourth king came up" if last.rank == KING else f"{last} came up and its hour had no card left"
        cards = "card" if down == 1 else "cards"
        return f"Lost: {came} with {down} {cards} still face down ({len(self.pack) - down} turned, last {last})."

    def why_not(self, table: Table, text: str) -> str | None:
        named = MOVE_TEXT.fullmatch(text)
        if not named or not {named[1], named[2]} <= {*PILES, None}:
            return None
        legal = self.legal_moves(table)
        if not legal:
            return f"the game is over. {self.verdict(table)}"
        if not table[HAND]:
            return "no card is in hand yet; turn the top card of the centre."
        return f"the card in hand is {table[HAND][0]}, which goes {legal[0]}."

    @computed
    def rules(self) -> str:
        return resources.files("patience_clock").joinpath("rules.md").read_text(encoding="utf-8")
