"""A play as plain text and as plain data: what is printed where there is no terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from patience_core.cards import Back, Card
from patience_core.deals import Deal
from patience_core.game import WIN_OR_LOSE, Game
from patience_core.options import show
from patience_core.session import Change, Session, Stop
from patience_core.table import Table


@frozen
class Dealt:
    """A deal and the name that `--deal` takes to deal it again, if it has one."""

    deal: Deal
    name: str | None

    def __str__(self) -> str:
        """Name the deal in a few words."""
        return "a listed deal" if self.name is None else f"deal {self.name}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data: its number where it is one of the engine's own, its name, and the cards."""
        number = int(self.name) if self.name is not None and self.name.isdecimal() else None
        return {"number": number, "deal_name": self.name, "deal": [str(card) for card in self.deal.cards]}


def name_of(game: Game, dealt: Dealt) -> str:
    """Return the game's title, the deal, and the options that are not as usual."""
    usual = {option.name: option.default for option in game.declared_options()}
    chosen = ", ".join(f"{name}={show(value)}" for name, value in game.options.items() if value != usual[name])
    return f"{game.title}, {dealt}{f' ({chosen})' if chosen else ''}"


def dump(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """Write JSON with a line for each part of the outermost object or list, so that people can read it too."""
    if isinstance(value, Mapping):
        return "{\n " + ",\n ".join(f"{json.dumps(key)}: {json.dumps(part)}" for key, part in value.items()) + "\n}"
    return "[\n " + ",\n ".join(map(json.dumps, value)) + "\n]" if value else "[]"


def as_data(session: Session, dealt: Dealt, *, player: str | None, stopped: Stop | None) -> dict[str, Any]:
    """Return a play as plain data; a face-down card of the table is its slot, as in `#17`."""
    table = session.table.as_dict()
    return {
        "game": session.game.id,
        "options": session.game.options,
        **dealt.as_dict(),
        "player": player,
        "outcome": str(session.outcome),
        "score": session.score,
        "verdict": session.verdict,
        "stopped": stopped,
        "moves": [move.text for move in session.history],
        "table": table["piles"],
        "counts": table["counts"],
    }


def turned_up(before: Table, after: Table) -> list[Card]:
    """Return the cards that came up between two tables."""
    known = _face_up(before)
    return [card for card in _face_up(after) if card not in known]


def _face_up(table: Table) -> dict[Card, None]:
    cards: Iterable[Card | Back] = (card for pile in table.piles.values() for card in pile)
    return {card: None for card in cards if isinstance(card, Card)}


def move_line(number: int, change: Change) -> str:
    """Say on one line which move was played and which cards came up."""
    text = f"{number:3}. {change.move}"
    up = " ".join(map(str, turned_up(change.before, change.after)))
    return f"{text:24} {up}".rstrip()


def result_lines(session: Session, stopped: Stop | None) -> Iterator[str]:
    """Yield the end of a report: why play stopped, the score, and last the verdict."""
    if stopped == "limit":
        yield "Stopped at the limit of moves."
    elif stopped == "repeated":
        yield "Stopped: the same table came again."
    scoring = session.game.scoring
    yield moves_played(session) + ("" if scoring is WIN_OR_LOSE else f", score {session.score} ({scoring.name})")
    yield session.verdict


def moves_played(session: Session) -> str:
    """Return how many moves have been played, as words."""
    moves = len(session.history)
    return f"{moves} move{'' if moves == 1 else 's'}"
