"""Broken games whose fault lies in what they declare of themselves: facts, options, rules text, layout."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any, Final, Self

from patience_core import Layout, OptionError, Pack, Place, computed, frozen, option
from tests.conformance.corpus import LOT_RULES, Hill, Lot, broken

LONGER: Final = count(38)


@broken("facts", "its id has capitals and a space")
class IdWithCapitals(Hill):
    id = "The Hill"
    title = "Hill"


@broken("facts", "the longest play is computed, and another one each time", varies=True)
@frozen
class FactThatChanges(Hill):
    @computed
    def longest(self) -> int:
        return next(LONGER)


@broken("facts", "the pack cannot be computed under one choice of an option")
@frozen
class FactThatCrashes(Lot):
    @computed
    def pack(self) -> Pack:
        return Pack(ranks=range(1, 7), suits={3: "S"}[self.reach])


@broken("facts", "the longest play is a fraction")
class LongestInHalves(Hill):
    longest = 38.5  # type: ignore[assignment]  # the fault  # pyright: ignore[reportAssignmentType]


@broken("facts", "its layout is a list of places, under one choice of an option")
@frozen
class LayoutThatIsNone(Hill):
    @computed
    def layout(self) -> Any:
        return Hill.layout if self.way == "up" else list(Hill.layout.places)


@broken("facts", "its option never became one, since the class lacks @frozen")
class OptionWithoutFrozen(Lot):
    twice: bool = option(False, help="whether the ace must come twice")


@broken("facts", "it has a field that is no option")
@frozen
class FieldThatIsNoOption(Lot):
    limit: int = 3


@broken("facts", "two games of the same options are not equal")
class NeverEqual(Hill):
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


@broken("facts", "equal games have other hashes")
class HashByIdentity(Hill):
    def __hash__(self) -> int:
        return id(self)


@broken("facts", "a fact lacks: it has no title")
class NoTitle(Hill):
    id = "no-title"
    title = ""


@broken("options", "two choices of an option are typed alike, so one of them is never read back")
@frozen
class ChoicesTypedAlike(Lot):
    face: str | int = option("1", choices=("1", 1), help="how the ace is written")


@broken("options", "options that it does not have are taken without a word")
class UnknownOptionsTaken(Hill):
    @classmethod
    def configured(cls, options: Mapping[str, object]) -> Self:
        known = [each.name for each in cls.declared_options()]
        return super().configured({name: value for name, value in options.items() if name in known})


@broken("options", "a choice is refused when it is typed as it is shown")
@frozen
class ChoiceNotReadBack(Lot):
    @classmethod
    def configured(cls, options: Mapping[str, object]) -> Self:
        if options.get("reach") == "2":
            raise OptionError("option reach: give a number.")
        return super().configured(options)


@broken("rules", "the rules text leaves out an option")
class RulesWithoutAnOption(Hill):
    rules = "# Hill\n\nWith `redeals` 0 or 1 the waste is dealt again that often.\n"


@broken("rules", "the rules text leaves out a choice")
class RulesWithoutAChoice(Lot):
    rules = "# Lot\n\nThe ace wins if it comes soon enough: with `reach=2` within two cards.\n"


@broken("rules", "the rules text names a choice that does not exist")
class RulesWithAChoiceTooMany(Lot):
    rules = LOT_RULES + "\nWith `reach=4` the ace may come as the fourth card.\n"


@broken("rules", "the rules text cannot be shown, since the table of the odds in it crashes for one player")
class RulesThatCrash(Lot):
    def odds(self, player: str = "first") -> Any:
        return {"first": super().odds()}[player]


@broken("board", "more piles stand in a row than 80 columns hold")
class TooManyInARow(Hill):
    layout = Layout((*Hill.layout.places, *(Place(f"c{place}", 5 + place, 0) for place in range(16))))


@broken("board", "there are too many piles for 80 columns under one choice of an option only")
@frozen
class TooManyUnderOneOption(Lot):
    @computed
    def layout(self) -> Layout:
        more = 20 if self.reach == 2 else 0
        return Layout((*Lot.layout.places, *(Place(f"c{place}", 2 + place, 0) for place in range(more))))


@broken("board", "two piles stand in the same place")
class OneOverAnother(Lot):
    layout = Layout((Place("stock", 0, 0), Place("waste", 0, 0)))


@broken("board", "the label of a pile has two lines")
class LabelOfTwoLines(Lot):
    layout = Layout((Place("stock", 0, 0), Place("waste", 1, 0, label="waste\nturned")))
