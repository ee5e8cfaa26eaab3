"""The command `simulate`: its table, JSON, files, progress and errors, and what is known when it is stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from patience_core import (
    Registry,
    Summary,
    frozen,
    simulate,
)
from patience_core.cli import simulate as command
from patience_core.cli.bar import short
from patience_core.simulation import pacing, routes
from tests.fake_plugins import Site
from tests.terminals import Terminal, patience, patience_with
from tests.toss import Faulty, Toss, data, run


def table(*args: str) -> list[str]:
    result = run(*args)
    assert (0, "") == (result.exit_code, result.stderr)
    return result.stdout.splitlines()


def test_the_table_tells_what_came_with_intervals_and_the_exact_odds() -> None:
    found = simulate(Toss(), 600)
    beside = found.against(Toss().odds() or pytest.fail("there are odds"))
    low, high = (f"{end:.1%}".rstrip("%") for end in found.won_interval or (0, 0))
    left, right = (f"{end:.2f}" for end in found.mean_score_interval or (0, 0))
    lines = table("toss", "--deals", "600")
    assert "Deals 0 to 599, player first" == lines[0]
    assert ["game", "deals", "won", "exactly", "mean", "pips", "exactly", "p"] == lines[2].replace("|", " ").split()
    row, under = (line.strip("|").split("|") for line in lines[4:6])
    assert ["Toss", "600", f"{found.won_share:.1%}", "16.7%", f"{found.mean_score:.2f}", "3.50"] == [
        cell.strip() for cell in row[:-1]
    ]
    assert f"{beside.p_value:.2g}" == row[-1].strip()
    assert ["", "", f"{low} to {high}", f"{beside.won_off:+.2f}", f"{left} to {right}"] == [
        cell.strip() for cell in under[:5]
    ]
    assert f"{beside.mean_score_off:+.2f}" == under[5].strip()
    assert [
        "Under a figure stands its 95% interval.",
        "Under an exact one stands how many standard errors the figure lies from it.",
        "p is the chance that scores come out as uneven as these, or more (chi-square).",
    ] == lines[7:]
    assert "".join(lines).isascii()
    assert max(map(len, lines)) <= 80


def test_several_games_have_a_row_each() -> None:
    lines = table("toss", "pairs", "--deals", "20", "--from", "5", "--player", "random")
    assert "Deals 5 to 24, player random" == lines[0]
    assert "mean score" in lines[2]
    assert ["Toss", "Pairs"] == [line.split()[1] for line in lines[4:-2] if line[2] != " "]
    assert "exact one" not in "\n".join(lines[-2:])  # no odds are known for that player


def test_options_that_are_not_as_usual_stand_under_the_game() -> None:
    lines = table("toss", "--deals", "5", "-o", "six=rare", "-o", "redeals=0")
    assert "six=rare" == lines[5].split()[1]
    assert "redeals" not in "\n".join(lines)


def test_a_game_without_a_win_has_no_share_and_unfinished_plays_are_told() -> None:
    lines = table("round", "--deals", "3")
    assert ["game", "deals", "mean", "games", "won"] == lines[2].replace("|", " ").split()
    assert [
        "Round and Round: 3 plays stopped unfinished: not won, no score.",
        "Play stops after 100,000 moves, and where it goes round in a circle.",
    ] == lines[-2:]
    assert "Round and Round: 1 play stopped" in "\n".join(table("round", "--deals", "1"))


def test_json_is_the_summary_beside_the_odds() -> None:
    expected = simulate(Toss(), 40, first=3)
    assert json.loads(json.dumps(expected.as_dict(Toss().odds()))) == data("toss", "--deals", "40", "--from", "3")
    assert expected == Summary.from_dict(data("toss", "--deals", "40", "--from", "3"))
    assert data("toss", "--deals", "4", "-o", "six=unknown")["odds"] is None


def test_json_of_several_games_is_a_list() -> None:
    assert ["toss", "pairs"] == [part["game"] for part in data("toss", "pairs", "--deals", "5")]


@pytest.mark.parametrize("text", ["1500", "1_500", "1,500", "1.5k", "1.5e3", "15E2", "1.5K", "0.0015M", "0.0000015g"])
def test_numbers_may_be_written_as_people_write_large_ones(text: str) -> None:
    assert 1500 == command._read(text)


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "1e", "1e-3", "1e99", "10T", "9223372036854775809", "٣", "k"])
def test_what_is_no_whole_number_is_wrong_usage(text: str) -> None:
    result = run("toss", f"--deals={text}")
    assert (2, "") == (result.exit_code, result.stdout)
    assert "no whole number up to 2^63, as in 10000000, 10_000_000, 1e7, 10M." in result.stderr


@pytest.mark.parametrize(
    ("args", "status", "sentence"),
    [
        (("tosss",), 1, "No installed game is called 'tosss'. Did you mean toss? `patience games` lists them all."),
        (("toss", "--player", "clevr"), 1, "Toss has no player 'clevr'; it has first, random."),
        (("toss", "pairs", "-o", "six=rare"), 1, "Pairs has no option 'six'; it has none."),
        (
            ("toss", "--from", "9223372036854775808"),
            1,
            "There are no 5 deals from 9223372036854775808 on: deal numbers are whole, from 0 to 9223372036854775807.",
        ),
        (("toss", "--jobs", "2", "--cluster", "x"), 2, "--jobs is for this machine and --cluster for others; give one"),
        (("toss", "--rows", "x.csv", "--checkpoint", "x"), 2, "--rows is written in one go"),
        (("toss", "pairs", "--rows", "x.csv"), 2, "--rows is the file of one game; simulate each game by itself."),
        (("toss", "pairs", "--checkpoint", "x"), 2, "--checkpoint is the file of one game; simulate each game by"),
        (("toss", "--rows", "x.txt"), 2, "x.txt: the name must end with .csv or .parquet."),
        (("toss", "--plot", "x.gif"), 2, "x.gif: the name must end with .svg or .png."),
        (("toss", "--rows", "nowhere/x.csv"), 1, "Cannot write nowhere/x.csv: there is no folder "),
        (("toss", "--jobs", "0"), 2, "0 is not in the range x>=1."),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(args: tuple[str, ...], status: int, sentence: str) -> None:
    result = run(*args, "--deals", "5")
    assert (status, "") == (result.exit_code, result.stdout)
    assert sentence in result.stderr.partition("Error: ")[2]


def test_deals_must_be_given() -> None:
    assert "Missing option '--deals'" in run("toss").stderr


def nothing(_name: str) -> None:
    """Find no module."""


def test_the_examples_of_the_help_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "find_spec", nothing)  # compiling takes long
    shown = patience("simulate", "--help").stdout
    example = shown.partition("Examples:")[2].splitlines()[1].split()
    assert ["patience", "simulate", "clock", "--deals", "10000"] == example
    found = patience_with(Registry.discover(), *example[1:-1], "100")
    assert 0 == found.exit_code
    assert "7.7%" in found.stdout


def test_what_makes_it_faster_is_said_on_one_line_of_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    @frozen
    class Fast(Toss):
        def kernel(self, player: str = "first") -> Any:
            return object()

    monkeypatch.setattr(routes, "find_spec", nothing)
    result = patience("simulate", "toss", "--deals", "6", "--json", games=[Fast])
    assert 6 == json.loads(result.stdout)["deals"]
    line = 'Played by the reference engine; compiled play is far faster: pip install "patience-core[fast]"\n'
    assert (0, line) == (result.exit_code, result.stderr)


def test_a_checkpoint_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "run"
    expected = data("toss", "--deals", "50")
    assert expected == data("toss", "--deals", "50", "--checkpoint", str(file))
    assert expected == data("toss", "--deals", "50", "--checkpoint", str(file))
    result = run("toss", "--deals", "60", "--checkpoint", str(file))
    assert (1, "") == (result.exit_code, result.stdout)
    assert f"Error: {file} is the checkpoint of another run: its number of deals is '50'" in result.stderr


@pytest.fixture
def tiny_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chunks be of few deals."""
    monkeypatch.setattr(pacing, "BEGIN", 3)
    monkeypatch.setattr(pacing, "GROWTH", 1)


@pytest.mark.usefixtures("tiny_chunks")
def test_after_an_error_what_is_known_is_printed_all_the_same(tmp_path: Path) -> None:
    picture = tmp_path / "x.svg"
    args = ["faulty", "--deals", "60", "--player", "stumble", "--json", "--plot", str(picture)]
    result = patience("simulate", *args, games=[Faulty])
    known = Summary.from_dict(json.loads(result.stdout))
    assert simulate(Faulty(), known.deals) == Summary.from_dict({**known.as_dict(), "player": "first"})
    assert known.deals % 3 == 0
    assert 1 == result.exit_code
    number = int(result.stderr.split()[3].rstrip(","))
    assert known.deals <= number < known.deals + 3
    assert f"Error: Faulty, deal {number}, player stumble: ValueError: six!\n" == result.stderr
    assert not picture.exists()


def stop_after(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C when so many deals have been played."""

    def play(*args: Any, progress: Any, **keywords: Any) -> Summary:
        def tell(summary: Summary) -> None:
            progress(summary)
            if summary.deals >= deals:
                raise KeyboardInterrupt

        return simulate(*args, progress=tell, **keywords)

    monkeypatch.setattr(command, "play_deals", play)


@pytest.mark.usefixtures("tiny_chunks")
def test_ctrl_c_prints_what_is_known_and_draws_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stop_after(6, monkeypatch)
    rows, picture = tmp_path / "x.csv", tmp_path / "x.svg"
    result = run("toss", "--deals", "1e6", "--jobs", "1", "--json", "--rows", str(rows), "--plot", str(picture))
    assert (130, f"Stopped after 6 of 1,000,000 deals of Toss. {rows} is not written.\n") == (
        result.exit_code,
        result.stderr,
    )
    assert simulate(Toss(), 6) == Summary.from_dict(json.loads(result.stdout))
    assert [picture] == list(tmp_path.iterdir())


@pytest.mark.usefixtures("tiny_chunks")
def test_ctrl_c_in_the_second_game_prints_both(monkeypatch: pytest.MonkeyPatch) -> None:
    played = iter([1_000, 6])
    stop_after(6, monkeypatch)
    whole = vars(command)["play_deals"]

    def play(*args: Any, **keywords: Any) -> Summary:
        return (simulate if next(played) == 1_000 else whole)(*args, **keywords)

    monkeypatch.setattr(command, "play_deals", play)
    result = run("toss", "pairs", "--deals", "8")
    assert (130, "Stopped after 6 of 8 deals of Pairs.\n") == (result.exit_code, result.stderr)
    lines = result.stdout.splitlines()
    assert "Deals from 0 on, player first" == lines[0]  # the two have come to different ends
    assert [["Toss", "8"], ["Pairs", "6"]] == [line.split()[1:4:2] for line in lines[4:-4] if line[2] != " "]


def test_ctrl_c_before_anything_is_known_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(0, monkeypatch)
    result = run("toss", "--deals", "8")
    assert (130, "", "Stopped after 0 of 8 deals of Toss.\n") == (result.exit_code, result.stdout, result.stderr)


TOY = """
from patience_core import PACK, Game, Layout, Pack, Place, Scoring, Shift, UP, frozen, hookimpl


@frozen
class Toy(Game):
    id = "toy"
    title = "Toy"
    pack = Pack(ranks=(1, 2, 3), suits="S")
    layout = Layout((Place("here", 0, 0),))
    scoring = Scoring("pips", best="highest", least=1, most=3)

    def deal(self):
        yield Shift(PACK, "here", count=3, face=UP)

    def moves(self, table):
        return ()

    def won(self, table):
        return table["here"][-1].rank == 3

    def score(self, table):
        return table["here"][-1].rank


@hookimpl
def patience_games():
    return [Toy]
"""


@pytest.fixture
def toy(tmp_path: Path) -> dict[str, str]:
    """Install a small game; return what makes it found."""
    Site(tmp_path).install("toy", TOY)
    return {"PYTHONPATH": str(tmp_path)}


def test_ctrl_c_in_a_terminal_prints_what_is_known_and_ends_with_status_130(toy: dict[str, str]) -> None:
    with Terminal("simulate", "toy", "--deals", "1G", "--jobs", "2", columns=100, extra=toy) as terminal:
        terminal.wait_for("k deals", prompt=False)
        terminal.interrupt()
        assert 130 == terminal.end()
    lines = terminal.screen.text.splitlines()
    played = next(line for line in lines if line.split()[:1] == ["Toy"]).split()[1]
    assert int(played.replace(",", "")) > 100
    assert f"Stopped after {played} of 1,000,000,000 deals of Toy." == lines[-1]
    assert lines[0].startswith("Deals 0 to ")


def test_a_terminal_shows_the_progress_and_then_the_table_alone(toy: dict[str, str]) -> None:
    with Terminal("simulate", "toy", "--deals", "4000", "--jobs", "1", columns=100, extra=toy) as terminal:
        assert 0 == terminal.end()
    assert "4k deals" in terminal.raw
    assert "a second" in terminal.raw
    lines = terminal.screen.text.splitlines()
    assert "Deals 0 to 3,999, player first" == lines[0]
    assert "a second" not in terminal.screen.text
    assert "─" in terminal.screen.text
    assert "mean pips" in terminal.screen.text


def test_a_dumb_terminal_gets_plain_lines(toy: dict[str, str]) -> None:
    with Terminal("simulate", "toy", "--deals", "50", columns=100, extra={**toy, "TERM": "dumb"}) as terminal:
        assert 0 == terminal.end()
    assert "\x1b" not in terminal.raw
    assert "Deals 0 to 49, player first" == terminal.raw.splitlines()[0]
    assert "a second" not in terminal.raw


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (0.3456, "0.346"),
        (8, "8"),
        (12.4, "12"),
        (999, "999"),
        (1_000, "1k"),
        (1_520, "1.52k"),
        (4_213_000, "4.21M"),
        (3e10, "30G"),
    ],
)
def test_large_numbers_are_shown_short(number: float, shown: str) -> None:
    assert shown == short(number)


@pytest.mark.parametrize("text", ["1,5k", "1,5", "1,,,0__0", "1_2", "12,34", "1,000.5"])
def test_separators_stand_between_thousands_only(text: str) -> None:
    assert "is no whole number" in patience("simulate", "toss", "--deals", text, games=[Toss]).stderr


def test_files_of_one_run_are_files_of_their_own(tmp_path: Path) -> None:
    file = str(tmp_path / "a.svg")
    done = patience("simulate", "toss", "--deals", "3", "--plot", file, "--checkpoint", file, games=[Toss])
    assert (2, False) == (done.exit_code, Path(file).exists())
    assert "--checkpoint and --plot are to be written to files of their own." in done.stderr
