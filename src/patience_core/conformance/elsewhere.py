"""What another Python process sees of a play: `python -m patience_core.conformance.elsewhere` answers line by line.

Each line that it reads is a question, and each that it writes the answer, both as JSON. A question names a play, or a
module to import; what the game itself prints goes to the standard error.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from typing import IO, Any

from patience_core.conformance.play import Play
from patience_core.conformance.trials import FAULTS, told, told_of
from patience_core.deals import Deal
from patience_core.game import Game
from patience_core.players import named_players, player_stream
from patience_core.session import Session


def question(play: Play) -> dict[str, Any]:
    """Return a play as plain data."""
    kind = type(play.game)
    return {
        "module": kind.__module__,
        "class": kind.__qualname__,
        "options": play.game.options,
        "deal": play.deal.listing,
        "picks": list(play.picks),
    }


def states(play: Play) -> Iterator[dict[str, Any]]:
    """Yield what is seen after the deal and after each move, as plain data."""
    yield from map(state, play.through(Session(play.game, play.deal)))


def state(session: Session) -> dict[str, Any]:
    """Return what is seen of a session, as plain data."""
    moves, said = session.moves, told_of(session)
    return {
        "table": session.table.as_dict(),
        "legal moves": [move.text for move in moves],
        **said,
        "outcome": str(said["outcome"]),
        "score": repr(said["score"]),
        "choices of players": _choices(session) if len(moves) > 1 else {},
    }


def _choices(session: Session) -> dict[str, str]:
    """Return the move that each named player would choose."""
    chosen: dict[str, str] = {}
    for name, player in named_players(session.game).items():
        try:
            chosen[name] = player(session.table, session.moves, player_stream(session.deal, name)).text
        except FAULTS as error:  # that is for another check
            chosen[name] = type(error).__name__
    return chosen


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one question."""
    if "class" in asked:
        return _course(asked)
    return imported(asked["import"])


def _course(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the states of a play, and the error that ended it, if one did."""
    seen: list[dict[str, Any]] = []
    try:
        kind: Any = import_module(asked["module"])
        for name in asked["class"].split("."):
            kind = getattr(kind, name)
        game: Game = kind.configured(asked["options"])
        play = Play(game, Deal.parse(asked["deal"], game.pack), tuple(asked["picks"]))
        seen.extend(states(play))  # what was seen before an error stays
    except FAULTS as error:
        return {"states": seen, "error": told(error)}
    return {"states": seen}


def imported(module: str) -> dict[str, Any]:
    """Import a module and return what it has brought along and done."""
    folder, threads = os.getcwd(), set(threading.enumerate())
    before = set(sys.modules)
    printed, error = StringIO(), None
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            import_module(module)
        except FAULTS as raised:
            error = told(raised)
    return {
        "modules": sorted(set(sys.modules) - before),
        "printed": printed.getvalue(),
        "threads": sorted(thread.name for thread in set(threading.enumerate()) - threads),
        "folder": None if os.getcwd() == folder else os.getcwd(),
        "error": error,
    }


def serve(questions: Iterable[str], answers: IO[str]) -> None:
    """Answer each question as it comes."""
    for line in questions:
        answers.write(json.dumps(answer(json.loads(line)), default=repr) + "\n")
        answers.flush()


def main() -> None:
    """Answer what comes on the standard input, on the standard output, and keep both from the games."""
    with open(os.dup(0), encoding="utf-8") as questions, open(os.dup(1), "w", encoding="utf-8") as answers:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        serve(questions, answers)


if __name__ == "__main__":  # pragma: no cover - in a process of its own, which nothing measures
    main()
