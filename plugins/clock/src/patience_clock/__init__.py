"""Clock as a plugin of patience-core, and its public names for games that build on it."""

from patience_clock.game import (
    CENTRE,
    DEALING,
    DIAL,
    HAND,
    HOURS,
    PILES,
    TURN,
    Clock,
    can_give,
    deliver,
    last_laid,
)
from patience_core import Game, hookimpl

__all__ = [
    "CENTRE",
    "DEALING",
    "DIAL",
    "HAND",
    "HOURS",
    "PILES",
    "TURN",
    "Clock",
    "can_give",
    "deliver",
    "last_laid",
]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [Clock]
