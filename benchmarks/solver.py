"""How the solver fares on FreeCell, Microsoft deals 1 to 100, and on Grandfather's Clock, numbered deals 0 to 49.

Each solution is played through a session, move by move, to a win. Bars: at least 90 of the 100 and 48 of the 50 are
solved within the budget that is usual. Then deal 11982, which no one can win with four cells: it must not be won.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Sequence

from patience_core import FRENCH_52, Deal, Game, Outcome, Session, solve
from patience_freecell import FreeCell
from patience_freecell.microsoft import MICROSOFT
from patience_grandfathers_clock import GrandfathersClock


def play(game: Game, deal: Deal) -> tuple[str, int, int, float]:
    """Solve a deal and play the solution; return how it ended, the positions, the moves, and seconds of this core."""
    begin = time.process_time()
    solution = solve(game, deal)
    taken = time.process_time() - begin
    session = Session(game, deal)
    for move in solution.moves or ():
        session.play(move)
    assert (solution.outcome == "found") is (session.outcome == Outcome.WON), f"deal {deal.text} replays wrongly"
    return solution.outcome, solution.positions, len(session.history), taken


def tell(name: str, game: Game, deals: Iterable[Deal], bar: int) -> bool:
    """Solve deals, print what came of it, and tell whether enough are solved."""
    outcomes: Sequence[str]
    outcomes, positions, moves, seconds = zip(*(play(game, deal) for deal in deals), strict=True)
    solved = outcomes.count("found")
    print(f"{name}: {solved} of {len(outcomes)} solved (bar: {bar}), {outcomes.count('impossible')} proven impossible")
    print(f"  positions  median {statistics.median(positions):9,.0f}  most {max(positions):9,}")
    print(f"  seconds    median {statistics.median(seconds):9.2f}  most {max(seconds):9.2f}  all {sum(seconds):9.1f}")
    print(f"  moves      median {statistics.median(moves):9,.0f}  most {max(moves):9,}")
    print(f"  {sum(seconds) / sum(positions) * 1e6:.0f} microseconds a position", flush=True)
    return solved >= bar


def main() -> int:
    """Solve all deals, print the figures, and return 1 where a bar is not reached."""
    argparse.ArgumentParser(description=main.__doc__).parse_args()
    game = FreeCell()
    enough = tell(
        "FreeCell, Microsoft deals 1 to 100",
        game,
        (MICROSOFT.deal(str(number), FRENCH_52) for number in range(1, 101)),
        90,
    )
    clocks = (Deal.numbered(number) for number in range(50))
    enough &= tell("Grandfather's Clock, numbered deals 0 to 49", GrandfathersClock(), clocks, 48)
    outcome, positions, _, seconds = play(game, MICROSOFT.deal("11982", FRENCH_52))
    print(f"FreeCell, Microsoft deal 11982: {outcome}, {positions:,} positions, {seconds:.1f} seconds")
    return 0 if enough and outcome != "found" else 1


if __name__ == "__main__":
    sys.exit(main())
