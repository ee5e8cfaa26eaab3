"""Automatic play: by a named player, the same each time, and always with an end."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import pytest

from patience_core import (
    DOWN,
    PACK,
    UP,
    Deal,
    Game,
    Layout,
    Move,
    Outcome,
    Pack,
    Place,
    Session,
    Shift,
    Step,
    Stream,
    Table,
    Turn,
    frozen,
)
from tests.games import GAMES, Ladder, Round, Steps
from tests.plays import pairs


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
@pytest.mark.parametrize("player", ["first", "random"])
def test_the_same_deal_and_player_give_the_same_moves(kind: type[Game], player: str) -> None:
    game = kind()
    for number in range(5):
        deal = Deal.numbered(number, game.pack)
        one, other = Session(game, deal), Session(game, Deal.parse(deal.listing, game.pack))
        assert one.auto(player) == other.auto(player)
        assert one.history == other.history
        in_parts = Session(game, deal)
        while in_parts.auto(player, limit=3) == "limit" and len(in_parts.history) < len(one.history):
            pass
        assert one.history == in_parts.history[: len(one.history)]


def test_players_play_differently() -> None:
    plays = set[tuple[Move, ...]]()
    for player in ("first", "random", "last"):
        session = pairs()
        assert "over" == session.auto(player)
        plays.add(session.history)
    assert 3 == len(plays)


def test_automatic_play_stops_at_its_limit() -> None:
    session = Session(Ladder(), Deal.numbered(1, Ladder.pack))
    assert ("limit", 5) == (session.auto(limit=5), len(session.history))
    assert ("limit", 5) == (session.auto(limit=0), len(session.history))
    assert ("limit", 5) == (session.auto(limit=-1), len(session.history))


def test_automatic_play_is_over_when_its_last_move_ends_the_game() -> None:
    deal = Deal.numbered(0, Steps.pack)
    for limit, stop in ((3, "limit"), (4, "over"), (5, "over")):
        assert stop == Session(Steps(), deal).auto(limit=limit)
    session = Session(Steps(), deal)
    session.auto()
    assert ("over", "over") == (session.auto(), session.auto(limit=0))


def test_automatic_play_that_goes_round_for_ever_stops_at_the_first_table_that_comes_again() -> None:
    session = Session(Round(), Deal.numbered(9, Round.pack))
    assert "repeated" == session.auto()
    assert ["turn"] * 4 + ["gather"] == [move.text for move in session.history]
    assert 4 == session.table.count("turned")
    assert Outcome.IN_PLAY is session.outcome


@frozen
class Tallied(Round):
    """The same, but its rules are said to read the count."""

    id = "tallied"
    tallies = frozenset()


@frozen
class Bounded(Round):
    """The same, but said to end."""

    id = "bounded"
    longest = 100


@pytest.mark.parametrize("game", [Tallied(), Bounded()], ids=lambda game: game.id)
def test_automatic_play_does_not_stop_where_a_table_does_not_come_again_for_good(game: Game) -> None:
    session = Session(game, Deal.numbered(9, Round.pack))
    assert ("limit", 50) == (session.auto(limit=50), len(session.history))


def now_and_then(table: Table, moves: tuple[Move, ...], stream: Stream) -> Move:
    """Draw a number when the card lies on the left, and take the only move."""
    return moves[stream.below(1)] if table["left"] else moves[0]


@frozen
class Swing(Game):
    """One card goes to and fro for ever, or may be said to be turned over where it lies."""

    id = "swing"
    title = "Swing"
    pack = Pack(ranks=[1], suits="S")
    layout = Layout((Place("left", 0, 0), Place("right", 1, 0)))
    players = MappingProxyType({"now-and-then": now_and_then})

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "left")

    def moves(self, table: Table) -> Iterator[Move]:
        src, dst = ("left", "right") if table["left"] else ("right", "left")
        yield Move(dst, Shift(src, dst))
        yield Move("turn", Turn(src, face=DOWN if table[src][0].face_up else UP))


@pytest.mark.parametrize(
    ("player", "stop", "moves"), [("first", "repeated", 2), ("random", "limit", 50), ("now-and-then", "limit", 50)]
)
def test_a_player_who_chooses_goes_round_for_ever_where_it_draws_nothing(player: str, stop: str, moves: int) -> None:
    session = Session(Swing(), Deal.numbered(0, Swing.pack))
    assert (stop, moves) == (session.auto(player, limit=50), len(session.history))
