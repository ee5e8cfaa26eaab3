"""FreeCell as a plugin of patience-core, Microsoft's deal numbers, and the plugin's public names."""

from patience_core import DealSource, Game, hookimpl
from patience_freecell.game import CELLS, COLUMNS, FOUNDATIONS, FreeCell
from patience_freecell.microsoft import MICROSOFT

__all__ = ["CELLS", "COLUMNS", "FOUNDATIONS", "MICROSOFT", "FreeCell"]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [FreeCell]


@hookimpl
def patience_deals() -> list[DealSource]:
    return [MICROSOFT]
