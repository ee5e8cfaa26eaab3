"""Building games: which card may be laid on which, what each pile takes and gives, and the game made of that."""

from patience_core.building.builds import ALTERNATING, ANY_SUIT, IN_ONE_COLOUR, IN_SUIT, Build
from patience_core.building.game import BuildingGame
from patience_core.building.piles import ANY, PileRules, Stock

__all__ = [
    "ALTERNATING",
    "ANY",
    "ANY_SUIT",
    "IN_ONE_COLOUR",
    "IN_SUIT",
    "Build",
    "BuildingGame",
    "PileRules",
    "Stock",
]
