"""Watch: Clock, but when the fourth king stops the chain, the player may once go on with a face-down card."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from patience_clock import CENTRE, FACES, HAND, HOURS, PILES, DialGame, backs_in, can_give, counted
from patience_core import (
    BOTTOM,
    DOWN,
    UP,
    Back,
    Card,
    Kernel,
    Mark,
    Move,
    Odds,
    Scoring,
    Shift,
    Stream,
    Table,
    computed,
    frozen,
    option,
)
from patience_watch.kernel import CHOOSING, WORK
from patience_watch.odds import watch_odds
from patience_watch.players import PLAYERS

RESCUED: Final = "went on at"
"""The count that names the hour at which play went on, 1 to 12; 0 while it has not."""

RULES: Final = resources.files("patience_watch").joinpath("rules.md")
VERBS: Final = {"swap": "swap", "set_aside": "aside"}


@cache
def go_on(reading: str, hour: str, depth: int) -> Move:
    """Return the move that goes on with the card of an hour's pile at `depth`, the top card being at depth 1."""
    text = f"{VERBS[reading]} {hour} {depth}"
    take = Shift(hour, HAND, take=depth - 1, face=UP)
    done = Mark(RESCUED, PILES.index(hour) + 1)
    if reading == "swap":
        return Move(text, take, Shift(HAND, hour, take=1, put=depth - 1, face=DOWN), done)
    return Move(text, Shift(HAND, CENTRE, put=BOTTOM), take, done)


@frozen
class Watch(DialGame):
    """Watch; the rules for players, and where their sources disagree, are in rules.md."""

    id = "watch"
    title = "Watch"
    aliases = ("relaxed-clock",)
    scoring = Scoring("cards left face down", best="lowest", least=0, most=47)
    players = PLAYERS

    rescue: str = option(
        "swap",
        choices={
            "swap": "The fourth king takes the chosen card's place, face down. The game ends when it comes up again.",
            "set_aside": "The fourth king is laid aside, face up. The game ends when the pile just served is empty.",
        },
        help="what happens to the fourth king when play goes on",
    )

    @computed
    def longest(self) -> int:
        return 54 if self.rescue == "swap" else 53

    def moves(self, table: Table) -> tuple[Move, ...]:
        if not self.stopped(table):
            return super().moves(table)
        return tuple(go_on(self.rescue, hour, depth) for hour in HOURS for depth in range(1, backs_in(table, hour) + 1))

    def stopped(self, table: Table) -> bool:
        """Tell whether the fourth king is in hand and the player may go on with a face-down card."""
        hand = table[HAND]
        king = bool(hand) and PILES[hand[0].rank - 1] == CENTRE
        return king and not can_give(table, CENTRE) and table.face_down > 0 and not table.count(RESCUED)

    def last_pile(self, table: Table) -> str:
        # Set aside, the king no longer ends the chain: it stops where it went on.
        return PILES[table.count(RESCUED) - 1] if self.rescue == "set_aside" else CENTRE

    def what_stopped(self, table: Table, last: Card | Back) -> str:
        again = " again" if self.rescue == "swap" and table.count(RESCUED) else ""
        return f"{super().what_stopped(table, last)}{again}"

    def situation(self, table: Table) -> str | None:
        if not self.stopped(table):
            return None
        may = "take the place of" if self.rescue == "swap" else "be laid aside for"
        return (
            f"The fourth king has come up with {counted(table.face_down, 'card')} still face down. Once, it may {may} "
            f"one of them: {VERBS[self.rescue]} PILE DEPTH, the top card being 1."
        )

    def is_move(self, text: str) -> bool:
        verb, _, rest = text.partition(" ")
        hour, _, depth = rest.partition(" ")
        return super().is_move(text) or (verb in VERBS.values() and hour in HOURS and depth in {"1", "2", "3", "4"})

    def why_not(self, table: Table, text: str) -> str | None:
        if not self.is_move(text):
            return None
        if self.stopped(table):
            return "the fourth king has come up; name a pile and the depth of a card that lies face down in it."
        if text.split(maxsplit=1)[0] in VERBS.values() and self.legal_moves(table):
            again = "play has gone on already; that can be done once in a deal."
            return again if table.count(RESCUED) else "the fourth king has not come up yet."
        return super().why_not(table, text)

    def hint(self, table: Table) -> str | None:
        if not self.stopped(table):
            return None
        left = table.face_down
        hidden = {hour: backs_in(table, hour) for hour in HOURS if can_give(table, hour)}
        chances = ", ".join(f"{hour}: {number}/{left} ({number / left:.0%})" for hour, number in hidden.items())
        which = "its bottom card, none for any other" if self.rescue == "swap" else "any card of it"
        best = PLAYERS["best"](table, self.moves(table), Stream(0))
        return f"Best is {best}. The chance of each pile, for {which}: {chances}."

    def odds(self, player: str = "first") -> Odds | None:
        return watch_odds(self.rescue, player)

    def kernel(self, player: str = "first") -> Kernel | None:
        if player not in CHOOSING:
            return None
        return Kernel(
            "patience_watch.kernel",
            numbers=(*self.chosen, CHOOSING.index(player)),
            work=WORK,
            least=0,
            most=47,
            faces=FACES,
            player=player if "random" in player else None,
        )

    @computed
    def rules(self) -> str:
        return RULES.read_text(encoding="utf-8")
