"""Broken games whose fault lies in how a play stands and ends: its length, outcome, score and texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from patience_core import ALL, DOWN, WIN_OR_LOSE, Move, Outcome, Scoring, Shift, Table, computed, frozen
from tests.conformance.corpus import HEAP, STOCK, WASTE, Hill, Lot, broken

TIMES: Final = count()


@broken("longest", "the longest play is declared one move too short")
@frozen
class OneMoveShort(Lot):
    @computed
    def longest(self) -> int:
        return self.reach - 1


@broken("longest", "the longest play is wrong under one choice of an option only")
class ShortUnderOneOption(Lot):
    longest = 2


@broken("longest", "a play may go on for ever, though a longest one is declared")
class NeverOver(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if len(table[WASTE]) == self.reach:
            yield Move("gather", Shift(WASTE, STOCK, count=ALL, face=DOWN))


@broken("outcome", "a won game goes on, since legal_moves() is overridden")
class WonGoesOn(Hill):
    def legal_moves(self, table: Table) -> tuple[Move, ...]:
        return tuple(self.moves(table))


@broken("outcome", "it is called lost though a legal move exists, since the hint has nothing to say")
class LostByTheHint(Hill):
    def outcome(self, table: Table) -> Outcome:
        if self.won(table):
            return Outcome.WON
        return Outcome.IN_PLAY if self.hint(table) or table[STOCK] else Outcome.LOST


@broken("outcome", "a lost game is still in play")
class NeverLost(Lot):
    def outcome(self, table: Table) -> Outcome:
        return Outcome.WON if self.won(table) else Outcome.IN_PLAY


@broken("outcome", "a game that is won is called lost")
class LostWhenWon(Lot):
    def outcome(self, table: Table) -> Outcome:
        return Outcome.LOST if self.won(table) else super().outcome(table)


@broken("outcome", "a second card of the highest rank in the waste always loses, though the game goes on")
class SecondAlwaysLoses(Hill):
    def outcome(self, table: Table) -> Outcome:
        fours = [card for card in table[WASTE] if card.rank == 4]
        return Outcome.LOST if len(fours) == 2 else super().outcome(table)


@broken("outcome", "the outcome is a plain text")
class OutcomeIsAText(Hill):
    def outcome(self, table: Table) -> Any:
        return str(super().outcome(table))


@broken("outcome", "won() returns how many cards there are")
class WonIsANumber(Lot):
    def won(self, table: Table) -> Any:
        return len(table[WASTE]) if super().won(table) else 0


@broken("outcome", "it claims to have no win, and can be won")
class WonWithoutAWin(Hill):
    has_win = False


@broken("outcome", "a game without a win is lost, not done")
class LostWithoutAWin(Lot):
    has_win = False
    scoring = Scoring("aces", best="highest", most=1)

    def won(self, table: Table) -> bool:
        return False

    def outcome(self, table: Table) -> Outcome:
        return Outcome.IN_PLAY if len(table[WASTE]) < self.reach else Outcome.LOST


@broken("ended", "a play that has ended goes on when it is asked for its moves once more", varies=True)
class GoesOnAfterTheEnd(Lot):
    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        if len(table[WASTE]) == self.reach and next(TIMES) % 2:
            yield Move("gather", Shift(WASTE, STOCK, count=ALL, face=DOWN))


@broken("score", "the score is out of its range when the game is won, and only then")
class ScoreTooHighWhenWon(Hill):
    def score(self, table: Table) -> int:
        return len(table[HEAP]) + 100 * self.won(table)


@broken("score", "the score is below its range when the game is lost")
class ScoreTooLow(Lot):
    scoring = Scoring("aces", best="highest", most=1)

    def score(self, table: Table) -> int:
        return 1 if self.won(table) else -1


@broken("score", "the score is True")
class ScoreIsTrue(Lot):
    def score(self, table: Table) -> int:
        return self.won(table)


@broken("score", "the score is a fraction in mid play")
class ScoreInHalves(Hill):
    def score(self, table: Table) -> Any:
        return len(table[HEAP]) / 2 if table[STOCK] else len(table[HEAP])


@broken("score", "the score is another one each time it is asked for", varies=True)
class ScoreByChance(Hill):
    def score(self, table: Table) -> int:
        return len(table[HEAP]) // 2 + next(TIMES) % 2


@broken("score", "a game that counts wins counts some of its losses as wins")
class LossCountsAsWin(Lot):
    scoring = WIN_OR_LOSE

    def score(self, table: Table) -> int:
        return int(any(card.rank < 3 for card in table[WASTE]))


@broken("score", "the score cannot be told when the stock is empty")
class ScoreOfAnEmptyPile(Hill):
    def score(self, table: Table) -> int:
        return len(table[HEAP]) + table[STOCK][0].face_up


@broken("texts", "the verdict is None in mid play")
class NoVerdictInPlay(Hill):
    def verdict(self, table: Table) -> Any:
        return None if self.outcome(table) is Outcome.IN_PLAY else super().verdict(table)


@broken("texts", "the verdict cannot be given in mid play")
class VerdictCrashesInPlay(Hill):
    def verdict(self, table: Table) -> str:
        return {Outcome.WON: "Won.", Outcome.LOST: "Lost."}[self.outcome(table)]


@broken("texts", "the hint crashes on an empty pile")
class HintOnAnEmptyPile(Hill):
    def hint(self, table: Table) -> str | None:
        return f"The waste shows {table[WASTE][-1]}."


@broken("texts", "the situation has two lines")
class SituationOfTwoLines(Hill):
    def situation(self, table: Table) -> str | None:
        return "The stock is empty.\nOnly a redeal is left." if not table[STOCK] else None


@broken("texts", "the hint is an empty text")
class EmptyHint(Lot):
    def hint(self, table: Table) -> str | None:
        return "Turn a card." if not table[WASTE] else ""
