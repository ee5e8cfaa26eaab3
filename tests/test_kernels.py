"""Kernel: what it is, and what plain Python finds where compiled code would not; test_compiled has the rest."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import RANKS, SUITS, Deal, Game, GameError, Kernel, Pack, Registry, Stream
from patience_core.kernels import draw_below, play_plainly
from patience_core.players import player_stream
from patience_core.splitmix import GAMMA, MASK
from tests import tiny_kernel
from tests.games import Ladder
from tests.tiny_kernel import MODULE, tiny


@given(st.integers(0, MASK), st.integers(1, 2**32))
@example(-GAMMA & MASK, 3)  # the first word is 0, which is thrown away
@example(-GAMMA & MASK, 4)
def test_draws_are_those_of_the_players_streams(state: int, bound: int) -> None:
    stream, plain = Stream(state), [state]
    for _ in range(3):
        assert stream.below(bound) == draw_below(plain, bound)
        assert [stream.state] == plain


PACKS = st.builds(
    Pack,
    ranks=st.sets(st.integers(1, len(RANKS)), min_size=1),
    suits=st.sets(st.sampled_from(SUITS), min_size=1),
    copies=st.integers(1, 4),
)


@given(st.integers(0, 2**63 - 1), PACKS, st.text(max_size=5))
def test_a_play_sees_the_cards_in_dealing_order_and_draws_the_players_numbers(
    number: int, pack: Pack, name: str
) -> None:
    deal = Deal.numbered(number, pack)
    for looks in {1, len(pack)}:
        card = deal.cards[looks - 1].number
        assert (card == 0, card, looks) == play_plainly(tiny(looks=looks), deal)
    drawn = player_stream(deal, name).below(6)
    assert (drawn == 0, drawn, 1) == play_plainly(tiny(tiny_kernel.DRAWING, player=name), deal)


KERNELS = [kernel for kind in Registry.discover().games if (kernel := kind().kernel("random")) is not None]


@pytest.mark.parametrize(
    ("kernel", "sentence"),
    [
        (tiny(tiny_kernel.OFF), "the score 1020 is not from 0 to 51."),
        (tiny(most=0), "the score 20 is not from 0 to 0."),
        (tiny(tiny_kernel.ENDLESS), "a play has more than 100,000 moves."),
        (tiny(faces=(1, 2)), "2 faces for a pack of 52 cards."),
        (tiny(faces=()), "0 faces for a pack of 52 cards."),
    ],
)
def test_what_goes_wrong_in_a_play_is_told(kernel: Kernel, sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        play_plainly(kernel, Deal.numbered(0))
    assert f"{MODULE}: {sentence}" == str(caught.value)


def test_faces_of_equal_cards_must_be_equal() -> None:
    deal = Deal.numbered(0, Pack(copies=2))
    with pytest.raises(GameError, match=r"^tests\.tiny_kernel: equal cards of the pack have other faces\.$"):
        play_plainly(tiny(faces=tuple(range(104))), deal)
    assert play_plainly(tiny(faces=(*range(52), *range(52))), deal) == play_plainly(tiny(), deal)


def test_numbers_and_faces_are_kept_as_values() -> None:
    kernel = Kernel(MODULE, numbers=[1, 2], faces=[*range(52)], work=2, least=0, most=1)
    assert ((1, 2), tuple(range(52))) == (kernel.numbers, kernel.faces)
    assert hash(kernel) == hash(Kernel(MODULE, numbers=(1, 2), faces=tuple(range(52)), work=2, least=0, most=1))


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        (tiny_kernel.ASTRAY, r"Kernel: \[2\] is none of 2 places"),
        (tiny_kernel.NEGATIVE, r"Kernel: -1 is put into work\[0\]; it must be from 0 to 2\^32 - 1"),
    ],
)
def test_plain_python_finds_what_compiled_code_would_not(mode: int, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        play_plainly(tiny(mode), Deal.numbered(0))
    with pytest.raises(GameError, match=r"Kernel: \[52\] is none of 52 places"):
        play_plainly(tiny(looks=53), Deal.numbered(0))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"least": 3, "most": 2}, "Kernel: scores from 3 to 2; there must be one or more, and at most 1,000,000."),
        ({"most": 1_000_000}, "Kernel: scores from 0 to 1000000; there must be one or more, and at most 1,000,000."),
        ({"faces": (0, 256)}, "Kernel: a card's face is a number from 0 to 255."),
        ({"faces": (-1, 0)}, "Kernel: a card's face is a number from 0 to 255."),
        ({"work": -1}, "Kernel: work is how many numbers a play remembers, from 0 to 1,000,000."),
        ({"work": 1_000_001}, "Kernel: work is how many numbers a play remembers, from 0 to 1,000,000."),
        ({"work": 1.5}, "Kernel: work is how many numbers a play remembers, from 0 to 1,000,000."),
        ({"below": 2**63}, "Kernel: numbers are whole, of 64 bits with their sign."),
        ({"below": True}, "Kernel: numbers are whole, of 64 bits with their sign."),
        ({"below": 0.5}, "Kernel: numbers are whole, of 64 bits with their sign."),
    ],
)
def test_what_no_kernel_can_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        tiny(**wrong)
    assert sentence == str(caught.value)


def test_a_kernel_is_a_value_that_travels() -> None:
    for kernel in [tiny(), *KERNELS]:
        assert kernel == pickle.loads(pickle.dumps(kernel))
        assert hash(kernel) == hash(pickle.loads(pickle.dumps(kernel)))


def test_a_game_has_no_kernel_unless_it_gives_one() -> None:
    assert Game.kernel(Ladder()) is None
    assert KERNELS


def run(command: str) -> str:
    return subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout


def test_games_and_their_kernels_need_neither_numpy_nor_numba() -> None:
    loaded = run(
        "import sys, patience_core\n"
        "kernels = [kind().kernel('random') for kind in patience_core.Registry.discover().games]\n"
        "assert any(kernels)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    ).split()
    assert "patience_core" in loaded
    assert set() == {"numpy", "numba", "llvmlite"} & set(loaded)
