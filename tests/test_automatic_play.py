"""Automatic play: by a named player, the same each time, and always with an end."""

from __future__ import annotations

import pytest

from patience_core import (
    Deal,
    Game,
    Move,
    Outcome,
    Session,
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


@frozen
class Chosen(Round):
    """The same, but said to offer choices."""

    id = "chosen"
    choices = True


@pytest.mark.parametrize("game", [Tallied(), Bounded(), Chosen()], ids=lambda game: game.id)
def test_automatic_play_does_not_stop_where_a_table_does_not_come_again_for_good(game: Game) -> None:
    session = Session(game, Deal.numbered(9, Round.pack))
    assert ("limit", 50) == (session.auto(limit=50), len(session.history))
