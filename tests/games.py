"""Small whole games that the tests play: each shows one part of the model in a few lines."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from attrs import field

from patience_core import (
    ALL,
    DOWN,
    PACK,
    UP,
    WIN_OR_LOSE,
    Count,
    Game,
    Layout,
    Mark,
    Move,
    Pack,
    Place,
    Scoring,
    Shift,
    Shuffle,
    Step,
    Stream,
    Table,
    Turn,
    UnknownGameError,
    computed,
    frozen,
    option,
)

STOCK: Final = "stock"
WASTE: Final = "waste"
HEAP: Final = "heap"
ROW: Final = Layout(
    (
        Place(STOCK, 0, 0, role="stock"),
        Place(WASTE, 1, 0, role="waste"),
        Place(HEAP, 2, 0, role="foundation"),
    )
)


@frozen
class Ladder(Game):
    """Two short packs: cards from the waste are built up by rank, six after ace; the waste is shuffled for a redeal.

    It has hidden cards, choices and chance during the play.
    """

    id = "ladder"
    title = "Ladder"
    aliases = ("Up and Up",)
    pack = Pack(ranks=range(1, 7), suits="CH", copies=2)
    layout = ROW
    scoring = Scoring("cards built", best="highest", least=1, most=24)

    redeals: int = option(2, choices=(0, 1, 2), help="how often the waste is shuffled and dealt again")

    @computed
    def longest(self) -> int:
        return 24 + (24 + 1) * (self.redeals + 1)

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, HEAP, face=UP)
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterator[Move]:
        waste, heap = table[WASTE], table[HEAP]
        if waste and waste[-1].rank == heap[-1].rank % 6 + 1:
            yield Move("build", Shift(WASTE, HEAP))
        if table[STOCK]:
            yield Move("draw", Shift(STOCK, WASTE, face=UP))
        elif waste and table.count("redeals") < self.redeals:
            yield Move("redeal", Shift(WASTE, STOCK, count=ALL), Shuffle(STOCK), Count("redeals"))

    def won(self, table: Table) -> bool:
        return len(table[HEAP]) == 24

    def score(self, table: Table) -> int:
        return len(table[HEAP])

    def why_not(self, table: Table, text: str) -> str | None:
        reasons = {
            "build": "the waste does not hold the next rank.",
            "draw": "the stock is empty.",
            "redeal": "cards are left in the stock, or no redeal is.",
        }
        return reasons.get(text)


COLUMNS: Final = "abcdefgh"
OFF: Final = "off"
EXPOSED: Final = {name: Turn(name) for name in COLUMNS}
PAIRED: Final = {
    (one, other): Move(f"{one}{other}", Shift(one, OFF), Shift(other, OFF))
    for one in COLUMNS
    for other in COLUMNS
    if one < other
}


def last_pair(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Play the last legal move."""
    return moves[-1]


@frozen
class Pairs(Game):
    """Two cards of one rank are taken off together; a card that comes to the top of a column turns up of itself.

    It has hidden cards, choices, and something to settle after the deal and after most moves.
    """

    id = "pairs"
    title = "Pairs"
    layout = Layout((*(Place(name, x, 0, spread="down", most=7) for x, name in enumerate(COLUMNS)), Place(OFF, 9, 0)))
    longest = 26
    players = MappingProxyType({"last": last_pair})

    def deal(self) -> Iterator[Step]:
        for place in range(52):
            yield Shift(PACK, COLUMNS[place % 8])

    def settle(self, table: Table) -> Iterator[Step]:
        for name in COLUMNS:
            if table[name] and not table[name][-1].face_up:
                yield EXPOSED[name]

    def moves(self, table: Table) -> Iterator[Move]:
        tops = [(name, table[name][-1].rank) for name in COLUMNS if table[name]]
        for place, (one, rank) in enumerate(tops):
            for other, other_rank in tops[place + 1 :]:
                if rank == other_rank:
                    yield PAIRED[one, other]

    def won(self, table: Table) -> bool:
        return len(table[OFF]) == 52

    def why_not(self, table: Table, text: str) -> str | None:
        if tuple(text) not in PAIRED:
            return None
        empty = [name for name in text if not table[name]]
        if empty:
            return f"column {empty[0]} is empty."
        one, other = (str(table[name][-1]) for name in text)
        return f"{one} and {other} are not of one rank."


@frozen
class Round(Game):
    """Four cards go from stock to waste and back for ever; the player has no choice, and nobody reads the tally."""

    id = "round"
    title = "Round and Round"
    pack = Pack(ranks=(1, 2, 3, 4), suits="S")
    layout = Layout(ROW.places[:2])
    choices = False
    has_win = False
    tallies = frozenset({"turned"})

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterator[Move]:
        if table[STOCK]:
            yield Move("turn", Shift(STOCK, WASTE, face=UP), Count("turned"))
        else:
            yield Move("gather", Shift(WASTE, STOCK, count=ALL, face=DOWN, reverse=True))


@frozen
class Steps(Game):
    """No card moves: a count goes up to a goal. It has every kind of option, and facts computed from them."""

    id = "steps"
    title = "Steps"
    pack = Pack(ranks=(13,), suits="H")
    layout = Layout((Place(HEAP, 0, 0),))

    goal: int = option(5, choices=(3, 5, 7), help="where it ends")
    pace: str = option("Walk", choices=("Walk", "Run"), help="how many at a time: one, or also two")
    back: bool = option(False, help="whether one may step back")
    ends: str = option("goal", choices=("goal", "nowhere"), help="whether reaching the goal is a win")

    @computed
    def choices(self) -> bool:
        return self.pace == "Run" or self.back

    @computed
    def longest(self) -> int | None:
        return None if self.back else self.goal

    @computed
    def has_win(self) -> bool:
        return self.ends == "goal"

    @computed
    def scoring(self) -> Scoring:
        return WIN_OR_LOSE if self.has_win else Scoring("steps", best="highest", most=self.goal)

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, HEAP, face=UP)
        yield Mark("step", 1)

    def moves(self, table: Table) -> Iterator[Move]:
        step = table.count("step")
        if step >= self.goal:
            return
        yield Move("one", Count("step"))
        if self.pace == "Run" and step + 2 <= self.goal:
            yield Move("one and one", Count("step", 2))
        if self.back and step:
            yield Move("out", Mark("step", 0))

    def won(self, table: Table) -> bool:
        return self.has_win and table.count("step") == self.goal

    def score(self, table: Table) -> int:
        return int(self.won(table)) if self.has_win else table.count("step")


@frozen
class Scripted(Game):
    """Whatever steps a test wants: a deal of four piles, what settles, and moves that are legal one after another."""

    id = "scripted"
    title = "Scripted"
    pack = Pack(ranks=range(1, 6), suits="CH", copies=2)
    layout = Layout(tuple(Place(name, x, 0) for x, name in enumerate("abcd")))
    has_win = False

    laid: tuple[Step, ...] = (Shift(PACK, "a", count=ALL),)
    play: tuple[Move, ...] = ()
    settling: tuple[tuple[Step, ...], ...] = field(default=((),))

    def deal(self) -> Iterator[Step]:
        yield from self.laid

    def moves(self, table: Table) -> Iterator[Move]:
        yield from self.play

    def settle(self, table: Table) -> Iterator[Step]:
        """Yield the script that the count `rung` has come to; a script that is to end moves the count on."""
        yield from self.settling[min(table.count("rung"), len(self.settling) - 1)]


GAMES: Final[tuple[type[Game], ...]] = (Ladder, Pairs, Round, Steps)


def find_game(name: str) -> type[Game]:
    """Return the game of that id, as a registry does."""
    for game in GAMES:
        if game.id == name:
            return game
    raise UnknownGameError(f"no game is called {name!r}.")
