"""Broken games whose fault lies in their named players, or in their odds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import count
from types import MappingProxyType
from typing import Any, Final

from patience_core import Move, Odds, Player, Scoring, Shift, Stream, Table
from tests.conformance.corpus import HEAP, STOCK, WASTE, Hill, Lot, broken

TIMES: Final = count()


def _only(player: Any) -> MappingProxyType[str, Player]:
    return MappingProxyType({"player": player})


def _illegal(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    move = moves[0]
    return move if move is moves[-1] else Move("peek", Shift(STOCK, WASTE, face="up"))


def _other_steps(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return Move(moves[-1].text, Shift(STOCK, HEAP, face="up")) if moves[-1].text == "draw" else moves[0]


def _text(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> str:
    return moves[0].text


def _nothing(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move | None:
    return moves[0] if table[STOCK] else None


def _chance(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return random.choice(moves)


def _state(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return moves[next(TIMES) % 3 % len(moves)]


def _changing(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    table._counts["played"] = table.count("played") + 1
    return moves[0]


def _crashing(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return moves[0] if table[WASTE][-1].rank == 1 else moves[-1]


@broken("players", "a named player plays a move that is not legal")
class PlayerPlaysIllegally(Hill):
    players = _only(_illegal)


@broken("players", "a named player plays a legal move with other steps")
class PlayerWithOtherSteps(Hill):
    players = _only(_other_steps)


@broken("players", "a named player gives the text of a move")
class PlayerGivesATextOnly(Hill):
    players = _only(_text)


@broken("players", "a named player gives up when the stock is empty")
class PlayerGivesUp(Hill):
    players = _only(_nothing)


@broken("players", "a named player draws from the random module, not from its stream", varies=True)
class PlayerByChance(Hill):
    players = _only(_chance)


@broken("players", "a named player counts how often it was asked", varies=True)
class PlayerWithState(Hill):
    players = _only(_state)


@broken("players", "a named player changes the table")
class PlayerChangesTheTable(Hill):
    players = _only(_changing)


@broken("players", "a named player crashes on an empty pile")
class PlayerCrashes(Hill):
    players = _only(_crashing)


@broken("odds", "the odds add up to one, but are those of another game")
class OddsWrong(Lot):
    def odds(self, player: str = "first") -> Odds | None:
        return Odds(Fraction(1, 4), {0: Fraction(3, 4), 1: Fraction(1, 4)})


@broken("odds", "the odds are wrong under one choice of an option only")
class OddsWrongUnderOneOption(Lot):
    def odds(self, player: str = "first") -> Odds | None:
        return Odds(Fraction(1, 2), {0: Fraction(1, 2), 1: Fraction(1, 2)})


@broken("odds", "the odds are wrong for one player only")
class OddsWrongForOnePlayer(Lot):
    def odds(self, player: str = "first") -> Odds | None:
        won = Fraction(1, 7) if player == "random" else Fraction(self.reach, 6)
        return Odds(won, {0: 1 - won, 1: won})


@broken("odds", "the chance to win does not agree with the chances of the scores")
class OddsDisagree(Lot):
    def odds(self, player: str = "first") -> Odds | None:
        won = Fraction(self.reach, 6)
        return Odds(1 - won, {0: 1 - won, 1: won})


@broken("odds", "the chances of the scores do not add up to one")
class OddsBelowOne(Lot):
    def odds(self, player: str = "first") -> Odds | None:
        won = Fraction(self.reach, 6)
        return Odds(won, {0: 1 - won, 1: won - Fraction(1, 100)})


@broken("odds", "a score that comes has no chance in the odds")
class OddsWithoutAScore(Lot):
    scoring = Scoring("points", best="highest", most=2)

    def score(self, table: Table) -> int:
        return 2 * self.won(table)


@broken("odds", "the odds are decimals")
class OddsInDecimals(Lot):
    def odds(self, player: str = "first") -> Any:
        return {"won": 0.5}


@broken("odds", "the odds of a game with a win do not say how often it is won")
class OddsWithoutAWin(Lot):
    def odds(self, player: str = "first") -> Odds | None:
        won = Fraction(self.reach, 6)
        return Odds(None, {0: 1 - won, 1: won})
