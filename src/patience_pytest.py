"""The pytest plugin of patience-core: `pytest --patience GAME` makes a test of each check of an installed game.

pytest imports every installed plugin at its start, so this module stands outside the package and imports nothing of it
until a game is asked for: tests that do not need the engine start no slower, and coverage sees all of its lines.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from patience_core.conformance.parametrizing import CheckCall
    from patience_core.conformance.running import Examination

N = TypeVar("N", bound=pytest.Collector | pytest.Item)

EXAMINATIONS = pytest.StashKey[dict[str, "Examination"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("patience", "checks of patience games")
    group.addoption(
        "--patience",
        action="append",
        default=[],
        metavar="GAME",
        help="make a test of each check of this game; may be given several times (-m patience runs these tests only)",
    )
    group.addoption(
        "--patience-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="choose an option of the games; those not given take every choice",
    )
    group.addoption(
        "--patience-profile",
        default="quick",
        metavar="NAME",
        help="how much is looked at: quick (default), full or deep",
    )
    group.addoption("--patience-seed", type=int, default=0, metavar="N", help="which plays are looked at (default: 0)")


def pytest_configure(config: pytest.Config) -> None:
    """Find the games, before any test is collected."""
    config.addinivalue_line("markers", "patience: a check of a patience game, made by --patience")
    names = _asked(config, "patience")
    config.stash[EXAMINATIONS] = _examinations(config, names) if names else {}


def pytest_report_header(config: pytest.Config) -> str | None:
    """Name the games, and what repeats their checks."""
    examinations = config.stash[EXAMINATIONS]
    if not examinations:
        return None
    profile, seed = _asked(config, "patience_profile"), _asked(config, "patience_seed")
    return f"patience: {', '.join(examinations)} ({profile} checks, seed {seed})"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the games to what the session has collected."""
    report = yield
    if isinstance(collector, pytest.Session) and report.passed:
        for name, examination in collector.config.stash[EXAMINATIONS].items():
            checks = _child(collector, GameChecks, name, f"patience::{name}")
            checks.examination = examination
            report.result.append(checks)
    return report


class GameChecks(pytest.Collector):
    """The checks of one game."""

    examination: Examination

    def collect(self) -> Iterator[CheckItem]:
        """Yield an item for each check."""
        from patience_core.conformance.parametrizing import check_calls  # noqa: PLC0415 - a game was asked for

        for run in check_calls(self.examination):
            item = _child(self, CheckItem, run.id, f"{self.nodeid}::{run.id}")
            item.run = run
            item.add_marker("patience")
            yield item


class CheckItem(pytest.Item):
    """One check of one game."""

    run: CheckCall

    def runtest(self) -> None:
        """Run the check; what came of it becomes what comes of this test."""
        self.run()

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file of the game, and the heading of a failure."""
        kind = self.run.examination.kind
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        return Path(file) if file else self.path, None, f"{self.name} ({kind.title})"


def _child(parent: pytest.Collector, kind: type[N], name: str, nodeid: str) -> N:
    """Return a new node below another one."""
    make: Any = kind.from_parent  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]  # open in pytest
    child: N = make(parent, name=name, nodeid=nodeid)
    return child


def _asked(config: pytest.Config, name: str) -> Any:
    """Return the value of an option."""
    return config.getoption(name)


def _examinations(config: pytest.Config, names: Iterable[str]) -> dict[str, Examination]:
    """Return the checks of each game by its id; UsageError when something that was asked for is not there."""
    from patience_core import PatienceError, Registry  # noqa: PLC0415 - a game was asked for
    from patience_core.conformance.running import Examination  # noqa: PLC0415 - the same

    profile, seed = _asked(config, "patience_profile"), _asked(config, "patience_seed")
    options = _options(_asked(config, "patience_option"))
    registry = Registry.discover()
    examinations: dict[str, Examination] = {}
    for name in names:
        try:
            kind = registry.find(name)
            examinations[kind.id] = Examination(kind, options=options, profile=profile, seed=seed)
        except PatienceError as error:
            raise pytest.UsageError(f"--patience {name}: {error}") from error
    return examinations


def _options(texts: Iterable[str]) -> dict[str, str]:
    """Read the texts `name=value`."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not name or not equals:
            raise pytest.UsageError(f"--patience-option {text}: it is not of the form name=value.")
        options[name] = value
    return options
