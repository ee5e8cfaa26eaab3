"""Record: a play as plain data, written as JSON and read back with nothing believed."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from attrs import frozen

from patience_core.errors import RecordError
from patience_core.game import Outcome
from patience_core.origins import Plugin

FORMAT: Final = "patience-record"
SCHEMA: Final = 1
MOST_SHOWN: Final = 40


@frozen
class Result:
    """How a play stands: its outcome ("in play", "won", "lost" or "done") and its score."""

    outcome: str
    score: int

    def __str__(self) -> str:
        """Write it as outcome and score."""
        return f"{self.outcome} with a score of {self.score}"


@frozen
class Record:
    """A play as plain data; `Session.replay` plays it anew.

    Attributes:
        game: the game's id.
        plugin: the distribution that the game came from, or None when it came from none.
        options: the options by name.
        cards: the whole deal, first dealt first.
        deal: the text that the deal came from: its number or listing.
        moves: the texts of the moves.
        result: how the play stood.
    """

    game: str
    plugin: Plugin | None
    options: dict[str, Any]
    cards: str
    deal: str
    moves: tuple[str, ...]
    result: Result

    def to_json(self) -> str:
        """Write the record as JSON; the same record gives the same text."""
        data = {
            "format": FORMAT,
            "schema": SCHEMA,
            "game": self.game,
            "plugin": self.plugin and {"name": self.plugin.name, "version": self.plugin.version},
            "options": self.options,
            "deal": {"cards": self.cards, "text": self.deal},
            "moves": self.moves,
            "result": {"outcome": self.result.outcome, "score": self.result.score},
        }
        return json.dumps(data, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record; RecordError says what is wrong and in which field.

        Its form is checked here; whether the play can have happened is for `Session.replay` to see.
        """
        data = _object(text)
        schema = data.get("schema")
        if type(schema) is not int or schema != SCHEMA:
            raise RecordError(f"record: schema {_shown(schema)} is not known; this version reads schema {SCHEMA}.")
        plugin = _field(data, "plugin", dict, type(None))
        options = _field(data, "options", dict)
        for name in options:
            _field(options, name, str, int, bool, within="options.")
        moves = _field(data, "moves", list)
        for number, move in enumerate(moves, 1):
            if type(move) is not str:
                raise RecordError(f"record, moves: move {number} is {_shown(move)}; a move is its text.")
        deal = _field(data, "deal", dict)
        result = _field(data, "result", dict)
        outcome = _field(result, "outcome", str, within="result.")
        if outcome not in tuple(Outcome):
            said = f"{_shown(outcome)}; it is one of {', '.join(Outcome)}"
            raise RecordError(f"record: the field result.outcome is {said}.")
        return cls(
            game=_field(data, "game", str),
            plugin=None
            if plugin is None
            else Plugin(*(_field(plugin, key, str, within="plugin.") for key in ("name", "version"))),
            options=options,
            cards=_field(deal, "cards", str, within="deal."),
            deal=_field(deal, "text", str, within="deal."),
            moves=tuple(moves),
            result=Result(outcome, _field(result, "score", int, within="result.")),
        )


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object that a record is; RecordError when the text is none."""
    try:
        data: Any = json.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise RecordError("not a record: the JSON is nested too deeply.") from None
    except ValueError as error:
        raise RecordError(f"not JSON: {error}.") from None
    found: dict[str, Any] = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    if found.get("format") != FORMAT:
        raise RecordError(f'not a record: a record is a JSON object with "format": "{FORMAT}".')
    return found


_KINDS: Final = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
    type(None): "null",
}


def _field(data: dict[str, Any], key: str, *kinds: type, within: str = "") -> Any:
    """Return a field of one of those kinds; RecordError when it is missing or of another kind."""
    wanted = " or ".join(_KINDS[kind] for kind in kinds)
    if key not in data:
        raise RecordError(f"record: the field {within}{key} is missing; it is {wanted}.")
    if type(data[key]) not in kinds:
        raise RecordError(f"record: the field {within}{key} is {_shown(data[key])}; it must be {wanted}.")
    return data[key]


def _shown(value: object) -> str:
    """Show a value as JSON, cut short; of a list or an object only say that it is one."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    text = json.dumps(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
