"""Klondike as a plugin of patience-core, and its public names."""

from patience_core import Game, hookimpl
from patience_klondike.game import COLUMNS, FOUNDATIONS, STOCK, WASTE, Klondike

__all__ = ["COLUMNS", "FOUNDATIONS", "STOCK", "WASTE", "Klondike"]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [Klondike]
