"""Plugin: the distribution that a game comes from, and its version."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import lru_cache
from importlib import metadata

from attrs import frozen


@frozen
class Plugin:
    """The distribution that a game comes from."""

    name: str
    version: str

    def __str__(self) -> str:
        """Write it as name and version."""
        return f"{self.name} {self.version}"


def plugin_of(game: type) -> Plugin | None:
    """Return the distribution that a game class was installed with, or None when it was not installed.

    By convention the module `patience_clock` comes from the distribution `patience-clock`; for any other
    name the files of all distributions are looked through.
    """
    module = game.__module__.partition(".")[0]
    found: metadata.Distribution | None
    try:
        found = metadata.distribution(module.replace("_", "-"))
    except metadata.PackageNotFoundError:
        found = _owner(module)
    return Plugin(found.metadata["Name"], found.version) if found is not None else None


@lru_cache(maxsize=256)
def made_by(game: type) -> str:
    """Name the distributions, with their versions, that a game class and those which it inherits from come from."""
    classes = [base for base in game.__mro__ if base.__module__.partition(".")[0] not in sys.stdlib_module_names]
    found = dict.fromkeys(str(plugin) for plugin in map(plugin_of, classes) if plugin is not None)
    return ", ".join(found)


@lru_cache(maxsize=256)  # looking through all files takes a tenth of a second
def _owner(module: str) -> metadata.Distribution | None:
    """Look for the distribution that a module belongs to; one with garbled metadata is nobody's business here."""
    with suppress(Exception):
        owners = metadata.packages_distributions().get(module)
        return metadata.distribution(owners[0]) if owners else None
    return None
