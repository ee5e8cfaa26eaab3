"""What is prepared once for a game of building, so that its moves are looked up and not computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from patience_core.building.builds import ALL_CARDS
from patience_core.building.piles import DRAW, EVERY, REDEAL, STOCK_MOVES, PileRules, Stock
from patience_core.building.searching import Distance, alike_piles
from patience_core.building.words import read_card
from patience_core.cards import Pack
from patience_core.errors import GameError, PileError
from patience_core.layout import Layout, Role
from patience_core.moves import Move, Shift, Step, Turn
from patience_core.table import Pile, Table, no_pile

NO_CARD: Final[frozenset[int]] = frozenset()
NOTHING: Final = (NO_CARD,) * len(ALL_CARDS)


Found = tuple[tuple[Move, ...], tuple[Move, ...]]
"""Moves to foundations, and the other moves."""


class MovesFrom(dict[tuple[int, int], Found]):
    """The moves from a pile, by how many cards and to which piles, as bits; each is made when first looked up."""

    def __init__(self, rules: Prepared, src: str) -> None:
        super().__init__()
        self.rules = rules
        self.src = src
        self.made: dict[tuple[str, int], Move | None] = {}

    def __missing__(self, key: tuple[int, int]) -> Found:
        count, places = key
        offered = self.rules.offered(places)
        if offered != places:
            self[key] = same = self[count, offered]
            return same
        ups: list[Move] = []
        others: list[Move] = []
        for place, dst in enumerate(self.rules.names):
            if places >> place & 1:
                if (dst, count) not in self.made:
                    self.made[dst, count] = self.rules.made(self.src, dst, count)
                move = self.made[dst, count]
                if move is not None:
                    (ups if dst in self.rules.foundations else others).append(move)
        self[key] = found = tuple(ups), tuple(others)
        return found


Gives = tuple[tuple[int, int, MovesFrom], ...]


class Look:
    """Looks at one pile by its rules."""

    def __init__(self, rules: PileRules, moves: MovesFrom, bit: int) -> None:
        self.moves = moves
        self.exposed = bit if rules.turn_up else 0
        self.gives = rules.gives
        self.most = rules.most
        self.begins = rules._begins
        self.lays = rules.build._on if rules.build else NOTHING
        self.runs = rules.runs._on if rules.runs else NOTHING

    def __call__(self, pile: Pile) -> tuple[Gives, frozenset[int], int]:
        """Return what may be taken from the pile, the cards that it takes, and its bit if its top is to be turned up.

        Cards are numbers.
        """
        if not pile:
            return (), self.begins, 0
        top = pile[-1]
        if not top.face_up:
            return (), NO_CARD, self.exposed
        number = top.number
        takes = NO_CARD if len(pile) == self.most else self.lays[number]
        if not self.gives:
            return (), takes, 0
        moves = self.moves
        runs = self.runs
        if runs is NOTHING:
            return ((number, 1, moves),), takes, 0
        gives = [(number, 1, moves)]
        for below in pile[-2::-1]:
            if not below.face_up or number not in runs[below.number]:
                break
            number = below.number
            gives.append((number, len(gives) + 1, moves))
        return tuple(gives), takes, 0


class Looked(NamedTuple):
    """What all piles of a table give and take, in the order of `pile_rules`. Sets of piles are numbers, bit by bit.

    Attributes:
        table: the table; None before the first one.
        piles: the piles; None as long as there is no table.
        gives: the cards that may be taken from each: their numbers, how many then move together, and the moves.
        takes: the numbers of the cards that may be laid on each.
        takers: the piles that take a card, by its number; without those that take any.
        free: the piles that take any card.
        exposed: the piles whose top card is to be turned up.
    """

    table: Table | None
    piles: tuple[Pile | None, ...]
    gives: list[Gives]
    takes: list[frozenset[int]]
    takers: list[int]
    free: int
    exposed: int


Also = Callable[[str, str], tuple[Step, ...]]
"""Gives what happens beside the cards' moving from one pile to another."""

AlsoTurned = Callable[[str], tuple[Step, ...]]
"""Gives what happens beside the turning up of a pile's top card."""


def _check(piles: Mapping[str, object], stock: Stock | None, roles: Mapping[str, Role]) -> None:
    """Refuse rules that cannot be, with GameError."""
    for name, rules in piles.items():
        if not isinstance(rules, PileRules):
            raise GameError(f"pile_rules: {name!r} has {rules!r}; it must be PileRules.")
        if name not in roles:
            raise GameError(f"pile_rules names {name!r}, which is no pile of the layout.")
        if name != name.lower() or len(name.split()) > 1 or read_card(name) or name in STOCK_MOVES:
            raise GameError(
                f"pile_rules: {name!r}; a pile of a game of building has a name of one word in small letters."
            )
        same = [other for other in piles.values() if isinstance(other, PileRules) and other.called == rules.called]
        if rules.called is not None and (rules.called in piles or any(other != rules for other in same)):
            raise GameError(f"pile_rules: piles called {rules.called!r} have all the same rules, and none that name.")
    for name in (stock.stock, stock.waste) if stock is not None else ():
        if name not in roles:
            raise GameError(f"stock: there is no pile {name!r} in the layout.")


class Prepared:
    """What is prepared once for a game, so that moves are looked up."""

    def __init__(
        self,
        pile_rules: Mapping[str, PileRules],
        stock: Stock | None,
        also: Also,
        also_turned: AlsoTurned,
        layout: Layout,
        pack: Pack,
    ) -> None:
        self.piles = dict(pile_rules)
        self.stock = stock
        self.also = also
        self.also_turned = also_turned
        self.copies = pack.copies
        self.cards = frozenset(card.number for card in pack.cards)
        self.roles: dict[str, Role] = {place.pile: place.role for place in layout.places}
        _check(self.piles, stock, self.roles)
        # Whether fewer cards may go together than move together.
        self.bounded = any(rules.runs is not None and rules.most is not None for rules in self.piles.values())
        self.others = tuple(name for name in self.roles if self.roles[name] != "foundation")
        self.foundations = {name: None for name in self.piles if self.roles[name] == "foundation"}
        self.exchangeable = alike_piles(self.piles, self.roles)
        self.distance = Distance(
            {name: self.piles[name] for name in self.foundations},
            {name: self.piles.get(name, PileRules()) for name in self.others},
        )
        self.called = {rules.called: None for rules in self.piles.values() if rules.called is not None}
        self.names = tuple(self.piles)
        self.look = {
            name: Look(rules, MovesFrom(self, name), 1 << place)
            for place, (name, rules) in enumerate(self.piles.items())
        }
        self.looks = tuple(self.look.values())
        self.alike = [
            sum(1 << place for place, rules in enumerate(self.piles.values()) if rules.called == called)
            for called in self.called
        ]
        size = len(self.names)
        self._piles_of = _piles_of(self.names)
        self._last = Looked(None, (None,) * size, [()] * size, [NO_CARD] * size, [0] * len(ALL_CARDS), 0, 0)
        self.turn_up = any(rules.turn_up for rules in self.piles.values())
        self._stock_moves: dict[int, tuple[Move, ...]] = {}  # by how many cards are drawn, 0 for a redeal
        self._turns: dict[int, tuple[Step, ...]] = {0: ()}  # by the piles that they turn up
        self.needing = self._all_needing()  # the cards that could come to need a card in the tableau, by its number

    def at(self, table: Table) -> Looked:
        """Look at all piles of a table, but only at those anew that are not the very same as in the table before."""
        last = self._last
        if table is last.table:
            return last
        try:
            now = self._piles_of(table._piles)
        except KeyError as error:
            raise PileError(no_pile(error.args[0], table._piles)) from None
        # What is said of a table stays as it is: plays of several threads may look at one.
        _, before, gives, takes, takers, free, exposed = last
        gives, takes, takers = gives[:], takes[:], takers[:]
        for place, pile in enumerate(now):
            if pile is not before[place]:
                bit = 1 << place
                took = takes[place]
                gives[place], taken, turn = self.looks[place](pile)
                exposed = exposed & ~bit | turn
                if taken is not took:
                    takes[place] = taken
                    if took is EVERY:
                        free ^= bit
                    else:
                        for number in took:
                            takers[number] ^= bit
                    if taken is EVERY:
                        free ^= bit
                    else:
                        for number in taken:
                            takers[number] ^= bit
        self._last = looked = Looked(table, now, gives, takes, takers, free, exposed)
        return looked

    def offered(self, places: int) -> int:
        """Return these piles without those that are like an earlier one of them."""
        for alike in self.alike:
            same = places & alike
            places ^= same & (same - 1)  # all but the lowest bit
        return places

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

    def stock_moves(self, table: Table) -> tuple[Move, ...]:
        """Return the legal moves of the stock, each made once."""
        stock = self.stock
        if stock is None:
            return ()
        left = len(table._piles[stock.stock])
        if not left and stock.why_not(table, REDEAL) is not None:
            return ()
        number = min(left, stock.draw)
        if number not in self._stock_moves:
            text = DRAW if left else REDEAL
            src, dst = (stock.stock, stock.waste) if left else (stock.waste, stock.stock)
            self._stock_moves[number] = (Move(text, *stock.steps(table, text), *self.also(src, dst)),)
        return self._stock_moves[number]

    def turns(self, table: Table) -> tuple[Step, ...]:
        """Return the steps that turn up the exposed cards of a table, and what happens beside."""
        exposed = self.at(table).exposed
        if exposed not in self._turns:
            names = [name for place, name in enumerate(self.names) if exposed >> place & 1]
            self._turns[exposed] = tuple(step for name in names for step in (Turn(name), *self.also_turned(name)))
        return self._turns[exposed]

    def first_empty(self, table: Table, called: str) -> str | None:
        """Return the first empty one of the piles that are alike, or None where none is empty."""
        return next((name for name, rules in self.piles.items() if rules.called == called and not table[name]), None)

    def suits_of(self, name: str, pile: Pile) -> set[str]:
        """Return the suits of the cards in a foundation, or of those that may begin it."""
        return {card.suit for card in pile} or {ALL_CARDS[number].suit for number in self.piles[name]._begins}

    def _all_needing(self) -> list[frozenset[int]]:
        builds = {self.piles[name].build for name in self.piles if name not in self.foundations}
        direct = [
            self.cards & frozenset[int]().union(*(build._on[card.number] for build in builds if build))
            for card in ALL_CARDS
        ]
        # A card that has a foundation of its own to begin can always go up itself.
        own = Counter(
            n for name in self.foundations for n in self.piles[name]._begins if len(self.piles[name]._begins) == 1
        )
        direct = [frozenset(n for n in needing if own[n] < self.copies) for needing in direct]
        if not any(self.piles[name].gives for name in self.foundations):
            return direct
        return [_reached(direct, card.number) for card in ALL_CARDS]


def _piles_of(names: Sequence[str]) -> Callable[[Mapping[str, Pile]], tuple[Pile, ...]]:
    """Return what takes the piles of these names out of all, in their order."""
    if len(names) < 2:  # then an itemgetter gives no tuple
        return lambda piles: tuple([piles[name] for name in names])
    return itemgetter(*names)


def _reached(direct: list[frozenset[int]], number: int) -> frozenset[int]:
    """Return all cards that could lie on a card, on those that lie on it, and so on."""
    reached: set[int] = set()
    found = set(direct[number])
    while found:
        reached |= found
        found = {other for each in found for other in direct[each]} - reached
    return frozenset(reached)
