"""Table and Position, and how steps change them: the one place where cards move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from operator import is_not
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from patience_core.cards import Back, Card, backs
from patience_core.deals import Deal
from patience_core.errors import CardError, PileError, StepError, nearest, quoted
from patience_core.moves import ALL, BOTTOM, PACK, TOP, UP, Count, Fetch, Mark, Shift, Shuffle, Step, Turn
from patience_core.splitmix import GAMMA, mix, shuffle

Pile = tuple[Card | Back, ...]

MOST_DIGITS: Final = 20  # of a slot's text, since Python refuses to read very long numbers

# Making a table and a position at every move is what play costs; these make them without a call of __init__.
_blank: Final = object.__new__
_REST: Final = slice(-1)  # made once, too
_filled: Final[Any] = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]  # generic


class Table:
    """All that a player sees: the piles by name, and the named counts. A value: nothing changes it.

    `table["waste"]` is a plain tuple of cards and backs, bottom first, the top one last.
    """

    # A plain slotted class with read-only properties, since one is made at every move and a frozen
    # attrs class takes three times as long to make.
    __slots__ = ("_counts", "_face_down", "_hash", "_piles")

    def __init__(self, piles: dict[str, Pile], counts: dict[str, int], face_down: int) -> None:
        """For the engine, which vouches that the three agree; everyone else calls `Table.of`."""
        self._piles = piles
        self._counts = counts
        self._face_down = face_down

    @classmethod
    def of(cls, piles: Mapping[str, Iterable[Card | Back | str]], counts: Mapping[str, int] | None = None) -> Table:
        """Make a table from piles of cards, backs or their texts (`7C`, `#17`).

        It is the inverse of `as_dict`, but for which copy an equal card of a pack of several copies is.
        """
        made = {name: tuple(map(_card_or_back, pile)) for name, pile in piles.items()}
        face_down = sum(not card.face_up for pile in made.values() for card in pile)
        return cls(made, {name: count for name, count in (counts or {}).items() if count}, face_down)

    def __getitem__(self, name: str) -> Pile:
        """Return the pile of that name; PileError when the table has none."""
        try:
            return self._piles[name]
        except KeyError:
            raise PileError(no_pile(name, self._piles)) from None

    @property
    def piles(self) -> Mapping[str, Pile]:
        """The piles by name, in the layout's order; read-only."""
        return MappingProxyType(self._piles)

    @property
    def counts(self) -> Mapping[str, int]:
        """The named counts that are not 0; read-only."""
        return MappingProxyType(self._counts)

    @property
    def face_down(self) -> int:
        """How many cards lie face down."""
        return self._face_down

    def count(self, name: str) -> int:
        """Return a named count; it is 0 until a step changes it."""
        return self._counts.get(name, 0)

    def without(self, counts: Collection[str]) -> Table:
        """Return the table as it is without those named counts."""
        kept = {name: count for name, count in self._counts.items() if name not in counts}
        return Table(self._piles, kept, self._face_down)

    def as_dict(self) -> dict[str, dict[str, Any]]:
        """Return plain data for JSON: {"piles": {name: [card texts, bottom first]}, "counts": {name: int}}.

        A face-down card is its slot, `#17`; nothing in it tells which card that is.
        """
        return {
            "piles": {name: [str(card) for card in pile] for name, pile in self._piles.items()},
            "counts": dict(self._counts),
        }

    def __eq__(self, other: object) -> bool:
        """Tables are equal when their piles and counts are."""
        if not isinstance(other, Table):
            return NotImplemented
        return self._piles == other._piles and self._counts == other._counts

    def __hash__(self) -> int:
        """Hash the piles and counts, once."""
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash((frozenset(self._piles.items()), frozenset(self._counts.items())))
            return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as piles and counts: a hash of texts differs from process to process."""
        return Table, (self._piles, self._counts, self._face_down)

    def __repr__(self) -> str:
        """Show the table as `as_dict` writes it."""
        data = self.as_dict()
        return f"Table.of({data['piles']}{', ' + str(data['counts']) if data['counts'] else ''})"


def _card_or_back(card: Any) -> Card | Back:
    if isinstance(card, (Card, Back)):
        return card
    if not isinstance(card, str):
        raise CardError(f"{card!r} is no card: give a card, a back, or the text of one.")
    if not card.startswith("#"):
        return Card.parse(card)
    if not (card[1:].isascii() and card[1:].isdecimal() and len(card) <= MOST_DIGITS):
        raise CardError(f"{quoted(card)} is no face-down card: that is # and its slot, as in #17.")
    return Back(int(card[1:]))


def no_pile(name: object, piles: Iterable[str]) -> str:
    """Say that there is no such pile, and which may be meant."""
    return f"there is no pile {name!r} on the table.{nearest(str(name), piles)}"


class Secret:
    """Which card lies in which slot: known to the engine alone, and never changed, only followed by another.

    Attributes:
        deal: the deal that the slots began with, slot 0 dealt first.
        order: the card of each slot. A shuffle gives its cards new slots at the end; old ones are never used again.
        shuffles: how many shuffles there have been.
    """

    __slots__ = ("_backs", "deal", "order", "shuffles")

    def __init__(self, deal: Deal, order: tuple[Card, ...], shuffles: int) -> None:
        """For `Position`, which alone makes secrets."""
        self.deal = deal
        self.order = order
        self.shuffles = shuffles
        self._backs: dict[Card, Back] | None = None

    def __eq__(self, other: object) -> bool:
        """Secrets are equal when the same cards lie in the same slots and will shuffle alike."""
        if not isinstance(other, Secret):
            return NotImplemented
        return self.order == other.order and self.shuffles == other.shuffles

    def __hash__(self) -> int:
        """Hash the order."""
        return hash(self.order)

    def __repr__(self) -> str:
        """Tell nothing: a printed secret is none."""
        return "<Secret>"

    def back(self, card: Card) -> Back:
        """Return the back that a card has when it is turned down: that of its newest slot."""
        if self._backs is None:
            self._backs = dict(zip(self.order, backs(len(self.order)), strict=True))
        return self._backs[card]

    def slot(self, card: Card) -> int:
        """Return the newest slot of a card."""
        return self.back(card).slot

    def shuffled(self, cards: list[Card]) -> Secret:
        """Return the secret after `cards` (the top one first) have been shuffled into new slots, the top one first."""
        shuffle(cards, mix(self.deal.key + (self.shuffles + 1) * GAMMA))
        return Secret(self.deal, self.order + tuple(cards), self.shuffles + 1)


class Position(NamedTuple):
    """A table and the secret behind it: the engine's whole state of a play. A value: `after` gives another.

    Attributes:
        table: what the player sees.
        secret: what only the engine knows; no game ever gets it.
    """

    table: Table
    secret: Secret

    @classmethod
    def start(cls, piles: Iterable[str], deal: Deal) -> Position:
        """Return the position before the deal: the whole pack in the pile PACK, the card dealt first on top."""
        size = len(deal.cards)
        empty: dict[str, Pile] = dict.fromkeys(piles, ())
        return cls(Table({**empty, PACK: backs(size)[::-1]}, {}, size), Secret(deal, deal.cards, 0))

    def after(self, steps: Iterable[Step]) -> Position:
        """Return the position after the steps, in order; StepError when one cannot be applied."""
        before, secret = self
        # This fresh table is the engine's to change until it is handed out below.
        table = _blank(Table)
        table._piles = before._piles.copy()
        table._counts = before._counts
        table._face_down = before._face_down
        for step in steps:
            try:
                change = step._change
            except AttributeError:
                change = _prepare(step)
            try:
                secret = change(table, secret)
            except (LookupError, StepError) as error:
                raise StepError(f"{step}: {_reason(error, table)}") from None
        position: Position = _filled(Position, (table, secret))
        return position

    def __repr__(self) -> str:
        """Show what is seen, and nothing else."""
        return f"<Position {self.table!r}>"


# Each kind of step has a function below that prepares it: given the step, it returns the change that the step
# makes to a fresh table. A step is prepared once, since moves are made once and played millions of times.

Change = Callable[[Table, Secret], Secret]
"""Changes a fresh table and returns the secret behind it, which only a shuffle replaces by another."""


def _prepare(step: Step) -> Change:
    """Return the change that a step makes, and leave it in the step for the next time."""
    if step.__class__ not in _PREPARE:
        raise StepError(f"{step!r} is none of the engine's steps.")
    change = _PREPARE[step.__class__](step)
    object.__setattr__(step, "_change", change)
    return change


def _reason(error: LookupError | StepError, table: Table) -> str:
    """Say why a change failed: a pile that is not there, or too few cards in it."""
    if isinstance(error, KeyError):
        return no_pile(error.args[0], table._piles)
    return "the pile is empty." if isinstance(error, LookupError) else str(error)


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _shift(step: Shift) -> Change:
    src, dst, count, face = step.src, step.dst, step.count, step.face
    take, put, reverse = step.take, step.put, step.reverse
    turns, up, under = face is not None, face == UP, put == BOTTOM

    def shift_one(table: Table, secret: Secret) -> Secret:
        """Shift the top card to the top or the bottom of a pile: most steps of most games."""
        piles = table._piles
        source = piles[src]
        card = source[-1]
        if up and isinstance(card, Back):
            card = secret.order[card.slot]
            table._face_down -= 1
        elif turns and card.face_up is not up:
            (card,) = _turned(table, secret, (card,), up)
        piles[src] = source[_REST]
        piles[dst] = (card,) + piles[dst] if under else piles[dst] + (card,)
        return secret

    part, below, above_it = _cut(take, count)
    least = 1 if count == ALL else count

    def shift_block(table: Table, secret: Secret) -> Secret:
        piles = table._piles
        source = piles[src]
        block = source[part]
        if len(block) < least:
            raise _too_few(source)
        if turns:
            block = _turned(table, secret, block, up)
        if reverse:
            block = block[::-1]
        piles[src] = source[below] + source[above_it]
        target = piles[dst]  # only now, since it may be the source
        above = len(target) if under else put
        if above > len(target):
            raise StepError(f"{dst} holds {_cards(len(target))}, too few to lie above.")
        at = len(target) - above
        piles[dst] = target[:at] + block + target[at:]
        return secret

    return shift_one if count == 1 and take == TOP and put in (TOP, BOTTOM) else shift_block


def _turned(table: Table, secret: Secret, block: Pile, up: bool) -> Pile:
    """Return cards with their faces up or down, and keep count of those face down."""
    if up:
        turned: Pile = tuple([secret.order[card.slot] if isinstance(card, Back) else card for card in block])
        table._face_down -= sum(map(is_not, block, turned))
    else:
        turned = tuple([secret.back(card) if isinstance(card, Card) else card for card in block])
        table._face_down += sum(map(is_not, block, turned))
    return turned


def _cut(above: int, count: int) -> tuple[slice, slice, slice]:
    """Return the block of `count` cards that lies under `above` others in a pile, what is below it, and what above.

    Where the pile has too few cards, the block comes out smaller.
    """
    nothing = slice(0, 0)
    if above == BOTTOM:
        return (slice(None), nothing, nothing) if count == ALL else (slice(count), nothing, slice(count, None))
    end = -above if above else None
    rest = slice(end, None) if above else nothing
    if count == ALL:
        return slice(end), nothing, rest
    return slice(-above - count, end), slice(-above - count), rest


def _too_few(pile: Pile) -> StepError:
    return StepError(f"the pile holds {_cards(len(pile))}, too few for that.")


def _turn(step: Turn) -> Change:
    name, count, up = step.pile, step.count, step.face == UP
    part, below, above = _cut(step.at, count)
    least = 1 if count == ALL else count

    def turn(table: Table, secret: Secret) -> Secret:
        pile = table._piles[name]
        block = pile[part]
        if len(block) < least:
            raise _too_few(pile)
        table._piles[name] = pile[below] + _turned(table, secret, block, up) + pile[above]
        return secret

    return turn


def _count(step: Count) -> Change:
    def count(table: Table, secret: Secret) -> Secret:
        after = table.count(step.name) + step.by
        _set_count(table, step.name, after if step.least is None else max(after, step.least))
        return secret

    return count


def _mark(step: Mark) -> Change:
    def mark(table: Table, secret: Secret) -> Secret:
        _set_count(table, step.name, step.to)
        return secret

    return mark


def _set_count(table: Table, name: str, to: int) -> None:
    """Give the table counts of its own, since until now it shares them; a count of 0 is not kept."""
    counts = {**table._counts, name: to}
    if not to:
        del counts[name]
    table._counts = counts


def _fetch(step: Fetch) -> Change:
    def fetch(table: Table, secret: Secret) -> Secret:
        if PACK not in table._piles:
            raise StepError("Fetch is for deals only; anywhere else it would tell where a hidden card lies.")
        for above, lying in enumerate(reversed(table._piles[step.src])):
            card = lying if isinstance(lying, Card) else secret.order[lying.slot]
            if card.rank == step.rank and step.suit in (None, card.suit):
                return _shift(Shift(step.src, step.dst, face=step.face, take=above))(table, secret)
        raise StepError(f"no such card is in {step.src}.")

    return fetch


def _shuffle(step: Shuffle) -> Change:
    def shuffle_pile(table: Table, secret: Secret) -> Secret:
        pile = table._piles[step.pile]
        cards = [card if isinstance(card, Card) else secret.order[card.slot] for card in reversed(pile)]
        after = secret.shuffled(cards)
        table._piles[step.pile] = backs(len(after.order))[len(secret.order) :][::-1]
        table._face_down += sum(card.face_up for card in pile)
        return after

    return shuffle_pile


_PREPARE: Final[dict[type, Callable[[Any], Change]]] = {
    Shift: _shift,
    Turn: _turn,
    Count: _count,
    Mark: _mark,
    Fetch: _fetch,
    Shuffle: _shuffle,
}
