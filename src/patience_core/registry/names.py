"""Which name belongs to which game, and which prefix to which deal source: where two claim one, neither wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from attrs import field, frozen

from patience_core.errors import quoted
from patience_core.game import Game
from patience_core.origins import Plugin

if TYPE_CHECKING:
    from patience_core.sources import DealSource

_SAME: Final = str.maketrans({".": " ", "_": " ", "-": " ", "'": None, "\u2019": None})


def name_key(name: str) -> str:
    """Return what a name is compared by.

    Case makes no difference, nor do apostrophes; spaces, dots, underscores and hyphens are alike. So is the
    title "Grandfather's Clock" the id "grandfathers-clock", and distributions are compared as installers do.
    """
    return "-".join(name.translate(_SAME).casefold().split())


@frozen(eq=False)
class Provider:
    """Who brings games and deal sources: a plugin by its entry point, or an embedder.

    Attributes:
        name: that of the entry point, or None where there is none.
        plugin: the distribution, or None where there is none.
        module: the module that the entry point names.
        games: the sound games that it brings.
        deal_sources: the sound deal sources that it brings.
        value: the plugin object itself.
    """

    name: str | None
    plugin: Plugin | None
    module: str
    games: tuple[type[Game], ...] = ()
    deal_sources: tuple[DealSource, ...] = ()
    value: Any = field(default=None, repr=False)

    def __str__(self) -> str:
        """Name the distribution, or what comes nearest."""
        return self.plugin.name if self.plugin else self.name or f"module {self.module}"


class Claim(NamedTuple):
    """A game and who brings it."""

    game: type[Game]
    provider: Provider

    def __str__(self) -> str:
        """Write it for a sentence."""
        return f"{self.game.__name__} of {self.provider}"


class Names:
    """The names of all games; a value."""

    def __init__(self, providers: Iterable[Provider]) -> None:
        """Collect who claims what."""
        self.claims: Final = tuple(Claim(game, provider) for provider in providers for game in provider.games)
        self._ids: Final[dict[str, list[Claim]]] = {}
        self._others: Final[dict[str, list[Claim]]] = {}
        for claim in self.claims:
            self._ids.setdefault(name_key(claim.game.id), []).append(claim)
            for other in {name_key(name) for name in _other_names(claim.game)}:
                self._others.setdefault(other, []).append(claim)

    @property
    def games(self) -> tuple[type[Game], ...]:
        """The games that answer to their ids, sorted by these."""
        held = (claims for claims in self._ids.values() if _one_game(claims))
        return tuple(sorted((claims[0].game for claims in held), key=lambda game: game.id))

    def holders(self, name: str) -> tuple[Claim, ...]:
        """Return the one claim of the game that answers to a name, or the claims of all that contest it.

        The id of one game is no other game's alias or title, so that a record finds its game whatever is
        installed beside it.
        """
        key = name_key(name)
        claims = self._ids.get(key) or self._others.get(key) or []
        return tuple(claims[:1] if _one_game(claims) else claims)

    def spellings(self) -> Iterator[str]:
        """Yield every name to which a game answers, as its author writes it, its id last."""
        for claim in self.claims:
            for name in (*_other_names(claim.game), claim.game.id):
                if len(self.holders(name)) == 1:
                    yield name

    def conflicts(self) -> Iterator[tuple[Provider, str]]:
        """Yield what is wrong with the names, for each provider that can do something about it."""
        for claim in self.claims:
            same = [other for other in self._ids[name_key(claim.game.id)] if other.game is claim.game]
            if len(same) > 1:
                yield (
                    claim.provider,
                    f"The game {claim.game.__name__} is brought by {listed(same)}: one of them is enough.",
                )
            yield from ((claim.provider, reason) for reason in self._contests(claim))

    def _contests(self, claim: Claim) -> Iterator[str]:
        """Yield a sentence for each name of a game that another claims too."""
        own = name_key(claim.game.id)
        if not _one_game(self._ids[own]):
            yield _contested("id", claim.game.id, self._ids[own])
        told = {own}
        for name in _other_names(claim.game):
            key = name_key(name)
            if key in told:
                continue
            told.add(key)
            if key in self._ids:
                owner = listed(self._ids[key])
                yield f"The name {name!r} of {claim} is the id of {owner}, and stays that: choose another."
            elif not _one_game(self._others[key]):
                yield _contested("name", name, self._others[key])


def _other_names(game: type[Game]) -> tuple[str, ...]:
    return (game.title, *game.aliases)


def _one_game(claims: list[Claim]) -> bool:
    return len({claim.game for claim in claims}) == 1


class SourceClaim(NamedTuple):
    """A deal source and who brings it."""

    source: DealSource
    provider: Provider

    def __str__(self) -> str:
        """Write it for a sentence."""
        return f"{quoted(self.source.title)} of {self.provider}"


class Prefixes:
    """The prefixes of all deal sources; a value."""

    def __init__(self, providers: Iterable[Provider]) -> None:
        """Collect who claims what."""
        self._claims: Final[dict[str, list[SourceClaim]]] = {}
        for provider in providers:
            for source in provider.deal_sources:
                self._claims.setdefault(source.prefix, []).append(SourceClaim(source, provider))

    @property
    def sources(self) -> tuple[DealSource, ...]:
        """The deal sources that answer to their prefixes, sorted by these."""
        return tuple(claims[0].source for _, claims in sorted(self._claims.items()) if _one_source(claims))

    def holders(self, prefix: str) -> tuple[SourceClaim, ...]:
        """Return the one claim of the source that answers to a prefix, or the claims of all that contest it."""
        claims = self._claims.get(prefix, [])
        return tuple(claims[:1] if claims and _one_source(claims) else claims)

    def conflicts(self) -> Iterator[tuple[Provider, str]]:
        """Yield what is wrong with the prefixes, for each provider that can do something about it."""
        for prefix, claims in self._claims.items():
            if not _one_source(claims):
                reason = _contested("prefix", prefix, claims)
            elif len(claims) > 1:
                reason = f"The deal source {prefix!r} is brought by {listed(claims)}: one of them is enough."
            else:
                continue
            yield from ((claim.provider, reason) for claim in claims)


def _one_source(claims: list[SourceClaim]) -> bool:
    return all(claim.source is claims[0].source for claim in claims)


def _contested(kind: str, name: str, claims: Iterable[object]) -> str:
    return (
        f"The {kind} {name!r} is claimed by {listed(claims)}, so none answers to it: all but one must choose another."
    )


def listed(claims: Iterable[object]) -> str:
    """Write "A of one and B of another"."""
    return " and ".join(sorted(map(str, claims)))
