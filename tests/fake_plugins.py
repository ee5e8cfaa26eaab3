"""Distributions made for a test: real metadata and modules in a folder on the path, as an installer leaves them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from patience_core import Deal, Game, Outcome, Problem, Registry, Session

GAME = """
from patience_core import PACK, UP, Game, Layout, Move, Pack, Place, Shift, frozen, hookimpl, option


@frozen
class Turned(Game):
    id = "turned"
    title = "Turned"
    pack = Pack(ranks=(1, 2), suits="S")
    layout = Layout((Place("stock", 0, 0), Place("waste", 1, 0)))

    def deal(self):
        yield Shift(PACK, "stock", count=2)

    def moves(self, table):
        if table["stock"]:
            yield Move("turn", Shift("stock", "waste", face=UP))

    def won(self, table):
        return not table["stock"]
"""
HOOK = """

@hookimpl
def patience_games():
    return [Turned]
"""
PLUGIN = GAME + HOOK


def named(game: str, source: str = PLUGIN) -> str:
    """Return a plugin whose game has another class name, id and title."""
    return source.replace("Turned", game).replace('"turned"', f'"{game.lower()}"')


class Site:
    """A folder on the path, and the distributions in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: list[str] = []

    def module(self, name: str, source: str) -> Path:
        """Write a module."""
        path = self.folder / f"{name}.py"
        path.write_text(source, encoding="utf-8")
        return path

    def metadata(self, name: str, entry_points: str | bytes, stated: str | bytes | None = None) -> None:
        """Write the metadata of a distribution, version 1.0, as it stands."""
        folder = self.folder / f"{name.replace('-', '_')}-1.0.dist-info"
        folder.mkdir()
        files = {
            "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n" if stated is None else stated,
            "entry_points.txt": entry_points,
        }
        for file, content in files.items():
            (folder / file).write_bytes(content.encode() if isinstance(content, str) else content)
        self.names.append(name)

    def install(self, name: str, source: str = PLUGIN, entry_point: str | None = None) -> Path:
        """Write the distribution `patience-<name>` with the module `patience_<name>` and an entry point."""
        module = f"patience_{name}"
        self.metadata(f"patience-{name}", f"[patience]\n{entry_point or f'{name} = {module}'}\n")
        return self.module(module, source)

    def discover(self, *, block: Iterable[str] = (), strict: bool = False) -> Registry:
        """Return what real discovery finds, but of the distributions of this folder only."""
        importlib.invalidate_caches()
        return Registry.discover(only=self.names, block=block, strict=strict)

    def forget(self) -> None:
        """Drop the modules that were imported from here."""
        for name, module in tuple(sys.modules.items()):
            if str(getattr(module, "__file__", None)).startswith(str(self.folder)):
                del sys.modules[name]


def new_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Put an empty folder on the path for one test."""
    site = Site(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # pyright: ignore[reportUnknownMemberType]  # pytest leaves its type open
    yield site
    site.forget()


def problem(name: str, phase: str, reason: str) -> tuple[str | None, ...]:
    """Return the problem of the distribution `patience-<name>` as `told` gives it."""
    return (f"patience-{name}", "1.0", name, phase, reason)


def told(problems: Iterable[Problem]) -> list[tuple[str | None, ...]]:
    """Return problems as plain tuples."""
    return [tuple(each.as_dict().values()) for each in problems]


def plays(game: type[Game]) -> bool:
    """Deal a game and play it to its end."""
    session = Session(game(), Deal.numbered(1, game().pack))
    session.auto()
    return session.outcome is Outcome.WON
