"""Games that are quickly simulated, and how tests have them simulated by the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from click.testing import Result

from patience_core import Move, Odds, Pack, Scoring, Stream, Table, computed, frozen, option
from tests.games import HEAP, Ladder, Pairs, Round
from tests.terminals import patience


@frozen
class Toss(Ladder):
    """One short pack, and nothing to do: the score is the rank on the heap, and a six wins."""

    id = "toss"
    title = "Toss"
    aliases = ("Throw",)
    pack = Pack(ranks=range(1, 7), suits="C")
    scoring = Scoring("pips", best="highest", least=1, most=6)
    longest = 0

    redeals: int = option(0, choices=(0, 1), help="nothing")
    six: str = option("wins", choices=("wins", "rare", "unknown"), help="what a six is said to be")

    @computed
    def has_win(self) -> bool:
        return True

    def moves(self, table: Table) -> Iterator[Move]:
        yield from ()

    def won(self, table: Table) -> bool:
        return table[HEAP][0].rank == 6

    def score(self, table: Table) -> int:
        return table[HEAP][0].rank

    def odds(self, player: str = "first") -> Odds | None:
        if self.six == "unknown" or player == "random":
            return None
        chance = Fraction(1, 6) if self.six == "wins" else Fraction(1, 60)
        rest = (1 - chance) / 5
        return Odds(won=chance, score=dict.fromkeys(range(1, 6), rest) | {6: chance})


@frozen
class Points(Toss):
    """The same without a win, and with many scores."""

    id = "points"
    title = "Points"
    aliases = ("Score",)

    @computed
    def has_win(self) -> bool:
        return False

    def score(self, table: Table) -> int:
        return 1000 * table[HEAP][0].rank

    def odds(self, player: str = "first") -> Odds | None:
        return Odds(won=None, score=dict.fromkeys(range(1000, 7000, 1000), Fraction(1, 6)))


def stumble(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Fail in some deals."""
    if str(table[HEAP][0]) == "6H":
        raise ValueError("six!")
    return moves[0]


@frozen
class Faulty(Ladder):
    """A game with a player that is broken."""

    id = "faulty"
    title = "Faulty"
    players = {"stumble": stumble}  # noqa: RUF012  # read only


def run(*args: str) -> Result:
    return patience("simulate", *args, games=[Toss, Ladder, Pairs, Round, Points])


def data(*args: str) -> Any:
    result = run(*args, "--json")
    assert (0, "") == (result.exit_code, result.stderr)
    return json.loads(result.stdout)
