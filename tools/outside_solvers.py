r"""Other people's solvers: each solution that they find must replay here, move by move, to a win.

- FreeCell, Microsoft deals: Freecell Solver, the program fc-solve (Debian: freecell-solver-bin).
- Klondike, numbered deals, drawing one and three: pyksolve (PyPI). It runs as a process of its own, and so may be
  installed for another Python, which `--python` names.

A solver says in its own words which cards it moves. These are translated without a look at this engine's tables, and
played by the texts that come out, each of which must be a legal move here word for word.

The exit status is 1 when a solution does not lead to a win, and 2 when a solver is not installed.

    python tools/outside_solvers.py                         both games, all deals; an hour, nearly all of it pyksolve's
    python tools/outside_solvers.py freecell --deals 1-20,617
    python tools/outside_solvers.py klondike --draw 3 --deals 0-9 --seconds 5

The plays that the tests replay were written so:

    python tools/outside_solvers.py freecell --deals 1,22,46,57,80,109,125,135,160,178,194,617 \
        --write plugins/freecell/tests/data
    python tools/outside_solvers.py klondike --draw 1 --deals 3,13,88,94,98,139 --write plugins/klondike/tests/data
    python tools/outside_solvers.py klondike --draw 3 --deals 3,13,23,24,75,154 --write plugins/klondike/tests/data
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from patience_core import FRENCH_52, SUITS, Card, Deal, Game, Outcome, PatienceError, Session
from patience_freecell import FreeCell
from patience_freecell.microsoft import MICROSOFT
from patience_klondike import Klondike

FOUNDATIONS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))

FC_SOLVE_MOVE = re.compile(
    r"^Move (?:a card|(\d+) cards) from (stack|freecell) (\d+) to (the foundations|stack|freecell) ?(\d*)$",
    re.MULTILINE,
)
PYKSOLVE = """
import sys
from pyksolve.solver import Solitaire
solitaire = Solitaire()
if not solitaire.load_solitaire(sys.argv[1]):
    sys.exit("pyksolve does not take the deal.")
solitaire.draw_count = int(sys.argv[2])
solitaire.reset_game()
print(getattr(solitaire, sys.argv[3])().name)
print(solitaire.moves_made())
"""
"""Given cards, draw and a search, prints how the search ended and, on the next line, the moves."""


class Answer(NamedTuple):
    """What a solver says of a deal: how its search ended, and its moves by their texts here, if it has solved it."""

    verdict: str
    moves: tuple[str, ...] | None = None


class Solver(Protocol):
    """Asks a solver about a deal."""

    def __call__(self, deal: Deal, *, seconds: float) -> Answer:
        """Return its answer."""
        ...


class Contest(NamedTuple):
    """A game, with the deals that are tried and who is to solve them.

    Attributes:
        title: what is solved and by whom.
        name: what the name of a record begins with, before the number of the deal.
        game: the game under its options.
        deals: the deals by number.
        solver: asks the solver.
    """

    title: str
    name: str
    game: Game
    deals: dict[int, Deal]
    solver: Solver


def run(*command: str, seconds: float, said: str = "") -> str:
    """Run a solver and return what it prints."""
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=seconds, check=True).stdout


def ask_fc_solve(deal: Deal, *, seconds: float) -> Answer:
    """Ask Freecell Solver for a solution."""
    columns = [deal.cards[first::8] for first in range(8)]
    board = "".join(f"{' '.join(map(str, column))}\n" for column in columns)
    said = run("fc-solve", "-l", "looking-glass", "-m", "-p", "-t", "-", seconds=seconds, said=board)
    if "This game is solveable." not in said:
        return Answer("not solved")
    return Answer("solved", tuple(freecell_moves(columns, said)))


def freecell_moves(columns: Iterable[Iterable[Card]], said: str) -> Iterator[str]:
    """Translate fc-solve's moves.

    It counts columns and cells from 0. A card may be laid into any cell there, but here into the first that is empty,
    so it is kept which of the cells here stands for which there. A foundation has the name of its suit here, so it is
    kept which card lies where.
    """
    piles = {str(number): list(column) for number, column in enumerate(columns, 1)}
    piles |= {cell: [] for cell in "abcd"}
    cells: dict[str, str] = {}
    for several, kind, source, goal, target in FC_SOLVE_MOVE.findall(said):
        src = cells[source] if kind == "freecell" else str(int(source) + 1)
        count = int(several or 1)
        block = piles[src][-count:]
        del piles[src][-count:]
        if goal == "the foundations":
            yield f"{src} {FOUNDATIONS[block[-1].suit]}"
        elif goal == "freecell":
            cells[target] = next(cell for cell in "abcd" if not piles[cell])
            piles[cells[target]] += block
            yield f"{src} cell"
        else:
            dst = str(int(target) + 1)
            piles[dst] += block
            yield f"{src} {dst}" if count == 1 else f"{src} {dst} {count}"


def ask_pyksolve(deal: Deal, *, python: str, draw: int, seconds: float) -> Answer:
    """Ask pyksolve for any solution, and where it finds none for the shortest, a search that may show there is none."""
    cards = "".join(f"{card.rank:02}{SUITS.index(card.suit) + 1}" for card in deal.cards)
    verdict = ""
    for search in ("solve_fast", "solve_minimal"):
        said = run(python, "-c", PYKSOLVE, cards, str(draw), search, seconds=seconds)
        verdict, moves, *_ = said.splitlines()
        if verdict.startswith("Solved"):
            return Answer(verdict, tuple(klondike_moves(moves)))
    return Answer(verdict)


def klondike_moves(said: str) -> Iterator[str]:
    """Translate pyksolve's moves.

    `DR2` draws twice and `NEW` is a redeal; `W4` moves a card from the waste to the fourth column, `4D` from there to
    the diamonds, `47-3` moves three cards. `F4` turns up the card that a move before it has exposed, which is part of
    that move here.
    """
    names = {"W": "waste", **FOUNDATIONS, **{column: column for column in "1234567"}}
    for word in said.split():
        if word == "NEW":
            yield "redeal"
        elif word.startswith("DR"):
            yield from ["draw"] * int(word.removeprefix("DR"))
        elif not word.startswith("F"):
            piles, _, count = word.partition("-")
            yield " ".join([*(names[pile] for pile in piles), *([count] if count else [])])


def ask(solver: Solver, seconds: float, deal: Deal) -> Answer:
    """Return what a solver answers, which may be nothing."""
    try:
        return solver(deal, seconds=seconds)
    except subprocess.TimeoutExpired:
        return Answer("out of time")
    except subprocess.CalledProcessError as error:
        return Answer(f"exit status {error.returncode}")


def fault_in(session: Session, moves: Iterable[str]) -> str | None:
    """Play the moves; say what keeps them from being a win, or return None."""
    for number, text in enumerate(moves, 1):
        try:
            played = session.play(text)
        except PatienceError as error:
            return f"move {number}, {text!r}: {error}"
        if played.text != text:
            return f"move {number}, {text!r}, was read as {played.text!r}"
    return None if session.outcome is Outcome.WON else f"the last move leaves it {session.outcome}"


def hold(contest: Contest, *, seconds: float, jobs: int, folder: Path | None) -> bool:
    """Let the solver solve all deals and replay what it finds; tell whether every solution is a win here."""
    counts: Counter[str] = Counter()
    others: dict[str, list[int]] = {}
    moves = 0
    with ThreadPoolExecutor(jobs) as pool:
        answers = pool.map(partial(ask, contest.solver, seconds), contest.deals.values())
        for (number, deal), answer in zip(contest.deals.items(), answers, strict=True):
            counts[answer.verdict] += 1
            if answer.moves is None:
                others.setdefault(answer.verdict, []).append(number)
                continue
            session = Session(contest.game, deal)
            fault = fault_in(session, answer.moves)
            if fault:
                others.setdefault("no win here", []).append(number)
                print(f"{contest.title}: deal {number}: {fault}", flush=True)
                continue
            counts["won here"] += 1
            moves += len(answer.moves)
            if folder:
                path = folder / f"{contest.name}-{number}.json"
                path.write_text(session.record().to_json(), encoding="utf-8", newline="\n")
    said = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    print(f"{contest.title}: {len(contest.deals)} deals, {said}, {moves} moves")
    for verdict, numbers in others.items():
        print(f"  {verdict}: {' '.join(map(str, numbers))}", flush=True)
    return "no win here" not in others


def deal_numbers(text: str) -> list[int]:
    """Read numbers and ranges: `1-200,617`."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def freecell_contests(numbers: Iterable[int]) -> Iterator[Contest]:
    """Give Microsoft's deals to Freecell Solver."""
    deals = {number: MICROSOFT.deal(str(number), FRENCH_52) for number in numbers}
    yield Contest("FreeCell by fc-solve", "ms", FreeCell(), deals, ask_fc_solve)


def klondike_contests(numbers: Iterable[int], draws: Iterable[int], python: str) -> Iterator[Contest]:
    """Give the numbered deals to pyksolve."""
    deals = {number: Deal.numbered(number) for number in numbers}
    for draw in draws:
        solver = partial(ask_pyksolve, python=python, draw=draw)
        title = f"Klondike, drawing {'one' if draw == 1 else 'three'}, by pyksolve"
        yield Contest(title, f"draw-{draw}-deal", Klondike(draw=draw), deals, solver)


def missing(games: Iterable[str], python: str) -> str | None:
    """Say which solver is not installed and how to get it; None when all are there."""
    if "freecell" in games and not shutil.which("fc-solve"):
        return "fc-solve is not installed: it comes with Freecell Solver, on Debian with freecell-solver-bin."
    if "klondike" in games and (
        not shutil.which(python)
        or subprocess.run([python, "-c", "import pyksolve.solver"], capture_output=True, check=False).returncode
    ):
        return f"{python} cannot import pyksolve: install it (`pip install pyksolve`), or name another Python."
    return None


def main() -> int:
    """Run."""
    parser = argparse.ArgumentParser(description="Replay what other people's solvers find.")
    parser.add_argument("game", nargs="?", choices=("freecell", "klondike"), help="one of the games; both unless given")
    parser.add_argument("--deals", type=deal_numbers, help="as in 1-20,617; unless given 1-200 or, for Klondike, 0-199")
    parser.add_argument("--draw", type=int, choices=(1, 3), help="for Klondike; one and then three unless given")
    parser.add_argument("--seconds", type=float, default=120, help="the longest that a solver has for a deal")
    parser.add_argument("--jobs", type=int, default=1, help="how many deals are solved at once")
    parser.add_argument("--write", type=Path, metavar="DIR", help="write a record of each play that is won here")
    parser.add_argument("--python", default=sys.executable, help="the Python that has pyksolve; this one unless given")
    given = parser.parse_args()
    games = [given.game] if given.game else ["freecell", "klondike"]
    fault = missing(games, given.python)
    if fault:
        print(fault, file=sys.stderr)
        return 2
    contests: list[Contest] = []
    try:
        if "freecell" in games:
            contests += freecell_contests(range(1, 201) if given.deals is None else given.deals)
        if "klondike" in games:
            draws = [given.draw] if given.draw else [1, 3]
            contests += klondike_contests(range(200) if given.deals is None else given.deals, draws, given.python)
    except PatienceError as error:
        parser.error(str(error))
    if given.write:
        given.write.mkdir(parents=True, exist_ok=True)
    held = [hold(contest, seconds=given.seconds, jobs=given.jobs, folder=given.write) for contest in contests]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
