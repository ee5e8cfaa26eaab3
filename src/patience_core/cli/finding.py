"""Find games, and read the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from patience_core.errors import UnknownGameError
from patience_core.game import Game
from patience_core.registry import Registry

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C: 128 and the number of the signal, as shells have it."""

PIPE_CLOSED: Final = 141
"""The exit status when the reader of a pipe has gone, likewise."""

Command = TypeVar("Command", bound=Callable[..., Any])


def registry() -> Registry:
    """Return the registry of this run; games are looked for once."""
    context = click.get_current_context().find_root()
    if context.obj is None:
        context.obj = Registry.discover()
    found: Registry = context.obj
    return found


def note(games: Registry) -> str:
    """Say that there are problems with plugins; "" when there are none."""
    number = len(games.problems)
    if not number:
        return ""
    plugins = "1 plugin has a problem" if number == 1 else f"There are {number} problems with plugins"
    return f"{plugins}; see: patience plugins"


def find(name: str) -> type[Game]:
    """Return the game of that id or alias; UnknownGameError also tells of plugins that could not be loaded."""
    games = registry()
    try:
        return games.find(name)
    except UnknownGameError as error:
        raise UnknownGameError("\n".join(filter(None, [str(error), note(games)]))) from error


def _read_options(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Read the texts `name=value`; what the game takes is for the game to say."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise click.BadParameter(f"{text!r} is not of the form name=value.")
        if name in options:
            raise click.BadParameter(f"{name} is given twice.")
        options[name] = value
    return options


def game_options(command: Command) -> Command:
    """Give a command `--option name=value`, read into the argument `options`."""
    return click.option(
        "options",
        "--option",
        "-o",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_read_options,
        help="Choose an option of the game; may be given several times. `patience games` lists them.",
    )(command)


as_json = click.option("as_json", "--json", is_flag=True, help="Print JSON, for programs.")
