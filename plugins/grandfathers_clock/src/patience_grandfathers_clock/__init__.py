"""Grandfather's Clock as a plugin of patience-core, and its public names."""

from patience_core import Game, hookimpl
from patience_grandfathers_clock.game import COLUMNS, HOURS, GrandfathersClock

__all__ = ["COLUMNS", "HOURS", "GrandfathersClock"]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [GrandfathersClock]
