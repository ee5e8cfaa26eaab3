"""Plays of the small games of building, and the rules of these once more, slow and obvious."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from patience_core import ALL, DOWN, UP, Build, BuildingGame, Card, Count, Deal, Move, Shift, Table
from tests.building_games import KINDS


@st.composite
def games(draw: st.DrawFn) -> BuildingGame:
    """Draw one of the games, under any of its options."""
    kind = draw(st.sampled_from(KINDS))
    return kind.configured({each.name: draw(st.sampled_from(list(each.choices))) for each in kind.declared_options()})


@st.composite
def building_plays(draw: st.DrawFn) -> tuple[BuildingGame, Deal, list[int]]:
    """Draw a game, a deal as a permutation, and choices among the legal moves."""
    game = draw(games())
    deal = Deal.of(draw(st.permutations(game.pack.cards)), game.pack)
    length = draw(st.integers(0, 50))
    return game, deal, draw(st.lists(st.integers(0, 1_000), min_size=length, max_size=length))


def laid(game: BuildingGame, piles: Mapping[str, str], **counts: int) -> Table:
    """Return a table of the game on which these cards lie, and nothing else."""
    return Table.of({name: piles.get(name, "").split() for name in game.layout.piles}, counts)


# The rules once more: nothing is looked up, remembered or shared with the engine's own.


def may_lie(build: Build, below: Card, card: Card) -> bool:
    """Tell whether a card may be laid on another, counted on the fingers."""
    next_rank = {"up": below.rank + 1, "down": below.rank - 1}[build.direction]
    if build.around_the_corner:
        next_rank = {0: 13, 14: 1}.get(next_rank, next_rank)
    red = {"C": False, "D": True, "H": True, "S": False}
    right_suit = {
        "in suit": card.suit == below.suit,
        "in one colour": red[card.suit] == red[below.suit],
        "in alternating colours": red[card.suit] != red[below.suit],
        "regardless of suit": True,
    }[build.suits]
    return card.rank == next_rank and right_suit


def may_begin(start: str, card: Card) -> bool:
    """Tell whether a card may be laid on an empty pile."""
    return start == "any" or str(card) in start.split() or str(card)[0] in start.split()


def may_move(game: BuildingGame, table: Table, src: str, dst: str, count: int) -> bool:
    """Tell whether that many cards may be moved, straight from what the piles declare."""
    return (
        _may_pass(game, src, dst)
        and _may_leave(game, table, src, dst, count)
        and _may_come(game, table, src, dst, count)
    )


def _may_pass(game: BuildingGame, src: str, dst: str) -> bool:
    roles = {place.pile: place.role for place in game.layout.places}
    group = game.pile_rules[src].called
    alike = group is not None and group == game.pile_rules[dst].called
    return src != dst and not alike and not roles[src] == roles[dst] == "foundation"


def _may_leave(game: BuildingGame, table: Table, src: str, dst: str, count: int) -> bool:
    giving = game.pile_rules[src]
    block: list[Any] = list(table[src][-count:])
    if not giving.gives or len(block) < count or not all(isinstance(card, Card) for card in block):
        return False
    if count == 1:
        return True
    runs = giving.runs
    together = game.pile_rules[dst].runs is not None and count <= game.at_once(table, dst)
    return runs is not None and together and all(may_lie(runs, *each) for each in pairwise(block))


def _may_come(game: BuildingGame, table: Table, src: str, dst: str, count: int) -> bool:
    taking, target = game.pile_rules[dst], table[dst]
    card: Any = table[src][-count]
    if taking.called is not None:
        alike = [name for name, rules in game.pile_rules.items() if rules.called == taking.called]
        if dst != next((name for name in alike if not table[name]), None):
            return False
    if not target:
        return may_begin(taking.start, card)
    top = target[-1]
    fits = isinstance(top, Card) and taking.build is not None and may_lie(taking.build, top, card)
    return fits and len(target) != taking.most


def moves_slowly(game: BuildingGame, table: Table) -> list[Move]:
    """Return the legal moves: of each pile to foundations, then of each to others, then those of the stock."""
    ups: list[Move] = []
    others: list[Move] = []
    roles = {place.pile: place.role for place in game.layout.places}
    for src in game.pile_rules:
        for count in range(1, len(table[src]) + 1):
            for dst, taking in game.pile_rules.items():
                if may_move(game, table, src, dst, count):
                    text = f"{src} {taking.called or dst}" + (f" {count}" if count > 1 else "")
                    move = Move(text, Shift(src, dst, count), *game.also(src, dst))
                    (ups if roles[dst] == "foundation" else others).append(move)
    stock = game.stock
    if stock is None:
        return ups + others
    left, waste = len(table["stock"]), len(table["waste"])
    also = game.also("stock", "waste") if left else game.also("waste", "stock")
    if left:
        others.append(Move("draw", Shift("stock", "waste", min(stock.draw, left), face=UP, reverse=True), *also))
    elif waste and (stock.redeals is None or table.count("redeals") < stock.redeals):
        counted = () if stock.redeals is None else (Count("redeals"),)
        others.append(Move("redeal", Shift("waste", "stock", ALL, face=DOWN, reverse=True), *counted, *also))
    return ups + others
