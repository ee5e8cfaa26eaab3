"""Deals a second of the reference engine on Clock, beside a bare Python loop, in one run.

The engine plays one move at a time through `session.play(session.moves[0])`, with its history on. The bare loop is
what one would write for this one game: lists of ranks, random.shuffle and pop. Bars: the engine costs at most 8
times the bare loop with its deals prepared, and at most 10 times with dealing included (medians of the rounds).
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

from patience_clock import Clock
from patience_core import Deal, Session

BARS = {"deals prepared": 8, "dealing included": 10}


def bare(games: int) -> int:
    """Play Clock with nothing but lists, and return the number of cards turned."""
    pack = list(range(13)) * 4
    turned = 0
    for _ in range(games):
        random.shuffle(pack)
        piles: list[list[int]] = [pack[hour::13] for hour in range(13)]
        at = 12
        while piles[at]:
            at = piles[at].pop()
            turned += 1
    return turned


def play(game: Clock, deal: Deal) -> int:
    """Play one deal through the public API, move by move, and return the number of moves."""
    session = Session(game, deal)
    while session.moves:
        session.play(session.moves[0])
    return len(session.history)


def seconds(work: Callable[[], object]) -> float:
    """Return how long the work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main() -> None:
    """Time the bare loop and the engine in turn, round by round, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=2_000)
    arguments = parser.parse_args()
    games: int = arguments.games
    game = Clock()
    deals = [Deal.numbered(number) for number in range(games)]
    moves = sum(play(game, deal) for deal in deals)

    times: dict[str, list[float]] = {"bare loop": [], "deals prepared": [], "dealing included": []}
    for _ in range(arguments.rounds):
        times["bare loop"].append(seconds(lambda: bare(games)))
        times["deals prepared"].append(seconds(lambda: [play(game, deal) for deal in deals]))
        times["dealing included"].append(
            seconds(lambda: [play(game, Deal.numbered(number)) for number in range(games)])
        )

    print(f"Clock, {games:,} deals a round, medians of {arguments.rounds} rounds:")
    for name, taken in times.items():
        median = statistics.median(taken)
        line = f"  {name:17} {games / median:9,.0f} deals a second"
        if name in BARS:
            ratio = statistics.median(a / b for a, b in zip(taken, times["bare loop"], strict=True))
            line += f", {moves / median:9,.0f} moves a second, {ratio:5.2f} times the bare loop (bar: {BARS[name]})"
        print(line)


if __name__ == "__main__":
    main()
