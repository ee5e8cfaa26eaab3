"""The page of checks by broken games, made from a run: `python -m tests.conformance.matrix` writes it anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from patience_core.conformance import CHECKS, Profile, Status
from tests.conformance.corpus import Case, engines, games
from tests.conformance.planted import PLANTED

PAGE: Final = Path(__file__).parents[2] / "docs" / "checks-matrix.md"
COMMAND: Final = "python -m tests.conformance.matrix"

PROFILE: Final = Profile("matrix", plays=10, moves=500, longest=200, odds=1_500)
"""Fewer plays than in any other profile, since every check is run over every case."""

COSTLY: Final = frozenset({"import", "other-process"})
"""Checks that start other processes, and so are run only over what is meant for them."""

CAUGHT: Final = "caught"

TOP: Final = f"""\
# Checks by broken games

<!-- Written by `{COMMAND}`; tests compare it with what the checks find. -->

The checks of the conformance kit are held to account by games, and engines, that are broken on purpose. Each breaks one
thing, and the check that is meant for it must catch it: the tests run it with several seeds. Here all checks are run
over each of them, with seed 0 and few plays. A fault is often seen by other checks too; "varies" stands where these are
not the same in every run, since the fault is chance itself, or something kept. Where a check fails that others need,
these are blocked: they would mean nothing. `import` and `other-process` are run only over what is meant for them.
"""
CASES_HEAD: Final = """\
| broken | what is wrong | meant | also caught by | blocked |
| --- | --- | --- | --- | --- |"""
PLANTED_TOP: Final = """\

## Six faults planted

Six faults were once planted in a learning environment, to see what checkers of such environments find. The best known,
`check_env` of Gymnasium, caught one of them. This is what the checks find of their like, planted here.

| planted there | planted here | caught by | blocked |
| --- | --- | --- | --- |"""


def rows() -> dict[str, Case]:
    """Return all cases by the beginning of their row: broken games, broken engines, planted faults."""
    named = {f"{case.name} | {case.wrong}": case for case in (*games(), *engines())}
    return named | {f"{planted.there} | {planted.here}": planted.case for planted in PLANTED}


def row(beginning: str) -> str:
    """Run all checks over a case, and return its row."""
    case = rows()[beginning]
    ids = [check.id for check in CHECKS if check.id == case.meant or check.id not in COSTLY]
    report = case.report(0, ids, PROFILE)
    failed, blocked = ([result.check.id for result in report.of(each)] for each in (Status.FAILED, Status.BLOCKED))
    cells = [_ids(failed), str(len(blocked) or "-")]
    if case.meant:
        meant = CAUGHT if case.meant in failed else "blocked" if case.meant in blocked else "passed"
        cells = [f"`{case.meant}`: {meant}", _ids(name for name in failed if name != case.meant), cells[1]]
    if case.varies:
        cells[1:] = ["varies", "varies"]
    return f"| {beginning} | {' | '.join(cells)} |"


def _ids(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "-"


def page(run: Iterable[str]) -> str:
    """Return the page whose tables have these rows."""
    found = dict(zip(rows(), run, strict=True))
    order = [check.id for check in CHECKS]
    tables = [
        [found[name] for name, _ in sorted(some, key=lambda item: order.index(item[1].meant))]
        for cases in (games(), engines())
        for some in [[(name, case) for name, case in rows().items() if case in cases]]
    ]
    parts = [
        TOP,
        *_checks_table(found),
        f"\n## Broken games\n\n{len(games())} games, in the order of the checks that are meant for them.\n",
        CASES_HEAD,
        *tables[0],
        f"\n## Broken engines\n\n{len(engines())} faults that the engine keeps a game from having: here the engine is",
        "broken, while a sound game is checked.\n",
        CASES_HEAD,
        *tables[1],
        PLANTED_TOP,
        *[found[name] for name, case in rows().items() if not case.meant],
    ]
    return "\n".join(parts) + "\n"


def _checks_table(found: dict[str, str]) -> Iterator[str]:
    """Yield for each check how many it is meant for, and how many it catches."""
    yield "| check | broken games meant for it | broken engines meant for it | catches of all |"
    yield "| --- | --- | --- | --- |"
    for check in CHECKS:
        meant = [sum(case.meant == check.id for case in cases) or "-" for cases in (games(), engines())]
        catches = sum(
            f"`{check.id}`: {CAUGHT} |" in found[name] or f"`{check.id}`" in found[name].split(" | ")[3]
            for name, case in rows().items()
            if case.meant
        )
        yield f"| `{check.id}` | {meant[0]} | {meant[1]} | {catches} |"


def main() -> None:
    """Write the page anew."""
    with ProcessPoolExecutor() as pool:
        PAGE.write_text(page(pool.map(row, rows())), encoding="utf-8")


if __name__ == "__main__":
    main()
