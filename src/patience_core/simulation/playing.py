"""Play the deals of a range one after another by the reference engine, and count what comes of them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from time import perf_counter
from typing import Final, NamedTuple

from attrs import frozen

from patience_core.deals import Deal
from patience_core.engine import lay_out, refuse, settle
from patience_core.errors import GameError, PatienceError
from patience_core.game import Game, Outcome
from patience_core.players import Repetition, find_player, player_stream
from patience_core.players import first as take_first
from patience_core.session import AUTO_LIMIT
from patience_core.simulation.summary import Summary
from patience_core.splitmix import Stream

OUTCOMES: Final = tuple(Outcome)
NOTHING: Final = Stream(0)
"""What the player `first` is handed, which draws nothing."""

ENDED: Final = frozenset({Outcome.WON, Outcome.LOST, Outcome.DONE})


class Row(NamedTuple):
    """What came of one deal: its number, the outcome ("in play" where it was stopped), score and moves played."""

    number: int
    outcome: Outcome
    score: int
    moves: int


@frozen
class Rows:
    """What came of consecutive deals, one by one, in little memory.

    Attributes:
        first: the number of the first deal.
        outcomes: for each deal the place of its outcome among `OUTCOMES`.
        scores: the score of each.
        moves: the moves of each.
    """

    first: int
    outcomes: bytes
    scores: array[int]
    moves: array[int]

    def __iter__(self) -> Iterator[Row]:
        """Yield a row for each deal."""
        for at, outcome in enumerate(self.outcomes):
            yield Row(self.first + at, OUTCOMES[outcome], self.scores[at], self.moves[at])


@frozen
class Played:
    """What comes back of a range of deals that has been played.

    Attributes:
        summary: the counts.
        seconds: how long the playing took, where it was done.
        rows: deal by deal, where that was asked for.
    """

    summary: Summary
    seconds: float
    rows: Rows | None = None


def play_deal(game: Game, player: str, number: int) -> Row:
    """Play one deal as `Session.auto` does, keeping neither history nor observers; GameError names the deal."""
    try:
        return _play_deal(game, player, number)
    except (Exception, SystemExit) as error:  # whatever a game or a player raises by mistake
        what = f"{error}" if isinstance(error, PatienceError) else f"{type(error).__name__}: {error}"
        raise GameError(f"{game.title}, deal {number}, player {player}: {what}") from error


def _play_deal(game: Game, player: str, number: int) -> Row:
    deal = Deal.numbered(number, game.pack)
    choose = find_player(game, player)
    stream = NOTHING if choose is take_first else player_stream(deal, player)  # making one takes long
    position, _ = settle(game, lay_out(game, deal))
    may_repeat = game.longest is None
    repetition = Repetition(game, stream)
    played = 0
    moves = game.legal_moves(position.table)
    while moves and played < AUTO_LIMIT:
        table = position.table
        if may_repeat and repetition.comes(table):
            break
        move = choose(table, moves, stream)
        if id(move) not in map(id, moves) and move not in moves:
            refuse(game, table, moves, move)
        position, _ = settle(game, position.after(move.steps))
        played += 1
        moves = game.legal_moves(position.table)
    return Row(number, game.outcome(position.table), game.score(position.table), played)


def play_range(game: Game, player: str, first: int, deals: int, *, keep_rows: bool = False) -> Played:
    """Play consecutive deals and count what came of them."""
    begun = perf_counter()
    rows = Rows(first, b"", array("q"), array("q"))
    outcomes = bytearray()
    ends: Counter[Outcome] = Counter()
    scores: Counter[int] = Counter()
    moves = 0
    for number in range(first, first + deals):
        row = play_deal(game, player, number)
        ends[row.outcome] += 1
        if row.outcome in ENDED:
            scores[row.score] += 1
        moves += row.moves
        if keep_rows:
            outcomes.append(OUTCOMES.index(row.outcome))
            rows.scores.append(row.score)
            rows.moves.append(row.moves)
    summary = Summary.of(
        game,
        player,
        first,
        deals=deals,
        won=ends[Outcome.WON],
        scores=scores,
        moves=moves,
        unfinished=ends[Outcome.IN_PLAY],
    )
    return Played(
        summary, perf_counter() - begun, Rows(first, bytes(outcomes), rows.scores, rows.moves) if keep_rows else None
    )
