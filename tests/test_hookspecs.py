"""Every hook has a specification that an author can read."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pluggy
import pytest

from patience_core import API_VERSION, hookspecs
from patience_core.registry.loading import SPECS

DOCUMENT = Path(__file__).parents[1] / "docs" / "hooks.md"


@pytest.mark.parametrize("name", SPECS)
def test_a_hook_is_named_for_the_project_and_documented(name: str) -> None:
    function: Any = getattr(hookspecs, name)
    assert name.startswith(f"{hookspecs.PROJECT}_")
    assert inspect.getdoc(function)
    assert f"`{name}()`" in DOCUMENT.read_text(encoding="utf-8")


def test_the_hooks_are_those_that_pluggy_finds_in_the_module() -> None:
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    assert SPECS.keys() == vars(manager.hook).keys() == {"patience_deals", "patience_games"}


def test_the_document_states_the_version_of_the_api() -> None:
    assert f"PATIENCE_API = {API_VERSION}" in DOCUMENT.read_text(encoding="utf-8")
