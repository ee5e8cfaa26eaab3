"""The board: any layout and table drawn into any size, nothing over anything else, and never wider than the screen."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from patience_core import FRENCH_52, Back, Card, Layout, Place, Table, ring
from patience_core.drawing.board import Canvas, cut, draw
from patience_core.drawing.glyphs import ASCII, SYMBOLS, Glyphs
from patience_core.drawing.places import rooms
from patience_core.drawing.plain import labels_of, plain_table

DIAL = Layout(
    (
        *ring(map(str, range(1, 13)), centre=(9.0, 6.5), radius=(9.0, 6.5), spread="right", most=4),
        Place("centre", 9.0, 6.5, spread="right", most=4),
        Place("hand", 0.0, 0.0, role="hand"),
    )
)
KLONDIKE = Layout(
    (
        Place("stock", 0, 0, role="stock"),
        Place("waste", 1, 0, role="waste"),
        *(Place(f"foundation {suit}", x, 0, role="foundation", label=suit) for x, suit in enumerate("CDHS", 3)),
        *(Place(str(number), number - 1, 1.3, spread="down", most=19) for number in range(1, 8)),
    )
)
GRID = Layout(tuple(Place(f"{row}-{column}", column, row, label="") for row in range(4) for column in range(13)))
SIZES = [(80, 24), (80, 21), (200, 60), (100, 30), (132, 43)]


def text(layout: Layout, table: Table, width: int, height: int, glyphs: Glyphs = SYMBOLS) -> list[str]:
    return ["".join(part for part, _ in line).rstrip() for line in draw(layout, table, width, height, glyphs)]


def dealt(layout: Layout, piles: dict[str, str]) -> Table:
    return Table.of({name: piles.get(name, "").split() for name in layout.piles})


@st.composite
def tables(drawing: st.DrawFn, layout: Layout) -> Table:
    """Draw any way for up to 52 cards to lie, some of them face down."""
    cards = drawing(st.permutations(FRENCH_52.cards))
    piles: dict[str, list[Card | Back]] = {name: [] for name in layout.piles}
    for slot, card in enumerate(cards[: drawing(st.integers(0, 52))]):
        pile = drawing(st.sampled_from(layout.piles))
        piles[pile].append(Back(slot) if drawing(st.booleans()) else card)
    return Table.of(piles)


places = st.builds(
    Place,
    st.uuids().map(str),
    st.floats(-5, 20),
    st.floats(-5, 20),
    spread=st.sampled_from(["squared", "down", "right"]),
    most=st.integers(1, 60),
    label=st.text("abc 12", max_size=12),
)
layouts = st.lists(places, min_size=1, max_size=20, unique_by=lambda place: place.pile).map(Layout)


@given(
    data=st.data(),
    layout=layouts,
    width=st.integers(1, 220),
    height=st.integers(1, 70),
    glyphs=st.sampled_from([SYMBOLS, ASCII]),
)
def test_any_table_of_any_layout_stays_within_any_size(
    data: st.DataObject, layout: Layout, width: int, height: int, glyphs: Glyphs
) -> None:
    lines = text(layout, data.draw(tables(layout)), width, height, glyphs)
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    assert glyphs is SYMBOLS or all(line.isascii() for line in lines)


@given(layout=layouts, width=st.integers(20, 220), height=st.integers(8, 70))
@example(layout=Layout((Place("a", 0, 0), Place("b", 5e-324, 0))), width=80, height=24)
@example(layout=Layout((Place("a", 0, 0), Place("b", 1e-9, 1e-9, spread="down"))), width=80, height=24)
def test_no_two_rooms_overlap_and_none_stands_outside(layout: Layout, width: int, height: int) -> None:
    plan = rooms(layout, width, height)
    if plan is None:
        return
    for one, other in itertools.combinations(plan.rooms.values(), 2):
        assert not one.meets(other)
    for room in plan.rooms.values():
        assert 0 <= room.row < room.row + room.height <= height
        assert 0 <= room.column < room.column + room.width <= width


@pytest.mark.parametrize("layout", [DIAL, KLONDIKE, GRID])
@pytest.mark.parametrize("size", SIZES)
def test_well_known_layouts_are_drawn_as_pictures(layout: Layout, size: tuple[int, int]) -> None:
    assert rooms(layout, *size) is not None


@given(data=st.data(), size=st.sampled_from(SIZES))
def test_every_card_of_a_clock_is_drawn(data: st.DataObject, size: tuple[int, int]) -> None:
    cards = iter(data.draw(st.permutations(FRENCH_52.cards)))
    up = data.draw(st.lists(st.integers(0, 4), min_size=13, max_size=13))
    table = Table.of(
        {
            pile: [next(cards) if place < up[number] else Back(4 * number + place) for place in range(4)]
            for number, pile in enumerate(DIAL.piles[:-1])
        }
        | {"hand": [next(cards)]}
    )
    picture = "\n".join(text(DIAL, table, *size))
    for pile in table.piles.values():
        for card in pile:
            assert not isinstance(card, Card) or picture.count(SYMBOLS.text(card)) == 1
    for pile in table.piles.values():
        down = sum(not card.face_up for card in pile)
        assert not down or f"{down} down" in picture


def test_a_clock_at_80_by_24_looks_like_a_clock_face() -> None:
    backs = dict.fromkeys(DIAL.piles[:-1], "#0 #1 #2 #3")
    table = dealt(DIAL, {**backs, "3": "3H #1 #2 #3", "centre": "KC KD", "12": "", "hand": "TD"})
    assert [
        "      hand                        12",
        "      T♦            11   4 down   []            1    4 down",
        "                    ▒▒ ▒▒ ▒▒ ▒▒                 ▒▒ ▒▒ ▒▒ ▒▒",
    ] == text(DIAL, table, 80, 21)[:3]


def test_large_cards_are_boxes_side_by_side() -> None:
    layout = Layout((Place("row", 0, 0, spread="right", most=4),))
    assert [
        "row     2 down",
        "╭──╭──╭──╭───╮",
        "│7♣│T♥│▒▒│▒▒▒│",
        "╰──╰──╰──╰───╯",
    ] == text(layout, dealt(layout, {"row": "7C TH #0 #1"}), 14, 6)
    assert [
        "row     2 down",
        "+--+--+--+---+",
        "|7C|TH|##|###|",
        "+--+--+--+---+",
    ] == text(layout, dealt(layout, {"row": "7C TH #0 #1"}), 14, 6, ASCII)


def test_a_column_shows_every_card_until_it_is_too_long_and_then_how_many_more_there_are() -> None:
    layout = Layout((Place("a", 0, 0, spread="down", most=3),))
    assert [
        "a  ▒1",
        "╭▒▒▒╮",
        "╭7♣─╮",
        "╭───╮",
        "│6♦ │",
        "╰───╯",
    ] == text(layout, dealt(layout, {"a": "#0 7C 6D"}), 5, 6)
    assert [
        "a  ▒1",
        "+3",
        "╭5♣─╮",
        "╭───╮",
        "│4♦ │",
        "╰───╯",
    ] == text(layout, dealt(layout, {"a": "#0 7C 6D 5C 4D"}), 5, 6)


def test_small_cards_of_a_column_lie_one_a_line() -> None:
    layout = Layout((Place("a", 0, 0, spread="down", most=3),))
    assert ["a ▒1", "▒▒", "7♣", "6♦"] == text(layout, dealt(layout, {"a": "#0 7C 6D"}), 5, 4)


def test_a_row_that_is_too_long_shows_its_last_cards_and_how_many_more_there_are() -> None:
    layout = Layout((Place("a", 0, 0, spread="right", most=3),))
    assert [" a  1 down", " +4 3♦ 2♣"] == text(layout, dealt(layout, {"a": "#0 6D 5C 4D 3D 2C"}), 10, 2)


def test_a_squared_pile_shows_its_top_card_and_how_many_there_are() -> None:
    layout = Layout((Place("stock", 0, 0), Place("waste", 1, 0), Place("cell", 2, 0)))
    table = dealt(layout, {"stock": "#0 #1 #2", "waste": "#7 4D 5C"})
    assert [
        "stock   waste   cell",
        "╭───╮   ╭───╮   ╭╌╌╌╮",
        "│▒▒▒│   │5♣ │   ┆   ┆",
        "╰3──╯   ╰3──╯   ╰╌╌╌╯",
    ] == [line.strip() for line in text(layout, table, 24, 5)]
    assert ["stock waste cell", "▒▒ 3  5♣ 3  []"] == text(layout, table, 17, 2)


def test_where_there_is_no_room_for_a_picture_piles_are_listed_one_a_line() -> None:
    layout = Layout((Place("left", 0, 0, spread="right", most=9), Place("right", 0, 0)))
    table = dealt(layout, {"left": "7C #1 6D"})
    assert ["left  7♣ ▒▒ 6♦", "right -"] == text(layout, table, 20, 2)
    assert ["left  7♣ …", "right -"] == text(layout, table, 10, 2)
    assert ["left  7C ...", "right -"] == text(layout, table, 12, 2, ASCII)


def test_a_list_goes_on_beside_itself_and_ends_with_how_many_more_piles_there_are() -> None:
    layout = Layout(tuple(Place(name, 0, 0) for name in "abcdefg"))
    table = dealt(layout, {"a": "7C"})
    assert ["a 7♣     c -      e -      g -", "b -      d -      f -"] == text(layout, table, 34, 2)
    assert ["a 7♣       c -", "b -        … 4 more"] == text(layout, table, 20, 2)


def test_the_gaps_of_a_grid_are_equal() -> None:
    plan = rooms(GRID, 80, 24)
    assert plan is not None
    columns = [plan.rooms[f"0-{column}"].column for column in range(13)]
    assert {6} == {right - left for left, right in itertools.pairwise(columns)}


def test_piles_that_changed_stand_out() -> None:
    table = dealt(DIAL, {"3": "3H"})
    lines = draw(DIAL, table, 80, 21, SYMBOLS, changed=["3"])
    assert [("3", "changed")] == [part for line in lines for part in line if part[1] == "changed"]


def test_cards_have_the_style_of_their_colour() -> None:
    layout = Layout((Place("a", 0, 0, spread="right", most=3),))
    (_, line) = draw(layout, dealt(layout, {"a": "7C 7H #0"}), 8, 2, SYMBOLS)
    assert [("7♣", "black"), ("7♥", "red"), ("▒▒", "back")] == [part for part in line if part[1]]


@given(st.text("ab ", max_size=9), st.text("ab ", max_size=9), st.integers(1, 20))
def test_a_cut_line_is_its_beginning_and_says_that_there_was_more(one: str, other: str, width: int) -> None:
    line = ((one, "red"), (other, ""))
    result = "".join(part for part, _ in cut(line, width, "…"))
    whole = one + other
    assert (whole if len(whole) <= width else whole[: width - 1] + "…") == result


def test_what_would_stand_outside_a_canvas_is_cut() -> None:
    canvas = Canvas(3, 2)
    canvas.put(-1, 0, "above")
    canvas.put(2, 0, "below")
    canvas.put(0, -1, "ab", "red")
    canvas.put(1, 2, "cd", "red")
    assert ((("b", "red"), ("  ", "")), (("  ", ""), ("c", "red"))) == canvas.lines()


def test_glyphs_are_symbols_or_plain_ascii() -> None:
    assert SYMBOLS is Glyphs.of(symbols=True)
    assert ASCII is Glyphs.of(symbols=False)


def test_a_plain_table_has_a_line_for_each_pile_by_its_label_and_then_the_counts() -> None:
    layout = Layout((Place("a", 0, 0, label="stock"), Place("b", 1, 0, label=""), Place("c", 2, 0)))
    table = Table.of({"a": ["#0", "7C"], "b": [], "c": ["TH"]}, {"passes": 2})
    assert ["  stock  ## 7C", "  b      -", "  c      TH", "  passes: 2"] == list(plain_table(table, labels_of(layout)))
