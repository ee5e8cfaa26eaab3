"""The engine's solver on Microsoft's deals: what it finds is played to a win, and the impossible deal is not won."""

from __future__ import annotations

import pytest

from patience_core import FRENCH_52, Outcome, Session, solve
from patience_freecell import FreeCell
from patience_freecell.microsoft import MICROSOFT

EASY = (1, 2, 3, 6)
"""Deals for which some hundred positions are enough."""


def dealt(number: int, cells: int = 4) -> Session:
    return Session(FreeCell(cells=cells), MICROSOFT.deal(str(number), FRENCH_52))


@pytest.mark.parametrize("number", EASY)
def test_a_solution_plays_to_a_win(number: int) -> None:
    session = dealt(number)
    solution = solve(session.game, session.deal, budget=10_000)
    for move in solution.moves or ():
        session.play(move)
    assert ("found", Outcome.WON) == (solution.outcome, session.outcome)


def test_a_play_under_way_is_solved_from_where_it_is() -> None:
    session = dealt(1)
    for text in ("1 cell", "8 cell"):
        session.play(text)
    solution = solve(session.game, session.table, budget=20_000)
    for move in solution.moves or ():
        session.play(move)
    assert Outcome.WON == session.outcome


def test_the_impossible_deal_is_not_won() -> None:
    session = dealt(11_982)
    solution = solve(session.game, session.deal, budget=10_000)
    assert ("not found", None, 10_000) == (solution.outcome, solution.moves, solution.positions)


def test_a_deal_without_much_room_may_be_proven_impossible() -> None:
    session = dealt(11_982, cells=1)
    assert "impossible" == solve(session.game, session.deal).outcome


def test_columns_are_alike_and_so_are_cells() -> None:
    assert {tuple("abcd"), tuple("12345678")} == set(FreeCell().alike())
