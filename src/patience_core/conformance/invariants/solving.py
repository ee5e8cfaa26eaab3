"""What a game says for the sake of `solve`: piles that are alike may change places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.trials import FAULTS, Trial
from patience_core.engine import settle
from patience_core.game import Game
from patience_core.table import Position, Table

Groups = Sequence[Sequence[str]]

APART: Final = 4
"""Of so many tables in a row one is looked at, since to play every move of it twice takes long."""


def _none_alike(game: Game) -> str | None:
    if not game.has_win:
        return "it has no win, and so there is nothing to solve"
    try:
        return None if any(len(tuple(group)) > 1 for group in game.alike()) else "it calls no piles alike"
    except FAULTS:
        return None  # the check then tells it


def _alike(trial: Trial) -> None:
    groups = tuple(tuple(group) for group in trial.game.alike())
    named = Counter(name for group in groups for name in group)
    for name, times in named.items():
        trial.must(name in trial.game.layout.piles, "alike() names piles of the layout", repr(name))
        trial.must(times == 1, "alike() names each pile once", f"{name!r} {times} times")
    for number, session in enumerate(trial.walk(), trial.play.twist):
        position = session.position
        other = None if number % APART else _exchanged(position, groups, number // APART)
        if other is None:
            continue
        trial.counts["exchanges"] += 1
        trial.equal(
            "whether it is won when piles change places that are alike", *map(trial.game.won, _tables(position, other))
        )
        before, after = (_onward(trial.game, each, groups) for each in (position, other))
        if before != after:
            trial.fail(
                f"the same {len(before)} tables to be played to, when piles that are alike change places",
                f"{len(after)} tables, {len(after - before)} of them others",
                position.table,
                other.table,
            )


def _tables(*positions: Position) -> tuple[Table, ...]:
    return tuple(position.table for position in positions)


def _exchanged(position: Position, groups: Groups, number: int) -> Position | None:
    """Return the position after two piles that are alike have changed places; None where that changes nothing."""
    piles = dict(position.table.piles)
    pairs = [
        (one, two)
        for group in groups
        for place, one in enumerate(group)
        for two in group[place + 1 :]
        if piles[one] != piles[two]
    ]
    if not pairs:
        return None
    one, two = pairs[number % len(pairs)]
    piles[one], piles[two] = piles[two], piles[one]
    return Position(Table(piles, dict(position.table.counts), position.table.face_down), position.secret)


def _onward(game: Game, position: Position, groups: Groups) -> set[Hashable]:
    """Return the tables that one move leads to, as what matters in them."""
    return {
        _form(game, settle(game, position.after(move.steps))[0].table, groups)
        for move in game.legal_moves(position.table)
    }


def _form(game: Game, table: Table, groups: Groups) -> Hashable:
    """Return what matters in a table: equal for tables that differ in the places of piles that are alike alone."""
    grouped = {name for group in groups for name in group}
    return (
        tuple(pile for name, pile in table.piles.items() if name not in grouped),
        tuple(frozenset(Counter(table[name] for name in group).items()) for group in groups),
        frozenset(table.without(game.tallies).counts.items()),
    )


CHECKS: Final = (
    Check(
        "alike",
        since="0.1",
        statement="When piles that a game calls alike change places, the same can be played, and it is won as before.",
        advice="Leave such piles out of what alike() gives, or override it, or find the rule that tells them apart.",
        look=_alike,
        least={"plays": 10, "exchanges": 10},
        applies=_none_alike,
        unless={"exchanges": "piles that are alike held the same cards always"},
    ),
)
