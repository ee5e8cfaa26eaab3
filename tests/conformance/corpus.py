"""The corpus of broken games and broken engines, each with the check meant for it; and the sound games they break."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, TypeVar

from patience_core import (
    ALL,
    PACK,
    UP,
    Count,
    Game,
    Kernel,
    Layout,
    Move,
    Odds,
    Pack,
    Place,
    Scoring,
    Shift,
    Shuffle,
    Step,
    Stream,
    Table,
    Turn,
    computed,
    frozen,
    option,
)
from patience_core import engine as the_engine
from patience_core.conformance import Profile, Report, check, shrinking
from tests.conformance import fork_kernel

K = TypeVar("K", bound=type[Game])
Engine = Callable[[], AbstractContextManager[object]]
"""Breaks the engine while what it returns is entered."""

STOCK: Final = "stock"
WASTE: Final = "waste"
HEAP: Final = "heap"
COLUMNS: Final = ("a", "b")

HILL_RULES: Final = """
# Hill

A card begins the heap, two lie in each column, all others in the stock. The heap is built by rank, whatever the suit,
and begins again after its last rank. Empty columns win.

{readings}
"""

LOT_RULES: Final = """
# Lot

Cards are turned over one by one. The ace wins, if it comes soon enough.

{readings}

{odds}
"""


def from_the_waste(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Build from the waste where it can be done."""
    return next((move for move in moves if move.text == "from waste"), moves[0])


@frozen
class Hill(Game):
    """Sound, with two packs, hidden cards, choices, a shuffle, a tally, something to settle, options and a player.

    It makes its steps anew each time, so that none is kept that a broken engine has prepared.
    """

    id = "hill"
    title = "Hill"
    pack = Pack(ranks=range(1, 5), suits="CH", copies=2)
    layout = Layout(
        (
            Place(STOCK, 0, 0, role="stock"),
            Place(WASTE, 1, 0, role="waste"),
            Place(HEAP, 2, 0, role="foundation"),
            *(Place(name, 3 + place, 0, spread="down", most=2) for place, name in enumerate(COLUMNS)),
        )
    )
    scoring = Scoring("cards on the heap", best="highest", least=1, most=16)
    suits_matter = False
    tallies = frozenset({"drawn"})
    players = MappingProxyType({"from-waste": from_the_waste})
    rules = HILL_RULES

    redeals: int = option(1, choices={0: "None.", 1: "One, with a shuffle."}, help="how often the waste is dealt again")
    way: str = option("up", choices={"up": "Two after ace.", "down": "Ace after two."}, help="how the heap is built")

    @computed
    def longest(self) -> int:
        return 26 + 12 * self.redeals

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, HEAP, face=UP)
        for column in COLUMNS:
            yield Shift(PACK, column, count=2)
        yield Shift(PACK, STOCK, count=ALL)

    def settle(self, table: Table) -> Iterator[Step]:
        for column in COLUMNS:
            if table[column] and not table[column][-1].face_up:
                yield Turn(column)

    def wanted(self, table: Table) -> int:
        """Return the rank that the heap is waiting for."""
        rank: int = table[HEAP][-1].rank
        return rank % 4 + 1 if self.way == "up" else (rank - 2) % 4 + 1

    def moves(self, table: Table) -> Iterable[Move]:
        for pile in (*COLUMNS, WASTE):
            if table[pile] and table[pile][-1].rank == self.wanted(table):
                yield Move(f"from {pile}", Shift(pile, HEAP))
        if table[STOCK]:
            yield Move("draw", Shift(STOCK, WASTE, face=UP), Count("drawn"))
        elif table[WASTE] and table.count("redeals") < self.redeals:
            yield Move("redeal", Shift(WASTE, STOCK, count=ALL), Shuffle(STOCK), Count("redeals"))

    def won(self, table: Table) -> bool:
        return not any(table[column] for column in COLUMNS)

    def score(self, table: Table) -> int:
        return len(table[HEAP])

    def alike(self) -> Iterable[Collection[str]]:
        return [COLUMNS]

    def why_not(self, table: Table, text: str) -> str | None:
        if text == "draw":
            return "the stock is empty, or the game is won."
        if text == "redeal":
            return "cards are left in the stock, or no redeal is."
        return "that pile does not show the next rank." if text.removeprefix("from ") in (*COLUMNS, WASTE) else None

    def situation(self, table: Table) -> str | None:
        return "The stock is empty." if not table[STOCK] else None

    def hint(self, table: Table) -> str | None:
        return f"The waste shows {table[WASTE][-1]}." if table[WASTE] else None


@frozen
class Lot(Game):
    """Sound, without a choice, with one pack of one suit and exact odds; most plays are as long as any can be."""

    id = "lot"
    title = "Lot"
    pack = Pack(ranks=range(1, 7), suits="S")
    layout = Layout(Hill.layout.places[:2])
    choices = False
    rules = LOT_RULES

    reach: int = option(3, choices={2: "Within two.", 3: "Within three."}, help="how soon the ace must come")

    @computed
    def longest(self) -> int:
        return self.reach

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterable[Move]:
        if len(table[WASTE]) < self.reach:
            yield Move("turn", Shift(STOCK, WASTE, face=UP))

    def won(self, table: Table) -> bool:
        return bool(table[WASTE]) and table[WASTE][-1].rank == 1

    def odds(self, player: str = "first") -> Odds | None:
        won = Fraction(self.reach, len(self.pack))
        return Odds(won, {0: 1 - won, 1: won})


@frozen
class Fork(Game):
    """Sound, with a kernel; a player that draws numbers has now two moves to choose from, now one."""

    id = "fork"
    title = "Fork"
    pack = Pack(ranks=range(1, 7), suits="S")
    layout = Layout((Place(STOCK, 0, 0, role="stock"), Place("left", 1, 0), Place("right", 2, 0)))
    scoring = Scoring("odd cards on the left", best="highest", most=3)
    longest = 6

    ahead: int = option(1, choices=(0, 1), help="how many cards more than the left the right may have")

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield Move("left", Shift(STOCK, "left", face=UP))
            if len(table["right"]) < len(table["left"]) + self.ahead:
                yield Move("right", Shift(STOCK, "right", face=UP))

    def won(self, table: Table) -> bool:
        return not table[STOCK] and table["left"][-1].rank == 1

    def score(self, table: Table) -> int:
        return sum(card.rank % 2 for card in table["left"])

    def kernel(self, player: str = "first") -> Kernel | None:
        return self.flawed(player, fork_kernel.SOUND)

    def flawed(self, player: str, fault: int, **facts: Any) -> Kernel:
        """Return its kernel with a fault."""
        given: dict[str, Any] = {"work": fork_kernel.WORK, "least": 0, "most": 3, "player": player, **facts}
        numbers = self.ahead, ("first", "random").index(player), fault
        return Kernel(fork_kernel.__name__, numbers=numbers, faces=range(1, 7), **given)


SOUND: Final[tuple[type[Game], ...]] = (Hill, Lot, Fork)


@frozen
class Case:
    """A broken game, or a broken engine under a sound game, and the check that is meant for it."""

    name: str
    meant: str
    wrong: str
    game: type[Game]
    engine: Engine = nullcontext
    varies: bool = False
    """What else fails is not the same in every run: by chance, by what was played before, by the hash seed."""

    def report(self, seed: int, only: Iterable[str] | None = None, profile: str | Profile = "quick") -> Report:
        """Check the game over this engine; nothing is shrunk, since here it matters only which checks fail."""
        with self.engine(), unshrunk():
            return check(self.game, seed=seed, only=only, profile=profile)


@contextmanager
def unshrunk() -> Generator[None]:
    """Leave counterexamples as large as they are found. (unittest.mock could, but is no light import for a game.)"""
    tries = shrinking.MOST_TRIES
    shrinking.MOST_TRIES = 0
    try:
        yield
    finally:
        shrinking.MOST_TRIES = tries


GAMES: Final[list[Case]] = []
ENGINES: Final[list[Case]] = []
MODULES: Final = (
    "broken_games_claims",
    "broken_games_dealing",
    "broken_games_moves",
    "broken_games_refusals",
    "broken_games_endings",
    "broken_games_courses",
    "broken_games_sight",
    "broken_games_solving",
    "broken_games_playing",
    "broken_games_kernels",
    "broken_import_printing",
    "broken_import_heavy",
    "broken_import_thread",
    "broken_engines",
    "broken_engines_told",
)


@lru_cache
def games() -> tuple[Case, ...]:
    """Return all broken games."""
    _load()
    return tuple(GAMES)


@lru_cache
def engines() -> tuple[Case, ...]:
    """Return all broken engines."""
    _load()
    return tuple(ENGINES)


def _load() -> None:
    with redirect_stdout(None):  # one of them prints
        for module in MODULES:
            import_module(f"tests.conformance.{module}")


def broken(meant: str, wrong: str, *, varies: bool = False) -> Callable[[K], K]:
    """Put a broken game into the corpus; it is called as its class, unless it says something else."""

    def register(kind: K) -> K:
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__)
        if "id" not in vars(kind):
            kind.id = words.lower().replace(" ", "-")
            kind.title = words.capitalize()
        GAMES.append(Case(words.lower().replace(" ", "-"), meant, wrong, kind, varies=varies))
        return kind

    return register


def broken_engine(meant: str, wrong: str, game: type[Game] = Hill) -> Callable[[Engine], Engine]:
    """Put a broken engine into the corpus: a function that returns what breaks it for a while."""

    def register(breaking: Engine) -> Engine:
        ENGINES.append(Case(breaking.__name__.replace("_", "-"), meant, wrong, game, patched(breaking)))
        return breaking

    return register


def patched(breaking: Engine) -> Engine:
    """Return what breaks the engine, so that what it has laid out before or meanwhile is used only there."""

    @contextmanager
    def engine() -> Generator[None]:
        the_engine._model.cache_clear()
        try:
            with breaking():
                yield
        finally:
            the_engine._model.cache_clear()

    return engine
