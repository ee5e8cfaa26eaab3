"""Deals of Clock a second: compiled play beside a plain C program, and beside what one would write in Python.

Everything in a round is measured one after another, and each ratio is taken within a round; the medians are printed.
One core is measured in processor time, so that what else the machine does matters little. Two threads are measured by
the clock on the wall, beside two copies of the C program at once.

Bars: on one core at least 0.8 of the deals a second of `clock.c`, which plays one deal after another; two threads gain
at least 0.9 of what two copies of it gain; the command line, start-up included, takes at most twice its time for ten
million deals; and a hundred million deals take no more than 4 MB beyond a million. `clock8.c` plays eight deals at a
time and shows how far one core can go. Without gcc there is nothing to compare with, and this is said.
"""

import argparse
import importlib.util
import os
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
ONE_CORE_BAR, TWO_THREADS_BAR, COMMAND_BAR, MEMORY_BAR = 0.8, 0.9, 2.0, 4.0

COMMAND_LINE = "from patience_core.cli import main; main()"

PEAK = """
import resource, sys
from patience_clock import Clock
from patience_core import simulate
simulate(Clock(), int(sys.argv[1]), jobs=int(sys.argv[2]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
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


def python(code: str, *args: object, kept: str | None = None) -> str:
    """Run code in another process, where what is compiled is kept in a folder if given; return what it prints."""
    env = os.environ | ({"NUMBA_CACHE_DIR": kept} if kept else {})
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


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
    if programs:
        near = median_ratio(rates["compiled play"], rates["C, eight deals at a time"])
        print(f"compiled play comes to {near:.2f} of the C program that plays eight deals at a time")


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


def command_line(programs: Mapping[str, Path], deals: int, rounds: int) -> None:
    """Print how long the command takes, start-up included, with what is compiled kept on disk and without."""
    ours: list[float] = []
    theirs: list[float] = []
    args = ("simulate", "clock", "--deals", deals, "--jobs", 1, "--json")
    with tempfile.TemporaryDirectory() as kept:
        cold = wall(lambda: python(COMMAND_LINE, *args, kept=kept))
        for _ in range(rounds):
            ours.append(wall(lambda: python(COMMAND_LINE, *args, kept=kept)))
            if programs:
                theirs.append(wall(lambda: run(programs["clock"], deals)))
    print(f"command line, {deals:,} deals, one job: {cold:.1f} s when it must be compiled, ", end="")
    print(f"{statistics.median(ours):.1f} s from then on")
    if programs:
        print(
            f"that is {median_ratio(ours, theirs):.2f} times the C program's {statistics.median(theirs):.1f} s", end=""
        )
        print(f" (bar: {COMMAND_BAR})")


def memory(few: int, many: int) -> None:
    """Print how much more memory many deals take than few."""
    if importlib.util.find_spec("resource") is None:
        print("This system does not tell how much memory a process has used.")
        return
    unit = 1 if sys.platform == "darwin" else 1024
    for jobs in (1, 2):
        least, most = (int(python(PEAK, deals, jobs)) * unit / 1e6 for deals in (few, many))
        more = most - least
        print(f"memory, jobs={jobs}: {few:,} deals {least:.1f} MB, {many:,} deals {more:+.1f} MB (bar: {MEMORY_BAR})")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--deals", type=int, default=2_000_000)
    parser.add_argument(
        "--long", type=int, default=10_000_000, help="deals of the command line, and a tenth of the most"
    )
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
        long: int = arguments.long
        command_line(programs, long, max(1, rounds // 2))
    memory(long // 10, 10 * long)


if __name__ == "__main__":
    main()
