"""Mutation testing: the model and the games are changed in small ways, one at a time, and the tests must notice.

mutmut makes the mutants and runs the tests of each; its settings are in pyproject.toml. It knows one source root, so
the sources of all distributions are brought together under one, in `mutants/`, and the tests beside them.

A mutant that survives must be listed, with the reason why no test can or should notice it, in tools/survivors.toml. The
exit status is 1 when one is not listed, when a listed one is killed or gone, or when fewer than 95% are killed.

    python tools/mutants.py                          all mutants, on a fresh copy
    python tools/mutants.py 'patience_core.deals.*'  these mutants only, on what has changed since
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
STAGE = ROOT / "mutants"
LISTED = ROOT / "tools" / "survivors.toml"
LEAST = 0.95

SURVIVED = 0
KILLED = {1, 2, 3}  # pytest: a test failed, a test module could not be imported, an error inside pytest
STOPPED = {24, 152, -24, -9, -11}  # by the limit of time or memory; without the change no test runs into it
MOST_MEMORY = 4 * 2**30

OURS = ("patience_", "plugins", "tests", "benchmarks", "conftest")
AT_IMPORT = "at import"
"""Stands among the tests of a function that is called while modules are imported, before any test."""


class Survivor(NamedTuple):
    """A mutant by what it changes, since mutmut's numbers move with every edit."""

    function: str
    was: str
    becomes: str

    def __str__(self) -> str:
        """Write it as it is to be listed."""
        fields = (f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in self._asdict().items())
        return "\n".join(("[[survivor]]", *fields, 'reason = ""'))


def stage(fresh: bool) -> None:
    """Bring sources and tests together in one tree."""
    if fresh:
        shutil.rmtree(STAGE, ignore_errors=True)
    roots = [ROOT, *sorted((ROOT / "plugins").iterdir())]
    parts = {source: STAGE / "src" for root in roots if (source := root / "src").is_dir()}
    parts |= {tests: STAGE / tests.relative_to(ROOT) for root in roots if (tests := root / "tests").is_dir()}
    parts |= {ROOT / "benchmarks": STAGE / "benchmarks"}
    for source, target in parts.items():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy2(ROOT / name, STAGE / name)


def own(function: str, tests: Iterable[str]) -> set[str]:
    """Return the tests named for the module of a function or for its package, or in its plugin."""
    package, module = function.split(".")[:2]
    plugin = f"plugins/{package.removeprefix('patience_')}/"
    named = "public_names" if module.startswith("x_") else module
    return {test for test in tests if test.startswith((plugin, f"tests/test_{named}.py", f"tests/test_{named}_"))}


class Chosen:
    """A pytest plugin that leaves only the chosen tests, the fastest first."""

    def __init__(self, tests: Iterable[str], seconds: dict[str, float]) -> None:
        self.tests = {_plain(test) for test in tests}
        self.seconds = {_plain(test): taken for test, taken in seconds.items()}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Choose and sort; mutmut would name the tests to pytest, which does not find every name again."""
        items[:] = sorted((item for item in items if _plain(item.nodeid) in self.tests), key=self._seconds)

    def _seconds(self, item: Any) -> float:
        return self.seconds.get(_plain(item.nodeid), 0.0)


def _plain(test: str) -> str:
    """Return the name of a test as it is at the first time; at each later one pytest doubles the backslashes."""
    return re.sub(r"\\+", r"\\", test)


class Importing:
    """A pytest plugin that finds out which functions are called before the first test."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def pytest_collection_finish(self, session: Any) -> None:
        """Give such a function the tests named for its module or in its plugin; mutmut would name the first test."""
        self.state.duration_by_test[AT_IMPORT] = 2.0
        for function in self.state._stats:
            tests = own(function, [item.nodeid for item in session.items])
            self.state.tests_by_mangled_function_name[function] |= {AT_IMPORT, *tests}
        self.state._stats.clear()


def prepare_mutmut() -> None:
    """Let mutmut run the tests as this project needs it."""
    harness: Any = import_module("mutmut.runners.harness")
    state: Any = import_module("mutmut.state").state()  # the fork server has its own, with all that was found before
    plain_execute, plain_stats = harness.PytestRunner.execute_pytest, harness.PytestRunner.run_stats
    plain_run, plain_list = harness.PytestRunner.run_tests, harness.PytestRunner.list_all_tests

    def execute_pytest(runner: Any, params: list[str], **options: Any) -> int:
        import hypothesis  # noqa: PLC0415 - late, so that mutmut's own process stays clean

        hypothesis.settings.register_profile(
            "mutants",
            derandomize=True,
            deadline=None,
            max_examples=25,
            phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],  # who fails need not be small
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        done: int = plain_execute(runner, ["--hypothesis-profile=mutants", *params], **options)
        return done

    def run_stats(runner: Any, *, tests: Iterable[str]) -> int:
        def execute(params: list[str], plugins: list[Any]) -> int:
            return execute_pytest(runner, params, plugins=[*plugins, Importing(state)])

        runner.execute_pytest = execute
        done: int = plain_stats(runner, tests=tests)
        return done

    def run_tests(runner: Any, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        if mutant_name is None:
            passed: int = plain_run(runner, mutant_name=None, tests=())  # all; AT_IMPORT is none to be run
            return passed
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        # Its own tests too, where a cache kept them from calling it once more.
        every = set(tests) - {AT_IMPORT} | own(mutant_name, state.duration_by_test)
        first = own(mutant_name, every)  # nearly always these notice
        with harness.change_cwd("mutants"):
            code = run_chosen(runner, first) or run_chosen(runner, every - first)
            if code == SURVIVED and AT_IMPORT in tests:  # what was made before the change may hide it
                for name in [name for name in sys.modules if name.startswith(OURS)]:
                    del sys.modules[name]
                code = run_chosen(runner, every)
        return code

    def run_chosen(runner: Any, tests: set[str]) -> int:
        seconds = sum(state.duration_by_test.get(test, 0.0) for test in tests)
        most, hard = int(process_time() + 6 + 3 * seconds), resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (min(most, hard) if hard > 0 else most, hard))
        files = sorted({test.partition("::")[0] for test in tests})
        plugins = [Chosen(tests, state.duration_by_test)]
        return execute_pytest(runner, ["-x", "-q", "-p", "no:randomly", *files], plugins=plugins) if tests else SURVIVED

    def list_all_tests(runner: Any) -> Any:
        listed = plain_list(runner)
        listed.ids.add(AT_IMPORT)
        return listed

    harness.PytestRunner.execute_pytest = execute_pytest
    harness.PytestRunner.list_all_tests = list_all_tests
    harness.PytestRunner.run_stats = run_stats
    harness.PytestRunner.run_tests = run_tests


def results() -> Iterator[tuple[str, Path, int | None]]:
    """Yield the name, the file and the exit code of every mutant."""
    data: Any = import_module("mutmut.mutation.data")
    files: Any = import_module("mutmut.utils.file_utils")
    for path in sorted(files.walk_mutatable_files()):
        found = data.SourceFileMutationData(path=path)
        found.load()
        for name, code in found.exit_code_by_key.items():
            yield name, path, code


def described(name: str, path: Path) -> Survivor:
    """Return what a mutant changes."""
    names: Any = import_module("mutmut.utils.format_utils")
    diffs: Any = import_module("mutmut.mutation.diff_apply")
    function, kind = names.orig_function_and_class_names_from_key(name)
    module = names.get_module_from_key(name)
    lines = diffs.get_diff_for_mutant(name, path=path).splitlines()[2:]
    was, becomes = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return Survivor(".".join(filter(None, (module, kind, function))), was, becomes)


def verdict(patterns: list[str]) -> int:
    """Print how many were killed and what survived; return the exit status."""
    counts: dict[str, Counter[str]] = {}
    survivors: set[Survivor] = set()
    faults: list[str] = []
    for name, path, code in results():
        if patterns and not any(fnmatch(name, pattern) for pattern in patterns):
            continue
        count = counts.setdefault(".".join(path.with_suffix("").parts[1:]), Counter())
        if code in KILLED | STOPPED:
            count["killed" if code in KILLED else "stopped"] += 1
        elif code == SURVIVED:
            count["survived"] += 1
            survivors.add(described(name, path))
        else:
            count["not tried"] += 1
            faults.append(f"{name}: not tried ({'no test calls it' if code == 33 else code})")
    with LISTED.open("rb") as file:
        listed = {
            Survivor(one["function"], one["was"], one["becomes"]): one["reason"]
            for one in tomllib.load(file)["survivor"]
        }
    faults += [f"survived, and is not listed:\n{one}" for one in sorted(survivors - listed.keys())]
    if not patterns:
        faults += [f"listed, but did not survive:\n{one}" for one in sorted(listed.keys() - survivors)]
    total: Counter[str] = Counter()
    for module, count in counts.items():
        total += count
        print(f"{module:40} {', '.join(f'{number} {kind}' for kind, number in count.items())}")
    killed = (total["killed"] + total["stopped"]) / total.total()
    print(f"{'all':40} {', '.join(f'{number} {kind}' for kind, number in total.items())}: {killed:.1%} killed")
    if killed < LEAST:
        faults.append(f"less than {LEAST:.0%} killed")
    print(*faults, sep="\n")
    return 1 if faults else 0


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description="See that the tests notice every small change of the code.")
    parser.add_argument("mutants", nargs="*", help="names of mutants, or patterns of names; all unless given")
    parser.add_argument("--children", type=int, default=os.cpu_count(), help="how many run at once")
    parser.add_argument("--go-on", action="store_true", help="try only those that the last run has not come to")
    parser.add_argument("--no-run", action="store_true", help="only show what the last run found")
    given = parser.parse_args()
    if not given.no_run:
        stage(fresh=not (given.mutants or given.go_on))
    os.chdir(STAGE)
    if not given.no_run:
        prepare_mutmut()
        cli: Any = import_module("mutmut.__main__").cli
        cli(["run", f"--max-children={given.children}", *given.mutants], standalone_mode=False)
    return verdict(given.mutants)


if __name__ == "__main__":
    sys.exit(main())
