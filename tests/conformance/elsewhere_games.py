"""Games that another process can import, each with a fault that shows there only; and sound ones beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from patience_core import Move, Player, Shift, Stream, Table, UnknownGameError, frozen
from tests.games import HEAP, STOCK, WASTE, Ladder

HASH_SEED: Final = os.environ.get("PYTHONHASHSEED", "random")
"""Tells this process from those that the kit starts."""

ELSEWHERE: Final = HASH_SEED in {"1", "2", "3"} and "patience_core.conformance.elsewhere" in " ".join(sys.orig_argv)

NAMES: Final = {f"build from {name}" for name in (WASTE, "the right", "the left", "above", "below", "behind")}


@frozen
class Sound(Ladder):
    """As it should be; it prints, which disturbs nothing."""

    id = "sound"

    def moves(self, table: Table) -> Iterator[Move]:
        if not table[WASTE]:
            print("the waste is empty")
        yield from super().moves(table)


class Holder:
    """Holds a game that can be found by its qualified name."""

    @frozen
    class Inner(Ladder):
        """As it should be."""

        id = "inner"


@frozen
class OrderOfASet(Ladder):
    """Yields moves in the order of a set of texts."""

    id = "order-of-a-set"

    def moves(self, table: Table) -> Iterator[Move]:
        if len(table[WASTE]) == 2:
            for name in NAMES:
                yield Move(name, Shift(WASTE, HEAP))
        elif table[STOCK]:
            yield Move("draw", Shift(STOCK, WASTE, face="up"))


@frozen
class OtherTable(Ladder):
    """Deals another way elsewhere."""

    id = "other-table"

    def moves(self, table: Table) -> Iterator[Move]:
        if table[STOCK]:
            yield Move("draw", Shift(STOCK, HEAP if ELSEWHERE and len(table[WASTE]) == 2 else WASTE, face="up"))


@frozen
class OtherHint(Ladder):
    """Says something else elsewhere."""

    id = "other-hint"

    def hint(self, table: Table) -> str | None:
        return f"Try {min(NAMES, key=hash)}."


def _by_hash(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return moves[hash(str(sorted(map(str, moves)))) // 7 % len(moves)]


BY_HASH: Final[Mapping[str, Player]] = MappingProxyType({"by-hash": _by_hash})


@frozen
class PlayerByHash(Ladder):
    """Has a player that chooses by a hash of texts."""

    id = "player-by-hash"
    players = BY_HASH


@frozen
class RaisesElsewhere(Ladder):
    """Crashes elsewhere when the second card is drawn."""

    id = "raises-elsewhere"

    def score(self, table: Table) -> int:
        if ELSEWHERE and len(table[WASTE]) == 2:
            raise UnknownGameError("not here")
        return super().score(table)


@frozen
class DiesElsewhere(Ladder):
    """Ends the whole process elsewhere when the second card is drawn."""

    id = "dies-elsewhere"

    def score(self, table: Table) -> int:
        if ELSEWHERE and len(table[WASTE]) == 2:
            os.write(2, b"out of\nmemory")
            os._exit(7)
        return super().score(table)
