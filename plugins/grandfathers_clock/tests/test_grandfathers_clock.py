"""Grandfather's Clock: the ring of first cards, what each foundation and each column takes, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience_core import (
    FRENCH_52,
    RANKS,
    Card,
    Deal,
    IllegalMoveError,
    Move,
    OptionError,
    Outcome,
    Session,
    Stream,
    Table,
)
from patience_grandfathers_clock import COLUMNS, HOURS, GrandfathersClock

GAME = GrandfathersClock()

FIRST_CARDS = {
    "HSDC": "5 2H, 6 3S, 7 4D, 8 5C, 9 6H, 10 7S, 11 8D, 12 9C, 1 TH, 2 JS, 3 QD, 4 KC",
    "SHCD": "5 2S, 6 3H, 7 4C, 8 5D, 9 6S, 10 7H, 11 8C, 12 9D, 1 TS, 2 JH, 3 QC, 4 KD",
}
"""The hours, and the card that begins each, as the rules list them."""

COMPLETE = {
    "5": "2H 3H 4H 5H",
    "6": "3S 4S 5S 6S",
    "7": "4D 5D 6D 7D",
    "8": "5C 6C 7C 8C",
    "9": "6H 7H 8H 9H",
    "10": "7S 8S 9S TS",
    "11": "8D 9D TD JD",
    "12": "9C TC JC QC",
    "1": "TH JH QH KH AH",
    "2": "JS QS KS AS 2S",
    "3": "QD KD AD 2D 3D",
    "4": "KC AC 2C 3C 4C",
}
"""What lies on the foundations when all is done."""

numbers = st.integers(0, 2**63 - 1)
orders = st.sampled_from(tuple(FIRST_CARDS))


def firsts(order: str) -> dict[str, str]:
    """Return the first card of each hour."""
    return dict(pair.split() for pair in FIRST_CARDS[order].split(", "))


def lay(piles: Mapping[str, str]) -> Table:
    """Make a table: the foundations as they begin, but for those given, and the columns given."""
    return Table.of(
        {**dict.fromkeys(COLUMNS, ()), **{name: cards.split() for name, cards in {**START, **piles}.items()}}
    )


START = {hour: firsts("HSDC")[hour] for hour in HOURS}


def texts(table: Table) -> list[str]:
    return [move.text for move in GAME.moves(table)]


def arranged(dealt: str) -> Deal:
    """Make a deal in which these cards come first into the columns, row by row, and the others after them."""
    named = [Card.parse(word) for word in dealt.split()]
    ring = [Card.parse(word) for word in START.values()]
    return Deal.of([*named, *(card for card in FRENCH_52.cards if card not in named and card not in ring), *ring])


def played(number: int, order: str, moves: int) -> Session:
    """Play a deal at random for so many moves."""
    session = Session(GrandfathersClock(suits=order), Deal.numbered(number))
    session.auto("random", limit=moves)
    return session


def ruled(table: Table) -> set[str]:
    """Return the legal moves by the rules as people tell them."""
    found: set[str] = set()
    for column in COLUMNS:
        for card in table[column][-1:]:
            for hour in HOURS:
                top = table[hour][-1]
                done = top.rank == int(hour)
                if not done and card.suit == top.suit and card.rank == top.rank % 13 + 1:
                    found.add(f"{column} {hour}")
            for other in COLUMNS:
                if other != column and (not table[other] or table[other][-1].rank == card.rank + 1):
                    found.add(f"{column} {other}")
    return found


@given(numbers, orders)
def test_the_twelve_first_cards_lie_at_their_hours_whatever_the_deal(number: int, order: str) -> None:
    table = Session(GrandfathersClock(suits=order), Deal.numbered(number)).table
    assert firsts(order) == {hour: " ".join(map(str, table[hour])) for hour in HOURS}


def test_the_first_cards_go_round_from_the_two_of_hearts_at_five_unless_the_suits_are_turned() -> None:
    assert GAME == GrandfathersClock(suits="HSDC")
    assert "2H" == str(Session(GAME, Deal.numbered(0)).table["5"][0])
    with pytest.raises(OptionError):
        GrandfathersClock(suits="CDHS")


@given(numbers, orders)
def test_the_other_forty_cards_are_dealt_face_up_row_by_row_to_eight_columns(number: int, order: str) -> None:
    deal = Deal.numbered(number)
    table = Session(GrandfathersClock(suits=order), deal).table
    rest = tuple(card for card in deal.cards if str(card) not in firsts(order).values())
    assert (40, 0) == (len(rest), table.face_down)
    assert [rest[place::8] for place in range(8)] == [table[column] for column in COLUMNS]


@pytest.mark.parametrize("hour", HOURS)
def test_a_foundation_takes_exactly_the_cards_up_to_its_hour(hour: str) -> None:
    cards = COMPLETE[hour].split()
    assert (RANKS[int(hour) - 1], START[hour]) == (cards[-1][0], cards[0])
    for up in range(1, len(cards)):
        others = [card for card in map(str, FRENCH_52.cards) if card not in cards[:up]]
        taken = [card for card in others if f"a {hour}" in texts(lay({hour: " ".join(cards[:up]), "a": card}))]
        assert cards[up : up + 1] == taken
    for card in map(str, FRENCH_52.cards):
        assert f"a {hour}" not in texts(lay({hour: COMPLETE[hour], "a": card}))


def test_the_complete_foundations_hold_the_pack_between_them() -> None:
    assert sorted(map(str, FRENCH_52.cards)) == sorted(" ".join(COMPLETE.values()).split())


@given(numbers, orders, st.integers(0, 120))
def test_the_legal_moves_are_those_of_the_rules(number: int, order: str, moves: int) -> None:
    session = played(number, order, moves)
    legal = [move.text for move in session.game.moves(session.table)]
    assert ruled(session.table) == set(legal)
    assert len(set(legal)) == len(legal)


@settings(max_examples=25)  # it tries every pair of piles
@given(numbers, st.integers(0, 120))
def test_a_move_is_refused_with_a_reason_exactly_when_it_is_not_legal(number: int, moves: int) -> None:
    table = played(number, "HSDC", moves).table
    legal = texts(table)
    for src in (*HOURS, *COLUMNS):
        for dst in (*HOURS, *COLUMNS):
            for text in (f"{src} {dst}", f"{src} {dst} 2"):
                why = GAME.why_not(table, text)
                assert (text in legal) is (why is None)
                assert why is None or why.endswith(".")


@given(numbers, orders, st.integers(0, 120))
def test_cards_are_neither_lost_nor_doubled_and_foundations_stay_in_order(number: int, order: str, moves: int) -> None:
    session = played(number, order, moves)
    everything = [str(card) for pile in session.table.piles.values() for card in pile]
    assert sorted(map(str, FRENCH_52.cards)) == sorted(everything)
    for hour, first in firsts(order).items():
        start = RANKS.index(first[0])
        upwards = (RANKS[start:] + RANKS)[: len(session.table[hour])]
        assert [rank + first[1] for rank in upwards] == list(map(str, session.table[hour]))
        assert upwards.find(RANKS[int(hour) - 1]) in (-1, len(upwards) - 1)


@given(numbers, st.integers(0, 60))
def test_turning_the_suits_of_deal_and_first_cards_together_changes_nothing(number: int, moves: int) -> None:
    turned = str.maketrans("HSDC", "SHCD")
    one = played(number, "HSDC", moves)
    other = Session(GrandfathersClock(suits="SHCD"), Deal.parse(one.deal.listing.translate(turned)))
    for move in one.history:
        other.play(move)
    assert [move.text for move in one.moves] == [move.text for move in other.moves]
    assert str(one.table.as_dict()["piles"].values()).translate(turned) == str(other.table.as_dict()["piles"].values())


def test_one_card_moves_at_a_time_to_a_card_one_rank_higher_of_any_suit() -> None:
    table = lay({"a": "9D 8C 7C", "b": "8C", "c": "8D", "d": "8H", "e": "8S", "f": "9H", "g": "TH", "h": "6H"})
    assert ["a b", "a c", "a d", "a e"] == [text for text in texts(table) if text.startswith("a ")]


def test_the_columns_do_not_go_round_the_corner() -> None:
    assert [] == texts(lay({"a": "KH", "b": "KS", "c": "AH", "d": "AS", "e": "KH", "f": "AH", "g": "KS", "h": "KS"}))


@pytest.mark.parametrize("card", FRENCH_52.cards, ids=str)
def test_any_card_may_go_to_an_empty_column(card: Card) -> None:
    assert {"a b", "a c", "a d", "a e", "a f", "a g", "a h"} <= set(texts(lay({"a": str(card)})))


def test_no_card_comes_back_from_a_foundation() -> None:
    table = lay({"5": "2H 3H", "a": "4C"})
    assert not [text for text in texts(table) if text.split()[0] in HOURS]
    assert "a card that lies on a foundation stays there." == GAME.why_not(table, "5 a")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a b", "a column builds down regardless of suit: 7C needs an 8."),
        ("a 5", "a foundation builds up in suit, around the corner: 7C needs 6C."),
        ("a 6", "foundation 6 is complete."),
        ("a d 2", "cards are taken from column a one at a time."),
        ("c a", "column c is empty."),
        ("a a", "it lies there."),
        ("6 c", "a card that lies on a foundation stays there."),
    ],
)
def test_a_refusal_says_why(text: str, why: str) -> None:
    table = lay({"6": COMPLETE["6"], "a": "9D 8C 7C", "b": "TH", "d": "9H"})
    assert why == GAME.why_not(table, text)


def test_an_ace_can_be_laid_on_a_two_and_nothing_on_an_ace() -> None:
    assert "a b" in texts(lay({"a": "AC", "b": "2D"}))
    why = GAME.why_not(lay({"a": "KC", "b": "AD"}), "a b")
    assert "a column builds down regardless of suit: KC can be laid on no card." == why


@pytest.mark.parametrize("hour", HOURS)
def test_it_is_won_when_the_last_foundation_shows_its_hour_and_not_before(hour: str) -> None:
    *under, last = COMPLETE[hour].split()
    before = lay(COMPLETE | {hour: " ".join(under), "h": last})
    assert (False, Outcome.IN_PLAY) == (GAME.won(before), GAME.outcome(before))
    assert f"h {hour}" == texts(before)[0]
    after = lay(COMPLETE)
    assert (Outcome.WON, 1, ()) == (GAME.outcome(after), GAME.score(after), GAME.legal_moves(after))


EASY = arranged(
    "4C 3D 2S AH 3C 2D AS KH QC JD TS 9H 8C 7D 6S 5H 2C AD KS QH "
    "JC TD 9S 8H 7C 6D 5S 4H AC KD QS JH TC 9D 8S 7H 6C 5D 4S 3H"
)
"""A deal that needs no thought: the columns give their cards in the order in which the foundations take them."""


def test_a_win_by_foundation_moves_alone_takes_forty_moves_and_can_be_taken_back() -> None:
    session = Session(GAME, EASY)
    while session.moves:
        session.play(session.moves[0])
    assert (40, Outcome.WON, 1, "Won.") == (len(session.history), session.outcome, session.score, session.verdict)
    assert COMPLETE == {hour: " ".join(map(str, session.table[hour])) for hour in HOURS}
    with pytest.raises(IllegalMoveError):
        session.play("a b")
    session.undo()
    assert (Outcome.IN_PLAY, 0) == (session.outcome, session.score)
    session.redo()
    assert (Outcome.WON, ()) == (session.outcome, session.moves)


def test_it_is_lost_when_no_card_can_move() -> None:
    stuck = lay(dict(zip(COLUMNS, ("KH", "AH KS", "JC", "JD", "TS 9S", "9H", "7C", "7D"), strict=True)))
    assert ([], Outcome.LOST, "Lost.") == (texts(stuck), GAME.outcome(stuck), GAME.verdict(stuck))


@given(numbers, orders, st.integers(0, 200))
def test_a_card_goes_up_safely_exactly_when_all_cards_one_rank_lower_are_up(
    number: int, order: str, moves: int
) -> None:
    session = played(number, order, moves)
    table = session.table
    up = {str(card) for hour in HOURS for card in table[hour]}
    safe: set[str] = set()
    for move in session.moves:
        column, to = move.text.split()
        rank = table[column][-1].rank
        if to in HOURS and (rank == 1 or {RANKS[rank - 2] + suit for suit in "CDHS"} <= up):
            safe.add(move.text)
    assert safe == {move.text for move in session.game.safe_moves(table)}


def ups_first(moves: tuple[Move, ...], stream: Stream) -> Move:
    """Choose any move that brings a card up, or else any."""
    among = [move for move in moves if move.text.split()[1] in HOURS] or moves
    return among[stream.below(len(among))]


def wins(number: int, tries: int) -> bool:
    """Tell whether one of so many random plays wins the deal."""
    session = Session(GAME, Deal.numbered(number))
    stream = Stream(number)
    for _ in range(tries):
        while session.moves and len(session.history) < 120:
            session.play(ups_first(session.moves, stream))
        if session.outcome is Outcome.WON:
            return True
        while session.can_undo:
            session.undo()
    return False


def test_nearly_every_deal_can_be_won() -> None:
    # Nineteen of twenty at least, as a walk at random tells; no walk tells that a deal cannot be won.
    assert 38 <= sum(wins(number, tries=30) for number in range(1, 41))
