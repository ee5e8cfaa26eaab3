"""Observers are told each change as it was made, and nothing that is hidden."""

from __future__ import annotations

import json
import pickle
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    Card,
    Change,
    Deal,
    Game,
    PatienceError,
    Session,
)
from tests.games import Ladder, Pairs
from tests.plays import CHOSEN, face_up, plays
from tests.reference import reachable


@given(plays(), st.data())
def test_observers_are_told_the_steps_and_the_tables_before_and_after(
    play: tuple[Game, Deal, list[int]], data: st.DataObject
) -> None:
    game, deal, chosen = play
    told: list[Change] = []
    told_second: list[Change] = []
    session = Session(game, deal, [told.append, told_second.append])
    for number in chosen:
        count, before = len(told), session.position
        action = data.draw(st.sampled_from(["play", "play", "play", "undo", "redo"]))
        if action == "undo" and session.can_undo:
            move = session.undo()
        elif action == "redo" and session.can_redo:
            move = session.redo()
        elif action == "play" and session.moves:
            move = session.play(session.moves[number % len(session.moves)])
        else:
            continue
        assert count + 1 == len(told)
        change = told[-1]
        after = session.position
        assert (action, move, before.table, after.table) == (change.kind, change.move, change.before, change.after)
        assert move.steps == change.steps[: len(move.steps)]
        source, target = (after, before) if action == "undo" else (before, after)
        assert source.after(change.steps) == target
    assert told == told_second


def test_an_observer_that_raises_is_heard_and_the_session_stays_whole() -> None:
    told: list[str] = []

    def tell(change: Change) -> None:
        told.append(change.kind)
        raise ZeroDivisionError

    session = Session(Ladder(), Deal.numbered(1, Ladder.pack), [tell])
    start, move = session.position, session.moves[0]
    with pytest.raises(ZeroDivisionError):
        session.play(move)
    after = start.after(move.steps)
    assert (after, (move,)) == (session.position, session.history)
    with pytest.raises(ZeroDivisionError):
        session.undo()
    assert (start, ()) == (session.position, session.history)
    with pytest.raises(ZeroDivisionError):
        session.redo()
    assert (after, (move,)) == (session.position, session.history)
    assert ["play", "undo", "redo"] == told
    session.observers.clear()
    session.play("draw")
    assert 2 == len(session.history)


def test_observers_come_and_go_at_any_time_even_while_they_are_told() -> None:
    told: list[str] = []
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))

    def once(change: Change) -> None:
        told.append("once")
        session.observers.remove(once)

    def always(change: Change) -> None:
        told.append(change.kind)

    session.observers.extend([once, always])
    session.play("draw")
    session.play("draw")
    assert ["once", "play", "play"] == told


def test_refused_moves_are_told_to_nobody() -> None:
    told: list[Change] = []
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack), [told.append])
    refused = (partial(session.play, "redeal"), partial(session.play, "x"), session.undo, session.redo)
    for call in refused:
        with pytest.raises(PatienceError):
            call()
    assert [] == told


@given(st.permutations(Pairs.pack.cards), CHOSEN)
def test_nothing_a_player_or_observer_gets_leads_to_a_hidden_card(cards: list[Card], chosen: list[int]) -> None:
    changes: list[Change] = []
    session = Session(Pairs(), Deal.of(cards), [changes.append])
    said = [str(session.moves)]
    for number in chosen[:12]:
        if not session.moves:
            break
        session.play(session.moves[number % len(session.moves)])
        for text in ("ab", "zz", ""):
            try:
                session.play(text)
                session.undo()
            except PatienceError as error:
                said.append(str(error))
    faces = {card for change in changes for table in (change.before, change.after) for card in face_up(table)}
    hidden = set(cards) - faces - face_up(session.table)
    said += [repr(change) for change in changes[-3:]]
    said += [repr(session.table), json.dumps(session.table.as_dict()), session.verdict, repr(session.moves)]
    assert [] == [text for text in said for card in hidden if str(card) in text or repr(card) in text]
    found = reachable(session.table, session.moves, changes, session.history, session.settled)
    assert set() == hidden & {thing for thing in found if isinstance(thing, Card)}
    read = pickle.loads(pickle.dumps((session.table, changes[-2:])))
    assert set() == hidden & {thing for thing in reachable(read) if isinstance(thing, Card)}
