"""Cards and backs: their texts, what is refused, and that they are values."""

import contextlib
import copy
import itertools
import operator
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import RANKS, SUIT_SYMBOLS, SUITS, Back, Card, CardError, HiddenCardError, PatienceError

FORM = "a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH"
RANK_FORM = "ranks are whole numbers from 1 (ace) to 13 (king)."

FACES = [rank + suit for suit in SUITS for rank in RANKS]
cards = st.builds(Card, st.integers(1, 13), st.sampled_from(SUITS), st.integers(0, 207))


def test_ranks_and_suits_stand_in_the_order_of_the_pack() -> None:
    assert (RANKS, SUITS) == ("A23456789TJQK", "CDHS")
    assert SUIT_SYMBOLS == {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def test_there_are_52_texts_and_each_reads_back_to_its_own_card() -> None:
    assert [f"{card}" for card in map(Card.parse, FACES)] == FACES
    assert len(set(map(Card.parse, FACES))) == 52


@given(cards)
def test_a_card_reads_back_from_its_text_as_copy_0(card: Card) -> None:
    assert Card(card.rank, card.suit) == Card.parse(str(card))


@given(cards)
def test_the_repr_of_a_card_makes_it_again(card: Card) -> None:
    assert card == eval(repr(card))


def test_the_repr_leaves_out_copy_0() -> None:
    assert (repr(Card(7, "C")), repr(Card(13, "S", 3))) == ("Card(7, 'C')", "Card(13, 'S', copy=3)")


@given(
    rank=st.integers(1, 13),
    suit=st.sampled_from(SUITS),
    lower=st.booleans(),
    long_ten=st.booleans(),
    symbol=st.sampled_from(["letter", "black", "white"]),
    style=st.sampled_from(["", "\ufe0e", "\ufe0f"]),
    around=st.sampled_from(["", " ", "\t", "\n", "\u00a0"]),
)
def test_a_card_is_read_in_every_generous_form(
    *, rank: int, suit: str, lower: bool, long_ten: bool, symbol: str, style: str, around: str
) -> None:
    mark = {"letter": suit, "black": SUIT_SYMBOLS[suit], "white": dict(zip(SUITS, "♧♢♡♤", strict=True))[suit]}[symbol]
    text = ("10" if long_ten and rank == 10 else RANKS[rank - 1]) + mark
    text = text.lower() if lower else text
    assert Card(rank, suit) == Card.parse(around + text + (style if symbol != "letter" else "") + around)


@pytest.mark.parametrize("text", ["TH", "10H", "th", "10h", "T♥", "10♥", "t♥\ufe0f", "10♡\ufe0e", " TH "])
def test_the_ten_of_hearts_keeps_its_suit_in_every_form(text: str) -> None:
    assert Card(10, "H") == Card.parse(text)


def test_ace_queen_and_king_are_ranks_1_12_and_13_with_no_knight_between() -> None:
    assert [1, 11, 12, 13] == [Card.parse(text).rank for text in ("AS", "JS", "QS", "KS")]


REFUSED = {
    "": f"'' is no card: it is empty; {FORM}.",
    " \t\n": f"'' is no card: it is empty; {FORM}.",
    "\ufe0f": f"'\ufe0f' is no card: it is empty; {FORM}.",
    "7": f"'7' is no card: {FORM}.",
    "C": f"'C' is no card: {FORM}.",
    "♥": f"'♥' is no card: {FORM}.",
    "7X": f"'7X' is no card: {FORM}.",
    "HX": f"'HX' is no card: {FORM}.",
    "77": f"'77' is no card: {FORM}.",
    "0C": f"'0C' is no card: {FORM}.",
    "11C": f"'11C' is no card: {FORM}.",
    "14C": f"'14C' is no card: {FORM}.",
    "010H": f"'010H' is no card: {FORM}.",
    "7CC": f"'7CC' is no card: {FORM}.",
    "7 C": f"'7 C' is no card: {FORM}.",
    "7C 8D": f"'7C 8D' is no card: {FORM}.",
    "#17": f"'#17' is no card: {FORM}.",
    "ace of clubs": f"'ace of clubs' is no card: {FORM}.",
    "7\0": f"'7\\x00' is no card: {FORM}.",
    "\0": f"'\\x00' is no card: {FORM}.",
    "1C": "'1C' is no card: an ace is written A, as in AC.",
    "1h": "'1h' is no card: an ace is written A, as in AH.",
    "1♠": "'1♠' is no card: an ace is written A, as in AS.",
    "H7": "'H7' is no card: the rank comes first, as in 7H.",
    "h10": "'h10' is no card: the rank comes first, as in 10H.",
    "♥q": "'♥q' is no card: the rank comes first, as in QH.",
    "sa": "'sa' is no card: the rank comes first, as in AS.",
    "joker": "'joker' is no card: jokers are not used here.",
    "Joker2": "'Joker2' is no card: jokers are not used here.",
    "JK": "'JK' is no card: jokers are not used here.",
    "jkr": "'jkr' is no card: jokers are not used here.",
    "XX": "'XX' is no card: jokers are not used here.",
    "*": "'*' is no card: jokers are not used here.",
    "\U0001f0bf": "'\U0001f0bf' is no card: jokers are not used here.",
    "\U0001f0cf": "'\U0001f0cf' is no card: jokers are not used here.",
    "\U0001f0df": "'\U0001f0df' is no card: jokers are not used here.",
    "7C" * 21: f"{'7C' * 20!r}... is no card: {FORM}.",
    "7" * 1_000_000: f"{'7' * 40!r}... is no card: {FORM}.",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text)[:24])
def test_what_is_no_card_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        Card.parse(text)
    assert REFUSED[text] == str(refusal.value)


STRANGE = {
    "7\u0441": ("'\u0441'", "CYRILLIC SMALL LETTER ES"),
    "7\u0421": ("'\u0421'", "CYRILLIC CAPITAL LETTER ES"),
    "\u0422H": ("'\u0422'", "CYRILLIC CAPITAL LETTER TE"),
    "\u041a\u0421": ("'\u041a'", "CYRILLIC CAPITAL LETTER KA"),
    "\u212aC": ("'\u212a'", "KELVIN SIGN"),
    "7\u017f": ("'\u017f'", "LATIN SMALL LETTER LONG S"),
    "\uff17C": ("'\uff17'", "FULLWIDTH DIGIT SEVEN"),
    "\u0667C": ("'\u0667'", "ARABIC-INDIC DIGIT SEVEN"),
    "7\u200bC": ("'\\u200b'", "ZERO WIDTH SPACE"),
    "\ufeff7C": ("'\\ufeff'", "ZERO WIDTH NO-BREAK SPACE"),
    "7\ufe0f\u20e3C": ("'\u20e3'", "COMBINING ENCLOSING KEYCAP"),
    "7\ud800": ("'\\ud800'", "U+D800"),
    "\U0001f0ac": ("'\U0001f0ac'", "PLAYING CARD KNIGHT OF SPADES"),
    "\U0001f0ad": ("'\U0001f0ad'", "PLAYING CARD QUEEN OF SPADES"),
    "\U0001f0a0": ("'\U0001f0a0'", "PLAYING CARD BACK"),
}


@pytest.mark.parametrize("text", STRANGE, ids=ascii)
def test_a_character_that_only_looks_right_is_refused_by_name(text: str) -> None:
    mark, name = STRANGE[text]
    with pytest.raises(CardError) as refusal:
        Card.parse(text)
    assert f"{text!r} is no card: {mark} is {name}, which is neither a rank nor a suit; {FORM}." == str(refusal.value)


@given(st.text(max_size=5))
@example("\u00df\u2665")  # upper case of one letter may be two
@example("\u0131\u2665")
def test_a_text_is_a_card_or_a_card_error(text: str) -> None:
    with contextlib.suppress(CardError):
        assert str(Card.parse(text)) in FACES


@given(st.characters(min_codepoint=128))
def test_no_character_of_another_alphabet_ever_stands_for_a_rank_or_a_suit_letter(mark: str) -> None:
    for text in (f"{mark}C", f"7{mark}"):
        with contextlib.suppress(CardError):
            assert str(Card.parse(text)) in {"7C", "7D", "7H", "7S"}
            assert mark in "♣♦♥♠♧♢♡♤"


@pytest.mark.parametrize("rank", [0, 14, -1, True, 7.0, "7", None])
def test_a_rank_is_a_whole_number_from_1_to_13(rank: object) -> None:
    with pytest.raises(CardError) as refusal:
        Card(rank, "C")  # type: ignore[arg-type]  # wrong on purpose
    assert f"{rank!r} is no rank: {RANK_FORM}" == str(refusal.value)


@pytest.mark.parametrize("suit", ["c", "♣", "", "CD", "X", 0, None])
def test_a_suit_is_one_of_four_letters(suit: object) -> None:
    with pytest.raises(CardError) as refusal:
        Card(7, suit)  # type: ignore[arg-type]  # wrong on purpose
    assert f"{suit!r} is no suit: suits are C, D, H and S." == str(refusal.value)


@pytest.mark.parametrize("number", [-1, True, 0.0, "0", None])
def test_a_copy_number_is_a_whole_number_from_0(number: object) -> None:
    with pytest.raises(CardError) as refusal:
        Card(7, "C", number)  # type: ignore[arg-type]  # wrong on purpose
    assert f"{number!r} is no copy number: copies are counted from 0." == str(refusal.value)


def test_the_numbers_of_the_cards_are_their_places_in_the_pack() -> None:
    assert list(range(52)) == [Card.parse(text).number for text in FACES]
    assert (0, 12, 13, 51) == tuple(Card.parse(text).number for text in ("AC", "KC", "AD", "KS"))


@given(cards)
def test_a_number_is_that_of_rank_and_suit_whichever_copy_it_is(card: Card) -> None:
    assert FACES[card.number] == str(card)
    assert Card(card.rank, card.suit).number == card.number


def test_the_number_of_a_card_is_not_given_nor_shown_nor_changed() -> None:
    card = Card(7, "C")
    with pytest.raises(TypeError):
        Card(7, "C", number=6)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]  # wrong on purpose
    with pytest.raises(AttributeError):
        card.number = 7  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]  # wrong on purpose
    assert "number" not in repr(card)


def test_a_card_error_is_a_patience_error_and_a_value_error() -> None:
    assert issubclass(CardError, PatienceError)
    assert issubclass(CardError, ValueError)


def test_clubs_and_spades_are_black_hearts_and_diamonds_red() -> None:
    assert ["black", "red", "red", "black"] == [Card(1, suit).colour for suit in SUITS]


def test_a_card_lies_face_up_and_a_back_face_down() -> None:
    assert (True, False) == (Card(7, "C").face_up, Back(0).face_up)


@given(cards, cards)
def test_cards_are_equal_when_rank_suit_and_copy_are(one: Card, other: Card) -> None:
    same = (one.rank, one.suit, one.copy) == (other.rank, other.suit, other.copy)
    assert same == (one == other)
    assert same != (one != other)
    assert not same or hash(one) == hash(other)


def test_copies_of_a_card_differ() -> None:
    assert 3 == len({Card(7, "C"), Card(7, "C", 1), Card(7, "C", 2)})


def test_a_card_is_neither_its_text_nor_a_back_nor_a_tuple() -> None:
    others: list[object] = ["7C", (7, "C", 0), Back(7), 7]
    assert not [other for other in others if Card(7, "C") == other]


def test_cards_have_no_order_of_their_own_for_the_games_differ_on_the_ace() -> None:
    with pytest.raises(TypeError):
        operator.lt(Card(1, "C"), Card(2, "C"))  # pyright: ignore[reportArgumentType]  # wrong on purpose


@pytest.mark.parametrize(("value", "name"), [(Card(7, "C"), "rank"), (Card(7, "C"), "new"), (Back(7), "slot")])
def test_cards_and_backs_cannot_be_changed(value: Card | Back, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(value, name, 1)


@given(st.integers(0, 1000))
def test_a_back_is_written_as_its_slot_and_its_repr_makes_it_again(slot: int) -> None:
    assert (f"#{slot}", Back(slot)) == (str(Back(slot)), eval(repr(Back(slot))))


@given(st.integers(0, 9), st.integers(0, 9))
def test_backs_are_equal_when_their_slots_are(one: int, other: int) -> None:
    assert (one == other) == (Back(one) == Back(other))
    assert one != other or hash(Back(one)) == hash(Back(other))


# All that a card tells of itself, read from the class, so that an attribute added later is not forgotten here.
TELLING = sorted(name for name in dir(Card) if not name.startswith("_") and name not in {"face_up", "parse"})


def test_a_card_tells_its_rank_suit_colour_copy_and_number() -> None:
    assert ["colour", "copy", "number", "rank", "suit"] == TELLING


@pytest.mark.parametrize("name", TELLING)
def test_a_back_tells_none_of_what_a_card_tells(name: str) -> None:
    with pytest.raises(HiddenCardError) as refusal:
        getattr(Back(17), name)
    assert (
        f"the {name} of #17 is hidden: the card lies face down, and a rule sees only what a player sees. "
        "Turn it up with a step first, or test its face_up." == str(refusal.value)
    )


@pytest.mark.parametrize("name", TELLING)
def test_a_default_does_not_hide_that_a_back_was_asked(name: str) -> None:
    with pytest.raises(HiddenCardError):
        getattr(Back(0), name, None)


def test_a_back_holds_its_slot_and_nothing_else() -> None:
    assert {"slot"} == {name for name in dir(Back(3)) if not name.startswith("_")} - {*TELLING, "face_up"}
    assert not hasattr(Back(3), "__dict__")
    assert b"17" not in pickle.dumps(Back(3))


@given(st.one_of(cards, st.builds(Back, st.integers(0, 400))), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_cards_and_backs_survive_pickling_and_copying(value: Card | Back, protocol: int) -> None:
    for made in (pickle.loads(pickle.dumps(value, protocol)), copy.copy(value), copy.deepcopy(value)):
        assert value == made
        assert hash(value) == hash(made)


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_a_card_pickled_in_a_process_with_other_hashes_is_found_in_a_set_here(seed: str) -> None:
    made = "{Card(7, 'C'): 1, Card(13, 'S', 3): 2, Back(17): 3}"
    code = (
        "import pickle, sys; from patience_core import Back, Card\n"
        f"value = {made}\n"  # in a dict, so that each hash is taken, and kept, before the pickling
        "sys.stdout.buffer.write(pickle.dumps(list(value)))"
    )
    env = {**os.environ, "PYTHONHASHSEED": seed}
    sent = subprocess.run([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, check=True, timeout=60)
    found: dict[Card | Back, int] = {Card(7, "C"): 1, Card(13, "S", 3): 2, Back(17): 3}
    assert [1, 2, 3] == [found[value] for value in pickle.loads(sent.stdout)]


def test_texts_of_cards_and_backs_are_plain_ascii_so_that_any_terminal_can_print_them() -> None:
    values = [Card(rank, suit, 1) for rank, suit in itertools.product(range(1, 14), SUITS)] + [Back(17)]
    assert all(str(value).isascii() and repr(value).isascii() for value in values)
