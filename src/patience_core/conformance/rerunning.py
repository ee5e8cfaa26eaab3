"""Run one check again on one play: what the last line of a failure does."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from patience_core.conformance.play import Play
from patience_core.conformance.reports import failure_lines
from patience_core.conformance.results import CheckResult, Status
from patience_core.conformance.running import Examination, look_at
from patience_core.deals import Deal
from patience_core.game import Game


def rerun(check: str, game: Game, deal: str, picks: Iterable[int] = (), twist: int = 0) -> None:
    """Run a check again on one play; print what it finds broken, and exit with status 1 if it does.

    Args:
        check: its id.
        game: the game under its options.
        deal: the listing of the deal, first dealt first.
        picks: as in `Play`.
        twist: as in `Play`.
    """
    examination = Examination(game)
    play = Play(game, Deal.parse(deal, game.pack), tuple(picks), twist)
    found = look_at(examination.check_named(check), examination, play)
    if found is None:
        print(f"{check} finds nothing broken in this play.")
        return
    result = CheckResult(examination.check_named(check), Status.FAILED, counterexample=found)
    print("\n".join(failure_lines(result, type(game))))
    sys.exit(1)
