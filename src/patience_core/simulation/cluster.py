"""A Dask cluster as an executor; its scheduler is Dask's own."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from time import monotonic
from typing import Any, Final, TypeVar

from patience_core.errors import SimulationError, quoted
from patience_core.simulation.extras import extra

with extra("cluster", "A cluster"):
    distributed: Any = import_module("distributed")
    comm: Any = import_module("distributed.comm")

T = TypeVar("T")

FOR_SCHEDULER: Final = 20.0
"""Seconds to wait for the scheduler."""

FOR_COUNT: Final = 5.0
"""Seconds after which the workers are counted again."""

FOR_WORKERS: Final = 60.0
"""Seconds to wait for its first worker."""


class _Cluster(Executor):
    """Dask's own executor, which in addition tells how many workers there are now."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # Not by the arguments alone, or a chunk that is sent again would be the one that was lost.
        self._executor = client.get_executor(pure=False)
        self._asked = -math.inf
        self._known = 1

    def submit(self, play: Callable[..., T], /, *args: Any, **keywords: Any) -> Future[T]:
        future: Future[T] = self._executor.submit(play, *args, **keywords)
        return future

    @property
    def _max_workers(self) -> int:
        if monotonic() - self._asked > FOR_COUNT:
            self._known, self._asked = sum(self._client.ncores().values()) or 1, monotonic()
        return self._known


@contextmanager
def connected(address: str) -> Generator[Executor, None, None]:
    """Give the executor of the cluster whose scheduler is at an address; it tells how many play at once there.

    SimulationError says that it is no address, that there is no scheduler, or that it has no workers.
    """
    try:
        # Asked first: a client that has failed at its address waits for 40 seconds when the program ends.
        comm.get_address_host_port(address)
    except ValueError as error:
        raise SimulationError(
            f"{quoted(address)} is no address of a Dask scheduler, as in tcp://10.0.0.1:8786: {error}"
        ) from error
    try:
        client = distributed.Client(address, timeout=FOR_SCHEDULER, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise SimulationError(f"No Dask scheduler answers at {address}: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=FOR_WORKERS)
        except TimeoutError as error:
            raise SimulationError(f"The Dask cluster at {address} has no workers.") from error
        yield _Cluster(client)
