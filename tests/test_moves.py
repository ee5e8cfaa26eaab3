"""Moves and steps are plain values, and what cannot be one is refused where it is made."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import ALL, BOTTOM, DOWN, TOP, UP, Count, Deal, Fetch, Mark, Move, Shift, Shuffle, StepError, Turn
from patience_core.table import Position
from tests.reference import PILES, SMALL, STEPS, raised

STEP = Shift("a", "b")


def make(kind: Callable[..., object], *args: Any, **named: Any) -> Callable[[], object]:
    """Return a call with arguments that the types forbid."""
    return lambda: kind(*args, **named)


def test_the_named_places_faces_and_counts_are_these() -> None:
    assert (0, -1, -1, "up", "down") == (TOP, BOTTOM, ALL, UP, DOWN)


def test_what_a_step_does_not_say_is_the_usual() -> None:
    assert Shift("a", "b", 1, None, TOP, TOP, False) == Shift("a", "b")
    assert Turn("a", UP, TOP, 1) == Turn("a")
    assert Count("x", 1, None) == Count("x")
    assert Fetch("a", "b", 1, None, UP) == Fetch("a", "b", 1)


def test_any_rank_from_ace_to_king_may_be_fetched() -> None:
    assert list(range(1, 14)) == [Fetch("a", "b", rank).rank for rank in range(1, 14)]


@given(STEPS)
def test_steps_are_values(step: Any) -> None:
    names: tuple[str, ...] = step.__match_args__
    kind: Callable[..., object] = step.__class__
    again = kind(*(getattr(step, name) for name in names))
    assert step == again
    assert hash(step) == hash(again)
    with pytest.raises(AttributeError):
        setattr(step, names[0], "elsewhere")


@given(STEPS)
def test_a_step_is_the_same_value_after_it_has_been_applied(step: Any) -> None:
    text, number = repr(step), hash(step)
    for name in ("pack", *PILES):
        try:
            Position.start(PILES, Deal.numbered(1, SMALL)).after([Shift("pack", name, count=8, face=UP), step])
        except StepError:
            continue
    assert (text, number) == (repr(step), hash(step))
    for made in (pickle.loads(pickle.dumps(step)), copy.deepcopy(step)):
        assert step == made


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (make(Shift, "a", "b", 0), "Shift: count=0; it is 1 or more, or ALL."),
        (make(Shift, "a", "b", -2), "Shift: count=-2; it is 1 or more, or ALL."),
        (make(Shift, "a", "b", True), "Shift: count=True; it is 1 or more, or ALL."),
        (make(Shift, "a", "b", 1.0), "Shift: count=1.0; it is 1 or more, or ALL."),
        (make(Shift, "a", "b", "all"), "Shift: count='all'; it is 1 or more, or ALL."),
        (make(Shift, "a", "b", face="UP"), "Shift: face='UP'; it is UP, DOWN or None (as they lie)."),
        (make(Shift, "a", "b", face=True), "Shift: face=True; it is UP, DOWN or None (as they lie)."),
        (make(Shift, "a", "b", take=-2), "Shift: take=-2; it counts cards from the top, or is BOTTOM."),
        (make(Shift, "a", "b", take=None), "Shift: take=None; it counts cards from the top, or is BOTTOM."),
        (make(Shift, "a", "b", put=-2), "Shift: put=-2; it counts cards from the top, or is BOTTOM."),
        (make(Shift, "a", "b", put=False), "Shift: put=False; it counts cards from the top, or is BOTTOM."),
        (make(Shift, 1, "b"), "Shift: src=1; it is a name."),
        (make(Shift, "a", ["b"]), "Shift: dst=['b']; it is a name."),
        (make(Turn, None), "Turn: pile=None; it is a name."),
        (make(Turn, "a", None), "Turn: face=None; it is UP or DOWN."),
        (make(Turn, "a", "round"), "Turn: face='round'; it is UP or DOWN."),
        (make(Turn, "a", UP, -2), "Turn: at=-2; it counts cards from the top, or is BOTTOM."),
        (make(Turn, "a", UP, 0, 0), "Turn: count=0; it is 1 or more, or ALL."),
        (make(Count, 1), "Count: name=1; it is a name."),
        (make(Count, "x", "1"), "Count: by='1'; it is a whole number."),
        (make(Count, "x", True), "Count: by=True; it is a whole number."),
        (make(Count, "x", 1, "0"), "Count: least='0'; it is a whole number."),
        (make(Count, "x", 1, least=False), "Count: least=False; it is a whole number."),
        (make(Count, "x", 1, least=0.5), "Count: least=0.5; it is a whole number."),
        (make(Mark, None, 1), "Mark: name=None; it is a name."),
        (make(Mark, "x", 0.5), "Mark: to=0.5; it is a whole number."),
        (make(Fetch, "a", 2, 1), "Fetch: dst=2; it is a name."),
        (make(Fetch, 2, "a", 1), "Fetch: src=2; it is a name."),
        (make(Fetch, "a", "b", 0), "Fetch: rank=0; ranks are whole numbers from 1 (ace) to 13 (king)."),
        (make(Fetch, "a", "b", 14), "Fetch: rank=14; ranks are whole numbers from 1 (ace) to 13 (king)."),
        (make(Fetch, "a", "b", "K"), "Fetch: rank='K'; ranks are whole numbers from 1 (ace) to 13 (king)."),
        (make(Fetch, "a", "b", 1, "CD"), "Fetch: suit='CD'; suits are C, D, H and S, or None for any."),
        (make(Fetch, "a", "b", 1, "h"), "Fetch: suit='h'; suits are C, D, H and S, or None for any."),
        (make(Fetch, "a", "b", 1, None, 1), "Fetch: face=1; it is UP, DOWN or None (as they lie)."),
        (make(Shuffle, 0), "Shuffle: pile=0; it is a name."),
        (make(Move, "", STEP), "'' is no text for a move: it is 1 to 40 printable ASCII characters."),
        (
            make(Move, "x" * 41, STEP),
            f"{'x' * 40!r}... is no text for a move: it is 1 to 40 printable ASCII characters.",
        ),
        (make(Move, "7\u2665", STEP), "'7\u2665' is no text for a move: it is 1 to 40 printable ASCII characters."),
        (make(Move, "a\nb", STEP), "'a\\nb' is no text for a move: it is 1 to 40 printable ASCII characters."),
        (make(Move, 7, STEP), "7 is no text for a move: it is 1 to 40 printable ASCII characters."),
        (make(Move, " a", STEP), "' a' is no text for a move: it begins or ends with a space."),
        (make(Move, "a ", STEP), "'a ' is no text for a move: it begins or ends with a space."),
        (make(Move, "pass"), "the move 'pass' has no steps: a move changes the table."),
        (make(Move, "a", "b"), "the move 'a' has a step 'b', which is none of the engine's steps."),
        (make(Move, "a", STEP, None), "the move 'a' has a step None, which is none of the engine's steps."),
        (make(Move, "a", [STEP]), f"the move 'a' has a step {[STEP]!r}, which is none of the engine's steps."),
    ],
    ids=lambda value: None if callable(value) else str(value).encode("ascii", "backslashreplace").decode(),
)
def test_what_is_malformed_is_refused_where_it_is_made(call: Callable[[], object], sentence: str) -> None:
    assert sentence == raised(StepError, call)


def test_a_move_is_a_text_and_its_steps() -> None:
    move = Move("a to b", STEP, Count("x"))
    assert "a to b" == move.text == str(move)
    assert (STEP, Count("x")) == move.steps
    assert "x" * 40 == Move("x" * 40, STEP).text


@given(
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=40), st.lists(STEPS, min_size=1)
)
def test_moves_are_values(text: str, steps: list[Any]) -> None:
    move = Move(text, *steps)
    assert move == Move(text, *steps)
    assert hash(move) == hash(Move(text, *steps))
    assert move != Move(text, *steps, STEP)
    assert move == pickle.loads(pickle.dumps(move))
    unlocked: Any = move
    with pytest.raises(AttributeError):
        unlocked.text = "b"


def test_a_block_is_turned_round_or_not() -> None:
    with pytest.raises(StepError) as refusal:
        Shift("a", "b", reverse="no")  # type: ignore[arg-type]  # the fault  # pyright: ignore[reportArgumentType]
    assert "Shift: reverse='no'; it is True or False." == str(refusal.value)
