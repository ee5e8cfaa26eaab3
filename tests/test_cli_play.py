"""The command `play` where there is no terminal: what it takes, what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Deal, Game, Move, Pack, Record, Session, Stream, Table, frozen
from tests.games import Ladder, Pairs, Round
from tests.terminals import patience, registry

SHORT = Pack(ranks=range(1, 7), suits="CH", copies=2)


def auto(game: type[Game], number: int, player: str = "first") -> Session:
    made = game()
    session = Session(made, Deal.numbered(number, made.pack))
    session.auto(player)
    return session


@given(
    number=st.integers(0, 2**63 - 1), game=st.sampled_from([Ladder, Pairs]), player=st.sampled_from(["first", "random"])
)
def test_json_tells_the_whole_play_as_the_engine_plays_it(number: int, game: type[Game], player: str) -> None:
    result = patience("play", game.id, "--deal", str(number), "--player", player, "--json", games=[game])
    session = auto(game, number, player)
    table = session.table.as_dict()
    assert {
        "game": game.id,
        "options": session.game.options,
        "number": number,
        "deal_name": str(number),
        "deal": [str(card) for card in session.deal.cards],
        "player": player,
        "outcome": str(session.outcome),
        "score": session.score,
        "verdict": session.verdict,
        "stopped": "over",
        "moves": [move.text for move in session.history],
        "table": table["piles"],
        "counts": table["counts"],
    } == json.loads(result.stdout)
    assert (0, "") == (result.exit_code, result.stderr)


def test_json_says_when_play_stopped_because_a_table_came_again() -> None:
    data = json.loads(patience("play", "round", "--deal", "1", "--json", games=[Round]).stdout)
    assert ("in play", "repeated") == (data["outcome"], data["stopped"])
    lines = patience("play", "round", "--deal", "1", games=[Round]).stdout.splitlines()
    assert "Stopped: the same table came again." == lines[-3]


def test_text_is_the_start_the_moves_and_the_result_and_ends_with_the_verdict() -> None:
    result = patience("play", "ladder", "--deal", "2", "--option", "redeals=0", "--auto", games=[Ladder])
    lines = result.stdout.splitlines()
    session = Session(Ladder(redeals=0), Deal.numbered(2, SHORT))
    session.auto()
    assert "Ladder, deal 2 (redeals=0)" == lines[0]
    assert ["", "Start:"] == lines[1:3]
    assert f"  stock  {' '.join(['##'] * 23)}" == lines[3]
    assert "  waste  -" == lines[4]
    moves = lines[lines.index("Moves:") + 1 : lines.index("Result:") - 1]
    assert [move.text for move in session.history] == [line.split()[1] for line in moves]
    assert session.verdict == lines[-1]
    assert f"{len(session.history)} moves, score {session.score} (cards built)" == lines[-2]
    assert result.stdout.isascii()


def test_text_says_which_card_comes_up_with_each_move() -> None:
    session = Session(Ladder(), Deal.numbered(2, SHORT))
    session.play("draw")
    lines = patience("play", "ladder", "--deal", "2", "--auto", games=[Ladder]).stdout.splitlines()
    first = lines[lines.index("Moves:") + 1]
    assert ["1.", "draw", str(session.table["waste"][-1])] == first.split()


def test_no_hidden_card_is_printed() -> None:
    lines = patience("play", "pairs", "--deal", "3", games=[Pairs]).stdout.splitlines()
    columns = [line.split()[1:] for line in lines[lines.index("Start:") + 1 : lines.index("Moves:") - 2]]
    assert [["##"] * (len(cards) - 1) for cards in columns] == [cards[:-1] for cards in columns]


def test_without_a_number_any_deal_is_played_and_its_number_shown() -> None:
    numbers: set[int] = set()
    for _ in range(3):
        data = json.loads(patience("play", "pairs", "--json", games=[Pairs]).stdout)
        assert [str(card) for card in Deal.numbered(data["number"]).cards] == data["deal"]
        assert 0 <= data["number"] < 1_000_000
        numbers.add(data["number"])
    assert len(numbers) > 1


def test_options_are_read_by_the_game_and_hyphens_do() -> None:
    data = json.loads(patience("play", "ladder", "-o", "redeals=1", "--json", games=[Ladder]).stdout)
    assert {"redeals": 1} == data["options"]


# Cards.


@given(cards=st.permutations(SHORT.cards), last=st.booleans())
def test_cards_are_dealt_as_they_are_listed(cards: list[object], last: bool) -> None:
    texts = [str(card) for card in cards]
    ways = ["--listed", "last-dealt"] if last else []
    result = patience("play", "ladder", "--cards", " ".join(texts), *ways, "--json", games=[Ladder])
    data = json.loads(result.stdout)
    assert (texts[::-1] if last else texts) == data["deal"]
    assert (None, None) == (data["number"], data["deal_name"])


def test_cards_may_stand_in_a_file_or_come_from_standard_input(tmp_path: Path) -> None:
    listing = Deal.numbered(5).listing
    file = tmp_path / "deal.txt"
    file.write_text(f"# my deal\n{listing}\n", encoding="utf-8")
    said = [
        patience("play", "pairs", "--cards", str(file), "--json", games=[Pairs]),
        patience("play", "pairs", "--cards", "-", "--json", games=[Pairs], stdin=listing),
        patience("play", "pairs", "--cards", listing, "--json", games=[Pairs]),
    ]
    assert [listing.split()] * 3 == [json.loads(result.stdout)["deal"] for result in said]


def refused(*args: str, stdin: str | bytes = "") -> str:
    """Return the one line with which a user's mistake is refused."""
    result = patience("play", "pairs", *args, games=[Pairs], stdin=stdin)
    assert (1, "") == (result.exit_code, result.stdout)
    (line,) = result.stderr.splitlines()
    return line


def test_a_wrong_card_is_refused_with_its_place() -> None:
    assert refused("--cards", "7C 8X").startswith("Error: card 2 (line 1, column 4): '8X' is no card")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "{file} is empty."),
        (b" \n\n", "{file} is empty."),
        (b"# nothing\n", "{file}: the listing is empty: it must list all 52 cards of the pack."),
        (
            b"7C 7C",
            "{file}: 7C stands twice: card 1 (line 1, column 1) and card 2 (line 1, column 4); the pack has 1 of it.",
        ),
        (b"\x89PNG\r\n", "{file} is not a text file: byte 1 is not UTF-8. Was it saved in another encoding?"),
        (b"7C \0", "{file} is not a text file: byte 4 is 0."),
        (b"7C " * 400_000, "{file} is too large: at most 1,000,000 bytes are read."),
    ],
)
def test_a_file_that_holds_no_deal_is_refused_by_name(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "deal.txt"
    file.write_bytes(content)
    assert f"Error: {why.format(file=file)}" == refused("--cards", str(file))
    assert f"Error: {why.format(file='standard input')}" == refused("--cards", "-", stdin=content)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert f"Error: Cannot read {tmp_path}: is a directory." == refused("--cards", str(tmp_path))


def test_what_is_neither_cards_nor_a_file_is_called_so() -> None:
    said = refused("--cards", "no-such-file")
    assert said.startswith("Error: 'no-such-file' is neither cards nor a file")


# Refusals.


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--option", "redeals=9"], "option redeals: '9' is not one of 0, 1, 2."),
        (["--option", "redeal=1"], "Ladder has no option 'redeal'; it has redeals. Did you mean redeals?"),
        (["--player", "frist"], "Ladder has no player 'frist'; it has first, random. Did you mean first?"),
        (["--deal", "-1"], "deal number -1: numbers are whole, from 0 to 9223372036854775807."),
        (["--deal", "one"], "'one' is no deal: a deal is a number from 0 to 9223372036854775807."),
    ],
)
def test_a_users_mistake_is_one_sentence_and_status_1(args: list[str], why: str) -> None:
    result = patience("play", "ladder", *args, games=[Ladder])
    assert (1, "", f"Error: {why}\n") == (result.exit_code, result.stdout, result.stderr)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--deal", "1", "--cards", "-"], "--deal and --cards exclude each other."),
        (["--listed", "last-dealt"], "--listed says how --cards is to be read; give both."),
        (["--option", "redeals"], "'redeals' is not of the form name=value."),
        (["--option", "redeals=1", "--option", "redeals=2"], "redeals is given twice."),
        (["--speed", "0"], "0.0 is not in the range x>0."),
        (["--listed", "middle", "--cards", "-"], "'middle' is not one of"),
    ],
)
def test_wrong_usage_is_status_2(args: list[str], why: str) -> None:
    result = patience("play", "ladder", *args, games=[Ladder])
    assert (2, "") == (result.exit_code, result.stdout)
    assert why in result.stderr


# Moves from standard input.


def test_moves_of_a_game_with_choices_are_read_from_standard_input() -> None:
    stdin = "draw\n\n# a comment\nDRA\nundo\nredo\nundo\nquit\ndraw\n"
    result = patience("play", "ladder", "--deal", "2", games=[Ladder], stdin=stdin)
    lines = result.stdout.splitlines()
    moves = lines[lines.index("Moves:") + 1 : lines.index("Result:") - 1]
    assert ["1. draw", "2. draw", "undo", "2. draw", "undo"] == [" ".join(line.split()[:2]) for line in moves]
    assert lines[-2].startswith("1 move, ")
    assert 0 == result.exit_code


def test_a_move_that_cannot_be_played_ends_it_with_its_line() -> None:
    result = patience("play", "ladder", "--deal", "2", games=[Ladder], stdin="draw\nredeal\n")
    assert 1 == result.exit_code
    assert (
        "Error: standard input, line 2: 'redeal' is not legal here: cards are left in the stock, or no redeal is.\n"
        == result.stderr
    )


def test_nothing_to_undo_is_told_with_its_line() -> None:
    result = patience("play", "ladder", "--deal", "2", games=[Ladder], stdin="undo\n")
    assert "Error: standard input, line 1: There is no move to undo.\n" == result.stderr


def test_without_input_a_game_with_choices_stays_as_it_was_dealt() -> None:
    result = patience("play", "ladder", "--deal", "2", games=[Ladder])
    assert "0 moves, score 1 (cards built)" == result.stdout.splitlines()[-2]


# Ctrl-C.


def interrupted(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Play two moves; then Ctrl-C is pressed."""
    if len(table["waste"]) == 2:
        raise KeyboardInterrupt
    return moves[-1]


@frozen
class Interrupted(Ladder):
    id = "interrupted"
    aliases = ("Stop",)
    players = MappingProxyType({"stop": interrupted})


@pytest.mark.parametrize("way", ["--json", "--auto"])
def test_ctrl_c_tells_what_was_played_and_saves_it(way: str, tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    args = ["--deal", "2", "--player", "stop", way, "--save", str(file)]
    result = patience("play", "interrupted", *args, games=[Interrupted])
    assert (130, "Stopped after 2 moves of Ladder, deal 2.\n") == (result.exit_code, result.stderr)
    assert ("draw", "draw") == Record.from_json(file.read_text(encoding="utf-8")).moves


# Saving.


def test_a_saved_play_is_a_record_of_it(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    result = patience("play", "ladder", "--deal", "2", "--auto", "--save", str(file), games=[Ladder])
    assert (0, "") == (result.exit_code, result.stderr)
    session = Session.replay(Record.from_json(file.read_text(encoding="utf-8")), registry(Ladder).find)
    assert auto(Ladder, 2).history == session.history
    assert [file] == list(tmp_path.iterdir())


def test_saving_replaces_an_older_file_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    file.write_text("older" * 10_000, encoding="utf-8")
    patience("play", "ladder", "--deal", "2", "--json", "--save", str(file), games=[Ladder])
    assert auto(Ladder, 2).record().to_json() == file.read_text(encoding="utf-8")
    assert [file] == list(tmp_path.iterdir())


def test_an_older_file_survives_a_save_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "play.json"
    file.write_text("older", encoding="utf-8")
    monkeypatch.setattr("os.replace", full)
    result = patience("play", "ladder", "--deal", "2", "--auto", "--save", str(file), games=[Ladder])
    assert 1 == result.exit_code
    assert f"Error: Cannot write {file}: no space left on device.\n" == result.stderr
    assert [file] == list(tmp_path.iterdir())
    assert "older" == file.read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written_is_refused_before_play(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "play.json"
    assert f"Error: Cannot write {missing}: there is no folder {missing.parent}." == refused("--save", str(missing))
    assert f"Error: Cannot write {tmp_path}: it is a folder." == refused("--save", str(tmp_path))
    assert "Error: Cannot write /dev/null: it is no ordinary file." == refused("--save", "/dev/null")


def test_a_read_only_folder_is_refused_before_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_: object) -> bool:
        return False

    monkeypatch.setattr("os.access", read_only)  # for an administrator no folder is read-only
    file = tmp_path / "play.json"
    assert f"Error: Cannot write {file}: its folder is read-only." == refused("--save", str(file))
