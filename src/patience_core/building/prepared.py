"""What is prepared once for a game of building, so that its moves are looked up and not computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress, count
from operator import is_not
from typing import Final, NamedTuple

from patience_core.building.builds import ALL_CARDS
from patience_core.building.piles import DRAW, REDEAL, PileRules, Stock
from patience_core.cards import Card
from patience_core.errors import GameError
from patience_core.layout import Layout, Role
from patience_core.moves import Move, Shift, Step
from patience_core.table import Pile, Table

Look = tuple[tuple[tuple[int, int], ...], int, int]
"""What a pile gives and takes: the cards that may be taken, each by its number and with how many at once; the same
numbers as a set; the numbers of the cards that it takes as a set. In these sets number n is the bit 1 << n."""


class Looked(NamedTuple):
    """What all piles of a table give and take, in the order of `pile_rules`.

    Attributes:
        piles: the piles.
        gives: the cards that may be taken from each, by number, and how many move together.
        given: the numbers of these cards as bits.
        takes: the numbers of the cards that may be laid on each, as bits.
        offered: the same, but of piles that are alike only the first takes a card.
    """

    piles: tuple[Pile, ...]
    gives: list[tuple[tuple[int, int], ...]]
    given: list[int]
    takes: list[int]
    offered: list[int]


NOTHING: Final = (frozenset[int](),) * len(ALL_CARDS)


def as_bits(numbers: Iterable[int]) -> int:
    """Return a set of numbers as bits."""
    return sum(1 << number for number in numbers)


class Looking:
    """Looks at one pile by its rules."""

    def __init__(self, rules: PileRules) -> None:
        self.gives = rules.gives
        self.most = rules.most
        self.begins = as_bits(rules._begins)
        self.lays = tuple(map(as_bits, rules.build._on if rules.build else NOTHING))
        self.runs = rules.runs._on if rules.runs else NOTHING

    def __call__(self, pile: Pile) -> Look:
        """Return what the pile gives and takes as it lies."""
        if not pile:
            return (), 0, self.begins
        if not pile[-1].face_up:
            return (), 0, 0
        number = pile[-1].number
        wants = 0 if len(pile) == self.most else self.lays[number]
        if not self.gives:
            return (), 0, wants
        gives = [(number, 1)]
        bits = 1 << number
        runs = self.runs
        for below in pile[-2::-1]:
            if not below.face_up or number not in runs[below.number]:
                break
            number = below.number
            gives.append((number, len(gives) + 1))
            bits |= 1 << number
        return tuple(gives), bits, wants


Also = Callable[[str, str], tuple[Step, ...]]
"""Gives what happens beside the cards' moving from one pile to another."""


class Prepared:
    """What is prepared once for a game, so that moves are looked up."""

    def __init__(
        self, pile_rules: Mapping[str, PileRules], stock: Stock | None, also: Also, layout: Layout, copies: int
    ) -> None:
        self.piles = dict(pile_rules)
        self.stock = stock
        self.also = also
        self.copies = copies
        self.roles: dict[str, Role] = {place.pile: place.role for place in layout.places}
        unknown = [name for name in self.piles if name not in self.roles]
        if unknown:
            raise GameError(f"pile_rules names {unknown[0]!r}, which is no pile of the layout.")
        self.others = tuple(name for name in self.roles if self.roles[name] != "foundation")
        self.foundations = {name: None for name in self.piles if self.roles[name] == "foundation"}
        self.called = {rules.called: None for rules in self.piles.values() if rules.called is not None}
        self.look = {name: Looking(rules) for name, rules in self.piles.items()}
        self.names = tuple(self.piles)
        self.looks = tuple(self.look.values())
        self.moves = tuple(MovesFrom(self, name) for name in self.piles)
        gives, given, takes = map(list, zip(*(look(()) for look in self.looks), strict=True))
        self._last = Looked(((),) * len(self.names), gives, given, takes, takes)
        self._stock_moves: dict[tuple[str, int], Move] = {}
        self._needing = self._all_needing()

    def at(self, piles: Mapping[str, Pile]) -> Looked:
        """Look at all piles, but only at those anew that are not the very same as in the table looked at last."""
        now = tuple(map(piles.__getitem__, self.names))
        looked = self._last
        changed = tuple(compress(count(), map(is_not, now, looked.piles)))
        if changed:
            gives, given, takes = looked.gives.copy(), looked.given.copy(), looked.takes.copy()
            for place in changed:
                gives[place], given[place], takes[place] = self.looks[place](now[place])
            looked = self._last = Looked(now, gives, given, takes, self._offered(takes) if self.called else takes)
        return looked

    def _offered(self, takes: list[int]) -> list[int]:
        """Return what piles take, but of those that are alike only the first that takes any card."""
        offered = takes.copy()
        for called in self.called:
            alike = [place for place, name in enumerate(self.names) if self.piles[name].called == called]
            for place in [place for place in alike if takes[place]][1:]:
                offered[place] = 0
        return offered

    def may_pass(self, src: str, dst: str) -> bool:
        """Tell whether cards pass between two piles at all: not within foundations, nor among piles that are alike."""
        if src == dst or (src in self.foundations and dst in self.foundations):
            return False
        return self.piles[src].called is None or self.piles[src].called != self.piles[dst].called

    def made(self, src: str, dst: str, count: int) -> Move | None:
        """Make a move; None where cards do not pass between these piles, or one by one only."""
        if not self.may_pass(src, dst) or (count > 1 and self.piles[dst].runs is None):
            return None
        text = f"{src} {self.piles[dst].called or dst}"
        steps = (Shift(src, dst, count), *self.also(src, dst))
        return Move(text if count == 1 else f"{text} {count}", *steps)

    def stock_moves(self, table: Table) -> list[Move]:
        """Return the legal moves of the stock, each made once."""
        stock = self.stock
        if stock is None:
            return []
        text = DRAW if table.piles[stock.stock] else REDEAL
        if stock.why_not(table, text) is not None:
            return []
        key = (text, min(stock.draw, len(table[stock.stock])))
        if key not in self._stock_moves:
            src, dst = (stock.stock, stock.waste) if text == DRAW else (stock.waste, stock.stock)
            self._stock_moves[key] = Move(text, *stock.steps(table, text), *self.also(src, dst))
        return [self._stock_moves[key]]

    def first_empty(self, piles: Mapping[str, Pile], called: str) -> str:
        """Return the first empty one of the piles that are alike, or the first where none is empty."""
        alike = [name for name, rules in self.piles.items() if rules.called == called]
        return next((name for name in alike if not piles[name]), alike[0])

    def needing(self, card: Card) -> frozenset[int]:
        """Return the cards that could come to need this one in the tableau, by number."""
        return self._needing[card.number]

    def _all_needing(self) -> list[frozenset[int]]:
        builds = {self.piles[name].build for name in self.piles if self.roles[name] == "tableau"}
        direct = [frozenset[int]().union(*(build._on[card.number] for build in builds if build)) for card in ALL_CARDS]
        if not any(self.piles[name].gives for name in self.foundations):
            return direct
        return [_reached(direct, card.number) for card in ALL_CARDS]


class MovesFrom(dict[tuple[str, int], Move | None]):
    """The moves from a pile, by where to and how many cards: each is made when it is first looked up."""

    def __init__(self, rules: Prepared, src: str) -> None:
        super().__init__()
        self.rules = rules
        self.src = src

    def __missing__(self, key: tuple[str, int]) -> Move | None:
        move = self[key] = self.rules.made(self.src, *key)
        return move


def _reached(direct: list[frozenset[int]], number: int) -> frozenset[int]:
    """Return all cards that could lie on a card, on those that lie on it, and so on."""
    reached: set[int] = set()
    found = set(direct[number])
    while found:
        reached |= found
        found = {other for each in found for other in direct[each]} - reached
    return frozenset(reached)
