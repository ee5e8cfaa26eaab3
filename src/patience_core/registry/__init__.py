"""Registry: finds plugins through entry points, isolates the broken ones, and gives games by name."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout

from attrs import frozen

from patience_core.errors import PluginError, UnknownGameError, nearest, quoted
from patience_core.game import Game
from patience_core.origins import Plugin
from patience_core.registry.entry_points import Found, choose, same_names, scan
from patience_core.registry.loading import Fault, LoadError, Phase, check_game, import_plugin, load_games, module_of
from patience_core.registry.names import Names, Source, listed, name_key


@frozen
class Problem:
    """Something wrong with a plugin, for its author.

    Attributes:
        distribution: the name of the distribution, or None where it cannot be read.
        version: its version, or None.
        entry_point: the name of the entry point, or None where it cannot be read.
        phase: where it came out: "metadata", "import", "api", "hooks", "games" or "conflict".
        reason: what is wrong and what to change, in one or two sentences.
    """

    distribution: str | None
    version: str | None
    entry_point: str | None
    phase: Phase
    reason: str

    def __str__(self) -> str:
        """Write it on one line."""
        who = f"{self.distribution} {self.version}" if self.distribution else "a distribution without a name"
        named = f", entry point {self.entry_point}" if self.entry_point else ""
        return f"{who}{named} ({self.phase}): {self.reason}"

    def as_dict(self) -> dict[str, str | None]:
        """Return it as plain data."""
        return {
            "distribution": self.distribution,
            "version": self.version,
            "entry_point": self.entry_point,
            "phase": self.phase,
            "reason": self.reason,
        }


@frozen
class Installed:
    """A plugin that works.

    Attributes:
        entry_point: the name of the entry point.
        module: the module that it names.
        plugin: the distribution with its version, or None where a caller has registered it without.
        games: the ids of its games.
    """

    entry_point: str
    module: str
    plugin: Plugin | None
    games: tuple[str, ...]

    def as_dict(self) -> dict[str, str | list[str] | None]:
        """Return it as plain data."""
        return {
            "entry_point": self.entry_point,
            "module": self.module,
            "distribution": self.plugin.name if self.plugin else None,
            "version": self.plugin.version if self.plugin else None,
            "games": list(self.games),
        }


class Registry:
    """The games that can be played, and the plugins that bring them.

    Each registry stands alone: what is registered with one is not known to another.
    """

    def __init__(self) -> None:
        """Make an empty registry."""
        self._sources: list[Source] = []
        self._problems: tuple[Problem, ...] = ()
        self._names = Names(())

    @classmethod
    def empty(cls) -> Registry:
        """Return a registry without any plugin, to which an embedder or a test adds its own."""
        return cls()

    @classmethod
    def discover(
        cls, *, only: Iterable[str] | None = None, block: Iterable[str] = (), strict: bool = False
    ) -> Registry:
        """Load the installed plugins: whatever is wrong with one is listed among `problems`, and the rest play on.

        What a plugin prints while it is loaded goes to standard error, so that standard output stays clean.

        Args:
            only: load these plugins only, called by distribution or entry point.
            block: do not load these.
            strict: raise instead of listing problems.

        Raises:
            PluginError: a name in `only` or `block` is of no installed plugin; or, if strict, there is a problem.
        """
        registry = cls()
        found = choose(scan(), only, block)
        problems = [_problem(each, Fault("conflict", reason)) for each, reason in same_names(found)]
        with redirect_stdout(sys.stderr):
            for each in found:
                problems += [_problem(each, fault) for fault in registry._load(each)]
        registry._names = Names(registry._sources)
        problems += [_problem(source, Fault("conflict", reason)) for source, reason in registry._names.conflicts()]
        registry._problems = tuple(sorted(set(problems), key=_order))
        if strict and problems:
            raise PluginError("\n".join(map(str, registry._problems)))
        return registry

    def register(self, plugin: object, *, name: str | None = None, distribution: Plugin | None = None) -> None:
        """Add a plugin by hand: a module, or another object with hooks.

        Args:
            plugin: what an entry point would name.
            name: what the entry point would be called; the name of the module or class unless given.
            distribution: where the plugin comes from.

        Raises:
            PluginError: something is wrong with it; the registry is unchanged.
        """
        module = module_of(plugin)
        with redirect_stdout(sys.stderr):
            games, faults = load_games(plugin, module)
        if faults:
            raise PluginError("\n".join(fault.reason for fault in faults))
        called = name or str(getattr(plugin, "__name__", type(plugin).__name__))
        self._accept(Source(called, distribution, module, games, plugin))

    def add(self, game: type[Game]) -> None:
        """Add a game that belongs to no plugin; PluginError says what is wrong with it."""
        module = module_of(game)
        self._accept(Source(None, None, module, (check_game(game, module),)))

    @property
    def games(self) -> tuple[type[Game], ...]:
        """The game classes, sorted by id; where two games claim one id, neither is among them."""
        return self._names.games

    @property
    def plugins(self) -> tuple[Installed, ...]:
        """The plugins that work, sorted by distribution and entry point."""
        held = set(self.games)
        plugins = [
            Installed(source.name, source.module, source.plugin, tuple(sorted(g.id for g in source.games if g in held)))
            for source in self._sources
            if source.name is not None
        ]
        return tuple(sorted(plugins, key=lambda each: (each.plugin.name if each.plugin else "", each.entry_point)))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the installed plugins, sorted by distribution and entry point."""
        return self._problems

    def find(self, name: str) -> type[Game]:
        """Return the game that a name means: its id, an alias or its title.

        Case does not matter, nor do apostrophes; spaces, dots, underscores and hyphens are alike.

        Raises:
            UnknownGameError: no game has that name, or several claim it, or its plugin is broken.
        """
        claims = self._names.holders(name)
        if len(claims) == 1:
            return claims[0].game
        if claims:
            raise UnknownGameError(
                f"{quoted(name)} is claimed by {listed(claims)}, so none of them answers to it. "
                "Use another of its names, or remove all of these plugins but one."
            )
        for problem in self._problems:
            if name_key(name) in {name_key(each) for each in (problem.distribution, problem.entry_point) if each}:
                raise UnknownGameError(f"{quoted(name)} is a plugin that does not work: `patience plugins` says why.")
        hint = nearest(name, self._names.spellings())
        raise UnknownGameError(f"No installed game is called {quoted(name)}.{hint} `patience games` lists them all.")

    def _load(self, found: Found) -> tuple[Fault, ...]:
        """Load what an entry point names, and return what is wrong with it."""
        if found.fault:
            return (found.fault,)
        try:
            plugin = import_plugin(found.module, found.attribute)
        except LoadError as error:
            return (error.fault,)
        for source in self._sources:
            if source.value is plugin:
                reason = (
                    f"It names the same plugin as the entry point {source.name} of {source}: remove one of the two."
                )
                return (Fault("conflict", reason),)
        games, faults = load_games(plugin, found.module)
        if games:
            self._sources.append(Source(found.name, found.plugin, found.module, games, plugin))
        return faults

    def _accept(self, source: Source) -> None:
        """Take in a source that a caller has given, unless its games are in conflict with others."""
        names = Names([*self._sources, source])
        reasons = [reason for other, reason in names.conflicts() if other is source]
        if reasons:
            raise PluginError("\n".join(dict.fromkeys(reasons)))
        self._sources.append(source)
        self._names = names


def _problem(source: Found | Source, fault: Fault) -> Problem:
    name, version = (source.plugin.name, source.plugin.version) if source.plugin else (None, None)
    return Problem(name, version, source.name, fault.phase, fault.reason)


def _order(problem: Problem) -> tuple[str, ...]:
    return tuple(part or "" for part in (problem.distribution, problem.entry_point, problem.phase, problem.reason))
