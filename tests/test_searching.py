"""What the solver asks of a game of building: how far a table is from a win, and which piles are alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALTERNATING,
    ANY,
    ANY_SUIT,
    DOWN,
    IN_SUIT,
    UP,
    Build,
    BuildingGame,
    Deal,
    PileRules,
    Session,
    Table,
)
from patience_core.building.searching import (
    GOES_LATER,
    NEVER,
    NO_ROOM,
    NOT_BUILT,
    NOT_UP,
    ON_NEXT,
    Distance,
)
from patience_core.solver import _keys
from tests.building_games import KINDS, Pond, Wheel

UPWARDS = Build(UP, IN_SUIT)
CLUBS = {"clubs": PileRules(UPWARDS, start="AC")}
COLUMN = {"1": PileRules(Build(DOWN, ALTERNATING))}
ROUND = {"clubs": PileRules(Build(UP, IN_SUIT, around_the_corner=True), most=4)}


def far(
    column: str,
    up: str = "",
    foundations: dict[str, PileRules] = CLUBS,
    others: dict[str, PileRules] = COLUMN,
) -> int:
    table = Table.of({"clubs": up.split(), "1": column.split()})
    return Distance(foundations, others)(table)


def test_where_all_cards_are_up_nothing_is_left_to_do() -> None:
    assert 0 == far("", "AC 2C 3C")


def test_each_card_that_is_not_up_counts() -> None:
    assert NOT_UP == far("9C", "AC")
    assert 3 * NOT_UP == far("9H 8S 7H", "AC")


def test_a_card_above_one_that_goes_up_before_it_must_be_moved_aside() -> None:
    assert 2 * NOT_UP + GOES_LATER + NOT_BUILT == far("5C 9C", "AC")
    assert 3 * NOT_UP + 2 * GOES_LATER + 2 * NOT_BUILT == far("5C 9C 7C", "AC")
    assert 3 * NOT_UP + GOES_LATER + 2 * NOT_BUILT == far("5C 9C 4C", "AC")


def test_a_card_that_goes_on_no_foundation_lies_above_all_that_do() -> None:
    assert 2 * NOT_UP + GOES_LATER == far("9C 8H")
    assert 2 * NOT_UP == far("8H 7C")


def test_a_card_above_one_that_could_go_up_next_is_in_the_way() -> None:
    built = {"1": PileRules(Build(UP, IN_SUIT))}
    assert 3 * NOT_UP + 2 * (GOES_LATER + ON_NEXT) == far("2C 3C 4C", "AC", others=built)
    assert 3 * NOT_UP + 2 * (GOES_LATER + ON_NEXT) == far("AC 2C 3C", others=built)
    assert 3 * NOT_UP + 2 * GOES_LATER == far("3C 4C 5C", "AC", others=built)


def test_what_could_go_up_next_is_counted_on_every_foundation() -> None:
    two = {"clubs": PileRules(UPWARDS, start="AC"), "hearts": PileRules(UPWARDS, start="AH")}
    piles = {"1": PileRules(), "2": PileRules()}
    distance = Distance(two, piles)
    up = {"clubs": ["AC"], "hearts": ["AH"]}
    assert 4 * NOT_UP + 2 * (GOES_LATER + ON_NEXT) == distance(Table.of({**up, "1": ["2C", "9C"], "2": ["2H", "9H"]}))
    assert 4 * NOT_UP + 2 * GOES_LATER + ON_NEXT == distance(Table.of({**up, "1": ["2C", "9C"], "2": ["3H", "9H"]}))
    assert 4 * NOT_UP + 2 * GOES_LATER + ON_NEXT == distance(Table.of({**up, "1": ["3C", "9C"], "2": ["2H", "9H"]}))


def test_an_open_pile_that_is_taken_is_no_room() -> None:
    assert NOT_UP + NO_ROOM == far("9C", others={"1": PileRules(start=ANY)})
    assert NOT_UP == far("9C", others={"1": PileRules(start="K")})
    assert 0 == far("", others={"1": PileRules(start=ANY)})


def test_in_a_pile_that_is_not_built_cards_lie_as_they_must() -> None:
    assert 2 * NOT_UP == far("9C 5C", others={"1": PileRules()})


def test_a_foundation_that_is_begun_goes_on_from_its_first_card_till_it_is_complete() -> None:
    # From the queen: Q K A 2. The ace goes after the king, and the three nowhere.
    assert 2 * NOT_UP + GOES_LATER + ON_NEXT + NOT_BUILT == far("KC AC", "QC", ROUND)
    assert 2 * NOT_UP + NOT_BUILT == far("3C AC", "QC", ROUND)
    assert 2 * NOT_UP + GOES_LATER + NOT_BUILT == far("2C 3C", "QC", ROUND)
    assert 2 * NOT_UP + NOT_BUILT == far("3C 4C", "QC KC AC 2C", ROUND)  # nothing goes up on a complete one


def test_a_foundation_may_have_one_card_only() -> None:
    ace = {"clubs": PileRules(start="AC")}
    assert 2 * NOT_UP + NOT_BUILT + GOES_LATER + ON_NEXT == far("AC 2C", foundations=ace)
    assert 2 * NOT_UP + NOT_BUILT == far("2C 3C", "AC", ace)


def test_of_several_foundations_the_one_where_a_card_lies_lower_counts() -> None:
    two = {"clubs": PileRules(UPWARDS, start="AC"), "more": PileRules(UPWARDS, start="5C 6C")}
    heights = Distance(two, {})._heights_on({"clubs": (), "more": ()})
    assert [0, 1, 2, 3, 0, 0, 1, 2, 3, 4, 5, 6, 7] == heights[:13]
    assert [NEVER] * 39 == heights[13:]


@pytest.mark.parametrize("kind", KINDS)
def test_a_face_down_card_is_not_asked_what_it_is(kind: type[BuildingGame]) -> None:
    session = Session(kind(), Deal.numbered(0, kind.pack))
    assert session.game.distance(session.table) >= NOT_UP * session.table.face_down
    assert 3 * NOT_UP == far("#0 5C #1", "AC")
    assert 2 * NOT_UP + GOES_LATER + NOT_BUILT == far("2C 5C", "#7")


@given(st.integers(0, 2**63 - 1), st.sampled_from(KINDS), st.lists(st.integers(0, 1_000), max_size=40))
def test_the_distance_is_0_exactly_where_the_game_is_won(
    number: int, kind: type[BuildingGame], chosen: list[int]
) -> None:
    session = Session(kind(), Deal.numbered(number, kind.pack))
    for choice in chosen:
        if session.moves:
            session.play(session.moves[choice % len(session.moves)])
        distance = session.game.distance(session.table)
        assert (distance == 0) is session.game.won(session.table)
        assert distance >= 0


def test_piles_of_one_role_and_rules_are_alike() -> None:
    assert (("a", "b", "c", "d"),) == tuple(Wheel().alike())
    assert {("z", "y"), ("1", "2")} == set(Pond(cells="zy").alike())
    harbour, _, tide = (kind() for kind in KINDS)
    assert {("1", "2", "3", "4"), ("x", "y")} == set(harbour.alike())
    assert {("f1", "f2"), ("f3", "f4"), ("1", "2", "3")} == set(tide.alike())


ALL_KINDS = st.sampled_from(KINDS).map(lambda kind: kind()) | st.builds(
    Pond,
    column=st.builds(PileRules, st.just(Build(DOWN, ANY_SUIT)), start=st.sampled_from([ANY, "3", ""])),
    taken_back=st.booleans(),
    columns=st.sampled_from(["12", "123"]),
    cells=st.sampled_from(["z", "zy", "zyx"]),
)


@given(ALL_KINDS, st.integers(0, 2**63 - 1), st.lists(st.integers(0, 1_000), max_size=30), st.data())
def test_what_can_be_played_does_not_depend_on_which_of_alike_piles_holds_which_cards(
    game: BuildingGame, number: int, chosen: list[int], data: st.DataObject
) -> None:
    session = Session(game, Deal.numbered(number, game.pack))
    for choice in chosen:
        if session.moves:
            session.play(session.moves[choice % len(session.moves)])
    piles = dict(session.table.piles)
    for group in game.alike():
        piles |= zip(group, data.draw(st.permutations([session.table[name] for name in group])), strict=True)
    other = Table(piles, dict(session.table.counts), session.table.face_down)
    position = session.position

    def reached(table: Table) -> set[str]:
        """Return what the legal moves lead to."""
        return {unordered(game, position._replace(table=table).after(m.steps).table) for m in game.legal_moves(table)}

    assert unordered(game, session.table) == unordered(game, other)
    assert reached(session.table) == reached(other)
    assert game.won(session.table) is game.won(other)
    assert game.distance(session.table) == game.distance(other)
    if not other.face_down:
        assert _keys(game)(session.table) == _keys(game)(other)


def unordered(game: BuildingGame, table: Table) -> str:
    """Return a table as text, whatever the places of its alike piles."""
    groups = [tuple(group) for group in game.alike()]
    alone = [name for name in table.piles if not any(name in group for group in groups)]
    held = [[list(map(str, table[name])) for name in alone]]
    held += [sorted(list(map(str, table[name])) for name in group) for group in groups]
    return repr((held, sorted(table.counts.items())))
