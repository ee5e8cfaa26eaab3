"""Deals of Clock a second: compiled play beside a plain C program, and beside what one would write in Python.

Everything in a round is measured one after another, and each ratio is taken within a round; the medians are printed.
One core is measured in processor time, so that what else the machine does matters little. Two threads are measured by
the clock on the wall, beside two copies of the C program at once.

Bars: on one core at least 0.8 of the deals a second of `clock.c`, which plays one deal after another; and two
threads gain at least 0.9 of what two copies of it gain. `clock8.c` plays eight deals at a time and shows how far one
core can go. Without gcc there is nothing to compare with, and this is said.
"""

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from patience_clock import Clock
from patience_core import Game, Kernel
from patience_core.simulation import compiled
from patience_core.simulation.playing import play_range
from patience_play_it_out import PlayItOut
from patience_watch import Watch

HERE = Path(__file__).parent
PROGRAMS = ("clock", "clock8")
ONE_CORE_BAR, TWO_THREADS_BAR = 0.8, 0.9

COLD = """
import time
from patience_clock import Clock
begin = time.perf_counter()
from patience_core.simulation import compiled
game = Clock()
compiled.count(game.kernel(), game.pack, 0, 1)
print(time.perf_counter() - begin)
"""


class Run(NamedTuple):
    """What a run of a C program printed: how often each score came, and its seconds."""

    scores: dict[int, int]
    cpu: float
    wall: float


def build(folder: Path) -> dict[str, Path]:
    """Build the C programs; none without gcc."""
    if shutil.which("gcc") is None:
        return {}
    for name in PROGRAMS:
        subprocess.run(["gcc", "-O3", "-o", folder / name, HERE / f"{name}.c"], check=True)
    return {name: folder / name for name in PROGRAMS}


def run(program: Path, deals: int) -> Run:
    """Run a C program."""
    done = subprocess.run([program, str(deals)], capture_output=True, text=True, check=True)
    said = {name: rest for name, _, rest in (line.partition(" ") for line in done.stdout.splitlines())}
    scores = {score: times for score, times in enumerate(map(int, said["scores"].split())) if times}
    return Run(scores, float(said["cpu"]), float(said["wall"]))


def bare(deals: int) -> dict[int, int]:
    """Play with nothing but lists."""
    pack = list(range(13)) * 4
    scores: Counter[int] = Counter()
    for _ in range(deals):
        random.shuffle(pack)
        piles: list[list[int]] = [pack[pile::13] for pile in range(13)]
        at, left = 12, 52
        while piles[at]:
            at = piles[at].pop()
            left -= 1
        scores[left] += 1
    return scores


def vectorised(deals: int) -> dict[int, int]:
    """Play all deals at once, a card of each in turn, with numpy."""
    cards = np.random.default_rng().permuted(np.tile(np.arange(52, dtype=np.uint8) % 13, (deals, 1)), axis=1)
    left = np.full((deals, 13), 4, np.uint8)
    going, at = np.arange(deals), np.full(deals, 12)
    while going.size:
        here = left[going, at]
        more = here > 0
        going, at, here = going[more], at[more], here[more] - 1
        left[going, at] = here
        at = cards[going, 13 * here.astype(np.int64) + at].astype(np.int64)
    values, times = np.unique(left.sum(axis=1), return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))


def kernel_of(game: Game, player: str = "first") -> Kernel:
    """Return the game's kernel."""
    kernel = game.kernel(player)
    assert kernel is not None
    return kernel


def play(game: Game, deals: int, player: str = "first", first: int = 0) -> dict[int, int]:
    """Play compiled."""
    return compiled.count(kernel_of(game, player), game.pack, first, deals).scores


def cpu(work: Callable[[], object]) -> float:
    """Return the processor time that the work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def wall(work: Callable[[], object]) -> float:
    """Return how long the work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def twice(work: Callable[[], object]) -> float:
    """Return how long it takes to do the work in two threads at once."""
    with ThreadPoolExecutor(2) as pool:
        return wall(lambda: [future.result() for future in [pool.submit(work) for _ in range(2)]])


def cold() -> tuple[float, float]:
    """Return the seconds until the first deal is played with nothing kept on disk, and the second time."""
    with tempfile.TemporaryDirectory() as kept:
        runs = [
            subprocess.run(
                [sys.executable, "-c", COLD],
                env={"NUMBA_CACHE_DIR": kept, "PYTHONPATH": ":".join(filter(None, sys.path))},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for _ in range(2)
        ]
    return float(runs[0]), float(runs[1])


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of the ratios of each round."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def one_core(programs: Mapping[str, Path], deals: int, rounds: int) -> None:
    """Print deals a second on one core, each beside the C program of the same round."""
    ways: dict[str, tuple[int, Callable[[int], float]]] = {}
    if programs:
        ways["C, eight deals at a time"] = (deals, lambda number: run(programs["clock8"], number).cpu)
    ways["compiled play"] = (deals, lambda number: cpu(lambda: play(Clock(), number)))
    ways["numpy, all deals at once"] = (deals // 20, lambda number: cpu(lambda: vectorised(number)))
    ways["bare Python loop"] = (deals // 200, lambda number: cpu(lambda: bare(number)))
    ways["reference engine"] = (deals // 2000, lambda number: cpu(lambda: play_range(Clock(), "first", 0, number)))
    for game, player in ((Watch(), "first"), (Watch(), "random"), (PlayItOut(), "first")):

        def other(number: int, game: Game = game, player: str = player) -> float:
            return cpu(lambda: play(game, number, player))

        ways[f"compiled play of {game.title}, {player}"] = (deals // 2, other)
    for _, way in ways.values():
        way(1)

    plain: list[float] = []
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        if programs:
            plain.append(deals / run(programs["clock"], deals).cpu)
        for name, (number, way) in ways.items():
            rates[name].append(number / way(number))
    print(f"{'':36} deals a second   ratio to C")
    if programs:
        print(f"{'C, one deal after another':36} {statistics.median(plain):14,.0f} {1:12.2f}")
    for name, came in rates.items():
        ratio = f"{median_ratio(came, plain):12.3f}" if programs else ""
        bar = f" (bar: {ONE_CORE_BAR})" if programs and name == "compiled play" else ""
        print(f"{name:36} {statistics.median(came):14,.0f} {ratio}{bar}")


def two_threads(program: Path, deals: int, rounds: int) -> None:
    """Print what two at once gain over one, for compiled play and for the C program."""
    gains: dict[str, list[float]] = {"C": [], "compiled play": []}
    ways: dict[str, Callable[[], object]] = {
        "C": lambda: run(program, deals),
        "compiled play": lambda: play(Clock(), deals),
    }
    for _ in range(rounds):
        for name, way in ways.items():
            gains[name].append(2 * wall(way) / twice(way))
    for name, gained in gains.items():
        print(f"{name}: two at once gain {statistics.median(gained):.2f} over one")
    part = median_ratio(gains["compiled play"], gains["C"])
    print(f"compiled play gains {part:.2f} of what the C program does (bar: {TWO_THREADS_BAR})")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--deals", type=int, default=2_000_000)
    arguments = parser.parse_args()
    deals: int = arguments.deals
    rounds: int = arguments.rounds
    with tempfile.TemporaryDirectory() as folder:
        programs = build(Path(folder))
        print(f"Clock, {deals:,} deals a round, medians of {rounds} rounds:")
        if not programs:
            print("There is no gcc here, so there is no C program to compare with.")
        for program in programs.values():
            assert run(program, 100_000).scores == play(Clock(), 100_000), "they do not play the same"
        one_core(programs, deals, rounds)
        if programs:
            two_threads(programs["clock"], deals, rounds)
    first, second = cold()
    print(f"seconds until the first deal is played: {first:.1f} when it must be compiled, {second:.1f} from then on")


if __name__ == "__main__":
    main()
