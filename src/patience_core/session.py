"""Session: one play of one deal, with undo, redo, automatic play and observers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

from attrs import frozen

from patience_core.deals import Deal
from patience_core.engine import find_move, lay_out, refuse, settle, slots_seen
from patience_core.errors import HistoryError, PatienceError, RecordError, quoted
from patience_core.game import Game, Outcome
from patience_core.moves import Move, Step
from patience_core.origins import plugin_of
from patience_core.players import Repetition, find_player, player_stream
from patience_core.records import MOST_SHOWN, Record, Result
from patience_core.splitmix import Stream
from patience_core.table import Position, Table

AUTO_LIMIT: Final = 100_000


@frozen
class Change:
    """What an observer is told: a move was played, undone or done again.

    Attributes:
        kind: "play", "undo" or "redo".
        move: the move.
        steps: what was really applied: the move's own steps and what settled after it. For an undo these
            are the steps taken back, in the order in which they were once applied.
        before: the table before the change.
        after: the table after it.
    """

    kind: Literal["play", "undo", "redo"]
    move: Move
    steps: tuple[Step, ...]
    before: Table
    after: Table


Observer = Callable[[Change], object]

Stop = Literal["over", "limit", "repeated"]
"""Why automatic play stopped: the play is over, the limit is reached, or it has begun to go round in a circle."""


_Played = tuple[Position, tuple[Move, ...] | None, Move, tuple[Step, ...]]
"""A move and what settled after it, with the position on its other side and the legal moves there, once found."""


class Session:
    """A play: the one thing here that changes, as a history over values.

    An observer is called after each change; an error that it raises reaches the caller, the change having been made.
    """

    def __init__(self, game: Game, deal: Deal, observers: Iterable[Observer] = ()) -> None:
        """Deal and settle; DealError when the deal is of another pack than the game's.

        Args:
            game: the game under its options.
            deal: the whole pack in dealing order.
            observers: called with every `Change`, in this order.
        """
        self.game: Final = game
        self.deal: Final = deal
        self.observers: Final = list(observers)
        self._position, self.settled = settle(game, lay_out(game, deal))
        self._settles = type(game).settle is not Game.settle
        self._moves: tuple[Move, ...] | None = None  # the legal ones, once they have been found
        self._past: list[_Played] = []
        self._future: list[_Played] = []  # what can be redone, the next one last
        self._streams: dict[str, Stream] = {}
        self._seen: set[int] = set()
        self._looked_at = -1  # how many moves have been looked at for `seen`; -1 before the deal has

    @property
    def position(self) -> Position:
        """The engine's whole state, hidden cards and all: not for games or front ends."""
        return self._position

    @property
    def table(self) -> Table:
        """What the player sees now."""
        return self._position.table

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the game's order; none when the play is over."""
        moves = self._moves
        if moves is None:
            moves = self._moves = self.game.legal_moves(self._position.table)
        return moves

    @property
    def outcome(self) -> Outcome:
        """How the play stands."""
        return self.game.outcome(self.table)

    @property
    def score(self) -> int:
        """The score as it stands."""
        return self.game.score(self.table)

    @property
    def verdict(self) -> str:
        """One sentence on how it ended, in the game's terms."""
        return self.game.verdict(self.table)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played and not undone, the first one first."""
        return tuple(move for _, _, move, _ in self._past)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to play again."""
        return bool(self._future)

    def play(self, move: Move | str) -> Move:
        """Play a legal move, or the one that a text names (see `find_move`), and return it.

        What was undone before can then no longer be redone.

        Raises:
            UnknownMoveError: not a move of this game.
            IllegalMoveError: not legal here; the error says why.
            AmbiguousMoveError: several legal moves begin with the text.
        """
        position, moves = self._position, self.moves
        # Comparing moves in full takes long, and most often it is one of those that were offered.
        if isinstance(move, str) or (id(move) not in map(id, moves) and move not in moves):
            move = self._find(move)
        after = position.after(move.steps)
        settled: tuple[Step, ...] = ()
        if self._settles:
            after, settled = settle(self.game, after)
        if self._future:
            self._future.clear()
        self._past.append((position, moves, move, settled))
        self._position = after
        self._moves = None
        if self.observers:
            self._tell("play", self._past[-1], position.table, after.table)
        return move

    def undo(self) -> Move:
        """Take back the last move with all that settled after it, and return it; HistoryError when there is none."""
        if not self._past:
            raise HistoryError("There is no move to undo.")
        self._look()  # what has been seen stays seen
        self._looked_at -= 1
        return self._step_over("undo", self._past, self._future)

    def redo(self) -> Move:
        """Play the last undone move again and return it; HistoryError when there is none."""
        if not self._future:
            raise HistoryError("There is no move to redo.")
        return self._step_over("redo", self._future, self._past)

    def auto(self, player: str = "first", limit: int = AUTO_LIMIT) -> Stop:
        """Let a named player go on, for at most `limit` moves, and return why it stopped.

        Where play may go on for ever, it also stops when a table comes again and no number was drawn meanwhile.
        PlayerError when neither the engine nor the game has that player.
        """
        choose = find_player(self.game, player)
        if player not in self._streams:
            self._streams[player] = player_stream(self.deal, player)
        stream = self._streams[player]
        may_repeat = self.game.longest is None
        repetition = Repetition(self.game, stream)
        for _ in range(limit):
            moves = self.moves
            if not moves:
                return "over"
            if may_repeat and repetition.comes(self.table):
                return "repeated"
            self.play(choose(self.table, moves, stream))
        return "limit" if self.moves else "over"

    def safe(self) -> tuple[Move, ...]:
        """Play every move that can do no harm (see `Game.safe_moves`), one after another, and return them.

        Each is a move of its own, to be undone as such.
        """
        played: list[Move] = []
        while len(played) < AUTO_LIMIT and self.moves:
            move = next(iter(self.game.safe_moves(self.table)), None)
            if move is None:
                break
            played.append(self.play(move))
        return tuple(played)

    @property
    def seen(self) -> frozenset[int]:
        """The slots whose cards the player has seen, in this line of play or in one taken back."""
        self._look()
        return frozenset(self._seen)

    def record(self) -> Record:
        """Return the play so far as plain data that can be saved and replayed."""
        return Record(
            game=self.game.id,
            plugin=plugin_of(type(self.game)),
            options=self.game.options,
            cards=self.deal.listing,
            deal=self.deal.text,
            moves=tuple(move.text for move in self.history),
            result=Result(self.outcome, self.score),
        )

    @classmethod
    def replay(cls, record: Record, find_game: Callable[[str], type[Game]]) -> Session:
        """Return the session that a record tells of, every move played anew.

        Args:
            record: as read; nothing that it states is believed.
            find_game: gives the game class of an id, as `Registry.find` does.

        Raises:
            UnknownGameError: from `find_game`.
            RecordError: the options, the deal, a move or the result are wrong; the text says which and why.
        """
        kind = find_game(record.game)
        part = "options"
        try:
            game = kind.configured(record.options)
            part = "deal"
            session = cls(game, _named_again(Deal.parse(record.cards, game.pack), record.deal))
            for number, text in enumerate(record.moves, 1):
                part = f"move {number}"
                session.play(find_move(game, session.table, session.moves, text, exact=True))
        except PatienceError as error:
            raise RecordError(f"record, {part}: {error}{_made_by(record, kind)}") from error
        came = Result(session.outcome, session.score)
        if came != record.result:
            raise RecordError(
                f"record, result: it states {record.result}, but its moves lead to {came}.{_made_by(record, kind)}"
            )
        return session

    def _find(self, move: Move | str) -> Move:
        """Return the legal move that a text names; an error says why there is none, or why a move is not legal."""
        if not isinstance(move, str):
            refuse(self.game, self.table, self.moves, move)
        return find_move(self.game, self.table, self.moves, move)

    def _step_over(self, kind: Literal["undo", "redo"], source: list[_Played], target: list[_Played]) -> Move:
        """Go to the position at the end of `source`, and leave this one at the end of `target`."""
        before = self._position.table
        position, moves, move, settled = source.pop()
        target.append((self._position, self._moves, move, settled))
        self._position, self._moves = position, moves
        self._tell(kind, target[-1], before, position.table)
        return move

    def _tell(self, kind: Literal["play", "undo", "redo"], played: _Played, before: Table, after: Table) -> None:
        _, _, move, settled = played
        change = Change(kind, move, move.steps + settled, before, after)
        for observer in tuple(self.observers):
            observer(change)

    def _look(self) -> None:
        """Add to what has been seen all that the moves shown since the last look."""
        if self._looked_at < 0:
            start = Position.start(self.game.layout.piles, self.deal)
            self._seen |= slots_seen(start, (*self.game.deal(), *self.settled))
        for position, _, move, settled in self._past[max(self._looked_at, 0) :]:
            self._seen |= slots_seen(position, move.steps + settled)
        self._looked_at = len(self._past)


def _named_again(deal: Deal, text: str) -> Deal:
    """Return the deal under the number that a record gives it, where that number really stands for these cards."""
    try:
        numbered = Deal.numbered(int(text), deal.pack)
    except ValueError:  # no number, or none that a deal has
        return deal
    return numbered if numbered == deal else deal


def _made_by(record: Record, kind: type[Game]) -> str:
    """Say that the plugin has another version than the record was made with, where it has."""
    if record.plugin is None:
        return ""
    plugin = plugin_of(kind)
    if record.plugin == plugin:
        return ""
    made = str(record.plugin)
    shown = made if made.isprintable() and len(made) <= MOST_SHOWN else quoted(made)
    return f" It was made with {shown}; installed is {plugin or 'none such'}."
