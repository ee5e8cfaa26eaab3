"""Layouts: where piles stand, in card widths and heights, and what cannot be a place."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Layout, LayoutError, Place, ring
from tests.reference import raised


def test_a_place_that_says_nothing_more_is_a_squared_tableau_pile_labelled_by_its_name() -> None:
    place = Place("a", 1, 2.5)
    assert ("squared", "tableau", "a", 1) == (place.spread, place.role, place.label, place.most)
    assert place == Place("a", 1, 2.5, spread="squared", role="tableau", label="a", most=1)
    assert "Ace" == Place("a", 0, 0, label="Ace").label


def test_a_place_may_be_far_away() -> None:
    far = Place("a", -1_000_000, 1_000_000)
    assert (-1_000_000, 1_000_000) == (far.x, far.y)


def test_a_layout_lists_its_piles_in_order() -> None:
    places = [Place("stock", 0, 0, role="stock"), Place("a", 0, 1), Place("A", 1, 1)]
    layout = Layout(place for place in places)
    assert ("stock", "a", "A") == layout.piles
    assert tuple(places) == layout.places
    assert 1 == len({layout, Layout(places)})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"pile": ""}, "'' is no name for a pile: names are printable ASCII."),
        ({"pile": " a"}, "' a' is no name for a pile: names are printable ASCII."),
        ({"pile": "a\t"}, "'a\\t' is no name for a pile: names are printable ASCII."),
        ({"pile": "\xe9"}, "'\xe9' is no name for a pile: names are printable ASCII."),
        ({"pile": 1}, "1 is no name for a pile: names are printable ASCII."),
        ({"pile": "pack"}, "'pack' is the engine's own pile: every deal begins with it."),
        ({"x": "1"}, "pile 'a': '1' is no coordinate."),
        ({"x": None}, "pile 'a': None is no coordinate."),
        ({"x": 1_000_001}, "pile 'a': 1000001 is no coordinate."),
        ({"y": math.nan}, "pile 'a': nan is no coordinate."),
        ({"y": -math.inf}, "pile 'a': -inf is no coordinate."),
        ({"spread": "up"}, "pile 'a': spread='up'; it is one of squared, down, right."),
        (
            {"role": "deck"},
            "pile 'a': role='deck'; it is one of tableau, stock, waste, foundation, reserve, cell, hand.",
        ),
        ({"most": 0}, "pile 'a': most=0; it is the number of cards to leave room for."),
        ({"most": True}, "pile 'a': most=True; it is the number of cards to leave room for."),
        ({"most": 2.0}, "pile 'a': most=2.0; it is the number of cards to leave room for."),
    ],
    ids=repr,
)
def test_a_place_that_cannot_be_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    whole: dict[str, Any] = {"pile": "a", "x": 0, "y": 0, **arguments}
    assert sentence == raised(LayoutError, lambda: Place(**whole))


def test_a_layout_has_piles_and_none_twice() -> None:
    assert "a layout has one pile or more." == raised(LayoutError, lambda: Layout(()))
    twice = (Place("a", 0, 0), Place("b", 1, 0), Place("a", 2, 0))
    assert "the pile 'a' is placed twice." == raised(LayoutError, lambda: Layout(twice))


def test_twelve_piles_in_a_ring_stand_as_on_a_clock() -> None:
    hours = {
        place.pile: (place.x, place.y)
        for place in ring(map(str, range(1, 13)), centre=(10, 5), radius=(8, 4), spread="right", role="reserve", most=4)
    }
    assert {"12": (10, 1), "3": (18, 5), "6": (10, 9), "9": (2, 5)} == {
        hour: hours[hour] for hour in ("12", "3", "6", "9")
    }
    # In thousandths of a card.
    assert {"1": (14, 1.536), "2": (16.928, 3)} == {hour: hours[hour] for hour in ("1", "2")}


@given(
    st.integers(1, 30), st.tuples(st.floats(-50, 50), st.floats(-50, 50)), st.tuples(st.floats(1, 50), st.floats(1, 50))
)
def test_a_ring_ends_at_the_top_and_keeps_its_distance(
    size: int, centre: tuple[float, float], radius: tuple[float, float]
) -> None:
    places = ring(
        [f"p{number}" for number in range(size)], centre=centre, radius=radius, spread="down", role="cell", most=3
    )
    assert [f"p{number}" for number in range(size)] == [place.pile for place in places]
    assert {("down", "cell", 3)} == {(place.spread, place.role, place.most) for place in places}
    assert pytest.approx((centre[0], centre[1] - radius[1]), abs=0.001) == (places[-1].x, places[-1].y)
    for place in places:
        across, down = (place.x - centre[0]) / radius[0], (place.y - centre[1]) / radius[1]
        assert pytest.approx(1, abs=0.01) == math.hypot(across, down)


def test_a_ring_that_says_nothing_more_is_of_squared_tableau_piles() -> None:
    assert (Place("a", 2, 3), Place("b", 2, 1)) == ring("ab", centre=(2, 2), radius=(1, 1))


def test_a_ring_of_no_piles_is_empty() -> None:
    assert () == ring([], centre=(0, 0), radius=(1, 1))
