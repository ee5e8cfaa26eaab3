"""The legal moves: what they look like, that they can be made, and that nothing else can."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any, Final, TypeVar

from patience_core.conformance.definitions import Check
from patience_core.conformance.trials import FAULTS, Trial, copied, shown, told
from patience_core.engine import settle
from patience_core.errors import MoveError
from patience_core.game import Game
from patience_core.moves import Move
from patience_core.session import Session
from patience_core.table import Table

T = TypeVar("T")

MOST_LEGAL: Final = 10_000
"""Legal moves of one table at most; more would be an endless list."""

MOST_TRIED: Final = 100
"""Legal moves of one table that are tried."""

COMMANDS: Final = frozenset({"moves", "hint", "safe", "undo", "redo", "rules", "save", "quit", "help"})
"""Words that a person types for other things than moves."""

EQUALS: Final = 5
"""Equal games that are asked in turn, all alive at once, since what depends on a game's address may agree in two."""

LATEST: Final = 5
"""How many moves that were legal earlier are tried again at each table, the latest ones."""

NO_MOVES: Final = ("no such move", "0", "~", "KX to nowhere")
"""Texts that no game has."""


def offered(trial: Trial, game: Game, table: Table) -> tuple[Move, ...]:
    """Return the legal moves as a game gives them, if they are moves and not endlessly many."""
    own = type(game).legal_moves is not Game.legal_moves
    over = not own and game.has_win and game.won(table)
    found: Any = () if over else game.legal_moves(table) if own else game.moves(table)
    trial.must(hasattr(found, "__iter__"), "moves() yields moves", shown(found))
    moves: tuple[Any, ...] = tuple(islice(found, MOST_LEGAL + 1))
    trial.must(len(moves) <= MOST_LEGAL, f"at most {MOST_LEGAL:,} legal moves", "more")
    for move in moves:
        trial.must(isinstance(move, Move), "moves() yields moves", shown(move))
    return moves


def _moves(trial: Trial) -> None:
    session = trial.begin()
    for pick in (*trial.play.picks, None):
        _well_formed(trial, offered(trial, trial.game, session.table))
        if pick is None or not session.moves:
            return
        try:
            trial.step(session, pick)
        except FAULTS:  # moves-apply, which needs this one, tells of that
            return


def _well_formed(trial: Trial, moves: tuple[Move, ...]) -> None:
    """Fail unless each move has a text that can be typed and that no other has."""
    trial.counts["tables"] += 1
    texts: dict[str, Move] = {}
    for move in moves:
        text = move.text
        trial.must(text == " ".join(text.split()), "single spaces in the text of a move", repr(text))
        folded = text.casefold()
        trial.must(folded not in COMMANDS, "a text that is not a command of front ends", repr(text))
        other = texts.setdefault(folded, move)
        same = "two moves" if other == move else f"also {other.text!r}, with other steps"
        trial.must(other is move, f"one legal move {text!r}, whatever the case of its letters", same)


def _same_moves(trial: Trial) -> None:
    game = trial.game
    equals = [type(game).configured(game.options) for _ in range(EQUALS)]
    met: list[tuple[Table, tuple[Move, ...]]] = []
    for session in trial.walk():
        table, moves = session.table, session.moves
        kept, copy = copied(table), copied(table)
        for asked, which, how in (
            (game, table, ""),
            (game, copy, " on an equal table"),
            (equals[len(met) % EQUALS], table, " of an equal game"),
        ):
            again = offered(trial, asked, which)
            trial.equal(f"the same legal moves{how}", _listed(moves), _listed(again))
            trial.must(moves == again, f"the same legal moves{how}", "the same texts with other steps")
        for ask in (game.outcome, game.score, game.verdict, game.situation, game.hint):
            with suppress(*FAULTS):  # other checks tell of that
                ask(table)
        if kept != table:
            trial.fail("a table that is not changed by asking the game about it", "another table", kept, table)
        met.append((table, moves))
    for table, moves in reversed(met):
        trial.equal("the same legal moves of an earlier table", _listed(moves), _listed(offered(trial, game, table)))


def _listed(moves: tuple[Move, ...]) -> list[str]:
    return [move.text for move in moves]


def _apply(trial: Trial) -> None:
    game = trial.game
    for session in trial.walk():
        before = session.position
        for move in session.moves[:MOST_TRIED]:
            try:
                after, _ = settle(game, before.after(move.steps))
            except FAULTS as error:
                trial.fail(f"the legal move {move.text!r} can be made", told(error), before.table)
            trial.counts["tried"] += 1
            if after.table == before.table:
                trial.fail(f"the legal move {move.text!r} changes the table", "the same table", before.table)


def _refusals(trial: Trial) -> None:
    met: dict[str, Move] = {}
    for session in trial.walk():
        legal = {move.text.casefold() for move in session.moves}
        for text in (*NO_MOVES, *met):
            if not any(each.startswith(text.casefold()) for each in legal):
                _refused(trial, session, text)
        for move in (*met.values(), *(Move(move.text, *move.steps, *move.steps) for move in session.moves[:2])):
            if move not in session.moves:
                _refused(trial, session, move)
        met = _latest(met, {move.text: move for move in session.moves})


def _latest(met: dict[str, T], now: dict[str, T]) -> dict[str, T]:
    """Return what was met last, with what is met now."""
    kept = {text: value for text, value in met.items() if text not in now} | now
    return dict(list(kept.items())[-LATEST:])


def _refused(trial: Trial, session: Session, move: Move | str) -> None:
    """Fail unless the session refuses the move, says why, and is what it was."""
    trial.counts["refused"] += 1
    state = session.position, session.moves, session.can_undo, session.can_redo
    what = repr(move) if isinstance(move, str) else f"{move.text!r} with steps that are not legal here"
    try:
        session.play(move)
    except MoveError as error:
        said = str(error)
        trial.must(said.strip(), f"a sentence on why {what} is refused", repr(said))
    except FAULTS as error:
        trial.fail(f"{what} is refused with a sentence", told(error), session.table)
    else:
        trial.fail(f"{what}, which is not a legal move, is refused", "it was played")
    now = session.position, session.moves, session.can_undo, session.can_redo
    if state != now:
        trial.fail(f"nothing changed by {what}, which is refused", "another state", state[0].table, session.table)


def _has_reasons(game: Game) -> str | None:
    return "it does not say why a move is not legal" if type(game).why_not is Game.why_not else None


def _reasons(trial: Trial) -> None:
    game = trial.game
    met: dict[str, None] = {}
    for session in trial.walk():
        legal = {move.text for move in session.moves}
        for text in met:
            if text not in legal:
                _why(trial, session, text)
        said = game.why_not(session.table, NO_MOVES[0])
        trial.must(said is None, f"None from why_not() for {NO_MOVES[0]!r}, which is no move of any table", shown(said))
        trial.counts["texts"] += 1
        met = _latest(met, dict.fromkeys(move.text for move in session.moves))


def _why(trial: Trial, session: Session, text: str) -> None:
    for typed in (text, text.casefold()):
        why = trial.game.why_not(session.table, typed)
        good = isinstance(why, str) and why.strip() and why.isprintable()
        trial.must(good, f"a reason from why_not() for {typed!r}, which was legal before and is not now", shown(why))
        trial.counts["reasons"] += 1


def _makes_choices(game: Game) -> str | None:
    return "it claims to offer choices" if game.choices else None


def _no_choice(trial: Trial) -> None:
    for session in trial.walk():
        texts = _listed(session.moves)
        trial.must(len(texts) <= 1, "one legal move at most, since choices is False", ", ".join(texts))


CHECKS: Final = (
    Check(
        "moves",
        since="0.1",
        statement="The legal moves are finitely many Move values, and no two of one table share a text.",
        advice="moves() yields Move values with short, plain, single-spaced texts that differ in more than case.",
        look=_moves,
        least={"tables": 10},
        needs=("settling",),
    ),
    Check(
        "same-moves",
        since="0.1",
        statement="The same table always has the same legal moves in the same order, and asking does not change it.",
        advice="Let moves() read nothing but the table and the options: no state, no chance, no order of a set.",
        look=_same_moves,
        needs=("moves",),
        least={"moves": 10, "branches": 1},
    ),
    Check(
        "moves-apply",
        since="0.1",
        statement="Every legal move can be made, and changes the table.",
        advice="Compare the steps of the move with the table shown: a pile may hold too few cards for them.",
        look=_apply,
        needs=("moves",),
        least={"tried": 10},
        unless={"tried": "no table had a legal move"},
    ),
    Check(
        "refusals",
        since="0.1",
        statement="Everything but a legal move is refused with a sentence, and changes nothing.",
        advice="why_not() must return a text or None for whatever text it is given, and must not raise.",
        look=_refusals,
        least={"refused": 20},
    ),
    Check(
        "reasons",
        since="0.1",
        statement="A move that was legal before is refused with a reason, and a text of no move with none.",
        advice="why_not() returns a sentence for each text that some move of the game has, and None for all others.",
        look=_reasons,
        least={"texts": 10, "reasons": 1},
        unless={"reasons": "no move was legal first and not later"},
        applies=_has_reasons,
    ),
    Check(
        "no-choice",
        since="0.1",
        statement="A game that claims to offer no choice never has more than one legal move.",
        advice="Drop choices = False, or compute it from the options that bring a choice.",
        look=_no_choice,
        least={"moves": 10},
        applies=_makes_choices,
    ),
)
