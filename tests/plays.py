"""Plays of the small games, drawn as a deal and choices among the legal moves."""

from __future__ import annotations

from hypothesis import strategies as st

from patience_core import Card, Deal, Game, Session, Table
from tests.games import GAMES, Pairs, Steps

KINDS = st.sampled_from(GAMES)
CHOSEN = st.lists(st.integers(0, 1_000), max_size=60)


@st.composite
def plays(draw: st.DrawFn) -> tuple[Game, Deal, list[int]]:
    """Draw a game, a deal as a permutation, and choices among the legal moves."""
    game = draw(KINDS)()
    if isinstance(game, Steps):
        game = Steps(pace="Run", back=draw(st.booleans()), goal=7)
    return game, Deal.of(draw(st.permutations(game.pack.cards)), game.pack), draw(CHOSEN)


def played(game: Game, deal: Deal, chosen: list[int]) -> Session:
    """Return a session in which the chosen moves have been played, as far as there are any."""
    session = Session(game, deal)
    for number in chosen:
        if not session.moves:
            break
        session.play(session.moves[number % len(session.moves)])
    return session


def pairs() -> Session:
    """Return a deal of Pairs that the first legal moves win."""
    return Session(Pairs(), Deal.numbered(10))


def face_up(table: Table) -> set[Card]:
    """Return the cards that lie face up."""
    return {card for pile in table.piles.values() for card in pile if isinstance(card, Card)}
