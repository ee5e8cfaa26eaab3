"""Registry: finds plugins through entry points, isolates the broken ones, and gives games and deals by name."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from attrs import frozen

from patience_core.cards import FRENCH_52, Pack
from patience_core.errors import PluginError, UnknownGameError, nearest, quoted
from patience_core.game import Game
from patience_core.origins import Plugin
from patience_core.registry.entry_points import Found, choose, same_names, scan
from patience_core.registry.loading import (
    Fault,
    LoadError,
    Phase,
    check_game,
    check_source,
    import_plugin,
    load_plugin,
    module_of,
)
from patience_core.registry.names import Names, Prefixes, Provider, listed, name_key

if TYPE_CHECKING:
    from patience_core.deals import Deal
    from patience_core.sources import DealSource


@frozen
class Problem:
    """Something wrong with a plugin, for its author.

    Attributes:
        distribution: the name of the distribution, or None where it cannot be read.
        version: its version, or None.
        entry_point: the name of the entry point, or None where it cannot be read.
        phase: where it came out: "metadata", "import", "api", "hooks", "games", "deals" or "conflict".
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
        deal_sources: the prefixes of its deal sources.
    """

    entry_point: str
    module: str
    plugin: Plugin | None
    games: tuple[str, ...]
    deal_sources: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, str | list[str] | None]:
        """Return it as plain data."""
        return {
            "entry_point": self.entry_point,
            "module": self.module,
            "distribution": self.plugin.name if self.plugin else None,
            "version": self.plugin.version if self.plugin else None,
            "games": list(self.games),
            "deal_sources": list(self.deal_sources),
        }


class Registry:
    """The games that can be played, the sources of deals, and the plugins that bring them.

    Each registry stands alone: what is registered with one is not known to another.
    """

    def __init__(self) -> None:
        """Make an empty registry."""
        self._providers: list[Provider] = []
        self._problems: tuple[Problem, ...] = ()
        self._names = Names(())
        self._prefixes = Prefixes(())

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
        registry._names, registry._prefixes = Names(registry._providers), Prefixes(registry._providers)
        conflicts = (*registry._names.conflicts(), *registry._prefixes.conflicts())
        problems += [_problem(provider, Fault("conflict", reason)) for provider, reason in conflicts]
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
            games, sources, faults = load_plugin(plugin, module)
        if faults:
            raise PluginError("\n".join(fault.reason for fault in faults))
        called = name or str(getattr(plugin, "__name__", type(plugin).__name__))
        self._accept(Provider(called, distribution, module, games, sources, plugin))

    def add(self, game: type[Game]) -> None:
        """Add a game that belongs to no plugin; PluginError says what is wrong with it."""
        module = module_of(game)
        self._accept(Provider(None, None, module, games=(check_game(game, module),)))

    def add_deal_source(self, source: DealSource) -> None:
        """Add a deal source that belongs to no plugin; PluginError says what is wrong with it."""
        module = module_of(getattr(source, "deal", source))
        self._accept(Provider(None, None, module, deal_sources=(check_source(source, module),)))

    @property
    def games(self) -> tuple[type[Game], ...]:
        """The game classes, sorted by id; where two games claim one id, neither is among them."""
        return self._names.games

    @property
    def deal_sources(self) -> tuple[DealSource, ...]:
        """The sources of deals, sorted by prefix; where two claim one prefix, neither is among them."""
        return self._prefixes.sources

    @property
    def plugins(self) -> tuple[Installed, ...]:
        """The plugins that work, sorted by distribution and entry point."""
        games = set(self.games)
        prefixes = {source.prefix for source in self.deal_sources}
        plugins = [
            Installed(
                each.name,
                each.module,
                each.plugin,
                tuple(sorted(game.id for game in each.games if game in games)),
                tuple(sorted({source.prefix for source in each.deal_sources} & prefixes)),
            )
            for each in self._providers
            if each.name is not None
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

    def deal(self, name: str, pack: Pack = FRENCH_52) -> Deal:
        """Return the deal of a pack that a name means; the deal's text is that name.

        Args:
            name: a number, such as "617", which means the same as for `Deal.numbered`; or the prefix of a deal source
                and what the source takes, such as "ms:617" or "ms617". The case of the prefix does not matter.
            pack: the pack that is dealt.

        Raises:
            DealError: the name is of no deal, or no source or several answer to the prefix; the text says which.
            PluginError: the source is at fault, not the name.
        """
        from patience_core.registry.dealing import deal_named  # noqa: PLC0415 - late, for a quick start

        return deal_named(name, pack, self._prefixes, broken=bool(self._problems))

    def _load(self, found: Found) -> tuple[Fault, ...]:
        """Load what an entry point names, and return what is wrong with it."""
        if found.fault:
            return (found.fault,)
        try:
            plugin = import_plugin(found.module, found.attribute)
        except LoadError as error:
            return (error.fault,)
        for other in self._providers:
            if other.value is plugin:
                reason = f"It names the same plugin as the entry point {other.name} of {other}: remove one of the two."
                return (Fault("conflict", reason),)
        games, sources, faults = load_plugin(plugin, found.module)
        if games or sources:
            self._providers.append(Provider(found.name, found.plugin, found.module, games, sources, plugin))
        return faults

    def _accept(self, provider: Provider) -> None:
        """Take in what a caller has given, unless it is in conflict with what is there."""
        providers = [*self._providers, provider]
        names, prefixes = Names(providers), Prefixes(providers)
        conflicts = (*names.conflicts(), *prefixes.conflicts())
        reasons = [reason for other, reason in conflicts if other is provider]
        if reasons:
            raise PluginError("\n".join(dict.fromkeys(reasons)))
        self._providers.append(provider)
        self._names, self._prefixes = names, prefixes


def _problem(where: Found | Provider, fault: Fault) -> Problem:
    name, version = (where.plugin.name, where.plugin.version) if where.plugin else (None, None)
    return Problem(name, version, where.name, fault.phase, fault.reason)


def _order(problem: Problem) -> tuple[str, ...]:
    return tuple(part or "" for part in (problem.distribution, problem.entry_point, problem.phase, problem.reason))
