"""What is seldom met: names that there are not, options beside a game, failures that do not come again."""

from __future__ import annotations

import pytest

import patience_core.conformance as kit
from patience_core import Deal, Table
from patience_core.conformance import CHECKS, CheckError, CheckResult, Counterexample, Play, Status, check, rerun
from patience_core.conformance.reports import failure_lines
from patience_core.conformance.trials import Trial
from tests.conformance.faulty_games import Crashes, Small
from tests.conformance.tiny_games import Tiny


def test_a_name_that_the_kit_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chek'"):
        getattr(kit, "chek")  # noqa: B009 - the types know that it is not there


def test_options_beside_a_game_are_refused() -> None:
    with pytest.raises(CheckError, match="options are for a class"):
        check(Tiny(), options={"heaps": 1})


def test_a_play_that_breaks_nothing_is_said_to(capsys: pytest.CaptureFixture[str]) -> None:
    rerun("undo", Small(), Deal.of(Small().pack.cards, Small().pack).listing, [0])
    assert "undo finds nothing broken in this play.\n" == capsys.readouterr().out


def test_a_play_that_breaks_the_rule_is_shown_with_exit_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        rerun("moves", Crashes(), "2H 2C 3C AH AC 3H", [0])
    assert 1 == leaving.value.code
    assert "KeyError: 2" in capsys.readouterr().out


def test_a_failure_that_does_not_come_again_says_so_and_counts_are_shown() -> None:
    game = Small()
    play = Play(game, Deal.of(game.pack.cards, game.pack))
    table = Table.of({"stock": ["#1"]}, {"redeals": 2})
    found = Counterexample("this", "that", play, (), table, None, repeats=False)
    lines = list(failure_lines(CheckResult(CHECKS[0], Status.FAILED, counterexample=found), Small))
    assert "    redeals: 2" in lines
    assert "  but       the same play did not show it again: the game does not always do the same" in lines


def test_a_failure_is_told_even_where_the_tables_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_trial: Trial) -> tuple[None, None]:
        raise RuntimeError("no tables")

    monkeypatch.setattr(Trial, "tables", broken)
    found = check(Crashes, only=["moves"])["moves"].counterexample
    assert found is not None
    assert (None, None) == (found.before, found.after)
