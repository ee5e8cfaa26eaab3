"""Check: one invariant that every game is held to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from attrs import field, frozen

from patience_core.conformance.trials import Trial
from patience_core.game import Game

Applies = Callable[[Game], str | None]
"""Says why a check does not apply to a game under its options, or returns None where it does."""


@frozen
class Check:
    """One invariant that every game is held to.

    Attributes:
        id: its name, stable for ever.
        since: the version of patience-core since which it holds.
        statement: the invariant, in one sentence.
        advice: what an author should look for when it fails.
        look: looks at one trial, and fails it where the invariant does not hold.
        of: what it looks at: drawn "plays"; drawn deals that each of the "players" is to play under each choice of
            options, the player's place being the play's twist; the game once under each choice of "options"; or the
            game "once".
        least: what must have been looked at, at the least, for the verdict to mean anything.
        needs: the ids of the checks without which this one means nothing.
        applies: says why it does not apply to a game, if it does not.
        unless: for a count that stayed at 0, the reason for which the check then does not apply.
        to_the_end: whether plays must be played to their end.
    """

    id: str
    since: str = field(kw_only=True)
    statement: str = field(kw_only=True)
    advice: str = field(kw_only=True)
    look: Callable[[Trial], None] = field(kw_only=True)
    of: Literal["plays", "players", "options", "once"] = field(default="plays", kw_only=True)
    least: Mapping[str, int] = field(kw_only=True, hash=False)
    needs: tuple[str, ...] = field(default=("moves-apply",), kw_only=True)
    applies: Applies = field(default=lambda _game: None, kw_only=True)
    unless: Mapping[str, str] = field(default=MappingProxyType({}), kw_only=True, hash=False)
    to_the_end: bool = field(default=False, kw_only=True)
