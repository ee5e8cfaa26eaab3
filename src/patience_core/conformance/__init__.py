"""The conformance kit: invariants that every game is held to, and what runs them.

`check(game)` returns a `Report`; `parametrize_with_checks(game)` makes a pytest test of each check; `patience check
GAME` and `pytest --patience GAME` need no code at all. No check needs pytest or hypothesis.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patience_core.conformance.definitions import Check
    from patience_core.conformance.invariants import CHECKS
    from patience_core.conformance.parametrizing import parametrize_with_checks
    from patience_core.conformance.play import Play
    from patience_core.conformance.reports import Report
    from patience_core.conformance.rerunning import rerun
    from patience_core.conformance.results import CheckResult, Counterexample, Status
    from patience_core.conformance.running import PROFILES, CheckError, check
    from patience_core.conformance.strategies import deals, plays, tables
    from patience_core.conformance.trials import Profile, Trial

_LATE = {
    "CHECKS": "invariants",
    "PROFILES": "running",
    "Check": "definitions",
    "CheckError": "running",
    "CheckResult": "results",
    "Counterexample": "results",
    "Play": "play",
    "Profile": "trials",
    "Report": "reports",
    "Status": "results",
    "Trial": "trials",
    "check": "running",
    "deals": "strategies",
    "parametrize_with_checks": "parametrizing",
    "plays": "strategies",
    "rerun": "rerunning",
    "tables": "strategies",
}
"""Imported when first asked for, so that the pytest plugin and the command line load what they use."""


def __getattr__(name: str) -> object:
    """Import a name when it is first asked for."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = value
    return value


__all__ = [
    "CHECKS",
    "PROFILES",
    "Check",
    "CheckError",
    "CheckResult",
    "Counterexample",
    "Play",
    "Profile",
    "Report",
    "Status",
    "Trial",
    "check",
    "deals",
    "parametrize_with_checks",
    "plays",
    "rerun",
    "tables",
]
