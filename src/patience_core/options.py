"""Options of a game: attrs fields that know their choices, and how to read them from text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from attrs import Attribute, Converter, field, fields, frozen

from patience_core.errors import GameError, OptionError, nearest, quoted

OptionValue = str | int | bool

_KEY: Final = "patience_core.option"
_TRUTH: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def show(value: OptionValue) -> str:
    """Write an option's value as it is typed; a yes-or-no option is typed `yes` or `no`."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def show_all(values: Mapping[str, OptionValue]) -> str:
    """Write options behind something else, as in ", cells=4, redeals=yes"; "" where there are none."""
    return "".join(f", {name}={show(value)}" for name, value in values.items())


@frozen
class Option:
    """One option that a game declares.

    Attributes:
        name: as typed, `name=value`.
        default: the value when nothing is said.
        choices: all values that it takes, the default among them.
        help: what it chooses, in a few words.
        meanings: what each choice means, in a sentence, in the order of the choices; empty where nothing is said.
    """

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    help: str
    meanings: tuple[str, ...] = ()

    def read(self, value: object) -> OptionValue:
        """Return the choice that `value` is or, as text, names; OptionError when there is none."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        names = [show(choice) for choice in self.choices]
        listed = ", ".join(names)
        if not isinstance(value, str):
            raise OptionError(f"option {self.name}: {value!r} is not one of {listed}.")
        said = value.strip().casefold()
        for choice, name in zip(self.choices, names, strict=True):
            if said == name.casefold() or (isinstance(choice, bool) and _TRUTH.get(said) is choice):
                return choice
        raise OptionError(f"option {self.name}: {quoted(value)} is not one of {listed}.{nearest(value, names)}")


def option(
    default: Any,
    *,
    choices: Mapping[Any, str] | Iterable[OptionValue] | None = None,
    help: str = "",
) -> Any:
    """Declare an option of a game.

    It is an annotated field, `cells: int = option(4, choices=(1, 2, 3, 4), help="free cells")`.

    Args:
        default: the value when nothing is said; one of the choices.
        choices: every value that the option takes, or each with a sentence on what it means, which the rules page
            then shows; a yes-or-no option (default True or False) needs none.
        help: what it chooses, in a few words.
    """
    taken = (True, False) if choices is None and isinstance(default, bool) else tuple(choices or ())
    if default not in taken:
        raise GameError(f"an option's default {default!r} must be one of its choices {taken!r}.")

    meanings: tuple[str, ...] = (
        tuple(cast("Mapping[Any, str]", choices).values()) if isinstance(choices, Mapping) else ()
    )

    def read(value: object, attribute: Attribute[Any]) -> OptionValue:
        return _option(attribute).read(value)

    return field(
        default=default,
        converter=Converter(read, takes_field=True),
        kw_only=True,
        metadata={_KEY: (taken, help, meanings)},
    )


def _option(attribute: Attribute[Any]) -> Option:
    default: Any = attribute.default
    return Option(attribute.name, default, *attribute.metadata[_KEY])


def declared_options(game: type) -> tuple[Option, ...]:
    """Return the options that a game class declares, in order."""
    return tuple(_option(attribute) for attribute in fields(game) if _KEY in attribute.metadata)
