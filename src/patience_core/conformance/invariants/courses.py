"""The course of a play: cards conserved, undo and redo, and the same course again from a record or a listing."""

from __future__ import annotations

from typing import Any, Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.invariants.dealing import whole_pack
from patience_core.conformance.play import Play
from patience_core.conformance.trials import Trial, told_of
from patience_core.deals import Deal
from patience_core.errors import HistoryError
from patience_core.records import Record
from patience_core.session import Change, Session
from patience_core.table import Table


def state(session: Session) -> dict[str, Any]:
    """Return all that a session shows and hides, as values to compare."""
    return {
        "table": session.position,
        "legal moves": session.game.legal_moves(session.table),
        "legal moves of the session": session.moves,
        **told_of(session),
    }


def same_state(trial: Trial, expected: dict[str, Any], came: dict[str, Any], when: str) -> None:
    """Fail unless a session shows the same as it did before."""
    for part, one in expected.items():
        other = came[part]
        if one != other and part == "table":
            trial.fail(f"the same table {when}", "another one", one.table, other.table)
        if one != other:
            trial.fail(f"the same {part} {when}", repr(other))


def _conservation(trial: Trial) -> None:
    for session in trial.walk():
        state(session)  # whatever the game is asked, it throws no card away
        whole_pack(trial, session.position)


def _undo(trial: Trial) -> None:
    session = trial.begin()
    states = [state(session)]
    for pick in trial.play.picks:
        if not session.moves:
            break
        trial.step(session, pick)
        states.append(state(session))
        _undone(trial, session, states[-2], "after the last move has been undone")
        _redone(trial, session, states[-1], "after it has been redone")
    for before in reversed(states[:-1]):
        _undone(trial, session, before, "after undo")
    trial.must(not session.can_undo, "nothing to undo at the start", "can_undo is True")
    try:
        session.undo()
    except HistoryError:
        pass
    else:
        trial.fail("undo is refused at the start", "it was done")
    for after in states[1:]:
        _redone(trial, session, after, "after redo")
    trial.must(not session.can_redo, "nothing to redo at the end", "can_redo is True")


def _undone(trial: Trial, session: Session, expected: dict[str, Any], when: str) -> None:
    trial.must(session.can_undo, "can_undo, since a move was played", "False")
    session.undo()
    trial.counts["undos"] += 1
    same_state(trial, expected, state(session), when)


def _redone(trial: Trial, session: Session, expected: dict[str, Any], when: str) -> None:
    trial.must(session.can_redo, "can_redo, since a move was undone", "False")
    session.redo()
    trial.counts["redos"] += 1
    same_state(trial, expected, state(session), when)


def _again(trial: Trial) -> None:
    play = trial.play
    states = [state(session) for session in trial.walk()]
    between = Play(play.game, Deal.numbered(play.twist, play.deal.pack), play.picks[:50])
    for session in between.through(Session(play.game, between.deal)):
        state(session)  # a game may keep whatever it is asked
    for number, session in enumerate(trial.walk()):
        same_state(trial, states[number], state(session), "when the deal is played again after another one")
    trial.counts["again"] += 1


def _record(trial: Trial) -> None:
    session = trial.play_out()
    record = session.record()
    text = record.to_json()
    read = Record.from_json(text)
    trial.must(read == record, "an equal record when it is read back", repr(read))
    trial.equal("the text of a record that was read back", text, read.to_json())
    replayed = Session.replay(read, lambda _name: type(trial.game))
    trial.counts["records"] += 1
    trial.must(replayed.game == trial.game, "the same options", repr(replayed.game))
    trial.equal("the moves replayed", [move.text for move in session.history], [move.text for move in replayed.history])
    _same_course(trial, session, replayed, "when the record is replayed")


def _same_course(trial: Trial, session: Session, other: Session, when: str) -> None:
    """Fail unless two sessions have gone through the same positions; both are led back to the start."""
    while True:
        if session.position != other.position:
            trial.fail(f"the same table {when}", "another one", session.table, other.table)
        if not session.can_undo:
            return
        session.undo()
        other.undo()


def _deal_text(trial: Trial) -> None:
    deal = trial.play.deal
    session = trial.play_out()
    listing = deal.listing
    backwards = " ".join(reversed(listing.split()))
    for how, read in (
        ("read from its listing", Deal.parse(listing, deal.pack)),
        ("read from lower case, a card a line", Deal.parse(listing.lower().replace(" ", "\n"), deal.pack)),
        ("listed last-dealt first", Deal.parse(backwards, deal.pack, listed="last-dealt")),
    ):
        trial.must(read == deal and read.key == deal.key, f"the same deal when it is {how}", read.listing)
        trial.counts["listings"] += 1
    other = Session(trial.game, Deal.parse(listing, deal.pack))
    for move in session.history:
        other.play(move)
    _same_course(trial, session, other, "when the deal is read from its listing")


def _observers(trial: Trial) -> None:
    told: list[Change] = []
    session = trial.begin([told.append])
    for pick in trial.play.picks:
        if not session.moves:
            break
        before = session.position
        trial.step(session, pick)
        change = _told(trial, told, "play", before.table, session.table)
        made = before.after(change.steps) == session.position
        trial.must(made, "the steps that were really made told to observers", repr(change.steps))
    while session.can_undo:
        table = session.table
        session.undo()
        _told(trial, told, "undo", table, session.table)


def _told(trial: Trial, told: list[Change], kind: str, before: Table, after: Table) -> Change:
    """Return the one change that observers were told of; fail unless it is that one."""
    trial.equal("how many changes observers were told of", 1, len(told))
    change = told.pop()
    trial.equal("the kind of change that observers were told of", kind, change.kind)
    same = before == change.before and after == change.after
    trial.must(same, f"the tables before and after the {kind} told to observers", "other tables")
    trial.counts["changes"] += 1
    return change


CHECKS: Final = (
    Check(
        "conservation",
        since="0.1",
        statement="Every card of the pack lies on the table exactly once, after every move.",
        advice="Only the engine moves cards, so this is a fault of the engine, unless the game changes a table.",
        look=_conservation,
        least={"plays": 10},
    ),
    Check(
        "undo",
        since="0.1",
        statement="Undo leads from every point back to the start, and redo forward again, through equal positions.",
        advice="Let outcome(), score() and verdict() read nothing but the table and the options.",
        look=_undo,
        least={"undos": 10, "redos": 10},
        unless={"undos": "no play had a move"},
    ),
    Check(
        "again",
        since="0.1",
        statement="A deal that is played again after another one takes the same course.",
        advice="Keep nothing from one play to the next: no attribute of the class, no global, no cache by identity.",
        look=_again,
        least={"again": 10},
    ),
    Check(
        "observers",
        since="0.1",
        statement="Observers are told of every move and every undo, with the steps and the tables before and after.",
        advice="The session tells them, so this is a fault of the engine.",
        look=_observers,
        least={"changes": 10},
        unless={"changes": "no play had a move"},
    ),
    Check(
        "record",
        since="0.1",
        statement="A record that is saved, loaded and replayed gives the same course.",
        advice="Texts of moves must name them in full, and options must be read back from their own values.",
        look=_record,
        least={"records": 10},
    ),
    Check(
        "deal-text",
        since="0.1",
        statement="A deal written as a listing and read back gives the same course.",
        advice="This is a fault of the engine, unless the game looks at more than the table.",
        look=_deal_text,
        least={"listings": 30},
    ),
)
