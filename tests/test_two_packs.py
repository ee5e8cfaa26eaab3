"""Two packs and a shuffle in mid play: undo, redo and replay stay exact, and nothing tells where a card went."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    DOWN,
    Back,
    Card,
    Count,
    Deal,
    IllegalMoveError,
    Move,
    Record,
    Session,
    Shift,
    Shuffle,
    Table,
    Turn,
)
from patience_core.conformance import Profile, check
from patience_core.engine import find_move
from tests.building_games import Tide, find_game
from tests.building_reference import laid
from tests.plays import face_up
from tests.reference import cards_of, raised, reachable, shuffled

TIDE: Final = Tide()
SIZE: Final = len(Tide.pack)
DEALS = st.permutations(Tide.pack.cards).map(lambda cards: Deal.of(cards, Tide.pack))
CHOSEN = st.lists(st.integers(0, 1_000), min_size=24, max_size=40)
"""Enough to draw the stock of fourteen cards and to shuffle, and often to shuffle again."""


def go_on(session: Session, chosen: list[int]) -> None:
    """Play on, drawing about every other time, so that the waste comes to be shuffled."""
    for number in chosen:
        moves = session.moves
        if moves:
            session.play(moves[-1] if number % 2 else moves[number // 2 % len(moves)])


def played(deal: Deal, chosen: list[int]) -> Session:
    session = Session(TIDE, deal)
    go_on(session, chosen)
    return session


def shuffles(session: Session) -> int:
    return [move.text for move in session.history].count("redeal")


def seen(table: Table) -> str:
    """Return all that is printed of a table."""
    return f"{json.dumps(table.as_dict())} {table!r} {table.face_down}"


# Exact


def test_a_redeal_that_shuffles_is_one_move() -> None:
    session = Session(TIDE, Deal.numbered(1, Tide.pack))
    while "redeal" not in map(str, session.moves):
        session.play("draw")
    steps = Shift("waste", "stock", ALL, face=DOWN, reverse=True), Count("redeals"), Shuffle("stock")
    assert Move("redeal", *steps) == session.play("redeal")
    assert (14, 0) == (len(session.table["stock"]), len(session.table["waste"]))


@given(DEALS, CHOSEN)
def test_undo_and_redo_pass_the_same_positions_shuffles_and_all(deal: Deal, chosen: list[int]) -> None:
    session = Session(TIDE, deal)
    positions, cards = [session.position], [cards_of(session.position)]
    for number in chosen:
        go_on(session, [number])
        positions.append(session.position)
        cards.append(cards_of(session.position))
    made = len(session.history)
    positions, cards = positions[: made + 1], cards[: made + 1]
    for place in reversed(range(made)):
        session.undo()
        assert positions[place] == session.position
        assert cards[place] == cards_of(session.position)
    for place in range(1, made + 1):
        session.redo()
        assert positions[place] == session.position
        assert cards[place] == cards_of(session.position)


@given(DEALS, CHOSEN, CHOSEN)
def test_another_line_of_play_leaves_no_trace_in_the_first(deal: Deal, chosen: list[int], other: list[int]) -> None:
    session = played(deal, chosen)
    before, moves = session.position, session.moves
    made = len(session.history)
    go_on(session, other)
    while len(session.history) > made:
        session.undo()
    assert (before, moves) == (session.position, session.moves)
    go_on(session, other)
    assert played(deal, chosen + other).position == session.position


@given(DEALS, CHOSEN)
def test_a_play_comes_out_alike_from_its_record_and_from_the_text_of_its_deal(deal: Deal, chosen: list[int]) -> None:
    session = played(deal, chosen)
    record = session.record()
    replayed = Session.replay(Record.from_json(record.to_json()), find_game)
    read = played(Deal.parse(deal.listing, Tide.pack), chosen)
    for again in (replayed, read):
        assert session.position == again.position
        assert cards_of(session.position) == cards_of(again.position)
    assert record == replayed.record()


@given(DEALS, CHOSEN)
def test_the_waste_is_shuffled_as_the_page_on_deal_numbers_says(deal: Deal, chosen: list[int]) -> None:
    session = Session(TIDE, deal)
    for number in chosen:
        before = cards_of(session.position)["waste"]
        made = shuffles(session)
        go_on(session, [number])
        if shuffles(session) > made:
            # The waste is turned over: what lay at its bottom is at the top of what is shuffled.
            expected = shuffled(before, deal.key, made)
            assert expected == cards_of(session.position)["stock"][::-1]


@given(DEALS, CHOSEN)
def test_an_exposed_card_turns_up_with_the_move_that_exposes_it(deal: Deal, chosen: list[int]) -> None:
    session = Session(TIDE, deal)
    assert tuple(Turn(name) for name in "123") == session.settled
    for number in chosen:
        go_on(session, [number])
        assert all(session.table[name][-1].face_up for name in "123" if session.table[name])


# Told by nothing


@given(DEALS, CHOSEN, st.data())
def test_cards_not_seen_so_far_may_be_any(deal: Deal, chosen: list[int], data: st.DataObject) -> None:
    session = played(deal, chosen)
    while shuffles(session) > 1 or (shuffles(session) and session.history[-1].text != "redeal"):
        session.undo()  # back to where no shuffled card has come to be seen: where these lie depends on the whole deal
    line = session.history
    fresh = Session(TIDE, deal)
    tables = [fresh.table]
    for move in line:
        fresh.play(move)
        tables.append(fresh.table)
    unseen = sorted(set(range(SIZE)) - fresh.seen)
    cards = list(deal.cards)
    others = data.draw(st.permutations([deal.cards[slot] for slot in unseen]))
    for slot, card in zip(unseen, others, strict=True):
        cards[slot] = card
    twin = Session(TIDE, Deal.of(cards, Tide.pack))
    assert seen(tables[0]) == seen(twin.table)
    for table, move in zip(tables[1:], line, strict=True):
        twin.play(move.text)
        assert seen(table) == seen(twin.table)


@given(DEALS, DEALS, st.integers(0, 2))
def test_new_slots_are_the_same_whatever_the_cards_are(one: Deal, other: Deal, times: int) -> None:
    tables: list[Table] = []
    for deal in (one, other):
        session = Session(TIDE, deal)
        for _ in range(times):
            for _ in range(14):
                session.play("draw")
            session.play("redeal")
        tables.append(session.table)
    stock = tables[0]["stock"]
    assert stock == tables[1]["stock"]
    first = SIZE + 14 * (times - 1) if times else 6
    assert [Back(slot) for slot in range(first, first + 14)] == list(reversed(stock))
    assert [str(card) for card in stock] == tables[1].as_dict()["piles"]["stock"]


@given(DEALS, CHOSEN)
def test_old_slots_never_come_back(deal: Deal, chosen: list[int]) -> None:
    session = Session(TIDE, deal)
    gone: set[int] = set()
    backs: set[int] = set(range(SIZE))
    highest = SIZE - 1
    for number in chosen:
        before = shuffles(session)
        go_on(session, [number])
        now = {card.slot for pile in session.table.piles.values() for card in pile if isinstance(card, Back)}
        gone |= backs - now
        assert not gone & now
        fresh = sorted(now - backs)
        assert (fresh != []) == (shuffles(session) > before)
        assert list(range(highest + 1, highest + 1 + len(fresh))) == fresh
        assert not fresh or fresh == [int(str(card)[1:]) for card in reversed(session.table["stock"])]
        highest += len(fresh)
        backs = now


@given(DEALS, CHOSEN)
def test_from_a_table_only_the_cards_that_lie_face_up_can_be_reached(deal: Deal, chosen: list[int]) -> None:
    session = played(deal, chosen)
    table = session.table
    for made in (table, copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert table == made
        assert seen(table) == seen(made)
        assert face_up(table) == {thing for thing in reachable(made) if isinstance(thing, Card)}


@given(DEALS, CHOSEN, st.integers(0, SIZE // 2 - 1))
def test_exchanging_the_two_copies_of_a_card_in_the_deal_changes_nothing(
    deal: Deal, chosen: list[int], which: int
) -> None:
    card = Tide.pack.cards[which]
    other = Card(card.rank, card.suit, 1)
    exchanged = [{card: other, other: card}.get(each, each) for each in deal.cards]
    again = Deal.of(exchanged, Tide.pack)
    assert (deal, deal.key) == (again, again.key)
    session, twin = Session(TIDE, deal), Session(TIDE, again)
    for number in chosen:
        go_on(session, [number])
        go_on(twin, [number])
        assert session.position == twin.position
        assert session.moves == twin.moves


@given(DEALS)
def test_which_copy_a_card_is_makes_no_difference_to_the_moves(deal: Deal) -> None:
    session = played(deal, list(range(1, 60, 2)))
    piles = {
        name: [Card(card.rank, card.suit, 1 - card.copy) if isinstance(card, Card) else card for card in pile]
        for name, pile in session.table.piles.items()
    }
    exchanged = Table.of(piles, session.table.counts)
    assert list(TIDE.moves(session.table)) == list(TIDE.moves(exchanged))
    assert list(TIDE.safe_moves(session.table)) == list(TIDE.safe_moves(exchanged))
    assert TIDE.hint(session.table) == TIDE.hint(exchanged)


# Typed moves


@pytest.mark.parametrize(
    ("piles", "said", "move"),
    [
        ({"1": "5C 4H", "2": "5C", "waste": "4H"}, "4h 5c", "waste 2"),
        ({"1": "5C 2H", "2": "5C", "waste": "4H"}, "4h 5c", "waste 2"),
        ({"2": "5C", "3": "3C 4H", "f3": "AH 2H 3H 4H"}, "4h 5c", "3 2"),
        ({"1": "2H 5C", "2": "3H", "waste": "5C 4H"}, "4h 5c", "waste 1"),
        ({"f1": "AC 2C", "1": "AH 2C", "f2": "AC"}, "2c up", "1 f2"),
        ({"1": "4H 3C", "2": "4H 3C 2H", "3": "5C"}, "4h 5c", "1 3 2"),
    ],
    ids=str,
)
def test_of_equal_cards_the_one_is_meant_that_may_be_moved(piles: dict[str, str], said: str, move: str) -> None:
    table = laid(TIDE, piles)
    assert move == find_move(TIDE, table, TIDE.legal_moves(table), said).text


def test_where_none_of_equal_cards_may_be_moved_it_is_said_of_one_of_them() -> None:
    table = laid(TIDE, {"1": "5C", "2": "2H", "waste": "5C 2H"})
    sentence = "'2h 5c' is not legal here: a column builds down in alternating colours: 2H needs a black 3."
    assert sentence == raised(IllegalMoveError, lambda: find_move(TIDE, table, TIDE.legal_moves(table), "2h 5c"))


# The kit


def test_a_game_of_two_packs_that_shuffles_conforms() -> None:
    report = check(TIDE, profile=Profile("brief", plays=10, moves=300, longest=150, odds=1))
    assert report.ok, str(report)
