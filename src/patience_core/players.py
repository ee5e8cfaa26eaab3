"""The engine's own players, and the streams of numbers that players draw from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from patience_core.deals import Deal
from patience_core.errors import PlayerError, nearest
from patience_core.game import Game, Player
from patience_core.moves import Move
from patience_core.splitmix import Stream, mix, word_of
from patience_core.table import Table


def first(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Play the first legal move."""
    return moves[0]


def random(_table: Table, moves: tuple[Move, ...], stream: Stream) -> Move:
    """Play any legal move, each equally likely."""
    return moves[stream.below(len(moves))]


ENGINE_PLAYERS: Final[Mapping[str, Player]] = {"first": first, "random": random}


def named_players(game: Game) -> Mapping[str, Player]:
    """Return every named player of a game: the engine's own, and then the game's."""
    return {**ENGINE_PLAYERS, **game.players}


def find_player(game: Game, name: str) -> Player:
    """Return the player of that name; PlayerError when neither the engine nor the game has it."""
    known = named_players(game)
    if name not in known:
        raise PlayerError(f"{game.title} has no player {name!r}; it has {', '.join(known)}.{nearest(name, known)}")
    return known[name]


def player_stream(deal: Deal, name: str) -> Stream:
    """Return the numbers that the named player draws in this deal: the same whenever it is played again."""
    return named_stream(deal.key, name)


def named_stream(key: int, name: str) -> Stream:
    """Return the numbers that stand behind a key for what has that name: the same on every machine."""
    return Stream(mix(key ^ word_of(name)))


class Repetition:
    """Notices that automatic play goes round in a circle: a table comes again, and the player has drawn nothing since.

    What is chosen depends on the table and on what is drawn, and so all would be the same for ever. What is drawn does
    not count where there is no choice; tallies never do, since neither a rule nor a player reads them.
    """

    def __init__(self, game: Game, stream: Stream) -> None:
        """Begin with no table.

        Args:
            game: what is played.
            stream: the player's; it is looked at, and not drawn from.
        """
        self._choices = game.choices
        self._tallies = game.tallies
        self._stream = stream
        self._drawn = stream.state
        self._met: set[Table] = set()
        self._before: Table | None = None  # the last table, not among the others yet: it may never have to be

    def comes(self, table: Table) -> bool:
        """Take the next table of the play, and tell whether it has been there before."""
        drawn = self._stream.state
        if self._choices and drawn != self._drawn:
            self._drawn = drawn
            self._met.clear()
        elif self._before is not None:
            self._met.add(self._before)
        self._before = table.without(self._tallies)
        return bool(self._met) and self._before in self._met
