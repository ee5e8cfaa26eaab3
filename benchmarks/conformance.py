"""How long the conformance kit takes, for each installed game and profile, as processor time and by the clock.

Bars: quick takes at most 5 seconds a game, and full at most 30.
"""

import argparse
import statistics
import time

from patience_core import Game, Registry
from patience_core.conformance import check

BARS = {"quick": 5.0, "full": 30.0}


def measure(kind: type[Game], profile: str, seed: int) -> tuple[float, float]:
    """Return the seconds of processor and clock that a run takes; stop where the game does not conform."""
    clock, processor = time.perf_counter(), time.process_time()
    report = check(kind, profile=profile, seed=seed)
    if not report.ok:
        raise SystemExit(str(report))
    return time.process_time() - processor, time.perf_counter() - clock


def main() -> None:
    """Print a table of medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each; the median counts (default: %(default)s)")
    rounds = parser.parse_args().rounds
    print("Conformance kit: seconds a game, medians")
    for kind in Registry.discover().games:
        for profile, bar in BARS.items():
            times = [measure(kind, profile, seed) for seed in range(rounds)]
            processor, clock = (statistics.median(each) for each in zip(*times, strict=True))
            print(
                f"  {kind.id:14} {profile:6} {processor:5.1f} of processor, {clock:5.1f} by the clock (bar {bar:.0f})"
            )


if __name__ == "__main__":
    main()
