"""Clock: its published deals, the facts known of it, and its texts."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_clock import CENTRE, DIAL, HAND, HOURS, PILES, Clock, clock_odds, counted, left_at_the_last_king
from patience_core import FRENCH_52, Back, Card, Deal, IllegalMoveError, Outcome, Session, Table, UnknownMoveError

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "clock-cases.json").read_text(encoding="utf-8"))
FACTS = json.loads((DATA / "odds.json").read_text(encoding="utf-8"))
DEALINGS = ("round", "packets", "centre-last")
TOPS = ("last-dealt", "first-dealt")
RULES = ("ignored", "hours", "everywhere")

deals = st.permutations(FRENCH_52.cards).map(Deal.of)
games = st.builds(
    Clock, dealing=st.sampled_from(DEALINGS), top=st.sampled_from(TOPS), own_last_card=st.sampled_from(RULES)
)
layouts = st.builds(Clock, dealing=st.sampled_from(DEALINGS), top=st.sampled_from(TOPS))


def played(game: Clock, deal: Deal) -> Session:
    session = Session(game, deal)
    assert session.auto() == "over"
    return session


def piles_of(deal: Deal, dealing: str = "round", top: str = "last-dealt") -> list[list[Card]]:
    """Lay out a deal with plain lists: thirteen piles, bottom card first."""
    piles: list[list[Card]] = [[] for _ in range(13)]
    for number, card in enumerate(deal.cards):
        at = {"round": number % 13, "packets": number // 4, "centre-last": 12 if number >= 48 else number % 12}[dealing]
        piles[at].insert(len(piles[at]) if top == "last-dealt" else 0, card)
    return piles


def chain(piles: Sequence[Sequence[Card]], rule: str = "ignored") -> list[Card]:
    """Play Clock with plain lists and return the cards in the order in which they are turned up."""
    left = [list(pile) for pile in piles]
    turned: list[Card] = []
    at: int | None = 12
    while at is not None:
        card = left[at].pop()
        turned.append(card)
        came_from, at = at, card.rank - 1
        if not left[at]:
            own = came_from == at and (rule == "everywhere" or (rule == "hours" and at != 12))
            clockwise = [(at + step) % 12 for step in range(1, 12)] if at < 12 else list(range(12))
            at = next((hour for hour in clockwise if left[hour]), None) if own else None
    return turned


def test_it_is_found_by_its_other_names() -> None:
    assert Clock.aliases == ("clock-patience", "clock-solitaire", "dial", "sundial")


@pytest.mark.parametrize("case", CASES, ids=[case["source"][:30] for case in CASES])
def test_published_deals_come_out_as_published(case: dict[str, Any]) -> None:
    packets = case["dealing"].startswith("packets")
    game = Clock(dealing="packets", top="first-dealt") if packets else Clock()
    last_first = case["first_listed"].startswith("bottom")
    deal = Deal.parse(case["cards"], listed="last-dealt" if last_first else "first-dealt")
    session = played(game, deal)
    came = {
        "turned": 52 - session.score,
        "left_face_down": session.score,
        "last": str(session.table[CENTRE][0]),
        "won": session.outcome == Outcome.WON,
    }
    expected = case["expected"]
    assert expected == {name: came[name] for name in expected}


@given(games, deals)
def test_play_agrees_with_plain_lists(game: Clock, deal: Deal) -> None:
    session = played(game, deal)
    turned = chain(piles_of(deal, game.dealing, game.top), game.own_last_card)
    assert len(turned) + 1 == len(session.history)
    assert 52 - len(turned) == session.score
    assert (len(turned) == 52) == (session.outcome == Outcome.WON)
    expected = Counter(turned)
    assert expected == Counter(card for pile in session.table.piles.values() for card in pile if card.face_up)
    assert str(turned[-1]) in session.verdict


@given(layouts, deals)
def test_every_dealing_gives_four_cards_to_each_pile(game: Clock, deal: Deal) -> None:
    table = Session(game, deal).table
    assert {**dict.fromkeys(PILES, 4), HAND: 0} == {name: len(pile) for name, pile in table.piles.items()}
    assert table.face_down == 52
    laid = [[deal.cards[card.slot] for card in table[pile] if isinstance(card, Back)] for pile in PILES]
    assert piles_of(deal, game.dealing, game.top) == laid


@given(layouts, deals)
def test_an_hour_always_has_a_face_down_card_when_it_is_served(game: Clock, deal: Deal) -> None:
    session = Session(game, deal)
    while session.moves:
        hand = session.table[HAND]
        if hand and hand[0].rank <= 12:
            assert not session.table[PILES[hand[0].rank - 1]][-1].face_up
        session.play(session.moves[0])


@given(layouts, deals)
def test_at_the_end_each_pile_hides_as_many_cards_as_are_unseen_of_its_rank(game: Clock, deal: Deal) -> None:
    table = played(game, deal).table
    seen = {card for pile in table.piles.values() for card in pile if card.face_up}
    unseen = Counter(card.rank for card in deal.cards if card not in seen)
    assert [unseen[rank] for rank in range(1, 14)] == [sum(not card.face_up for card in table[p]) for p in PILES]


@given(layouts, deals)
def test_won_exactly_when_the_bottom_cards_all_lead_to_the_centre(game: Clock, deal: Deal) -> None:
    bottoms = [pile[0].rank - 1 for pile in piles_of(deal, game.dealing, game.top)]

    def leads_to_the_centre(hour: int) -> bool:
        for _ in range(13):
            hour = bottoms[hour] if hour < 12 else hour
        return hour == 12

    assert all(map(leads_to_the_centre, range(12))) == (played(game, deal).outcome == Outcome.WON)


@given(deals, st.randoms(use_true_random=False))
def test_the_order_of_the_other_cards_never_changes_win_or_loss(deal: Deal, random: Any) -> None:
    bottoms, others = list(deal.cards[:12]), list(deal.cards[12:])
    random.shuffle(others)
    assert played(Clock(), deal).outcome == played(Clock(), Deal.of(bottoms + others)).outcome


@given(deals)
def test_without_a_king_at_the_bottom_of_an_hour_it_is_lost(deal: Deal) -> None:
    kings = [card for card in deal.cards if card.rank == 13]
    others = [card for card in deal.cards if card.rank != 13]
    assert played(Clock(), Deal.of([*others[:12], *kings, *others[12:]])).outcome == Outcome.LOST


@given(games, deals, st.permutations("CDHS"))
def test_exchanging_suits_changes_nothing(game: Clock, deal: Deal, suits: Sequence[str]) -> None:
    exchanged = dict(zip("CDHS", suits, strict=True))
    other = Deal.of(Card(card.rank, exchanged[card.suit]) for card in deal.cards)
    assert [move.text for move in played(game, deal).history] == [move.text for move in played(game, other).history]


@given(deals, st.integers(1, 11))
def test_turning_the_whole_dial_changes_nothing(deal: Deal, turn: int) -> None:
    def turned(rank: int) -> int:
        return (rank - 1 + turn) % 12 + 1 if rank <= 12 else rank

    cards = [Card(turned(card.rank), card.suit) for card in deal.cards]
    rounds = [cards[begin : begin + 13] for begin in range(0, 52, 13)]
    other = Deal.of(card for row in rounds for card in (*row[12 - turn : 12], *row[: 12 - turn], row[12]))
    session, same = played(Clock(), deal), played(Clock(), other)
    for number in range(13):
        there = number if number == 12 else (number + turn) % 12
        mine = [str(Card(turned(card.rank), card.suit)) for card in session.table[PILES[number]] if card.face_up]
        assert mine == [str(card) for card in same.table[PILES[there]] if card.face_up]


@given(layouts, deals)
def test_the_own_last_card_rule_at_the_hours_never_comes_into_play(game: Clock, deal: Deal) -> None:
    ruled = Clock(dealing=game.dealing, top=game.top, own_last_card="hours")
    plain, other = played(game, deal), played(ruled, deal)
    assert [move.text for move in plain.history] == [move.text for move in other.history]
    assert plain.table.piles == other.table.piles


def test_the_own_last_card_rule_everywhere_passes_the_turn_on_clockwise() -> None:
    game = Clock(own_last_card="everywhere")
    texts = [move.text for number in range(200) for move in played(game, Deal.numbered(number)).history]
    passed = [text for text in texts if " then " in text]
    assert any(text.startswith("to centre then ") for text in passed)
    assert any(not text.startswith("to centre then ") for text in passed)


@pytest.mark.parametrize(
    ("rule", "served", "left", "following"),
    [
        ("everywhere", "3", {"3", "4", "6"}, "3"),
        ("everywhere", "3", {"4", "6"}, "4"),
        ("everywhere", "3", {"2", "6"}, "6"),
        ("everywhere", "3", {"1", "2"}, "1"),
        ("everywhere", "12", {"1", "11"}, "1"),
        ("everywhere", CENTRE, {"1", "2"}, "1"),
        ("everywhere", "3", set[str](), None),
        ("hours", "3", {"4"}, "4"),
        ("hours", CENTRE, {"1"}, None),
    ],
)
def test_an_own_last_card_passes_the_turn_on_to_the_next_pile_clockwise(
    rule: str, served: str, left: set[str], following: str | None
) -> None:
    piles = {pile: ["AC", "#1"] if pile in left else ["AC"] for pile in PILES}
    table = Table.of({**piles, HAND: []}, {"served": PILES.index(served) + 1})
    assert following == Clock(own_last_card=rule).next_pile(table, served)
    if served not in left:
        elsewhere = Table.of({**piles, HAND: []}, {"served": 5})
        assert Clock(own_last_card=rule).next_pile(elsewhere, served) is None


def chi_square_limit(degrees: int) -> float:
    """Return what chi-square exceeds less than once in a million times (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * degrees)
    return degrees * (1 - part + 4.8 * math.sqrt(part)) ** 3


def chi_square(counts: Sequence[int], chances: Sequence[float]) -> float:
    total = sum(counts)
    return sum((count - total * chance) ** 2 / (total * chance) for count, chance in zip(counts, chances, strict=True))


def test_unfinished_hours_come_as_often_as_they_must() -> None:
    sessions = [played(Clock(), Deal.numbered(number)) for number in range(2_600)]
    unfinished = Counter(sum(not s.table[hour][-1].face_up for hour in HOURS) for s in sessions)
    assert chi_square([unfinished[hours] for hours in range(13)], [1 / 13] * 13) < chi_square_limit(12)


def test_about_one_deal_in_ten_is_won_with_the_own_last_card_rule_everywhere() -> None:
    game = Clock(own_last_card="everywhere")
    won = sum(played(game, Deal.numbered(number)).outcome == Outcome.WON for number in range(3_000))
    assert chi_square([won, 3_000 - won], [0.0999, 0.9001]) < chi_square_limit(1)


@given(games, deals)
def test_the_longest_play_and_the_range_of_scores_hold(game: Clock, deal: Deal) -> None:
    session = played(game, deal)
    assert game.longest is not None
    assert 5 <= len(session.history) <= game.longest
    assert game.scoring.least <= session.score <= game.scoring.most


def test_the_verdict_before_the_end_counts_the_cards_face_down() -> None:
    session = Session(Clock(), Deal.numbered(42))
    assert session.verdict == "In play: 52 of 52 cards are face down."


def test_the_verdict_of_a_chain_that_stops_at_an_hour_names_its_last_card() -> None:
    session = played(Clock(own_last_card="everywhere"), Deal.numbered(2939))
    expected = "Lost: 2S came up and its pile had no card left with 15 cards still face down (37 turned, last 2S)."
    assert expected == session.verdict


@pytest.mark.parametrize(
    ("moves", "text", "why"),
    [
        (0, "to 5", "no card is in hand; you may play turn."),
        (1, "turn", "the card in hand is KH, which goes to centre."),
        (1, "to 5 then 6", "the card in hand is KH, which goes to centre."),
        (99, "turn", "the game is over. "),
    ],
)
def test_a_refused_move_says_why(moves: int, text: str, why: str) -> None:
    rotated = Deal.numbered(42).cards
    # Deal 42 begins with the king of hearts; dealt last to the centre it is turned first.
    session = Session(Clock(), Deal.of([*rotated[1:], rotated[0]]))
    session.auto(limit=moves)
    with pytest.raises(IllegalMoveError) as refusal:
        session.play(text)
    expected = f"'{text}' is not legal here: {why}"
    assert expected == str(refusal.value)[: len(expected)]


@pytest.mark.parametrize("text", ["to 13", "to hand", "to 5 then 13", "turn round", "castle"])
def test_a_text_that_is_no_move_of_clock_is_called_unknown(text: str) -> None:
    session = Session(Clock(), Deal.numbered(42))
    with pytest.raises(UnknownMoveError, match="is not a move of Clock; here you may play turn"):
        session.play(text)


def test_one_card_is_told_as_one() -> None:
    assert ["0 cards", "1 card", "2 cards"] == [counted(number, "card") for number in range(3)]


def test_the_dial_places_twelve_at_the_top_and_three_at_the_right() -> None:
    places = {place.pile: place for place in DIAL.places}
    assert min(place.y for name, place in places.items() if name != HAND) == places["12"].y
    assert max(place.x for place in places.values()) == places["3"].x
    assert (places["12"].x, places["3"].y) == (places[CENTRE].x, places[CENTRE].y)


def test_the_published_odds_come_out_exactly() -> None:
    odds = Clock().odds()
    assert odds is not None
    assert Fraction(FACTS["won"]["exact"]) == odds.won
    chances = FACTS["cards_left_face_down"]["chance"]
    assert {int(left): Fraction(chance) for left, chance in chances.items()} == dict(odds.score)
    assert Fraction(FACTS["cards_left_face_down"]["mean"]) == odds.mean


def test_the_odds_are_known_under_every_reading_but_one() -> None:
    assert Clock().odds() == Clock(own_last_card="hours", dealing="packets").odds()
    assert Clock(own_last_card="everywhere").odds() is None


@pytest.mark.parametrize(("ranks", "suits"), [(1, 1), (2, 3), (5, 2), (13, 4), (20, 10)])
def test_clock_of_m_ranks_is_won_once_in_m(ranks: int, suits: int) -> None:
    assert clock_odds().score == tuple(left_at_the_last_king().items())
    odds = clock_odds(ranks, suits)
    assert Fraction(1, ranks) == odds.won
    assert ((ranks - 1) * suits, ranks * suits - suits + 1) == (odds.score[-1][0], len(odds.score))
