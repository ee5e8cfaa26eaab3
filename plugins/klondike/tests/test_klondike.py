"""Klondike: the deal, the stock, columns and foundations, the three ways to count, and the safe moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience_core import (
    FRENCH_52,
    RANKS,
    Back,
    Card,
    Change,
    Deal,
    IllegalMoveError,
    OptionError,
    Outcome,
    Pile,
    Session,
    Shift,
    Table,
    Turn,
)
from patience_klondike import COLUMNS, FOUNDATIONS, STOCK, WASTE, Klondike

SUITS_UP = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
PASSES = {"none": 0, "1": 1, "2": 2, "unlimited": 10**6}
COUNTINGS = ("cards", "standard", "vegas")

# Made once each, since a game prepares its moves.
GAMES = {
    (draw, redeals, counting): Klondike(draw=draw, redeals=redeals, counting=counting)
    for draw, redeals, counting in product((1, 3), PASSES, COUNTINGS)
}
GAME = GAMES[1, "unlimited", "cards"]
BY_DRAW = {draw: GAMES[draw, "unlimited", "cards"] for draw in (1, 3)}
STANDARD = {draw: GAMES[draw, "unlimited", "standard"] for draw in (1, 3)}

numbers = st.integers(0, 2**63 - 1)
games = st.sampled_from(tuple(GAMES.values()))
lengths = st.integers(0, 100)


def lay(piles: Mapping[str, str], counts: Mapping[str, int] | None = None) -> Table:
    """Make a table of the piles given; the others are empty."""
    return Table.of({name: piles.get(name, "").split() for name in GAME.layout.piles}, counts)


def texts(table: Table, game: Klondike = GAME) -> list[str]:
    return [move.text for move in game.moves(table)]


def written(pile: Pile) -> str:
    return " ".join(map(str, pile))


def arranged(columns: Sequence[str], stock: str = "") -> Deal:
    """Make a deal of these columns, the lowest card first, and this stock, the card drawn first being first.

    Where a place holds "-", or the stock ends, come the cards not named.
    """
    rows = [column.split() for column in columns]
    assert [1, 2, 3, 4, 5, 6, 7] == [len(row) for row in rows]
    dealt = [rows[column][row] for row in range(7) for column in range(row, 7)] + stock.split()
    others = iter([card for card in map(str, FRENCH_52.cards) if card not in dealt])
    return Deal.parse(" ".join([*(next(others) if card == "-" else card for card in dealt), *others]))


def played(game: Klondike, deal: Deal, moves: int) -> Session:
    """Play a deal at random for so many moves."""
    session = Session(game, deal)
    session.auto("random", limit=moves)
    return session


# All cards in the order in which they go up: the columns give the first 28, one column after the other.
RISING = [rank + suit for rank in RANKS for suit in "CDHS"]
RISING_COLUMNS = [" ".join(reversed(RISING[size * (size - 1) // 2 : size * (size + 1) // 2])) for size in range(1, 8)]
EASY = arranged(RISING_COLUMNS, " ".join(RISING[28:]))
"""A deal that needs no thought."""

KINGS_FIRST = arranged(RISING_COLUMNS, "KC KD KH KS QD QC QS QH JC JD JH JS TD TC TS TH 9C 9D 9H 9S 8D 8C 8S 8H")
"""The columns of the same deal; the cards of the stock can be built on one another in four columns."""

ANY = ["-", "- -", "- - -", "- - - -", "- - - - -", "- - - - - -", "- - - - - - -"]


def nearly_easy(swaps: Iterable[tuple[int, int]]) -> Deal:
    """Return the easy deal with some pairs of cards exchanged, so that many go up."""
    cards = list(EASY.cards)
    for one, other in swaps:
        cards[one], cards[other] = cards[other], cards[one]
    return Deal.of(cards)


places = st.integers(0, 51)
deals = st.lists(st.tuples(places, places), max_size=10).map(nearly_easy) | numbers.map(Deal.numbered)

SCORED = arranged(["AS", "- 2S", "- - TS", "- - - 3H", "- - - - 8C", *ANY[5:]], "9H")


def hidden_in_columns(table: Table) -> int:
    return sum(not card.face_up for column in COLUMNS for card in table[column])


def on_foundations(table: Table) -> int:
    return sum(len(table[name]) for name in FOUNDATIONS)


def lies_on(card: Card | Back, below: Card | Back) -> bool:
    """Tell whether a card may lie on another in a column, as people say it."""
    return below.rank == card.rank + 1 and (below.suit in "DH") is not (card.suit in "DH")


def shown(pile: Pile) -> list[Card]:
    return [card for card in pile if isinstance(card, Card)]


def ruled(table: Table, redeals: int) -> set[str]:
    """Return the legal moves by the rules as people tell them."""
    found: set[str] = set()
    for src in (WASTE, *COLUMNS, *FOUNDATIONS):
        cards = shown(table[src])
        longest = len(cards) if src in COLUMNS else min(1, len(cards))
        for count in range(1, longest + 1):
            lowest, above = cards[-count], cards[len(cards) - count :]
            if not all(lies_on(upper, lower) for lower, upper in pairwise(above)):
                continue
            for dst in COLUMNS:
                takes = lies_on(lowest, table[dst][-1]) if table[dst] else lowest.rank == 13
                if dst != src and takes:
                    found.add(f"{src} {dst}" if count == 1 else f"{src} {dst} {count}")
            for dst, suit in SUITS_UP.items():
                if count == 1 and src not in FOUNDATIONS and lowest.suit == suit and lowest.rank == len(table[dst]) + 1:
                    found.add(f"{src} {dst}")
    if table[STOCK]:
        found.add("draw")
    elif table[WASTE] and table.count("redeals") < redeals:
        found.add("redeal")
    return found


# The deal.


@given(numbers)
def test_the_columns_are_dealt_row_by_row_and_only_the_last_card_of_each_lies_face_up(number: int) -> None:
    deal = Deal.numbered(number)
    table = Session(GAME, deal).table
    slots: dict[str, list[int]] = {column: [] for column in COLUMNS}
    slot = 0
    for row in range(7):
        for column in COLUMNS[row:]:
            slots[column].append(slot)
            slot += 1
    assert (28, [1, 2, 3, 4, 5, 6, 7]) == (slot, [len(table[column]) for column in COLUMNS])
    for column in COLUMNS:
        *under, last = slots[column]
        assert (*map(Back, under), deal.cards[last]) == table[column]


@given(numbers)
def test_the_other_24_cards_are_the_stock_and_the_next_one_dealt_is_drawn_first(number: int) -> None:
    deal = Deal.numbered(number)
    session = Session(GAME, deal)
    assert tuple(map(Back, range(51, 27, -1))) == session.table[STOCK]
    assert ((), 0) == (session.table[WASTE], on_foundations(session.table))
    session.play("draw")
    assert (deal.cards[28],) == session.table[WASTE]


def test_deal_0_is_a_deal_as_any_other() -> None:
    table = Session(GAME, Deal.numbered(0)).table
    assert "8D 2S 6H TH 4C 4S KS" == written(tuple(table[column][-1] for column in COLUMNS))


def test_it_is_played_drawing_one_without_a_bound_on_redeals_and_counting_cards_unless_chosen() -> None:
    assert GAME == Klondike()
    for options in ({"draw": 2}, {"redeals": "3"}, {"counting": "money"}):
        with pytest.raises(OptionError):
            Klondike.configured(options)


# The stock.


@given(numbers, st.sampled_from((1, 3)))
def test_cards_are_drawn_one_by_one_so_that_the_last_one_lies_on_top(number: int, draw: int) -> None:
    deal = Deal.numbered(number)
    session = Session(BY_DRAW[draw], deal)
    for drawn in range(draw, 25, draw):
        session.play("draw")
        assert deal.cards[28 : 28 + drawn] == session.table[WASTE]
        assert 24 - drawn == len(session.table[STOCK])


def test_fewer_than_three_are_drawn_where_no_more_are_left() -> None:
    session = Session(BY_DRAW[3], arranged(["AC", *ANY[1:]], "3D 4D 2C"))
    for text in ("1 clubs", "draw", "waste clubs", *["draw"] * 7, "redeal", *["draw"] * 7):
        session.play(text)
    assert (21, 2) == (len(session.table[WASTE]), len(session.table[STOCK]))
    session.play("draw")
    assert (23, 0) == (len(session.table[WASTE]), len(session.table[STOCK]))
    assert "3D 4D" == written(session.table[WASTE][:2])
    assert session.deal.cards[-1] == session.table[WASTE][-1]


def test_when_the_top_card_of_the_waste_has_gone_the_one_under_it_comes_next() -> None:
    session = Session(BY_DRAW[3], arranged(["2H", *ANY[1:]], "3C AC AH"))
    for text in ("draw", "waste hearts"):
        session.play(text)
    assert "waste clubs" in texts(session.table)
    session.play("waste clubs")
    assert "3C" == written(session.table[WASTE])


@given(numbers, st.sampled_from((1, 3)))
def test_after_a_redeal_the_cards_come_in_the_same_order_as_before(number: int, draw: int) -> None:
    session = Session(BY_DRAW[draw], Deal.numbered(number))
    orders: list[list[Pile]] = []
    for _ in range(3):
        orders.append([])
        while session.table[STOCK]:
            session.play("draw")
            orders[-1].append(session.table[WASTE])
        session.play("redeal")
        assert ((), 24, 45) == (session.table[WASTE], len(session.table[STOCK]), session.table.face_down)
    assert orders[0] == orders[1] == orders[2]


@pytest.mark.parametrize(
    ("redeals", "times"), [("none", "not turned over"), ("1", "turned over once"), ("2", "turned over twice")]
)
@pytest.mark.parametrize("draw", [1, 3])
def test_the_waste_is_turned_over_as_often_as_the_option_says(draw: int, redeals: str, times: str) -> None:
    session = Session(Klondike(draw=draw, redeals=redeals), Deal.numbered(3))
    for _ in range(PASSES[redeals]):
        while session.table[STOCK]:
            session.play("draw")
        session.play("redeal")
    while session.table[STOCK]:
        session.play("draw")
    for _ in range(2):
        with pytest.raises(IllegalMoveError) as refused:
            session.play("redeal")
        assert f"'redeal' is not legal here: the waste is {times} in this game." == str(refused.value)
        assert not {"draw", "redeal"} & {move.text for move in session.moves}
        session.undo()
        session.redo()


def test_a_redeal_taken_back_can_be_made_again() -> None:
    session = Session(Klondike(redeals="1"), Deal.numbered(3))
    while session.table[STOCK]:
        session.play("draw")
    before = session.position
    for _ in range(3):
        session.play("redeal")
        session.undo()
        assert before == session.position


def test_the_waste_is_turned_over_without_end_unless_the_option_says_otherwise() -> None:
    session = Session(GAME, Deal.numbered(3))
    for _ in range(20):
        while session.table[STOCK]:
            session.play("draw")
        session.play("redeal")
    assert "draw" in texts(session.table)


def test_draw_and_redeal_are_refused_in_words_where_they_cannot_be() -> None:
    full, empty = lay({STOCK: "#28", WASTE: "2C"}), lay({"1": "KC"})
    assert "the stock is not empty: draw till it is." == GAME.why_not(full, "redeal")
    assert "the stock is empty." == GAME.why_not(empty, "draw")
    assert "the waste is empty." == GAME.why_not(empty, "redeal")
    assert not {"draw", "redeal"} & set(texts(empty))


# Columns and foundations.


@given(games, deals, lengths)
def test_the_legal_moves_are_those_of_the_rules(game: Klondike, deal: Deal, moves: int) -> None:
    table = played(game, deal, moves).table
    legal = texts(table, game)
    assert ruled(table, PASSES[game.redeals]) == set(legal)
    assert len(set(legal)) == len(legal)


@settings(max_examples=25)  # it tries every pair of piles
@given(deals, st.integers(0, 400))
def test_a_move_is_refused_with_a_reason_exactly_when_it_is_not_legal(deal: Deal, moves: int) -> None:
    table = played(GAME, deal, moves).table
    legal = texts(table)
    piles = (WASTE, *COLUMNS, *FOUNDATIONS)
    pairs = [f"{src} {dst}{count}" for src in piles for dst in piles for count in ("", " 2", " 3", " 9")]
    for text in ("draw", "redeal", *pairs):
        why = GAME.why_not(table, text)
        assert (text in legal) is (why is None)
        assert why is None or why.endswith(".")


@given(games, deals, lengths)
def test_a_column_is_always_face_down_cards_under_a_run(game: Klondike, deal: Deal, moves: int) -> None:
    table = played(game, deal, moves).table
    for column in COLUMNS:
        faces = [card.face_up for card in table[column]]
        assert sorted(faces) == faces
        assert faces[-1:] in ([], [True])
        cards = shown(table[column])
        assert all(lies_on(upper, lower) for lower, upper in pairwise(cards))


@given(games, deals, lengths)
def test_cards_are_neither_lost_nor_doubled_and_foundations_stay_in_order(
    game: Klondike, deal: Deal, moves: int
) -> None:
    session = played(game, deal, moves)
    table = session.table
    lying = [
        card if isinstance(card, Card) else session.deal.cards[card.slot] for p in table.piles.values() for card in p
    ]
    assert sorted(map(str, FRENCH_52.cards)) == sorted(map(str, lying))
    for name, suit in SUITS_UP.items():
        assert " ".join(rank + suit for rank in RANKS[: len(table[name])]) == written(table[name])


def test_any_part_of_a_run_may_be_moved_that_fits() -> None:
    table = lay({"1": "#0 9H 8S 7D", "2": "8C", "3": "9D", "4": "TS", "5": "#1 2C", "6": "#2 2S", "7": "#3 5C"})
    assert {"1 2", "1 3 2", "1 4 3", "2 3", "3 4"} == set(texts(table))


def test_only_kings_go_to_an_empty_column_alone_or_with_a_run() -> None:
    for card in map(str, FRENCH_52.cards):
        for src, pile in ((WASTE, f"2C {card}"), ("1", f"#0 {card}")):
            assert (card[0] == "K") is (f"{src} 2" in texts(lay({src: pile})))
    assert "1 2 3" in texts(lay({"1": "#0 KH QS JD"}))
    assert not {"1 2", "1 2 2", "1 2 4"} & set(texts(lay({"1": "#0 KH QS JD"})))


def test_a_foundation_gives_back_its_top_card_to_a_column_that_takes_it() -> None:
    table = lay({"hearts": "AH 2H 3H", "clubs": "AC", "1": "#0 4S", "2": "#1 3S", "3": "#2 4D"})
    assert ["hearts 1"] == [text for text in texts(table) if text.split()[0] in FOUNDATIONS]
    kings = lay({"hearts": " ".join(rank + "H" for rank in RANKS)})
    assert {f"hearts {column}" for column in COLUMNS} == set(texts(kings))


REFUSED = [
    ("1 3", "a column builds down in alternating colours: 7D needs a black 8."),
    ("1 2 2", "a column builds down in alternating colours: 8S needs a red 9."),
    ("6 5", "column 5 is empty, and begins with a king."),
    ("waste hearts", "a foundation builds up in suit: 4C needs 3C."),
    ("2 clubs", "the clubs foundation is empty, and begins with AC."),
    ("1 4 4", "of the top 4 cards of column 1 not all lie face up."),
    ("1 4 5", "column 1 holds 4 cards."),
    ("waste 4 2", "cards are taken from the waste one at a time."),
    ("1 hearts 2", "a foundation builds up in suit: 8S needs 7S."),
    ("5 1", "column 5 is empty."),
    ("1 waste", "no card may be laid on the waste."),
    ("hearts clubs", "a card does not go from a foundation to another."),
    ("hearts 1", "a column builds down in alternating colours: AH needs a black 2."),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_a_refusal_says_why(text: str, why: str) -> None:
    piles = {"1": "#0 9H 8S 7D", "2": "8C", "3": "9D", "4": "TS", "6": "#1 QH", "7": "#2 KD", WASTE: "3C 4C"}
    assert why == GAME.why_not(lay({**piles, "hearts": "AH"}), text)


def test_an_exposed_card_is_turned_up_with_the_move_and_down_again_by_one_undo() -> None:
    session = Session(GAME, SCORED)
    changes: list[Change] = []
    session.observers.append(changes.append)
    session.play("1 spades")
    before, history = session.position, session.history
    session.play("2 spades")
    after = session.position
    assert (Back(1), True) == (before.table["2"][0], session.table["2"][0].face_up)
    assert (Shift("2", "spades"), Turn("2")) == changes[-1].steps
    session.undo()
    assert (before, history) == (session.position, session.history)
    session.redo()
    assert after == session.position


@given(games, deals, lengths)
def test_every_move_can_be_taken_back_to_the_deal_and_made_again(game: Klondike, deal: Deal, moves: int) -> None:
    session = played(game, deal, moves)
    end = session.position, session.moves
    while session.can_undo:
        session.undo()
    begin = Session(game, session.deal)
    assert (begin.position, begin.moves) == (session.position, session.moves)
    while session.can_redo:
        session.redo()
    assert end == (session.position, session.moves)


@given(games, deals, lengths, st.integers(1, 50))
def test_cards_not_seen_can_change_places_and_nobody_sees_it(game: Klondike, deal: Deal, moves: int, by: int) -> None:
    one = played(game, deal, moves)
    unseen = [slot for slot in range(52) if slot not in one.seen]
    cards = list(one.deal.cards)
    for place, slot in enumerate(unseen):
        cards[slot] = one.deal.cards[unseen[(place + by) % len(unseen)]]
    other = Session(game, Deal.of(cards))
    for move in one.history:
        other.play(move)
    assert (one.table, one.moves, one.score) == (other.table, other.moves, other.score)


@given(games, deals, lengths)
def test_exchanging_red_and_black_changes_nothing_else(game: Klondike, deal: Deal, moves: int) -> None:
    one = played(game, deal, moves)
    other = Session(game, Deal.parse(recoloured(one.deal.listing)))
    for move in one.history:
        other.play(recoloured(move.text))
    assert {recoloured(move.text) for move in one.moves} == {move.text for move in other.moves}
    assert one.score == other.score
    for name, pile in one.table.piles.items():
        assert recoloured(written(pile)) == written(other.table[recoloured(name)])


def recoloured(text: str) -> str:
    """Write clubs for diamonds, spades for hearts, and the other way round."""
    suits = {"clubs": "diamonds", "diamonds": "clubs", "hearts": "spades", "spades": "hearts"}
    return " ".join(suits.get(word) or word.translate(str.maketrans("CDHS", "DCSH")) for word in text.split())


def bring_up(session: Session, cards: int) -> None:
    """Draw, and bring each card up, until so many lie on the foundations."""
    while on_foundations(session.table) < cards:
        if not session.safe():
            session.play("draw")


# The score.


def points_after(points: int, draw: int, change: Change) -> int:
    """Count as the rules of the standard score say, event by event."""
    src, _, dst = change.move.text.partition(" ")
    dst = dst.split()[0] if dst else ""
    if dst in FOUNDATIONS:
        points += 10
    if src in FOUNDATIONS:
        points = max(0, points - 15)
    if src == WASTE and dst in COLUMNS:
        points += 5
    if src == "redeal" and draw == 1:
        points = max(0, points - 100)
    return points + 5 * (hidden_in_columns(change.before) - hidden_in_columns(change.after))


@given(deals, lengths, st.sampled_from((1, 3)))
def test_the_standard_score_is_counted_event_by_event_and_never_falls_below_0(
    deal: Deal, moves: int, draw: int
) -> None:
    session = Session(STANDARD[draw], deal)
    changes: list[Change] = []
    session.observers.append(changes.append)
    points = 0
    while session.moves and len(changes) < moves:
        session.auto("random", limit=1)
        points = points_after(points, draw, changes[-1])
        assert points == session.score
        assert 0 <= points


@given(deals, lengths, st.sampled_from((1, 3)))
def test_the_standard_score_never_exceeds_what_the_cards_up_turned_up_and_taken_from_the_waste_give(
    deal: Deal, moves: int, draw: int
) -> None:
    # Each of these bounds holds after every move if it held before: a card taken back costs 15, of which only 10 come
    # again when it goes up, and the floor of 0 is no gain either, since a card that is taken back had brought 10.
    # In the end there are 52 cards up, 21 turned up, and 24 taken from the waste: 745.
    session = played(STANDARD[draw], deal, moves)
    table = session.table
    taken = 24 - len(table[STOCK]) - len(table[WASTE])
    assert session.score <= 10 * on_foundations(table) + 5 * (21 - hidden_in_columns(table)) + 5 * taken
    assert 10 * 52 + 5 * 21 + 5 * 24 == session.game.scoring.most


STEPS = [
    ("1 spades", 10),
    ("2 spades", 25),  # and a card turned up
    ("draw", 25),
    ("waste 3", 30),
    ("5 3", 35),  # a card turned up, and nothing for the move between columns
    ("spades 4", 20),
    ("4 spades", 30),
    ("spades 4", 15),
    ("4 spades", 25),
    ("spades 4", 10),
    ("4 spades", 20),
    ("spades 4", 5),
    ("4 spades", 15),
    ("spades 4", 0),
    ("4 spades", 10),
    ("spades 4", 0),  # not below 0
    ("4 spades", 10),  # and no debt is carried over
]


def test_each_event_has_its_points_which_undo_takes_back() -> None:
    session = Session(STANDARD[1], SCORED)
    scores = [session.score]
    for text, points in STEPS:
        session.play(text)
        assert points == session.score
        scores.append(points)
    while session.can_undo:
        assert scores.pop() == session.score
        session.undo()
    assert [0] == scores


@pytest.mark.parametrize(("draw", "after"), [(1, 285), (3, 385)])
def test_a_redeal_costs_100_when_one_is_drawn_and_nothing_when_three_are(draw: int, after: int) -> None:
    session = Session(STANDARD[draw], EASY)
    session.safe()
    assert 28 * 10 + 21 * 5 == session.score
    while session.table[STOCK]:
        session.play("draw")
    session.play("redeal")
    assert after == session.score


def test_a_redeal_never_brings_the_score_below_0() -> None:
    session = Session(STANDARD[1], SCORED)
    for text in ("1 spades", *["draw"] * 24, "redeal"):
        session.play(text)
    assert 0 == session.score
    session.play("2 spades")
    assert 15 == session.score


def test_a_card_from_the_waste_has_5_points_in_a_column_and_10_on_a_foundation() -> None:
    session = Session(STANDARD[1], KINGS_FIRST)
    session.safe()
    for text in ("draw", "waste 3"):
        session.play(text)
    assert 385 + 5 == session.score
    session = Session(STANDARD[1], EASY)
    session.safe()
    for text in ("draw", "waste clubs"):
        session.play(text)
    assert 385 + 10 == session.score


def test_the_highest_standard_score_is_that_of_a_play_in_which_each_card_of_the_stock_goes_by_way_of_a_column() -> None:
    session = Session(STANDARD[1], KINGS_FIRST)
    session.safe()
    for place in range(24):
        session.play("draw")
        session.play(f"waste {place % 4 + 1}")
    session.safe()
    assert (Outcome.WON, 745) == (session.outcome, session.score)
    assert (745, "Won: 745 points.") == (STANDARD[1].scoring.most, session.verdict)


def test_the_pack_is_bought_for_52_and_each_card_pays_5() -> None:
    session = Session(Klondike(counting="vegas"), SCORED)
    scores = [session.score]
    for text in ("1 spades", "2 spades", "draw", "waste 3", "spades 4"):
        session.play(text)
        scores.append(session.score)
    assert [-52, -47, -42, -42, -42, -47] == scores


@given(games, deals, lengths)
def test_the_score_lies_between_the_least_and_the_most(game: Klondike, deal: Deal, moves: int) -> None:
    session = played(game, deal, moves)
    assert game.scoring.least <= session.score <= game.scoring.most
    if game.counting == "cards":
        assert on_foundations(session.table) == session.score


@pytest.mark.parametrize(
    ("counting", "verdict"),
    [
        ("cards", "Won: 52 cards on the foundations."),
        ("standard", "Won: 625 points."),
        ("vegas", "Won: 208 money won."),
    ],
)
def test_the_verdict_states_the_score(counting: str, verdict: str) -> None:
    session = Session(Klondike(counting=counting), EASY)
    bring_up(session, 52)
    assert verdict == session.verdict


@given(deals, st.integers(0, 80))
def test_how_the_score_is_counted_changes_no_move(deal: Deal, moves: int) -> None:
    one = played(GAME, deal, moves)
    for counting in ("standard", "vegas"):
        other = played(GAMES[1, "unlimited", counting], deal, moves)
        assert [move.text for move in one.moves] == [move.text for move in other.moves]
        assert one.table == other.table.without(other.game.tallies)


# The end.


def one_before_the_end() -> Session:
    session = Session(GAME, EASY)
    bring_up(session, 51)
    session.play("draw")
    return session


@pytest.mark.parametrize("way", ["waste spades", "waste sp", "ks up", "w s", "safe", "auto", "redo"])
def test_the_last_card_wins_in_whatever_way_it_goes_up(way: str) -> None:
    session = one_before_the_end()
    assert (Outcome.IN_PLAY, "KS") == (session.outcome, written(session.table[WASTE]))
    if way == "safe":
        session.safe()
    elif way == "auto":
        session.auto()
    elif way == "redo":
        session.play("waste spades")
        session.undo()
        assert (Outcome.IN_PLAY, 51) == (session.outcome, session.score)
        session.redo()
    else:
        session.play(way)
    assert (Outcome.WON, (), 52) == (session.outcome, session.moves, session.score)
    assert "waste spades" == session.history[-1].text


def test_nothing_can_be_played_once_the_game_is_won() -> None:
    session = one_before_the_end()
    session.play("waste spades")
    for text in ("draw", "redeal", "spades 1"):
        with pytest.raises(IllegalMoveError):
            session.play(text)
    assert Outcome.WON is session.outcome


def test_it_is_lost_when_no_move_is_left_and_not_before() -> None:
    tops: dict[str, str] = dict(
        zip(COLUMNS, ("#0 2C", "#1 2S", "#2 4C", "#3 4S", "#4 6C", "#5 6S", "#6 8C"), strict=True)
    )
    assert Outcome.LOST is GAME.outcome(lay(tops))
    assert Outcome.IN_PLAY is GAME.outcome(lay({**tops, "hearts": "AH 2H 3H"}))
    assert Outcome.IN_PLAY is GAME.outcome(lay({**tops, STOCK: "#30"}))
    once = Klondike(redeals="1")
    waste = {**tops, WASTE: "TC"}
    assert Outcome.IN_PLAY is once.outcome(lay(waste))
    assert Outcome.LOST is once.outcome(lay(waste, {"redeals": 1}))


# Safe moves.


@given(games, deals, st.integers(0, 400))
def test_a_card_goes_up_safely_when_all_have_gone_that_could_come_to_lie_on_it(
    game: Klondike, deal: Deal, moves: int
) -> None:
    session = played(game, deal, moves)
    table, up = session.table, {suit: len(session.table[name]) for name, suit in SUITS_UP.items()}
    safe: set[str] = set()
    for text in texts(table, game):
        src, _, dst = text.partition(" ")
        if dst in FOUNDATIONS and not (src == WASTE and game.draw == 3):
            card = table[src][-1]
            alike, across = ("DH", "CS") if card.suit in "DH" else ("CS", "DH")
            held = card.rank <= 2 or all(up[suit] >= card.rank - 1 for suit in across)  # an ace goes up itself
            if held and (card.rank <= 3 or all(up[suit] >= card.rank - 2 for suit in alike)):
                safe.add(text)
    assert safe == {move.text for move in game.safe_moves(table)}


def test_safe_moves_play_a_deal_that_needs_no_thought_as_far_as_they_may() -> None:
    session = Session(GAME, EASY)
    assert 28 == len(session.safe())
    session.play("draw")
    assert ["waste clubs"] == [move.text for move in session.safe()]
    session.undo()
    assert "8C" == written(session.table[WASTE])


def test_a_card_that_could_come_back_to_take_another_is_not_safe_while_that_one_is_in_play() -> None:
    # The two of diamonds could lie on a black three, and that on the four of hearts.
    piles = {"hearts": "AH 2H 3H", "spades": "AS 2S 3S", "clubs": "AC 2C 3C", "diamonds": "AD"}
    piles |= {"1": "4H", "2": "#1 2D"}
    assert {"1 hearts", "2 diamonds"} <= set(texts(lay(piles)))
    assert ["2 diamonds"] == [move.text for move in GAME.safe_moves(lay(piles))]
    assert ["1 hearts"] == [move.text for move in GAME.safe_moves(lay({**piles, "diamonds": "AD 2D", "2": ""}))]


def test_safe_moves_leave_the_waste_alone_when_three_are_drawn() -> None:
    session = Session(BY_DRAW[3], arranged(RISING_COLUMNS, "8H 8D 8C"))
    session.safe()
    session.play("draw")
    assert "waste clubs" in texts(session.table)
    assert () == session.safe()
