"""Play the deals of a range by a game's compiled kernel, and count what came of them as the reference route does."""

from __future__ import annotations

from array import array
from collections import Counter
from functools import cache
from time import perf_counter

from patience_core.game import Game, Outcome
from patience_core.kernels import Kernel
from patience_core.simulation.compiled import Counts, Each, count, play_each
from patience_core.simulation.playing import OUTCOMES, Played, Rows
from patience_core.simulation.summary import Summary


def count_range(game: Game, kernel: Kernel, player: str, first: int, deals: int, *, keep_rows: bool = False) -> Played:
    """Play consecutive deals by a kernel and count what came of them."""
    _prepare(game, kernel)
    begun = perf_counter()
    rows = None
    if keep_rows:
        each = play_each(kernel, game.pack, first, deals)
        rows = _rows(game, first, each)
        counts = Counts(int(each.won.sum()), Counter(rows.scores), int(each.moves.sum()))
    else:
        counts = count(kernel, game.pack, first, deals)
    summary = Summary.of(game, player, first, deals=deals, **counts._asdict())
    return Played(summary, perf_counter() - begun, rows)


@cache
def _prepare(game: Game, kernel: Kernel) -> None:
    """Have the kernel compiled, or found on the disk, before time is taken."""
    count(kernel, game.pack, 0, 0)


def _rows(game: Game, first: int, each: Each) -> Rows:
    """Return what came of each deal."""
    ends = Outcome.LOST if game.has_win else Outcome.DONE, Outcome.WON
    outcomes = each.won.tobytes().translate(bytes(map(OUTCOMES.index, ends)).ljust(256))
    return Rows(first, outcomes, array("q", each.scores.tobytes()), array("q", each.moves.tobytes()))
