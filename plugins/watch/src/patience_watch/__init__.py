"""Watch as a plugin of patience-core, and its public names."""

from patience_core import Game, hookimpl
from patience_watch.game import RESCUED, Watch
from patience_watch.odds import watch_odds
from patience_watch.players import PLAYERS

__all__ = ["PLAYERS", "RESCUED", "Watch", "watch_odds"]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [Watch]
