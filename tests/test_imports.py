"""What importing the engine loads, and what its public names are."""

from __future__ import annotations

import inspect
import subprocess
import sys
from types import ModuleType

import pytest

import patience_core
from patience_core import errors

HEAVY = {
    "_pytest",
    "click",
    "dask",
    "distributed",
    "hypothesis",
    "matplotlib",
    "numba",
    "numpy",
    "pyarrow",
    "pytest",
    "rich",
}
HOME_NAMES = {"frozen"}  # attrs' own, passed on so that a game needs one import


def test_importing_the_engine_loads_nothing_heavy() -> None:
    command = "import patience_core, sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert set() == HEAVY & loaded
    assert {"attrs", "patience_core", "pluggy"} <= loaded


def test_simulating_by_the_reference_engine_loads_nothing_heavy() -> None:
    command = (
        "import patience_core, sys; game = patience_core.Registry.discover().find('clock')()\n"
        "patience_core.simulate(game, 3, route='reference')\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert set() == HEAVY & set(done.stdout.split())


def test_the_public_names_are_sorted_and_listed_once() -> None:
    names = patience_core.__all__
    # As ruff sorts them: constants, then classes, then the rest.
    assert sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name)) == names
    assert len(set(names)) == len(names)


def test_every_public_name_is_there_and_no_other() -> None:
    for name in patience_core.__all__:
        assert hasattr(patience_core, name)
    found = {
        name
        for name, value in vars(patience_core).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    } - {"TYPE_CHECKING", "import_module"}
    assert set(patience_core.__all__) == found


def test_a_name_that_is_not_there_is_refused_as_any_module_does() -> None:
    with pytest.raises(AttributeError, match="module 'patience_core' has no attribute 'Joker'"):
        getattr(patience_core, "Joker")  # noqa: B009 - as a constant it would be a type error


def test_a_list_of_games_needs_neither_sessions_nor_records() -> None:
    command = "import patience_core, sys; patience_core.Registry.discover(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert not {"patience_core.session", "patience_core.records"} & set(done.stdout.split())


def test_every_kind_of_error_is_public() -> None:
    kinds = {name for name, value in vars(errors).items() if inspect.isclass(value) and issubclass(value, Exception)}
    assert kinds == {name for name in patience_core.__all__ if name.endswith("Error")}
    for name in kinds:
        assert issubclass(getattr(patience_core, name), patience_core.PatienceError)


@pytest.mark.parametrize("name", sorted(set(patience_core.__all__) - HOME_NAMES))
def test_every_public_class_and_function_and_its_members_have_a_docstring(name: str) -> None:
    value = getattr(patience_core, name)
    if not (inspect.isclass(value) or inspect.isfunction(value)) or not value.__module__.startswith("patience_core"):
        return
    assert inspect.cleandoc(value.__doc__ or "")
    if not inspect.isclass(value):
        return
    for member, found in vars(value).items():
        if member.startswith("_") or not (inspect.isroutine(found) or isinstance(found, property)):
            continue
        assert inspect.getdoc(getattr(value, member)), f"{name}.{member} has no docstring"
