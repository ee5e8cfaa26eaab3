"""Start-up times, as whole processes in turn: `patience games` beside its bare imports, and with many plugins.

Bars: `patience games` takes at most 1.5 times as long as importing click, attrs, pluggy and importlib.metadata; with
200 plugins installed it takes at most 8 times as long as with 6.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

IMPORTS = [sys.executable, "-c", "import click, attrs, pluggy, importlib.metadata"]
GAMES = [str(Path(sys.executable).with_name("patience")), "games"]

MODULE = '''
from patience_core import Game, Layout, Move, PACK, Place, Shift, frozen, hookimpl, option

PATIENCE_API = 1


@frozen
class Made(Game):
    """A game of one pile."""

    id = "made-{number}"
    title = "Made {number}"
    layout = Layout((Place("pile", 0, 0),))
    dealing: str = option("one", choices=("one", "two"), help="nothing")

    def deal(self):
        yield Shift(PACK, "pile", 52)

    def moves(self, table):
        return ()


@hookimpl
def patience_games():
    return [Made]
'''


def install(folder: Path, count: int) -> None:
    """Write that many plugins into a folder, with the metadata that an installer would write."""
    for number in range(count):
        (folder / f"patience_made_{number}.py").write_text(MODULE.format(number=number))
        info = folder / f"patience_made_{number}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: patience-made-{number}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[patience]\nmade-{number} = patience_made_{number}\n")


def seconds(command: list[str], folder: Path | None = None) -> float:
    """Return how long a command takes, with the plugins of a folder installed."""
    env = os.environ | ({"PYTHONPATH": str(folder)} if folder else {})
    begin = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def report(name: str, taken: list[float], beside: list[float], bar: float) -> None:
    """Print the median of the ratios, pair by pair."""
    ratio = statistics.median(a / b for a, b in zip(taken, beside, strict=True))
    print(f"  {name}: {ratio:.2f} (bar: {bar}); medians {statistics.median(taken):.3f} s and ", end="")
    print(f"{statistics.median(beside):.3f} s")


def main() -> None:
    """Time the commands in turn, round by round, and print the ratios."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    rounds: int = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as few_name, tempfile.TemporaryDirectory() as many_name:
        few, many = Path(few_name), Path(many_name)
        install(few, 5)  # with Clock there are six
        install(many, 199)
        for folder in (None, few, many):
            seconds(GAMES, folder)  # once, so that compiled files are there
        times = [(seconds(IMPORTS), seconds(GAMES), seconds(GAMES, few), seconds(GAMES, many)) for _ in range(rounds)]
    imports, games, with_six, with_200 = (list(column) for column in zip(*times, strict=True))
    print(f"Start-up, medians of {rounds} rounds:")
    report("`patience games` beside the imports alone", games, imports, 1.5)
    report("with 200 plugins beside 6", with_200, with_six, 8)


if __name__ == "__main__":
    main()
