"""Clock as a plugin of patience-core, and its public names for games that build on it."""

from patience_clock.game import Clock
from patience_core import Game, hookimpl

__all__ = ["Clock"]


@hookimpl
def patience_games() -> list[type[Game]]:
    return [Clock]
