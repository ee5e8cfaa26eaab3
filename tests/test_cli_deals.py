"""Deals by name on the command line: numbers, the sources that plugins bring, and how wrong names are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from patience_core import Deal, DealError, DealSource, Pack, Registry
from tests.fake_plugins import Site, named, new_site
from tests.games import Ladder, Pairs
from tests.terminals import patience, patience_with, registry

site = pytest.fixture(new_site)

SHORT = Pack(ranks=range(1, 7), suits="CH", copies=2)
RANGE = "from 0 to 9223372036854775807"
SOURCE = """
from patience_core import Deal, DealSource, hookimpl


@hookimpl
def patience_deals():
    return [DealSource("up", "numbers as they are", lambda text, pack: Deal.numbered(int(text), pack), help="a number")]
"""


def by_thousands(text: str, pack: Pack) -> Deal:
    """Deal a thousand times the number, and say so."""
    print("dealing")
    if not text.isdecimal():
        raise DealError(f"{text!r} is no number.")
    return Deal.numbered(int(text) * 1000, pack)


def broken(text: str, _pack: Pack) -> Deal:
    raise OSError(f"no network for {text}")


def found() -> Registry:
    """Return two games and two sources, one of them at fault."""
    games = registry(Ladder, Pairs)
    games.add_deal_source(DealSource("kilo", "every thousandth deal", by_thousands))
    games.add_deal_source(DealSource("net", "deals from elsewhere", broken))
    return games


def run(*args: str, stdin: str = "") -> Result:
    return patience_with(found(), *args, stdin=stdin)


# Deal.


@pytest.mark.parametrize("name", ["kilo:5", "KILO5"])
def test_a_deal_of_a_source_is_printed_as_any_other(name: str) -> None:
    result = run("deal", "pairs", name)
    assert (0, f"{Deal.numbered(5000).listing}\n", "dealing\n") == (result.exit_code, result.stdout, result.stderr)


def test_a_deal_of_a_source_is_of_the_pack_of_the_game() -> None:
    assert f"{Deal.numbered(5000, SHORT).listing}\n" == run("deal", "ladder", "kilo:5").stdout


def test_json_has_the_name_and_a_number_only_where_it_is_the_engines_own() -> None:
    data = json.loads(run("deal", "ladder", "Kilo:5", "--json").stdout)
    cards = [str(card) for card in Deal.numbered(5000, SHORT).cards]
    assert {
        "game": "ladder",
        "options": {"redeals": 2},
        "number": None,
        "deal_name": "kilo:5",
        "deal": cards,
    } == data
    own = json.loads(run("deal", "ladder", "05000", "--json").stdout)
    assert {**data, "number": 5000, "deal_name": "5000"} == own


@pytest.mark.parametrize("args", [("-1",), ("-1", "--json"), ("--json", "-1"), ("--", "-1"), ("-o", "redeals=1", "-1")])
def test_a_negative_number_is_refused_as_a_deal_and_is_no_option(args: tuple[str, ...]) -> None:
    result = run("deal", "ladder", *args)
    assert (1, "") == (result.exit_code, result.stdout)
    assert f"Error: deal number -1: numbers are whole, {RANGE}.\n" == result.stderr


def test_a_misspelt_option_is_still_answered_with_the_nearest() -> None:
    result = run("deal", "ladder", "5", "--jsn")
    assert 2 == result.exit_code
    assert "--json" in result.stderr


# Play.


def test_a_deal_of_a_source_is_played_and_named() -> None:
    lines = run("play", "ladder", "--deal", "kilo:5", "--auto").stdout.splitlines()
    assert "Ladder, deal kilo:5" == lines[0]
    number = patience("play", "ladder", "--deal", "5000", "--auto", games=[Ladder]).stdout.splitlines()
    assert number[1:] == lines[1:]


def test_json_of_a_play_can_be_dealt_again_by_its_name() -> None:
    first = json.loads(run("play", "ladder", "--deal", "KILO:5", "--json").stdout)
    assert (None, "kilo:5") == (first["number"], first["deal_name"])
    assert first == json.loads(run("play", "ladder", "--deal", first["deal_name"], "--json").stdout)


@pytest.mark.parametrize("command", [("deal", "ladder"), ("play", "ladder", "--deal")])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kilo:-5", "deal kilo:-5: '-5' is no number."),
        ("kilo:", "'kilo:' is no deal: behind the colon must stand what the source takes."),
        (
            "klio:5",
            "'klio:5' is no deal: no deal source has the prefix klio. Did you mean kilo? "
            "There are kilo (every thousandth deal), net (deals from elsewhere).",
        ),
        (
            "five",
            f"'five' is no deal: a deal is a number {RANGE}, or a prefix, a colon and what its source takes: "
            "kilo (every thousandth deal), net (deals from elsewhere).",
        ),
    ],
)
def test_a_wrong_name_is_one_line_and_status_1(command: tuple[str, ...], name: str, why: str) -> None:
    result = run(*command, name)
    assert (1, "") == (result.exit_code, result.stdout)
    assert f"Error: {why}" == result.stderr.removeprefix("dealing\n").rstrip("\n")


def test_a_source_at_fault_is_one_line_that_names_who_brings_it() -> None:
    result = run("play", "ladder", "--deal", "net:5")
    assert (1, "") == (result.exit_code, result.stdout)
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: deal net:5: the deal source net of module {__name__} raises OSError at {__file__}")


# Replay.


def saved(folder: Path) -> str:
    file = str(folder / "play.json")
    assert 0 == run("play", "ladder", "--deal", "kilo:5", "--auto", "--save", file).exit_code
    return file


def test_a_record_of_a_source_replays_under_its_name_where_the_source_is_installed(tmp_path: Path) -> None:
    played = run("play", "ladder", "--deal", "kilo:5", "--auto")
    assert played.stdout == run("replay", saved(tmp_path)).stdout


def test_a_record_of_a_source_replays_as_a_listed_deal_where_it_is_not(tmp_path: Path) -> None:
    result = patience("replay", saved(tmp_path), games=[Ladder])
    assert (0, "") == (result.exit_code, result.stderr)
    assert "Ladder, a listed deal" == result.stdout.splitlines()[0]
    assert run("replay", saved(tmp_path)).stdout.splitlines()[1:] == result.stdout.splitlines()[1:]


@pytest.mark.parametrize("stated", ["kilo:6", "kilo:x", "net:5", "kilo", "KILO:7", "\x00"])
def test_the_name_that_a_record_states_is_not_believed(stated: str, tmp_path: Path) -> None:
    data = json.loads(Path(saved(tmp_path)).read_text(encoding="utf-8"))
    data["deal"]["text"] = stated
    result = run("replay", "-", "--json", stdin=json.dumps(data))
    told = json.loads(result.stdout)
    assert (0, None, None) == (result.exit_code, told["number"], told["deal_name"])


# Plugins.


def test_plugins_lists_the_sources_and_who_brings_them(site: Site) -> None:
    site.install("good", named("Good"))
    site.install("up", SOURCE)
    site.install("bad", "1 / 0")
    discovered = site.discover()
    discovered.add_deal_source(DealSource("kilo", "every thousandth deal", by_thousands))
    lines = patience_with(discovered, "plugins").stdout.splitlines()
    assert [
        "distribution   version  entry point  games",
        "patience-good  1.0      good         good",
        "patience-up    1.0      up",
        "",
        "Deal sources:",
        "prefix  distribution  whose deals            behind the colon",
        "kilo    -             every thousandth deal",
        "up      patience-up   numbers as they are    a number",
        "",
        "Problems:",
    ] == lines[:-1]
    data = json.loads(patience_with(discovered, "plugins", "--json").stdout)
    assert [source.as_dict() for source in discovered.deal_sources] == data["deal_sources"]
    assert [["good"], []] == [plugin["games"] for plugin in data["plugins"]]
    assert [[], ["up"]] == [plugin["deal_sources"] for plugin in data["plugins"]]


@pytest.mark.parametrize("command", ["deal", "play"])
def test_the_help_says_where_the_sources_are_listed(command: str) -> None:
    assert "`patience plugins`" in " ".join(patience(command, "--help").stdout.split())


def test_games_tell_nothing_of_sources() -> None:
    assert "kilo" not in run("games").stdout
