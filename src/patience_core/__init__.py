"""A patience engine: cards, piles, moves and a plugin hook spec; every game is a plugin.

The names in `__all__` are the public API; everything else is private to the project.

pytest need not look for assertions here, though a plugin of its comes with this package: PYTEST_DONT_REWRITE.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from attrs import frozen

from patience_core.cards import FRENCH_52, RANKS, SUIT_SYMBOLS, SUITS, Back, Card, Pack
from patience_core.deals import Deal
from patience_core.errors import (
    AmbiguousMoveError,
    CardError,
    DealError,
    FileError,
    GameError,
    HiddenCardError,
    HistoryError,
    IllegalMoveError,
    LayoutError,
    MoveError,
    OptionError,
    PackError,
    PatienceError,
    PileError,
    PlayerError,
    PluginError,
    RecordError,
    SimulationError,
    SolverError,
    StepError,
    UnknownGameError,
    UnknownMoveError,
)
from patience_core.game import WIN_OR_LOSE, Game, Outcome, Player, Scoring, computed
from patience_core.hookspecs import API_VERSION, hookimpl
from patience_core.kernels import Kernel, draw_below
from patience_core.layout import Layout, Place, ring
from patience_core.moves import (
    ALL,
    BOTTOM,
    DOWN,
    PACK,
    TOP,
    UP,
    Count,
    Fetch,
    Mark,
    Move,
    Shift,
    Shuffle,
    Step,
    Turn,
)
from patience_core.odds import Odds
from patience_core.options import Option, OptionValue, option
from patience_core.origins import Plugin
from patience_core.registry import Installed, Problem, Registry
from patience_core.splitmix import Stream
from patience_core.table import Pile, Table

if TYPE_CHECKING:
    from patience_core.building import (
        ALTERNATING,
        ANY,
        ANY_SUIT,
        IN_ONE_COLOUR,
        IN_SUIT,
        Build,
        BuildingGame,
        PileRules,
        Stock,
    )
    from patience_core.players import named_players
    from patience_core.records import Record, Result
    from patience_core.rules import rules_page
    from patience_core.session import Change, Observer, Session
    from patience_core.simulation.playing import Row, Rows
    from patience_core.simulation.running import simulate
    from patience_core.simulation.summary import Comparison, Summary
    from patience_core.solver import Solution, solve
    from patience_core.sources import DealSource

_LATE = {
    "ALTERNATING": "building",
    "ANY": "building",
    "ANY_SUIT": "building",
    "Build": "building",
    "BuildingGame": "building",
    "IN_ONE_COLOUR": "building",
    "IN_SUIT": "building",
    "PileRules": "building",
    "Stock": "building",
    "Change": "session",
    "Comparison": "simulation.summary",
    "DealSource": "sources",
    "Observer": "session",
    "Record": "records",
    "Result": "records",
    "Row": "simulation.playing",
    "Rows": "simulation.playing",
    "Session": "session",
    "Solution": "solver",
    "Summary": "simulation.summary",
    "named_players": "players",
    "rules_page": "rules",
    "solve": "solver",
    "simulate": "simulation.running",
}
"""What neither a plugin nor a list of games needs: imported when first asked for, for a quick start."""


def __getattr__(name: str) -> object:
    """Import a late name."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = value
    return value


__all__ = [
    "ALL",
    "ALTERNATING",
    "ANY",
    "ANY_SUIT",
    "API_VERSION",
    "BOTTOM",
    "DOWN",
    "FRENCH_52",
    "IN_ONE_COLOUR",
    "IN_SUIT",
    "PACK",
    "RANKS",
    "SUITS",
    "SUIT_SYMBOLS",
    "TOP",
    "UP",
    "WIN_OR_LOSE",
    "AmbiguousMoveError",
    "Back",
    "Build",
    "BuildingGame",
    "Card",
    "CardError",
    "Change",
    "Comparison",
    "Count",
    "Deal",
    "DealError",
    "DealSource",
    "Fetch",
    "FileError",
    "Game",
    "GameError",
    "HiddenCardError",
    "HistoryError",
    "IllegalMoveError",
    "Installed",
    "Kernel",
    "Layout",
    "LayoutError",
    "Mark",
    "Move",
    "MoveError",
    "Observer",
    "Odds",
    "Option",
    "OptionError",
    "OptionValue",
    "Outcome",
    "Pack",
    "PackError",
    "PatienceError",
    "Pile",
    "PileError",
    "PileRules",
    "Place",
    "Player",
    "PlayerError",
    "Plugin",
    "PluginError",
    "Problem",
    "Record",
    "RecordError",
    "Registry",
    "Result",
    "Row",
    "Rows",
    "Scoring",
    "Session",
    "Shift",
    "Shuffle",
    "SimulationError",
    "Solution",
    "SolverError",
    "Step",
    "StepError",
    "Stock",
    "Stream",
    "Summary",
    "Table",
    "Turn",
    "UnknownGameError",
    "UnknownMoveError",
    "computed",
    "draw_below",
    "frozen",
    "hookimpl",
    "named_players",
    "option",
    "ring",
    "rules_page",
    "simulate",
    "solve",
]
