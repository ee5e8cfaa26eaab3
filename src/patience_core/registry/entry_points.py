"""Reads which plugins the installed distributions declare, without importing any of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import metadata
from typing import Final, NamedTuple

from patience_core.errors import PluginError, nearest, quoted
from patience_core.origins import Plugin
from patience_core.registry.loading import Fault
from patience_core.registry.names import name_key

GROUP: Final = "patience"
"""The entry-point group in which plugins are found."""


class Found(NamedTuple):
    """An entry point as the metadata of a distribution states it.

    Attributes:
        name: its name, or None where the distribution's entry points cannot be read.
        plugin: the distribution, or None where its metadata does not state its name and version.
        module: the module that it names.
        attribute: the attribute of the module that it names, if any.
        fault: why it cannot be loaded, where that can be seen from here.
    """

    name: str | None
    plugin: Plugin | None
    module: str = ""
    attribute: str | None = None
    fault: Fault | None = None

    @property
    def order(self) -> tuple[str, ...]:
        """What entry points are sorted by, so that the order of folders and files makes no difference."""
        return (self.plugin.name if self.plugin else "", self.name or "", self.module, self.attribute or "")


def scan() -> tuple[Found, ...]:
    """Return the entry points of all installed distributions, sorted.

    Of several distributions with one name the first on the path counts, as for an import.
    """
    found: list[Found] = []
    seen: set[str] = set()
    for distribution in metadata.distributions():
        entry_points = _entry_points(distribution)
        if entry_points == ():
            continue
        plugin = _plugin(distribution)
        if plugin:
            if name_key(plugin.name) in seen:
                continue
            seen.add(name_key(plugin.name))
        if entry_points is None:
            found.append(
                _unreadable(
                    None,
                    plugin,
                    f"The entry_points.txt of {_described(distribution, plugin)} cannot be read: {_AS_IT_SHOULD}",
                )
            )
        found += [_found(entry_point, plugin, distribution) for entry_point in entry_points or ()]
    return tuple(sorted(found, key=lambda each: each.order))


def choose(found: Iterable[Found], only: Iterable[str] | None, block: Iterable[str]) -> tuple[Found, ...]:
    """Return those in `only` (all, if None) and not in `block`; PluginError when a name there is of none."""
    chosen = tuple(found)
    names = {key: name for each in chosen for key, name in _names(each).items()}
    wanted = None if only is None else _known(only, "only", names)
    blocked = _known(block, "block", names)
    return tuple(
        each
        for each in chosen
        if (wanted is None or wanted & _names(each).keys()) and not blocked & _names(each).keys()
    )


def same_names(found: Iterable[Found]) -> Iterator[tuple[Found, str]]:
    """Yield the entry points whose name another has too, and what is to be done about it."""
    by_name: dict[str, list[Found]] = {}
    for each in found:
        if each.name is not None:
            by_name.setdefault(each.name, []).append(each)
    for name, several in by_name.items():
        if len(several) > 1:
            owners = " and ".join(
                each.plugin.name if each.plugin else "a distribution without a name" for each in several
            )
            for each in several:
                yield (
                    each,
                    f"The entry point {name} is in {owners}: choose another name; some tools keep only one of them.",
                )


_AS_IT_SHOULD: Final = "it must be UTF-8, with lines such as `clock = patience_clock` under [patience]."


def _entry_points(distribution: metadata.Distribution) -> tuple[metadata.EntryPoint, ...] | None:
    """Return a distribution's entry points of our group, or None where they cannot be read."""
    try:
        if GROUP not in (distribution.read_text("entry_points.txt") or ""):
            return ()  # as of most distributions; to parse them all takes a while
        return tuple(distribution.entry_points.select(group=GROUP))
    except Exception:  # importlib.metadata lets through whatever bad bytes or lines lead to
        return None


def _plugin(distribution: metadata.Distribution) -> Plugin | None:
    """Return the name and version of a distribution, or None where its metadata does not state both."""
    try:
        stated = distribution.metadata
        name, version = (stated[key].strip() if key in stated else "" for key in ("Name", "Version"))
    except Exception:  # what a missing or garbled METADATA leads to differs between Pythons
        return None
    return Plugin(name, version) if name and version else None


def _found(entry_point: metadata.EntryPoint, plugin: Plugin | None, distribution: metadata.Distribution) -> Found:
    parts = entry_point.pattern.fullmatch(entry_point.value)
    if plugin is None:
        reason = f"The METADATA of {_described(distribution, plugin)} states no name and version: install it anew."
        return _unreadable(entry_point.name, plugin, reason)
    if parts is None:
        reason = f"Its value {quoted(entry_point.value)} names no module: write it as in `clock = patience_clock`."
        return _unreadable(entry_point.name, plugin, reason)
    return Found(entry_point.name, plugin, parts["module"], parts["attr"])


def _unreadable(name: str | None, plugin: Plugin | None, reason: str) -> Found:
    return Found(name, plugin, fault=Fault("metadata", reason))


def _described(distribution: metadata.Distribution, plugin: Plugin | None) -> str:
    return plugin.name if plugin else f"a distribution in {distribution.locate_file('')}"


def _names(found: Found) -> dict[str, str]:
    """Return what an entry point is called in `only` and `block`, by what it is compared by."""
    names = [found.name or "", found.plugin.name if found.plugin else ""]
    return {name_key(name): name for name in names if name}


def _known(names: Iterable[str], argument: str, known: dict[str, str]) -> set[str]:
    """Return the keys of names that stand in an argument; PluginError when one is of no plugin."""
    keys: set[str] = set()
    for name in [names] if isinstance(names, str) else names:
        if name_key(name) not in known:
            raise PluginError(
                f"{argument}: no installed plugin is called {quoted(name)}.{nearest(name, known.values())}"
            )
        keys.add(name_key(name))
    return keys
