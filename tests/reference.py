"""The model once more, slow and obvious: what the engine does is compared with it."""

from __future__ import annotations

import gc
import types
from collections.abc import Callable, Iterable
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from patience_core import (
    ALL,
    BOTTOM,
    DOWN,
    PACK,
    UP,
    Card,
    Count,
    Deal,
    Fetch,
    Mark,
    Pack,
    Shift,
    Shuffle,
    Step,
    Turn,
)
from patience_core.table import Position

SMALL: Final = Pack(ranks=range(1, 6), suits="CH", copies=2)
"""Twenty cards, each twice: enough for every case, and small enough to read when a test fails."""

PILES: Final = ("a", "b", "c")

FACES: Final = st.sampled_from([None, UP, DOWN])
COUNTS: Final = st.sampled_from([1, 1, 1, 2, 3, 5, ALL])
PLACES: Final = st.sampled_from([0, 0, 0, 1, 2, 4, BOTTOM])
NAMES: Final = st.sampled_from([PACK, *PILES, *PILES, *PILES])

SHIFTS: Final[st.SearchStrategy[Step]] = st.builds(Shift, NAMES, NAMES, COUNTS, FACES, PLACES, PLACES, st.booleans())
DEALT: Final[st.SearchStrategy[Step]] = st.builds(Shift, st.just(PACK), NAMES, COUNTS, FACES)
TURNS: Final[st.SearchStrategy[Step]] = st.builds(Turn, NAMES, st.sampled_from([UP, DOWN]), PLACES, COUNTS)
COUNTINGS: Final[st.SearchStrategy[Step]] = st.builds(
    Count, st.sampled_from("xy"), st.integers(-2, 2), st.sampled_from([None, None, -1, 0, 1])
)
MARKS: Final[st.SearchStrategy[Step]] = st.builds(Mark, st.sampled_from("xy"), st.integers(-2, 2))
FETCHES: Final[st.SearchStrategy[Step]] = st.builds(
    Fetch, NAMES, NAMES, st.integers(1, 6), st.sampled_from([None, "C", "H"]), FACES
)
SHUFFLES: Final[st.SearchStrategy[Step]] = st.builds(Shuffle, NAMES)

PLAIN_STEPS: Final = st.one_of(SHIFTS, DEALT, TURNS, COUNTINGS, MARKS)
"""Steps that never look at a card and never mix any; not each can be applied to each table."""

STEPS: Final = st.one_of(SHIFTS, SHIFTS, DEALT, TURNS, TURNS, COUNTINGS, MARKS, FETCHES, SHUFFLES, SHUFFLES)

OPENING: Final[list[Step]] = [Shift(PACK, "a", 4, UP), Shift(PACK, "b", 4), Shift(PACK, "c", 2, UP)]


def _opened(opened: bool, steps: list[Step]) -> list[Step]:
    return [*OPENING, *steps] if opened else steps


SEQUENCES: Final = st.builds(
    _opened, st.booleans(), st.lists(STEPS, max_size=10) | st.lists(STEPS, min_size=8, max_size=30)
)
"""Steps one after another, from an empty table or from one on which cards already lie in every pile."""


@st.composite
def deals(draw: st.DrawFn, pack: Pack = SMALL) -> Deal:
    """Draw a deal as a permutation, which shrinks to the pack's own order."""
    return Deal.of(draw(st.permutations(pack.cards)), pack)


class RefusedError(Exception):
    """The reference refuses a step."""


def _lift(cards: list[Any], above: int, count: int) -> tuple[list[Any], list[Any], int]:
    """Part a pile, the top one first, into the block, all others, and how many of these lie above the block."""
    if above == BOTTOM:
        size = len(cards) if count == ALL else count
        above = len(cards) - size
    else:
        size = len(cards) - above if count == ALL else count
    if above < 0 or size < 1 or above + size > len(cards):
        raise RefusedError
    return cards[above : above + size], cards[:above] + cards[above + size :], above


class Reference:
    """A play of nothing but lists: in each pile [card, whether it is face up], the top one first."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.piles: dict[str, list[list[Any]]] = {name: [] for name in PILES}
        self.piles[PACK] = [[card, False] for card in deal.cards]
        self.counts: dict[str, int] = {}
        self.newest_slot = {card: slot for slot, card in enumerate(deal.cards)}
        self.slots = len(deal.cards)
        self.shuffles = 0
        self.seen: set[int] = set()

    def apply(self, step: Step) -> None:
        """Apply a step, or raise RefusedError and change nothing."""
        before = {name: [list(pair) for pair in pile] for name, pile in self.piles.items()}
        try:
            self._apply(step)
        except (RefusedError, KeyError):
            self.piles = before
            raise RefusedError from None
        self.seen |= {self.newest_slot[card] for pile in self.piles.values() for card, face_up in pile if face_up}

    def _apply(self, step: Step) -> None:
        match step:
            case Shift(src, dst, count, face, take, put, reverse):
                block, self.piles[src], _ = _lift(self.piles[src], take, count)
                self._put(block[::-1] if reverse else block, dst, put, face)
            case Turn(pile, face, at, count):
                block, rest, above = _lift(self.piles[pile], at, count)
                self.piles[pile] = rest
                self._put(block, pile, above, face)
            case Count(name, by, least):
                count = self.counts.get(name, 0) + by
                self.counts[name] = least if least is not None and count < least else count
            case Mark(name, to):
                self.counts[name] = to
            case Fetch(src, dst, rank, suit, face):
                for above, (card, _) in enumerate(self.piles[src]):
                    if card.rank == rank and (suit is None or card.suit == suit):
                        block, self.piles[src], _ = _lift(self.piles[src], above, 1)
                        return self._put(block, dst, 0, face)
                raise RefusedError
            case Shuffle(pile):
                cards = [card for card, _ in self.piles[pile]]
                cards = shuffled(cards, self.deal.key, self.shuffles)
                self.piles[pile] = [[card, False] for card in cards]
                self.shuffles += 1
                for card in cards:
                    self.newest_slot[card] = self.slots
                    self.slots += 1
        return None

    def _put(self, block: list[list[Any]], dst: str, above: int, face: str | None) -> None:
        target = self.piles[dst]
        above = len(target) if above == BOTTOM else above
        if above > len(target):
            raise RefusedError
        self.piles[dst] = target[:above] + block + target[above:]
        for pair in block:
            pair[1] = pair[1] if face is None else face == UP

    def shown(self) -> dict[str, list[str]]:
        """Return what a player sees, bottom first, as texts."""
        return {
            name: [str(card) if face_up else f"#{self.newest_slot[card]}" for card, face_up in reversed(pile)]
            for name, pile in self.piles.items()
        }

    def hidden(self) -> dict[str, list[Card]]:
        """Return which card lies at each place, bottom first, whether it is seen or not."""
        return {name: [card for card, _ in reversed(pile)] for name, pile in self.piles.items()}


def shuffled(cards: list[Card], key: int, number: int) -> list[Card]:
    """Shuffle as the page on deal numbers says, draw by draw; `number` counts the shuffles before this one."""
    g, low = 0x9E3779B97F4A7C15, 2**64

    def mix(z: int) -> int:
        z %= low
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % low
        z = (z ^ z >> 27) * 0x94D049BB133111EB % low
        return z ^ z >> 31

    cards = list(cards)
    state = mix(key + (number + 1) * g)
    left = len(cards)
    while left > 1:
        bounds = list(range(left, max(left - 6, 1), -1))
        bound = 1
        for m in bounds:
            bound *= m
        while True:
            state = (state + g) % low
            x = mix(state)
            picks: list[int] = []
            for m in bounds:
                picks.append(x * m // low)
                x = x * m % low
            if x >= low % bound:
                break
        for m, pick in zip(bounds, picks, strict=True):
            cards[m - 1], cards[pick] = cards[pick], cards[m - 1]
        left -= len(bounds)
    return cards


def cards_of(position: Position) -> dict[str, list[Card]]:
    """Return which card lies at each place of a position, as only the engine knows."""
    order = position.secret.order
    return {
        name: [card if isinstance(card, Card) else order[card.slot] for card in pile]
        for name, pile in position.table.piles.items()
    }


def reachable(*roots: object) -> Iterable[object]:
    """Yield every object that can be reached from these, short of what their classes and modules hold."""
    met: set[int] = set()
    waiting: list[object] = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in met or isinstance(thing, (type, types.ModuleType)):
            continue
        met.add(id(thing))
        yield thing
        waiting += (thing.__closure__ or ()) if isinstance(thing, types.FunctionType) else gc.get_referents(thing)


def raised(error: type[Exception], call: Callable[[], object]) -> str:
    """Return the sentence with which `call` fails; it must fail with exactly that kind of error."""
    with pytest.raises(error) as caught:
        call()
    assert caught.type is error
    return str(caught.value)


DEAL = Deal.numbered(42, SMALL)


def start(deal: Deal = DEAL) -> Position:
    """Return the position before the deal."""
    return Position.start(PILES, deal)


def snapshot(position: Position) -> Any:
    """Copy all that a position holds, so that a change in place would show."""
    table, secret = position
    return (
        {name: tuple(pile) for name, pile in table.piles.items()},
        dict(table.counts),
        table.face_down,
        tuple(secret.order),
        secret.shuffles,
    )


def lying(*piles: list[str]) -> Position:
    """Return a position whose piles a, b and c hold these cards of SMALL, all face up, and the rest in the pack."""
    position = start()
    for name, pile in zip(PILES, piles, strict=False):
        for text in pile:
            card = Card.parse(text)
            position = position.after([Fetch(PACK, name, card.rank, card.suit)])
    return position


def texts(position: Position, name: str) -> list[str]:
    """Return what a pile shows, bottom first."""
    return [str(card) for card in position.table[name]]
