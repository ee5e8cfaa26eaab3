"""How a play stands and ends: its length, its outcome, its score, and what is said of it."""

from __future__ import annotations

from typing import Any, Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.trials import Trial, shown
from patience_core.errors import MoveError
from patience_core.game import WIN_OR_LOSE, Game, Outcome


def _goes_on(game: Game) -> str | None:
    return "it declares that play may go on for ever" if game.longest is None else None


def _longest(trial: Trial) -> None:
    longest = trial.game.longest
    for made, _ in enumerate(trial.walk()):
        trial.must(longest is None or made <= longest, f"at most {longest} moves, as it declares", f"move {made}")


def _outcome(trial: Trial) -> None:
    game = trial.game
    for session in trial.walk():
        table, moves = session.table, session.moves
        won = game.won(table)
        trial.must(type(won) is bool, "True or False from won()", shown(won))
        trial.must(game.has_win or not won, "False from won(), since has_win is False", shown(won))
        expected = _expected(game, won=won, moves=bool(moves))
        legal = f"{len(moves)} legal moves" if len(moves) != 1 else "1 legal move"
        said = "" if not game.has_win else f", and won() is {won}"
        came: Any = game.outcome(table)
        if came is not expected:
            there_are = f"there {'is' if len(moves) == 1 else 'are'} {legal}{said}"
            came = str(came) if isinstance(came, Outcome) else came
            trial.fail(f"the outcome {expected.value!r}, since {there_are}", shown(came))
        trial.must(not (won and moves), "no legal move where the game is won", legal)


def _expected(game: Game, *, won: bool, moves: bool) -> Outcome:
    if game.has_win and won:
        return Outcome.WON
    if moves:
        return Outcome.IN_PLAY
    return Outcome.LOST if game.has_win else Outcome.DONE


def _ended(trial: Trial) -> None:
    game = trial.game
    met: dict[str, None] = {}
    session = trial.begin()
    for pick in trial.play.picks:
        met |= dict.fromkeys(move.text for move in session.moves)
        if not session.moves:
            break
        trial.step(session, pick)
    if session.moves:
        return
    trial.counts["ends"] += 1
    table, outcome = session.table, session.outcome
    trial.must(outcome is not Outcome.IN_PLAY, "an outcome, since there is no legal move", repr(str(outcome)))
    trial.equal("what settles when the play has ended", (), tuple(game.settle(table)))
    for text in met:
        try:
            session.play(text)
        except MoveError:
            trial.counts["refused"] += 1
        else:
            trial.fail(f"{text!r} is refused, since the play has ended", "it was played")
    trial.equal("why automatic play stops", "over", session.auto(limit=10))
    trial.must(session.table == table, "the same table after automatic play has found the play ended", "another one")
    trial.equal("the outcome asked for again", outcome, session.outcome)
    trial.equal("the legal moves asked for again", (), game.legal_moves(table))


def _score(trial: Trial) -> None:
    game, scoring = trial.game, trial.game.scoring
    for session in trial.walk():
        score = game.score(session.table)
        trial.must(type(score) is int, "a whole number from score()", shown(score))
        trial.equal("the score asked for again", score, game.score(session.table))
        if session.moves:
            continue
        fits = scoring.least <= score <= scoring.most
        trial.must(fits, f"a score from {scoring.least} to {scoring.most} in a finished game", shown(score))
        if scoring == WIN_OR_LOSE:
            trial.equal("the score of a game that counts wins", int(game.won(session.table)), score)


def _texts(trial: Trial) -> None:
    game = trial.game
    for session in trial.walk():
        table = session.table
        trial.counts["tables"] += 1
        verdict = game.verdict(table)
        trial.must(_is_line(verdict), "one line of text from verdict()", shown(verdict))
        for name, said in (("situation", game.situation(table)), ("hint", game.hint(table))):
            trial.must(said is None or _is_line(said), f"one line of text or None from {name}()", shown(said))


def _is_line(said: object) -> bool:
    return isinstance(said, str) and bool(said.strip()) and said.isprintable()


CHECKS: Final = (
    Check(
        "longest",
        since="0.1",
        statement="No play has more moves than the game declares as its longest.",
        advice="Count again, or declare longest = None where play may go on for ever.",
        look=_longest,
        least={"plays": 10, "ends": 5},
        applies=_goes_on,
        to_the_end=True,
    ),
    Check(
        "outcome",
        since="0.1",
        statement="The outcome agrees with the legal moves and with won(): in play while there is a legal move.",
        advice="Leave outcome() as the engine has it, and let won() return True or False.",
        look=_outcome,
        least={"plays": 10, "ends": 5},
        to_the_end=True,
    ),
    Check(
        "ended",
        since="0.1",
        statement="A play that has ended stays ended.",
        advice="Neither moves() nor settle() may yield anything later for a table for which they once yielded nothing.",
        look=_ended,
        least={"ends": 5},
        to_the_end=True,
    ),
    Check(
        "score",
        since="0.1",
        statement="The score is a whole number, and that of a finished game lies in the declared range.",
        advice="Compare score() with the least and most that scoring declares.",
        look=_score,
        least={"plays": 10, "ends": 5},
        to_the_end=True,
    ),
    Check(
        "texts",
        since="0.1",
        statement="What the game says of a table is one line of text.",
        advice="verdict() returns a line for every table, also in mid play; situation() and hint() a line or None.",
        look=_texts,
        least={"tables": 10},
    ),
)
