"""Deals: how listings are read, what is refused and where it stands, and what makes two deals the same."""

import copy
import os
import pickle
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import (
    FRENCH_52,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Back,
    Card,
    Deal,
    DealError,
    HiddenCardError,
    Pack,
    PatienceError,
)

FORM = "a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH"
IN_ORDER = " ".join(map(str, FRENCH_52.cards))
PAIR = Pack(ranks=[1], suits="CD")  # AC and AD
FOUR = Pack(ranks=[1, 2], suits="CD")
DOUBLE = Pack(ranks=[1, 2], suits="C", copies=2)
PACKS = [FRENCH_52, PAIR, FOUR, DOUBLE, Pack([1], "S"), Pack(copies=2), Pack(copies=4), Pack(range(7, 14), "HS", 3)]

numbers = st.integers(0, 2**63 - 1)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    pack = draw(st.sampled_from(PACKS))
    return Deal.of(draw(st.permutations(pack.cards)), pack)


def refusal(text: str, pack: Pack = FRENCH_52) -> str:
    """Return what is said of a listing that is refused."""
    with pytest.raises(DealError) as refused:
        Deal.parse(text, pack)
    return str(refused.value)


# Reading


def test_a_listing_is_first_dealt_first_unless_the_caller_says_otherwise() -> None:
    deal = Deal.parse(IN_ORDER)
    assert FRENCH_52.cards == deal.cards
    assert deal == Deal.parse(IN_ORDER, listed="first-dealt")
    assert FRENCH_52.cards[::-1] == Deal.parse(IN_ORDER, listed="last-dealt").cards


@given(deals())
def test_a_listing_read_from_its_other_end_is_the_reversed_deal(deal: Deal) -> None:
    backwards = " ".join(deal.listing.split()[::-1])
    assert deal == Deal.parse(backwards, deal.pack, listed="last-dealt")


def test_any_other_end_is_refused() -> None:
    with pytest.raises(DealError) as refused:
        Deal.parse(IN_ORDER, listed="top-first")  # type: ignore[arg-type]  # wrong on purpose
    assert "listed='top-first': a listing is first-dealt or last-dealt first." == str(refused.value)


@given(deals())
def test_a_deal_reads_back_from_its_listing(deal: Deal) -> None:
    assert deal == Deal.parse(deal.listing, deal.pack)
    assert deal.listing == Deal.parse(deal.listing, deal.pack).listing


@given(deals())
def test_a_listing_is_one_line_of_plain_ascii(deal: Deal) -> None:
    assert deal.listing.isascii()
    assert [deal.listing] == deal.listing.splitlines()
    assert list(map(str, deal.cards)) == deal.listing.split(" ")


def written(card: Card, style: random.Random) -> str:
    """Write a card in one of the forms that are read."""
    rank = "10" if card.rank == 10 and style.random() < 0.5 else RANKS[card.rank - 1]
    suit = style.choice([card.suit, card.suit.lower(), SUIT_SYMBOLS[card.suit], SUIT_SYMBOLS[card.suit] + "\ufe0f"])
    return (rank.lower() if style.random() < 0.5 else rank) + suit


@given(deals(), st.randoms(use_true_random=False), st.sampled_from(["", "\ufeff"]))
def test_forms_separators_comments_and_line_breaks_may_be_mixed(deal: Deal, style: random.Random, bom: str) -> None:
    between = [" ", ", ", ",", ";", " ; ", "\t", "\n", "\r\n", "\r", "\n\n", " # KH, no card\n", "#\r\n", "\u00a0"]
    text = bom + "".join(written(card, style) + style.choice(between) for card in deal.cards)
    assert deal == Deal.parse(text, deal.pack)


def test_a_comment_runs_to_the_end_of_its_line() -> None:
    assert Deal.parse("AC AD", PAIR) == Deal.parse("# AD AD\nAC#AD\r\nAD # the end", PAIR)


@pytest.mark.parametrize("mark", ["\f", "\v", "\x1c", "\x85", "\u2028"])
def test_only_what_editors_count_as_a_line_break_ends_a_comment_or_a_line(mark: str) -> None:
    assert Deal.parse("AC AD", PAIR) == Deal.parse(f"AC # one{mark}two\nAD", PAIR)
    assert f"card 2 (line 1, column 4): 'X' is no card: {FORM}." == refusal(f"AC{mark}X", PAIR)


def test_a_byte_order_mark_is_passed_over_at_the_beginning_only() -> None:
    assert Deal.parse("AC AD", PAIR) == Deal.parse("\ufeffAC AD", PAIR)
    assert (
        "card 2 (line 1, column 4): '\\ufeffAD' is no card: '\\ufeff' is ZERO WIDTH NO-BREAK SPACE, "
        f"which is neither a rank nor a suit; {FORM}." == refusal("AC \ufeffAD", PAIR)
    )


@given(deals())
def test_copies_are_numbered_in_dealing_order(deal: Deal) -> None:
    met: Counter[str] = Counter()
    for card in deal.cards:
        assert met[str(card)] == card.copy
        met[str(card)] += 1


def test_copies_are_numbered_in_dealing_order_whichever_end_is_listed_first() -> None:
    deal = Deal.parse("AC 2C AC 2C", DOUBLE, listed="last-dealt")
    assert (Card(2, "C"), Card(1, "C"), Card(2, "C", 1), Card(1, "C", 1)) == deal.cards


# Refusing


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ("X AD", "card 1 (line 1, column 1)", "X"),
        ("AC X", "card 2 (line 1, column 4)", "X"),
        ("AC,X", "card 2 (line 1, column 4)", "X"),
        ("AC;;  ;X,", "card 2 (line 1, column 8)", "X"),
        ("AC\tX", "card 2 (line 1, column 4)", "X"),
        ("AC\nX", "card 2 (line 2, column 1)", "X"),
        ("AC\r\n  X", "card 2 (line 2, column 3)", "X"),
        ("AC\rX", "card 2 (line 2, column 1)", "X"),
        ("AC\n\r\n\r\nX", "card 2 (line 4, column 1)", "X"),
        ("# one\n# two\n\nAC\n # three\n  X # four", "card 2 (line 6, column 3)", "X"),
        ("\ufeffX", "card 1 (line 1, column 1)", "X"),
        ("\ufeffAC\n X", "card 2 (line 2, column 2)", "X"),
        ("A♣\ufe0f X", "card 2 (line 1, column 5)", "X"),
        ("AC AD X", "card 3 (line 1, column 7)", "X"),
        ("AC-AD", "card 1 (line 1, column 1)", "AC-AD"),
        ("AC|AD", "card 1 (line 1, column 1)", "AC|AD"),
        ("ACAD", "card 1 (line 1, column 1)", "ACAD"),
        (": AC AD", "card 1 (line 1, column 1)", ":"),
        ("AC <5H>", "card 2 (line 1, column 4)", "<5H>"),
    ],
    ids=lambda value: ascii(value)[1:-1],
)
def test_what_is_no_card_is_refused_with_its_place(text: str, place: str, word: str) -> None:
    assert f"{place}: {word!r} is no card: {FORM}." == refusal(text, PAIR)


@given(st.integers(0, 51), st.sampled_from([" ", "\n"]))
def test_the_place_of_a_fault_is_where_a_reader_finds_it(at: int, between: str) -> None:
    words = IN_ORDER.split()
    words[at] = "7Z"
    text = between.join(words)
    before = text[: text.index("7Z")]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    assert f"card {at + 1} (line {line}, column {column}): '7Z' is no card: {FORM}." == refusal(text)


def test_a_look_alike_is_refused_with_its_name_and_place() -> None:
    assert (
        "card 8 (line 1, column 22): '8\u0421' is no card: '\u0421' is CYRILLIC CAPITAL LETTER ES, "
        f"which is neither a rank nor a suit; {FORM}." == refusal(IN_ORDER.replace("8C", "8\u0421"))
    )


def test_a_joker_is_refused_by_name() -> None:
    assert "card 53 (line 1, column 157): 'Joker' is no card: jokers are not used here." == refusal(f"{IN_ORDER} Joker")


def test_a_card_that_stands_twice_is_refused_with_both_places() -> None:
    assert "AC stands twice: card 1 (line 1, column 1) and card 3 (line 2, column 1); the pack has 1 of it." == refusal(
        "AC AD\nac", PAIR
    )


def test_a_card_too_many_is_refused_before_one_missing() -> None:
    assert "AC stands twice: card 1 (line 1, column 1) and card 2 (line 1, column 4); the pack has 1 of it." == refusal(
        "AC AC", PAIR
    )


def test_a_third_copy_where_the_pack_has_two_is_refused_with_all_places() -> None:
    assert (
        "AC stands 3 times: card 1 (line 1, column 1) and card 3 (line 1, column 7) and card 4 (line 1, column 10); "
        "the pack has 2 of it." == refusal("AC 2C AC AC", DOUBLE)
    )


def test_missing_cards_are_counted_and_named() -> None:
    assert "1 of 52 cards missing: KS." == refusal(IN_ORDER.removesuffix("KS"))
    assert "8 of 52 cards missing: 6S 7S 8S 9S TS JS QS KS." == refusal(IN_ORDER[: 44 * 3])
    assert "9 of 52 cards missing: 5S 6S 7S 8S 9S TS JS QS ..." == refusal(IN_ORDER[: 43 * 3])
    assert "2 of 4 cards missing: AC 2C." == refusal("AC 2C", DOUBLE)
    assert "2 of 4 cards missing: AC AC." == refusal("2C 2C", DOUBLE)


def test_a_card_of_another_pack_is_refused_with_the_cards_there_are() -> None:
    assert "card 2 (line 1, column 4): 3D is not in this pack (ranks A 2, suits C D)." == refusal("AC 3D", FOUR)
    assert "card 2 (line 1, column 4): AH is not in this pack (ranks A 2, suits C D)." == refusal("AC AH", FOUR)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ufeff", "# KH 9C", ",;,", "\r\n\t# none\r\n"])
def test_an_empty_listing_is_refused(text: str) -> None:
    assert "the listing is empty: it must list all 52 cards of the pack." == refusal(text)


def test_a_file_that_is_no_text_is_refused_at_its_first_word() -> None:
    binary = bytes(range(256)).decode("latin-1")
    assert f"card 1 (line 1, column 1): '\\x00\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08' is no card: {FORM}." == refusal(
        binary
    )
    assert f"card 1 (line 1, column 1): {'7' * 40!r}... is no card: {FORM}." == refusal("7" * 1_000_000)


@given(st.text(alphabet="AKC7H10,; \n#\r\0\ufeff\u0441♥", max_size=40))
@example("AC AD")
def test_a_listing_is_a_whole_pack_or_a_deal_error(text: str) -> None:
    try:
        deal = Deal.parse(text, PAIR)
    except PatienceError as refused:
        assert DealError is type(refused)  # noqa: PT017 - either way is right, and this one way is bounded
    else:
        assert {Card(1, "C"), Card(1, "D")} == set(deal.cards)


# Making deals from cards


def test_a_deal_of_cards_is_dealt_in_their_order_from_any_iterable() -> None:
    assert Deal.parse("AD AC", PAIR) == Deal.of(iter([Card(1, "D"), Card(1, "C")]), PAIR)


def test_a_deal_of_cards_numbers_their_copies_anew() -> None:
    mixed = [Card(1, "C", 1), Card(2, "C"), Card(1, "C", 7), Card(2, "C")]
    assert (Card(1, "C"), Card(2, "C"), Card(1, "C", 1), Card(2, "C", 1)) == Deal.of(mixed, DOUBLE).cards


def test_a_deal_of_cards_that_are_no_pack_is_refused() -> None:
    with pytest.raises(DealError) as refused:
        Deal.of([Card(1, "C"), Card(1, "C")], PAIR)
    assert "AC stands twice: card 1 and card 2; the pack has 1 of it." == str(refused.value)
    with pytest.raises(DealError) as refused:
        Deal.of([], PAIR)
    assert "2 of 2 cards missing: AC AD." == str(refused.value)
    with pytest.raises(DealError) as refused:
        Deal.of([Card(1, "C"), Card(1, "H")], PAIR)
    assert "card 2: AH is not in this pack (ranks A, suits C D)." == str(refused.value)


def test_a_deal_of_more_cards_than_the_pack_has_is_refused() -> None:
    with pytest.raises(DealError) as refused:
        Deal([Card(1, "C"), Card(1, "D"), Card(1, "C")], PAIR, "")
    assert "AC stands twice: card 1 and card 3; the pack has 1 of it." == str(refused.value)


def test_a_face_down_card_cannot_be_dealt() -> None:
    with pytest.raises(HiddenCardError):
        Deal.of([Card(1, "C"), Back(1)], PAIR)  # type: ignore[list-item]  # wrong on purpose


@pytest.mark.parametrize(
    ("cards", "pack"),
    [
        ([Card(1, "C", 1), Card(1, "D")], PAIR),
        ([Card(1, "C", 1), Card(2, "C"), Card(1, "C"), Card(2, "C", 1)], DOUBLE),
        ([Card(1, "C"), Card(2, "C"), Card(1, "C"), Card(2, "C", 1)], DOUBLE),
    ],
)
def test_a_deal_whose_copies_are_not_numbered_in_dealing_order_is_refused(cards: list[Card], pack: Pack) -> None:
    with pytest.raises(DealError) as refused:
        Deal(cards, pack, "")
    assert "the copies of a card must be numbered from 0 in dealing order: Deal.of() does that." == str(refused.value)


def test_a_deal_keeps_its_cards_as_a_tuple() -> None:
    listed = list(PAIR.cards)
    deal = Deal(listed, PAIR, "by hand")
    listed.clear()
    assert PAIR.cards == deal.cards


# Numbers


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (-1, "-1"),
        (-42, "-42"),
        (2**63, "9223372036854775808"),
        (2**64 + 42, "18446744073709551658"),
        (-(2**64) + 42, "-18446744073709551574"),
        (True, "True"),
        (False, "False"),
        (42.0, "42.0"),
        ("42", "'42'"),
        (None, "None"),
        ("9" * 1_000_000, f"'{'9' * 39}..."),
        (16**4_000, f"0x1{'0' * 37}..."),
        (2**129, "0x200000000000000000000000000000000"),
        (2**128 - 1, f"{2**128 - 1}"),
        (3 * 2**127, "0x180000000000000000000000000000000"),
        ("x" * 58, f"'{'x' * 58}'"),
        ("y" * 59, f"'{'y' * 39}..."),
        (-(16**50_000), f"-0x1{'0' * 36}..."),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else type(value).__name__,
)
def test_a_number_out_of_range_is_refused_and_never_made_to_fit(number: object, shown: str) -> None:
    with pytest.raises(DealError) as refused:
        Deal.numbered(number)  # type: ignore[arg-type]  # wrong on purpose
    assert f"deal number {shown}: numbers are whole, from 0 to 9223372036854775807." == str(refused.value)


def test_the_first_and_the_last_number_are_deals() -> None:
    assert 52 == len(set(Deal.numbered(0).cards)) == len(set(Deal.numbered(2**63 - 1).cards))


def test_deal_0_is_a_deal_of_its_own_and_the_same_each_time() -> None:
    zero = Deal.numbered(0)
    assert zero == Deal.numbered(0)
    assert "0" == zero.text
    assert not {zero} & {Deal.parse(IN_ORDER), *map(Deal.numbered, [1, 2, 42, 2**32, 2**63 - 1])}


@given(numbers, st.sampled_from(PACKS))
def test_a_numbered_deal_is_one_whole_pack_that_the_strict_way_accepts(number: int, pack: Pack) -> None:
    deal = Deal.numbered(number, pack)
    assert deal == Deal(deal.cards, deal.pack, deal.text)
    assert set(pack.cards) == set(deal.cards)


def test_a_thousand_numbers_give_a_thousand_deals() -> None:
    assert 1000 == len({Deal.numbered(number) for number in range(1000)})


# Sameness


@given(numbers, st.sampled_from(PACKS))
def test_a_deal_is_the_same_however_it_was_named(number: int, pack: Pack) -> None:
    deal = Deal.numbered(number, pack)
    named = [
        Deal.parse(deal.listing, pack),
        Deal.parse("# found in a book\n" + deal.listing.lower().replace(" ", ",\n"), pack),
        Deal.of(deal.cards, pack),
    ]
    assert [deal] * 3 == named
    assert {deal.key} == {other.key for other in named}
    assert {hash(deal)} == {hash(other) for other in named}


def test_a_deal_keeps_the_text_that_it_came_from() -> None:
    assert "42" == Deal.numbered(42).text
    assert "ad, ac # so" == Deal.parse("ad, ac # so", PAIR).text
    assert "AD AC" == Deal.of([Card(1, "D"), Card(1, "C")], PAIR).text


def test_deals_of_other_cards_or_another_pack_differ() -> None:
    one = Pack([1], "C")
    others = [
        Deal.parse("AC AD", PAIR),
        Deal.parse("AD AC", PAIR),
        Deal.parse("AC", one),
        Deal.parse("AC AC", Pack([1], "C", 2)),
        Deal.parse("AH AS", Pack([1], "HS")),
    ]
    assert 5 == len(set(others))
    listing: object = "AC AD"
    assert others[0] != listing


@given(deals())
def test_deals_survive_pickling_and_copying(deal: Deal) -> None:
    for made in (pickle.loads(pickle.dumps(deal)), copy.copy(deal), copy.deepcopy(deal)):
        assert (deal, deal.text, deal.key, hash(deal)) == (made, made.text, made.key, hash(made))


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_a_number_gives_the_same_deal_and_key_in_a_process_with_other_hashes(seed: str) -> None:
    code = (
        "import pickle, sys; from patience_core import Deal, Pack\n"
        "deals = [Deal.numbered(42), Deal.numbered(0, Pack(copies=2)), Deal.numbered(7, Pack([1, 2], 'C', 2))]\n"
        "sys.stdout.buffer.write(pickle.dumps([(deal, deal.key) for deal in {d: d for d in deals}]))"
    )
    env = {**os.environ, "PYTHONHASHSEED": seed}
    sent = subprocess.run([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, check=True, timeout=60)
    here = [Deal.numbered(42), Deal.numbered(0, Pack(copies=2)), Deal.numbered(7, DOUBLE)]
    found = dict(pickle.loads(sent.stdout))
    assert [deal.key for deal in here] == [found[deal] for deal in here]


def test_a_deal_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Deal.numbered(42).cards = ()  # type: ignore[misc]  # wrong on purpose


# The key, by a second implementation


def mixed(z: int) -> int:
    """SplitMix64's mixing function, written from its description."""
    z %= 2**64
    z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
    return z ^ z // 2**31


@given(deals())
def test_the_key_mixes_in_each_card_by_its_place_in_the_pack_order(deal: Deal) -> None:
    order = [rank + suit for suit in "CDHS" if suit in deal.pack.suits for rank in RANKS]
    order = [face for face in order if RANKS.index(face[0]) + 1 in deal.pack.ranks]
    key = 0
    for face in deal.listing.split():
        key = mixed(key + 1 + order.index(face))
    assert key == deal.key


def test_known_keys() -> None:
    assert 13612956887900511595 == Deal.numbered(42).key
    assert 1 + SUITS.index("C") == Pack([1], "C").index[Card(1, "C")] + 1
    assert mixed(1) == Deal.parse("AC", Pack([1], "C")).key


@given(st.permutations(FOUR.cards), st.permutations(FOUR.cards))
def test_deals_of_another_order_have_another_key(one: list[Card], other: list[Card]) -> None:
    assert (one == other) == (Deal.of(one, FOUR).key == Deal.of(other, FOUR).key)
