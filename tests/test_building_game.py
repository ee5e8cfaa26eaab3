"""Games of building: the moves that follow from what piles declare, refusals, safe moves, hints and typed moves."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    ANY,
    ANY_SUIT,
    DOWN,
    IN_ONE_COLOUR,
    IN_SUIT,
    PACK,
    UP,
    AmbiguousMoveError,
    Build,
    BuildingGame,
    Card,
    Count,
    Deal,
    GameError,
    IllegalMoveError,
    Layout,
    Move,
    Pack,
    PileError,
    PileRules,
    Place,
    RecordError,
    Session,
    Shift,
    Step,
    Stock,
    Table,
    Turn,
    UnknownMoveError,
    computed,
    frozen,
)
from patience_core.conformance import Profile, check
from patience_core.engine import find_move, lay_out, settle
from patience_core.table import Position
from tests.building_games import DOWNWARDS, KINDS, UPWARDS, Harbour, Pond, Tide, Wheel, find_game
from tests.building_reference import building_plays, laid, moves_slowly
from tests.plays import played
from tests.reference import raised

Play = tuple[BuildingGame, Deal, list[int]]

REGARDLESS: Final = Build(DOWN, ANY_SUIT)
COLUMN: Final = PileRules(DOWNWARDS)
CH: Final = Pack(range(1, 5), "CH")

# Moves


@given(building_plays())
def test_the_legal_moves_are_those_of_the_rules_in_the_order_in_which_piles_are_declared(play: Play) -> None:
    game, deal, chosen = play
    session = Session(game, deal)
    for place, number in enumerate(chosen):
        if place % 8 == 0:
            assert moves_slowly(game, session.table) == list(game.moves(session.table))
        if session.moves:
            session.play(session.moves[number % len(session.moves)])
    assert moves_slowly(game, session.table) == list(game.moves(session.table))


@st.composite
def tables(draw: st.DrawFn, game: BuildingGame) -> Table:
    """Draw a table on which the cards lie in any pile, mostly face up, and in no pile more than it holds."""
    names = game.layout.piles
    piles: dict[str, list[str]] = {name: [] for name in names}
    most = {name: rules.most for name, rules in game.pile_rules.items()}
    for slot, card in enumerate(draw(st.permutations(game.pack.cards))):
        name = draw(st.sampled_from(names))
        if len(piles[name]) != most.get(name):
            piles[name].append(f"#{slot}" if draw(st.integers(0, 7)) == 7 else str(card))
    return Table.of(piles, {"redeals": draw(st.integers(0, 3))})


@given(st.data(), st.sampled_from(KINDS))
def test_the_legal_moves_are_those_of_the_rules_however_the_cards_lie(
    data: st.DataObject, kind: type[BuildingGame]
) -> None:
    game = kind()
    table = data.draw(tables(game))
    assert moves_slowly(game, table) == list(game.moves(table))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1_000)), max_size=20), st.sampled_from(KINDS))
def test_plays_of_one_game_at_the_same_time_do_not_get_in_each_others_way(
    turns: list[tuple[int, int]], kind: type[BuildingGame]
) -> None:
    game = kind()
    sessions = [Session(game, Deal.numbered(number // 2, game.pack)) for number in range(3)]
    alone = [Session(kind(), session.deal) for session in sessions]
    for which, number in turns:
        for session in (sessions[which], alone[which]):
            if number % 5 == 0 and session.can_undo:
                session.undo()
            elif session.moves:
                session.play(session.moves[number % len(session.moves)])
        assert alone[which].position == sessions[which].position
        assert alone[which].moves == tuple(game.moves(sessions[which].table))


@cache
def moves_of_a_play(kind: type[BuildingGame]) -> dict[Table, list[Move]]:
    """Return the tables of a long play, each with the moves that a game gives which is asked for nothing else."""
    game = kind()
    session = played(game, Deal.numbered(3, game.pack), list(range(7, 160, 5)))
    moves: dict[Table, list[Move]] = {}
    while session.can_undo:
        moves[session.table] = list(kind().moves(session.table))
        session.undo()
    return moves


@given(st.data(), st.sampled_from(KINDS))
def test_tables_may_be_asked_for_in_any_order(data: st.DataObject, kind: type[BuildingGame]) -> None:
    moves, game = moves_of_a_play(kind), kind()
    for table in data.draw(st.lists(st.sampled_from(list(moves)), max_size=12)):
        again = Table.of({name: list(pile) for name, pile in table.piles.items()}, table.counts)
        assert moves[table] == list(game.moves(again if data.draw(st.booleans()) else table))


def test_moves_are_made_once() -> None:
    game = Harbour()
    session = Session(game, Deal.numbered(1, game.pack))
    draw = session.moves[-1]
    assert "draw" == draw.text
    session.play(draw)
    assert draw is session.moves[-1]


HARBOUR: Final = Harbour()
UP_THERE: Final = ("clubs", "diamonds", "hearts", "spades")
LAID: Final = partial(laid, HARBOUR)


@pytest.mark.parametrize(
    ("piles", "moves"),
    [
        ({"1": "7H", "2": "8S"}, "1 2; 1 cell; 2 cell; 2 3; 2 4"),
        ({"1": "7H", "2": "8S", "3": "3C", "4": "3C"}, "1 2; 1 cell; 2 cell; 3 cell; 4 cell"),
        ({"1": "7H 6C", "2": "8S", "3": "3C", "4": "3C"}, "1 2 2; 1 cell; 2 cell; 3 cell; 4 cell"),
        ({"1": "7H 6C 5D", "2": "8S", "3": "3C", "4": "3C"}, "1 2 3; 1 cell; 2 cell; 3 cell; 4 cell"),
        ({"1": "7H 6C 5D", "2": "8S", "3": "3C", "4": "3C", "x": "2S"}, "1 cell; 2 cell; 3 cell; 4 cell"),
        ({"1": "3C", "2": "3C", "3": "3C", "4": "3D", "x": "2S", "y": "4C"}, "x 4"),
        ({"1": "AH", "hearts": "", "x": "2C", "y": "3C"}, "1 hearts"),
        ({"1": "AH 2H", "hearts": "AH", "x": "2C", "y": "3C"}, "1 hearts"),
        ({"stock": "#0", "waste": "4C", "1": "5D"}, "waste 1; waste cell; 1 cell; draw"),
        ({"waste": "4C", "1": "#4"}, "waste cell; redeal"),
        ({"chest": "#1 #2"}, ""),
        ({"chest": "#1 8C"}, "chest 1; chest 2; chest 3; chest 4; chest cell"),
    ],
    ids=str,
)
def test_the_legal_moves_by_example(piles: dict[str, str], moves: str) -> None:
    found = {move.text for move in HARBOUR.moves(LAID(piles))}
    assert {text for text in moves.split("; ") if text} == found


def test_around_the_corner_and_regardless_of_suit_by_example() -> None:
    game = Wheel()
    table = laid(game, {"a": "AH", "b": "KC QC", "c": "KH", "clubs": "7C 8C 9C TC JC", "hearts": "7H"})
    moves = ["b clubs", "a d", "b c", "b d", "b a 2", "b d 2", "c a", "c d"]
    assert sorted(moves) == sorted(move.text for move in game.moves(table))
    round_it = laid(game, {"a": "AC", "clubs": "7C 8C 9C TC JC QC KC"})
    assert "a clubs" in [move.text for move in game.moves(round_it)]
    whole = laid(game, {"a": "7C", "clubs": "7C 8C 9C TC JC QC KC AC 2C 3C 4C 5C 6C"})
    assert "a clubs" not in [move.text for move in game.moves(whole)]


def test_what_happens_beside_is_part_of_the_move() -> None:
    game = Harbour(taken_back=True)
    table = laid(game, {"hearts": "AH 2H", "1": "3C", "2": "AC"})
    moves = {move.text: move.steps for move in game.moves(table)}
    assert (Shift("hearts", "1"), Count("points", -2, least=0)) == moves["hearts 1"]
    assert (Shift("2", "clubs"),) == moves["2 clubs"]


def test_a_card_is_laid_on_the_first_empty_pile_of_those_that_are_alike() -> None:
    for piles, cell in (({"1": "4C"}, "x"), ({"1": "4C", "x": "5C"}, "y"), ({"1": "4C", "y": "5C"}, "x")):
        steps = {move.text: move.steps for move in HARBOUR.moves(LAID(piles))}
        assert (Shift("1", cell),) == steps["1 cell"]


@pytest.mark.parametrize(
    ("piles", "turned"),
    [
        ({}, ""),
        ({"1": "#1", "2": "#2 7H", "3": "8S #3"}, "1 3"),
        ({"stock": "#1", "chest": "#2", "4": "#3 #4"}, "4"),
        ({"stock": "", "chest": "#2", "4": "#3 #4"}, "4 chest"),
        ({"chest": "#2", "waste": "#3", "x": "#4", "hearts": "#5"}, "chest"),
        ({"chest": "#2 7H", "1": "AC"}, ""),
    ],
    ids=str,
)
def test_exposed_cards_turn_up_where_the_rules_of_a_pile_say_so(piles: dict[str, str], turned: str) -> None:
    assert [Turn(name) for name in turned.split()] == list(HARBOUR.settle(LAID(piles)))


@given(building_plays())
def test_all_has_settled_when_no_exposed_card_lies_face_down(play: Play) -> None:
    session = played(*play)
    turning = [name for name, rules in play[0].pile_rules.items() if rules.turn_up]
    lying = [session.table[name][-1].face_up for name in turning if session.table[name]]
    assert all(lying)
    assert [] == list(session.game.settle(session.table))


def test_nothing_settles_where_no_pile_turns_up() -> None:
    game = Wheel()
    assert [] == list(game.settle(laid(game, {"a": "#1", "reserve": "#2"})))


def test_a_game_is_won_when_all_cards_lie_on_foundations() -> None:
    whole = {suit: " ".join(f"{rank}{suit[0].upper()}" for rank in "A2345678") for suit in UP_THERE}
    assert HARBOUR.won(LAID(whole))
    for name in HARBOUR.layout.piles:
        assert (name in UP_THERE) == HARBOUR.won(LAID({**whole, name: "#1"}))


def test_a_game_may_go_without_a_stock() -> None:
    game = Wheel()
    assert game.stock is None
    assert not {"draw", "redeal"} & {move.text for move in Session(game, Deal.numbered(1, game.pack)).moves}
    assert game.why_not(laid(game, {}), "draw") is None


def test_a_game_is_a_value_whatever_it_has_been_asked() -> None:
    asked, other = Harbour(), Harbour()
    before = repr(asked), hash(asked)
    table = Session(asked, Deal.numbered(1, asked.pack)).table
    moves = list(asked.moves(table))
    assert asked == other
    assert before == (repr(asked), hash(asked)) == (repr(other), hash(other))
    for made in (pickle.loads(pickle.dumps(asked)), copy.copy(asked), copy.deepcopy(asked)):
        assert asked == made
        assert moves == list(made.moves(table))


# Refusals


@cache
def all_texts(game: BuildingGame) -> tuple[tuple[str, str, str, int], ...]:
    """Return every text that could be a move between two piles that have rules, with its parts; for cells once."""
    rules = game.pile_rules
    words = {taking.called or dst: dst for dst, taking in rules.items()}
    return tuple(
        (f"{src} {word}{f' {count}' if count > 1 else ''}", src, dst, count)
        for src in rules
        for word, dst in words.items()
        for count in range(1, 4)
    )


def check_refusals(game: BuildingGame, table: Table) -> None:
    """Hold that on this table a move is refused, in one sentence, exactly when it is not legal."""
    legal = {move.text for move in game.moves(table)}
    for text, src, dst, count in all_texts(game):
        why = game.why_not(table, text)
        assert (text in legal) == (why is None), f"{text}: {why}"
        assert dst in {"x", "y", "z"} or why == game.fault(table, src, dst, count)
        assert why is None or ONE_SENTENCE(why), why
    for text in ("draw", "redeal") if game.stock else ():
        assert (text in legal) == (game.why_not(table, text) is None)


ONE_SENTENCE: Final = re.compile(r"[^.\n]+\.").fullmatch


@given(building_plays())
def test_a_move_is_refused_exactly_when_it_is_not_legal(play: Play) -> None:
    session = played(*play)
    check_refusals(play[0], session.table)


@given(st.data(), st.sampled_from(KINDS))
def test_a_move_is_refused_exactly_when_it_is_not_legal_however_the_cards_lie(
    data: st.DataObject, kind: type[BuildingGame]
) -> None:
    game = kind()
    check_refusals(game, data.draw(tables(game)))


REFUSED: Final[list[tuple[dict[str, str], str, str]]] = [
    ({"1": "7H", "2": "8D"}, "1 2", "a column builds down in alternating colours: 7H needs a black 8"),
    ({"1": "8H", "2": "7D"}, "1 2", "a column builds down in alternating colours: 8H needs a black 9"),
    ({"1": "KH", "2": "7D"}, "1 2", "a column builds down in alternating colours: KH can be laid on no card"),
    ({"1": "3H", "hearts": "AH"}, "1 hearts", "a foundation builds up in suit: 3H needs 2H"),
    ({"1": "3C", "hearts": "AH 2H"}, "1 hearts", "a foundation builds up in suit: 3C needs 2C"),
    ({"1": "AC", "hearts": "AH"}, "1 hearts", "a foundation builds up in suit: AC can be laid on no card"),
    ({"1": "3H"}, "1 hearts", "the hearts foundation is empty, and begins with AH"),
    ({"1": "7H"}, "1 2", "column 2 is empty, and begins with an 8"),
    ({"1": "7H", "2": "#3"}, "1 2", "the top card of column 2 lies face down"),
    ({"2": "7H"}, "1 2", "column 1 is empty"),
    ({"1": "#1", "2": "8S"}, "1 2", "the top card of column 1 lies face down"),
    ({"1": "7H", "2": "8S"}, "1 2 2", "column 1 holds 1 card"),
    ({"1": "8H 7C", "2": "8S"}, "1 2 3", "column 1 holds 2 cards"),
    ({"1": "#1 7H 6S", "2": "8S"}, "1 2 3", "of the top 3 cards of column 1 not all lie face up"),
    (
        {"1": "7H 5C 4H", "2": "8S"},
        "1 2 3",
        "cards move together where they are built down in alternating colours, and 7H 5C 4H are not",
    ),
    ({"1": "7H 6C 5H", "2": "8S", "x": "3C"}, "1 2 3", "2 cards at most can now be moved to column 2 together"),
    ({"1": "7H 6C", "2": "8S", "x": "3C", "y": "3S"}, "1 2 2", "1 card at most can now be moved to column 2 together"),
    ({"1": "2H AC", "clubs": ""}, "1 clubs 2", "the clubs foundation is empty, and begins with AC"),
    ({"1": "3H 2S", "hearts": "AH 2H"}, "1 hearts 2", "the hearts foundation takes one card at a time"),
    ({"waste": "7H 6C", "1": "8S"}, "waste 1 2", "cards are taken from the waste one at a time"),
    ({"chest": "7H 6C", "1": "8S"}, "chest 1 2", "cards are taken from the chest reserve one at a time"),
    ({"chest": "", "1": "8S"}, "chest 1", "the chest reserve is empty"),
    ({"waste": "", "1": "8S"}, "waste 1", "the waste is empty"),
    ({"1": "7H", "waste": "8S"}, "1 waste", "no card may be laid on the waste"),
    ({"1": "7H", "chest": "8S"}, "1 chest", "no card may be laid on the chest reserve"),
    ({"1": "7H", "x": "8S", "y": "8C"}, "1 cell", "every cell is taken"),
    ({"1": "7H", "x": "8S"}, "1 y", "say 1 cell: the card goes to the first cell that is empty"),
    ({"x": "7H"}, "x cell", "a card does not go from a cell to another"),
    ({"1": "7H 6C"}, "1 cell 2", "cell x takes one card at a time"),
    ({"1": "7H"}, "1 1", "it lies there"),
    ({"hearts": "AH 2H", "1": "3C"}, "hearts 1", "a card that lies on a foundation stays there"),
    ({"hearts": "AH"}, "hearts diamonds", "a card that lies on a foundation stays there"),
    ({"stock": "#1", "1": "7H"}, "stock 1", "the stock is played by the moves draw and redeal alone"),
    ({"stock": "#1", "1": "7H"}, "draw 2", "the stock is played by the moves draw and redeal alone"),
    ({"stock": "", "waste": "7H"}, "draw", "the stock is empty"),
    ({"stock": "#3", "waste": "7H"}, "redeal", "the stock is not empty: draw till it is"),
    ({"stock": "", "waste": ""}, "redeal", "the waste is empty"),
    ({"1": "7H", "2": "8S 7C"}, "7H 8S", "8S lies under other cards of column 2"),
    ({"1": "7H", "2": "8S"}, "6C 7H", "6C does not lie face up on the table"),
    ({"1": "7H", "2": "8S"}, "7H 8C", "8C does not lie face up on the table"),
]


@pytest.mark.parametrize(("piles", "text", "why"), REFUSED, ids=[f"{text} - {why}" for _, text, why in REFUSED])
def test_a_refusal_says_what_would_be_right(piles: dict[str, str], text: str, why: str) -> None:
    table = LAID(piles)
    assert f"{why}." == HARBOUR.why_not(table, text)
    moves = HARBOUR.legal_moves(table)
    sentence = f"{text!r} is not legal here: {why}."
    assert sentence == raised(IllegalMoveError, lambda: find_move(HARBOUR, table, moves, text, exact=True))


def test_a_redeal_too_many_is_refused_with_the_number_that_there_may_be() -> None:
    table = laid(HARBOUR, {"waste": "7H"}, redeals=1)
    assert "the waste is turned over once in this game." == HARBOUR.why_not(table, "redeal")


def test_a_complete_foundation_is_refused_as_such() -> None:
    game = Wheel()
    table = laid(game, {"a": "7C", "clubs": "7C 8C 9C TC JC QC KC AC 2C 3C 4C 5C 6C"})
    assert "the clubs foundation is complete." == game.why_not(table, "a clubs")


def test_the_rules_of_a_pile_are_told_as_they_are_declared() -> None:
    game = Wheel()
    table = laid(game, {"a": "5C", "b": "9H", "clubs": "7C"})
    assert "a column builds down regardless of suit, around the corner: 5C needs a 6." == game.why_not(table, "a b")
    assert "a foundation builds up in suit, around the corner: 5C needs 4C." == game.why_not(table, "a clubs")
    tide = Tide()
    assert "column 2 is empty, and begins with no card." == tide.why_not(laid(tide, {"1": "5C"}), "1 2")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 0",
        "1 2 02",
        "1 2 x",
        "1 2 \u0663",
        "1 2 2 2",
        "1 2 1000",
        "1",
        "1 ",
        "",
        "cell 1",
        "1 stock",
        "5 1",
    ],
)
def test_what_is_no_move_of_the_game_is_not_explained(text: str) -> None:
    assert HARBOUR.why_not(LAID({"1": "7H", "2": "8D"}), text) is None


def test_foundations_that_give_cards_do_not_give_them_to_each_other() -> None:
    game = Harbour(taken_back=True)
    table = laid(game, {"hearts": "AH", "1": "2S"})
    assert "a card does not go from a foundation to another." == game.why_not(table, "hearts diamonds")
    assert game.why_not(table, "hearts 1") is None


@frozen
class Corners(BuildingGame):
    """Piles of other names and kinds: what each is called in a sentence."""

    id = "corners"
    title = "Corners"
    layout = Layout(
        (
            Place("heap", 0, 0, role="foundation"),
            Place("12", 1, 0, role="foundation"),
            Place("hand", 2, 0, role="hand"),
            Place("r1", 3, 0, role="reserve"),
            Place("talon", 4, 0, role="waste"),
            Place("left", 5, 0),
            Place("z", 6, 0, role="cell"),
        )
    )
    pile_rules = {  # noqa: RUF012  # no game changes it
        "left": PileRules(start="Q KH A"),
        "r1": PileRules(start="8", most=2),
    }

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "hand", count=ALL)


def test_piles_are_called_what_the_field_calls_them() -> None:
    game = Corners()
    words = [
        "the heap foundation", "foundation 12", "the hand", "reserve r1", "the talon waste", "column left", "cell z"
    ]  # fmt: skip  # a list in the order of the layout
    assert words == [game.pile_words(name) for name in game.layout.piles]


@pytest.mark.parametrize(
    ("piles", "text", "why"),
    [
        ({"r1": "7H"}, "r1 left", "column left is empty, and begins with a queen or KH or an ace."),
        ({"r1": "QH", "left": "KH"}, "r1 left", "no card may be laid on another in column left."),
        ({"r1": "8H 7S", "left": "8H"}, "left r1", "reserve r1 is complete."),
    ],
)
def test_what_begins_a_pile_and_what_it_holds_is_told(piles: dict[str, str], text: str, why: str) -> None:
    game = Corners()
    assert why == game.why_not(laid(game, piles), text)


# What is beside the moving and turning of cards


@frozen
class Well(BuildingGame):
    """One pile alone, and points for each card that is turned up on it."""

    id = "well"
    title = "Well"
    pack = Pack(ranks=[1])
    layout = Layout((Place("stock", 0, 0, role="stock"), Place("waste", 1, 0, role="waste"), Place("1", 2, 0)))
    pile_rules = {"1": PileRules(turn_up=True, gives=False)}  # noqa: RUF012  # no game changes it
    stock = Stock()
    tallies = frozenset({"points", "depth"})

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "1", count=2)
        yield Shift(PACK, "stock", count=ALL)

    def also_turned(self, pile: str) -> tuple[Step, ...]:
        return Count("points", 5), Count("depth", int(pile))


def test_what_is_beside_the_turning_up_of_a_card_happens_with_it_and_is_undone_with_it() -> None:
    session = Session(Well(), Deal.numbered(1, Well.pack))
    assert (Turn("1"), Count("points", 5), Count("depth", 1)) == session.settled
    assert {"points": 5, "depth": 1} == dict(session.table.counts)


def test_a_game_may_have_rules_for_one_pile_alone() -> None:
    session = Session(Well(), Deal.numbered(1, Well.pack))
    assert ["draw"] == [move.text for move in session.moves]


# Rules that pull at each other


@frozen
class Zero(Pond):
    """Bounds even single cards."""

    id = "zero"
    column: PileRules = PileRules(DOWNWARDS, start=ANY, runs=DOWNWARDS)

    def at_once(self, table: Table, dst: str) -> int:
        return 0


@frozen
class Full(Pond):
    """Its first column holds three cards, and takes runs."""

    id = "full"
    pile_rules = {  # noqa: RUF012  # no game changes it
        "1": PileRules(DOWNWARDS, start=ANY, runs=DOWNWARDS, most=3),
        "2": PileRules(DOWNWARDS, start=ANY, runs=DOWNWARDS),
    }


@frozen
class Narrow(Full):
    """As many go to its first column together as it holds, but one fewer when the cell is taken."""

    id = "narrow"

    def at_once(self, table: Table, dst: str) -> int:
        return 3 - len(table["z"]) if dst == "1" else 1


@frozen
class Choosy(Pond):
    """Has two cells that are alike and take threes only."""

    id = "choosy"
    cells: str = "yz"
    pile_rules = {  # noqa: RUF012  # no game changes it
        **dict.fromkeys("12", PileRules(DOWNWARDS, start=ANY)),
        **dict.fromkeys("yz", PileRules(start="3", most=1, called="cell")),
    }


@frozen
class Bounded(Pond):
    """A foundation takes runs, but of two cards at most."""

    id = "bounded"
    pile_rules = {  # noqa: RUF012  # no game changes it
        name: PileRules(REGARDLESS, start=ANY, runs=REGARDLESS) for name in ("1", "2", "h0")
    }

    def at_once(self, table: Table, dst: str) -> int:
        return 2


PULLING: Final[tuple[BuildingGame, ...]] = (Zero(), Full(), Narrow(), Choosy(), Bounded())


@pytest.mark.parametrize("game", PULLING, ids=lambda game: game.id)
@given(data=st.data())
def test_moves_and_refusals_agree_where_rules_pull_at_each_other(data: st.DataObject, game: BuildingGame) -> None:
    table = data.draw(tables(game))
    assert len({move.text for move in game.moves(table)}) == len(list(game.moves(table)))
    check_refusals(game, table)


@pytest.mark.parametrize(
    ("game", "piles", "moves"),
    [
        (Zero(), {"1": "7H 6C", "2": "8S", "z": "3S"}, ""),
        (Zero(), {"1": "7H", "2": "8S", "z": "3S"}, "1 2"),
        (Full(), {"1": "9H 8C", "2": "7H 6C 5H"}, ""),
        (Full(), {"1": "9H", "2": "8C 7H"}, "2 1 2"),
        (Full(), {"1": "", "2": "8C 7H 6C 5H"}, "2 1; 2 1 2; 2 1 3"),
        (Choosy(), {"1": "3H", "2": "3C"}, "1 cell; 2 cell"),
        (Choosy(), {"1": "3H", "2": "3C", "y": "3S"}, "1 cell; 2 cell"),
        (Choosy(), {"1": "4H", "2": "4C"}, ""),
        (Bounded(), {"1": "8H 7H 6H", "2": "8C"}, "1 h0; 1 h0 2; 2 h0; 1 2 2"),
        (Narrow(), {"1": "", "2": "8C 7H 6C 5H"}, "2 1; 2 1 2; 2 1 3"),
        (Narrow(), {"1": "", "2": "8C 7H 6C 5H", "z": "3S"}, "2 1; 2 1 2"),
    ],
    ids=str,
)
def test_the_stricter_rule_holds(game: BuildingGame, piles: dict[str, str], moves: str) -> None:
    assert [text for text in moves.split("; ") if text] == [move.text for move in game.moves(laid(game, piles))]


# Safe moves


def test_a_game_with_no_foundation_in_play_is_not_won_and_has_no_safe_move() -> None:
    game = Corners()
    session = Session(game, Deal.numbered(0))
    assert ((), (), False) == (session.moves, session.safe(), game.won(session.table))


@given(building_plays())
def test_a_safe_move_is_legal_and_brings_a_card_up(play: Play) -> None:
    game, table = play[0], played(*play).table
    roles = {place.pile: place.role for place in game.layout.places}
    safe = list(game.safe_moves(table))
    assert safe == [move for move in game.moves(table) if move in safe]
    for move in safe:
        step = move.steps[0]
        assert isinstance(step, Shift)
        assert ("foundation", 1) == (roles[step.dst], step.count)
        assert roles[step.src] != "foundation"


def reached(game: BuildingGame, card: Card, cards: set[Card]) -> set[Card]:
    """Return all that could come to lie on a card in the columns, card upon card, by the rules alone."""
    rules = game.pile_rules["1"].build
    assert rules is not None
    found = {other for other in cards if rules.takes(card, other)}
    return found.union(*(reached(game, other, cards) for other in found))


@given(building_plays(), st.booleans())
def test_a_move_up_is_safe_exactly_when_all_that_could_need_its_card_are_up(play: Play, taken_back: bool) -> None:
    _, _, chosen = play
    game = Harbour(taken_back=taken_back)
    session = played(game, Deal.numbered(sum(chosen), game.pack), [])
    for number in chosen:
        up = [move for move in session.moves if move.text.split()[-1] in UP_THERE]
        session.play((up or session.moves)[number % len(up or session.moves)])
        if not session.moves:
            break
    table = session.table
    up_there = {card for name in UP_THERE for card in table[name]}
    cards = {card for card in game.pack.cards if card.rank > 1}  # an ace can go up itself
    safe: list[str] = []
    for move in game.moves(table):
        src, dst = move.text.split()[0], move.text.split()[-1]
        if dst in UP_THERE:
            card: Any = table[src][-1]
            on_it = {other for other in cards if DOWNWARDS.takes(card, other)}
            if (reached(game, card, cards) if taken_back else on_it) <= up_there:
                safe.append(move.text)
    assert safe == [move.text for move in game.safe_moves(table)]


@pytest.mark.parametrize(
    ("taken_back", "piles", "safe"),
    [
        (False, {"1": "AH"}, "1 hearts"),
        (False, {"1": "2H", "hearts": "AH"}, "1 hearts"),
        (True, {"1": "2H", "hearts": "AH"}, "1 hearts"),
        (False, {"1": "3H", "hearts": "AH 2H", "clubs": "AC 2C"}, ""),
        (False, {"1": "3H", "hearts": "AH 2H", "clubs": "AC 2C", "spades": "AS"}, ""),
        (False, {"1": "3H", "hearts": "AH 2H", "clubs": "AC 2C", "spades": "AS 2S"}, "1 hearts"),
        (True, {"1": "3H", "hearts": "AH 2H", "clubs": "AC 2C", "spades": "AS 2S"}, "1 hearts"),
        (True, {"1": "4H", "hearts": "AH 2H 3H", "clubs": "AC 2C 3C", "spades": "AS 2S 3S", "diamonds": "AD"}, ""),
        (
            True,
            {"1": "4H", "hearts": "AH 2H 3H", "clubs": "AC 2C 3C", "spades": "AS 2S 3S", "diamonds": "AD 2D"},
            "1 hearts",
        ),
        (False, {"1": "8C", "2": "AC", "x": "AD"}, "2 clubs; x diamonds"),
    ],
    ids=str,
)
def test_a_safe_move_by_example(taken_back: bool, piles: dict[str, str], safe: str) -> None:
    game = Harbour(taken_back=taken_back)
    found = [move.text for move in game.safe_moves(laid(game, piles))]
    assert sorted(filter(None, safe.split("; "))) == sorted(found)


def test_of_two_packs_all_copies_must_be_up_that_could_need_the_card() -> None:
    game = Pond(COLUMN, pack=Pack(range(1, 4), copies=2))
    table = {"1": "3H", "c0": "AC 2C", "c1": "AC 2C", "s0": "AS 2S", "s1": "AS", "h0": "AH 2H", "h1": "AH 2H"}
    assert [] == list(game.safe_moves(laid(game, table)))
    assert ["1 h0", "1 h1"] == [move.text for move in game.safe_moves(laid(game, {**table, "s1": "AS 2S"}))]


def test_no_card_is_waited_for_that_the_pack_does_not_have() -> None:
    game = Tide()
    table = {"1": "3H", "f1": "AC 2C", "f2": "AC", "f3": "AH 2H", "f4": "AH 2H"}
    assert [] == list(game.safe_moves(laid(game, table)))
    assert ["1 f3", "1 f4"] == [move.text for move in game.safe_moves(laid(game, {**table, "f2": "AC 2C"}))]


class Explored:
    """All positions that a play of a deal can come to, and which of them can still be won."""

    def __init__(self, game: BuildingGame, deal: Deal) -> None:
        first = settle(game, lay_out(game, deal))[0]
        self.positions = [first]
        self.safe: list[tuple[int, str, int]] = []
        places = {first: 0}
        before: list[list[int]] = [[]]
        todo: list[int] = []
        for place, position in enumerate(self.positions):  # it grows meanwhile
            table = position.table
            safe = {move.text for move in game.safe_moves(table)}
            for move in game.legal_moves(table):
                after = settle(game, position.after(move.steps))[0]
                if after not in places:
                    places[after] = len(self.positions)
                    self.positions.append(after)
                    before.append([])
                before[places[after]].append(place)
                if move.text in safe:
                    self.safe.append((place, move.text, places[after]))
            if game.won(table):
                todo.append(place)
        self.winnable = set(todo)
        while todo:
            more = set(before[todo.pop()]) - self.winnable
            self.winnable |= more
            todo += more

    def harmful(self) -> list[tuple[Position, str]]:
        """Return each safe move after which a play can no longer be won that could be before."""
        return [
            (self.positions[place], text)
            for place, text, after in self.safe
            if place in self.winnable and after not in self.winnable
        ]


# The four is needed: with it in its place, the black three may be taken back for the two that lies on its ace.
TAKEN_BACK: Final = (
    *(("c0", "AC 2C 3C"), ("h0", "AH 2H 3H"), ("s0", "AS 2S 3S")),
    *(("1", "AD 2D"), ("2", "4D 3D 4S 4C 4H")),
)

EXPLORED: Final = {
    "alternating": (Pond(COLUMN, columns="123"), 0),
    "any card begins": (Pond(PileRules(DOWNWARDS, start=ANY), columns="123"), 0),
    "one colour": (Pond(PileRules(Build(DOWN, IN_ONE_COLOUR))), 0),
    "regardless": (Pond(PileRules(REGARDLESS)), 0),
    "runs": (Pond(PileRules(DOWNWARDS, runs=DOWNWARDS), columns="123"), 0),
    "drawn": (Pond(COLUMN, pack=CH, stock=Stock(redeals=0), columns="123"), 2),
    "turned over": (Pond(COLUMN, pack=CH, stock=Stock(redeals=1), columns="12"), 2),
    "two packs": (Pond(COLUMN, pack=Pack(range(1, 4), "CH", copies=2), columns="123"), 1),
    "taken back": (Pond(COLUMN, taken_back=True, columns="123"), 0),
    "taken back for another": (Pond(COLUMN, True, Pack(range(1, 5)), cells="", begin=TAKEN_BACK), 0),
}


@pytest.mark.parametrize("name", EXPLORED)
def test_a_safe_move_never_makes_a_play_unwinnable(name: str) -> None:
    game, number = EXPLORED[name]
    explored = Explored(game, Deal.numbered(number, game.pack))
    assert 0 < len(explored.winnable) < len(explored.positions)
    assert explored.safe, "no move is safe here, and so the test says nothing"
    assert [] == explored.harmful()


@frozen
class Deep(Pond):
    """All cards but two lie in the stock."""

    id = "deep"

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, "1", count=2, face=UP)
        yield Shift(PACK, "stock", count=ALL)


@pytest.mark.parametrize(("draw", "number"), [(1, 30), (2, 30), (3, 0)])
def test_no_card_is_safely_taken_from_a_waste_that_several_are_drawn_to_at_a_time(draw: int, number: int) -> None:
    column = PileRules(Build(DOWN, IN_SUIT))
    game = Deep(column, pack=Pack(range(1, 6), "CH"), stock=Stock(draw, redeals=1), columns="1", cells="")
    explored = Explored(game, Deal.numbered(number, game.pack))
    assert [] == explored.harmful()
    assert (draw == 1) == any(text.startswith("waste") for _, text, _ in explored.safe)
    assert explored.safe


# Hints


@pytest.mark.parametrize(
    ("piles", "advice"),
    [
        ({"1": "AH", "2": "3C"}, "1 hearts is safe: no card in play can come to need the AH."),
        ({"waste": "3H", "hearts": "AH 2H"}, "waste hearts brings the 3H up."),
        ({"1": "#4 7H", "2": "8S"}, "1 2 turns up a card of column 1."),
        ({"1": "#4 7H 6S", "2": "8S", "3": "5C"}, "1 2 2 turns up a card of column 1."),
        ({"chest": "#1 7H", "2": "8S"}, "chest 2 turns up a card of the chest reserve."),
        ({"1": "8C", "2": "3H"}, None),
        ({"1": "#4"}, None),
    ],
    ids=str,
)
def test_a_hint_is_a_safe_move_or_one_up_or_one_that_turns_a_card_up(piles: dict[str, str], advice: str | None) -> None:
    assert advice == HARBOUR.hint(LAID(piles))


@given(building_plays())
def test_a_hint_begins_with_a_legal_move(play: Play) -> None:
    session = played(*play)
    hint = session.game.hint(session.table)
    assert hint is None or any(hint.startswith(f"{move} ") for move in session.moves) or not session.moves


# Typed moves

ON_THE_TABLE: Final = {
    "waste": "4D",
    "chest": "#1 2S",
    "1": "#4 7H 6S",
    "2": "8S",
    "3": "8C",
    "4": "5S",
    "x": "2H",
    "hearts": "AH",
    "stock": "#9",
}


@pytest.mark.parametrize(
    ("said", "move"),
    [
        ("waste 4", "waste 4"),
        ("w 4", "waste 4"),
        ("W  4", "waste 4"),
        ("4d 5s", "waste 4"),
        ("4D 5S", "waste 4"),
        ("4d to 5s", "waste 4"),
        ("4d on 5s", "waste 4"),
        ("4d onto 4", "waste 4"),
        ("w 5s", "waste 4"),
        ("4\u2666 5\u2660", "waste 4"),
        ("7h 8s", "1 2 2"),
        ("7h to 8s", "1 2 2"),
        ("7h 2", "1 2 2"),
        ("1 2 2", "1 2 2"),
        ("1 8s 2", "1 2 2"),
        ("1 2", "1 2 2"),
        ("2h up", "x hearts"),
        ("x up", "x hearts"),
        ("2H UP", "x hearts"),
        ("2h hearts", "x hearts"),
        ("x h", "x hearts"),
        ("2h h", "x hearts"),
        ("4 c", "4 cell"),
        ("5s cell", "4 cell"),
        ("5s", "4 cell"),
        ("d", "draw"),
    ],
)
def test_a_move_is_found_by_cards_and_beginnings(said: str, move: str) -> None:
    table = LAID(ON_THE_TABLE)
    assert move == find_move(HARBOUR, table, HARBOUR.legal_moves(table), said).text


@pytest.mark.parametrize(
    ("said", "candidates"),
    [
        ("1", ("1 cell", "1 2 2", "1 3 2")),
        ("7h", ("1 cell", "1 2 2", "1 3 2")),
        ("w", ("waste 4", "waste cell")),
        ("4d", ("waste 4", "waste cell")),
    ],
)
def test_what_may_be_several_moves_is_asked_back(said: str, candidates: tuple[str, ...]) -> None:
    table = LAID(ON_THE_TABLE)
    with pytest.raises(AmbiguousMoveError) as caught:
        find_move(HARBOUR, table, HARBOUR.legal_moves(table), said)
    assert candidates == caught.value.candidates


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("7h 5s", "a column builds down in alternating colours: 7H needs a black 8."),
        ("7H to 5S", "a column builds down in alternating colours: 7H needs a black 8."),
        ("w 2", "a column builds down in alternating colours: 4D needs a black 5."),
        ("8s 7h", "7H lies under other cards of column 1."),
        ("9s 7h", "9S does not lie face up on the table."),
        ("5s h", "a foundation builds up in suit: 5S needs 4S."),
        ("7h up", "a foundation builds up in suit: 7H needs 6H."),
        ("6s up", "the spades foundation is empty, and begins with AS."),
        ("8s up", "the spades foundation is empty, and begins with AS."),
        ("4d up", "the diamonds foundation is empty, and begins with AD."),
        ("6s 5s", "a column builds down in alternating colours: 6S needs a red 7."),
    ],
)
def test_cards_that_may_not_be_moved_so_are_refused_in_the_same_words(said: str, why: str) -> None:
    table = LAID(ON_THE_TABLE)
    moves = HARBOUR.legal_moves(table)
    assert f"{said!r} is not legal here: {why}" == raised(
        IllegalMoveError, lambda: find_move(HARBOUR, table, moves, said)
    )


@pytest.mark.parametrize("said", ["7h 8s 2 2", "to", "seven eight", "up 2h", "2 2 2 2", "9 9"])
def test_other_words_are_no_move(said: str) -> None:
    table = LAID(ON_THE_TABLE)
    moves = HARBOUR.legal_moves(table)
    assert raised(UnknownMoveError, lambda: find_move(HARBOUR, table, moves, said)).startswith(
        f"{said!r} is not a move of Harbour; here you may play "
    )


@given(building_plays(), st.text(alphabet="7h 8sacd12wup\u2665", max_size=8))
def test_whatever_is_typed_a_legal_move_is_played_or_the_text_is_refused(play: Play, said: str) -> None:
    session = played(*play)
    legal = session.moves
    try:
        assert session.play(said) in legal
    except (UnknownMoveError, IllegalMoveError, AmbiguousMoveError) as refusal:
        assert str(refusal).startswith(repr(said))  # noqa: PT017  # whether it is refused is not known before


def test_a_card_that_may_not_go_up_is_refused_by_the_foundation_of_its_suit_whatever_lies_there() -> None:
    table = LAID({"1": "5H", "hearts": "AH 2H", "spades": "AS"})
    moves = HARBOUR.legal_moves(table)
    assert "'5h up' is not legal here: a foundation builds up in suit: 5H needs 4H." == raised(
        IllegalMoveError, lambda: find_move(HARBOUR, table, moves, "5h up")
    )


def test_a_record_keeps_to_the_exact_texts() -> None:
    session = Session(HARBOUR, Deal.numbered(1, HARBOUR.pack))
    session.play("d")
    record = session.record()
    assert ("draw",) == record.moves
    assert session.position == Session.replay(record, find_game).position
    short = evolve(record, moves=("d",))
    assert raised(RecordError, lambda: Session.replay(short, find_game)).startswith(
        "record, move 1: 'd' is not a move of Harbour; here you may play "
    )


@frozen
class Base(Pond):
    """Which cards begin the foundations is the player's choice."""

    id = "base"
    begins: str = ANY

    @computed
    def pile_rules(self) -> Mapping[str, PileRules]:
        return {
            **dict.fromkeys(self.cells, PileRules(start=ANY, most=1)),
            **dict.fromkeys(self.columns, self.column),
            **dict.fromkeys(self.foundations, PileRules(UPWARDS, start=self.begins, gives=False)),
        }


@pytest.mark.parametrize("begins", [ANY, "A 2", "A"])
def test_a_card_that_may_begin_a_foundation_is_waited_for_where_there_are_too_few(begins: str) -> None:
    game = Base(PileRules(DOWNWARDS, start=ANY), pack=Pack(range(1, 4), "CH"), columns="12", begins=begins)
    for number in range(5):
        assert [] == Explored(game, Deal.numbered(number, game.pack)).harmful()


# What authors may do wrong


@frozen
class Wrong(Pond):
    """Names a pile that is not there."""

    id = "wrong"
    named: str = "5"

    @property
    def pile_rules(self) -> Mapping[str, PileRules]:  # type: ignore[override]
        return {"1": PileRules(DOWNWARDS), self.named: PileRules(DOWNWARDS)}


ASKED: Final[dict[str, Callable[[Wrong, Table], object]]] = {
    "moves": lambda game, table: list(game.moves(table)),
    "safe": lambda game, table: list(game.safe_moves(table)),
    "settle": lambda game, table: list(game.settle(table)),
    "won": Wrong.won,
    "hint": Wrong.hint,
    "why": lambda game, table: game.why_not(table, "1 2"),
    "meant": lambda game, table: game.meant(table, "7h 8s"),
}


@pytest.mark.parametrize("ask", ASKED)
def test_rules_for_a_pile_that_is_not_there_are_the_games_fault(ask: str) -> None:
    table = laid(Wrong(), {})
    assert "pile_rules names '5', which is no pile of the layout." == raised(
        GameError, lambda: ASKED[ask](Wrong(), table)
    )


def declaring(rules: Mapping[str, object], **given: Any) -> BuildingGame:
    kind: Any = frozen(type("Declares", (Pond,), {"id": "declares", "pile_rules": rules}))
    game: BuildingGame = kind(**given)
    return game


ALIKE: Final = PileRules(start=ANY, most=1, called="cell")


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (declaring({"1": DOWNWARDS}), "pile_rules: '1' has Build(direction='down', suits='in alternating colours', "),
        (declaring({"A": PileRules()}, columns="A"), "pile_rules: 'A'; a pile of a game of building has a name of one"),
        (declaring({"a b": PileRules()}, columns=("a b",)), "pile_rules: 'a b'; a pile of a game of building has a"),
        (declaring({"7h": PileRules()}, columns=("7h",)), "pile_rules: '7h'; a pile of a game of building has a name"),
        (declaring({"draw": PileRules()}, columns=("draw",)), "pile_rules: 'draw'; a pile of a game of building has"),
        (
            declaring({"1": ALIKE, "2": evolve(ALIKE, start="K")}),
            "pile_rules: piles called 'cell' have all the same rules, and none that name.",
        ),
        (
            declaring({"1": ALIKE, "cell": PileRules()}, columns=("1", "cell")),
            "pile_rules: piles called 'cell' have all the same rules, and none that name.",
        ),
        (declaring({}, stock=Stock(stock="heap")), "stock: there is no pile 'heap' in the layout."),
        (declaring({}, stock=Stock(waste="heap")), "stock: there is no pile 'heap' in the layout."),
    ],
)
def test_rules_that_cannot_be_are_the_games_fault(game: BuildingGame, reason: str) -> None:
    assert raised(GameError, lambda: game.moves(Table.of({}))).startswith(reason)


def test_a_table_of_another_game_is_refused() -> None:
    assert "there is no pile 'waste' on the table." == raised(PileError, lambda: HARBOUR.moves(Table.of({"1": []})))


# The kit


def test_a_game_of_building_conforms() -> None:
    report = check(Wheel(), profile=Profile("brief", plays=10, moves=300, longest=150, odds=1))
    assert report.ok, str(report)
