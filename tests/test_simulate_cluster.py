"""Simulation on a Dask cluster of two worker processes: the same summary, bit for bit, as in one process."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from patience_core import SimulationError, Summary, simulate
from patience_core.simulation import cluster, pacing
from patience_core.simulation.places import Lent
from tests.games import Ladder
from tests.reference import raised
from tests.terminals import patience

distributed: Any = pytest.importorskip("distributed")

DEALS = 600
GAME = Ladder(redeals=0)


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    """Start a scheduler and two worker processes on this machine, on ports that are free."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
    ) as started:
        yield started


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chunks be of few deals, so that a short run has many."""
    monkeypatch.setattr(pacing, "BEGIN", 25)
    monkeypatch.setattr(pacing, "GROWTH", 1)


@pytest.mark.usefixtures("small_chunks")
def test_a_cluster_comes_to_the_same_even_when_a_worker_is_killed_in_mid_run(two_workers: Any) -> None:
    expected = simulate(GAME, DEALS, player="random")
    killed: list[int] = []

    def kill(summary: Summary) -> None:
        if summary.deals >= 100 and not killed:
            with distributed.Client(two_workers.scheduler_address, set_as_default=False) as client:
                killed.append(min(client.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    with cluster.connected(two_workers.scheduler_address) as executor:
        assert 2 == Lent(executor, None).workers
        found = simulate(GAME, DEALS, player="random", executor=executor, progress=kill)
    assert expected == found
    assert json.dumps(expected.as_dict()) == json.dumps(found.as_dict())
    assert 1 == len(killed)


def test_the_command_line_plays_on_a_cluster(two_workers: Any) -> None:
    args = ["simulate", "ladder", "--deals", "60", "--json"]
    expected = patience(*args, games=[Ladder])
    found = patience(*args, "--cluster", two_workers.scheduler_address, games=[Ladder])
    assert (0, expected.stdout) == (found.exit_code, found.stdout)


def test_where_no_scheduler_answers_this_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "FOR_SCHEDULER", 0.1)
    with pytest.raises(SimulationError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9: "):
        cluster.connected("tcp://127.0.0.1:9").__enter__()


@pytest.mark.parametrize("address", ["nonsense://x", "here", "", "8786"])
def test_what_is_no_address_is_told_and_no_client_is_begun(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(distributed, "Client")
    said = raised(SimulationError, lambda: cluster.connected(address).__enter__())
    assert said.startswith(f"'{address}' is no address of a Dask scheduler, as in tcp://10.0.0.1:8786: ")


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "FOR_WORKERS", 0.1)
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0", silence_logs=50) as empty:
        assert f"The Dask cluster at {empty.scheduler_address} has no workers." == raised(
            SimulationError, lambda: cluster.connected(empty.scheduler_address).__enter__()
        )
