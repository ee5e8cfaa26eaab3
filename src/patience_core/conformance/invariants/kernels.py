"""Kernels: what they come to deal by deal is what the rules come to."""

from __future__ import annotations

from typing import Any, Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.trials import FAULTS, Trial, shown, told
from patience_core.game import Game, Outcome
from patience_core.kernels import Kernel, Played, play_plainly
from patience_core.players import named_players
from patience_core.session import AUTO_LIMIT


def _without_one(game: Game) -> str | None:
    try:
        given = any(game.kernel(name) is not None for name in named_players(game))
    except FAULTS:
        return None  # the check then tells it
    return None if given else "it gives no kernel"


def _kernel(trial: Trial) -> None:
    players = tuple(named_players(trial.game))
    name = players[trial.play.twist % len(players)]
    kernel = _given(trial, name)
    usual: Any = trial.game.kernel()
    if name == "first":
        trial.must(usual == kernel, "the kernel of the player 'first' where no player is named", shown(usual))
    if kernel is not None:
        _agree(trial, name, kernel)


def _given(trial: Trial, name: str) -> Kernel | None:
    """Return the kernel for a player, if there is one; fail where it is of no use."""
    kernel: Any = trial.game.kernel(name)
    trial.must(kernel is None or isinstance(kernel, Kernel), f"a Kernel or None for the player {name!r}", shown(kernel))
    again = trial.game.kernel(name)
    trial.must(kernel == again, f"the same kernel for the player {name!r} when it is asked for again", shown(again))
    return kernel if isinstance(kernel, Kernel) else None


def _agree(trial: Trial, name: str, kernel: Kernel) -> None:
    """Fail unless a deal comes to the same by the kernel and by the rules."""
    session = trial.begin()
    stopped = trial.play_by(name)
    ended = f"an end of each play by {name!r}, since there is a kernel for it"
    trial.must(
        stopped == "over", ended, "a table that came again" if stopped == "repeated" else f"{AUTO_LIMIT:,} moves"
    )
    expected = session.outcome is Outcome.WON, session.score, len(session.history)
    try:
        came = play_plainly(kernel, session.deal)
    except FAULTS as error:
        trial.fail(f"from the kernel for the player {name!r}: {_words(expected)}", told(error))
    trial.counts["compared"] += 1
    if expected != came:
        trial.fail(f"from the kernel for the player {name!r}: {_words(expected)}", _words(came))


def _words(played: Played) -> str:
    won, score, moves = played
    return f"{'won' if won else 'not won'}, score {score}, {moves} moves"


CHECKS: Final = (
    Check(
        "kernel",
        since="0.1",
        statement="A deal comes to the same by a kernel and by the rules: won or not, the score, and how many moves.",
        advice="Compare what the kernel does at each move, and how often a player draws: also where one move is legal.",
        look=_kernel,
        of="players",
        least={"plays": 10, "compared": 10},
        needs=("moves-apply", "players", "score", "outcome"),
        applies=_without_one,
    ),
)
