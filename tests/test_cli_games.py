"""The commands `games`, `plugins`, `rules` and `deal`, and the help of all commands."""

from __future__ import annotations

import json
from importlib.metadata import version

import pytest

from patience_core import Deal, Pack, Registry, frozen
from patience_core.cli.app import COMMANDS
from patience_core.rules import rules_page
from tests.fake_plugins import Site, named, new_site
from tests.games import Ladder, Pairs, Round
from tests.terminals import patience, patience_with, process

site = pytest.fixture(new_site)


def test_games_are_listed_one_a_line_with_other_names_and_options() -> None:
    result = patience("games", games=[Pairs, Ladder])
    assert [
        "game    title   other names  options",
        "ladder  Ladder  Up and Up    redeals: 2, 0, 1",
        "pairs   Pairs",
    ] == result.stdout.splitlines()
    assert (0, "") == (result.exit_code, result.stderr)


def test_games_as_json_tell_what_a_front_end_needs() -> None:
    (game,) = json.loads(patience("games", "--json", games=[Ladder]).stdout)
    assert {
        "id": "ladder",
        "title": "Ladder",
        "aliases": ["Up and Up"],
        "options": [
            {
                "name": "redeals",
                "default": 2,
                "choices": [0, 1, 2],
                "help": "how often the waste is shuffled and dealt again",
            }
        ],
        "cards": 24,
        "choices": True,
        "scoring": {"name": "cards built", "best": "highest"},
        "players": ["first", "random"],
    } == game


def test_without_games_it_says_how_to_get_one() -> None:
    result = patience("games")
    assert "No game is installed. Each is a distribution of its own: pip install patience-clock\n" == result.stdout
    assert [] == json.loads(patience("games", "--json").stdout)


def test_a_broken_plugin_is_noted_on_stderr_while_the_games_are_listed(site: Site) -> None:
    site.install("good", named("Good"))
    site.install("bad", "raise RuntimeError('no')")
    found = site.discover()
    result = patience_with(found, "games")
    assert "good" in result.stdout
    assert "1 plugin has a problem; see: patience plugins\n" == result.stderr
    as_json = patience_with(found, "games", "--json")
    assert ["good"] == [game["id"] for game in json.loads(as_json.stdout)]
    assert "" == as_json.stderr


def test_an_unknown_game_is_refused_with_the_nearest_and_a_note_of_broken_plugins(site: Site) -> None:
    site.install("good", named("Good"))
    site.install("bad", "raise RuntimeError('no')")
    result = patience_with(site.discover(), "play", "godo")
    assert 1 == result.exit_code
    assert "" == result.stdout
    assert "Did you mean good?" in result.stderr
    assert "1 plugin has a problem; see: patience plugins" == result.stderr.splitlines()[-1]


def test_plugins_lists_what_works_and_what_does_not(site: Site) -> None:
    site.install("good", named("Good"))
    site.install("bad", "raise RuntimeError('no')")
    found = site.discover()
    result = patience_with(found, "plugins")
    assert [
        "distribution   version  entry point  games",
        "patience-good  1.0      good         good",
        "",
        "Problems:",
        f"- {found.problems[0]}",
    ] == result.stdout.splitlines()
    data = json.loads(patience_with(found, "plugins", "--json").stdout)
    plugins, problems = [found.plugins[0].as_dict()], [found.problems[0].as_dict()]
    assert {"plugins": plugins, "problems": problems, "deal_sources": []} == data


def test_without_plugins_it_says_how_to_get_one() -> None:
    assert "No game is installed" in patience("plugins").stdout


def test_rules_of_a_game_without_a_text_are_what_it_declares() -> None:
    result = patience("rules", "Up and Up", games=[Ladder])
    assert f"{rules_page(Ladder())}\n" == result.stdout
    assert ["# Ladder", "", "This game brings no rules text. What it declares:"] == result.stdout.splitlines()[:3]
    assert "`redeals`" in result.stdout


def test_rules_in_a_pipe_are_the_markdown_of_the_game() -> None:
    @frozen
    class Told(Round):
        id = "told"
        rules = "# Told\n\nTurn *one* card.\n"

    assert "# Told\n\nTurn *one* card.\n" == patience("rules", "told", games=[Told]).stdout


def test_deal_prints_the_pack_on_one_line_first_dealt_first() -> None:
    result = patience("deal", "pairs", "42", games=[Pairs])
    assert f"{Deal.numbered(42).listing}\n" == result.stdout
    assert result.stdout.startswith("KH 9C 2D JD AD JS 7C AC 2H 8C ")
    assert result.stdout.isascii()


def test_deal_as_json_holds_the_number_and_the_cards() -> None:
    data = json.loads(patience("deal", "ladder", "7", "--json", "--option", "redeals=0", games=[Ladder]).stdout)
    cards = [str(card) for card in Deal.numbered(7, Pack(ranks=range(1, 7), suits="CH", copies=2)).cards]
    assert {"game": "ladder", "options": {"redeals": 0}, "number": 7, "deal_name": "7", "deal": cards} == data


@pytest.mark.parametrize("number", ["9223372036854775808", "123456789012345678901234567890"])
def test_a_deal_number_out_of_range_is_the_users_mistake(number: str) -> None:
    result = patience("deal", "pairs", number, games=[Pairs])
    assert (1, "") == (result.exit_code, result.stdout)
    assert f"Error: deal number {number}: numbers are whole, from 0 to 9223372036854775807.\n" == result.stderr


def test_a_misspelt_command_is_refused_with_the_nearest() -> None:
    result = patience("paly")
    assert 2 == result.exit_code
    assert "Error: No such command 'paly'. Did you mean play?" in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_page_with_an_example(command: str) -> None:
    result = patience(command, "--help")
    assert 0 == result.exit_code
    assert "Example" in result.stdout
    assert f"patience {command}" in result.stdout.partition("Example")[2]
    assert "\\b" not in result.stdout


def test_the_help_of_all_names_every_command_in_a_whole_sentence() -> None:
    result = patience("--help")
    assert 0 == result.exit_code
    assert all(f"  {command} " in result.stdout for command in COMMANDS)
    assert "..." not in result.stdout.partition("Commands:")[2]


def test_the_version_is_that_of_the_distribution() -> None:
    assert f"patience, version {version('patience-core')}\n" == patience("--version").stdout


def test_the_installed_plugins_are_found_through_their_entry_points() -> None:
    found = process("games", "--json")
    assert [game.id for game in Registry.discover().games] == [game["id"] for game in json.loads(found.stdout)]
    assert (0, "") == (found.returncode, found.stderr)
