"""The command `play`: a deal of a game, played by the program or by a person."""

from __future__ import annotations

import sys

import click

from patience_core.cli.asking import deal_asked, deal_options
from patience_core.cli.finding import INTERRUPTED, as_json, find, game_options
from patience_core.cli.terminal import Display, output
from patience_core.cli.text import Dealt, as_data, dump, moves_played, name_of
from patience_core.cli.watching import Pace, pace_options
from patience_core.deals import Listed
from patience_core.errors import PatienceError
from patience_core.files import check_writable, write_text
from patience_core.players import find_player
from patience_core.session import Session


@click.command(
    short_help="Play a deal, or let the program play it.",
    epilog="""\b
Examples:
  patience play clock --auto
  patience play clock --deal 42 --option dealing=packets
  patience play clock --cards my-deal.txt --listed last-dealt --json""",
)
@click.argument("game")
@deal_options
@game_options
@click.option("--auto", is_flag=True, help="Let the program play.")
@click.option("--player", default="first", show_default=True, metavar="NAME", help="Which player the program is.")
@pace_options
@click.option("--save", metavar="FILE", help="Write a record of the play, for `patience replay`.")
@as_json
def play(  # noqa: PLR0913  # an argument for each option of the command line
    *,
    game: str,
    deal: str | None,
    cards: str | None,
    listed: Listed | None,
    options: dict[str, str],
    auto: bool,
    player: str,
    speed: float,
    step: bool,
    save: str | None,
    as_json: bool,
) -> None:
    """Play a deal of GAME, an id or another name from `patience games`.

    On a terminal the board is drawn, and you play: type a move, or just Enter where there is only one, or `help`.
    With --auto the program plays and you watch. Where there is no terminal, the start, the moves and the result are
    printed as text; moves of a game that offers choices are then read from standard input, one a line.
    """
    chosen = find(game).configured(options)
    find_player(chosen, player)
    if save is not None:
        check_writable(save)
    dealt = deal_asked(chosen, deal, cards, listed)
    session = Session(chosen, dealt.deal)
    try:
        if as_json:
            stopped = session.auto(player)
            click.echo(dump(as_data(session, dealt, player=player, stopped=stopped)))
        else:
            _play(session, dealt, player if auto else None, Pace(speed, step), output())
    except KeyboardInterrupt:
        click.echo(f"Stopped after {moves_played(session)} of {name_of(chosen, dealt)}.", err=True)
        _save(session, save, interrupted=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    _save(session, save)


def _play(session: Session, dealt: Dealt, player: str | None, pace: Pace, display: Display) -> None:
    """Play in the way that fits the place: a picture, a talk, or plain text."""
    name = name_of(session.game, dealt)
    person = display.terminal and sys.stdin is not None and sys.stdin.isatty()
    if player is None and person:
        from patience_core.cli.dialogue import converse

        converse(session, name, display)
    elif player is None and session.game.choices:
        from patience_core.cli.plain import play_lines

        play_lines(session, name, sys.stdin or ())
    elif display.redraws:
        from patience_core.cli.watching import watch

        watch(session, name, lambda: session.auto(player or "first"), pace, display)
    else:
        from patience_core.cli.plain import play_plainly

        play_plainly(session, name, lambda: session.auto(player or "first"))


def _save(session: Session, save: str | None, *, interrupted: bool = False) -> None:
    """Write the record that was asked for; after Ctrl-C an error is told, and the exit status stays that of Ctrl-C."""
    if save is None:
        return
    try:
        write_text(save, session.record().to_json())
    except PatienceError as error:
        if not interrupted:
            raise
        click.echo(f"Error: {error}", err=True)
