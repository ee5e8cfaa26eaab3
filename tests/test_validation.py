"""A class is a game when the engine can play it; whatever is missing or wrong is named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience_core import (
    PACK,
    WIN_OR_LOSE,
    Game,
    GameError,
    Layout,
    Move,
    Place,
    PluginError,
    Registry,
    Shift,
    Step,
    Table,
    frozen,
    option,
)
from patience_core.errors import quoted
from patience_core.options import declared_options
from patience_core.registry.validation import class_fault, instance_fault
from tests.games import Ladder, Pairs, Round, Steps

LAYOUT = Layout((Place("stock", 0, 0),))
MISSING = object()


class Made(Game):
    """A sound game."""

    id = "made"
    title = "Made"
    layout = LAYOUT

    def deal(self) -> list[Step]:
        return [Shift(PACK, "stock", count=52)]

    def moves(self, table: Table) -> list[Move]:
        return []


def a_game(**given: object) -> Any:
    """Return a sound game class, but for what is given; MISSING takes it away."""
    body = vars(Made) | given
    names = ("__module__", "id", "title", "layout", "deal", "moves", *given)
    return frozen(type("Made", (Game,), {name: body[name] for name in names if body[name] is not MISSING}))


def fault_of(game: Any) -> str | None:
    """Return what is wrong with a class, or with the game under its default options."""
    return class_fault(game) or instance_fault(game())


@pytest.mark.parametrize("game", [Ladder, Pairs, Round, Steps])
def test_sound_games_have_no_fault(game: type[Game]) -> None:
    assert fault_of(game) is None


def test_a_game_without_options_may_do_without_the_decorator() -> None:
    class Plain(Made):
        id = "plain"

    assert fault_of(Plain) is None


@pytest.mark.parametrize(
    ("missing", "fault"),
    [
        (["deal"], "Made: it lacks the method deal."),
        (["deal", "moves"], "Made: it lacks the methods deal and moves."),
        (["id"], "Made: it lacks the fact id."),
        (["title"], "Made: it lacks the fact title."),
        (["layout"], "Made: it lacks the fact layout."),
        (["id", "title", "layout"], "Made: it lacks the facts id, title and layout."),
    ],
)
def test_what_is_missing_is_named(missing: list[str], fault: str) -> None:
    assert class_fault(a_game(**dict.fromkeys(missing, MISSING))) == fault


ID = "a constant, lower-case words joined by hyphens, such as 'play-it-out'"
TEXTS = "a constant, a tuple of texts, such as ('Travellers', 'Hidden Cards')"


@pytest.mark.parametrize(
    ("fact", "value", "shown", "kind"),
    [
        ("id", "", "''", ID),
        ("id", "play it out", "'play it out'", ID),
        ("id", "Clock", "'Clock'", ID),
        ("id", "13-up", "'13-up'", ID),
        ("id", "clock-", "'clock-'", ID),
        ("id", "clock\n", "'clock\\n'", ID),
        ("id", "a" * 99 + "!", quoted("a" * 99), ID),
        ("id", 13, "13", ID),
        ("id", property(lambda self: "clock"), "computed", ID),
        ("title", "", "''", "a constant, one line of text"),
        ("title", "--", "'--'", "a constant, one line of text"),
        ("title", "Two\nLines", "'Two\\nLines'", "a constant, one line of text"),
        ("title", None, "None", "a constant, one line of text"),
        ("aliases", "Travellers", "'Travellers'", TEXTS),
        ("aliases", ["Travellers"], "an instance of list", TEXTS),
        ("aliases", ("Travellers", 13), "('Travellers', 13)", TEXTS),
        ("aliases", ("",), "('',)", TEXTS),
        ("pack", 52, "52", "a Pack"),
        ("layout", Place, "the class Place", "a Layout"),
        ("layout", (Place("stock", 0, 0),), "(Place(", "a Layout"),
        ("scoring", "cards", "'cards'", "a Scoring"),
        ("choices", 1, "1", "True or False"),
        ("longest", -1, "-1", "a whole number, 0 or more, or None"),
        ("longest", True, "True", "a whole number, 0 or more, or None"),
        ("longest", 5.0, "5.0", "a whole number, 0 or more, or None"),
        ("suits_matter", "no", "'no'", "True or False"),
        ("has_win", None, "None", "True or False"),
        ("tallies", ("turned",), "('turned',)", "a frozenset of the names of counts"),
        ("tallies", frozenset({1}), "an instance of frozenset", "a frozenset of the names of counts"),
        ("players", [], "an instance of list", "a mapping of names to functions"),
        ("players", {"best": 1}, "an instance of dict", "a mapping of names to functions"),
        ("players", {1: print}, "an instance of dict", "a mapping of names to functions"),
        ("rules", b"# Made", "an instance of bytes", "text"),
    ],
)
def test_a_fact_of_the_wrong_kind_is_shown(fact: str, value: object, shown: str, kind: str) -> None:
    fault = fault_of(a_game(**{fact: value})) or ""
    assert fault.startswith(f"Made: {fact} is {shown}")
    assert fault.endswith(f"; it must be {kind}.")


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("id", "clock"),
        ("id", "play-it-out-13"),
        ("id", "t9"),
        ("title", "Grandfather's Clock"),
        ("title", "Die große Uhr"),
        ("aliases", ("Travellers", "Four of a Kind")),
        ("scoring", WIN_OR_LOSE),
        ("longest", 53),
        ("longest", None),
        ("longest", property(lambda self: 53)),
        ("tallies", frozenset({"turned"})),
        ("players", {"best": print}),
        ("rules", "# Made"),
    ],
)
def test_a_fact_of_the_right_kind_is_taken(fact: str, value: object) -> None:
    assert fault_of(a_game(**{fact: value})) is None


@settings(max_examples=30)  # each makes a class, which is slow
@given(st.lists(st.from_regex(r"[a-z0-9]+", fullmatch=True), min_size=1))
def test_words_joined_by_hyphens_are_an_id_when_they_begin_with_a_letter(words: list[str]) -> None:
    name = "-".join(words)
    assert (fault_of(a_game(id=name)) is None) is name[0].isalpha()


def test_a_fact_written_with_a_type_is_told_apart_from_an_option() -> None:
    @frozen
    class Typed(Made):
        longest: int | None = 5

    assert class_fault(Typed) == (
        "Typed: longest is an attrs field, and must not be: "
        "assign it without a type, as `longest = ...`, or use @computed."
    )


def test_an_option_must_not_hide_what_every_game_has() -> None:
    @frozen
    class Hiding(Made):
        score: str = option("low", choices=("low", "high"))  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleMethodOverride]  # the fault that is to be found

    assert class_fault(Hiding) == "Hiding: its field score hides what every game has under that name: give it another."


def test_options_need_the_decorator() -> None:
    class Bare(Made):
        redeals: int = option(1, choices=(1, 2))

    @frozen
    class Derived(Bare):
        turned: int = option(3, choices=(1, 3))

    assert class_fault(Bare) == "Bare: it has the option redeals, so Bare needs the decorator @frozen."
    assert class_fault(Derived) == "Derived: it has the option redeals, so Bare needs the decorator @frozen."


def test_options_of_a_base_with_the_decorator_are_inherited() -> None:
    @frozen
    class Base(Made):
        redeals: int = option(1, choices=(1, 2))

    @frozen
    class Derived(Base):
        turned: int = option(3, choices=(1, 3))

    assert class_fault(Derived) is None
    assert [each.name for each in declared_options(Derived)] == ["redeals", "turned"]


def test_the_base_class_is_no_game() -> None:
    assert class_fault(Game) == "Game: it lacks the methods deal and moves."


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (None, "Not a game class: None."),
        (a_game, "Not a game class: an instance of function."),
        (int, "Not a game class: the class int, which does not inherit from Game."),
    ],
)
def test_what_is_no_game_class_is_refused_when_it_is_added(value: Any, fault: str) -> None:
    with pytest.raises(PluginError) as caught:
        Registry.empty().add(value)
    assert str(caught.value) == fault


def test_a_default_that_the_game_itself_refuses_is_told() -> None:
    def refuse(_game: object) -> None:
        raise GameError("the goal is out of reach.")

    with pytest.raises(PluginError) as caught:
        Registry.empty().add(a_game(__attrs_post_init__=refuse))
    assert str(caught.value).startswith("Made() raises GameError at ")
    assert str(caught.value).endswith(": the goal is out of reach.")
