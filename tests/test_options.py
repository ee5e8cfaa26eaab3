"""Options of a game: what they take, how they are read, and the sentences for a wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_core import Game, GameError, Option, OptionError, frozen, option
from patience_core.options import show, show_all
from tests.games import Pairs, Steps
from tests.reference import raised

CHOICES: dict[str, tuple[Any, ...]] = {
    "goal": (3, 5, 7),
    "pace": ("Walk", "Run"),
    "back": (True, False),
    "ends": ("goal", "nowhere"),
}
CHOSEN = st.fixed_dictionaries({}, optional={name: st.sampled_from(taken) for name, taken in CHOICES.items()})


def test_a_game_declares_its_options_in_order() -> None:
    assert (
        Option("goal", 5, (3, 5, 7), "where it ends"),
        Option("pace", "Walk", ("Walk", "Run"), "how many at a time: one, or also two"),
        Option("back", False, (True, False), "whether one may step back"),
        Option("ends", "goal", ("goal", "nowhere"), "whether reaching the goal is a win"),
    ) == Steps.declared_options()
    assert () == Pairs.declared_options()


@frozen
class Explained(Pairs):
    """Says what each choice means."""

    id = "explained"

    cells: int = option(4, choices={4: "As usual.", 2: "Harder."}, help="free cells")


def test_an_option_may_say_what_each_choice_means() -> None:
    assert (Option("cells", 4, (4, 2), "free cells", ("As usual.", "Harder.")),) == Explained.declared_options()
    assert 2 == Explained.configured({"cells": "2"}).cells


def test_an_option_may_say_nothing_but_its_choices() -> None:
    @frozen
    class Terse(Pairs):
        cells: int = option(4, choices=(4, 2))
        open: bool = option(False)

    assert (Option("cells", 4, (4, 2), ""), Option("open", False, (True, False), "")) == Terse.declared_options()


def test_what_is_not_said_is_the_default() -> None:
    assert {"goal": 5, "pace": "Walk", "back": False, "ends": "goal"} == Steps().options
    assert {} == Pairs().options


@given(CHOSEN)
def test_options_can_be_given_as_values_or_as_the_texts_that_show_them(chosen: dict[str, Any]) -> None:
    game = Steps.configured(chosen)
    assert {**Steps().options, **chosen} == game.options
    typed = {name: f" {show(value).upper()} " for name, value in chosen.items()}
    assert game == Steps.configured(typed) == Steps(**chosen)
    assert list(CHOICES) == list(game.options)


@given(CHOSEN, CHOSEN)
def test_games_are_equal_when_their_options_are(one: dict[str, Any], other: dict[str, Any]) -> None:
    games = Steps.configured(one), Steps.configured(other)
    assert (games[0].options == games[1].options) == (games[0] == games[1])
    assert 1 == len({games[0], Steps.configured(one)})


@pytest.mark.parametrize(
    ("text", "value"),
    [("yes", True), ("True", True), ("ON", True), ("no", False), ("false", False), ("Off", False)],
)
def test_a_yes_or_no_option_is_read_from_these_words(text: str, value: bool) -> None:
    assert value is Steps.configured({"back": text}).back


def test_options_are_shown_as_they_are_typed() -> None:
    assert ["yes", "no", "7", "Walk"] == [show(True), show(False), show(7), show("Walk")]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"goal": 4}, "option goal: 4 is not one of 3, 5, 7."),
        ({"goal": 5.0}, "option goal: 5.0 is not one of 3, 5, 7."),
        ({"goal": "4"}, "option goal: '4' is not one of 3, 5, 7."),
        ({"goal": None}, "option goal: None is not one of 3, 5, 7."),
        ({"goal": True}, "option goal: True is not one of 3, 5, 7."),
        ({"goal": ""}, "option goal: '' is not one of 3, 5, 7."),
        ({"goal": "yes"}, "option goal: 'yes' is not one of 3, 5, 7."),
        ({"pace": "Runs"}, "option pace: 'Runs' is not one of Walk, Run. Did you mean Run?"),
        ({"pace": 1}, "option pace: 1 is not one of Walk, Run."),
        ({"pace": "x" * 40}, f"option pace: {'x' * 40!r} is not one of Walk, Run."),
        ({"pace": "x" * 50}, f"option pace: {'x' * 40!r}... is not one of Walk, Run."),
        ({"back": "1"}, "option back: '1' is not one of yes, no."),
        ({"back": 1}, "option back: 1 is not one of yes, no."),
        ({"back": ["yes"]}, "option back: ['yes'] is not one of yes, no."),
        (
            {"goals": 3},
            "Steps has no option 'goals'; it has goal, pace, back, ends. Did you mean goal?",
        ),
        ({"goal": 3, "": 1}, "Steps has no option ''; it has goal, pace, back, ends."),
        ({1: 3}, "Steps has no option 1; it has goal, pace, back, ends."),
        ({"x" * 50: 3}, f"Steps has no option '{'x' * 40}'...; it has goal, pace, back, ends."),
    ],
    ids=repr,
)
def test_a_wrong_option_is_refused_with_what_would_be_right(options: dict[Any, object], sentence: str) -> None:
    assert sentence == raised(OptionError, lambda: Steps.configured(options))


def test_a_game_without_options_says_so() -> None:
    assert "Pairs has no option 'x'; it has none." == raised(OptionError, lambda: Pairs.configured({"x": 1}))


def test_a_value_is_checked_however_the_game_is_made() -> None:
    made: Any = Steps
    assert "option goal: 4 is not one of 3, 5, 7." == raised(OptionError, lambda: made(goal=4))
    assert Steps(goal=3) == made(goal="3")
    with pytest.raises(TypeError):
        made(3)


def test_a_game_does_not_change() -> None:
    game: Any = Steps()
    with pytest.raises(AttributeError):
        game.goal = 3
    assert isinstance(game, Game)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"default": "x"}, "an option's default 'x' must be one of its choices ()."),
        ({"default": 4, "choices": (1, 2)}, "an option's default 4 must be one of its choices (1, 2)."),
        ({"default": True, "choices": ()}, "an option's default True must be one of its choices ()."),
    ],
    ids=repr,
)
def test_an_option_whose_default_is_no_choice_is_its_authors_mistake(arguments: dict[str, Any], sentence: str) -> None:
    assert sentence == raised(GameError, lambda: option(**arguments))


def test_several_options_are_written_one_behind_another() -> None:
    assert ", goal=3, back=no, ends=nowhere" == show_all({"goal": 3, "back": False, "ends": "nowhere"})
    assert "" == show_all({})
