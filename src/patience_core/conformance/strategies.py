"""Strategies of hypothesis for an author's own tests: deals, plays, and the tables that plays come to."""

from __future__ import annotations

from typing import Final

from patience_core.cards import FRENCH_52, Pack
from patience_core.conformance.extras import ExtraError
from patience_core.conformance.play import Play, choices_of
from patience_core.conformance.running import Examination
from patience_core.deals import Deal
from patience_core.game import Game
from patience_core.table import Table

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise ExtraError("patience_core.conformance.strategies", "hypothesis") from error

MOST_MOVES: Final = 100
"""Moves of a play at most, unless more are asked for: what hypothesis shrinks within seconds."""


def deals(pack: Pack = FRENCH_52) -> st.SearchStrategy[Deal]:
    """Return deals of a pack, each order of the cards alike; they shrink to the pack's own order.

    For example::

        @given(deals())
        def test_the_last_card_is_dealt_first(deal): ...

    Args:
        pack: the pack that is dealt.
    """
    return st.permutations(pack.cards).map(lambda cards: Deal.of(cards, pack))


def plays(game: Game | type[Game], *, most: int = MOST_MOVES) -> st.SearchStrategy[Play]:
    """Return plays of a game: any deal, and any of the legal moves each time (the first 256, where there are more).

    They shrink to fewer moves, to moves that come first among the legal ones, to the pack's own order and to the usual
    options. `play.session()` is the session in which the moves have been played, and `play.game` the game with its
    options. For example::

        @given(plays(Clock))
        def test_no_card_is_lost(play):
            assert sum(map(len, play.session().table.piles.values())) == len(play.game.pack)

    Args:
        game: a class, for any choice of its options, or a game, for its own.
        most: how many moves a play has at most.

    Raises:
        CheckError: it is no game.
    """
    examination = Examination(game)  # which refuses what is no game
    return _plays(examination.games or choices_of(examination.kind), most)


def tables(game: Game | type[Game], *, most: int = MOST_MOVES) -> st.SearchStrategy[Table]:
    """Return tables that play comes to; they shrink as plays do, to the table after the deal.

    For example::

        @given(tables(Clock()))
        def test_legal_moves_come_in_a_fixed_order(table):
            assert list(Clock().moves(table)) == list(Clock().moves(table))

    Args:
        game: a class, for any choice of its options, or a game, for its own.
        most: how many moves have been played at most.
    """
    return plays(game, most=most).map(lambda play: play.session().table)


@st.composite
def _plays(draw: st.DrawFn, games: tuple[Game, ...], most: int) -> Play:
    game = draw(st.sampled_from(games))  # the usual one first, which is the simplest to hypothesis
    most = most if game.longest is None else min(most, game.longest)
    least = draw(st.integers(0, most))  # without it nearly all plays would be short; it shrinks to 0 by itself
    if game.choices:
        picks = tuple(draw(st.binary(min_size=least, max_size=most)))  # shrinks many times faster than a list
    else:
        picks = (0,) * least
    return Play(game, draw(deals(game.pack)), picks)
