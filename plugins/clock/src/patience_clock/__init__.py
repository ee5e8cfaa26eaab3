"""Clock as a plugin of patience-core, and the public names that other games of its family build on."""

from patience_clock.dial import CENTRE, DIAL, FACES, HAND, HOURS, PILES, DialGame, backs_in, can_give, counted, deliver
from patience_clock.game import Clock
from patience_clock.odds import clock_odds, left_at_the_last_king
from patience_core import Game, hookimpl

__all__ = [
    "CENTRE",
    "DIAL",
    "FACES",
    "HAND",
    "HOURS",
    "PILES",
    "Clock",
    "DialGame",
    "backs_in",
    "can_give",
    "clock_odds",
    "counted",
    "deliver",
    "left_at_the_last_king",
]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [Clock]
