"""Rules pages: what the code knows of options and odds stands in them, and nothing of it is written by hand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Game, Odds, Player, Registry, computed, frozen, named_players, option, rules_page
from patience_core.options import show
from patience_core.rules import chance_words
from tests.games import Ladder, Pairs, Round

GAMES = Registry.discover().games
every_game = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
WITH_ODDS = [kind for kind in GAMES if "{odds}" in kind().rules]


@cache
def usual_page(kind: type[Game]) -> str:
    return rules_page(kind())


def rows(page: str) -> list[list[str]]:
    """Return the cells of every line of a table, headers included."""
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in page.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in cells]


def told_odds(page: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what the table of odds says was won, and the mean, by the options and the players named."""
    found = rows(page)
    header = next(place for place, row in enumerate(found) if row[:3] == ["options", "player", "won"])
    told: dict[tuple[str, str], tuple[str, str]] = {}
    for row in found[header + 2 :]:
        if len(row) != 4:
            break
        told[row[0], row[1]] = (row[2], row[3])
    return told


def expected_odds(kind: type[Game]) -> Iterator[tuple[str, dict[str, Odds | None]]]:
    """Yield each reading that has odds of its own, by what the table calls it, with the odds of each player."""
    usual = {player: kind().odds(player) for player in named_players(kind())}
    yield "default", usual
    for one in kind.declared_options():
        for choice in one.choices:
            game = kind.configured({one.name: choice})
            odds = usual if game == kind() else {player: game.odds(player) for player in named_players(game)}
            if odds != usual:
                yield f"`{one.name}={show(choice)}`", odds


@every_game
def test_every_option_choice_and_meaning_stands_in_the_page(kind: type[Game]) -> None:
    found = rows(usual_page(kind))
    for one in kind.declared_options():
        start = next(place for place, row in enumerate(found) if row[0].startswith(f"`{one.name}`"))
        for place, (choice, meaning) in enumerate(zip(one.choices, one.meanings, strict=True), start):
            usual = " (default)" if choice == one.default else ""
            assert [f"`{show(choice)}`{usual}", meaning] == found[place][1:]
            assert meaning


@every_game
def test_a_game_whose_odds_are_known_shows_them(kind: type[Game]) -> None:
    known = any(kind().odds(player) for player in named_players(kind()))
    assert not known or kind in WITH_ODDS


@every_game
def test_no_placeholder_is_left_and_the_text_of_the_game_is_kept(kind: type[Game]) -> None:
    page = usual_page(kind)
    assert not re.search(r"\{\w+\}", page)
    assert set(kind().rules.strip().splitlines()) - {"{readings}", "{odds}"} <= set(page.splitlines())


@pytest.mark.parametrize("kind", WITH_ODDS, ids=lambda kind: kind.id)
def test_every_chance_in_the_page_is_that_of_the_game(kind: type[Game]) -> None:
    told = told_odds(usual_page(kind))
    expected: dict[tuple[str, str], tuple[str, str]] = {}
    for options, odds in expected_odds(kind):
        for one in set(odds.values()):
            named = ", ".join(f"`{player}`" for player in odds if odds[player] == one)
            who = "any" if len(set(odds.values())) == 1 else named
            if one is None:
                expected[options, who] = ("not known exactly", "")
            else:
                won = "-" if one.won is None else f"{one.won} ({chance_words(one.won)})"
                expected[options, who] = (won, f"{float(one.mean):.4g}")
    assert expected == told


def test_a_game_without_a_text_tells_what_it_declares() -> None:
    assert [
        "# Ladder",
        "",
        "This game brings no rules text. What it declares:",
        "",
        "- Other names: Up and Up",
        "- Pack: 24 cards: ranks A 2 3 4 5 6, suits C H, 2 of each",
        "- Score: cards built (from 1 to 24, the highest is the best)",
        "- It can be won.",
        "- The player chooses moves.",
        "",
        "## Options",
        "",
        "| option | choice | meaning |",
        "| --- | --- | --- |",
        "| `redeals`: how often the waste is shuffled and dealt again | `0` |  |",
        "|  | `1` |  |",
        "|  | `2` (default) |  |",
    ] == rules_page(Ladder()).splitlines()


def test_a_game_with_neither_options_nor_odds_tells_neither() -> None:
    assert [
        "# Round and Round",
        "",
        "This game brings no rules text. What it declares:",
        "",
        "- Pack: 4 cards: ranks A 2 3 4, suits S",
        "- Score: games won (from 0 to 1, the highest is the best)",
        "- It has no win: only the score counts.",
        "- It plays itself: there is never a choice.",
    ] == rules_page(Round()).splitlines()


def test_all_other_names_are_told() -> None:
    @frozen
    class Named(Round):
        aliases = ("Carousel", "Roundabout")

    assert "- Other names: Carousel, Roundabout" in rules_page(Named()).splitlines()


def test_a_full_pack_is_told_in_few_words() -> None:
    assert "- Pack: 52 cards: all ranks, all suits" in rules_page(Pairs()).splitlines()


def test_a_text_of_blanks_is_none() -> None:
    @frozen
    class Blank(Round):
        rules = " \n"

    assert rules_page(Round()) == rules_page(Blank())


@frozen
class Told(Round):
    """A game with a text, an option of which some choices have odds, and players who differ."""

    rules = "# Told\n\n{odds}\n\nBetween.\n\n{readings}\n"
    has_win = True

    stakes: str = option("high", choices={"high": "All | nothing.", "low": "Little.", "dark": "Nobody knows."})
    open: bool = option(True, help="whether cards are shown")

    def odds(self, player: str = "first") -> Odds | None:
        if self.stakes == "dark":
            return None
        won = Fraction(1, 4 if self.stakes == "high" else 1)
        if player == "random" and self.stakes == "high":
            won /= 5000
        return Odds(won=won, score={0: 1 - won, 3: won})


def test_the_tables_stand_in_the_place_of_their_lines() -> None:
    assert [
        "# Told",
        "",
        "| options | player | won | mean games won |",
        "| --- | --- | --- | --- |",
        "| default | `first` | 1/4 (25.00%, 1 in 4) | 0.75 |",
        "| default | `random` | 1/20000 (less than 0.01%, 1 in 20000) | 0.00015 |",
        "| `stakes=low` | any | 1 (100%, always) | 3 |",
        "| `stakes=dark` | any | not known exactly |  |",
        "",
        "Between.",
        "",
        "| option | choice | meaning |",
        "| --- | --- | --- |",
        r"| `stakes` | `high` (default) | All \| nothing. |",
        "|  | `low` | Little. |",
        "|  | `dark` | Nobody knows. |",
        "| `open`: whether cards are shown | `yes` (default) |  |",
        "|  | `no` |  |",
    ] == rules_page(Told()).splitlines()


def test_the_page_of_a_chosen_reading_still_calls_default_what_is_so() -> None:
    assert rules_page(Told()) == rules_page(Told(stakes="low")) == rules_page(Told(stakes="dark", open=False))


def test_the_odds_of_a_game_without_a_text_are_told_too() -> None:
    @frozen
    class Known(Round):
        def odds(self, player: str = "first") -> Odds | None:
            return Odds(won=None, score={1: Fraction(1, 3), 2: Fraction(2, 3)})

    assert [
        "",
        "## Odds",
        "",
        "| options | player | won | mean games won |",
        "| --- | --- | --- | --- |",
        "| default | any | - | 1.667 |",
    ] == rules_page(Known()).splitlines()[8:]


def test_a_text_that_asks_for_tables_which_the_game_lacks_says_so() -> None:
    @frozen
    class Plain(Round):
        rules = "{readings}\n\n{odds}"

    assert [
        "There is one reading only: the game has no options.",
        "",
        "| options | player | won | mean games won |",
        "| --- | --- | --- | --- |",
        "| default | any | not known exactly |  |",
    ] == rules_page(Plain()).splitlines()


def test_a_player_that_comes_with_a_choice_is_named_there() -> None:
    @frozen
    class Helped(Told):
        @computed
        def players(self) -> Mapping[str, Player]:
            return {} if self.stakes == "low" else Pairs.players

        def odds(self, player: str = "first") -> Odds | None:
            return super().odds("random" if player == "last" else player)

    told = told_odds(rules_page(Helped()))
    assert {("default", "`first`"), ("default", "`random`, `last`"), ("`stakes=low`", "any")} <= set(told)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%, never"),
        (Fraction(1), "100%, always"),
        (Fraction(1, 13), "7.69%, 1 in 13"),
        (Fraction(2, 5), "40.00%, about 1 in 2.5"),
        (Fraction(12, 13), "92.31%, about 1 in 1.083"),
        (Fraction(1, 10_000), "0.01%, 1 in 10000"),
        (Fraction(1, 12_345), "less than 0.01%, 1 in 12345"),
        (Fraction(2, 1_999), "0.10%, about 1 in 999.5"),
        (Fraction(2, 24_691), "less than 0.01%, about 1 in 12346"),
        (Fraction(1, 6_227_020_800), "less than 0.01%, 1 in 6227020800"),
        (Fraction(9_999, 10_000), "99.99%, about 1 in 1"),
        (Fraction(99_999, 100_000), "more than 99.99%, about 1 in 1"),
        (Fraction(1, 10**400), f"less than 0.01%, 1 in 1{'0' * 400}"),
        (Fraction(2, 10**400 + 1), f"less than 0.01%, about 1 in 5{'0' * 399}"),
    ],
)
def test_a_chance_is_written_as_a_percentage_and_as_one_in_so_many(chance: Fraction, words: str) -> None:
    assert words == chance_words(chance)


@given(st.fractions(0, 1))
def test_only_what_is_exact_is_written_without_about(chance: Fraction) -> None:
    words = chance_words(chance)
    percentage, _, often = words.partition(", ")
    assert (words == "0%, never") == (chance == 0)
    assert (words == "100%, always") == (chance == 1)
    assert percentage not in {"0.00%", "100.00%"}
    if 0 < chance < 1:
        about, _, number = often.rpartition("1 in ")
        assert about == ("" if chance.numerator == 1 else "about ")
        assert math.isclose(1 / chance, float(number), rel_tol=1e-3)
