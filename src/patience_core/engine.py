"""The engine's verbs over a game and a position: lay out a deal, make a move, find the move that a text means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NoReturn

from patience_core.cards import Card
from patience_core.deals import Deal
from patience_core.errors import AmbiguousMoveError, DealError, GameError, IllegalMoveError, UnknownMoveError, quoted
from patience_core.game import Game
from patience_core.moves import PACK, Fetch, Move, Shuffle, Step
from patience_core.table import Pile, Position, Secret, Table

MOST_SETTLINGS: Final = 1_000
MOST_LISTED: Final = 12


def lay_out(game: Game, deal: Deal) -> Position:
    """Return the position in which the deal has been laid out and has not yet settled.

    DealError when the deal is of another pack; GameError when the game does not deal out every card.
    """
    if deal.pack != game.pack:
        raise DealError(f"{game.title} is dealt from another pack than this deal, of {len(game.pack)} cards.")
    model = _model(game)
    if model is None:
        return _dealt(game, tuple(game.deal()), deal)
    (table, secret), shown = model
    order = deal.cards
    piles = dict(table.piles)
    for name in shown:
        piles[name] = tuple([order[secret.slot(card)] if isinstance(card, Card) else card for card in piles[name]])
    return Position(Table(piles, dict(table.counts), table.face_down), Secret(deal, order, 0))


@lru_cache(maxsize=128)
def _model(game: Game) -> tuple[Position, tuple[str, ...]] | None:
    """Return a laid-out deal that serves for all, and its piles that hold face-up cards; None where none serves.

    Of all steps only Fetch looks at a card and only Shuffle mixes them; without these two the cards of every
    deal go to the same places, so these are found once.
    """
    steps = tuple(game.deal())
    if any(isinstance(step, Fetch | Shuffle) for step in steps):
        return None
    position = _dealt(game, steps, Deal.of(game.pack.cards, game.pack))
    return position, tuple(name for name, pile in position.table.piles.items() if any(card.face_up for card in pile))


def _dealt(game: Game, steps: tuple[Step, ...], deal: Deal) -> Position:
    """Return the position after the steps of a deal, with the empty pack taken off the table."""
    position = Position.start(game.layout.piles, deal).after(steps)
    table = position.table
    left = len(table[PACK])
    if left:
        cards = f"{left} card{'' if left == 1 else 's'}"
        raise GameError(f"{game.title}: deal() leaves {cards} in the pack; it must lay out every card.")
    piles: dict[str, Pile] = {name: table[name] for name in game.layout.piles}
    return Position(Table(piles, dict(table.counts), table.face_down), position.secret)


def settle(game: Game, position: Position) -> tuple[Position, tuple[Step, ...]]:
    """Return the position after all that happens of itself, and the steps of it; GameError when it never ends."""
    if game.__class__.settle is Game.settle:
        return position, ()
    applied: tuple[Step, ...] = ()
    for _ in range(MOST_SETTLINGS):
        steps = tuple(game.settle(position.table))
        if not steps:
            return position, applied
        position = position.after(steps)
        applied += steps
    raise GameError(f"{game.title}: settle() has not come to an end after {MOST_SETTLINGS} rounds.")


def slots_seen(position: Position, steps: Iterable[Step]) -> set[int]:
    """Return the slots whose cards lie face up at any moment while the steps are applied, first and last included."""
    piles = position.table.piles
    seen = {position.secret.slot(card) for pile in piles.values() for card in pile if isinstance(card, Card)}
    for step in steps:
        position = position.after((step,))
        name = getattr(step, "dst", None) or getattr(step, "pile", None)  # where alone cards can have come up
        if name is not None:
            before, pile = piles.get(name, ()), position.table.piles[name]
            new = pile[len(before) :] if pile[: len(before)] == before else pile
            seen.update(position.secret.slot(card) for card in new if isinstance(card, Card))
        piles = position.table.piles
    return seen


def find_move(game: Game, table: Table, moves: tuple[Move, ...], text: str, *, exact: bool = False) -> Move:
    """Return the legal move that a text names, whole or by a beginning that no other shares.

    Each word may be shortened to a beginning of it. Upper and lower case and the width of spaces do not matter. A game
    may know other words for its moves. Nothing of this holds if `exact`.

    Args:
        game: asked why, where the move is not legal.
        table: where the move is to be made.
        moves: the legal moves of that table.
        text: what a person typed, or a record holds.
        exact: accept the text as it stands only.

    Raises:
        AmbiguousMoveError: several legal moves begin so.
        IllegalMoveError: it is a move of this game, but not legal here; the error says why.
        UnknownMoveError: no move of this game has that text.
    """
    for move in moves:
        if move.text == text:
            return move
    said = " ".join(text.split()).casefold()
    if said and not exact:
        found = _begun(moves, said)
        if not found:
            said = game.meant(table, said) or said
            found = _begun(moves, said)
        if len(found) == 1:
            return found[0]
        if found:
            texts = tuple(move.text for move in found)
            raise AmbiguousMoveError(f"{quoted(text)} may be {_listed(texts, 'or')}.", texts)
    why = game.why_not(table, text if exact else said)
    if why is not None:
        raise IllegalMoveError(f"{quoted(text)} is not legal here: {why}")
    if not moves:
        raise IllegalMoveError(f"{quoted(text)} is not legal here: the game is over ({game.outcome(table)}).")
    legal = _listed([move.text for move in moves], "or")
    raise UnknownMoveError(f"{quoted(text)} is not a move of {game.title}; here you may play {legal}.")


def refuse(game: Game, table: Table, moves: tuple[Move, ...], move: Move) -> NoReturn:
    """Say by an error why a move that is not among the legal ones cannot be played; see `find_move`."""
    find_move(game, table, moves, move.text, exact=True)
    raise IllegalMoveError(f"{move.text!r} is legal here, but with other steps than those of this move.")


def _begun(moves: tuple[Move, ...], said: str) -> list[Move]:
    """Return the move of that text, or else those that begin so, or else those whose words begin so one by one."""
    texts = [(move, move.text.casefold()) for move in moves]
    words = said.split()
    return (
        [move for move, text in texts if text == said]
        or [move for move, text in texts if _begins(text, said)]
        or [move for move, text in texts if len(text.split()) == len(words) and all(map(_begins, text.split(), words))]
    )


def _begins(text: str, said: str) -> bool:
    """Tell whether a text begins so; a number is not the beginning of a longer one."""
    return text.startswith(said) and not (said[-1].isdigit() and text[len(said) :][:1].isdigit())


def _listed(texts: Iterable[str], joint: str) -> str:
    """Write "a, b or c", and only the first dozen of a long list."""
    some = list(texts)
    if len(some) > MOST_LISTED:
        return f"{', '.join(some[:MOST_LISTED])} {joint} one of {len(some) - MOST_LISTED} more"
    return f" {joint} ".join(filter(None, [", ".join(some[:-1]), some[-1]]))
