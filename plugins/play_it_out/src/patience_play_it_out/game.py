"""Play it out: Clock, but when the chain stops it starts again at another pile, until all cards are face up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Final

from patience_clock import CENTRE, FACES, HAND, HOURS, PILES, DialGame, backs_in, can_give, counted
from patience_core import (
    UP,
    Count,
    Kernel,
    Mark,
    Move,
    Odds,
    Outcome,
    Player,
    Scoring,
    Shift,
    Stream,
    Table,
    computed,
    frozen,
    option,
)
from patience_play_it_out.kernel import CHOOSING, WORK
from patience_play_it_out.odds import restart_odds

RESTARTS: Final = "restarts"
STARTED: Final = "started at"
"""The count that names the hour at which the chain was started last, 1 to 12; 0 for the centre."""

RULES: Final = resources.files("patience_play_it_out").joinpath("rules.md")
RESTART: Final = {
    hour: Move(f"restart {hour}", Shift(hour, HAND, face=UP), Count(RESTARTS), Mark(STARTED, PILES.index(hour) + 1))
    for hour in HOURS
}


def _player(best: Callable[[Iterable[int]], int]) -> Player:
    """Return the player that restarts at the pile with most or fewest face-down cards, the first of several."""

    def play(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
        if len(moves) == 1:
            return moves[0]
        hidden = {move: backs_in(table, move.text.removeprefix("restart ")) for move in moves}
        return next(move for move in moves if hidden[move] == best(hidden.values()))

    return play


PLAYERS: Final[Mapping[str, Player]] = {"biggest": _player(max), "smallest": _player(min)}


@frozen
class PlayItOut(DialGame):
    """Play it out; the rules for players, and where their sources disagree, are in rules.md."""

    id = "play-it-out"
    title = "Play it out"
    scoring = Scoring("restarts", best="lowest", least=0, most=12)
    has_win = False
    longest = 65
    players = PLAYERS

    restart: str = option(
        "one-o-clock",
        choices={
            "one-o-clock": "At the first pile from one o'clock that has a face-down card left.",
            "onward": "At the first such pile clockwise from where the chain stopped.",
            "choose": "At any such pile, as the player chooses.",
        },
        help="where the chain starts again when it has stopped",
    )

    @computed
    def choices(self) -> bool:
        return self.restart == "choose"

    def moves(self, table: Table) -> tuple[Move, ...]:
        if table[HAND] or can_give(table, CENTRE):
            return super().moves(table)
        begin = table.count(STARTED) if self.restart == "onward" else 0
        unfinished = [hour for hour in (*HOURS[begin:], *HOURS[:begin]) if can_give(table, hour)]
        return tuple(RESTART[hour] for hour in (unfinished if self.choices else unfinished[:1]))

    def won(self, table: Table) -> bool:
        return False

    def score(self, table: Table) -> int:
        return table.count(RESTARTS)

    def verdict(self, table: Table) -> str:
        restarts = self.score(table)
        if self.outcome(table) is Outcome.DONE:
            cycles = counted(restarts + 1, "cycle")
            return f"Done: all {len(self.pack)} cards are face up after {counted(restarts, 'restart')} ({cycles})."
        return super().verdict(table)

    def situation(self, table: Table) -> str | None:
        if not self.choices or table[HAND] or can_give(table, CENTRE):
            return None
        down = counted(table.face_down, "card")
        return f"The chain has stopped with {down} still face down. Choose the pile at which it starts again."

    def is_move(self, text: str) -> bool:
        verb, _, hour = text.partition(" ")
        return super().is_move(text) or (verb == "restart" and hour in HOURS)

    def hint(self, table: Table) -> str | None:
        moves = self.moves(table)
        if len(moves) < 2:
            return None
        most = PLAYERS["biggest"](table, moves, Stream(0))
        return f"The pile with most face-down cards needs the fewest restarts on average: {most}."

    def odds(self, player: str = "first") -> Odds | None:
        return restart_odds() if not self.choices or player in {"first", "random"} else None

    def kernel(self, player: str = "first") -> Kernel | None:
        if player not in CHOOSING:
            return None
        return Kernel(
            "patience_play_it_out.kernel",
            numbers=(*self.chosen, CHOOSING.index(player)),
            work=WORK,
            least=0,
            most=12,
            faces=FACES,
            player="random" if player == "random" and self.choices else None,
        )

    @computed
    def rules(self) -> str:
        return RULES.read_text(encoding="utf-8")
