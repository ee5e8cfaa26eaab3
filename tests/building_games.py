"""Small games of building that the tests play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import field

from patience_core import (
    ALL,
    ALTERNATING,
    ANY,
    ANY_SUIT,
    DOWN,
    IN_SUIT,
    PACK,
    UP,
    Build,
    BuildingGame,
    Card,
    Count,
    Fetch,
    Layout,
    Pack,
    PileRules,
    Place,
    Shift,
    Shuffle,
    Step,
    Stock,
    Table,
    Turn,
    UnknownGameError,
    computed,
    frozen,
    option,
)

FOUNDATIONS: Final = {"clubs": "AC", "diamonds": "AD", "hearts": "AH", "spades": "AS"}
DOWNWARDS: Final = Build(DOWN, ALTERNATING)
UPWARDS: Final = Build(UP, IN_SUIT)


def harbour_rules(taken_back: bool) -> Mapping[str, PileRules]:
    return {
        "waste": PileRules(),
        "chest": PileRules(),
        **dict.fromkeys("1234", PileRules(DOWNWARDS, start="8", runs=DOWNWARDS, turn_up=True)),
        **dict.fromkeys("xy", PileRules(start=ANY, most=1, called="cell")),
        **{name: PileRules(UPWARDS, start=ace, gives=taken_back) for name, ace in FOUNDATIONS.items()},
    }


HARBOUR_RULES: Final = {taken_back: harbour_rules(taken_back) for taken_back in (False, True)}


@frozen
class Harbour(BuildingGame):
    """A short pack with a bit of all: a stock and redeals, cells, a reserve, runs of some length, cards face down."""

    id = "harbour"
    title = "Harbour"
    pack = Pack(ranks=range(1, 9))
    layout = Layout(
        (
            Place("stock", 0, 0, role="stock"),
            Place("waste", 1, 0, role="waste"),
            Place("chest", 2, 0, role="reserve"),
            *(Place(name, x, 0, role="cell") for x, name in enumerate("xy", 3)),
            *(Place(name, x, 0, role="foundation") for x, name in enumerate(FOUNDATIONS, 5)),
            *(Place(name, x, 1.2, spread="down", most=9) for x, name in enumerate("1234")),
        )
    )

    draw: int = option(1, choices=(1, 2), help="how many cards are turned at a time")
    redeals: int = option(1, choices=(0, 1, 2, 3), help="how often the waste is turned over again")
    taken_back: bool = option(False, help="whether cards may be taken back from foundations")

    @computed
    def stock(self) -> Stock:
        return Stock(self.draw, redeals=self.redeals)

    @computed
    def pile_rules(self) -> Mapping[str, PileRules]:
        return HARBOUR_RULES[self.taken_back]

    def deal(self) -> Iterator[Step]:
        for row in range(4):
            for column in "1234"[row:]:
                yield Shift(PACK, column, face=UP if row == int(column) - 1 else None)
        yield Shift(PACK, "chest", count=3)
        yield Shift(PACK, "stock", count=ALL)

    def settle(self, table: Table) -> Iterator[Step]:
        yield from BuildingGame.settle(self, table)
        # The chest is opened when the stock has run out, so that its top card lies face down for a while.
        if not table["stock"] and table["chest"] and not table["chest"][-1].face_up:
            yield Turn("chest")

    def at_once(self, table: Table, dst: str) -> int:
        return 1 + sum(not table[cell] for cell in "xy")

    def also(self, src: str, dst: str) -> tuple[Step, ...]:
        return (Count("points", -2, least=0),) if src in FOUNDATIONS else ()


@frozen
class Wheel(BuildingGame):
    """Columns go down around the corner, regardless of suit; foundations up around it, from the seven. All is seen."""

    id = "wheel"
    title = "Wheel"
    pack = Pack(suits="CH")
    layout = Layout(
        (
            Place("reserve", 0, 0, role="reserve"),
            *(Place(name, x, 0, role="foundation") for x, name in enumerate(("clubs", "hearts"), 1)),
            *(Place(name, x, 1.2, spread="down", most=12) for x, name in enumerate("abcd")),
        )
    )
    pile_rules = {  # noqa: RUF012  # no game changes it
        "clubs": PileRules(Build(UP, IN_SUIT, around_the_corner=True), start="7C", most=13, gives=False),
        "hearts": PileRules(Build(UP, IN_SUIT, around_the_corner=True), start="7H", most=13, gives=False),
        "reserve": PileRules(),
        **dict.fromkeys(
            "abcd",
            PileRules(
                Build(DOWN, ANY_SUIT, around_the_corner=True),
                start=ANY,
                runs=Build(DOWN, IN_SUIT, around_the_corner=True),
            ),
        ),
    }

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "reserve", count=6, face=UP)
        for card in range(20):
            yield Shift(PACK, "abcd"[card % 4], face=UP)


@frozen
class Tide(BuildingGame):
    """Two short packs. The waste is shuffled for a redeal; cards lie face down and turn up of themselves."""

    id = "tide"
    title = "Tide"
    pack = Pack(ranks=range(1, 6), suits="CH", copies=2)
    layout = Layout(
        (
            Place("stock", 0, 0, role="stock"),
            Place("waste", 1, 0, role="waste"),
            *(Place(name, x, 0, role="foundation") for x, name in enumerate(("f1", "f2", "f3", "f4"), 2)),
            *(Place(name, x, 1.2, spread="down", most=8) for x, name in enumerate("123")),
        )
    )
    stock = Stock(redeals=2)
    pile_rules = {  # noqa: RUF012  # no game changes it
        "waste": PileRules(),
        **dict.fromkeys(("f1", "f2"), PileRules(UPWARDS, start="AC", gives=False)),
        **dict.fromkeys(("f3", "f4"), PileRules(UPWARDS, start="AH", gives=False)),
        **dict.fromkeys("123", PileRules(DOWNWARDS, runs=DOWNWARDS, turn_up=True)),
    }

    def deal(self) -> Iterator[Step]:
        for column in "123":
            yield Shift(PACK, column, count=int(column))
        yield Shift(PACK, "stock", count=ALL)

    def also(self, src: str, dst: str) -> tuple[Step, ...]:
        return (Shuffle("stock"),) if dst == "stock" else ()


@frozen
class Pond(BuildingGame):
    """A tiny game of any rules, so small that all its positions can be found: columns, maybe a cell and a stock.

    Its deal is row by row, all cards face up, half of them in the stock if there is one; or as a test wants it.
    """

    id = "pond"
    title = "Pond"

    column: PileRules = PileRules(DOWNWARDS, start=ANY)
    taken_back: bool = False
    pack: Pack = field(default=Pack(ranks=range(1, 4)))
    stock: Stock | None = None
    columns: str = "12"
    cells: str = "z"
    begin: tuple[tuple[str, str], ...] = ()

    @computed
    def layout(self) -> Layout:
        return Layout(
            (
                Place("stock", 0, 0, role="stock"),
                Place("waste", 1, 0, role="waste"),
                *(Place(name, 2, 0, role="cell") for name in self.cells),
                *(Place(name, x, 0, role="foundation") for x, name in enumerate(self.foundations, 3)),
                *(Place(name, x, 1.2, spread="down", most=9) for x, name in enumerate(self.columns)),
            )
        )

    @computed
    def foundations(self) -> Mapping[str, str]:
        return {f"{suit}{copy}".lower(): f"A{suit}" for copy in range(self.pack.copies) for suit in self.pack.suits}

    @computed
    def pile_rules(self) -> Mapping[str, PileRules]:
        return {
            "waste": PileRules(),
            **dict.fromkeys(self.cells, PileRules(start=ANY, most=1)),
            **dict.fromkeys(self.columns, self.column),
            **{name: PileRules(UPWARDS, start=ace, gives=self.taken_back) for name, ace in self.foundations.items()},
        }

    def deal(self) -> Iterator[Step]:
        for pile, cards in self.begin:
            for card in map(Card.parse, cards.split()):
                yield Fetch(PACK, pile, card.rank, card.suit)
        if self.begin:
            return
        in_stock = len(self.pack) // 2 if self.stock else 0
        for place in range(len(self.pack) - in_stock):
            yield Shift(PACK, self.columns[place % len(self.columns)], face=UP)
        if in_stock:
            yield Shift(PACK, "stock", count=ALL)


KINDS: Final[tuple[type[BuildingGame], ...]] = (Harbour, Wheel, Tide)


def find_game(name: str) -> type[BuildingGame]:
    """Return the game of that id, as a registry does."""
    for kind in KINDS:
        if kind.id == name:
            return kind
    raise UnknownGameError(f"no game is called {name!r}.")
