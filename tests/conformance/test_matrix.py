"""The page of checks by broken games is what the checks find; the command in its text writes it anew."""

from __future__ import annotations

import pytest

from patience_core.conformance import CHECKS
from tests.conformance.corpus import engines, games
from tests.conformance.matrix import CAUGHT, COMMAND, PAGE, page, row, rows

TEXT = PAGE.read_text(encoding="utf-8")
WRITTEN = {name: line for line in TEXT.splitlines() for name in rows() if line.startswith(f"| {name} |")}


@pytest.mark.parametrize("name", rows(), ids=lambda name: rows()[name].name)
def test_a_row_is_what_the_checks_find(name: str) -> None:
    assert row(name) == WRITTEN.get(name), f"write docs/checks-matrix.md anew with {COMMAND}"


def test_the_page_is_what_its_rows_make_it() -> None:
    assert set(rows()) == set(WRITTEN), f"write docs/checks-matrix.md anew with {COMMAND}"
    assert page(WRITTEN[name] for name in rows()) == TEXT, f"write docs/checks-matrix.md anew with {COMMAND}"


def test_by_the_page_every_check_catches_what_is_meant_for_it() -> None:
    caught = {case.meant for name, case in rows().items() if f"`{case.meant}`: {CAUGHT}" in WRITTEN[name]}
    assert {check.id for check in CHECKS} == caught
    assert len(games()) + len(engines()) == TEXT.count(f": {CAUGHT} |")
