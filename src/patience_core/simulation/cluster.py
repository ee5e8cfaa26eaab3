"""A Dask cluster as an executor; its scheduler is Dask's own."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from patience_core.errors import SimulationError, quoted
from patience_core.simulation.extras import extra

with extra("cluster", "A cluster"):
    distributed: Any = import_module("distributed")
    comm: Any = import_module("distributed.comm")

FOR_SCHEDULER: Final = 20.0
"""Seconds to wait for the scheduler."""

FOR_WORKERS: Final = 60.0
"""Seconds to wait for its first worker."""


@contextmanager
def connected(address: str) -> Generator[tuple[Executor, int], None, None]:
    """Give the executor of the cluster whose scheduler is at an address, and how many workers play at once there.

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
        # Not by the arguments alone, or a chunk that is sent again would be the one that was lost.
        yield client.get_executor(pure=False), sum(client.ncores().values())
