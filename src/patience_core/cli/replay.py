"""The command `replay`: a saved play, played again move by move."""

from __future__ import annotations

from contextlib import suppress

import click

from patience_core.cli.files import MOST_RECORD, called, read_text
from patience_core.cli.finding import INTERRUPTED, as_json, find, registry
from patience_core.cli.terminal import output
from patience_core.cli.text import Dealt, as_data, dump, moves_played, name_of
from patience_core.cli.watching import Pace, pace_options
from patience_core.errors import PatienceError, RecordError, UnknownGameError
from patience_core.records import Record
from patience_core.session import Session, Stop


@click.command(
    short_help="Play a saved play again.",
    epilog="""\b
Example:
  patience play clock --deal 42 --auto --save clock.json
  patience replay clock.json""",
)
@click.argument("file")
@pace_options
@as_json
def replay(*, file: str, speed: float, step: bool, as_json: bool) -> None:
    """Play a record from FILE again, and check it: nothing that it states is believed.

    FILE was written by `patience play --save`; `-` is standard input.
    """
    try:
        record = Record.from_json(read_text(file, MOST_RECORD))
        session = Session.replay(record, find)
    except (RecordError, UnknownGameError) as error:
        raise type(error)(f"{called(file)}: {error}") from error
    dealt = _named(session, record.deal)
    if as_json:
        click.echo(dump(as_data(session, dealt, player=None, stopped=None)))
        return
    while session.can_undo:
        session.undo()
    try:
        _show(session, name_of(session.game, dealt), Pace(speed, step))
    except KeyboardInterrupt:
        click.echo(f"Stopped after {moves_played(session)} of {name_of(session.game, dealt)}.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _named(session: Session, stated: str) -> Dealt:
    """Name the deal as a record does, where that name really stands for these cards; its source may be missing."""
    with suppress(PatienceError):
        named = registry().deal(stated, session.game.pack)
        if named == session.deal:
            return Dealt(named, named.text)
    return Dealt(session.deal, None)


def _show(session: Session, name: str, pace: Pace) -> None:
    def go() -> Stop | None:
        while session.can_redo:
            session.redo()
        return None

    display = output()
    if display.redraws:
        from patience_core.cli.watching import watch

        watch(session, name, go, pace, display)
    else:
        from patience_core.cli.plain import play_plainly

        play_plainly(session, name, go)
