"""What makes a class a game that the engine can play, and a value a deal source that it can ask."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Final, cast

import attrs

from patience_core.cards import Pack
from patience_core.errors import quoted
from patience_core.game import Facts, Game, Scoring
from patience_core.layout import Layout

_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PREFIX: Final = re.compile(r"[a-z]+")
_UNUSED_FIELD: Final = cast("type[object]", type(attrs.field()))
"""What an attrs field is until the decorator of its class takes it away."""


def class_fault(game: object) -> str | None:
    """Say what keeps this object from being a game class, or return None."""
    if isinstance(game, Game):
        name = type(game).__name__
        return f"Not a game class: an instance of {name}. Write {name}, not {name}()."
    what = described(game)
    if not isinstance(game, type):
        return f"Not a game class: {what}."
    if not issubclass(game, Game):
        return f"Not a game class: {what}, which does not inherit from Game."
    for find in (_method_fault, _fact_fault, _field_fault, _name_fault):
        fault = find(game)
        if fault:
            return f"{game.__name__}: {fault}"
    return None


def instance_fault(game: Game) -> str | None:
    """Say which fact of a game, under its default options, is of the wrong kind, or return None."""
    for name, (holds, kind) in _FACTS.items():
        value = getattr(game, name)
        if not holds(value):
            return f"{type(game).__name__}: {name} is {_shown(value)}; it must be {kind}."
    return None


def source_fault(source: object) -> str | None:
    """Say what keeps this object from being a deal source, or return None."""
    from patience_core.sources import DealSource  # noqa: PLC0415 - late, for a quick start

    if not isinstance(source, DealSource):
        return f"Not a deal source: {described(source)}. Write DealSource(prefix, title, deal)."
    called = f"The deal source {_shown(source.prefix)}"
    for fact, (holds, kind) in _SOURCE_FACTS.items():
        value: object = getattr(source, fact)
        if not holds(value):
            return f"{called}: {fact} is {_shown(value)}; it must be {kind}."
    if inspect.iscoroutinefunction(source.deal):
        return f"{called}: deal is async; it must be a plain function."
    try:
        signature = inspect.signature(source.deal)
    except (TypeError, ValueError):  # some that are written in C tell nothing of their arguments
        return None
    try:
        signature.bind("", None)
    except TypeError:
        return f"{called}: deal takes {signature}; it must take a text and a pack, as in `def deal(text, pack)`."
    return None


def described(value: object) -> str:
    """Write what a value is: None, the class of that name, or an instance of one."""
    if value is None:
        return "None"
    return f"the class {value.__name__}" if isinstance(value, type) else f"an instance of {type(value).__name__}"


def _method_fault(game: type[Game]) -> str | None:
    missing = sorted(game.__abstractmethods__) if inspect.isabstract(game) else []
    return f"it lacks the {_counted('method', missing)}." if missing else None


def _fact_fault(game: type[Game]) -> str | None:
    missing = [fact for fact in ("id", "title", "layout") if not hasattr(game, fact)]
    return f"it lacks the {_counted('fact', missing)}." if missing else None


def _field_fault(game: type[Game]) -> str | None:
    """Find options that never became fields, and fields that hide what the engine asks of a game."""
    for base in game.__mro__:
        for name, value in vars(base).items():
            if isinstance(value, _UNUSED_FIELD):
                return f"it has the option {name}, so {base.__name__} needs the decorator @frozen."
    options = {option.name for option in game.declared_options()}
    for field in attrs.fields(game):
        if field.name in Facts.__annotations__:
            return (
                f"{field.name} is an attrs field, and must not be: "
                f"assign it without a type, as `{field.name} = ...`, or use @computed."
            )
        if hasattr(Game, field.name):
            return f"its field {field.name} hides what every game has under that name: give it another."
        if field.name not in options:
            return f"its field {field.name} is no option: make it one with option(), or drop the type for a constant."
    return None


def _name_fault(game: type[Game]) -> str | None:
    """Check the names, by which a game is found before there is an instance of it."""
    for fact, (holds, kind) in _NAMES.items():
        value: object = getattr(game, fact)
        if not holds(value):
            return f"{fact} is {_shown(value)}; it must be {kind}."
    return None


def _counted(noun: str, names: list[str]) -> str:
    return f"{noun} {names[0]}" if len(names) == 1 else f"{noun}s {', '.join(names[:-1])} and {names[-1]}"


def _shown(value: object) -> str:
    if isinstance(value, property):
        return "computed"
    if isinstance(value, str):
        return quoted(value)
    return repr(value) if value is None or type(value) in (bool, int, float, tuple) else described(value)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and any(letter.isalnum() for letter in value)


def _are_names(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_is_name, cast("tuple[object, ...]", value)))


def _is_prefix(value: object) -> bool:
    return isinstance(value, str) and _PREFIX.fullmatch(value) is not None


def _is_help(value: object) -> bool:
    return value == "" or _is_name(value)


def _is_length(value: object) -> bool:
    return value is None or (type(value) is int and value >= 0)


def _are_texts(value: object) -> bool:
    return isinstance(value, frozenset) and all(isinstance(x, str) for x in cast("frozenset[object]", value))


def _are_players(value: object) -> bool:
    items = cast("Mapping[object, object]", value).items() if isinstance(value, Mapping) else [(None, None)]
    return all(isinstance(name, str) and callable(player) for name, player in items)


def _is_a(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


_NAMES: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "id": (_is_id, "a constant, lower-case words joined by hyphens, such as 'play-it-out'"),
    "title": (_is_name, "a constant, one line of text"),
    "aliases": (_are_names, "a constant, a tuple of texts, such as ('Travellers', 'Hidden Cards')"),
}
_FACTS: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "pack": (_is_a(Pack), "a Pack"),
    "layout": (_is_a(Layout), "a Layout"),
    "scoring": (_is_a(Scoring), "a Scoring"),
    "choices": (_is_a(bool), "True or False"),
    "longest": (_is_length, "a whole number, 0 or more, or None"),
    "suits_matter": (_is_a(bool), "True or False"),
    "has_win": (_is_a(bool), "True or False"),
    "tallies": (_are_texts, "a frozenset of the names of counts"),
    "players": (_are_players, "a mapping of names to functions"),
    "rules": (_is_a(str), "text"),
}
_SOURCE_FACTS: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "prefix": (_is_prefix, "lower-case letters from a to z, such as 'ms'"),
    "title": (_is_name, "one line of text"),
    "help": (_is_help, "one line of text, or ''"),
    "deal": (callable, "a function of a text and a pack, as in `def deal(text, pack)`"),
}
