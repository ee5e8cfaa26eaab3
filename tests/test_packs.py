"""Packs: which cards are in them, in which order, and which packs there cannot be."""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import FRENCH_52, RANKS, SUITS, Card, Pack, PackError, PatienceError
from patience_core.cards import MOST_CARDS

TWO_PACKS = Pack(copies=2)
PIQUET = Pack(ranks=[1, 7, 8, 9, 10, 11, 12, 13])

some_ranks = st.lists(st.integers(1, 13), min_size=1, unique=True)
some_suits = st.lists(st.sampled_from(SUITS), min_size=1, unique=True)


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    ranks, suits = draw(some_ranks), draw(some_suits)
    copies = draw(st.integers(1, MOST_CARDS // (len(ranks) * len(suits))))
    return Pack(ranks=ranks, suits=suits, copies=copies)


def test_the_french_pack_is_52_cards_by_suit_and_then_from_the_ace_up() -> None:
    assert [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] == [str(card) for card in FRENCH_52.cards]
    assert Pack() == FRENCH_52
    assert 52 == len(FRENCH_52)


def test_two_packs_are_one_after_the_other() -> None:
    assert 104 == len(TWO_PACKS)
    assert FRENCH_52.cards == TWO_PACKS.cards[:52]
    assert [(card.rank, card.suit, 1) for card in FRENCH_52.cards] == [
        (card.rank, card.suit, card.copy) for card in TWO_PACKS.cards[52:]
    ]


def test_a_short_pack_keeps_the_order() -> None:
    assert "AC 7C 8C 9C TC JC QC KC AD 7D" == " ".join(map(str, PIQUET.cards[:10]))
    assert 32 == len(PIQUET)


@given(packs())
def test_a_pack_has_each_rank_in_each_suit_as_often_as_it_has_copies(pack: Pack) -> None:
    faces = Counter(str(card) for card in pack.cards)
    assert {RANKS[rank - 1] + suit: pack.copies for rank in pack.ranks for suit in pack.suits} == faces
    assert len(pack) == len(pack.cards) == len(set(pack.cards))


@given(packs())
def test_pack_order_is_by_copy_then_suit_then_rank(pack: Pack) -> None:
    by_order = sorted(pack.cards, key=lambda card: (card.copy, SUITS.index(card.suit), card.rank))
    assert by_order == list(pack.cards)


@given(packs())
def test_equal_cards_share_their_index_and_the_first_copies_are_counted_from_0(pack: Pack) -> None:
    different = len(pack) // pack.copies
    assert [*range(different)] * pack.copies == [pack.index[card] for card in pack.cards]


@given(some_ranks, some_suits)
def test_the_order_in_which_ranks_and_suits_are_given_does_not_matter(ranks: list[int], suits: list[str]) -> None:
    pack = Pack(ranks=ranks, suits="".join(suits))
    assert Pack(ranks=sorted(ranks, reverse=True), suits=suits[::-1]) == pack
    assert (tuple(sorted(ranks)), "".join(sorted(suits))) == (pack.ranks, pack.suits)


@given(packs(), packs())
def test_packs_are_equal_when_they_have_the_same_cards(one: Pack, other: Pack) -> None:
    assert (one.cards == other.cards) == (one == other)
    assert one != other or hash(one) == hash(other)


@given(packs())
def test_the_repr_of_a_pack_makes_it_again(pack: Pack) -> None:
    assert pack == eval(repr(pack))


@given(packs())
def test_packs_survive_pickling_and_copying(pack: Pack) -> None:
    for made in (pickle.loads(pickle.dumps(pack)), copy.copy(pack), copy.deepcopy(pack)):
        assert (pack, pack.cards, pack.index, hash(pack)) == (made, made.cards, made.index, hash(made))


@pytest.mark.parametrize("size", range(1, MOST_CARDS + 1))
def test_there_are_packs_of_1_to_208_cards(size: int) -> None:
    assert size == len(Pack(ranks=[1], suits="C", copies=size))


def test_a_pack_knows_which_cards_are_in_it_copies_included() -> None:
    assert Card(7, "C", 1) in TWO_PACKS
    assert Card(7, "C", 1) not in FRENCH_52
    assert Card(2, "C") not in PIQUET
    assert "7C" not in FRENCH_52


def test_a_pack_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        FRENCH_52.copies = 2  # type: ignore[misc]  # wrong on purpose


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({"copies": 0}, "0 copies: a pack has one copy of each card or more."),
        ({"copies": -1}, "-1 copies: a pack has one copy of each card or more."),
        ({"copies": True}, "True copies: a pack has one copy of each card or more."),
        ({"copies": 1.0}, "1.0 copies: a pack has one copy of each card or more."),
        ({"copies": "2"}, "'2' copies: a pack has one copy of each card or more."),
        ({"copies": 5}, "a pack of 260 cards: packs have 1 to 208."),
        ({"copies": 10**12}, "a pack of 52000000000000 cards: packs have 1 to 208."),
        ({"ranks": [1], "suits": "C", "copies": 209}, "a pack of 209 cards: packs have 1 to 208."),
        ({"ranks": []}, "a pack of 0 cards: packs have 1 to 208."),
        ({"suits": ""}, "a pack of 0 cards: packs have 1 to 208."),
        ({"ranks": [0]}, "0 is no rank: ranks are whole numbers from 1 (ace) to 13 (king)."),
        ({"ranks": [13, 14]}, "14 is no rank: ranks are whole numbers from 1 (ace) to 13 (king)."),
        ({"ranks": [True]}, "True is no rank: ranks are whole numbers from 1 (ace) to 13 (king)."),
        ({"ranks": "A2"}, "'A' is no rank: ranks are whole numbers from 1 (ace) to 13 (king)."),
        ({"ranks": [7, 7]}, "a rank is listed twice: for several copies of each card give copies=."),
        ({"suits": "CX"}, "'X' is no suit: suits are C, D, H and S."),
        ({"suits": "c"}, "'c' is no suit: suits are C, D, H and S."),
        ({"suits": ["CD"]}, "'CD' is no suit: suits are C, D, H and S."),
        ({"suits": "♣"}, "'♣' is no suit: suits are C, D, H and S."),
        ({"suits": [1]}, "1 is no suit: suits are C, D, H and S."),
        ({"suits": "CC"}, "a suit is listed twice: for several copies of each card give copies=."),
    ],
    ids=str,
)
def test_what_can_be_no_pack_is_refused_with_the_reason(made: dict[str, object], said: str) -> None:
    with pytest.raises(PackError) as refusal:
        Pack(**made)  # type: ignore[arg-type]  # wrong on purpose
    assert said == str(refusal.value)


def test_a_pack_error_is_a_patience_error_and_a_value_error() -> None:
    assert issubclass(PackError, PatienceError)
    assert issubclass(PackError, ValueError)


def test_suit_symbols_add_no_cards_to_a_pack() -> None:
    assert 52 == len({Card.parse(f"{rank}{mark}") for rank in RANKS for mark in "CDHS♣♦♥♠♧♢♡♤"})
