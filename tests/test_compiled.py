"""Compiled play: its deals, keys and draws are those of the engine, and its counts those of single deals."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import FRENCH_52, RANKS, SUITS, Card, Deal, GameError, Kernel, Pack, Registry, Stream
from patience_core.kernels import draw_below, play_plainly
from patience_core.players import player_stream
from patience_core.simulation import compiled, dealing
from patience_core.simulation.compiled import count, play_each
from patience_core.simulation.dealing import bounds_of
from patience_core.splitmix import GAMMA, MASK, mix
from tests import tiny_kernel
from tests.tiny_kernel import tiny

TWO, FOUR = Pack(copies=2), Pack(copies=4)
NUMBERS = st.integers(0, 2**63 - 1)
WORDS = st.integers(0, MASK)
PACKS = st.builds(
    Pack,
    ranks=st.sets(st.integers(1, len(RANKS)), min_size=1),
    suits=st.sets(st.sampled_from(SUITS), min_size=1),
    copies=st.integers(1, 4),
)
THROWN_AWAY = [(23532894, FRENCH_52), (8637677, TWO), (570650, FOUR)]
"""Deals of which a word is thrown away."""

KERNELS = [kernel for kind in Registry.discover().games if (kernel := kind().kernel("random")) is not None]


def places(pack: Pack) -> Any:
    return np.array([pack.index[card] for card in pack.cards], np.uint8)


def dealt(number: int, pack: Pack) -> list[int]:
    cards, room = np.zeros(len(pack), np.uint8), np.zeros(6, np.uint64)
    dealing.deal_into(cards, np.uint64(number), places(pack), bounds_of(len(pack)), room)
    return [int(card) for card in cards]


def block(first: int, pack: Pack) -> dealing.Room:
    room = compiled.room_for(len(pack), 1)
    dealing.deal_block(np.uint64(first), places(pack), bounds_of(len(pack)), room)
    return room


def by_engine(number: int, pack: Pack) -> list[int]:
    return [pack.index[card] for card in Deal.numbered(number, pack).cards]


@given(NUMBERS, PACKS)
@example(2**63 - 1, FRENCH_52)
@example(0, Pack(ranks=[1], suits="C"))
@example(*THROWN_AWAY[0])
@example(*THROWN_AWAY[1])
@example(*THROWN_AWAY[2])
def test_a_compiled_deal_is_the_deal_of_that_number(number: int, pack: Pack) -> None:
    assert by_engine(number, pack) == dealt(number, pack)


@given(st.integers(0, 2**63 - 100), PACKS)
@example(23532894, FRENCH_52)
@example(23532894 - 7, FRENCH_52)
@example(8637677 - 31, TWO)
@example(570650 - 16, FOUR)
def test_a_block_holds_the_deals_of_consecutive_numbers(first: int, pack: Pack) -> None:
    decks = block(first, pack).decks.tolist()
    assert dealing.BLOCK == len(decks)
    assert [by_engine(first + place, pack) for place in range(len(decks))] == decks


@given(st.integers(0, 2**63 - 100), PACKS, st.text(max_size=5))
def test_players_streams_begin_as_the_deals_keys_and_the_players_names_say(first: int, pack: Pack, name: str) -> None:
    kernel = tiny(player=name)
    room = block(first, pack)
    faces = np.array([card.number for card in pack.cards], np.uint8)
    dealing.seed_block(room.streams, room.decks, faces, np.uint64(kernel.named))
    for place in range(dealing.BLOCK):
        deal = Deal.numbered(first + place, pack)
        assert player_stream(deal, name).state == room.streams[place, 0]
        assert [card.number for card in deal.cards] == room.decks[place].tolist()


@given(WORDS, st.integers(1, 2**32))
@example(-GAMMA & MASK, 3)  # the first word is 0, which is thrown away
@example(-GAMMA & MASK, 4)
def test_draws_are_those_of_the_players_streams(state: int, bound: int) -> None:
    stream, plain, fast = Stream(state), [state], np.array([state], np.uint64)
    for _ in range(3):
        expected = stream.below(bound)
        assert expected == draw_below(plain, bound)
        assert expected == dealing.draw_below(fast, bound)
        assert [stream.state] == plain == fast.tolist()


@given(WORDS | st.integers(0, 208**6), st.integers(1, 208**6))
def test_a_word_is_thrown_away_when_what_is_left_is_below_the_remainder(rest: int, bound: int) -> None:
    assert (rest >= 2**64 % bound) == dealing.is_fair(np.uint64(rest), np.uint64(bound))


@given(WORDS, st.integers(0, 2**32 - 1))
def test_a_product_has_all_its_128_bits(word: int, bound: int) -> None:
    assert divmod(word * bound, 2**64) == dealing.product(np.uint64(word), np.uint64(bound))


@given(WORDS)
def test_words_are_mixed_alike(word: int) -> None:
    assert mix(word) == dealing.mix(np.uint64(word))


@given(st.integers(0, 2**63 - 1000), st.integers(0, 300))
@example(2**63 - 3, 3)
def test_cards_are_seen_by_their_numbers_unless_faces_are_given(first: int, deals: int) -> None:
    seen = [Deal.numbered(first + place).cards[0].number for place in range(deals)]
    assert (seen.count(0), Counter(seen), deals) == count(tiny(), FRENCH_52, first, deals)
    suits = tuple(card.number // 13 for card in FRENCH_52.cards)
    assert Counter(number // 13 for number in seen) == count(tiny(faces=suits), FRENCH_52, first, deals).scores


@pytest.mark.parametrize("pack", [Pack(ranks=[7], suits="H"), TWO, FOUR], ids=len)
def test_kernels_serve_packs_of_any_size(pack: Pack) -> None:
    seen = [Deal.numbered(number, pack).cards[0].number for number in range(100)]
    assert Counter(seen) == count(tiny(), pack, 0, 100).scores


@pytest.mark.parametrize("kernel", [tiny(tiny_kernel.DRAWING, 3, player="random"), *KERNELS], ids=lambda k: k.module)
@given(st.integers(0, 10**9), st.lists(st.integers(0, 100), max_size=5))
def test_counts_are_the_sums_over_single_deals_however_the_range_is_cut(
    kernel: Kernel, first: int, parts: list[int]
) -> None:
    won, scores, moves = 0, Counter[int](), 0
    at = first
    for deals in parts:
        came = count(kernel, FRENCH_52, at, deals)
        won, scores, moves = won + came.won, scores + Counter(came.scores), moves + came.moves
        at += deals
    each = play_each(kernel, FRENCH_52, first, sum(parts))
    assert (won, scores, moves) == (each.won.sum(), Counter(each.scores.tolist()), each.moves.sum())
    assert (won, scores, moves) == count(kernel, FRENCH_52, first, sum(parts))
    for place in range(0, sum(parts), 37):
        assert (each.won[place], {each.scores[place]: 1}, each.moves[place]) == count(
            kernel, FRENCH_52, first + place, 1
        )


def test_threads_play_at_once_and_come_to_the_same() -> None:
    kernel = tiny(tiny_kernel.DRAWING, 3, player="random")
    with ThreadPoolExecutor(4) as pool:
        came = [pool.submit(count, kernel, FRENCH_52, first, 500) for first in range(0, 4_000, 500)]
    assert [count(kernel, FRENCH_52, first, 500) for first in range(0, 4_000, 500)] == [part.result() for part in came]


@given(NUMBERS, st.integers(1, 52))
def test_plain_python_plays_alike(number: int, looks: int) -> None:
    for kernel in (tiny(looks=looks), tiny(tiny_kernel.DRAWING, looks, player="random")):
        came = play_each(kernel, FRENCH_52, number, 1)
        assert (bool(came.won[0]), came.scores[0], came.moves[0]) == play_plainly(kernel, Deal.numbered(number))


def test_a_score_that_is_not_declared_is_an_error_that_names_the_deal() -> None:
    for kernel in (tiny(tiny_kernel.OFF), tiny(most=0), tiny(least=51)):
        with pytest.raises(GameError, match=r"^tests\.tiny_kernel: near deal 7\d\d a play has more than 100,000 moves"):
            count(kernel, FRENCH_52, 700, 100)
        with pytest.raises(GameError, match=r"^tests\.tiny_kernel: the score \d+ is not from"):
            play_plainly(kernel, Deal.numbered(0))


def test_a_play_that_does_not_end_is_an_error_and_not_a_wait_for_ever() -> None:
    with pytest.raises(GameError, match="near deal 700 a play has more than"):
        count(tiny(tiny_kernel.ENDLESS), FRENCH_52, 700, 100)
    with pytest.raises(GameError, match=r"^tests\.tiny_kernel: a play has more than 100,000 moves\.$"):
        play_plainly(tiny(tiny_kernel.ENDLESS), Deal.numbered(700))


def test_an_error_of_a_kernel_names_where_it_came() -> None:
    with pytest.raises(GameError, match=r"^tests\.tiny_kernel, from deal 7 on: ZeroDivisionError: "):
        count(tiny(tiny_kernel.DIVIDING), FRENCH_52, 7, 3)


def test_a_kernel_that_is_not_there_is_told() -> None:
    with pytest.raises(GameError, match=r"^tests\.no_kernel, from deal 0 on: ModuleNotFoundError: No module named"):
        count(Kernel("tests.no_kernel", work=0, least=0, most=0), FRENCH_52, 0, 1)
    with pytest.raises(GameError, match=r"^tests\.games, from deal 0 on: AttributeError: module 'tests.games' has no"):
        count(Kernel("tests.games", work=0, least=0, most=0), FRENCH_52, 0, 1)


def test_a_kernel_that_cannot_be_compiled_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("no_such_thing_kernel")
    for function in (tiny_kernel.start, tiny_kernel.result):
        setattr(module, function.__name__, function)

    def move(cards: Any, stream: Any, numbers: Any, work: Any) -> bool:
        return bool(pytest)

    vars(module)["move"] = FunctionType(move.__code__, {**globals(), "__name__": module.__name__})
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(GameError, match=r"^no_such_thing_kernel, from deal 0 on: TypingError: Failed in nopython"):
        count(Kernel(module.__name__, work=2, least=0, most=51), FRENCH_52, 0, 1)


def test_faces_must_be_those_of_the_pack() -> None:
    for kernel in (tiny(faces=(1, 2)), tiny(faces=())):
        with pytest.raises(GameError, match=r"^tests\.tiny_kernel: \d faces for a pack of 52 cards\.$"):
            count(kernel, FRENCH_52, 0, 1)


def test_faces_of_equal_cards_must_be_equal() -> None:
    with pytest.raises(GameError, match=r"^tests\.tiny_kernel: equal cards of the pack have other faces\.$"):
        count(tiny(faces=tuple(range(104))), TWO, 0, 1)
    assert 100 == sum(count(tiny(faces=(*range(52), *range(52))), TWO, 0, 100).scores.values())


def changed(function: Any, **names: Any) -> FunctionType:
    return FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)


def digest(function: FunctionType) -> str:
    return compiled.digest_of(function)


def test_what_is_kept_on_disk_is_named_by_all_code_that_it_is_made_of() -> None:
    def caller() -> Any:
        return helper() + 1  # type: ignore[name-defined]  # noqa: F821  # looked up where `changed` puts it

    def one() -> Any:
        return LIMIT  # type: ignore[name-defined]  # noqa: F821

    def other() -> Any:
        return LIMIT + 0  # type: ignore[name-defined]  # noqa: F821

    made = [changed(caller, helper=changed(helper, LIMIT=limit)) for helper in (one, other) for limit in (1, 2)]
    assert len(made) == len({digest(function) for function in made})
    assert digest(made[0]) == digest(changed(caller, helper=changed(one, LIMIT=1)))
    assert digest(made[0]) == digest(changed(caller, helper=dealing.numba.njit(changed(one, LIMIT=1))))


def run(command: str) -> str:
    return subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout


def test_where_nothing_can_be_kept_on_disk_it_is_compiled_anew() -> None:
    assert "1 6238072747940578789\n" == run(
        "import numba.core.caching as caching, numpy\n"
        "caching.CacheImpl._locator_classes = []\n"
        "from patience_core.simulation import dealing\n"
        "print(len(dealing.mix.signatures) + 1, dealing.mix(numpy.uint64(1)))"
    )


def test_the_deals_of_kernels_are_made_of_cards() -> None:
    assert [Card(8, "D"), Card(10, "C")] == [FRENCH_52.cards[place] for place in dealt(0, FRENCH_52)[:2]]
