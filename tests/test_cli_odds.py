"""The command `odds`: exact chances in words, as JSON, and as a bar chart that fits."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Move, Odds, Registry, Scoring, Stream, Table, frozen, option
from tests.games import Round
from tests.terminals import Terminal, patience, patience_with


def choose(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return moves[-1]


@frozen
class Toss(Round):
    """A game with odds for some players under some options."""

    id = "toss"
    title = "Toss"
    has_win = True
    scoring = Scoring("heads", best="highest", most=10)
    players = {"clever": choose}  # noqa: RUF012  # read only

    fair: bool = option(True, help="whether the coin is fair")

    def odds(self, player: str = "first") -> Odds | None:
        if player == "random":
            return None
        won = Fraction(2, 4) if self.fair and player == "first" else Fraction(3, 4)
        return Odds(won=won, score={10: won, 0: (1 - won) / 2, 1: (1 - won) / 2})


@frozen
class Points(Round):
    """A game without a win."""

    id = "points"
    title = "Points"

    def odds(self, player: str = "first") -> Odds | None:
        return Odds(won=None, score={-2: Fraction(1, 3), 1: Fraction(2, 3)})


def toss(*args: str) -> dict[str, Any]:
    result = patience("odds", "toss", *args, "--json", games=[Toss])
    assert (0, "") == (result.exit_code, result.stderr)
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def test_odds_are_a_fraction_a_decimal_and_one_in_so_many_with_a_bar_for_each_score() -> None:
    result = patience("odds", "toss", games=[Toss])
    assert [
        "Toss, fair=yes, player first",
        "Won: 1/2 = 0.500000 (50.00%, 1 in 2)",
        "Mean heads: 21/4 = 5.2500",
        "",
        "Chance of each score (heads):",
        "   0  0.25         ####################",
        "   1  0.25         ####################",
        "  10  0.5          ########################################",
    ] == result.stdout.splitlines()
    assert (0, "") == (result.exit_code, result.stderr)


def test_without_a_win_there_is_no_line_of_it() -> None:
    assert [
        "Points, player first",
        "Mean games won: 0 = 0.0000",
        "",
        "Chance of each score (games won):",
        "  -2  0.333333     ####################",
        "   1  0.666667     ########################################",
    ] == patience("odds", "points", games=[Points]).stdout.splitlines()


def test_the_odds_of_an_installed_game() -> None:
    lines = patience_with(Registry.discover(), "odds", "clock").stdout.splitlines()
    assert [
        "Clock, dealing=round, top=last-dealt, own_last_card=ignored, player first",
        "Won: 1/13 = 0.076923 (7.69%, 1 in 13)",
        "Mean cards left face down: 48/5 = 9.6000",
        "",
        "Chance of each score (cards left face down):",
        "   0  0.0769231    ########################################",
        "   1  0.0723982    ######################################",
    ] == lines[:7]
    assert "  48  3.69379e-06" == lines[-1]
    assert 5 + 49 == len(lines)


def test_json_holds_what_was_asked_and_fractions_in_lowest_terms() -> None:
    expected = {
        "game": "toss",
        "options": {"fair": True},
        "player": "first",
        "won": "1/2",
        "score": {"0": "1/4", "1": "1/4", "10": "1/2"},
    }
    assert expected == toss()
    assert list(expected) == list(toss())


def test_json_of_an_installed_game() -> None:
    data = json.loads(patience_with(Registry.discover(), "odds", "sundial", "--json").stdout)
    assert ["clock", "first", "1/13"] == [data["game"], data["player"], data["won"]]
    assert {"dealing": "round", "top": "last-dealt", "own_last_card": "ignored"} == data["options"]
    assert ("1/13", "16/221") == (data["score"]["0"], data["score"]["1"])
    assert 49 == len(data["score"])
    assert 1 == sum(map(Fraction, data["score"].values()))


def test_won_is_null_in_the_json_of_a_game_without_a_win() -> None:
    data = json.loads(patience("odds", "points", "--json", games=[Points]).stdout)
    assert {
        "game": "points",
        "options": {},
        "player": "first",
        "won": None,
        "score": {"-2": "1/3", "1": "2/3"},
    } == data


def test_options_and_player_change_the_odds() -> None:
    assert ["3/4", {"fair": False}, "first"] == [toss("-o", "fair=no")[key] for key in ("won", "options", "player")]
    assert ["3/4", {"fair": True}, "clever"] == [toss("--player", "clever")[k] for k in ("won", "options", "player")]
    head = patience("odds", "toss", "--player", "clever", "-o", "fair=no", games=[Toss]).stdout.splitlines()[0]
    assert "Toss, fair=no, player clever" == head


def test_where_no_odds_are_known_this_is_said() -> None:
    result = patience("odds", "toss", "--player", "random", games=[Toss])
    assert [
        "Toss, fair=yes, player random",
        "The exact odds are not known: no derivation is given.",
    ] == result.stdout.splitlines()
    assert (0, "") == (result.exit_code, result.stderr)


def test_where_no_odds_are_known_the_json_has_nulls() -> None:
    data = toss("--player", "random")
    assert (None, None, "random") == (data["won"], data["score"], data["player"])


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            ("toss", "--player", "clevr"),
            "Toss has no player 'clevr'; it has first, random, clever. Did you mean clever?",
        ),
        (("toss", "-o", "far=no"), "Toss has no option 'far'; it has fair. Did you mean fair?"),
        (("toss", "-o", "fair=perhaps"), "option fair: 'perhaps' is not one of yes, no."),
        (("tosss",), "No installed game is called 'tosss'. Did you mean toss? `patience games` lists them all."),
    ],
)
@pytest.mark.parametrize("json_too", [(), ("--json",)], ids=["text", "json"])
def test_what_is_not_known_is_refused_in_a_sentence(
    args: tuple[str, ...], sentence: str, json_too: tuple[str, ...]
) -> None:
    result = patience("odds", *args, *json_too, games=[Toss])
    assert (1, "", f"Error: {sentence}\n") == (result.exit_code, result.stdout, result.stderr)


def test_the_help_has_an_example_that_works() -> None:
    shown = patience("odds", "--help").stdout
    example = shown.partition("Example: patience ")[2].split()
    assert "odds" == example[0]
    assert 0 == patience_with(Registry.discover(), *example).exit_code


def test_a_terminal_shows_blocks() -> None:
    with Terminal("odds", "play-it-out") as terminal:
        screen = terminal.wait_for("  12  ", prompt=False)
    assert "█" * 40 in screen
    assert "#" not in screen
    assert 0 == terminal.screen.wrapped


lengths = st.dictionaries(st.integers(-(10**15), 10**15), st.integers(1, 10**9), min_size=1, max_size=60)
tiny = st.dictionaries(st.integers(0, 99), st.integers(1, 10**9).map(lambda power: 10 ** (power % 300)), min_size=1)


@given(lengths | tiny)
def test_the_chart_is_at_most_80_columns_and_its_longest_bar_belongs_to_the_likeliest(ways: dict[int, int]) -> None:
    known = Odds(won=None, score={value: Fraction(way, sum(ways.values())) for value, way in ways.items()})

    @frozen
    class Drawn(Points):
        def odds(self, player: str = "first") -> Odds | None:
            return known

    chart = patience("odds", "points", games=[Drawn]).stdout.splitlines()[4:]
    assert [str(value) for value, _ in known.score] == [line.split()[0] for line in chart]
    assert max(map(len, chart)) <= 80
    bars = {int(line.split()[0]): line.count("#") for line in chart}
    assert 40 == max(bars.values())
    assert {value for value in ways if ways[value] == max(ways.values())} <= {v for v in bars if bars[v] == 40}
