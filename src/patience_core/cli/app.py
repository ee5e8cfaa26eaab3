"""The group of commands, and what every command shares: exit statuses, errors, and where games come from."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import click

from patience_core.cli.finding import INTERRUPTED, PIPE_CLOSED
from patience_core.errors import PatienceError, nearest, quoted

COMMANDS: Final = {
    "games": "looking",
    "plugins": "looking",
    "rules": "rules",
    "odds": "odds",
    "deal": "looking",
    "play": "play",
    "simulate": "simulate",
    "replay": "replay",
    "solve": "solve",
    "check": "check",
}
"""The module of each command, imported when the command is asked for: none of them slows down another."""


class Commands(click.Group):
    """A group that imports its commands late and turns what can go wrong into a sentence and an exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"patience_core.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for a misspelt one, offer the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            ctx.fail(f"No such command {quoted(name)}.{nearest(name, COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it raises for a person becomes a sentence on stderr."""
        try:
            result = super().invoke(ctx)
            # A closed pipe must be met here and not while the interpreter exits, where it would be printed.
            if sys.stdout is not None:
                sys.stdout.flush()
        except PatienceError as error:
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            _drop_output()
            raise click.exceptions.Exit(PIPE_CLOSED) from None
        except OSError as error:
            _drop_output()
            raise click.ClickException(f"{error.strerror or error}.") from error
        return result


def _drop_output() -> None:
    """Send what is still buffered for standard output nowhere, since its reader has gone."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


EXAMPLES: Final = """\b
Examples:
  patience play clock --auto    watch a game of Clock
  patience games                see what is installed"""


@click.group(cls=Commands, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="patience-core", prog_name="patience")
def app() -> None:
    """Play patience, the card games for one."""


def run(args: Sequence[str] | None) -> int:
    """Run the command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a rule text may hold what this terminal cannot show
    try:
        app.main(args=None if args is None else list(args), prog_name="patience")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except KeyboardInterrupt:
        return INTERRUPTED
