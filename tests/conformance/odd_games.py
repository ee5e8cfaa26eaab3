"""Odd but legal games, a few lines each, which must pass every check; and the checks that do not apply to each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Final, TypeVar

from patience_core import (
    ALL,
    BOTTOM,
    DOWN,
    PACK,
    UP,
    Count,
    Fetch,
    Game,
    Layout,
    Mark,
    Move,
    Pack,
    Place,
    Scoring,
    Shift,
    Shuffle,
    Step,
    Stream,
    Table,
    Turn,
    computed,
    frozen,
    option,
)

K = TypeVar("K", bound=type[Game])

STOCK: Final = "stock"
WASTE: Final = "waste"
TWO: Final = Layout((Place(STOCK, 0, 0, role="stock"), Place(WASTE, 1, 0, role="waste")))
ONE: Final = Layout((Place(WASTE, 0, 0),))
SIX: Final = Pack(ranks=range(1, 7), suits="S")
DRAW: Final = Move("draw", Shift(STOCK, WASTE, face=UP))
GATHER: Final = Move("gather", Shift(WASTE, STOCK, count=ALL, face=DOWN, reverse=True))

USUAL: Final = frozenset({"rules", "reasons", "no-choice", "suits", "copies", "tallies", "alike", "odds", "kernel"})
"""Checks that do not apply to a game that declares and brings no more than it must."""

NO_MOVE: Final = "same-moves moves-apply undo observers players"
"""Checks that look at moves, and so do not apply where there is none."""

NO_END: Final = "outcome ended score"
"""Checks that look at ends, and so do not apply where no play comes to one."""


@frozen
class Odd:
    """An odd game, with the checks that do not apply to it, and those that may or may not, as chance will have it."""

    game: type[Game]
    not_applicable: frozenset[str]
    perhaps: frozenset[str]


ODD: Final[list[Odd]] = []


def odd(not_applicable: str = "", applies: str = "", perhaps: str = "") -> Callable[[K], K]:
    """Put a game among the odd ones, and call it as its class.

    Args:
        not_applicable: the checks that do not apply to it, besides the usual ones.
        applies: those of the usual ones that do.
        perhaps: those that do not apply where the plays that were drawn have not what they look at.
    """

    def register(kind: K) -> K:
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
        for fact, name in (("id", words.replace(" ", "-")), ("title", words.capitalize())):
            if fact not in vars(kind):
                setattr(kind, fact, name)
        expected = USUAL - set(applies.split()) | set(not_applicable.split())
        ODD.append(Odd(kind, frozenset(expected), frozenset(perhaps.split())))
        return kind

    return register


class Drawing(Game):
    """All cards lie in the stock and are drawn one by one; every odd game differs from it in something."""

    layout = TWO

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield DRAW


@odd(NO_MOVE)
@frozen
class NoMoveAtAll(Drawing):
    longest = 0

    def moves(self, table: Table) -> Iterable[Move]:
        return ()


@odd(NO_MOVE)
@frozen
class WonAtOnce(Drawing):
    """Its moves could be made, if it were not won already."""

    longest = 0

    def won(self, table: Table) -> bool:
        return True


@odd()
@frozen
class AlwaysWon(Drawing):
    longest = 52

    def won(self, table: Table) -> bool:
        return not table[STOCK]


@odd()
@frozen
class NeverWon(Drawing):
    longest = 52


@odd("hidden unseen", applies="no-choice")
@frozen
class OnePile(Game):
    """The top card goes to the bottom until an ace has come up."""

    pack = SIX
    layout = ONE
    choices = False
    longest = 5

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, WASTE, count=ALL, face=UP)

    def moves(self, table: Table) -> Iterable[Move]:
        yield Move("bury", Shift(WASTE, WASTE, put=BOTTOM))

    def won(self, table: Table) -> bool:
        return table[WASTE][-1].rank == 1


@odd(applies="suits copies")
@frozen
class TwoPacks(Drawing):
    """A card may be laid aside where the one before it has its rank."""

    pack = Pack(copies=2)
    layout = Layout((*TWO.places, Place("aside", 2, 0)))
    suits_matter = False
    longest = 208

    def moves(self, table: Table) -> Iterable[Move]:
        if len(table[WASTE]) > 1 and table[WASTE][-1].rank == table[WASTE][-2].rank:
            yield Move("aside", Shift(WASTE, "aside"))
        if table[STOCK]:
            yield DRAW


@odd()
@frozen
class FourCards(Drawing):
    pack = Pack(ranks=(1,))
    longest = 4


@odd("unseen", applies="no-choice")
@frozen
class OneCard(Drawing):
    """There is one deal only."""

    pack = Pack(ranks=(7,), suits="H")
    choices = False
    longest = 1

    def won(self, table: Table) -> bool:
        return not table[STOCK]


@odd(applies="copies")
@frozen
class TwoHundredAndEightCards(Drawing):
    pack = Pack(copies=4)
    longest = 208


@odd("hidden unseen")
@frozen
class EverythingFaceUp(Game):
    """The top card of a column goes to the right, where it is higher than the one that lies there."""

    layout = Layout(tuple(Place(str(x), x, 0, spread="down", most=26) for x in range(4)))
    longest = 78

    def deal(self) -> Iterator[Step]:
        for column in "0123":
            yield Shift(PACK, column, count=13, face=UP)

    def moves(self, table: Table) -> Iterable[Move]:
        for left, right in ("01", "12", "23"):
            if table[left] and (not table[right] or table[left][-1].rank > table[right][-1].rank):
                yield Move(f"{left} to {right}", Shift(left, right))


@odd()
@frozen
class NothingFaceUp(Drawing):
    """Cards are dealt and moved, and never looked at."""

    longest = 52

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield Move("move", Shift(STOCK, WASTE))
            yield Move("move the lowest", Shift(STOCK, WASTE, take=BOTTOM))


@odd(applies="no-choice")
@frozen
class VeryLong(Drawing):
    """Cards go round and round, and only a count ends it, after thousands of moves."""

    pack = SIX
    choices = False
    longest = 3_000

    def moves(self, table: Table) -> Iterable[Move]:
        if table.count("moves") != self.longest:
            move = DRAW if table[STOCK] else GATHER
            yield Move(move.text, *move.steps, Count("moves"))


@odd(f"longest {NO_END}", applies="no-choice")
@frozen
class FarTooLong(VeryLong):
    """A play is too long to be played to its end by any check."""

    longest = 1_000_000_000


@odd()
@frozen
class MostlyShort(Drawing):
    """Plays are short, but nobody has found a better bound than a billion moves."""

    longest = 1_000_000_000


@odd(f"longest {NO_END}", applies="no-choice tallies")
@frozen
class ForEver(Drawing):
    """Nothing is ever decided, neither by the player nor in the end."""

    pack = SIX
    choices = False
    has_win = False
    tallies = frozenset({"drawn"})

    def moves(self, table: Table) -> Iterable[Move]:
        yield Move("draw", *DRAW.steps, Count("drawn")) if table[STOCK] else GATHER


@odd("longest")
@frozen
class ForEverOrNot(Drawing):
    """The player decides each time whether to go on; he is also free never to end it."""

    pack = SIX

    def moves(self, table: Table) -> Iterable[Move]:
        if not table.count("given up"):
            yield DRAW if table[STOCK] else GATHER
            if table[WASTE] and table[WASTE][-1].rank == 1:
                yield Move("give up", Mark("given up", 1))


@odd("longest", applies="no-choice", perhaps=NO_END)
@frozen
class SeldomEnds(Drawing):
    """It may go on for ever, and very few deals end at all."""

    choices = False

    def moves(self, table: Table) -> Iterable[Move]:
        waste = table[WASTE]
        if len(waste) == 2 and {card.rank for card in waste} == {1}:
            return
        yield DRAW if table[STOCK] else GATHER


TAKEN: Final = {
    str(place): Move(f"{'take' if place % 3 else 'Take it:'} {place}", Shift(str(place), "off", face=DOWN))
    for place in range(40)
}


@odd()
@frozen
class FortyMoves(Game):
    """Forty cards are taken away, in any order; the texts of some moves begin like others, and some have a capital."""

    pack = Pack(ranks=range(1, 11))
    layout = Layout((*(Place(str(place), place % 8, place // 8) for place in range(40)), Place("off", 9, 0)))
    longest = 40

    def deal(self) -> Iterator[Step]:
        for place in range(40):
            yield Shift(PACK, str(place), face=UP if place % 2 else None)

    def moves(self, table: Table) -> Iterable[Move]:
        for place, move in TAKEN.items():
            if table[place]:
                yield move

    def won(self, table: Table) -> bool:
        return len(table["off"]) == 40


@odd()
@frozen
class OnlyCountsChange(Drawing):
    """Cards lie still; a count is led from 10 to 0, in steps that may be a choice, and a score below 0 is possible."""

    pack = SIX
    has_win = False
    scoring = Scoring("points below or above", best="highest", least=-1, most=10)
    longest = 11

    def moves(self, table: Table) -> Iterable[Move]:
        if table.count("down") < 10:
            yield Move("1", Count("down"))
            yield Move("2", Count("down", by=2), Count("points"))

    def score(self, table: Table) -> int:
        return table.count("points") - (table.count("down") - 10)


@odd()
@frozen
class PilesThatStayEmpty(Drawing):
    layout = Layout((*TWO.places, *(Place(f"e{number}", number % 10, 1 + number // 10) for number in range(30))))
    longest = 52


PACKS: Final = {
    "few": SIX,
    "short": Pack(ranks=(1, 7, 8, 9, 10, 11, 12, 13)),
    "double": Pack(copies=2),
    "one suit": Pack(suits="D", copies=8),
}


@odd(applies="copies")
@frozen
class PackByOption(Drawing):
    """Its option changes the pack, and with it the longest play and the best score."""

    cards: str = option("few", choices=tuple(PACKS))

    @computed
    def pack(self) -> Pack:
        return PACKS[self.cards]

    @computed
    def longest(self) -> int:
        return len(self.pack)

    @computed
    def scoring(self) -> Scoring:
        return Scoring("cards drawn", best="highest", most=len(self.pack))

    def score(self, table: Table) -> int:
        return len(table[WASTE])


@odd()
@frozen
class ShufflesInPlay(Drawing):
    """The waste is shuffled and dealt again as often as one likes, but a card is lost each time."""

    pack = Pack(ranks=range(1, 4))
    layout = Layout((*TWO.places, Place("lost", 2, 0)))
    longest = 90

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield DRAW
        if table[WASTE]:
            yield Move(
                "again",
                Shift(WASTE, "lost", face=DOWN),
                *((Shift(WASTE, STOCK, count=ALL),) if len(table[WASTE]) > 1 else ()),
                *((Shuffle(STOCK),) if len(table[WASTE]) > 1 or table[STOCK] else ()),
            )


@odd("unseen", applies="copies")
@frozen
class ShufflesInItsDeal(Drawing):
    pack = Pack(copies=2)
    longest = 104

    def deal(self) -> Iterator[Step]:
        yield Shuffle(PACK)
        yield Shift(PACK, STOCK, count=ALL)
        yield Shuffle(STOCK)


@odd()
@frozen
class FetchesInItsDeal(Drawing):
    """The aces are laid out first, wherever in the pack they lie."""

    layout = Layout((*TWO.places, *(Place(suit, x, 1) for x, suit in enumerate("CDHS"))))
    longest = 48

    def deal(self) -> Iterator[Step]:
        for suit in "CDHS":
            yield Fetch(PACK, suit, 1, suit)
        yield Shift(PACK, STOCK, count=ALL)


@odd()
@frozen
class TwelveSwitches(Drawing):
    """It has 4096 choices of options; each of them lays a card more into the waste."""

    pack = Pack(ranks=range(1, 14), suits="S")
    longest = 13

    a: bool = option(False)
    b: bool = option(False)
    c: bool = option(False)
    d: bool = option(False)
    e: bool = option(True)
    f: bool = option(True)
    g: bool = option(False)
    h: bool = option(False)
    i: bool = option(False)
    j: bool = option(False)
    k: bool = option(False)
    m: bool = option(False)

    def deal(self) -> Iterator[Step]:
        for chosen in self.options.values():
            if chosen:
                yield Shift(PACK, WASTE, face=UP)
        yield Shift(PACK, STOCK, count=ALL)


@odd(perhaps=NO_MOVE)
@frozen
class HardlyEverMoves(Drawing):
    """Nearly no deal has a move: there is one only where two aces were dealt first."""

    longest = 1

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, WASTE, count=2, face=UP)
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterable[Move]:
        if len(table[WASTE]) == 2 and {card.rank for card in table[WASTE]} == {1}:
            yield DRAW


@odd()
@frozen
class SeldomMoves(Drawing):
    """Most deals have no move: an ace must lie on top of the stock, which lies face up."""

    layout = TWO
    longest = 4

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)
        yield Turn(STOCK)

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK] and table[STOCK][-1].face_up and table[STOCK][-1].rank == 1:
            yield Move("draw", *DRAW.steps, *((Turn(STOCK),) if len(table[STOCK]) > 1 else ()))


@odd()
@frozen
class NamedLikeCards(Game):
    """Its title, piles and moves are named like cards."""

    title = "Q♥ to 10S"
    pack = Pack(ranks=(1, 7, 10), suits="CHS")
    layout = Layout((Place("7C", 0, 0), Place("AS", 1, 0), Place("10H", 2, 0), Place("Back(3)", 3, 0)))
    longest = 6

    def deal(self) -> Iterator[Step]:
        for pile in ("7C", "AS", "10H") * 3:
            yield Shift(PACK, pile)

    def moves(self, table: Table) -> Iterable[Move]:
        for pile in ("7C", "AS"):
            if table[pile]:
                yield Move(f"{pile} to 10H", Shift(pile, "10H", face=UP))


@odd()
@frozen
class SettlesByItself(Drawing):
    """Whatever can be done happens of itself, so that many deals are over when they have been dealt."""

    pack = Pack(ranks=range(1, 5), suits="HS")
    longest = 8

    def settle(self, table: Table) -> Iterable[Step]:
        if table[STOCK] and (not table[WASTE] or table[WASTE][-1].colour == "red"):
            yield Shift(STOCK, WASTE)
            yield Turn(WASTE)

    def won(self, table: Table) -> bool:
        return not table[STOCK] and table[WASTE][-1].rank == 1


@odd(applies="rules reasons")
@frozen
class SaysMuch(Drawing):
    """It has all the texts that a game may have, and a player of its own that draws numbers."""

    pack = SIX
    choices = True
    longest = 12
    scoring = Scoring("half points", best="lowest", least=-6, most=6)
    players = MappingProxyType({"any-but-the-first": lambda _table, moves, stream: any_but_the_first(moves, stream)})
    rules = "# Says much\n\nDraw, or turn a card down.\n\n{readings}\n"

    def moves(self, table: Table) -> Iterable[Move]:
        if table[STOCK]:
            yield DRAW
        if table[WASTE] and table[WASTE][-1].face_up:
            yield Move("turn down", Turn(WASTE, DOWN))

    def won(self, table: Table) -> bool:
        return not table[STOCK] and not table[WASTE][-1].face_up

    def score(self, table: Table) -> int:
        return len(table[STOCK]) - sum(not card.face_up for card in table[WASTE])

    def why_not(self, table: Table, text: str) -> str | None:
        return {"draw": "the stock is empty.", "turn down": "no card lies there face up."}.get(text)

    def situation(self, table: Table) -> str | None:
        return None if table[STOCK] else "The stock is empty."

    def hint(self, table: Table) -> str | None:
        return "Turn every card down." if table[WASTE] and table[WASTE][-1].face_up else None


def any_but_the_first(moves: tuple[Move, ...], stream: Stream) -> Move:
    """Play any legal move but the first, where there is another."""
    return moves[-1 - stream.below(max(len(moves) - 1, 1))]
