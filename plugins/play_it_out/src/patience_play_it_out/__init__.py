"""Play it out as a plugin of patience-core, and its public names."""

from patience_core import Game, hookimpl
from patience_play_it_out.game import RESTARTS, PlayItOut
from patience_play_it_out.odds import restart_odds

__all__ = ["RESTARTS", "PlayItOut", "restart_odds"]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [PlayItOut]
