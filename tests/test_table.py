"""Tables and positions are values, can be read and not written, and tell nothing of a hidden card."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from functools import partial
from typing import Any

import pytest
from hypothesis import given

from patience_core import (
    FRENCH_52,
    PACK,
    UP,
    Back,
    Card,
    CardError,
    Count,
    Deal,
    HiddenCardError,
    PileError,
    Shift,
    Shuffle,
    Step,
    StepError,
    Table,
)
from patience_core.table import Position
from tests.reference import (
    SEQUENCES,
    SMALL,
    deals,
    raised,
    reachable,
    start,
)

# Values


def test_tables_are_equal_when_their_piles_and_counts_are() -> None:
    table = Table.of({"a": ["7C", "#3"], "b": []}, {"x": 1, "y": 0})
    same = Table.of({"b": (), "a": (Card(7, "C"), Back(3))}, {"x": 1})
    assert table == same
    assert 1 == len({table, same})
    assert table != Table.of({"a": ["7C", "#4"], "b": []}, {"x": 1})
    assert table != Table.of({"a": ["7C", "#3"]}, {"x": 1})
    assert table != Table.of({"a": ["7C", "#3"], "b": []}, {"x": 2})
    assert table != {"a": ("7C", "#3")}


def test_positions_differ_by_what_is_hidden() -> None:
    one, other = start(Deal.numbered(1, SMALL)), start(Deal.numbered(2, SMALL))
    assert one.table == other.table
    assert one != other
    assert one == start(Deal.numbered(1, SMALL))
    assert one.secret != one.table


def test_positions_differ_by_how_they_will_shuffle() -> None:
    position = start()
    shuffled_nothing = position.after([Shuffle("a")])
    assert position.table == shuffled_nothing.table
    assert position != shuffled_nothing


@given(deals(), SEQUENCES)
def test_a_table_is_read_back_from_its_plain_data(deal: Deal, steps: list[Step]) -> None:
    position = start(deal)
    for step in steps:
        try:
            position = position.after([step])
        except StepError:
            continue
    data = json.loads(json.dumps(position.table.as_dict()))
    back = Table.of(data["piles"], data["counts"])
    assert position.table.as_dict() == back.as_dict()
    assert position.table.face_down == back.face_down
    assert list(position.table.piles) == list(back.piles)


def test_a_table_of_one_pack_equals_the_one_read_back() -> None:
    table = Position.start(["a"], Deal.numbered(5)).after([Shift(PACK, "a", 9, UP), Count("x", 2)]).table
    assert table == Table.of(**table.as_dict())
    assert table == eval(repr(table), {"Table": Table})


def test_a_slot_may_have_many_digits() -> None:
    assert (Back(int("7" * 19)),) == Table.of({"a": ["#" + "7" * 19]})["a"]


def test_a_table_is_shown_as_it_is_made() -> None:
    assert "Table.of({'a': ['#1', '7C'], 'b': []})" == repr(Table.of({"a": ["#1", "7C"], "b": []}))
    assert "Table.of({'a': ['#1']}, {'x': 2})" == repr(Table.of({"a": ["#1"]}, {"x": 2}))


def test_tables_and_secrets_that_differ_have_hashes_that_differ() -> None:
    tables = [Table.of({"a": ["7C"]}), Table.of({"a": ["7D"]}), Table.of({"a": ["7C"]}, {"x": 1})]
    assert 3 == len(set(map(hash, tables)))
    assert 2 == len({hash(start(Deal.numbered(number, SMALL)).secret) for number in (1, 2)})


def test_a_secret_tells_nothing_of_itself() -> None:
    assert "<Secret>" == repr(start().secret)


def test_a_table_pickles_and_copies_to_an_equal_one() -> None:
    table = start().after([Shift(PACK, "a", 3, UP), Count("x")]).table
    _ = hash(table)
    for made in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        assert table == made
        assert hash(table) == hash(made)
        assert (17, 1) == (made.face_down, made.count("x"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#", "'#' is no face-down card: that is # and its slot, as in #17."),
        ("#" + "7" * 5_000, f"'#{'7' * 39}'... is no face-down card: that is # and its slot, as in #17."),
        ("#" + "7" * 20, f"'#{'7' * 20}' is no face-down card: that is # and its slot, as in #17."),
        ("#-1", "'#-1' is no face-down card: that is # and its slot, as in #17."),
        (7, "7 is no card: give a card, a back, or the text of one."),
        ("#\u0661", "'#\u0661' is no face-down card: that is # and its slot, as in #17."),
        ("7", "'7' is no card: a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH."),
    ],
)
def test_a_table_is_not_made_of_what_is_no_card(text: Any, sentence: str) -> None:
    assert sentence == raised(CardError, lambda: Table.of({"a": [text]}))


def test_a_table_can_be_read_and_not_written() -> None:
    table: Any = Table.of({"a": ["7C"]}, {"x": 1})
    with pytest.raises(TypeError):
        table["a"] = ()
    with pytest.raises(TypeError):
        del table["a"]
    for view in (table.piles, table.counts):
        with pytest.raises(TypeError):
            view["a"] = ()
        with pytest.raises(TypeError):
            del view["a"]
    for name in ("piles", "counts", "face_down"):
        with pytest.raises(AttributeError):
            setattr(table, name, {})
        with pytest.raises(AttributeError):
            delattr(table, name)
    with pytest.raises(AttributeError):
        table.colour = "green"
    assert Table.of({"a": ["7C"]}, {"x": 1}) == table


def test_plain_data_of_a_table_is_a_copy() -> None:
    table = Table.of({"a": ["7C"]}, {"x": 1})
    data = table.as_dict()
    data["piles"]["a"].append("8C")
    data["counts"]["x"] = 5
    assert Table.of({"a": ["7C"]}, {"x": 1}) == table


def test_an_unknown_pile_is_refused_with_the_nearest_name() -> None:
    table = Table.of({"stock": [], "waste": []})
    assert "there is no pile 'Waist' on the table. Did you mean waste?" == raised(PileError, lambda: table["Waist"])
    assert "there is no pile '7' on the table." == raised(PileError, lambda: table["7"])
    with pytest.raises(KeyError):
        table["x"]


def test_a_table_without_a_count_keeps_the_others() -> None:
    table = Table.of({"a": ["#1"]}, {"x": 1, "y": 2})
    assert Table.of({"a": ["#1"]}, {"y": 2}) == table.without({"x", "z"})
    assert 1 == table.without({"x"}).face_down
    assert 1 == table.count("x")


# Hidden cards


@given(deals(FRENCH_52), SEQUENCES)
def test_no_text_and_no_object_of_a_table_leads_to_a_hidden_card(deal: Deal, steps: list[Step]) -> None:
    position = start(deal)
    said: list[str] = []
    for step in steps:
        try:
            position = position.after([step])
        except StepError as error:
            said.append(str(error))
    table = position.table
    seen = {card for pile in table.piles.values() for card in pile if isinstance(card, Card)}
    hidden = set(deal.cards) - seen
    said += [repr(table), str(table), repr(position), str(position), json.dumps(table.as_dict()), repr(position.secret)]
    assert [] == [text for text in said for card in hidden if str(card) in text or repr(card) in text]
    _ = hash(table)
    assert set() == hidden & {thing for thing in reachable(table, table.piles, steps) if isinstance(thing, Card)}
    read = pickle.loads(pickle.dumps(table))
    assert seen == {thing for thing in reachable(read) if isinstance(thing, Card)}


def test_a_face_down_card_says_why_it_tells_nothing() -> None:
    back = start().table[PACK][-1]
    for what in ("rank", "suit", "colour", "copy"):
        assert (
            f"the {what} of #0 is hidden: the card lies face down, and a rule sees only what a player sees. "
            "Turn it up with a step first, or test its face_up."
        ) == raised(HiddenCardError, partial(getattr, back, what))


def test_the_search_for_hidden_cards_finds_one_that_is_not_hidden() -> None:
    position = start()
    assert set(SMALL.cards) <= {thing for thing in reachable(position) if isinstance(thing, Card)}
    assert gc.is_tracked(position)
