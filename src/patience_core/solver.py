"""Solve: search for a way to win, in games whose cards all lie open."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import Final, Literal, TypeAlias

from attrs import frozen

from patience_core.cards import Card
from patience_core.deals import Deal
from patience_core.engine import lay_out, settle
from patience_core.errors import DealError, GameError, HiddenCardError, PileError, SolverError
from patience_core.game import Game
from patience_core.moves import Move
from patience_core.table import Position, Secret, Table

BUDGET: Final = 100_000
"""Positions: some ten seconds for FreeCell, and 50 megabytes."""

OPEN_ONLY: Final = "only games whose cards all lie open can be solved."
_END: Final = b"\xff"  # of a pile in a key; cards are numbered below it

_Path: TypeAlias = "tuple[_Path, Move] | None"
"""The moves that led to a position, the last one outermost, so that paths share their beginnings."""


@frozen
class Solution:
    """How a search for a way to win ended.

    Attributes:
        outcome: "found"; "not found" where the budget was used up before; "impossible" where it is proven that the
            game cannot be won from there, since every way to play has been looked at.
        moves: what to play to win, in order; None where nothing was found.
        positions: how many different positions were looked at, the first one included.
    """

    outcome: Literal["found", "not found", "impossible"]
    moves: tuple[Move, ...] | None
    positions: int

    def __str__(self) -> str:
        """Say in one sentence how it ended."""
        positions = f"{self.positions:,} position{'' if self.positions == 1 else 's'}"
        if self.moves is not None:
            moves = len(self.moves)
            return f"Can be won in {moves} move{'' if moves == 1 else 's'}: found after {positions}."
        if self.outcome == "impossible":
            return f"Cannot be won: every way to play was looked at, {positions}."
        return f"Not found within {positions}: whether it can be won is not known."


def solve(game: Game, start: Deal | Table, *, budget: int = BUDGET) -> Solution:
    """Search for moves that win a game whose cards all lie open.

    It looks first where `Game.distance` is least; at positions that differ only in the places of piles that are
    `Game.alike` once; and where there is a safe move (`Game.safe_moves`) at no other move. The same is found on every
    machine. The moves can be played in a `Session` one after another; there may be a shorter way.

    Args:
        game: the game under its options.
        start: a deal, or the table of a play that is under way.
        budget: the most positions to look at. Each takes about half a kilobyte and, in a game of building,
            some 100 microseconds.

    Raises:
        SolverError: a card lies face down, or a move would turn one down or shuffle; the game has no win; the budget
            is no number of positions.
        DealError: the deal, or what lies on the table, is not the pack of the game.
        PileError: the table has other piles than the game.
    """
    if not game.has_win:
        raise SolverError(f"{game.title} has no win, and so there is nothing to solve.")
    if type(budget) is not int or budget < 1:
        raise SolverError(f"budget={budget!r}: it is a whole number of positions, 1 or more.")
    position = settle(game, lay_out(game, start))[0] if isinstance(start, Deal) else _resume(game, start)
    if position.table.face_down:
        raise SolverError(f"{game.title} has cards that lie face down: {OPEN_ONLY}")
    if game.won(position.table):
        return Solution("found", (), 1)
    return _search(game, position, budget)


def _resume(game: Game, table: Table) -> Position:
    """Return the position of a table that is in play; where all cards lie open, there is no secret behind it."""
    if set(table.piles) != set(game.layout.piles):
        theirs, ours = (", ".join(piles) for piles in (table.piles, game.layout.piles))
        raise PileError(f"this is no table of {game.title}: its piles are {theirs}, and those of {game.title} {ours}.")
    try:
        deal = Deal.of((Card(card.rank, card.suit) for pile in table.piles.values() for card in pile), game.pack)
    except HiddenCardError:
        raise SolverError(f"{game.title} has cards that lie face down: {OPEN_ONLY}") from None
    except DealError as error:
        raise DealError(f"this is no table of {game.title}: {error}") from error
    return Position(table, Secret(deal, deal.cards, 0))


def _search(game: Game, position: Position, budget: int) -> Solution:
    """Look at one position after another, the one that seems nearest to a win first."""
    secret = position.secret
    key = _keys(game)
    met = {key(position.table)}
    path: _Path = None
    # The table of a position that waits is not kept, since most will never be asked for: it is made once more.
    waiting: list[tuple[float, int, Position, _Path, Move]] = []
    while True:
        table = position.table
        safe = next(iter(game.safe_moves(table)), None)
        for move in game.moves(table) if safe is None else (safe,):
            after, _ = settle(game, position.after(move.steps))
            if after.table.face_down or after.secret is not secret:
                raise SolverError(f"{game.title}: {move.text!r} turns cards face down or shuffles them; {OPEN_ONLY}")
            known = key(after.table)
            if known in met:
                continue
            if len(met) == budget:
                return Solution("not found", None, budget)
            met.add(known)
            if game.won(after.table):
                return Solution("found", _moves((path, move)), len(met))
            # Of those that seem equally near, the one met first comes first: that makes for short ways.
            heappush(waiting, (game.distance(after.table), len(met), position, path, move))
        if not waiting:
            return Solution("impossible", None, len(met))
        _, _, before, path, move = heappop(waiting)
        position, _ = settle(game, before.after(move.steps))
        path = (path, move)


def _moves(path: _Path) -> tuple[Move, ...]:
    """Return the moves of a path, the first one first."""
    moves: list[Move] = []
    while path is not None:
        path, move = path
        moves.append(move)
    return tuple(reversed(moves))


def _keys(game: Game) -> Callable[[Table], Hashable]:
    """Return what makes the key of a table, which is equal for tables that differ in nothing that matters.

    Copies of a card do not matter, nor tallies, nor which of the piles that are alike holds which cards.
    """
    alike = [tuple(group) for group in game.alike()]
    grouped = {name for group in alike for name in group}
    unknown = grouped.difference(game.layout.piles)
    if unknown:
        raise GameError(f"{game.title}: alike() names {min(unknown)!r}, which is no pile of its layout.")
    alone = [name for name in game.layout.piles if name not in grouped]
    tallies = game.tallies

    def key(table: Table) -> Hashable:
        piles = table.piles
        parts = [bytes([card.number for card in piles[name]]) for name in alone]
        for group in alike:
            parts += sorted([bytes([card.number for card in piles[name]]) for name in group])
        cards = _END.join(parts)
        counts = frozenset([count for count in table.counts.items() if count[0] not in tallies])
        return (cards, counts) if counts else cards

    return key
