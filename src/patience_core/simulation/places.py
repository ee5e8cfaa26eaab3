"""Where chunks of deals are played: here, in threads, in processes, or wherever an executor brings them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Final

from patience_core.simulation.playing import Played
from patience_core.simulation.routes import Work

AHEAD: Final = 3
"""Chunks under way for each worker: one is played, one waits for its turn, one for a slower one before it."""


class Here:
    """This thread: a chunk has been played when `submit` returns."""

    workers = 1
    ahead = 1

    def submit(self, work: Work, first: int, deals: int) -> Future[Played]:
        """Play a chunk."""
        future: Future[Played] = Future()
        future.set_result(work.play(first, deals))
        return future

    def renew(self) -> None:
        """Do nothing: this is here to stay."""


class Lent:
    """An executor that belongs to somebody else."""

    ahead = AHEAD

    def __init__(self, executor: Executor, workers: int | None) -> None:
        """Take it; where it is not said how many workers it has, it is asked."""
        self._executor = executor
        self._workers = workers

    @property
    def workers(self) -> int:
        """How many chunks are played at once there now: workers of a cluster come and go."""
        executor: Any = self._executor
        return self._workers or getattr(executor, "_max_workers", None) or os.cpu_count() or 1

    def submit(self, work: Work, first: int, deals: int) -> Future[Played]:
        """Send a chunk there."""
        return self._executor.submit(play_chunk, work, first, deals)

    def renew(self) -> None:
        """Do nothing: whoever it belongs to must see to it."""


class Own:
    """An executor made for this run, which is made again when a worker process has been killed."""

    ahead = AHEAD

    def __init__(self, workers: int, *, threads: bool) -> None:
        """Start threads, or as many processes."""
        self.workers = workers
        self._threads = threads
        self._executor = self._made()

    def __enter__(self) -> Own:
        """Start."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wait for the chunks that are being played; begin no others."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def submit(self, work: Work, first: int, deals: int) -> Future[Played]:
        """Hand a chunk to a worker."""
        return self._executor.submit(play_chunk, work, first, deals)

    def renew(self) -> None:
        """Start new workers."""
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._executor = self._made()

    def _made(self) -> Executor:
        if self._threads:
            return ThreadPoolExecutor(self.workers)
        # Never a fork of this process, whose threads it would not have and whose locks it would.
        start = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context: Any = multiprocessing.get_context(start)
        return ProcessPoolExecutor(self.workers, context, initializer=_begin)


def play_chunk(work: Work, first: int, deals: int) -> Played:
    """Play a chunk where it has come to."""
    work.check_version()
    return work.play(first, deals)


def _begin() -> None:  # pragma: no cover - in a process of its own, which nothing measures
    """Leave Ctrl-C to the process that this one works for, and end with it, even where that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:  # pragma: no cover - in a process of its own, which nothing measures
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


Places = Here | Lent | Own
