"""Players choose by the table, the legal moves and a stream of numbers of their own, never by the deal."""

from __future__ import annotations

import hashlib
from collections import Counter
from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    Count,
    Deal,
    Move,
    PlayerError,
    Session,
    Stream,
    Table,
    UnknownMoveError,
    frozen,
    named_players,
)
from patience_core.players import find_player, player_stream
from tests.games import Ladder, Pairs, last_pair
from tests.reference import SMALL, deals, raised

TABLE = Table.of({})
MOVES = tuple(Move(text, Count("x")) for text in "abcde")


def test_every_game_has_the_engines_players_and_its_own() -> None:
    assert ["first", "random"] == list(named_players(Ladder()))
    assert ["first", "random", "last"] == list(named_players(Pairs()))
    assert last_pair is find_player(Pairs(), "last")


def test_first_plays_the_first_legal_move() -> None:
    stream = Stream(5)
    assert MOVES[0] == named_players(Ladder())["first"](TABLE, MOVES, stream)
    assert 5 == stream.state


def test_random_plays_each_legal_move_equally_often() -> None:
    stream = Stream(5)
    played = Counter(named_players(Ladder())["random"](TABLE, MOVES, stream).text for _ in range(5_000))
    assert all(900 < played[move.text] < 1_100 for move in MOVES)


@given(st.integers(0, 2**64 - 1), st.integers(1, 5))
def test_random_draws_one_number_below_the_number_of_moves(state: int, size: int) -> None:
    ours, theirs = Stream(state), Stream(state)
    for _ in range(3):
        assert MOVES[ours.below(size)] == named_players(Ladder())["random"](TABLE, MOVES[:size], theirs)


def test_an_unknown_player_is_refused_with_those_that_there_are() -> None:
    assert "Pairs has no player 'lest'; it has first, random, last. Did you mean last?" == raised(
        PlayerError, lambda: find_player(Pairs(), "lest")
    )
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    assert "Ladder has no player 'clever'; it has first, random." == raised(PlayerError, lambda: session.auto("clever"))
    assert () == session.history


@given(deals(), st.text())
def test_the_stream_of_a_player_is_made_of_the_deals_key_and_the_players_name(deal: Deal, name: str) -> None:
    key = deal.key
    named = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    state = key ^ int(named, 16)
    z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    assert z ^ z >> 31 == player_stream(deal, name).state
    assert player_stream(deal, name).state == player_stream(Deal.parse(deal.listing, SMALL), name).state


def test_the_numbers_of_a_player_are_fixed_for_ever() -> None:
    stream = player_stream(Deal.numbered(42), "random")
    assert [15, 14, 40, 4, 16, 33, 42, 9] == [stream.below(52) for _ in range(8)]


def cheat(_table: Table, _moves: tuple[Move, ...], _stream: Stream) -> Move:
    return Move("win", Count("x"))


@frozen
class Cheated(Ladder):
    """Has a player that does not play by the rules."""

    id = "cheated"
    players = MappingProxyType({"cheat": cheat})


def test_a_player_cannot_play_what_is_not_legal() -> None:
    session = Session(Cheated(), Deal.numbered(1, Ladder.pack))
    assert "'win' is not a move of Ladder; here you may play draw." == raised(
        UnknownMoveError, lambda: session.auto("cheat")
    )
    assert () == session.history
