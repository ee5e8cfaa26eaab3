"""Reports: as text for people, as JSON for programs, as JUnit's XML for CI."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from patience_core import Deal, Game, Table, frozen
from patience_core.conformance import CHECKS, Check, CheckResult, Counterexample, Play, Report, Status, check
from patience_core.conformance.trials import Trial
from tests.conformance.corpus import Hill
from tests.conformance.faulty_games import BadScore, NoDeal, Small, TooShort

WHY: Final = "it is known"


def nothing(_trial: Trial) -> None:
    """Look at nothing."""


def made(*results: CheckResult, game: type[Game] = Small) -> Report:
    """Return a report of these results."""
    return Report(game, {}, 1, "quick", 7, results)


def result(status: Status, reason: str = "", found: Counterexample | None = None, **counts: int) -> CheckResult:
    """Return a result of a check of its own."""
    check = Check(str(status).replace(" ", "-"), since="0.1", statement="S.", advice="A.", look=nothing, least={})
    return CheckResult(check, status, counts, reason, found)


FOUND: Final = Counterexample("one", "another", Play(Small(), Deal.of(Small.pack.cards, Small.pack), (0,)), ("draw",))
ALL: Final = made(
    result(Status.PASSED, plays=3, moves=0, ends=2),
    result(Status.FAILED, found=FOUND, plays=1),
    result(Status.BLOCKED, "deal has failed"),
    result(Status.EXCEPTED, WHY, FOUND),
    result(Status.NOT_APPLICABLE, "it has none"),
)


def test_the_text_has_a_line_for_each_check_and_the_sum_and_counts_that_are_not_0() -> None:
    assert [
        "Small: quick checks, seed 7, 1 choice of options",
        "",
        "  passed          passed          3 plays, 2 ends",
        "  failed          failed          1 plays",
        "  blocked         blocked         deal has failed",
        "  excepted        excepted        it is known",
        "  not-applicable  not applicable  it has none",
        "",
        "failed: S.",
    ] == str(ALL).splitlines()[:9]
    assert "Does not conform: 1 passed, 1 failed, 1 blocked, 1 excepted, 1 not applicable." == str(ALL).splitlines()[-1]


def test_only_what_failed_is_told_at_length() -> None:
    assert 1 == str(ALL).count("expected")


@pytest.mark.parametrize(
    ("statuses", "ok"),
    [
        ([], True),
        ([Status.PASSED, Status.EXCEPTED, Status.NOT_APPLICABLE], True),
        ([Status.PASSED, Status.FAILED], False),
        ([Status.PASSED, Status.BLOCKED], False),
    ],
)
def test_it_is_in_order_when_nothing_failed_or_was_blocked(statuses: Iterable[Status], ok: bool) -> None:
    report = made(*map(result, statuses))
    assert ok is report.ok
    assert report.summary.startswith("Conforms" if ok else "Does not conform")
    assert ok is report.as_dict()["ok"]


def test_results_are_found_by_id_and_by_status() -> None:
    assert Status.EXCEPTED is ALL["excepted"].status
    assert (ALL["blocked"],) == ALL.of(Status.BLOCKED)
    with pytest.raises(KeyError):
        _ = ALL["settling"]


@pytest.mark.parametrize("game", [Hill, NoDeal, BadScore, TooShort])
def test_the_dict_is_plain_json_and_complete(game: type[Game]) -> None:
    report = check(game, options=None, seed=3)
    data: Any = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert report.as_dict() == data
    assert [each.id for each in CHECKS] == [each["id"] for each in data["checks"]]
    assert (game.id, 3, "quick", report.ok) == (data["game"], data["seed"], data["profile"], data["ok"])
    assert f"{game.__module__}:{game.__name__}" == data["class"]
    for each, came in zip(data["checks"], report.results, strict=True):
        assert str(came.status) == each["status"]
        assert dict(came.counts) == each["counts"]


def test_the_dict_of_a_counterexample_gives_back_the_play() -> None:
    result = check(BadScore, only=["score"])["score"]
    found: Any = check(BadScore, only=["score"]).as_dict()["checks"][0]["counterexample"]
    assert result.counterexample is not None
    game = BadScore.configured(found["options"])
    play = Play(game, Deal.parse(found["deal"], game.pack), tuple(found["picks"]), found["twist"])
    assert result.counterexample.play == play
    assert list(result.counterexample.moves) == found["moves"] == [move.text for move in play.session().history]
    assert play.session().table.as_dict() == found["after"]
    assert found["replay"].startswith("python -c ")


def parsed(report: Report) -> ElementTree.Element:
    """Read the XML of a report back."""
    return ElementTree.fromstring(report.as_junit())


def test_in_junit_blocked_is_an_error_and_what_does_not_apply_is_skipped() -> None:
    suite = parsed(ALL)
    numbers = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert {"tests": "5", "failures": "1", "errors": "1", "skipped": "2"} == numbers
    told = {case.get("name"): [(part.tag, part.get("message")) for part in case] for case in suite}
    assert {
        "passed": [],
        "failed": [("failure", "failed: S.")],
        "blocked": [("error", "blocked: deal has failed")],
        "excepted": [("skipped", "excepted: it is known")],
        "not-applicable": [("skipped", "not applicable: it has none")],
    } == told
    assert "  expected  one\n  came      another\n" in (suite.findtext("testcase/failure") or "")


@frozen
class Unprintable(Small):
    """What it says holds what XML cannot."""

    title = "<Small> & more"

    def verdict(self, table: Table) -> str:
        raise ValueError("\x00 \x1b[31m <&> ]]> \ufffe \ud800 \u2028")


def test_what_cannot_be_printed_is_escaped() -> None:
    report = check(Unprintable, only=["texts"])
    assert all(line.isprintable() for line in report.lines())
    assert Status.FAILED is report["texts"].status
    text = parsed(report).findtext("testcase/failure") or ""
    assert r"\x00 \x1b[31m <&> ]]> " in text
    assert report.as_junit().encode("utf-8")
    assert json.dumps(report.as_dict())


def test_a_class_with_nothing_right_has_a_report_all_the_same() -> None:
    half: Any = type("Half", (Game,), {"title": 7, "id": None})
    report = check(half)
    assert str(report).startswith("Half: quick checks")
    assert not report.ok
    assert parsed(report).get("name")
    assert json.dumps(report.as_dict())
