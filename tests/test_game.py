"""The base of every game: what it takes for granted, what it computes, and how a play stands."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    FRENCH_52,
    WIN_OR_LOSE,
    Count,
    Deal,
    Game,
    GameError,
    Move,
    Outcome,
    Scoring,
    Session,
    Step,
    Table,
    frozen,
)
from tests.games import HEAP, Ladder, Pairs, Round, Steps
from tests.reference import raised

FIRST = Move("one", Count("step"))


def at(step: int) -> Table:
    return Table.of({HEAP: ["KH"]}, {"step": step})


def test_a_game_that_declares_no_more_has_these_facts() -> None:
    game = Pairs()
    assert ("pairs", "Pairs", (), "") == (game.id, game.title, game.aliases, game.rules)
    assert (FRENCH_52, WIN_OR_LOSE, frozenset[str]()) == (game.pack, game.scoring, game.tallies)
    assert (True, True, True) == (game.choices, game.suits_matter, game.has_win)
    assert {} == Ladder().players
    assert None is Round().longest
    assert None is Ladder().hint(at(1))
    assert None is Ladder().odds()
    assert None is Steps().why_not(at(1), "one")
    assert () == tuple(Ladder().settle(at(1)))


def test_facts_may_be_computed_from_the_options() -> None:
    assert [(False, 5), (True, 5), (True, None)] == [
        (game.choices, game.longest) for game in (Steps(), Steps(pace="Run"), Steps(back=True))
    ]
    assert Scoring("steps", best="highest", most=7) == Steps(goal=7, ends="nowhere").scoring


def test_an_abstract_game_cannot_be_played() -> None:
    game: Any = Game
    with pytest.raises(TypeError, match="abstract"):
        game()


def test_games_of_two_classes_are_never_equal() -> None:
    games: list[Game] = [Pairs(), Round(), Pairs()]
    assert games[0] != games[1]
    assert games[0] == games[2]


@pytest.mark.parametrize(
    ("game", "step", "outcome", "score", "verdict"),
    [
        (Steps(), 1, "in play", 0, "In play."),
        (Steps(), 5, "won", 1, "Won."),
        (Steps(), 6, "lost", 0, "Lost."),
        (Steps(ends="nowhere"), 4, "in play", 4, "In play: 4 steps."),
        (Steps(ends="nowhere"), 5, "done", 5, "Done: 5 steps."),
    ],
)
def test_a_play_is_in_play_won_lost_or_done(game: Game, step: int, outcome: str, score: int, verdict: str) -> None:
    table = at(step)
    assert (outcome, score, verdict) == (game.outcome(table), game.score(table), game.verdict(table))
    assert Outcome(outcome) is game.outcome(table)
    assert (outcome == "in play") == bool(game.legal_moves(table))


@frozen
class Restless(Steps):
    """Offers a move at every table, even where it is won; has a score of its own."""

    id = "restless"
    scoring = Scoring("steps taken", best="highest", most=9)

    def moves(self, table: Table) -> Iterator[Move]:
        yield FIRST

    def score(self, table: Table) -> int:
        return table.count("step")


def test_where_a_game_is_won_there_are_no_legal_moves() -> None:
    game = Restless()
    assert ((FIRST,), ()) == (game.legal_moves(at(4)), game.legal_moves(at(5)))
    assert Outcome.WON is game.outcome(at(5))
    assert "Won: 5 steps taken." == game.verdict(at(5))


def test_where_a_game_has_no_win_reaching_the_goal_is_none() -> None:
    game = Restless(ends="nowhere")
    assert Outcome.IN_PLAY is game.outcome(at(5))
    assert (FIRST,) == game.legal_moves(at(5))


@frozen
class Bare(Game):
    """Nothing but what a game must have."""

    id = "bare"
    title = "Bare"
    layout = Steps.layout
    pack = Steps.pack

    def deal(self) -> Iterator[Step]:
        return Steps().deal()

    def moves(self, table: Table) -> Iterator[Move]:
        return iter(())


def test_a_game_that_says_nothing_of_winning_is_lost_at_its_end() -> None:
    session = Session(Bare(), Deal.numbered(0, Bare.pack))
    assert (Outcome.LOST, 0, "Lost.") == (session.outcome, session.score, session.verdict)


def test_scoring_has_no_upper_bound_unless_given() -> None:
    scoring = Scoring("moves", best="lowest")
    assert (0, math.inf) == (scoring.least, scoring.most)
    assert Scoring("games won", best="highest", least=0, most=1) == WIN_OR_LOSE


@given(st.integers(), st.integers())
def test_the_least_score_is_not_above_the_most(least: int, most: int) -> None:
    def make() -> Scoring:
        return Scoring("points", best="lowest", least=least, most=most)

    if least <= most:
        assert (least, most) == (make().least, make().most)
    else:
        assert f"Scoring: least={least} is above most={most}." == raised(GameError, make)


def test_a_score_that_is_no_number_bounds_nothing() -> None:
    assert "Scoring: least=0 is above most=nan." == raised(
        GameError, lambda: Scoring("points", best="lowest", most=math.nan)
    )
