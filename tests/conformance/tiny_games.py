"""Tiny games for the fronts of the kit: one that conforms, one with a small fault, and one with a fault that blocks."""

from __future__ import annotations

from collections.abc import Iterator

from patience_core import (
    ALL,
    PACK,
    UP,
    Game,
    Layout,
    Move,
    Pack,
    Place,
    Scoring,
    Shift,
    Step,
    Table,
    computed,
    frozen,
    option,
)


@frozen
class Tiny(Game):
    """Each card of the stock is turned onto one of two heaps."""

    id = "tiny"
    title = "Tiny"
    aliases = ("Wee",)
    pack = Pack(ranks=(1, 2, 3), suits="S")
    layout = Layout((Place("stock", 0, 0), Place("left", 1, 0), Place("right", 2, 0)))
    longest = 3
    has_win = False

    heaps: int = option(2, choices=(1, 2), help="how many heaps there are")
    blind: bool = option(False, help="whether the stock is dealt face down")

    @computed
    def choices(self) -> bool:
        return self.heaps == 2

    @computed
    def scoring(self) -> Scoring:
        return Scoring("cards", best="highest", most=3)

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "stock", count=ALL, face=None if self.blind else UP)

    def moves(self, table: Table) -> Iterator[Move]:
        for heap in ("left", "right")[: self.heaps]:
            if table["stock"]:
                yield Move(heap, Shift("stock", heap, face=UP))

    def score(self, table: Table) -> int:
        return len(table["left"])


@frozen
class Boastful(Tiny):
    """Says more of its score than is true, on which no other check depends."""

    id = "boastful"
    title = "Boastful"
    aliases = ("Braggart",)

    def score(self, table: Table) -> int:
        print("What a score!")  # a game may print what it likes
        return 4 * len(table["right"])


@frozen
class Doubled(Tiny):
    """Offers a move twice, so that most other checks are blocked."""

    id = "doubled"
    title = "Doubled"
    aliases = ("Twice",)

    def moves(self, table: Table) -> Iterator[Move]:
        yield from super().moves(table)
        yield from super().moves(table)
