"""Deal numbers: a second, plain implementation, a golden file that must never change, and streams of numbers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import FRENCH_52, RANKS, SUITS, Back, Deal, GameError, Pack, Shuffle, Stream
from patience_core.moves import PACK
from patience_core.players import player_stream
from patience_core.splitmix import GAMMA, mix, shuffle
from patience_core.table import Position

GOLDEN = Path(__file__).parent / "data" / "deal-numbers.txt"
GOLDEN_SHA256 = "1660d99862fe61bdc58ebda6dc3d70ccd6a6976927ed60ce736ef8b37134e157"

numbers = st.integers(0, 2**63 - 1)
words = st.integers(0, 2**64 - 1)


# The second implementation, from docs/deal-numbers.md and not from the code: slow, and plain to read.


def plain_mix(z: int) -> int:
    z = z ^ (z >> 30)
    z = z * 0xBF58476D1CE4E5B9 % 2**64
    z = z ^ (z >> 27)
    z = z * 0x94D049BB133111EB % 2**64
    return z ^ (z >> 31)


def plain_words(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        yield plain_mix(state)


def plain_shuffle(cards: list[str], state: int) -> tuple[list[str], int]:
    """Return the cards shuffled, and how many words that took."""
    cards = cards.copy()
    stream = plain_words(state)
    taken = 0
    i = len(cards)
    while i > 1:
        bounds = [bound for bound in range(i, i - 6, -1) if bound > 1]
        product = 1
        for bound in bounds:
            product *= bound
        while True:
            x = next(stream)
            taken += 1
            picks: list[int] = []
            for bound in bounds:
                high, x = divmod(x * bound, 2**64)
                picks.append(high)
            if x >= 2**64 % product:
                break
        for bound, pick in zip(bounds, picks, strict=True):
            cards[bound - 1], cards[pick] = cards[pick], cards[bound - 1]
        i -= len(bounds)
    return cards, taken


def plain_pack(ranks: str = RANKS, suits: str = SUITS, copies: int = 1) -> list[str]:
    return [rank + suit for _ in range(copies) for suit in suits for rank in ranks]


def plain_deal(number: int, pack: list[str]) -> tuple[list[str], int]:
    return plain_shuffle(pack, plain_mix((number + 0x9E3779B97F4A7C15) % 2**64))


def plain_key(cards: list[str], pack: list[str]) -> int:
    key = 0
    for card in cards:
        key = plain_mix((key + 1 + pack.index(card)) % 2**64)
    return key


@st.composite
def packs(draw: st.DrawFn) -> tuple[Pack, list[str]]:
    ranks = draw(st.lists(st.integers(1, 13), min_size=1, unique=True).map(sorted))
    suits = "".join(sorted(draw(st.lists(st.sampled_from(SUITS), min_size=1, unique=True))))
    copies = draw(st.integers(1, 208 // (len(ranks) * len(suits))))
    return Pack(ranks, suits, copies), plain_pack("".join(RANKS[rank - 1] for rank in ranks), suits, copies)


@given(numbers, packs())
@example(0, (FRENCH_52, plain_pack()))
@example(2**63 - 1, (Pack(copies=4), plain_pack(copies=4)))
def test_numbered_deals_are_those_of_the_plain_implementation(number: int, pack: tuple[Pack, list[str]]) -> None:
    assert " ".join(plain_deal(number, pack[1])[0]) == Deal.numbered(number, pack[0]).listing


@given(words, st.integers(0, 208))
def test_a_shuffle_of_any_size_is_that_of_the_plain_implementation(state: int, size: int) -> None:
    cards = list(map(str, range(size)))
    expected = plain_shuffle(cards, state)[0]
    shuffle(cards, state)
    assert expected == cards


@pytest.mark.parametrize("size", range(1, 209))
def test_every_size_of_pack_is_shuffled_as_the_plain_implementation_does(size: int) -> None:
    cards = list(map(str, range(size)))
    expected = plain_shuffle(cards, plain_mix(size + GAMMA))[0]
    shuffle(cards, mix(size + GAMMA))
    assert expected == cards


def test_deal_42_is_known() -> None:
    assert "KH 9C 2D JD AD JS 7C AC 2H 8C" == Deal.numbered(42).listing[:29]


@pytest.mark.parametrize(
    ("number", "copies", "taken"), [(23532894, 1, 10), (8637677, 2, 19), (570650, 4, 36)], ids=["52", "104", "208"]
)
def test_a_rejected_word_is_passed_over(number: int, copies: int, taken: int) -> None:
    pack = Pack(copies=copies)
    cards, words_taken = plain_deal(number, plain_pack(copies=copies))
    assert taken == words_taken
    assert cards == Deal.numbered(number, pack).listing.split()
    assert taken - 1 == plain_deal(number + 1, plain_pack(copies=copies))[1]


def test_the_golden_file_has_not_changed() -> None:
    # Line ends as read: a checkout may write them in the manner of its system.
    assert GOLDEN_SHA256 == hashlib.sha256(GOLDEN.read_text("utf-8").encode()).hexdigest()


def golden() -> Iterator[tuple[int, str, str, int, str]]:
    for line in GOLDEN.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            head, _, cards = line.partition(": ")
            number, ranks, suits, copies = head.split()
            yield int(number), ranks, suits, int(copies), cards


def test_the_golden_file_covers_packs_and_numbers_of_every_kind() -> None:
    found: dict[int, set[int]] = {}
    for number, _, _, _, cards in golden():
        found.setdefault(len(cards.split()), set()).add(number)
    assert {1, 2, 7, 32, 52, 104, 208} == set(found)
    assert all({0, 1, 42, 2**63 - 1} <= seen for seen in found.values())
    assert all(number in found[size] for size, number in {52: 23532894, 104: 8637677, 208: 570650}.items())
    assert 40 == sum(map(len, found.values()))


@pytest.mark.parametrize(
    ("number", "ranks", "suits", "copies", "cards"),
    list(golden()),
    ids=lambda value: str(value)[:20],
)
def test_a_golden_deal_holds(number: int, ranks: str, suits: str, copies: int, cards: str) -> None:
    pack = Pack([RANKS.index(rank) + 1 for rank in ranks], suits, copies)
    assert cards == Deal.numbered(number, pack).listing
    assert cards.split() == plain_deal(number, plain_pack(ranks, suits, copies))[0]


def test_each_order_of_a_small_pack_comes_up_and_the_last_card_may_stay() -> None:
    pack = Pack(range(1, 5), "C")
    found = Counter(Deal.numbered(number, pack).listing for number in range(2400))
    assert 24 == len(found)
    assert {"4C"} < {listing.split()[3] for listing in found}
    assert all(50 < times < 150 for times in found.values())


# Mixing and streams


def test_known_words() -> None:
    # Other implementations of SplitMix64 are tested with these words of the state 1234567.
    stream = Stream(1234567)
    assert [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ] == [stream.word() for _ in range(5)]


@given(st.integers(-(2**70), 2**70))
def test_mixing_is_that_of_the_plain_implementation_for_any_whole_number(z: int) -> None:
    assert plain_mix(z % 2**64) == mix(z)


@given(words, words)
def test_mixing_never_gives_two_numbers_the_same(one: int, other: int) -> None:
    assert (one == other) == (mix(one) == mix(other))


@given(words, st.integers(1, 2**64))
def test_a_draw_is_the_high_half_of_word_times_bound_of_the_first_fair_word(state: int, bound: int) -> None:
    fair = (word for word in plain_words(state) if word * bound % 2**64 >= 2**64 % bound)
    stream = Stream(state)
    assert [next(fair) * bound // 2**64 for _ in range(3)] == [stream.below(bound) for _ in range(3)]


def test_an_unfair_word_is_thrown_away_by_a_draw() -> None:
    bound = 2**63 + 1  # nearly every second word is unfair
    stream, taken = Stream(42), plain_words(42)
    drawn = [stream.below(bound) for _ in range(100)]
    used = next(place for place, word in enumerate(taken, 1) if mix(stream.state) == word)
    assert 150 < used < 260
    assert all(0 <= number < bound for number in drawn)


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_a_bound_out_of_range_is_refused(bound: int) -> None:
    with pytest.raises(GameError) as refused:
        Stream(0).below(bound)
    assert f"a player cannot draw below {bound}: the bound of a draw is from 1 to 2^64." == str(refused.value)


def test_the_bounds_at_the_ends_of_the_range_are_drawn_from() -> None:
    assert 0 == Stream(42).below(1)
    assert Stream(42).word() == Stream(42).below(2**64)


# What a deal's key seeds


@given(numbers, packs(), st.integers(1, 4))
def test_a_shuffle_in_play_follows_from_the_key_and_how_many_there_were(
    number: int, pack: tuple[Pack, list[str]], times: int
) -> None:
    deal = Deal.numbered(number, pack[0])
    position = Position.start([PACK], deal)
    cards = deal.listing.split()
    key = plain_key(cards, pack[1])
    for j in range(times):
        position = position.after([Shuffle(PACK)])
        cards = plain_shuffle(cards, plain_mix((key + (j + 1) * 0x9E3779B97F4A7C15) % 2**64))[0]
    top_first = [back for back in reversed(position.table[PACK]) if isinstance(back, Back)]
    assert cards == [str(position.secret.order[back.slot]) for back in top_first]


@given(numbers, packs(), st.sampled_from(["first", "random", "carefully"]))
def test_a_players_stream_follows_from_the_key_and_the_players_name(
    number: int, pack: tuple[Pack, list[str]], name: str
) -> None:
    deal = Deal.numbered(number, pack[0])
    named = int(hashlib.sha256(name.encode()).hexdigest()[:16], 16)
    expected = plain_words(plain_mix(plain_key(deal.listing.split(), pack[1]) ^ named))
    stream = player_stream(deal, name)
    assert [next(expected) for _ in range(3)] == [stream.word() for _ in range(3)]


def test_known_draws_of_a_player() -> None:
    stream = player_stream(Deal.numbered(42), "random")
    assert [1, 1, 4, 0, 1, 3, 4, 1, 3, 2] == [stream.below(6) for _ in range(10)]
