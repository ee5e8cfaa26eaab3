"""The public names: all there, the late ones too, and no others."""

from __future__ import annotations

from importlib import import_module

import pytest

import patience_core
from tests.reference import raised


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("BuildingGame", "building"),
        ("Build", "building"),
        ("ALTERNATING", "building"),
        ("Session", "session"),
        ("Record", "records"),
        ("DealSource", "sources"),
        ("named_players", "players"),
        ("rules_page", "rules"),
    ],
)
def test_a_name_that_is_imported_late_is_that_of_its_module_and_stays(
    name: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(vars(patience_core), name, raising=False)
    expected = getattr(import_module(f"patience_core.{module}"), name)
    assert expected is getattr(patience_core, name)
    assert expected is vars(patience_core)[name]


def test_every_public_name_is_there() -> None:
    assert [] == [name for name in patience_core.__all__ if not hasattr(patience_core, name)]


def test_a_name_that_is_none_of_them_is_refused_as_by_any_module() -> None:
    unknown = "Solitaire"
    sentence = "module 'patience_core' has no attribute 'Solitaire'"
    assert sentence == raised(AttributeError, lambda: getattr(patience_core, unknown))
