"""The page on the kit tells of every check what the check itself says."""

from pathlib import Path

import pytest

from patience_core.conformance import CHECKS, Check

PAGE = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")
_, _, THE_CHECKS = PAGE.partition("\n## The checks\n")
SECTIONS = {text.partition("\n")[0]: " ".join(text.split()) for text in THE_CHECKS.split("\n### ")[1:]}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_the_page_tells_what_a_check_says_advises_counts_and_needs(check: Check) -> None:
    section = SECTIONS[check.id]
    assert check.statement in section
    assert check.advice in section
    assert f"Least counts: {', '.join(f'{name} {most}' for name, most in check.least.items())}." in section
    assert [name for name in check.needs if f"`{name}`" not in section.partition("Least counts")[2]] == []
    assert [reason for reason in check.unless.values() if reason not in section] == []


def test_the_page_has_the_checks_in_their_order_and_no_others() -> None:
    assert [check.id for check in CHECKS] == list(SECTIONS)


def test_every_check_is_of_a_version() -> None:
    assert {"0.1"} == {check.since for check in CHECKS}
