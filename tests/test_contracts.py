"""The contracts between the core and its plugins: the core knows no game, and plugins use only public names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import patience_core

ROOT = Path(__file__).parents[1]
CORE = sorted((ROOT / "src").rglob("*.py"))
PLUGINS = sorted(ROOT.glob("plugins/*/src/**/*.py"))


def imports(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield each module that a file imports, with the name taken from it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def test_there_are_files_to_look_at() -> None:
    assert len(CORE) > 20
    assert len(PLUGINS) >= 2


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_core_imports_no_plugin(path: Path) -> None:
    modules = {module.partition(".")[0] for module, _ in imports(path)}
    assert {module for module in modules if module.startswith("patience_")} <= {"patience_core"}


@pytest.mark.parametrize("path", PLUGINS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_plugin_imports_only_public_names_of_the_core(path: Path) -> None:
    for module, name in imports(path):
        if module.partition(".")[0] == "patience_core":
            assert module == "patience_core", f"{path.name} imports {module}"
            assert name in patience_core.__all__


@pytest.mark.parametrize("path", PLUGINS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_plugin_imports_other_plugins_from_their_top(path: Path) -> None:
    own = path.relative_to(ROOT / "plugins").parts[2]
    for module, _ in imports(path):
        package, _, inside = module.partition(".")
        if package.startswith("patience_") and package not in {own, "patience_core"}:
            assert inside == "", f"{path.name} imports {module}"
