"""Clock: the chain of cards goes on until the fourth king, and nothing can be done about it."""

from __future__ import annotations

from importlib import resources
from typing import Final

from patience_clock.dial import CENTRE, FACES, HAND, HOURS, PILES, DialGame, can_give, deliver
from patience_clock.kernel import WORK
from patience_clock.odds import clock_odds
from patience_core import Kernel, Move, Odds, Table, computed, frozen, option

RULES: Final = resources.files("patience_clock").joinpath("rules.md")


@frozen
class Clock(DialGame):
    """Clock; the rules for players, and where their sources disagree, are in rules.md."""

    id = "clock"
    title = "Clock"
    aliases = ("clock-patience", "clock-solitaire", "dial", "sundial")
    choices = False
    longest = 53

    own_last_card: str = option(
        "ignored",
        choices={
            "ignored": "The chain stops wherever the pile just served has no face-down card left.",
            "hours": "When the card just turned was the last face-down card of its own hour, the next face-down card "
            "clockwise is turned.",
            "everywhere": "The same at the centre too, from where clockwise begins at one o'clock.",
        },
        help="whether a pile's last card, turned up at its own pile, moves the turn on clockwise",
    )

    def moves(self, table: Table) -> tuple[Move, ...]:
        if self.own_last_card == "ignored" or not table[HAND]:
            return DialGame.moves(self, table)  # by name: on this path super() would be felt
        pile = PILES[table[HAND][0].rank - 1]
        return (deliver(pile, self.next_pile(table, pile), keeps=True),)

    def next_pile(self, table: Table, pile: str) -> str | None:
        """Return the pile that gives the next card under an own-last-card rule; None where the chain stops."""
        if can_give(table, pile):
            return pile
        its_own_last_card = self.last_pile(table) == pile
        if not its_own_last_card or (pile == CENTRE and self.own_last_card == "hours"):
            return None
        at = PILES.index(pile)
        clockwise = (*HOURS[at + 1 :], *HOURS[:at])  # after the centre it begins at one o'clock
        return next((hour for hour in clockwise if can_give(table, hour)), None)

    def odds(self, player: str = "first") -> Odds | None:
        # `hours` never comes into play, so it is the same game; for `everywhere` no derivation is known.
        return None if self.own_last_card == "everywhere" else clock_odds()

    def kernel(self, player: str = "first") -> Kernel:
        # There is no choice, so all players play alike.
        return Kernel("patience_clock.kernel", numbers=self.chosen, work=WORK, least=0, most=48, faces=FACES)

    @computed
    def rules(self) -> str:
        return RULES.read_text(encoding="utf-8")
