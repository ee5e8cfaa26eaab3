"""Klondike as the world plays it: solutions that another program, pyksolve, has found.

The records in data/ are written by tools/outside_solvers.py. Replaying them needs no solver.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from patience_core import Deal, Outcome, Record, Session
from patience_klondike import COLUMNS, FOUNDATIONS, WASTE, Klondike

SOLVED = sorted((Path(__file__).parent / "data").glob("draw-*.json"))
NAME = re.compile(r"draw-(?P<draw>[13])-deal-(?P<deal>\d+)")
KINDS = {
    "column column",
    "column column count",
    "column foundation",
    "draw",
    "foundation column",
    "redeal",
    "waste column",
    "waste foundation",
}


def read(path: Path) -> Record:
    return Record.from_json(path.read_text(encoding="utf-8"))


def named(path: Path, part: str) -> int:
    """Return a number out of the name of a file."""
    found = NAME.fullmatch(path.stem)
    assert found
    return int(found[part])


def kind(move: str) -> str:
    """Tell what a move's text is made of."""
    piles = {WASTE: "waste"} | dict.fromkeys(COLUMNS, "column") | dict.fromkeys(FOUNDATIONS, "foundation")
    words = move.split()
    return " ".join([piles.get(word, word) for word in words[:2]] + ["count" for _ in words[2:]])


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_a_solution_of_pyksolve_replays_to_a_win(path: Path) -> None:
    session = Session.replay(read(path), {"klondike": Klondike}.__getitem__)
    assert (Outcome.WON, Klondike(draw=named(path, "draw"))) == (session.outcome, session.game)
    assert all(13 == len(session.table[foundation]) for foundation in FOUNDATIONS)


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_a_solution_is_one_of_the_deal_that_it_names(path: Path) -> None:
    assert Deal.numbered(named(path, "deal")) == Deal.parse(read(path).cards)


@pytest.mark.parametrize("draw", [1, 3])
def test_the_solutions_have_every_kind_of_move(draw: int) -> None:
    moves = [move for path in SOLVED if named(path, "draw") == draw for move in read(path).moves]
    assert KINDS == set(map(kind, moves))
