"""The front for pytest: one test of each check, in a file of the author's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from patience_core.conformance.extras import ExtraError
from patience_core.conformance.reports import failure_lines, title_of
from patience_core.conformance.results import CheckResult, Status
from patience_core.conformance.running import Examination
from patience_core.conformance.trials import Profile
from patience_core.game import Game

if TYPE_CHECKING:
    import pytest


@frozen(eq=False, repr=False)
class CheckCall:
    """A check of one game, to be called inside a test: what came of it becomes what comes of the test.

    Attributes:
        examination: the checks of the game, whose results are kept: those that other checks need are run once.
        id: the check's id.
    """

    examination: Examination
    id: str

    def __call__(self) -> None:
        """Return when the check passes; otherwise end the test as failed, skipped or failed as expected."""
        __tracebackhide__ = True
        import pytest  # noqa: PLC0415 - whoever only reads reports need not have it

        result = self.examination.result(self.id)
        if result.status is Status.NOT_APPLICABLE:
            pytest.skip(result.reason)
        if result.status is Status.EXCEPTED:
            pytest.xfail(result.reason)  # with --runxfail it goes on, and the failure is shown
        if result.status is not Status.PASSED:
            pytest.fail("\n".join(_lines(result, self.examination.kind)), pytrace=False)

    def __repr__(self) -> str:
        """Name the check and the game."""
        return f"<check {self.id} of {title_of(self.examination.kind)}>"


def check_calls(examination: Examination) -> tuple[CheckCall, ...]:
    """Return a call of each check, in the kit's order."""
    return tuple(CheckCall(examination, name) for name in examination.checks)


def parametrize_with_checks(
    game: Game | type[Game],
    *,
    options: Mapping[str, object] | None = None,
    profile: str | Profile = "quick",
    seed: int = 0,
    exceptions: Mapping[str, str] | None = None,
) -> pytest.MarkDecorator:
    """Make one test of each check out of a test function whose argument is `check`.

    A check that fails or is blocked fails its test, one that does not apply is skipped, and an excepted one is an
    expected failure: the test fails when its check no longer does. In a file of tests, three lines will do::

        @parametrize_with_checks(Clock)
        def test_clock_keeps_the_invariants(check):
            check()

    Args:
        game: a game class, looked at under every choice of its options, or a game, looked at as it is.
        options: of a class, the options that are fixed.
        profile: how much to look at: "quick", "full" or "deep".
        seed: which plays to look at.
        exceptions: a reason for each check that is known to fail, by its id.

    Raises:
        CheckError: there is no such check or profile, or it is no game.
        ExtraError: pytest is not installed.
        OptionError: a fixed option is unknown, or does not take that value.
    """
    try:
        import pytest  # noqa: PLC0415 - whoever only reads reports need not have it
    except ModuleNotFoundError as error:
        raise ExtraError("parametrize_with_checks", "pytest") from error
    examination = Examination(game, options=options, profile=profile, seed=seed, exceptions=exceptions)
    return pytest.mark.parametrize("check", [pytest.param(call, id=call.id) for call in check_calls(examination)])


def _lines(result: CheckResult, kind: type[Game]) -> Iterator[str]:
    """Yield what an author needs to know of a check that did not pass."""
    if result.status is Status.BLOCKED:
        yield f"{result.check.id}: {result.check.statement}"
        yield f"  blocked   {result.reason}"
    elif result.status is Status.EXCEPTED:
        yield f"{result.check.id}: {result.check.statement}"
        yield f"  excepted  {result.reason}"
        yield from tuple(failure_lines(result, kind))[1:]
    else:
        yield from failure_lines(result, kind)
