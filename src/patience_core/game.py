"""Game, the base class of every variant: what a game declares, and what the engine asks it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, Self, TypeVar

from attrs import field, frozen

from patience_core.cards import FRENCH_52, Pack
from patience_core.errors import GameError, OptionError, nearest, quoted
from patience_core.kernels import Kernel
from patience_core.layout import Layout
from patience_core.moves import Move, Step
from patience_core.odds import Odds
from patience_core.options import Option, OptionValue, declared_options
from patience_core.splitmix import Stream
from patience_core.table import Table

T = TypeVar("T")

Player = Callable[[Table, tuple[Move, ...], Stream], Move]
"""A way to play: chooses one of the legal moves from what is seen and a stream of numbers, never from the deal."""


class Outcome(StrEnum):
    """How a play stands."""

    IN_PLAY = "in play"
    WON = "won"
    LOST = "lost"
    DONE = "done"
    """Ended, in a game that has no win."""


def _check_range(scoring: Scoring, _attribute: object, most: float) -> None:
    if not scoring.least <= most:
        raise GameError(f"Scoring: least={scoring.least} is above most={most}.")


@frozen
class Scoring:
    """What the score of a game counts.

    Attributes:
        name: what is counted, as in "cards left face down".
        best: whether the "lowest" or the "highest" score is the best.
        least: the lowest score of a finished game.
        most: the highest score of a finished game; infinite where there is no bound.
    """

    name: str
    best: Literal["lowest", "highest"] = field(kw_only=True)
    least: float = field(default=0, kw_only=True)
    most: float = field(default=math.inf, kw_only=True, validator=_check_range)


WIN_OR_LOSE = Scoring("games won", best="highest", least=0, most=1)


def computed(method: Callable[[Any], T]) -> T:
    """Mark a method that computes one of a game's facts from its options.

    It is `property`, but typed as the value, since in other games the same fact is a plain constant.
    """
    return property(method)  # type: ignore[return-value]  # pyright: ignore[reportReturnType]  # so typed on purpose


class Facts:
    """What a game declares of itself: assign a constant, or compute it from the options with `@computed`.

    Attributes:
        id: the name by which it is called and recorded: lower-case words joined by hyphens.
        title: its name as people write it.
        aliases: other names by which people know it.
        pack: the cards that it is played with.
        layout: its piles and where they stand.
        scoring: what its score counts.
        choices: False when there is never more than one legal move.
        longest: the most moves that a play can have, 0 where there is never one, or None where it may go on for ever.
        suits_matter: False when exchanging the suits of all cards changes nothing.
        has_win: False where there is no win, and only the score counts.
        tallies: counts that no rule and no player reads; repetition is judged without them.
        players: named ways to play it, beside the engine's own `first` and `random`.
        rules: the rules for players, as Markdown; "" when none are given. A line `{readings}` in it stands for the
            table of the options and what their choices mean, a line `{odds}` for the exact odds.
    """

    __slots__ = ()

    id: str
    title: str
    aliases: tuple[str, ...] = ()
    pack: Pack = FRENCH_52
    layout: Layout
    scoring: Scoring = WIN_OR_LOSE
    choices: bool = True
    longest: int | None = None
    suits_matter: bool = True
    has_win: bool = True
    tallies: frozenset[str] = frozenset()
    players: Mapping[str, Player] = MappingProxyType({})
    rules: str = ""


@frozen
class Game(Facts, ABC):
    """A patience variant under one choice of its options; a value without state.

    A game declares its facts (see `Facts`) and its options (see `option`), and says how it is dealt and which
    moves are legal. It never sees a hidden card and never moves one: the engine applies the steps that it names.
    """

    @abstractmethod
    def deal(self) -> Iterable[Step]:
        """Yield the steps that lay out the pack from the pile PACK.

        There all cards lie face down, the one dealt first on top; at the end it must be empty.
        """

    @abstractmethod
    def moves(self, table: Table) -> Iterable[Move]:
        """Yield the legal moves, always in the same order; none when the play is over.

        The engine does not ask where the game is won.
        """

    def settle(self, table: Table) -> Iterable[Step]:
        """Yield what happens of itself after the deal and after each move; nothing when all has settled.

        The engine applies the steps and asks again until there are none; they belong to the move.
        """
        return ()

    def won(self, table: Table) -> bool:
        """Tell whether the game is won; never so in a game that has no win."""
        return False

    def score(self, table: Table) -> int:
        """Return the score as it stands; for a finished game it lies in the range that `scoring` states."""
        return int(self.won(table))

    def verdict(self, table: Table) -> str:
        """Say in one sentence how it ended, in the game's own terms."""
        how = self.outcome(table).capitalize()
        return f"{how}." if self.scoring is WIN_OR_LOSE else f"{how}: {self.score(table)} {self.scoring.name}."

    def why_not(self, table: Table, text: str) -> str | None:
        """Say why the move of that text is not legal here, or None when no move of this game has that text.

        A typed text comes in lower case and with single spaces; one from a record comes as it stands.
        """
        return None

    def meant(self, table: Table, text: str) -> str | None:
        """Return the text of the move that a person means by other words, or None; asked where no move begins so."""
        return None

    def safe_moves(self, table: Table) -> Iterable[Move]:
        """Yield the legal moves that can do no harm, whatever is played later; none when the game knows of none."""
        return ()

    def distance(self, table: Table) -> float:
        """Estimate how far a table is from a win, as a guide for `solve`: it looks first where this is least.

        Only which of two tables is nearer counts. A game that says nothing else counts the cards not on foundations.
        """
        return sum([len(table[name]) for name in _not_foundations(self)])

    def alike(self) -> Iterable[Collection[str]]:
        """Return groups of piles whose cards may change places, pile for pile, and nothing that matters changes.

        `solve` then looks at one such table only, and its proof that a game cannot be won rests on it. What can be
        played from there on must be the same but for the names of the piles, and so must be when it is won.
        """
        return ()

    def situation(self, table: Table) -> str | None:
        """Tell a player what has come about and what may be done, where the legal moves alone do not show it."""
        return None

    def hint(self, table: Table) -> str | None:
        """Advise a player in one sentence, or None when there is nothing to say beyond the legal moves."""
        return None

    def odds(self, player: str = "first") -> Odds | None:
        """Return the exact odds when the named player plays, or None where no derivation is known.

        They must be computed from a derivation, never from a table of decimals.
        """
        return None

    def kernel(self, player: str = "first") -> Kernel | None:
        """Return how the named player's plays go for mass simulation, or None where only the engine plays them.

        What comes of each deal must be what comes of it by the rules above: won or not, score, and number of moves.
        """
        return None

    def legal_moves(self, table: Table) -> tuple[Move, ...]:
        """Return the legal moves: none where the game is won, or else what `moves` yields."""
        return () if self.has_win and self.won(table) else tuple(self.moves(table))

    def outcome(self, table: Table) -> Outcome:
        """Return how the play stands: in play, won, lost, or done (ended, in a game that has no win)."""
        if self.has_win and self.won(table):
            return Outcome.WON
        for _ in self.moves(table):
            return Outcome.IN_PLAY
        return Outcome.LOST if self.has_win else Outcome.DONE

    @classmethod
    def declared_options(cls) -> tuple[Option, ...]:
        """Return the options that the game has, in the order in which it declares them."""
        return declared_options(cls)

    @classmethod
    def configured(cls, options: Mapping[str, object]) -> Self:
        """Return the game with these options, each a choice or its text; OptionError names a wrong one."""
        known = [option.name for option in cls.declared_options()]
        for name in options:
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                shown = quoted(name) if type(name) is str else repr(name)
                raise OptionError(f"{cls.title} has no option {shown}; {has}.{nearest(str(name), known)}")
        return cls(**options)

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options as chosen, by name."""
        return {option.name: getattr(self, option.name) for option in self.declared_options()}


@lru_cache(maxsize=64)
def _not_foundations(game: Game) -> tuple[str, ...]:
    """Return the piles of a game that are no foundations; a layout may have to be made anew each time."""
    return tuple(place.pile for place in game.layout.places if place.role != "foundation")
