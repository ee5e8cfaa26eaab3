"""Which deal is meant: the options that several commands share, and what they stand for."""

from __future__ import annotations

import os
from typing import Final

import click

from patience_core.cli.files import read_deal
from patience_core.cli.finding import Command, registry
from patience_core.cli.text import Dealt
from patience_core.deals import Listed
from patience_core.game import Game

MOST_RANDOM: Final = 1_000_000
"""Deals that nobody asked for by number come from below this, so that the number is soon typed again."""


def deal_options(command: Command) -> Command:
    """Give a command `--deal`, `--cards` and `--listed`, for `deal_asked`."""
    listed = click.option(
        "--listed",
        type=click.Choice(["first-dealt", "last-dealt"]),
        help="Which card stands first in --cards: the one dealt first (as usual) or last.",
    )
    cards = click.option(
        "--cards", metavar="TEXT|FILE|-", help="The pack in dealing order: cards, a file, or standard input."
    )
    deal = click.option(
        "--deal",
        metavar="DEAL",
        help="The number of the deal, or PREFIX:... for one of another source (`patience plugins` lists them); any "
        "deal when not given.",
    )
    return deal(cards(listed(command)))


def deal_asked(game: Game, name: str | None, cards: str | None, listed: Listed | None) -> Dealt:
    """Return the deal that is asked for, or any; UsageError where the options contradict each other."""
    if name is not None and cards is not None:
        raise click.UsageError("--deal and --cards exclude each other.")
    if listed is not None and cards is None:
        raise click.UsageError("--listed says how --cards is to be read; give both.")
    if cards is not None:
        return Dealt(read_deal(cards, game.pack, listed or "first-dealt"), None)
    if name is None:
        name = str(int.from_bytes(os.urandom(8), "big") % MOST_RANDOM)
    deal = registry().deal(name, game.pack)
    return Dealt(deal, deal.text)
