"""What a player has seen: every slot whose card ever lay face up, in any line of play."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    DOWN,
    PACK,
    UP,
    Back,
    Card,
    Change,
    Count,
    Deal,
    Game,
    Move,
    Session,
    Shift,
    Shuffle,
    Step,
    Turn,
)
from patience_core.table import Position
from tests.games import Ladder, Pairs, Scripted
from tests.plays import CHOSEN, face_up, plays


def seen_slowly(start: Position, changes: list[Change]) -> set[int]:
    """Look at every table there ever was, also between the steps of a move."""
    seen: set[int] = set()
    for steps in [change.steps for change in changes if change.kind == "play"]:
        for step in steps:
            start = start.after([step])
            seen |= {start.secret.slot(card) for card in face_up(start.table)}
    return seen


@given(st.permutations(Ladder.pack.cards), CHOSEN)
def test_seen_is_every_slot_whose_card_ever_lay_face_up(cards: list[Card], chosen: list[int]) -> None:
    changes: list[Change] = []
    session = Session(Ladder(), Deal.of(cards, Ladder.pack), [changes.append])
    start = session.position
    dealt = {0}  # the deal turns the first card up
    for number in chosen:
        if not session.moves:
            break
        session.play(session.moves[number % len(session.moves)])
        if number % 3 == 0:
            assert dealt | seen_slowly(start, changes) == session.seen
    assert dealt | seen_slowly(start, changes) == session.seen


@given(plays(), st.data())
def test_what_has_been_seen_stays_seen_and_does_not_depend_on_when_it_is_asked(
    play: tuple[Game, Deal, list[int]], data: st.DataObject
) -> None:
    game, deal, chosen = play
    asked, not_asked = Session(game, deal), Session(game, deal)
    whole: set[int] = set(Session(game, deal).seen)
    for number in chosen:
        action = data.draw(st.sampled_from(["play", "play", "undo", "redo"]))
        for session in (asked, not_asked):
            if action == "undo" and session.can_undo:
                session.undo()
            elif action == "redo" and session.can_redo:
                session.redo()
            elif session.moves:
                session.play(session.moves[number % len(session.moves)])
        whole |= played_again(asked).seen
        assert whole == asked.seen
    assert asked.seen == not_asked.seen


def played_again(session: Session) -> Session:
    again = Session(session.game, session.deal)
    for move in session.history:
        again.play(move)
    return again


def test_what_another_line_of_play_shows_is_seen_too() -> None:
    session = Session(Pairs(), Deal.numbered(2))
    one, other = session.moves[:2]
    assert set(one.text).isdisjoint(other.text)
    under = [session.table[name][-2] for name in one.text + other.text]  # what the two moves turn up
    session.play(one)
    session.undo()
    session.play(other)
    assert {*range(44, 52), *(card.slot for card in under if isinstance(card, Back))} == session.seen


def test_a_card_that_is_seen_between_two_steps_only_is_seen() -> None:
    peek = Move("peek", Turn("a", UP), Turn("a", DOWN))
    session = Session(Scripted(play=(peek,)), Deal.numbered(1, Scripted.pack))
    assert frozenset() == session.seen
    session.play("peek")
    assert session.table == Session(session.game, session.deal).table
    assert {0} == session.seen
    session.undo()
    assert {0} == session.seen


def test_cards_seen_in_the_deal_or_while_it_settles_are_seen() -> None:
    deal: tuple[Step, ...] = (Shift(PACK, "a", face=UP), Turn("a", DOWN), Shift(PACK, "b", count=ALL))
    session = Session(
        Scripted(deal, settling=((Turn("b"), Turn("b", DOWN), Count("rung")), ())), Deal.numbered(1, Scripted.pack)
    )
    assert {0, 1} == session.seen
    assert 20 == session.table.face_down
    assert {0, *range(20, 40)} == Session(
        Scripted((Shift(PACK, "a", face=UP), Shift(PACK, "a", ALL), Shuffle("a"), Turn("a", count=ALL))), session.deal
    ).seen
