"""FreeCell as a plugin of patience-core, and its public names."""

from patience_core import Game, hookimpl
from patience_freecell.game import CELLS, COLUMNS, FOUNDATIONS, FreeCell

__all__ = ["CELLS", "COLUMNS", "FOUNDATIONS", "FreeCell"]

PATIENCE_API = 1


@hookimpl
def patience_games() -> list[type[Game]]:
    return [FreeCell]
