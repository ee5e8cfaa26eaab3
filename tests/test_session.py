"""Sessions: one play with undo, redo, automatic play and observers, as a history over values."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from functools import partial

import pytest
from attrs import field
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    DOWN,
    PACK,
    UP,
    AmbiguousMoveError,
    Card,
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
    PatienceError,
    Session,
    Shift,
    Shuffle,
    Step,
    StepError,
    Table,
    Turn,
    UnknownMoveError,
    frozen,
)
from patience_core.table import Position
from tests.games import GAMES, Ladder, Pairs, Round, Scripted, Steps
from tests.reference import cards_of, raised, reachable

KINDS = st.sampled_from(GAMES)
CHOSEN = st.lists(st.integers(0, 1_000), max_size=60)


@st.composite
def plays(draw: st.DrawFn) -> tuple[Game, Deal, list[int]]:
    """Draw a game, a deal as a permutation, and choices among the legal moves."""
    game = draw(KINDS)()
    if isinstance(game, Steps):
        game = Steps(pace="Run", back=draw(st.booleans()), goal=7)
    return game, Deal.of(draw(st.permutations(game.pack.cards)), game.pack), draw(CHOSEN)


def played(game: Game, deal: Deal, chosen: list[int]) -> Session:
    session = Session(game, deal)
    for number in chosen:
        if not session.moves:
            break
        session.play(session.moves[number % len(session.moves)])
    return session


def pairs() -> Session:
    return Session(Pairs(), Deal.numbered(10))


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


# Observers


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


def face_up(table: Table) -> set[Card]:
    return {card for pile in table.piles.values() for card in pile if isinstance(card, Card)}


# Automatic play


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
@pytest.mark.parametrize("player", ["first", "random"])
def test_the_same_deal_and_player_give_the_same_moves(kind: type[Game], player: str) -> None:
    game = kind()
    for number in range(5):
        deal = Deal.numbered(number, game.pack)
        one, other = Session(game, deal), Session(game, Deal.parse(deal.listing, game.pack))
        assert one.auto(player) == other.auto(player)
        assert one.history == other.history
        in_parts = Session(game, deal)
        while in_parts.auto(player, limit=3) == "limit" and len(in_parts.history) < len(one.history):
            pass
        assert one.history == in_parts.history[: len(one.history)]


def test_players_play_differently() -> None:
    plays = set[tuple[Move, ...]]()
    for player in ("first", "random", "last"):
        session = pairs()
        assert "over" == session.auto(player)
        plays.add(session.history)
    assert 3 == len(plays)


def test_automatic_play_stops_at_its_limit() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    assert ("limit", 5) == (session.auto(limit=5), len(session.history))
    assert ("limit", 5) == (session.auto(limit=0), len(session.history))
    assert ("limit", 5) == (session.auto(limit=-1), len(session.history))


def test_automatic_play_is_over_when_its_last_move_ends_the_game() -> None:
    deal = Deal.numbered(0, Steps.pack)
    for limit, stop in ((3, "limit"), (4, "over"), (5, "over")):
        assert stop == Session(Steps(), deal).auto(limit=limit)
    session = Session(Steps(), deal)
    session.auto()
    assert ("over", "over") == (session.auto(), session.auto(limit=0))


def test_automatic_play_that_goes_round_for_ever_stops_at_the_first_table_that_comes_again() -> None:
    session = Session(Round(), Deal.numbered(9, Round.pack))
    assert "repeated" == session.auto()
    assert ["turn"] * 4 + ["gather"] == [move.text for move in session.history]
    assert 4 == session.table.count("turned")
    assert Outcome.IN_PLAY is session.outcome


@frozen
class Tallied(Round):
    """The same, but its rules are said to read the count."""

    id = "tallied"
    tallies = frozenset()


@frozen
class Bounded(Round):
    """The same, but said to end."""

    id = "bounded"
    longest = 100


@frozen
class Chosen(Round):
    """The same, but said to offer choices."""

    id = "chosen"
    choices = True


@pytest.mark.parametrize("game", [Tallied(), Bounded(), Chosen()], ids=lambda game: game.id)
def test_automatic_play_does_not_stop_where_a_table_does_not_come_again_for_good(game: Game) -> None:
    session = Session(game, Deal.numbered(9, Round.pack))
    assert ("limit", 50) == (session.auto(limit=50), len(session.history))


# What has been seen


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
    tops = {session.table[name][-2].slot for name in one.text + other.text}  # what the two moves turn up
    session.play(one)
    session.undo()
    session.play(other)
    assert set(range(44, 52)) | tops == session.seen


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
