"""Sessions: one play with undo and redo, as a history over values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from attrs import field
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    UP,
    AmbiguousMoveError,
    Change,
    Count,
    Deal,
    DealError,
    Game,
    GameError,
    HistoryError,
    IllegalMoveError,
    Move,
    Outcome,
    Session,
    Shift,
    StepError,
    Table,
    Turn,
    UnknownMoveError,
    frozen,
)
from tests.games import Ladder, Pairs, Scripted, Steps
from tests.plays import pairs, played, plays
from tests.reference import cards_of, raised


@frozen
class Surfacing(Scripted):
    """Goes up step by step; up to some height that is safe."""

    id = "surfacing"
    has_win = True
    goal: int = 5
    safe_to: int = 3
    wrong: bool = False

    def moves(self, table: Table) -> Iterator[Move]:
        yield Move(f"up {table.count('x') + 1}", Count("x"))
        yield Move("dive", Count("deep"))

    def safe_moves(self, table: Table) -> Iterator[Move]:
        if self.wrong:
            yield Move("up 9", Count("x", 9))
        if table.count("x") < self.safe_to:
            yield next(self.moves(table))
            yield Move("dive", Count("deep"))  # one at a time: what is safe now need not be safe after it

    def won(self, table: Table) -> bool:
        return table.count("x") == self.goal


# Playing


@given(plays())
def test_a_play_is_the_same_whenever_it_is_played(play: tuple[Game, Deal, list[int]]) -> None:
    one, other = played(*play), played(*play)
    assert one.history == other.history
    assert one.position == other.position
    by_text = Session(one.game, one.deal)
    for move in one.history:
        assert move == by_text.play(move.text)
    assert one.position == by_text.position


@given(plays())
def test_a_play_by_text_and_by_step_comes_to_the_same_table(play: tuple[Game, Deal, list[int]]) -> None:
    changes: list[Change] = []
    game, deal, _ = play
    session = Session(game, deal, [changes.append])
    start = session.position
    for move in played(*play).history:
        session.play(move)
    assert start.after(step for change in changes for step in change.steps) == session.position


@given(plays(), st.data())
def test_undo_and_redo_at_random_leave_the_play_of_what_is_left(
    play: tuple[Game, Deal, list[int]], data: st.DataObject
) -> None:
    game, deal, chosen = play
    session = Session(game, deal)
    line: list[Move] = []  # what is played and not undone; then what is undone, in a plain model
    undone: list[Move] = []
    for number in chosen:
        action = data.draw(st.sampled_from(["play", "play", "undo", "redo"]))
        if action == "undo" and line:
            undone.append(line.pop())
            assert undone[-1] == session.undo()
        elif action == "redo" and undone:
            line.append(undone.pop())
            assert line[-1] == session.redo()
        elif action == "play" and session.moves:
            line.append(session.play(session.moves[number % len(session.moves)]))
            undone.clear()
        assert tuple(line) == session.history
        assert (bool(line), bool(undone)) == (session.can_undo, session.can_redo)
    plain = Session(game, deal)
    for move in line:
        plain.play(move)
    assert plain.position == session.position
    assert (plain.moves, plain.outcome, plain.score) == (session.moves, session.outcome, session.score)


@given(plays())
def test_undo_and_redo_pass_the_same_positions(play: tuple[Game, Deal, list[int]]) -> None:
    game, deal, chosen = play
    session = Session(game, deal)
    positions, moves = [session.position], [session.moves]
    for number in chosen:
        if not session.moves:
            break
        session.play(session.moves[number % len(session.moves)])
        positions.append(session.position)
        moves.append(session.moves)
    for position, legal in zip(positions[-2::-1], moves[-2::-1], strict=True):
        session.undo()
        assert (position, legal) == (session.position, session.moves)
    assert () == session.history
    for position, legal in zip(positions[1:], moves[1:], strict=True):
        session.redo()
        assert (position, legal) == (session.position, session.moves)
        assert cards_of(position) == cards_of(session.position)


def test_a_new_move_ends_what_could_be_redone() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    for _ in range(3):
        session.play("draw")
    session.undo()
    session.undo()
    redo = [session.can_redo]
    session.play("draw")
    redo.append(session.can_redo)
    assert [True, False] == redo
    assert "There is no move to redo." == raised(HistoryError, session.redo)
    assert 2 == len(session.history)


def test_there_is_nothing_to_undo_or_redo_at_the_start() -> None:
    session = pairs()
    assert "There is no move to undo." == raised(HistoryError, session.undo)
    assert "There is no move to redo." == raised(HistoryError, session.redo)
    assert (False, False) == (session.can_undo, session.can_redo)


def test_a_shuffle_comes_out_alike_after_undo_and_redo_and_when_played_again() -> None:
    session = Session(Ladder(), Deal.numbered(5, Ladder.pack))
    while "redeal" not in map(str, session.moves):
        session.play("draw")
    session.play("redeal")
    shuffled = cards_of(session.position)
    session.undo()
    session.redo()
    assert shuffled == cards_of(session.position)
    session.undo()
    session.play("redeal")
    assert shuffled == cards_of(session.position)
    again = Session(Ladder(), Deal.parse(session.deal.listing, Ladder.pack))
    for move in session.history:
        again.play(move.text)
    assert shuffled == cards_of(again.position)


def test_a_deal_of_another_pack_is_refused() -> None:
    assert "Pairs is dealt from another pack than this deal, of 52 cards." == raised(
        DealError, lambda: Session(Pairs(), Deal.numbered(1, Ladder.pack))
    )


# What happens of itself


def test_what_settles_belongs_to_its_move() -> None:
    changes: list[Change] = []
    session = Session(Pairs(), Deal.numbered(10), [changes.append])
    start = session.position
    move = session.play(session.moves[0])
    one, other = tuple(move.text)
    assert (*move.steps, Turn(one), Turn(other)) == changes[0].steps
    assert session.table[one][-1].face_up
    assert [move] == list(session.history)
    session.undo()
    assert start == session.position
    assert [] == list(session.history)
    assert not session.can_undo


def test_what_settles_after_the_deal_cannot_be_undone() -> None:
    session = pairs()
    assert tuple(Turn(name) for name in "abcdefgh") == session.settled
    assert 44 == session.table.face_down
    assert not session.can_undo


def test_what_settles_is_not_recorded() -> None:
    session = pairs()
    session.auto()
    record = session.record()
    assert tuple(move.text for move in session.history) == record.moves
    assert all(len(text) == 2 for text in record.moves)


def test_a_move_after_which_settling_never_ends_is_not_made() -> None:
    move = Move("go", Count("rung"))
    session = Session(Scripted(play=(move,), settling=((), (Count("x"),))), Deal.numbered(1, Scripted.pack))
    start = session.position
    assert "Scripted: settle() has not come to an end after 1000 rounds." == raised(
        GameError, lambda: session.play(move)
    )
    assert (start, (), (move,)) == (session.position, session.history, session.moves)


def test_a_legal_move_whose_steps_cannot_be_applied_is_not_made() -> None:
    changes: list[Change] = []
    moves = (Move("bad", Count("x"), Shift("b", "c")), Move("good", Count("x")))
    session = Session(Scripted(play=moves), Deal.numbered(1, Scripted.pack), [changes.append])
    session.play("good")
    session.undo()
    before = session.position
    assert f"{moves[0].steps[1]}: the pile is empty." == raised(StepError, lambda: session.play("bad"))
    assert (before, (), True, 2) == (session.position, session.history, session.can_redo, len(changes))


# Safe moves


def test_safe_plays_the_safe_moves_one_after_another_each_to_be_undone_by_itself() -> None:
    changes: list[Change] = []
    session = Session(Surfacing(), Deal.numbered(1, Scripted.pack), [changes.append])
    session.play("dive")
    positions = [session.position]
    played = session.safe()
    assert ("up 1", "up 2", "up 3") == tuple(move.text for move in played)
    assert ("dive", "up 1", "up 2", "up 3") == tuple(move.text for move in session.history)
    assert played == session.history[1:] == tuple(change.move for change in changes[1:])
    assert (3, ()) == (session.table.count("x"), session.safe())
    for move in reversed(played):
        positions.append(session.position)
        assert move == session.undo()
    assert positions[0] == session.position
    assert 0 == session.table.count("x")
    for _ in played:
        session.redo()
    assert positions[1] == session.position


def test_safe_plays_nothing_where_no_move_is_safe_and_leaves_what_can_be_redone() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    session.play("draw")
    session.undo()
    before = session.position
    assert () == session.safe()
    assert (before, True) == (session.position, session.can_redo)


def test_safe_stops_when_the_play_is_over() -> None:
    session = Session(Surfacing(goal=2), Deal.numbered(1, Scripted.pack))
    assert ("up 1", "up 2") == tuple(move.text for move in session.safe())
    assert ((), Outcome.WON) == (session.moves, session.outcome)
    assert () == session.safe()


def test_safe_moves_that_never_end_are_played_so_often_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience_core.session.AUTO_LIMIT", 7)
    session = Session(Surfacing(goal=99, safe_to=99), Deal.numbered(1, Scripted.pack))
    assert 7 == len(session.safe()) == len(session.history)


def test_a_safe_move_that_is_not_legal_is_refused_like_any_other() -> None:
    session = Session(Surfacing(wrong=True), Deal.numbered(1, Scripted.pack))
    legal = "up 1 or dive"
    assert f"'up 9' is not a move of Scripted; here you may play {legal}." == raised(UnknownMoveError, session.safe)
    assert () == session.history


# Moves that are refused


def test_each_refusal_has_its_kind_and_leaves_the_session_as_it_was() -> None:
    session = Session(Steps(pace="Run", back=True), Deal.numbered(0, Steps.pack))
    for text, kind, sentence in (
        ("two", UnknownMoveError, "'two' is not a move of Steps; here you may play one, one and one or out."),
        ("o", AmbiguousMoveError, "'o' may be one, one and one or out."),
        ("", UnknownMoveError, "'' is not a move of Steps; here you may play one, one and one or out."),
    ):
        before = session.position
        assert sentence == raised(kind, partial(session.play, text))
        assert (before, ()) == (session.position, session.history)
    assert "one and one" == session.play(" ONE  A").text
    assert "out" == session.play("ou").text
    assert "one" == session.play("one").text


def test_a_move_of_the_game_that_is_not_legal_here_is_refused_with_the_games_reason() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    sentence = "'redeal' is not legal here: cards are left in the stock, or no redeal is."
    assert sentence == raised(IllegalMoveError, lambda: session.play("redeal"))
    redeal = Move("redeal", Shift("waste", "stock", count=ALL))
    assert sentence == raised(IllegalMoveError, lambda: session.play(redeal))
    pairs = Session(Pairs(), Deal.numbered(1))
    reasons = {text: pairs.game.why_not(pairs.table, text) for text in ("ab", "ac", "bc", "ad")}
    text, reason = next((text, why) for text, why in reasons.items() if text not in map(str, pairs.moves))
    sentence = f"'{text}' is not legal here: {reason}"
    assert sentence == raised(IllegalMoveError, lambda: pairs.play(Move(text, Count("x"))))


def test_a_move_with_a_right_text_and_other_steps_is_refused() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    forged = Move("draw", Shift("stock", "heap", count=ALL, face=UP))
    assert "'draw' is legal here, but with other steps than those of this move." == raised(
        IllegalMoveError, lambda: session.play(forged)
    )
    assert () == session.history
    assert session.moves[0] == session.play(Move("draw", Shift("stock", "waste", face=UP)))


def test_a_move_is_not_found_by_a_beginning_of_its_text_when_it_is_given_whole() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    with pytest.raises(UnknownMoveError):
        session.play(Move("dra", *session.moves[0].steps))


def test_after_the_end_no_move_is_legal() -> None:
    session = Session(Steps(), Deal.numbered(0, Steps.pack))
    assert "over" == session.auto()
    assert "'one' is not legal here: the game is over (won)." == raised(IllegalMoveError, lambda: session.play("one"))
    assert (Outcome.WON, 1, "Won.") == (session.outcome, session.score, session.verdict)


@given(plays())
def test_a_play_is_over_exactly_when_there_are_no_legal_moves(play: tuple[Game, Deal, list[int]]) -> None:
    session = played(*play)
    assert (session.outcome == "in play") == bool(session.moves)
    assert (session.outcome == "won") == (session.game.has_win and session.game.won(session.table))


@frozen
class Counted(Ladder):
    """Counts how often it is asked for its moves."""

    id = "counted"
    asked: list[Table] = field(factory=list[Table], eq=False)

    def moves(self, table: Table) -> Iterator[Move]:
        self.asked.append(table)
        yield from Ladder.moves(self, table)


def test_the_legal_moves_of_a_position_are_found_once() -> None:
    game = Counted()
    asked = game.asked
    session = Session(game, Deal.numbered(1, Ladder.pack))
    for _ in range(3):
        for _ in range(3):
            assert session.moves is session.moves
        session.play(session.moves[0])
        session.play("draw")
    assert 6 == len(asked)
    for _ in range(6):
        session.undo()
        _ = session.moves
    for _ in range(5):
        session.redo()
        _ = session.moves
    assert 6 == len(asked)
