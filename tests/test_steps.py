"""Steps: every kind against the slow reference, by example, and what cannot be applied."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    BOTTOM,
    DOWN,
    PACK,
    UP,
    Back,
    Card,
    Count,
    Deal,
    Fetch,
    Mark,
    Shift,
    Shuffle,
    Step,
    StepError,
    Table,
    Turn,
)
from patience_core.table import Position
from tests.reference import (
    PILES,
    SEQUENCES,
    SMALL,
    STEPS,
    Reference,
    RefusedError,
    cards_of,
    deals,
    lying,
    raised,
    shuffled,
    snapshot,
    start,
    texts,
)

# Every step against the reference


@given(deals(), SEQUENCES)
def test_steps_do_what_the_reference_does_and_refuse_what_it_refuses(deal: Deal, steps: list[Step]) -> None:
    position, reference = start(deal), Reference(deal)
    for step in steps:
        before = snapshot(position)
        try:
            reference.apply(step)
        except RefusedError:
            with pytest.raises(StepError):
                position.after([step])
            assert before == snapshot(position)
            continue
        after = position.after([step])
        assert before == snapshot(position)
        position = after
        assert reference.hidden() == cards_of(position)
        assert reference.shown() == position.table.as_dict()["piles"]
        assert {name: count for name, count in reference.counts.items() if count} == position.table.counts


@given(deals(), SEQUENCES)
def test_cards_are_neither_lost_nor_doubled_and_those_face_down_are_counted(deal: Deal, steps: list[Step]) -> None:
    position = start(deal)
    for step in steps:
        try:
            position = position.after([step])
        except StepError:
            continue
        lie = [card for pile in cards_of(position).values() for card in pile]
        assert Counter(SMALL.cards) == Counter(lie)
        backs = [card for pile in position.table.piles.values() for card in pile if not card.face_up]
        assert len(backs) == position.table.face_down
        assert len(backs) == len(set(backs))


@given(deals(), st.lists(STEPS, min_size=1, max_size=8))
def test_several_steps_are_all_applied_or_none(deal: Deal, steps: list[Step]) -> None:
    base = start(deal)
    before = snapshot(base)
    one_by_one: Position | None = base
    for step in steps:
        try:
            one_by_one = one_by_one and one_by_one.after([step])
        except StepError:
            one_by_one = None
            break
    if one_by_one is None:
        with pytest.raises(StepError):
            base.after(steps)
    else:
        at_once = base.after(steps)
        assert one_by_one == at_once
        assert hash(one_by_one) == hash(at_once)
    assert before == snapshot(base)


@given(deals(), SEQUENCES)
def test_a_card_face_down_shows_its_newest_slot(deal: Deal, steps: list[Step]) -> None:
    position = start(deal)
    for step in steps:
        try:
            position = position.after([step])
        except StepError:
            continue
    order = position.secret.order
    for pile in position.table.piles.values():
        for card in pile:
            if isinstance(card, Back):
                assert order[card.slot] not in order[card.slot + 1 :]


@pytest.mark.parametrize(
    ("step", "a", "b"),
    [
        (Shift("a", "b"), "AC 2C 3C 4C", "AH 2H 3H 5C"),
        (Shift("a", "b", count=2), "AC 2C 3C", "AH 2H 3H 4C 5C"),
        (Shift("a", "b", count=2, reverse=True), "AC 2C 3C", "AH 2H 3H 5C 4C"),
        (Shift("a", "b", count=ALL), "", "AH 2H 3H AC 2C 3C 4C 5C"),
        (Shift("a", "b", take=1), "AC 2C 3C 5C", "AH 2H 3H 4C"),
        (Shift("a", "b", count=2, take=1), "AC 2C 5C", "AH 2H 3H 3C 4C"),
        (Shift("a", "b", count=ALL, take=2), "4C 5C", "AH 2H 3H AC 2C 3C"),
        (Shift("a", "b", take=BOTTOM), "2C 3C 4C 5C", "AH 2H 3H AC"),
        (Shift("a", "b", count=2, take=BOTTOM), "3C 4C 5C", "AH 2H 3H AC 2C"),
        (Shift("a", "b", count=ALL, take=BOTTOM), "", "AH 2H 3H AC 2C 3C 4C 5C"),
        (Shift("a", "b", put=1), "AC 2C 3C 4C", "AH 2H 5C 3H"),
        (Shift("a", "b", put=3), "AC 2C 3C 4C", "5C AH 2H 3H"),
        (Shift("a", "b", put=BOTTOM), "AC 2C 3C 4C", "5C AH 2H 3H"),
        (Shift("a", "b", count=2, put=BOTTOM), "AC 2C 3C", "4C 5C AH 2H 3H"),
        (Shift("a", "a"), "AC 2C 3C 4C 5C", "AH 2H 3H"),
        (Shift("a", "a", put=BOTTOM), "5C AC 2C 3C 4C", "AH 2H 3H"),
        (Shift("a", "a", put=4), "5C AC 2C 3C 4C", "AH 2H 3H"),
        (Shift("a", "a", take=BOTTOM), "2C 3C 4C 5C AC", "AH 2H 3H"),
        (Shift("a", "a", count=2, put=1), "AC 2C 4C 5C 3C", "AH 2H 3H"),
        (Shift("a", "a", count=ALL, reverse=True), "5C 4C 3C 2C AC", "AH 2H 3H"),
    ],
    ids=repr,
)
def test_a_shift_by_example(step: Shift, a: str, b: str) -> None:
    after = lying(["AC", "2C", "3C", "4C", "5C"], ["AH", "2H", "3H"]).after([step])
    assert (a.split(), b.split()) == (texts(after, "a"), texts(after, "b"))


@pytest.mark.parametrize(
    ("step", "a"),
    [
        (Turn("a", DOWN), "up up up down"),
        (Turn("a", DOWN, at=1), "up up down up"),
        (Turn("a", DOWN, at=1, count=2), "up down down up"),
        (Turn("a", DOWN, at=BOTTOM), "down up up up"),
        (Turn("a", DOWN, count=ALL), "down down down down"),
        (Turn("a", DOWN, at=1, count=ALL), "down down down up"),
        (Turn("a"), "up up up up"),
    ],
    ids=repr,
)
def test_a_turn_by_example(step: Turn, a: str) -> None:
    after = lying(["AC", "2C", "3C", "4C"]).after([step])
    assert a.split() == [UP if card.face_up else DOWN for card in after.table["a"]]


# What cannot be applied


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([Shift("c", "a")], "{0}: the pile is empty."),
        ([Shift("c", "a", count=2)], "{0}: the pile holds 0 cards, too few for that."),
        ([Shift("b", "a", count=2)], "{0}: the pile holds 1 card, too few for that."),
        ([Shift("a", "b", count=4)], "{0}: the pile holds 3 cards, too few for that."),
        ([Shift("a", "b", take=3)], "{0}: the pile holds 3 cards, too few for that."),
        ([Shift("a", "b", count=ALL, take=3)], "{0}: the pile holds 3 cards, too few for that."),
        ([Shift("a", "b", count=4, take=BOTTOM)], "{0}: the pile holds 3 cards, too few for that."),
        ([Shift("c", "b", count=ALL)], "{0}: the pile holds 0 cards, too few for that."),
        ([Shift("a", "c", put=2)], "{0}: c holds 0 cards, too few to lie above."),
        ([Shift("b", "b", put=1)], "{0}: b holds 0 cards, too few to lie above."),
        ([Shift("a", "b", put=2)], "{0}: b holds 1 card, too few to lie above."),
        ([Shift("a", "tableau")], "{0}: there is no pile 'tableau' on the table."),
        ([Shift("A", "b")], "{0}: there is no pile 'A' on the table. Did you mean a?"),
        ([Shift("A", "b", count=2)], "{0}: there is no pile 'A' on the table. Did you mean a?"),
        ([Turn("c")], "{0}: the pile holds 0 cards, too few for that."),
        ([Turn("a", DOWN, 2, 2)], "{0}: the pile holds 3 cards, too few for that."),
        ([Turn("d")], "{0}: there is no pile 'd' on the table."),
        ([Fetch("a", "b", 4)], "{0}: no such card is in a."),
        ([Fetch("a", "b", 3, "H")], "{0}: no such card is in a."),
        ([Fetch("a", "B", 3)], "{0}: there is no pile 'B' on the table. Did you mean b?"),
        ([Shuffle("z")], "{0}: there is no pile 'z' on the table."),
        ([Count("x"), Shift("a", "b"), Shift("c", "a")], "{2}: the pile is empty."),
    ],
    ids=repr,
)
def test_a_step_that_cannot_be_applied_says_why_and_changes_nothing(steps: list[Step], sentence: str) -> None:
    position = lying(["AC", "2C", "3C"], ["AH"])
    before = snapshot(position)
    assert sentence.format(*steps) == raised(StepError, lambda: position.after(steps))
    assert before == snapshot(position)


class Teleport(Shift):
    """A step of somebody's own."""


@pytest.mark.parametrize("step", [Teleport("a", "b"), "a to b", None], ids=["subclass", "text", "none"])
def test_a_step_that_is_not_the_engines_is_refused(step: Any) -> None:
    position = lying(["AC"])
    before = snapshot(position)
    assert f"{step!r} is none of the engine's steps." == raised(StepError, lambda: position.after([step]))
    assert before == snapshot(position)


# Counts


def test_a_count_of_zero_is_as_if_never_touched() -> None:
    position = start()
    assert 0 == position.table.count("x")
    touched = position.after([Count("x", 3), Count("x", -3), Mark("y", 5), Mark("y", 0), Count("z", 0)])
    assert position == touched
    assert hash(position) == hash(touched)
    assert {} == touched.table.counts


def test_counts_go_up_and_down_and_are_set() -> None:
    table = start().after([Count("x"), Count("x", 4), Count("y", -2), Mark("z", 7)]).table
    assert {"x": 5, "y": -2, "z": 7} == table.counts
    assert (5, -2, 7, 0) == tuple(map(table.count, "xyzw"))


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        ([Count("x", 3), Count("x", -2, least=0)], 1),
        ([Count("x", 3), Count("x", -3, least=0)], 0),
        ([Count("x", 3), Count("x", -5, least=0)], 0),
        ([Count("x", 3), Count("x", -5)], -2),
        ([Count("x", 3), Count("x", -5, least=-1)], -1),
        ([Count("x", 3), Count("x", -1, least=4)], 4),
        ([Count("x", -5, least=0), Count("x", 2)], 2),
        ([Count("x", 7, least=0)], 7),
    ],
    ids=repr,
)
def test_a_count_does_not_fall_below_its_least(steps: list[Step], count: int) -> None:
    table = start().after(steps).table
    assert count == table.count("x")
    assert ({"x": count} if count else {}) == table.counts


# Fetch


def test_fetch_takes_the_topmost_card_that_matches() -> None:
    position = start(Deal.parse("5C AH 2C AC 2H 3C 3H 4C 4H 5H " * 2, SMALL))
    after = position.after([Fetch(PACK, "a", 1), Fetch(PACK, "a", 1, "C"), Fetch(PACK, "a", 2, face=None)])
    assert ["AH", "AC", "#2"] == texts(after, "a")
    assert (Card(1, "H"), Card(1, "C")) == after.table["a"][:2]
    assert ["#6", "#5", "#4", "#0"] == texts(after, PACK)[-4:]


def test_fetch_is_refused_once_the_pack_is_off_the_table() -> None:
    table, secret = start().after([Shift(PACK, "a", count=ALL)])
    in_play = Position(Table({name: table[name] for name in PILES}, {}, table.face_down), secret)
    step = Fetch("a", "b", 1)
    assert f"{step}: Fetch is for deals only; anywhere else it would tell where a hidden card lies." == raised(
        StepError, lambda: in_play.after([step])
    )


# Shuffle


def test_a_shuffle_turns_all_down_into_new_slots_numbered_on() -> None:
    position = lying(["AC", "2C", "3C"], ["AH"])
    assert 16 == position.table.face_down
    position = position.after([Shuffle("a"), Shuffle("b"), Shuffle("a")])
    assert (["#26", "#25", "#24"], ["#23"]) == (texts(position, "a"), texts(position, "b"))
    assert 20 == position.table.face_down


def test_a_card_turned_down_again_after_a_shuffle_lies_in_its_new_slot() -> None:
    position = lying(["AC", "2C", "3C", "4C"]).after([Shuffle("a"), Shuffle("a")])
    up = position.after([Turn("a", UP, count=ALL)])
    assert {"AC", "2C", "3C", "4C"} == set(texts(up, "a"))
    assert cards_of(position)["a"] == list(up.table["a"])
    assert ["#27", "#26", "#25", "#24"] == texts(up.after([Turn("a", DOWN, count=ALL)]), "a")


def test_nothing_on_the_table_tells_which_card_went_where() -> None:
    one, other = lying(["AC", "2C", "3C", "4C"]), lying(["4C", "AC", "3C", "2C"])
    shuffles: list[Step] = [Shuffle("a")]
    assert one.after(shuffles).table == other.after(shuffles).table


@given(deals(), st.integers(0, 6), st.integers(1, 20))
def test_the_shuffles_of_a_play_are_those_of_a_second_implementation(deal: Deal, before: int, size: int) -> None:
    shuffles: list[Step] = [Shuffle("b")] * before
    position = start(deal).after([*shuffles, Shift(PACK, "a", count=size)])
    pile = cards_of(position)["a"]
    after = position.after([Shuffle("a")])
    assert shuffled(pile[::-1], deal.key, before) == cards_of(after)["a"][::-1]


def test_the_first_shuffles_of_deal_42_are_fixed_for_ever() -> None:
    position = Position.start(["a"], Deal.numbered(42))
    found: list[str] = []
    for _ in range(3):
        position = position.after([Shuffle(PACK)])
        found.append(" ".join(map(str, cards_of(position)[PACK][:-9:-1])))
    assert ["6S 3D 4D 4C AC 3C JS 8D", "2S 5S JD 6S 7H KD 5H TH", "KS 8C AH 4C 2S 6H 9H QD"] == found


@given(deals(), SEQUENCES)
def test_a_deal_read_from_text_shuffles_like_the_deal_itself(deal: Deal, steps: list[Step]) -> None:
    one, other = start(deal), start(Deal.parse(f"# the same\n{deal.listing}", SMALL))
    for step in [*steps, Shuffle("a"), Shuffle(PACK)]:
        try:
            one, other = one.after([step]), other.after([step])
        except StepError:
            continue
    assert one == other
    assert cards_of(one) == cards_of(other)
