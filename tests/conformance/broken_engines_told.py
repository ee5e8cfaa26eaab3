"""Broken engines whose fault lies in what they tell: to observers, in texts, in records and listings."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from attrs import evolve, frozen

from patience_core import Back, Deal, Game, Session, Table
from patience_core.deals import Listed
from patience_core.records import Record
from patience_core.session import Change
from patience_core.splitmix import mix
from patience_core.table import Position, Secret
from tests.conformance.broken_engines import Breaking, Sound, dealing
from tests.conformance.corpus import STOCK, broken_engine


@frozen
class Telling(Change):
    """A change that tells more than it should."""

    secret: str

    def __str__(self) -> str:
        return f"{self.move.text}, {self.secret}"


class MarkedBack(Back):
    """A back that tells which card it is of."""

    __slots__ = ("mark",)
    mark: str

    def __str__(self) -> str:
        return f"#{self.slot}={self.mark}"


class NotedBack(Back):
    """A back that looks like any other, but on which it is noted which card it is of."""

    __slots__ = ("note",)
    note: object


def telling(change: Callable[[Session, Change], Change | None]) -> Breaking:
    """Break what observers are told: nothing where `change` returns None."""
    sound: Sound = Session._tell

    def tell(self: Session, kind: Any, played: Any, before: Table, after: Table) -> None:
        observers, told = tuple(self.observers), list[Change]()
        self.observers[:] = [told.append]
        sound(self, kind, played, before, after)
        self.observers[:] = observers
        for each in told:
            changed = change(self, each)
            for observer in observers if changed else ():
                observer(changed)  # type: ignore[arg-type]  # it is not None here  # pyright: ignore[reportArgumentType]

    return patch.object(Session, "_tell", tell)


def marking(mark: Callable[[int, object], Back]) -> Breaking:
    """Break the backs of a deal: `mark` gets the slot and the card, and returns the back."""

    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        position: Position = lay_out(deal)
        order = position.secret.order
        for name, pile in position.table.piles.items():
            backs = [mark(card.slot, order[card.slot]) if isinstance(card, Back) else card for card in pile]
            position.table._piles[name] = tuple(backs)
        return position

    return dealing(change)


@broken_engine("observers", "observers are not told of an undo")
def no_word_of_an_undo() -> Breaking:
    return telling(lambda _session, change: None if change.kind == "undo" else change)


@broken_engine("observers", "observers are told the table before as the table after")
def tables_told_the_wrong_way_round() -> Breaking:
    return telling(lambda _session, change: evolve(change, before=change.after, after=change.before))


@broken_engine("observers", "observers are told of the first step of a move only")
def tells_the_first_step_only() -> Breaking:
    return telling(lambda _session, change: evolve(change, steps=change.steps[:1]))


@broken_engine("observers", "observers are not told what settled after a move")
def no_word_of_what_settled() -> Breaking:
    return telling(lambda _session, change: evolve(change, steps=change.move.steps))


@broken_engine("hidden", "what observers are told holds the whole deal")
def tells_observers_the_deal() -> Breaking:
    def change(session: Session, told: Change) -> Change:
        return Telling(told.kind, told.move, told.steps, told.before, told.after, session.deal.listing)

    return telling(change)


@broken_engine("hidden", "the text of a position tells the hidden cards")
def tells_the_secret_in_a_text() -> Breaking:
    def text(self: Position) -> str:
        return f"<Position {self.table!r} {self.secret.order}>"

    return patch.object(Position, "__repr__", text)


@broken_engine("hidden", "the backs of cards are marked, and a table as JSON tells the marks")
def marked_backs() -> Breaking:
    def mark(slot: int, card: object) -> Back:
        back = MarkedBack(slot)
        object.__setattr__(back, "mark", str(card))
        return back

    return marking(mark)


@broken_engine("hidden", "the backs of cards have an attribute that tells the card")
def noted_backs() -> Breaking:
    def mark(slot: int, card: object) -> Back:
        back = NotedBack(slot)
        object.__setattr__(back, "note", card)
        return back

    return marking(mark)


@broken_engine("hidden", "a table as JSON tells the lowest card of each pile")
def tells_the_lowest_cards() -> Breaking:
    secrets: list[Secret] = []
    sound: Sound = Table.as_dict

    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        position: Position = lay_out(deal)
        secrets[:] = [position.secret]
        return position

    def as_dict(self: Table) -> Any:
        data = sound(self)
        for pile in data["piles"].values():
            if pile and pile[0].startswith("#"):
                pile[0] += f" ({secrets[0].order[int(pile[0][1:])]})"
        return data

    @contextmanager
    def both() -> Generator[None]:
        with dealing(change), patch.object(Table, "as_dict", as_dict):
            yield

    return both()


@broken_engine("unseen", "aces that are dealt into the stock go to its bottom, face down as they are")
def sorts_the_stock() -> Breaking:
    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        position: Position = lay_out(deal)
        order = position.secret.order
        backs = [card for card in position.table[STOCK] if isinstance(card, Back)]
        backs.sort(key=lambda back: order[back.slot].rank != 1)
        position.table._piles[STOCK] = tuple(backs)
        return position

    return dealing(change)


@broken_engine("deal", "the slots of face-down cards are numbered in the order of the pack, not of the deal")
def slots_in_pack_order() -> Breaking:
    def change(_game: Game, deal: Deal, lay_out: Sound) -> Position:
        position: Position = lay_out(deal)
        cards = deal.pack.cards
        for name, pile in position.table.piles.items():
            backs = [Back(cards.index(deal.cards[card.slot])) if isinstance(card, Back) else card for card in pile]
            position.table._piles[name] = tuple(backs)
        return Position(position.table, Secret(deal, cards, 0))

    return dealing(change)


@broken_engine("record", "the last move is not saved")
def saves_all_but_the_last_move() -> Breaking:
    sound: Sound = Record.to_json

    def to_json(self: Record) -> Any:
        return sound(evolve(self, moves=self.moves[:-1]))

    return patch.object(Record, "to_json", to_json)


@broken_engine("record", "options are read back as text")
def reads_options_as_text() -> Breaking:
    sound = vars(Record)["from_json"].__func__

    def from_json(cls: type[Record], text: str) -> Any:
        record = sound(cls, text)
        return evolve(record, options={name: str(value) for name, value in record.options.items()})

    return patch.object(Record, "from_json", classmethod(from_json))


@broken_engine("record", "a record is replayed with the default options")
def replays_without_options() -> Breaking:
    sound = vars(Session)["replay"].__func__

    def replay(cls: type[Session], record: Record, find_game: Any) -> Any:
        return sound(cls, evolve(record, options={}), find_game)

    return patch.object(Session, "replay", classmethod(replay))


@broken_engine("record", "a record is saved with the score of the table before the last move")
def saves_an_older_score() -> Breaking:
    sound: Sound = Session.record

    def record(self: Session) -> Any:
        saved = sound(self)
        return evolve(saved, result=evolve(saved.result, score=max(1, saved.result.score - len(saved.moves) % 2)))

    return patch.object(Session, "record", record)


@broken_engine("deal-text", "a listing in lower case is read from its other end")
def reads_lower_case_backwards() -> Breaking:
    def change(text: str, listed: Listed) -> tuple[str, Listed]:
        return text, "last-dealt" if text.islower() else listed

    return parsing(change)


@broken_engine("deal-text", "it does not matter which end of a listing is said to be dealt first")
def which_end_does_not_matter() -> Breaking:
    return parsing(lambda text, _listed: (text, "first-dealt"))


@broken_engine("deal-text", "the first two cards of a listing are exchanged when it is read")
def exchanges_two_cards() -> Breaking:
    def change(text: str, listed: Listed) -> tuple[str, Listed]:
        first, second, *others = text.split()
        return " ".join([second, first, *others]), listed

    return parsing(change)


@broken_engine("deal-text", "shuffles depend on how the deal was named")
def key_of_the_name() -> Breaking:
    sound: Sound = vars(Deal)["key"].fget

    def key(self: Deal) -> int:
        return mix(sound(self) + len(self.text))

    return patch.object(Deal, "key", property(key))


def parsing(change: Callable[[str, Listed], tuple[str, Listed]]) -> Breaking:
    """Break how a listing is read: `change` gets the text and which end is dealt first."""
    sound = vars(Deal)["parse"].__func__

    def parse(cls: type[Deal], text: str, pack: Any, *, listed: Listed = "first-dealt") -> Any:
        text, listed = change(text, listed)
        return sound(cls, text, pack, listed=listed)

    return patch.object(Deal, "parse", classmethod(parse))
