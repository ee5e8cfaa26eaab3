"""Hand chunks of deals out to many places, and take their counts back in the order of the deals."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from concurrent.futures import Future
from typing import Final

from attrs import define

from patience_core.errors import PatienceError, SimulationError
from patience_core.simulation.pacing import Pace
from patience_core.simulation.places import Places
from patience_core.simulation.playing import Played
from patience_core.simulation.routes import Work

MOST_FAILURES: Final = 3
"""How often in a row chunks are sent again, without one coming back, after a worker has been lost."""


FEW: Final = 2
"""For so many workers at most chunks are under way as long as they are short."""


@define
class _Chunk:
    """A chunk that is under way."""

    first: int
    deals: int
    future: Future[Played]

    @property
    def lost(self) -> bool:
        """Whether it has come to nothing."""
        return self.future.done() and (self.future.cancelled() or self.future.exception() is not None)

    @property
    def last(self) -> int:
        """The number of its last deal."""
        return self.first + self.deals - 1


def spread(work: Work, pace: Pace, places: Places) -> Generator[Played, None, None]:
    """Yield what came of each chunk, in the order of the deals, until all have been played.

    A chunk whose worker is lost is played again: since a deal's number stands for the deal, nothing comes of it but
    delay. So few chunks are under way at once that memory stays flat. Close this generator when it is left early.

    Raises:
        PatienceError: what a game raised, of the first deal at which one did.
        SimulationError: workers were lost again and again.
    """
    under_way: deque[_Chunk] = deque()
    failures = 0
    try:
        while True:
            workers = places.workers
            # Before chunks last long, few are sent, or a thousand workers would send back too many too soon.
            most = places.ahead * (workers if pace.settled else min(workers, FEW))
            while len(under_way) < most:
                cut = pace.take(workers)
                if cut is None:
                    break
                under_way.append(_Chunk(*cut, _sent(work, places, *cut)))
            if not under_way:
                return
            chunk = under_way[0]
            try:
                played = chunk.future.result()
            except PatienceError:
                raise
            except ImportError as error:
                raise SimulationError(
                    f"{work.game.title} cannot be played where it was sent to: what it needs is not there ({error})."
                ) from error
            except Exception as error:
                failures += 1
                if failures > MOST_FAILURES:
                    raise SimulationError(
                        f"{work.game.title}, deals {chunk.first} to {chunk.last}: workers were lost "
                        f"{failures} times in a row, the last one with {type(error).__name__}: {error}"
                    ) from error
                places.renew()
                for each in under_way:
                    if each.lost:
                        each.future = _sent(work, places, each.first, each.deals)
                continue
            failures = 0
            under_way.popleft()
            pace.learn(chunk.deals, played.seconds)
            yield played
    finally:
        for chunk in under_way:
            chunk.future.cancel()


def _sent(work: Work, places: Places, first: int, deals: int) -> Future[Played]:
    """Send a chunk, or return a future that holds why it could not be sent."""
    try:
        return places.submit(work, first, deals)
    except PatienceError:
        raise
    except Exception as error:
        future: Future[Played] = Future()
        future.set_exception(error)
        return future
