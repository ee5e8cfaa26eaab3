"""What came of a check: its status, what it has looked at, and the counterexample where it failed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from attrs import field, frozen

from patience_core.conformance.definitions import Check
from patience_core.conformance.play import Play
from patience_core.table import Table


class Status(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    BLOCKED = "blocked"
    """A check that it needs has failed."""
    EXCEPTED = "excepted"
    """It failed, as the caller had said that it would."""
    NOT_APPLICABLE = "not applicable"
    """The game claims nothing that it could look at."""


@frozen
class Counterexample:
    """What broke a rule, as small as it was found.

    Attributes:
        expected: what should have been.
        came: what was.
        play: the play that shows it, or None where no play does.
        moves: the texts of its moves.
        before: the table before the last of them, or None where there is none to show.
        after: the table after it, or None.
        repeats: False where the same play has not shown it again.
    """

    expected: str
    came: str
    play: Play | None = None
    moves: tuple[str, ...] = ()
    before: Table | None = None
    after: Table | None = None
    repeats: bool = True


@frozen
class CheckResult:
    """What came of a check.

    Attributes:
        check: the check.
        status: what came of it.
        counts: what it has looked at, by name: plays, moves, ends, branches and what else it counts.
        reason: why it was blocked, excepted or not applicable, or what failed it without a counterexample.
        counterexample: what failed it.
    """

    check: Check
    status: Status
    counts: Mapping[str, int] = field(factory=dict[str, int], hash=False)
    reason: str = ""
    counterexample: Counterexample | None = None

    @property
    def ok(self) -> bool:
        """Whether it neither failed nor was blocked."""
        return self.status not in {Status.FAILED, Status.BLOCKED}
