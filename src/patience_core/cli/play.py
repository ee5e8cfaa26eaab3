"""The command `play`: a deal of a game, played by the program or by a person."""

from __future__ import annotations

import os
import sys
from typing import Final

import click

from patience_core.cli.files import check_writable, read_deal, write_text
from patience_core.cli.finding import INTERRUPTED, as_json, find, game_options, registry
from patience_core.cli.terminal import Display, output
from patience_core.cli.text import Dealt, as_data, dump, moves_played, name_of
from patience_core.cli.watching import Pace, pace_options
from patience_core.deals import Listed
from patience_core.errors import PatienceError
from patience_core.game import Game
from patience_core.players import find_player
from patience_core.session import Session

MOST_RANDOM: Final = 1_000_000
"""Deals that nobody asked for by number come from below this, so that the number is soon typed again."""


@click.command(
    short_help="Play a deal, or let the program play it.",
    epilog="""\b
Examples:
  patience play clock --auto
  patience play clock --deal 42 --option dealing=packets
  patience play clock --cards my-deal.txt --listed last-dealt --json""",
)
@click.argument("game")
@click.option(
    "--deal",
    metavar="DEAL",
    help="The number of the deal, or PREFIX:... for one of another source (`patience plugins` lists them); any deal "
    "when not given.",
)
@click.option("--cards", metavar="TEXT|FILE|-", help="The pack in dealing order: cards, a file, or standard input.")
@click.option(
    "--listed",
    type=click.Choice(["first-dealt", "last-dealt"]),
    help="Which card stands first in --cards: the one dealt first (as usual) or last.",
)
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
    if deal is not None and cards is not None:
        raise click.UsageError("--deal and --cards exclude each other.")
    if listed is not None and cards is None:
        raise click.UsageError("--listed says how --cards is to be read; give both.")
    chosen = find(game).configured(options)
    find_player(chosen, player)
    if save is not None:
        check_writable(save)
    dealt = deal_asked(chosen, deal, cards, listed or "first-dealt")
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


def deal_asked(game: Game, name: str | None, cards: str | None, listed: Listed) -> Dealt:
    """Return the deal that is asked for, or any."""
    if cards is not None:
        return Dealt(read_deal(cards, game.pack, listed), None)
    if name is None:
        name = str(int.from_bytes(os.urandom(8), "big") % MOST_RANDOM)
    deal = registry().deal(name, game.pack)
    return Dealt(deal, deal.text)


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
