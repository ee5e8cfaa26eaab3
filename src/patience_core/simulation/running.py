"""Simulate: play many deals, here or at many places, and count what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from operator import index
from os import PathLike, fspath
from typing import Any, Final

from patience_core.deals import MOST_DEALS
from patience_core.errors import SimulationError
from patience_core.game import Game
from patience_core.origins import made_by
from patience_core.players import find_player
from patience_core.simulation.checkpoints import Checkpoint
from patience_core.simulation.pacing import Pace
from patience_core.simulation.places import Here, Lent, Own
from patience_core.simulation.playing import Played, Rows
from patience_core.simulation.routes import Route, Work, chosen
from patience_core.simulation.spreading import spread
from patience_core.simulation.summary import Summary

AIM_HERE: Final = 0.25
"""Seconds that a chunk takes in this thread: Ctrl-C and progress wait no longer."""

MOST_ROWS: Final = 50_000
"""Deals of a chunk that comes back deal by deal, so that chunks under way fit into a few megabytes."""

WORTH: Final = {"reference": 1.0, "compiled": 0.1}
"""Seconds of play from which on it pays to start worker processes, or threads for compiled play."""


def simulate(  # noqa: PLR0913  # keywords, each of its own
    game: Game,
    deals: int,
    *,
    first: int = 0,
    player: str = "first",
    jobs: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Summary], object] | None = None,
    checkpoint: str | PathLike[str] | None = None,
    rows: Callable[[Rows], object] | None = None,
    route: Route = "auto",
) -> Summary:
    """Play deals of consecutive numbers, and return what came of them.

    The result does not depend on where, in what order, by which route or in how large chunks the deals are played.
    Ctrl-C ends it as usual; what is known by then is what `progress` was last told.

    Args:
        game: the game under its options.
        deals: how many deals.
        first: the number of the first one.
        player: the name of the player, one of the engine or of the game.
        jobs: how many processes play here, or threads where play is compiled; 1 when not given. Work too short for
            that to pay is done in this thread. With an executor: how many workers it has; it is asked unless given.
        executor: plays the deals elsewhere; any executor of the kind of `concurrent.futures`.
        progress: called with the summary of all deals from the first one on, again and again as they get more.
        checkpoint: the name of a file to which that summary is written every few seconds. Where it exists, the run
            that wrote it is gone on with.
        rows: called with what came of each deal, in order, some thousands at a time.
        route: "reference" for the engine, "compiled" for the game's kernel, "auto" for the kernel where there is one
            and numba is installed.

    Raises:
        PlayerError: neither the engine nor the game has that player.
        GameError: the game or the player raised an error; the text names the deal.
        SimulationError: a range that does not exist, a checkpoint of another run, a game that cannot be sent to other
            processes, workers that are lost again and again.
        FileError: the checkpoint cannot be read or written.
    """
    first, deals = _checked(game, player, first, deals, jobs, executor)
    if rows is not None and checkpoint is not None:
        raise SimulationError("A run that tells of each deal cannot be gone on with: give rows or checkpoint.")
    work = Work(game, player, route if executor else chosen(game, player, route), keep_rows=rows is not None)
    with ExitStack() as stack:
        total = Summary.none(game, player, first)
        saved = None
        if checkpoint is not None:
            saved = stack.enter_context(Checkpoint(fspath(checkpoint), total, deals, made_by(type(game))))
            total = saved.done
        if progress is not None:
            progress(total)
        pace = Pace(first + total.deals, deals - total.deals, most=MOST_ROWS if rows else None)
        for played in stack.enter_context(closing(_all(work, pace, jobs, executor))):
            total += played.summary
            if rows is not None and played.rows is not None:
                rows(played.rows)
            if saved is not None:
                saved.keep(total)
            if progress is not None:
                progress(total)
    return total


def _checked(  # all that callers may get wrong
    game: object, player: object, first: object, deals: object, jobs: object, executor: object
) -> tuple[int, int]:
    """Return the first deal and how many there are; refuse what is of no use."""
    if not isinstance(game, Game):
        raise SimulationError(f"{game!r} is no game: give one under its options, as in Clock().")
    if not isinstance(player, str):
        raise SimulationError(f"player={player!r}: it is the name of a player.")
    find_player(game, player)
    if jobs is not None and _whole("jobs", jobs) < 1:
        raise SimulationError(f"jobs={jobs}: there must be at least one.")
    if executor is not None and not hasattr(executor, "submit"):
        raise SimulationError(f"executor={executor!r}: it has no `submit`, as those of concurrent.futures have.")
    return _check_range(_whole("first", first), _whole("deals", deals))


def _whole(name: str, number: Any) -> int:
    """Return a whole number of whatever type as Python's own; SimulationError when it is none."""
    if type(number) is bool or not hasattr(number, "__index__"):
        raise SimulationError(f"{name}={number!r}: it must be a whole number.")
    return index(number)


def _check_range(first: int, deals: int) -> tuple[int, int]:
    """Return them; refuse deals that do not exist."""
    if first < 0 or deals < 0 or first + deals > MOST_DEALS:
        raise SimulationError(
            f"There are no {deals} deals from {first} on: deal numbers are whole, from 0 to {MOST_DEALS - 1}."
        )
    return first, deals


def _all(work: Work, pace: Pace, jobs: int | None, executor: Executor | None) -> Generator[Played, None, None]:
    """Yield what came of all chunks, from wherever it pays to play them."""
    if executor is not None:
        yield from spread(work, pace, Lent(executor, jobs))
        return
    if jobs is None or jobs == 1:
        pace.aim = AIM_HERE
        yield from spread(work, pace, Here())
        return
    aim, pace.aim = pace.aim, AIM_HERE
    with closing(spread(work, pace, Here())) as here:
        for played in here:
            yield played
            if pace.seconds_left > WORTH[work.route]:
                break
    pace.aim = aim
    threads = work.route == "compiled"
    if pace.left:
        if not threads:
            work.check_travels()
        with Own(jobs, threads=threads) as own:
            yield from spread(work, pace, own)
