"""Random play of Klondike and FreeCell, one move at a time, beside two other packages where they are installed.

Each side lists the legal moves, takes one at random and plays it: here through `Session.moves` and `Session.play`. A
deal ends when no move is left or after 200 moves; dealing and the drawing of random numbers count as time, by the
processor. Bars, as medians of the rounds' ratios: 8 times the moves a second of soliterm, and a third of those of
OpenSpiel, which is written in C++ and driven from Python.

The rules are those that the other plays. soliterm: Klondike, one card drawn, redeals without limit; and FreeCell with
four cells. Its `legal_moves` leaves out drawing, which it has as `can_deal` and `deal`. OpenSpiel: its Klondike draws
three, redeals without limit, and lets every card of the waste be played that repeated draws would bring to the top, so
that no draw is a move of its own. It deals a hidden card when it is turned up: that is its time, but no move.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from random import Random

from patience_core import Deal, Game, Session
from patience_freecell import FreeCell
from patience_klondike import Klondike

MOST = 200
"""The moves after which a deal is left."""

Play = Callable[[int, Callable[[], float]], int]
"""Plays one deal by its number, choosing with numbers from 0 to below 1, and returns how many moves it made."""


def here(game: Game) -> Play:
    """Return random play of a game through the public API."""

    def play(number: int, random: Callable[[], float]) -> int:
        session = Session(game, Deal.numbered(number))
        for made in range(MOST):
            moves = session.moves
            if not moves:
                return made
            session.play(moves[int(random() * len(moves))])
        return MOST

    return play


def soliterm(game: str, **options: object) -> Play:
    """Return random play of one of soliterm's games; ImportError where it is not installed."""
    engine = import_module("soliterm.engine")

    def play(number: int, random: Callable[[], float]) -> int:
        state = engine.new_solitaire(game, number, options)
        for made in range(MOST):
            moves = state.legal_moves()
            if state.can_deal():
                moves.append(None)
            if not moves:
                return made
            move = moves[int(random() * len(moves))]
            played = state.attempt_move(*move) if move else state.deal()
            assert played, "what was listed as legal was refused"
        return MOST

    return play


def open_spiel() -> Play:
    """Return random play of OpenSpiel's Klondike; ImportError where it is not installed."""
    # Its limit counts the cards dealt too, at most 52 of them; the usual one would end a deal after about 100 moves.
    game = import_module("pyspiel").load_game("solitaire", {"depth_limit": MOST + 52})

    def play(_: int, random: Callable[[], float]) -> int:
        state = game.new_initial_state()
        made = 0
        while made < MOST and not state.is_terminal():
            if not state.is_chance_node():
                made += 1
            actions = state.legal_actions()  # of a chance node: the cards it may deal, each equally likely
            state.apply_action(actions[int(random() * len(actions))])
        return made

    return play


PAIRS: tuple[tuple[str, Game, str, Callable[[], Play], float], ...] = (
    (
        "Klondike, draw one",
        Klondike(draw=1, redeals="unlimited"),
        "soliterm",
        lambda: soliterm("klondike", draw=1, redeals="unlimited"),
        8,
    ),
    ("Klondike, draw three", Klondike(draw=3, redeals="unlimited"), "open_spiel", open_spiel, 1 / 3),
    ("FreeCell", FreeCell(cells=4), "soliterm", lambda: soliterm("freecell"), 8),
)
"""Name, game here, distribution of the other, random play of it, and bar."""


def speed(play: Play, seed: int, seconds: float) -> float:
    """Return the moves a second of processor time, over whole deals that take at least so long."""
    random = Random(seed).random
    moves = number = 0
    begin = time.process_time()
    while (taken := time.process_time() - begin) < seconds:
        moves += play(number, random)
        number += 1
    return moves / taken


def compare(sides: list[Play], rounds: int, seconds: float) -> list[list[float]]:
    """Return the speeds of each side, all timed in turn, round by round."""
    for play in sides:
        play(0, Random(0).random)  # once, so that what is made at first use is there
    speeds = [[speed(play, seed, seconds) for play in sides] for seed in range(rounds)]
    return [list(side) for side in zip(*speeds, strict=True)]


def main() -> None:
    """Print medians and ratios, and where a bar is missed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="of which the median counts (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each side of a round (default: %(default)s)")
    arguments = parser.parse_args()
    rounds: int = arguments.rounds
    seconds: float = arguments.seconds

    print(f"Random play, moves a second of processor time, medians of {rounds} rounds:")
    for name, game, peer, make, bar in PAIRS:
        try:
            sides = [here(game), make()]
        except ImportError:
            [ours] = compare([here(game)], rounds, seconds)
            beside = f"not compared: {peer} is not installed, but comes with `uv run --group peers`"
        else:
            ours, theirs = compare(sides, rounds, seconds)
            ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
            beside = f"{ratio:5.2f} times the {statistics.median(theirs):,.0f} of {peer} {version(peer)}"
            beside += f" (bar: {bar:.2g}{'' if ratio >= bar else ', missed'})"
        print(f"  {name:20} {statistics.median(ours):7,.0f}, {beside}")


if __name__ == "__main__":
    main()
