"""Play: a deal and choices among the legal moves, as plain numbers; and how plays are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, product
from typing import Final, TypeVar

from attrs import frozen

from patience_core.deals import Deal
from patience_core.game import Game
from patience_core.players import named_stream
from patience_core.session import Session
from patience_core.splitmix import Stream, mix

T = TypeVar("T")

MOST_GAMES: Final = 1_000
"""Choices of options that are tried; of a game with more, those that come first and differ most are."""

MOST_PICK: Final = 1 << 16

MOST_DRAWN: Final = 1_000
"""Picks of one play that are drawn; a longer play has the same over again, since most plays end long before."""


@frozen
class Play:
    """A game under its options, a deal, and which legal move is played each time.

    Attributes:
        game: the game.
        deal: the deal.
        picks: which of the legal moves is played: the one at `pick % len(legal)`, so that -1 is the last. The play
            stops when the picks, or the legal moves, come to an end.
        twist: a number that a check may draw from besides, as for the order in which it exchanges suits.
    """

    game: Game
    deal: Deal
    picks: tuple[int, ...] = ()
    twist: int = 0

    def session(self) -> Session:
        """Return the session in which all of it has been played."""
        session = Session(self.game, self.deal)
        for _ in self.through(session):
            pass
        return session

    def through(self, session: Session) -> Iterator[Session]:
        """Yield the session as it is dealt, and again after each move of the play."""
        yield session
        for pick in self.picks:
            moves = session.moves
            if not moves:
                break
            session.play(moves[pick % len(moves)])
            yield session


def choices_of(kind: type[Game], options: Mapping[str, object] | None = None) -> tuple[Game, ...]:
    """Return the game under every choice of its options, the usual one first.

    Args:
        kind: the game class.
        options: those that are fixed, each a choice or its text; all others take every choice.

    Raises:
        OptionError: a fixed option is unknown, or does not take that value.
    """
    usual = kind.configured(options or {})
    free = [option for option in kind.declared_options() if option.name not in (options or {})]
    ordered = [[option.default, *(each for each in option.choices if each != option.default)] for option in free]
    games: dict[Game, None] = {usual: None}
    for chosen in _nearest_first(ordered):
        if len(games) >= MOST_GAMES:
            break
        games[kind.configured({**(options or {}), **dict(zip((o.name for o in free), chosen, strict=True))})] = None
    return tuple(games)


def _nearest_first(choices: list[list[str | int | bool]]) -> Iterator[tuple[str | int | bool, ...]]:
    """Yield every combination; where they are many, first those in which one choice or two are unusual."""
    usual = tuple(each[0] for each in choices)
    for one, each in enumerate(choices):
        for other in range(one, len(choices)):
            for first, second in product(each, choices[other]):
                yield tuple(
                    second if place == other else first if place == one else value for place, value in enumerate(usual)
                )
    yield from product(*choices)


def seeded(seed: int, name: str) -> Stream:
    """Return the numbers that stand behind a seed for what has that name: the same on every machine."""
    return named_stream(mix(seed), name)


def runs_of(values: Iterable[T]) -> list[tuple[T, int]]:
    """Return each value and how many times in a row it stands there."""
    return [(value, len(list(same))) for value, same in groupby(values)]


def draw_play(game: Game, stream: Stream, most: int) -> Play:
    """Return a play of any deal with at most `most` moves, drawn from a stream of numbers."""
    deal = Deal.numbered(stream.word() >> 1, game.pack)
    return Play(game, deal, _draw_picks(stream, most) if game.choices else (0,) * most, stream.below(MOST_PICK))


def _draw_picks(stream: Stream, most: int) -> tuple[int, ...]:
    """Return picks in one of a few ways: any moves, always the first, always the last, mostly one of these."""
    way = stream.below(8)
    if way == 0:
        return (0,) * most
    if way == 1:
        return (-1,) * most
    picks = tuple(stream.below(MOST_PICK) for _ in range(min(most, MOST_DRAWN)))
    if way == 2:
        picks = tuple(pick if pick % 4 == 0 else 0 for pick in picks)
    if way == 3:
        picks = tuple(pick if pick % 4 == 0 else -1 for pick in picks)
    return (picks * (most // MOST_DRAWN + 1))[:most]
