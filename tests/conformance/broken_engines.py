"""Broken engines: faults that no game can bring about, since the engine has it that way, each patched in for a while.

Each function returns what breaks the engine while it is entered; the engine's own function, which it wraps, is found
beforehand. Everything is typed as loosely as patching is.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from unittest.mock import patch

from patience_core import Count, Deal, Game, Move, Outcome, Session, Table, Turn, engine, session, table
from patience_core.errors import StepError
from patience_core.moves import Shift
from patience_core.table import Position, Secret
from tests.conformance.corpus import HEAP, STOCK, WASTE, broken_engine

Breaking = AbstractContextManager[object]
Sound = Any
"""A function of the sound engine."""


def of_class(kind: type, name: str) -> Sound:
    """Return the function behind a class method."""
    return vars(kind)[name].__func__


def shifting(change: Callable[[Shift, Table], None]) -> Breaking:
    """Break what follows each shift: `change` gets the step, and the table to change."""
    sound: Sound = table._shift

    def prepare(step: Shift) -> Any:
        shift = sound(step)

        def broken(fresh: Table, secret: Secret) -> Secret:
            after: Secret = shift(fresh, secret)
            change(step, fresh)
            return after

        return broken

    return patch.dict(table._PREPARE, {Shift: prepare})


def dealing(change: Callable[[Game, Deal, Sound], Position]) -> Breaking:
    """Break how a deal is laid out: `change` gets the game, the deal, and a function that lays out a deal."""
    sound: Sound = engine._dealt

    def dealt(game: Game, steps: Any, deal: Deal) -> Position:
        return change(game, deal, partial(sound, game, steps))

    return patch.multiple(engine, _model=_no_model, _dealt=dealt)


def _no_model(_game: Game) -> None:
    """Say that every deal is to be laid out step by step."""


@broken_engine("deal", "a card is lost when a deal is laid out")
def deal_loses_a_card() -> Breaking:
    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        position: Position = lay_out(deal)
        position.table._piles[STOCK] = position.table[STOCK][1:]
        return position

    return dealing(change)


@broken_engine("deal", "the first deal of a game is laid out, whatever deal is asked for")
def always_the_first_deal() -> Breaking:
    first: dict[Game, Position] = {}

    def change(game: Game, deal: Deal, lay_out: Sound) -> Position:
        return first.setdefault(game, lay_out(deal))

    return dealing(change)


@broken_engine("deal", "every third time the pack is dealt from its other end")
def deals_from_the_other_end() -> Breaking:
    deals: list[Deal] = []

    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        deals.append(deal)
        position: Position = lay_out(Deal.of(reversed(deal.cards), deal.pack) if len(deals) % 3 == 0 else deal)
        return position

    return dealing(change)


@broken_engine("same-moves", "the legal moves are those of the table before when a move has been played")
def legal_moves_of_the_table_before() -> Breaking:
    sound: Sound = Session.play

    def play(self: Session, move: Move | str) -> Any:
        moves = self.moves
        played = sound(self, move)
        if len(self.history) == 2:
            self._moves = moves
        return played

    return patch.object(Session, "play", play)


@broken_engine("moves-apply", "no card can be put on an ace")
def nothing_on_an_ace() -> Breaking:
    sound: Sound = Position.after

    def after(self: Position, steps: Any) -> Any:
        found = tuple(steps)
        if (
            self.table[HEAP][-1:]
            and self.table[HEAP][-1].rank == 1
            and any(s for s in found if s == Shift(WASTE, HEAP))
        ):
            raise StepError("it cannot be put there.")
        return sound(self, found)

    return patch.object(Position, "after", after)


@broken_engine("refusals", "any text is taken for the first legal move")
def takes_any_text() -> Breaking:
    sound: Sound = engine.find_move

    def find(game: Game, table: Table, moves: tuple[Move, ...], text: str, *, exact: bool = False) -> Any:
        return moves[0] if moves and not exact else sound(game, table, moves, text, exact=exact)

    return patch.object(session, "find_move", find)


@broken_engine("refusals", "a move is taken for legal when its text is, whatever its steps")
def takes_any_steps() -> Breaking:
    sound: Sound = Session.play

    def play(self: Session, move: Move | str) -> Any:
        if isinstance(move, Move) and move.text in {each.text for each in self.moves}:
            self._moves = (move,)
        return sound(self, move)

    return patch.object(Session, "play", play)


@broken_engine("refusals", "a move that is refused can be undone")
def keeps_what_it_refused() -> Breaking:
    sound: Sound = Session._find

    def find(self: Session, move: Move | str) -> Any:
        try:
            return sound(self, move)
        except Exception:
            self._past.append((self._position, self.moves, Move("refused", Count("refused")), ()))
            raise

    return patch.object(Session, "_find", find)


@broken_engine("refusals", "what is refused is refused with the error of a dictionary")
def refuses_with_a_key_error() -> Breaking:
    def find(_game: Game, _table: Table, moves: tuple[Move, ...], text: str, *, exact: bool = False) -> Any:
        return {move.text: move for move in moves}[text]

    return patch.object(session, "find_move", find)


@broken_engine("outcome", "it is forgotten to look whether the game is won")
def forgets_the_win() -> Breaking:
    def outcome(self: Game, table: Table) -> Outcome:
        return Outcome.IN_PLAY if self.legal_moves(table) else Outcome.LOST

    return patch.object(Game, "outcome", outcome)


@broken_engine("ended", "a play that has ended takes a move that was legal before")
def plays_on_after_the_end() -> Breaking:
    sound: Sound = engine.find_move

    def find(game: Game, table: Table, moves: tuple[Move, ...], text: str, *, exact: bool = False) -> Any:
        return sound(game, table, moves, text, exact=exact) if moves else Move(text, Count("more"))

    return patch.object(session, "find_move", find)


@broken_engine("ended", "automatic play says that it has reached its limit when the play is over")
def never_says_that_it_is_over() -> Breaking:
    def auto(_self: Session, _player: str = "first", limit: int = 0) -> str:
        return "limit" if limit else "over"

    return patch.object(Session, "auto", auto)


@broken_engine("conservation", "a card that is built on the heap as the third one is lost")
def loses_a_card() -> Breaking:
    def change(step: Shift, fresh: Table) -> None:
        if step.dst == HEAP and len(fresh[HEAP]) == 3:
            fresh._piles[HEAP] = fresh[HEAP][:-1]

    return shifting(change)


@broken_engine("conservation", "a card that is built from the waste is doubled")
def doubles_a_card() -> Breaking:
    def change(step: Shift, fresh: Table) -> None:
        if step.src == WASTE and step.dst == HEAP:
            fresh._piles[WASTE] = (*fresh[WASTE], fresh[HEAP][-1])

    return shifting(change)


@broken_engine("conservation", "a card that is drawn is still counted as lying face down")
def miscounts_what_lies_face_down() -> Breaking:
    def change(step: Shift, fresh: Table) -> None:
        if step.dst == WASTE:
            fresh._face_down += 1

    return shifting(change)


@broken_engine("undo", "undo leaves face up what settled after the move")
def undo_leaves_cards_face_up() -> Breaking:
    sound: Sound = Session._step_over

    def step_over(self: Session, kind: Any, source: Any, target: Any) -> Any:
        position, moves, move, settled = source[-1]
        if kind == "undo" and settled:
            turned = [step for step in settled if isinstance(step, Turn) and position.table[step.pile]]
            source[-1] = position.after([Turn(step.pile, count=-1) for step in turned]), moves, move, settled
        return sound(self, kind, source, target)

    return patch.object(Session, "_step_over", step_over)


@broken_engine("undo", "undo takes back two moves where something settled")
def undo_takes_two() -> Breaking:
    sound: Sound = Session.undo

    def undo(self: Session) -> Any:
        settled = self._past[-1][3] if self._past else ()
        move = sound(self)
        return sound(self) if settled and self.can_undo else move

    return patch.object(Session, "undo", undo)


@broken_engine("undo", "redo after an undo shuffles anew")
def redo_shuffles_anew() -> Breaking:
    sound: Sound = Session.redo

    def redo(self: Session) -> Any:
        move = sound(self)
        if move.text == "redeal":
            table, secret = self._position
            order = (*secret.order[: len(self.deal.cards)], *secret.order[len(self.deal.cards) :][::-1])
            self._position = Position(table, Secret(secret.deal, order, secret.shuffles))
        return move

    return patch.object(Session, "redo", redo)


@broken_engine("undo", "undo does not go past a shuffle")
def undo_stops_at_a_shuffle() -> Breaking:
    sound: Sound = vars(Session)["can_undo"].fget

    def can_undo(self: Session) -> bool:
        return bool(sound(self)) and self.history[-1].text != "redeal"

    return patch.object(Session, "can_undo", property(can_undo))


@broken_engine("again", "a deal that has been played before is played with its last two cards exchanged")
def plays_another_deal_again() -> Breaking:
    met: list[Deal] = []
    sound: Sound = Session.__init__

    def init(self: Session, game: Game, deal: Deal, observers: Any = ()) -> None:
        again = deal in met and not observers
        met.append(deal)
        sound(self, game, Deal.of((*deal.cards[:-2], *deal.cards[:-3:-1]), deal.pack) if again else deal, observers)

    return patch.object(Session, "__init__", init)
