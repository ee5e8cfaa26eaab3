"""FreeCell as the world plays it: published boards, and solutions that Freecell Solver has found.

The records in data/ are written by tools/outside_solvers.py. Replaying them needs no solver.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from patience_core import FRENCH_52, Deal, Outcome, Record, Session
from patience_freecell import CELLS, COLUMNS, FOUNDATIONS, FreeCell
from patience_freecell.microsoft import MICROSOFT

BOARDS = {
    617: """\
7D TD TH KD 4C 4S JD
AD 7S QC 5H QS TS KS
5C QD 3H 9S 9C 2H KC
3S AC 9D 3C 9H 5D 4H
5S 6D 6S 8S 7C JC
8C 8H 8D 7H 6H 6C
2D AS 3D 4D 2C JH
AH KH TC JS 2S QH
""",
    11982: """\
AH 3D KD JC 6C JD KC
AS 3H 6H 5D 2C 7D 8D
4H QS 5S 5C TH 8H 2S
AC QC 4D 8C QH 9C 3S
2D 8S 9H 9D 6D 2H
6S 7H JH TD TC QD
TS AD 9S KH 4S 4C
JS KS 3C 7C 7S 5H
""",
}
"""Microsoft's deals as board text: a column a line, the deepest card first."""

SOLVED = sorted((Path(__file__).parent / "data").glob("ms-*.json"))
KINDS = {
    "cell column",
    "cell foundation",
    "column cell",
    "column column",
    "column column count",
    "column foundation",
}


def read(path: Path) -> Record:
    return Record.from_json(path.read_text(encoding="utf-8"))


def kind(move: str) -> str:
    """Tell what a move's text is made of."""
    src, dst, *count = move.split()
    piles = dict.fromkeys(CELLS, "cell") | dict.fromkeys(COLUMNS, "column") | dict.fromkeys(FOUNDATIONS, "foundation")
    return " ".join([piles[src], piles.get(dst, dst), *(["count"] if count else [])])


@pytest.mark.parametrize("number", BOARDS)
def test_a_microsoft_deal_lies_on_the_table_as_published(number: int) -> None:
    table = Session(FreeCell(), MICROSOFT.deal(str(number), FRENCH_52)).table
    assert BOARDS[number] == "".join(f"{' '.join(map(str, table[column]))}\n" for column in COLUMNS)


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_a_solution_of_freecell_solver_replays_to_a_win(path: Path) -> None:
    session = Session.replay(read(path), {"freecell": FreeCell}.__getitem__)
    assert (Outcome.WON, FreeCell()) == (session.outcome, session.game)
    assert all(13 == len(session.table[foundation]) for foundation in FOUNDATIONS)


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_a_solution_is_one_of_the_deal_that_it_names(path: Path) -> None:
    record = read(path)
    number = path.stem.removeprefix("ms-")
    assert f"ms:{number}" == record.deal
    assert MICROSOFT.deal(number, FRENCH_52) == Deal.parse(record.cards)


def test_the_solutions_have_every_kind_of_move_and_long_runs() -> None:
    moves = [move for path in SOLVED for move in read(path).moves]
    assert KINDS == set(map(kind, moves))
    assert 12 == max(int(move.split()[2]) for move in moves if kind(move).endswith("count"))
