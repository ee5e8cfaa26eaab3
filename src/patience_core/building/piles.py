"""What may be laid on a pile and taken from it, and the stock with its redeals."""

from __future__ import annotations

from typing import Any, Final

from attrs import Factory, field, frozen

from patience_core.building.builds import ALL_CARDS, Build
from patience_core.cards import RANKS, Card
from patience_core.errors import CardError, GameError
from patience_core.moves import ALL, DOWN, UP, Count, Shift, Step
from patience_core.table import Table

ANY: Final = "any"
EVERY: Final = frozenset(range(len(ALL_CARDS)))

DRAW: Final = "draw"
REDEAL: Final = "redeal"
STOCK_MOVES: Final = (DRAW, REDEAL)
REDEALS: Final = "redeals"
"""The count of redeals made, where they are bounded."""


def _read_start(start: Any) -> frozenset[int]:
    """Read what may begin a pile: ANY, or ranks and cards as in "K" or "AH"; GameError when it is neither."""
    if not isinstance(start, str):
        raise GameError(f'PileRules: start={start!r}; it is text: ANY, or ranks and cards as in "K" or "AH".')
    if start == ANY:
        return EVERY
    numbers: set[int] = set()
    for word in start.split():
        if len(word) == 1 and word in RANKS:
            numbers.update(card.number for card in ALL_CARDS if RANKS[card.rank - 1] == word)
        else:
            try:
                numbers.add(Card.parse(word).number)
            except CardError as error:
                raise GameError(f"PileRules: start={start!r}: {error}") from None
    return frozenset(numbers)


def _check_build(_rules: object, attribute: Any, build: Any) -> None:
    if build is not None and not isinstance(build, Build):
        raise GameError(f"PileRules: {attribute.name}={build!r}; it is a Build or None.")


def _check_most(_rules: object, _attribute: object, most: Any) -> None:
    if most is not None and (type(most) is not int or most < 1):
        raise GameError(f"PileRules: most={most!r}; it is 1 or more, or None.")


def _check_truth(_rules: object, attribute: Any, value: Any) -> None:
    if type(value) is not bool:
        raise GameError(f"PileRules: {attribute.name}={value!r}; it is True or False.")


def _check_called(rules: PileRules, _attribute: object, called: Any) -> None:
    if called is None:
        return
    if not isinstance(called, str) or len(called.split()) != 1 or called in STOCK_MOVES:
        raise GameError(f"PileRules: called={called!r}; it is one word, and not {DRAW} or {REDEAL}.")
    if rules.most != 1 or rules.build is not None:
        raise GameError(f"PileRules: called={called!r} is for piles that hold one card: give most=1 and no build.")


@frozen
class PileRules:
    """What may be laid on a pile, and what may be taken from it.

    Attributes:
        build: how it is built up card by card; None where nothing may be laid on a card.
        start: what may be laid on it when it is empty: ANY card, ranks or cards as in "K" or "AH", or "" for none.
        most: how many cards it holds when it is complete; None where there is no bound.
        gives: whether cards may be taken from it.
        runs: cards on its top that lie so may be taken together; None where they are taken one at a time.
        turn_up: whether a card that comes to its top face down is turned up of itself.
        called: what its moves call it, where several piles of one card are alike: a card goes to the first empty one.
    """

    build: Build | None = field(default=None, validator=_check_build)
    start: str = field(default="", kw_only=True)
    most: int | None = field(default=None, kw_only=True, validator=_check_most)
    gives: bool = field(default=True, kw_only=True, validator=_check_truth)
    runs: Build | None = field(default=None, kw_only=True, validator=_check_build)
    turn_up: bool = field(default=False, kw_only=True, validator=_check_truth)
    called: str | None = field(default=None, kw_only=True, validator=_check_called)
    _begins: frozenset[int] = field(
        default=Factory(lambda rules: _read_start(rules.start), takes_self=True), init=False, eq=False, repr=False
    )


def _check_draw(_stock: object, _attribute: object, draw: Any) -> None:
    if type(draw) is not int or draw < 1:
        raise GameError(f"Stock: draw={draw!r}; it is 1 or more.")


def _check_redeals(_stock: object, _attribute: object, redeals: Any) -> None:
    if redeals is not None and (type(redeals) is not int or redeals < 0):
        raise GameError(f"Stock: redeals={redeals!r}; it is 0 or more, or None.")


def _check_waste(stock: Stock, _attribute: object, waste: str) -> None:
    if waste == stock.stock:
        raise GameError(f"Stock: stock and waste are the same pile, {waste!r}.")


@frozen
class Stock:
    """A stock that is turned on to a waste, and the waste turned over again: the moves `draw` and `redeal`.

    Attributes:
        draw: how many cards are turned at a time; fewer where no more are left.
        redeals: how often the waste may be turned over to be the stock again; None for as often as wanted.
        stock: the pile that is drawn from, face down.
        waste: the pile that the cards are turned on to, one by one, so that the last one lies on top.
    """

    draw: int = field(default=1, validator=_check_draw)
    redeals: int | None = field(default=None, kw_only=True, validator=_check_redeals)
    stock: str = field(default="stock", kw_only=True)
    waste: str = field(default="waste", kw_only=True, validator=_check_waste)

    def why_not(self, table: Table, text: str) -> str | None:
        """Say in one sentence why the move `draw` or `redeal` is not legal; None where it is."""
        left = table[self.stock]
        if text == DRAW:
            return None if left else f"the {self.stock} is empty."
        if left:
            return f"the {self.stock} is not empty: draw till it is."
        if not table[self.waste]:
            return f"the {self.waste} is empty."
        if self.redeals is not None and table.count(REDEALS) >= self.redeals:
            if not self.redeals:
                return f"the {self.waste} is not turned over in this game."
            times = {1: "once", 2: "twice"}.get(self.redeals, f"{self.redeals} times")
            return f"the {self.waste} is turned over {times} in this game."
        return None

    def steps(self, table: Table, text: str) -> tuple[Step, ...]:
        """Return the steps of the move."""
        if text == DRAW:
            return (Shift(self.stock, self.waste, min(self.draw, len(table[self.stock])), face=UP, reverse=True),)
        redeal = Shift(self.waste, self.stock, ALL, face=DOWN, reverse=True)
        return (redeal,) if self.redeals is None else (redeal, Count(REDEALS))
