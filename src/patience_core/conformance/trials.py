"""Trial: one look at a game by one check, which counts what it has looked at and says what is broken."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from attrs import frozen

from patience_core.conformance.play import Play
from patience_core.errors import PatienceError, quoted
from patience_core.game import Game
from patience_core.session import Observer, Session
from patience_core.table import Table

T = TypeVar("T")

FAULTS = (Exception, SystemExit)
"""What a game may raise by mistake. Ctrl-C is no fault of a game."""


@frozen
class Profile:
    """How much a run looks at.

    Attributes:
        name: what it is called.
        plays: how many plays each check draws.
        moves: after how many moves in all a check draws no more plays; fewer with a pack of more than 52 cards.
        longest: the most moves of one play, where the check need not see its end; twice as many where it should, but
            play may go on for ever.
        odds: how many plays are compared with the exact odds.
    """

    name: str
    plays: int
    moves: int
    longest: int
    odds: int


class BrokenRuleError(PatienceError):
    """A rule has been found broken: what was expected and what came.

    Attributes:
        expected: what should have been.
        came: what was.
        before: the table before it, where a table shows it.
        after: the table after it.
    """

    def __init__(self, expected: str, came: str, before: Table | None = None, after: Table | None = None) -> None:
        """Keep the parts beside the sentence."""
        super().__init__(f"expected {expected}; came {came}")
        self.expected = expected
        self.came = came
        self.before = before
        self.after = after


class Shared:
    """What the trials of one check have in common: counts, and what is costly to make, such as another process."""

    def __init__(self, kind: type[Game], games: tuple[Game, ...], profile: Profile, seed: int) -> None:
        """Begin with nothing counted."""
        self.kind = kind
        self.games = games
        self.profile = profile
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self._made: dict[object, Any] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Shared:
        """Open nothing yet."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close what was made."""
        self._stack.close()

    def made(self, make: Callable[[], AbstractContextManager[T]]) -> T:
        """Return what `make` gives, entered once and closed when the check is done."""
        if make not in self._made:
            self._made[make] = self._stack.enter_context(make())
        made: T = self._made[make]
        return made


class Trial:
    """One look at a game: a check walks through the play, counts what it sees, and fails where a rule is broken."""

    def __init__(self, shared: Shared, play: Play | None) -> None:
        """Take the play to look at; a check of the class as a whole has none."""
        self.shared = shared
        self._play = play
        self._session: Session | None = None
        self._texts: list[str] = []
        self._failing = False
        self._shown: tuple[Table, Table] | None = None

    @property
    def play(self) -> Play:
        """The play."""
        assert self._play is not None  # the runner gives one to each check that looks at plays
        return self._play

    @property
    def game(self) -> Game:
        """The game under its options."""
        return self.play.game

    @property
    def counts(self) -> Counter[str]:
        """What has been looked at so far, over all trials of this check."""
        return self.shared.counts

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves that have been played, the last of them perhaps in vain."""
        return tuple(self._texts)

    def begin(self, observers: Iterable[Observer] = ()) -> Session:
        """Deal the play's deal, and return the session; where the check fails, its moves and tables are shown."""
        self._session = None
        self._texts.clear()
        self._session = Session(self.game, self.play.deal, observers)
        self.counts["plays"] += 1
        return self._session

    def play_out(self, observers: Iterable[Observer] = ()) -> Session:
        """Return the session after the whole play."""
        session = self.begin(observers)
        for _ in self._onward(session):
            pass
        return session

    def walk(self, observers: Iterable[Observer] = ()) -> Iterator[Session]:
        """Yield the session after the deal and after each move of the play."""
        yield from self._onward(self.begin(observers))

    def _onward(self, session: Session) -> Iterator[Session]:
        yield session
        for pick in self.play.picks:
            moves = session.moves
            if not moves:
                break
            self.counts["branches"] += len(moves) > 1
            self.step(session, pick)
            yield session
        self.counts["ends"] += not session.moves

    def step(self, session: Session, pick: int) -> None:
        """Play one of the legal moves, and count it."""
        move = session.moves[pick % len(session.moves)]
        self._texts.append(move.text)
        self._failing = True
        session.play(move)
        self._failing = False
        self.counts["moves"] += 1

    def play_by(self, player: str) -> str:
        """Let a named player play on in the session as `Session.auto` does; return why it has stopped."""
        assert self._session is not None  # a check begins before it plays
        before = len(self._session.history)
        try:
            return self._session.auto(player)
        finally:
            self._texts += [move.text for move in self._session.history[before:]]
            self.counts["moves"] += len(self._session.history) - before

    def note(self, text: str, before: Table, after: Table) -> None:
        """Remember a move that was made without the session, and the tables before and after it."""
        self._texts.append(text)
        self._shown = before, after
        self.counts["moves"] += 1

    def fail(self, expected: str, came: str, before: Table | None = None, after: Table | None = None) -> NoReturn:
        """Say that the rule is broken.

        Args:
            expected: what should have been, as the rest of a sentence.
            came: what was.
            before: a table to show; that before the last move unless given.
            after: a table to show beside it; that after the last move unless given.
        """
        raise BrokenRuleError(expected, came, before, after)

    def must(self, holds: object, expected: str, came: str) -> None:
        """Fail unless it holds."""
        if not holds:
            self.fail(expected, came)

    def equal(self, what: str, expected: object, came: object) -> None:
        """Fail unless both are equal, which are the `what` of the game."""
        if expected != came:
            self.fail(f"{what}: {shown(expected)}", shown(came))

    def tables(self) -> tuple[Table | None, Table | None]:
        """Return the tables before and after the last move; where there was none, only the one after the deal."""
        if self._shown is not None:
            return self._shown
        if self._session is None:
            return None, None
        if self._failing or not self._session.can_undo:
            return self._session.table, None
        now = self._session.table
        self._session.observers.clear()
        self._session.undo()
        before = self._session.table
        self._session.redo()
        return before, now

    def crashed(self, error: BaseException) -> BrokenRuleError:
        """Return what is broken when the game, or the engine over it, has raised an error."""
        where = f" when {quoted(self._texts[-1])} was played" if self._failing else ""
        return BrokenRuleError("no error", f"{told(error).rstrip('.') if where else told(error)}{where}")


def told_of(session: Session) -> dict[str, Any]:
    """Return what a game says of the table of a session."""
    game, table = session.game, session.table
    return {
        "outcome": session.outcome,
        "score": session.score,
        "verdict": session.verdict,
        "situation": game.situation(table),
        "hint": game.hint(table),
    }


def copied(table: Table) -> Table:
    """Return an equal table that shares nothing with this one which a game could change."""
    return Table(dict(table.piles), dict(table.counts), table.face_down)


def told(error: BaseException) -> str:
    """Say which error it is, and where in the game it was raised."""
    said = " ".join(str(error).split())
    if isinstance(error, PatienceError):
        return f"{type(error).__name__}: {said}"
    frames = traceback.extract_tb(error.__traceback__)
    at = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""
    return f"{type(error).__name__}: {said}{at}" if said else f"{type(error).__name__}{at}"


def shown(value: object, most: int = 300) -> str:
    """Write a value for a person, cut short."""
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."
