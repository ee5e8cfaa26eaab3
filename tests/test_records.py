"""Records: a play as JSON, read back with nothing believed, and a sentence for each thing that can be wrong."""

from __future__ import annotations

import copy
import json
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Deal, Game, Plugin, Record, RecordError, Result, Session, UnknownGameError
from patience_core.origins import plugin_of
from tests.games import GAMES, Ladder, Pairs, Steps, find_game
from tests.reference import raised

DEAL = Deal.numbered(2, Ladder.pack)


def ladder(moves: int = 4) -> Session:
    session = Session(Ladder(redeals=1), DEAL)
    session.auto(limit=moves)
    return session


@cache
def text_of(moves: int) -> str:
    return ladder(moves).record().to_json()


def data(moves: int = 4) -> dict[str, Any]:
    """Return a good record as plain data, to be spoilt."""
    found: dict[str, Any] = json.loads(text_of(moves))
    return found


def read(changed: Any) -> Record:
    return Record.from_json(changed if isinstance(changed, str) else json.dumps(changed))


def spoilt(path: str, value: Any, moves: int = 4) -> dict[str, Any]:
    """Return a record in which the field at `path` is something else."""
    whole = data(moves)
    inner = whole
    *outer, last = path.split(".")
    for name in outer:
        inner = inner[name]
    inner[last] = value
    return whole


def without(path: str) -> dict[str, Any]:
    whole = spoilt(path, None)
    inner = whole
    *outer, last = path.split(".")
    for name in outer:
        inner = inner[name]
    del inner[last]
    return whole


def refusal(changed: Any) -> str:
    """Return the sentence with which reading or replaying fails."""
    return raised(RecordError, lambda: Session.replay(read(changed), find_game))


# A good record


def test_a_record_holds_the_whole_play_as_plain_data() -> None:
    assert {
        "format": "patience-record",
        "schema": 1,
        "game": "ladder",
        "plugin": None,
        "options": {"redeals": 1},
        "deal": {"cards": DEAL.listing, "text": "2"},
        "moves": [move.text for move in ladder().history],
        "result": {"outcome": "in play", "score": ladder().score},
    } == data()
    assert 4 == len(data()["moves"])


def test_the_same_play_gives_the_same_text() -> None:
    text = ladder().record().to_json()
    assert text == ladder().record().to_json()
    assert text == read(text).to_json()
    assert text.isascii()
    assert text.endswith("}\n")


def no_plugin(_kind: type) -> None:
    return None


@given(st.sampled_from(GAMES), st.data())
def test_a_record_of_any_play_is_read_and_replayed_to_the_same_play(kind: type[Game], draw: st.DataObject) -> None:
    options = {option.name: draw.draw(st.sampled_from(option.choices)) for option in kind.declared_options()}
    game = kind.configured(options)
    session = Session(game, Deal.of(draw.draw(st.permutations(game.pack.cards)), game.pack))
    for number in draw.draw(st.lists(st.integers(0, 1_000), max_size=60)):
        if session.moves:
            session.play(session.moves[number % len(session.moves)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("patience_core.session.plugin_of", no_plugin)  # the real one looks through all that is installed
        record = session.record()
        again = Session.replay(Record.from_json(record.to_json()), find_game)
        assert record == Record.from_json(record.to_json())
        assert record == again.record()
    assert session.history == again.history
    assert session.position == again.position
    assert game == again.game
    assert not again.can_redo


def test_what_has_been_undone_is_not_recorded() -> None:
    session = ladder(5)
    session.undo()
    assert ladder(4).record() == session.record()


def test_a_finished_play_states_how_it_ended() -> None:
    session = Session(Pairs(), Deal.numbered(10))
    session.auto()
    assert Result("won", 1) == session.record().result
    assert "won with a score of 1" == str(session.record().result)
    assert session.position == Session.replay(read(session.record().to_json()), find_game).position


def test_options_left_out_are_the_default() -> None:
    whole = data(0)
    whole["options"] = {}
    assert 2 == Session.replay(read(whole), find_game).game.options["redeals"]


def test_fields_that_are_not_known_are_left_aside() -> None:
    assert ladder().record() == read({**data(), "comment": [1, {"by": None}]})


# What is no record


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not JSON: Expecting value: line 1 column 1 (char 0)."),
        ("{", "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)."),
        ("\x00\x01", "not JSON: Expecting value: line 1 column 1 (char 0)."),
        ("KH 9C 2D", "not JSON: Expecting value: line 1 column 1 (char 0)."),
        ("[" * 1_000_000, "not a record: the JSON is nested too deeply."),
        ('{"a":' * 1_000_000, "not a record: the JSON is nested too deeply."),
    ],
    ids=["empty", "cut off", "binary", "cards", "nested lists", "nested objects"],
)
def test_a_text_that_is_not_json_is_refused(text: str, sentence: str) -> None:
    assert sentence == raised(RecordError, lambda: read(text))


@pytest.mark.parametrize(
    "text", ["null", "[]", "7", "NaN", '"patience-record"', "{}", '{"format": "other"}', '[{"a": 1}]']
)
def test_json_of_another_kind_is_refused(text: str) -> None:
    assert 'not a record: a record is a JSON object with "format": "patience-record".' == raised(
        RecordError, lambda: read(text)
    )


@pytest.mark.parametrize("digits", [5_000, 100_000])
def test_a_huge_number_is_refused(digits: int) -> None:
    text = json.dumps(data()).replace('"schema": 1', f'"schema": {"9" * digits}')
    sentence = raised(RecordError, lambda: read(text))
    assert sentence.startswith("not JSON: ")
    assert len(sentence) < 300


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        (2, "2"),
        (0, "0"),
        (1.0, "1.0"),
        (True, "true"),
        ("1", '"1"'),
        (None, "null"),
        ([1], "a list"),
        ({}, "an object"),
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        ("x" * 38, f'"{"x" * 38}"'),
        ("x" * 100, '"' + "x" * 39 + "..."),
    ],
    ids=repr,
)
def test_another_schema_is_refused(schema: Any, shown: str) -> None:
    assert f"record: schema {shown} is not known; this version reads schema 1." == refusal(spoilt("schema", schema))


def test_a_record_without_a_schema_is_refused() -> None:
    assert "record: schema null is not known; this version reads schema 1." == refusal(without("schema"))


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("game", "text"),
        ("plugin", "an object or null"),
        ("options", "an object"),
        ("deal", "an object"),
        ("deal.cards", "text"),
        ("deal.text", "text"),
        ("moves", "a list"),
        ("result", "an object"),
        ("result.outcome", "text"),
        ("result.score", "a whole number"),
    ],
)
def test_a_missing_field_and_one_of_another_kind_are_named(path: str, wanted: str) -> None:
    assert f"record: the field {path} is missing; it is {wanted}." == refusal(without(path))
    assert f"record: the field {path} is 1.5; it must be {wanted}." == refusal(spoilt(path, 1.5))
    assert f"record: the field {path} is true; it must be {wanted}." == refusal(spoilt(path, True))
    if "a list" not in wanted:
        assert f"record: the field {path} is a list; it must be {wanted}." == refusal(spoilt(path, [[[]]]))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (spoilt("plugin", {}), "record: the field plugin.name is missing; it is text."),
        (spoilt("plugin", {"name": "x"}), "record: the field plugin.version is missing; it is text."),
        (
            spoilt("plugin", {"name": "x", "version": 1}),
            "record: the field plugin.version is 1; it must be text.",
        ),
        (
            spoilt("options.redeals", None),
            "record: the field options.redeals is null; it must be text or a whole number or true or false.",
        ),
        (
            spoilt("options.redeals", 1e999),
            "record: the field options.redeals is Infinity; it must be text or a whole number or true or false.",
        ),
        (
            spoilt("result.score", float("nan")),
            "record: the field result.score is NaN; it must be a whole number.",
        ),
        (
            spoilt("result.outcome", "Won"),
            'record: the field result.outcome is "Won"; it is one of in play, won, lost, done.',
        ),
        (
            spoilt("result.outcome", "\x1b[2J"),
            'record: the field result.outcome is "\\u001b[2J"; it is one of in play, won, lost, done.',
        ),
        (spoilt("moves", ["draw", 2]), "record, moves: move 2 is 2; a move is its text."),
        (spoilt("moves", [None]), "record, moves: move 1 is null; a move is its text."),
        (spoilt("moves", [{"text": "draw"}]), "record, moves: move 1 is an object; a move is its text."),
        (
            spoilt("result.score", "x" * 100),
            f'record: the field result.score is "{"x" * 39}...; it must be a whole number.',
        ),
    ],
    ids=lambda value: None,
)
def test_a_field_inside_another_is_named_too(changed: dict[str, Any], sentence: str) -> None:
    assert sentence == refusal(changed)


@pytest.mark.parametrize("depth", [10, *range(100, 1_000, 50)])
def test_however_deep_a_record_is_nested_it_is_read_or_refused(depth: int) -> None:
    text = json.dumps(spoilt("moves", ["HERE"])).replace('"HERE"', "[" * depth + "]" * depth)
    assert raised(RecordError, lambda: read(text)) in {
        "record, moves: move 1 is a list; a move is its text.",
        "not a record: the JSON is nested too deeply.",
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
FIELDS = [
    "format",
    "schema",
    "game",
    "plugin",
    "options",
    "deal",
    "deal.cards",
    "deal.text",
    "moves",
    "result",
    "result.score",
]


@given(st.sampled_from(FIELDS), JSON)
def test_whatever_stands_in_a_field_the_record_is_played_or_refused(path: str, value: Any) -> None:
    try:
        session = Session.replay(read(spoilt(path, value, 0)), find_game)
    except (RecordError, UnknownGameError):
        return
    assert ladder(0).position == session.position


# A record that cannot have happened


def test_an_unknown_game_is_refused_by_who_knows_the_games() -> None:
    record = read(spoilt("game", "snakes"))
    assert "no game is called 'snakes'." == raised(UnknownGameError, lambda: Session.replay(record, find_game))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            spoilt("options", {"redeal": 1}),
            "options: Ladder has no option 'redeal'; it has redeals. Did you mean redeals?",
        ),
        (spoilt("options.redeals", 3), "options: option redeals: 3 is not one of 0, 1, 2."),
        (spoilt("options.redeals", True), "options: option redeals: True is not one of 0, 1, 2."),
        (spoilt("options.redeals", "many"), "options: option redeals: 'many' is not one of 0, 1, 2."),
        (spoilt("deal.cards", ""), "deal: the listing is empty: it must list all 24 cards of the pack."),
        (spoilt("deal.cards", "2"), "deal: card 1 (line 1, column 1): {card}"),
        (spoilt("deal.cards", "AC AC AC " + DEAL.listing), "deal: AC stands 3 times: {places}; the pack has 2 of it."),
        (spoilt("deal.cards", DEAL.listing[:-3]), "deal: 1 of 24 cards missing: {last}."),
        (
            spoilt("deal.cards", DEAL.listing[:-2] + "KS"),
            "deal: card 24 (line 1, column 70): KS is not in this pack {pack}.",
        ),
        (spoilt("moves", ["draw", "darw"]), "move 2: 'darw' is not a move of Ladder; here you may play draw."),
        (spoilt("moves", ["dra"]), "move 1: 'dra' is not a move of Ladder; here you may play draw."),
        (spoilt("moves", ["Draw"]), "move 1: 'Draw' is not a move of Ladder; here you may play draw."),
        (spoilt("moves", ["draw "]), "move 1: 'draw ' is not a move of Ladder; here you may play draw."),
        (spoilt("moves", [""]), "move 1: '' is not a move of Ladder; here you may play draw."),
        (spoilt("moves", ["\ud800"]), "move 1: '\\ud800' is not a move of Ladder; here you may play draw."),
        (
            spoilt("moves", ["draw"] * 16 + ["redeal"]),
            "move 17: 'redeal' is not legal here: cards are left in the stock, or no redeal is.",
        ),
        (
            spoilt("moves", ["draw"] * 24),
            "move 24: 'draw' is not legal here: the stock is empty.",
        ),
        (
            spoilt("result.outcome", "won"),
            "result: it states won with a score of 2, but its moves lead to in play with a score of 2.",
        ),
        (
            spoilt("result.score", 24),
            "result: it states in play with a score of 24, but its moves lead to in play with a score of 2.",
        ),
        (
            spoilt("moves", []),
            "result: it states in play with a score of 2, but its moves lead to in play with a score of 1.",
        ),
    ],
    ids=lambda value: None,
)
def test_a_record_that_cannot_have_happened_says_where_and_why(changed: dict[str, Any], sentence: str) -> None:
    filled = sentence.format(
        card="'2' is no card: a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH.",
        places="card 1 (line 1, column 1) and card 2 (line 1, column 4) and card 3 (line 1, column 7)",
        last=DEAL.listing[-2:],
        pack="(ranks A 2 3 4 5 6, suits C H)",
    )
    assert f"record, {filled}" == refusal(changed)


def test_a_move_after_the_end_is_refused() -> None:
    session = Session(Steps(), Deal.numbered(0, Steps.pack))
    session.auto()
    whole = json.loads(session.record().to_json())
    whole["moves"].append("one")
    assert "record, move 5: 'one' is not legal here: the game is over (won)." == refusal(whole)


def test_a_record_of_one_game_is_no_record_of_another() -> None:
    assert "record, options: Pairs has no option 'redeals'; it has none." == refusal(spoilt("game", "pairs"))


def test_the_text_of_the_deal_is_for_people_and_deals_nothing() -> None:
    session = Session.replay(read(spoilt("deal.text", "3")), find_game)
    assert ladder().position == session.position
    assert DEAL == session.deal


def test_nothing_in_a_record_is_run(tmp_path: Path) -> None:
    trap = f"__import__('pathlib').Path({str(tmp_path / 'sprung')!r}).touch()"
    for path in ("game", "plugin", "options.redeals", "deal.cards", "deal.text", "moves", "result.outcome"):
        value = {"name": trap, "version": trap} if path == "plugin" else [trap] if path == "moves" else trap
        with suppress(RecordError, UnknownGameError):
            Session.replay(read(spoilt(path, value)), find_game)
    assert [] == list(tmp_path.iterdir())


# Which plugin a game comes from


def distribution(folder: Path, name: str, version: str, top_level: str = "") -> None:
    """Write the metadata of an installed distribution, as an installer does."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "top_level.txt").write_text(top_level)


def coming_from(module: str) -> type[Ladder]:
    """Return Ladder as if it had been defined in that module."""
    return type("Ladder", (Ladder,), {"__module__": module, "__slots__": ()})


def test_a_game_comes_from_the_distribution_named_like_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "patience-mini", "1.2.3")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    assert Plugin("patience-mini", "1.2.3") == plugin_of(coming_from("patience_mini.game"))
    assert "patience-mini 1.2.3" == str(plugin_of(coming_from("patience_mini")))


def test_a_game_comes_from_the_distribution_that_holds_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "several-games", "4.0", top_level="mini_games\n")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    assert Plugin("several-games", "4.0") == plugin_of(coming_from("mini_games.ladder"))


def test_a_game_that_was_not_installed_comes_from_none() -> None:
    assert None is plugin_of(Ladder)
    assert None is plugin_of(coming_from("__main__"))


def test_another_version_of_the_plugin_is_named_where_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path, "patience-mini", "1.2.3")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    kind = coming_from("patience_mini.game")
    session = Session(kind(redeals=1), DEAL)
    session.play("draw")
    good = json.loads(session.record().to_json())
    assert {"name": "patience-mini", "version": "1.2.3"} == good["plugin"]

    def said(**changed: Any) -> str:
        record = read({**copy.deepcopy(good), **changed})
        return raised(RecordError, lambda: Session.replay(record, lambda _name: kind))

    wrong = "record, move 1: 'x' is not a move of Ladder; here you may play draw."
    older = {"name": "patience-mini", "version": "1.1"}
    assert wrong == said(moves=["x"])
    assert wrong == said(moves=["x"], plugin=None)
    assert f"{wrong} It was made with patience-mini 1.1; installed is patience-mini 1.2.3." == said(
        moves=["x"], plugin=older
    )
    assert said(result={"outcome": "won", "score": 1}, plugin=older).endswith(
        " It was made with patience-mini 1.1; installed is patience-mini 1.2.3."
    )
    record = read({**good, "plugin": older})
    assert session.position == Session.replay(record, lambda _name: kind).position


def test_a_plugin_that_is_not_installed_is_named_where_something_is_wrong() -> None:
    whole = spoilt("plugin", {"name": "patience-ladder", "version": "1.0"})
    assert ladder().history == Session.replay(read(whole), find_game).history
    whole["moves"] = ["x"]
    assert (
        "record, move 1: 'x' is not a move of Ladder; here you may play draw. "
        "It was made with patience-ladder 1.0; installed is none such." == refusal(whole)
    )
    whole["plugin"]["name"] = "\x1b[2J"
    assert refusal(whole).endswith(" It was made with '\\x1b[2J 1.0'; installed is none such.")
    whole["plugin"]["name"] = "x" * 36
    assert refusal(whole).endswith(f" It was made with {'x' * 36} 1.0; installed is none such.")
    whole["plugin"]["name"] = "x" * 37
    assert refusal(whole).endswith(f" It was made with '{'x' * 37} 1.'...; installed is none such.")


def test_a_deal_keeps_its_number_where_the_number_stands_for_its_cards() -> None:
    deal = Deal.numbered(5, Ladder.pack)
    data = json.loads(Session(Ladder(), deal).record().to_json())
    assert "5" == Session.replay(read(data), find_game).deal.text
    data["deal"]["text"] = "6"
    assert deal.listing == Session.replay(read(data), find_game).deal.text


def test_a_record_is_written_with_a_line_for_each_field() -> None:
    text = ladder().record().to_json()
    assert text.startswith('{\n "format": "patience-record",\n "schema": 1,\n "game": "ladder",\n')
    assert text.endswith("\n}\n")


def test_a_record_may_begin_with_the_mark_of_an_editor() -> None:
    record = Session(Steps(), Deal.numbered(1, Steps().pack)).record()
    assert record == Record.from_json("\ufeff" + record.to_json())


def test_garbled_metadata_of_a_stranger_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    def garbled() -> None:
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    monkeypatch.setattr("importlib.metadata.packages_distributions", garbled)
    assert None is plugin_of(coming_from("no_such_module_anywhere"))
