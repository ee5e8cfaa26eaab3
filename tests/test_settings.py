"""What the settings of the project name exists: a name that is left over would only be noticed in a long run."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LEFT_OUT = [
    argument.partition("=")[2]
    for argument in SETTINGS["tool"]["mutmut"]["pytest_add_cli_args_test_selection"]
    if argument.startswith(("--ignore=", "--deselect="))
]


def test_there_are_tests_that_mutation_testing_leaves_out() -> None:
    assert len(LEFT_OUT) > 10


@pytest.mark.parametrize("name", LEFT_OUT)
def test_a_test_that_mutation_testing_leaves_out_exists(name: str) -> None:
    file, _, test = name.partition("::")
    assert f"\ndef {test.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8") or not test


@pytest.mark.parametrize("pattern", SETTINGS["tool"]["mutmut"]["do_not_mutate"])
def test_what_mutation_testing_leaves_alone_exists(pattern: str) -> None:
    assert list(ROOT.glob(pattern))
