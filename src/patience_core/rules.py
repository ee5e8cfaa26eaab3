"""The rules page of a game: its own text, with what the code knows better filled in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from patience_core.cards import RANKS
from patience_core.game import Game
from patience_core.odds import Odds
from patience_core.options import show
from patience_core.players import named_players

READINGS: Final = "{readings}"
ODDS: Final = "{odds}"
SMALL: Final = Fraction(1, 10_000)
"""Chances nearer to 0 or 1 are not written as a percentage."""


def rules_page(game: Game) -> str:
    """Return the rules of a game as Markdown, with the tables of its options and odds in their places.

    Where the game brings no rules text, the page tells what it declares of itself.
    """
    text = game.rules.strip() or "\n".join(_declared(game))
    if ODDS in text:
        text = text.replace(ODDS, "\n".join(_odds_table(game)))
    return text.replace(READINGS, "\n".join(_readings_table(game)))


def chance_words(chance: Fraction) -> str:
    """Write a chance as percentage and as "about 1 in N", or "1 in N" where that is exact."""
    if not chance:
        return "0%, never"
    if chance == 1:
        return "100%, always"
    often = 1 / chance
    if often.denominator == 1:
        return f"{_percentage(chance)}, 1 in {often}"
    return f"{_percentage(chance)}, about 1 in {round(often) if often >= 1000 else format(float(often), '.4g')}"


def _percentage(chance: Fraction) -> str:
    """Write a chance that is neither 0 nor 1, and so as neither 0% nor 100%."""
    if chance < SMALL:
        return "less than 0.01%"
    if chance > 1 - SMALL:
        return "more than 99.99%"
    return f"{float(chance):.2%}"


def _readings_table(game: Game) -> Iterator[str]:
    """Yield a table of the options, their choices and what each means."""
    options = game.declared_options()
    if not options:
        yield "There is one reading only: the game has no options."
        return
    yield "| option | choice | meaning |"
    yield "| --- | --- | --- |"
    for option in options:
        meanings = option.meanings or ("",) * len(option.choices)
        name = f"`{option.name}`" + (f": {option.help}" if option.help else "")
        for choice, meaning in zip(option.choices, meanings, strict=True):
            first = name if choice == option.choices[0] else ""
            usual = " (default)" if choice == option.default else ""
            yield _row(first, f"`{show(choice)}`{usual}", meaning)


def _odds_table(game: Game) -> Iterator[str]:
    """Yield a table of the exact odds: of each player, under the default options and where another choice differs."""
    yield f"| options | player | won | mean {game.scoring.name} |"
    yield "| --- | --- | --- | --- |"
    usual = _odds_of_all(game.configured({}))
    yield from _odds_rows("default", usual)
    for option in game.declared_options():
        for choice in option.choices:
            if choice == option.default:
                continue
            odds = _odds_of_all(game.configured({option.name: choice}))
            if odds != usual:
                yield from _odds_rows(f"`{option.name}={show(choice)}`", odds)


def _odds_of_all(game: Game) -> dict[str, Odds | None]:
    """Return the odds of every named player."""
    return {player: game.odds(player) for player in named_players(game)}


def _odds_rows(options: str, odds: dict[str, Odds | None]) -> Iterator[str]:
    """Yield a row for each different odds, with the players that have them."""
    for one in dict.fromkeys(odds.values()):
        named = ", ".join(f"`{player}`" for player, its in odds.items() if its == one)
        names = "any" if len(set(odds.values())) == 1 else named
        if one is None:
            yield _row(options, names, "not known exactly", "")
        else:
            won = "-" if one.won is None else f"{one.won} ({chance_words(one.won)})"
            yield _row(options, names, won, f"{float(one.mean):.4g}")


def _row(*cells: str) -> str:
    """Write a row of a table; a bar in a text is no border."""
    inner = " | ".join(cell.replace("|", r"\|") for cell in cells)
    return f"| {inner} |"


def _declared(game: Game) -> Iterator[str]:
    """Yield a page made of what every game declares."""
    yield f"# {game.title}"
    yield ""
    yield "This game brings no rules text. What it declares:"
    yield ""
    if game.aliases:
        yield f"- Other names: {', '.join(game.aliases)}"
    yield f"- Pack: {_pack(game)}"
    bounds = f"from {game.scoring.least} to {game.scoring.most}, the {game.scoring.best} is the best"
    yield f"- Score: {game.scoring.name} ({bounds})"
    yield f"- {'It can be won.' if game.has_win else 'It has no win: only the score counts.'}"
    yield f"- {'The player chooses moves.' if game.choices else 'It plays itself: there is never a choice.'}"
    if game.declared_options():
        yield ""
        yield "## Options"
        yield ""
        yield READINGS
    if any(_odds_of_all(game.configured({})).values()):
        yield ""
        yield "## Odds"
        yield ""
        yield ODDS


def _pack(game: Game) -> str:
    """Describe the pack in a few words."""
    pack = game.pack
    ranks = f"ranks {' '.join(RANKS[rank - 1] for rank in pack.ranks)}"
    parts = ["all ranks" if len(pack.ranks) == len(RANKS) else ranks]
    parts.append("all suits" if len(pack.suits) == 4 else f"suits {' '.join(pack.suits)}")
    if pack.copies > 1:
        parts.append(f"{pack.copies} of each")
    return f"{len(pack)} cards: {', '.join(parts)}"
