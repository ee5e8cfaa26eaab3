"""What may be laid on what: every build against its rule, what piles declare, the stock, exposed cards."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache
from itertools import pairwise, product
from typing import Any, Final, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    ALTERNATING,
    ANY,
    ANY_SUIT,
    DOWN,
    IN_ONE_COLOUR,
    IN_SUIT,
    RANKS,
    SUITS,
    UP,
    Back,
    Build,
    Card,
    Count,
    GameError,
    PileRules,
    Shift,
    Stock,
    Table,
)
from tests.building_reference import may_begin, may_lie
from tests.reference import raised

CARDS: Final = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
WAYS: Final[tuple[Literal["up", "down"], ...]] = (UP, DOWN)
BUILDS: Final = tuple(
    Build(*each) for each in product(WAYS, (IN_SUIT, IN_ONE_COLOUR, ALTERNATING, ANY_SUIT), (False, True))
)
ALL_BUILDS = pytest.mark.parametrize("build", BUILDS, ids=str)

# Builds


@ALL_BUILDS
def test_a_build_takes_exactly_the_cards_that_its_rule_lets_lie_there(build: Build) -> None:
    for below, card in product(CARDS, CARDS):
        assert may_lie(build, below, card) == build.takes(below, card), f"{card} on {below}"


@ALL_BUILDS
def test_what_may_lie_on_a_card_is_told_by_number(build: Build) -> None:
    for below in CARDS:
        assert {card.number for card in CARDS if may_lie(build, below, card)} == build.on(below)


@ALL_BUILDS
def test_copies_of_a_card_are_built_alike(build: Build) -> None:
    for below, card in product(CARDS[4:8], CARDS):
        again = build.takes(Card(below.rank, below.suit, 1), Card(card.rank, card.suit, 3))
        assert build.takes(below, card) == again


@pytest.mark.parametrize(
    ("build", "below", "on_it"),
    [
        (Build(UP, IN_SUIT), "7H", "8H"),
        (Build(DOWN, IN_SUIT), "7H", "6H"),
        (Build(UP, IN_ONE_COLOUR), "7H", "8D 8H"),
        (Build(DOWN, IN_ONE_COLOUR), "7S", "6C 6S"),
        (Build(DOWN, ALTERNATING), "7H", "6C 6S"),
        (Build(UP, ALTERNATING), "7C", "8D 8H"),
        (Build(DOWN, ANY_SUIT), "7H", "6C 6D 6H 6S"),
        (Build(UP, IN_SUIT), "KH", ""),
        (Build(DOWN, ANY_SUIT), "AH", ""),
        (Build(UP, IN_SUIT, around_the_corner=True), "KH", "AH"),
        (Build(DOWN, ALTERNATING, around_the_corner=True), "AH", "KC KS"),
        (Build(DOWN, ANY_SUIT, around_the_corner=True), "KH", "QC QD QH QS"),
    ],
    ids=str,
)
def test_what_may_lie_on_a_card_by_example(build: Build, below: str, on_it: str) -> None:
    assert on_it.split() == [str(card) for card in CARDS if build.takes(Card.parse(below), card)]


RANK_NAMES: Final = ("ace", *"23456789", "10", "jack", "queen", "king")


def meant_by(needs: str | None) -> set[Card]:
    """Return the cards that such words stand for."""
    if needs is None:
        return set()
    *words, name = needs.split()
    if not words:
        return {Card.parse(name)}
    of_rank = [card for card in CARDS if RANK_NAMES[card.rank - 1] == name]
    return {card for card in of_rank if words in (["an" if name in {"ace", "8"} else "a"], ["a", card.colour])}


@ALL_BUILDS
def test_what_a_card_needs_names_exactly_the_cards_that_it_may_lie_on(build: Build) -> None:
    for card in CARDS:
        needs = build.needs(card)
        assert {below for below in CARDS if may_lie(build, below, card)} == meant_by(needs), needs


@pytest.mark.parametrize(
    ("build", "card", "needs"),
    [
        (Build(DOWN, ALTERNATING), "7H", "a black 8"),
        (Build(DOWN, ALTERNATING), "9C", "a red 10"),
        (Build(DOWN, IN_ONE_COLOUR), "7H", "a red 8"),
        (Build(UP, IN_SUIT), "7H", "6H"),
        (Build(DOWN, ANY_SUIT), "7H", "an 8"),
        (Build(UP, ANY_SUIT), "2H", "an ace"),
        (Build(DOWN, ANY_SUIT), "6H", "a 7"),
        (Build(DOWN, ANY_SUIT), "TH", "a jack"),
        (Build(DOWN, IN_ONE_COLOUR), "QC", "a black king"),
        (Build(DOWN, ALTERNATING), "KH", None),
        (Build(UP, IN_SUIT), "AH", None),
        (Build(UP, IN_SUIT, around_the_corner=True), "AH", "KH"),
    ],
    ids=str,
)
def test_what_a_card_needs_by_example(build: Build, card: str, needs: str | None) -> None:
    assert needs == build.needs(Card.parse(card))


def suffix(build: Build, pile: list[Card | Back]) -> int:
    """Return the length of the longest end of a pile that lies face up as it would be built."""
    for length in range(len(pile), 0, -1):
        end: list[Any] = pile[-length:]
        if all(isinstance(card, Card) for card in end) and all(may_lie(build, *each) for each in pairwise(end)):
            return length
    return 0


@cache
def fitting(build: Build, below: Card) -> list[Card | Back]:
    return [card for card in CARDS if may_lie(build, below, card)]


@st.composite
def piles(draw: st.DrawFn, build: Build) -> list[Card | Back]:
    """Draw a pile that is built for the most part, so that runs are long."""
    pile: list[Card | Back] = []
    for _ in range(draw(st.integers(0, 12))):
        below = pile[-1] if pile else None
        fits = fitting(build, below) if isinstance(below, Card) else []
        others: list[Card | Back] = [Back(3), *CARDS]
        pile.append(draw(st.sampled_from(fits or others if draw(st.integers(0, 5)) else others)))
    return pile


@given(st.data(), st.sampled_from(BUILDS))
def test_a_run_is_the_longest_end_of_a_pile_that_lies_as_it_would_be_built(data: st.DataObject, build: Build) -> None:
    pile = data.draw(piles(build))
    assert suffix(build, pile) == build.run(tuple(pile))


@pytest.mark.parametrize(
    ("pile", "length"),
    [
        ("", 0),
        ("#4", 0),
        ("8S 7H #4", 0),
        ("7H", 1),
        ("#4 7H", 1),
        ("8S 7H", 2),
        ("8S 8S 7H 6C", 3),
        ("9H 8S #4 6C 5H", 2),
        ("9H 8S 7S 6H", 2),
    ],
)
def test_a_run_by_example(pile: str, length: int) -> None:
    assert length == Build(DOWN, ALTERNATING).run(Table.of({"a": pile.split()})["a"])


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (Build(UP, IN_SUIT), "up in suit"),
        (Build(DOWN, IN_ONE_COLOUR), "down in one colour"),
        (Build(DOWN, ALTERNATING), "down in alternating colours"),
        (Build(UP, ANY_SUIT), "up regardless of suit"),
        (Build(UP, IN_SUIT, around_the_corner=True), "up in suit, around the corner"),
        (Build(DOWN, ANY_SUIT, around_the_corner=True), "down regardless of suit, around the corner"),
    ],
    ids=str,
)
def test_a_build_is_written_as_people_say_it(build: Build, text: str) -> None:
    assert text == str(build)


@ALL_BUILDS
def test_builds_are_values(build: Build) -> None:
    again = Build(build.direction, build.suits, build.around_the_corner)
    assert 1 == len({build, again})
    assert [build] == [other for other in BUILDS if other == build]
    assert build == eval(repr(build))
    for made in (pickle.loads(pickle.dumps(build)), copy.deepcopy(build)):
        assert build == made
        assert build.on(CARDS[7]) == made.on(CARDS[7])
    with pytest.raises(AttributeError):
        build.suits = IN_SUIT  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]  # wrong on purpose


def test_the_named_ways_of_building_are_these_words() -> None:
    words = "in suit", "in one colour", "in alternating colours", "regardless of suit", "any"
    assert words == (IN_SUIT, IN_ONE_COLOUR, ALTERNATING, ANY_SUIT, ANY)


@pytest.mark.parametrize(
    ("direction", "suits", "sentence"),
    [
        ("sideways", IN_SUIT, "Build: direction='sideways'; it is UP or DOWN."),
        (None, IN_SUIT, "Build: direction=None; it is UP or DOWN."),
        (UP, "by suit", "Build: suits='by suit'; it is IN_SUIT, IN_ONE_COLOUR, ALTERNATING or ANY_SUIT."),
        (DOWN, None, "Build: suits=None; it is IN_SUIT, IN_ONE_COLOUR, ALTERNATING or ANY_SUIT."),
    ],
    ids=str,
)
def test_what_is_no_way_of_building_is_refused_where_it_is_made(direction: Any, suits: Any, sentence: str) -> None:
    assert sentence == raised(GameError, lambda: Build(direction, suits))


# What begins a pile


def begins_with(start: str) -> set[Card]:
    """Return the cards that rules which say so let begin a pile, by the words of the rules alone."""
    begins = PileRules(start=start)._begins
    return {card for card in CARDS if card.number in begins}


@given(st.lists(st.sampled_from([*RANKS, *map(str, CARDS)]), max_size=4).map(" ".join))
def test_a_pile_begins_with_the_ranks_and_cards_that_its_rules_list(start: str) -> None:
    assert {card for card in CARDS if may_begin(start, card)} == begins_with(start)


def test_a_pile_begins_with_any_card_or_none() -> None:
    assert (set(CARDS), set[Card]()) == (begins_with(ANY), begins_with(""))
    assert set[Card]() == {card for card in CARDS if card.number in PileRules()._begins}


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("X", "'X' is no card: a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH."),
        ("K 1H", "'1H' is no card: an ace is written A, as in AH."),
        ("king", "'king' is no card: a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH."),
        ("any K", "'any' is no card: a card is a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit C D H S, as in 7C or TH."),
    ],
)
def test_what_can_begin_no_pile_is_refused_where_it_is_declared(start: str, reason: str) -> None:
    assert f"PileRules: start={start!r}: {reason}" == raised(GameError, lambda: PileRules(start=start))


def test_pile_rules_are_values() -> None:
    down, suit = Build(DOWN, ALTERNATING), Build(DOWN, IN_SUIT)
    rules = PileRules(down, start="K", most=13, gives=False, runs=suit, turn_up=True)
    assert 1 == len({rules, PileRules(down, start="K", most=13, gives=False, runs=suit, turn_up=True)})
    others = [PileRules(), PileRules(down), PileRules(down, start="K"), PileRules(down, start="K", most=13)]
    assert 5 == len({rules, *others})
    assert rules == pickle.loads(pickle.dumps(rules)) == eval(repr(rules))


@pytest.mark.parametrize(
    "make",
    [
        lambda: PileRules(start=ANY, called="cell"),
        lambda: PileRules(start=ANY, most=2, called="cell"),
        lambda: PileRules(Build(DOWN, IN_SUIT), start=ANY, most=1, called="cell"),
    ],
    ids=["any number", "two", "built on"],
)
def test_piles_that_share_a_name_hold_one_card_each(make: Callable[[], PileRules]) -> None:
    assert "PileRules: called='cell' is for piles that hold one card: give most=1 and no build." == raised(
        GameError, make
    )


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: PileRules(wrong("down")), "PileRules: build='down'; it is a Build or None."),
        (lambda: PileRules(runs=wrong(True)), "PileRules: runs=True; it is a Build or None."),
        (lambda: PileRules(start=wrong(None)), "PileRules: start=None; it is text: ANY, or ranks and cards as in"),
        (lambda: PileRules(start=wrong(["K"])), "PileRules: start=['K']; it is text: ANY, or ranks and cards as in"),
        (lambda: PileRules(most=0), "PileRules: most=0; it is 1 or more, or None."),
        (lambda: PileRules(most=wrong(True)), "PileRules: most=True; it is 1 or more, or None."),
        (lambda: PileRules(gives=wrong(1)), "PileRules: gives=1; it is True or False."),
        (lambda: PileRules(turn_up=wrong("no")), "PileRules: turn_up='no'; it is True or False."),
        (
            lambda: PileRules(start=ANY, most=1, called=""),
            "PileRules: called=''; it is one word, and not draw or redeal.",
        ),
        (lambda: PileRules(most=1, called="a cell"), "PileRules: called='a cell'; it is one word, and not draw or"),
        (lambda: PileRules(most=1, called="draw"), "PileRules: called='draw'; it is one word, and not draw or redeal."),
        (lambda: PileRules(most=1, called=wrong(3)), "PileRules: called=3; it is one word, and not draw or redeal."),
        (lambda: Build(DOWN, IN_SUIT, wrong(1)), "Build: around_the_corner=1; it is True or False."),
        (lambda: Stock(0), "Stock: draw=0; it is 1 or more."),
        (lambda: Stock(wrong("1")), "Stock: draw='1'; it is 1 or more."),
        (lambda: Stock(redeals=-1), "Stock: redeals=-1; it is 0 or more, or None."),
        (lambda: Stock(redeals=wrong("none")), "Stock: redeals='none'; it is 0 or more, or None."),
        (lambda: Stock(stock="waste"), "Stock: stock and waste are the same pile, 'waste'."),
    ],
)
def test_what_cannot_be_is_refused_where_it_is_declared(make: Callable[[], object], reason: str) -> None:
    assert raised(GameError, make).startswith(reason)


def wrong(value: object) -> Any:
    """Give what the types do not allow."""
    return value


def test_what_a_pile_does_not_declare_is_the_usual() -> None:
    assert PileRules(None, start="", most=None, gives=True, runs=None, turn_up=False, called=None) == PileRules()
    assert Stock(1, redeals=None, stock="stock", waste="waste") == Stock()


# The stock


def lies(stock: str, waste: str, redeals: int = 0) -> Table:
    return Table.of({"stock": stock.split(), "waste": waste.split()}, {"redeals": redeals})


@pytest.mark.parametrize(
    ("stock", "table", "draw", "redeal"),
    [
        (Stock(), lies("#0 #1", "AC"), None, "the stock is not empty: draw till it is."),
        (Stock(), lies("", "AC"), "the stock is empty.", None),
        (Stock(), lies("", "AC", 99), "the stock is empty.", None),
        (Stock(), lies("", ""), "the stock is empty.", "the waste is empty."),
        (Stock(redeals=0), lies("", "AC"), "the stock is empty.", "the waste is not turned over in this game."),
        (Stock(redeals=1), lies("", "AC"), "the stock is empty.", None),
        (Stock(redeals=1), lies("", "AC", 1), "the stock is empty.", "the waste is turned over once in this game."),
        (Stock(redeals=2), lies("", "AC", 1), "the stock is empty.", None),
        (Stock(redeals=2), lies("", "AC", 2), "the stock is empty.", "the waste is turned over twice in this game."),
        (Stock(redeals=3), lies("", "AC", 3), "the stock is empty.", "the waste is turned over 3 times in this game."),
        (Stock(redeals=0), lies("#0", ""), None, "the stock is not empty: draw till it is."),
    ],
)
def test_the_stock_says_why_it_is_not_drawn_from_or_turned_over(
    stock: Stock, table: Table, draw: str | None, redeal: str | None
) -> None:
    assert (draw, redeal) == (stock.why_not(table, "draw"), stock.why_not(table, "redeal"))


@pytest.mark.parametrize(("draw", "left", "count"), [(1, 3, 1), (3, 3, 3), (3, 2, 2), (3, 1, 1), (2, 3, 2)])
def test_as_many_cards_are_drawn_as_the_stock_says_or_as_it_has(draw: int, left: int, count: int) -> None:
    table = lies(" ".join(["#0", "#1", "#2"][:left]), "")
    assert (Shift("stock", "waste", count, face=UP, reverse=True),) == Stock(draw).steps(table, "draw")


def test_a_redeal_turns_the_waste_over_and_is_counted_where_its_number_matters() -> None:
    turned_over = Shift("waste", "stock", ALL, face=DOWN, reverse=True)
    assert (turned_over, Count("redeals")) == Stock(3, redeals=2).steps(lies("", "AC 2C"), "redeal")
    assert (turned_over,) == Stock(3).steps(lies("", "AC 2C"), "redeal")


def test_stock_and_waste_may_have_other_names() -> None:
    stock = Stock(2, redeals=0, stock="talon", waste="dump")
    table = Table.of({"talon": [], "dump": ["AC"]})
    assert ("the talon is empty.", "the dump is not turned over in this game.") == (
        stock.why_not(table, "draw"),
        stock.why_not(table, "redeal"),
    )
    assert Shift("dump", "talon", ALL, face=DOWN, reverse=True) == stock.steps(table, "redeal")[0]
    assert "the talon is not empty: draw till it is." == stock.why_not(Table.of({"talon": ["#0"]}), "redeal")
