"""What the kit finds of named players and of exact odds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import pytest

from patience_core import (
    ALL,
    PACK,
    UP,
    Count,
    Game,
    Layout,
    Move,
    Odds,
    Pack,
    Place,
    Scoring,
    Shift,
    Step,
    Stream,
    Table,
    computed,
    frozen,
    option,
)
from patience_core.conformance.definitions import Check
from patience_core.conformance.invariants import playing
from patience_core.conformance.play import choices_of
from patience_core.conformance.results import CheckResult, Status
from patience_core.conformance.running import PROFILES, run_check
from patience_core.conformance.trials import Profile
from tests.games import GAMES, HEAP, STOCK, WASTE, Ladder, Pairs, Round

CHECKS: Final[Mapping[str, Check]] = {check.id: check for check in playing.CHECKS}
PLAYERS, ODDS = CHECKS["players"], CHECKS["odds"]
FEW: Final = Profile("few", plays=12, moves=3_000, longest=60, odds=600)
NONE: Final = Profile("none", plays=0, moves=0, longest=0, odds=0)


def looked(check: Check, kind: type[Game], profile: Profile = FEW, seed: int = 0) -> CheckResult:
    """Run one check, without those that it needs."""
    return run_check(check, kind, choices_of(kind), profile, seed)


def fault(check: Check, kind: type[Game]) -> tuple[str, str, tuple[str, ...]]:
    """Return what was expected, what came, and the moves, of a check that fails."""
    found = looked(check, kind).counterexample
    assert found is not None
    assert found.repeats
    return found.expected, found.came, found.moves


# Players


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_players_of_sound_games_pass(kind: type[Game]) -> None:
    result = looked(PLAYERS, kind)
    assert (Status.PASSED, None) == (result.status, result.counterexample)


def test_choices_are_counted_for_each_player_where_there_is_one() -> None:
    counts = looked(PLAYERS, Pairs).counts
    for name in ("first", "random", "last"):
        assert 0 < counts[f"choices of {name}"] < counts["asked"]
    assert not any(name.startswith("choices") for name in looked(PLAYERS, Round).counts)


def test_a_look_at_no_players_fails() -> None:
    assert Status.FAILED is looked(PLAYERS, Pairs, NONE).status


def test_the_random_module_is_left_as_it_was() -> None:
    @frozen
    class Odd(Ladder):
        players = MappingProxyType({"odd": _by_chance})

    random.seed(5)
    expected = random.getstate()
    looked(PLAYERS, Odd)
    assert expected == random.getstate()


def test_players_of_a_game_that_never_has_a_move_are_not_looked_at() -> None:
    @frozen
    class Still(Ladder):
        longest = 0

        def moves(self, table: Table) -> Iterator[Move]:
            yield from ()

    assert Status.NOT_APPLICABLE is looked(PLAYERS, Still).status


Asked = list[int]


def _text(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Any:
    return moves[0].text


def _made_up(_table: Table, _moves: tuple[Move, ...], _stream: Stream) -> Move:
    return Move("steal", Shift(STOCK, HEAP, face=UP))


def _other_steps(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return Move(moves[0].text, Shift(STOCK, HEAP, face=UP))


def _nothing_at_all(_table: Table, _moves: tuple[Move, ...], _stream: Stream) -> Any:
    return None


def _by_chance(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return random.choice(moves)


def _seeded(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    random.seed(1)
    return moves[0]


TURNS: Asked = []


def _in_turn(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    TURNS.append(1)
    return moves[len(TURNS) % len(moves)]


def _draws_at_will(_table: Table, moves: tuple[Move, ...], stream: Stream) -> Move:
    TURNS.append(1)
    for _ in range(len(TURNS) % 2):
        stream.word()
    return moves[0]


def _by_identity(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    TABLES.setdefault(id(table), (len(TABLES) % len(moves), table))
    return moves[TABLES[id(table)][0] % len(moves)]


TABLES: Final[dict[int, tuple[int, Table]]] = {}


def _takes_a_card(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    table._piles[WASTE] = ()
    return moves[0]


def _counts_up(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    table._counts["asked"] = 1
    return moves[0]


def _crashes(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    return moves[0 if table[WASTE][0].face_up else 1]


def _exits(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    raise SystemExit(2)


@pytest.mark.parametrize(
    ("player", "expected", "came"),
    [
        (_text, "one of the legal moves (", "'draw'"),
        (_made_up, "one of the legal moves (", "'steal', with steps that are not legal here"),
        (_other_steps, "one of the legal moves (", "'draw', with steps that are not legal here"),
        (_nothing_at_all, "one of the legal moves (", "None"),
        (_by_chance, "the ", ""),  # it is the same choice again half the time, but it has drawn
        (_in_turn, "the same choice of the player 'odd' again: ", "'"),
        (_by_identity, "the same choice of the player 'odd' again: ", "'"),
        (_seeded, "the player 'odd' draws from its stream only", "it draws from the random module"),
        (_draws_at_will, "as many numbers drawn by the player 'odd' when it is asked again", "more, or fewer"),
        (_takes_a_card, "a table that the player 'odd' does not change", "another table"),
        (_counts_up, "a table that the player 'odd' does not change", "another table"),
        (_crashes, "a choice of the player 'odd'", "IndexError: tuple index out of range (test_playing.py, "),
        (_exits, "a choice of the player 'odd'", "SystemExit: 2 (test_playing.py, "),
    ],
)
def test_a_player_that_does_not_choose_as_it_should_is_found(player: Any, expected: str, came: str) -> None:
    @frozen
    class Odd(Ladder):
        players = MappingProxyType({"odd": player})

    found = fault(PLAYERS, Odd)
    assert found[0].startswith(expected)
    assert found[1].startswith(came)
    assert len(found[2]) <= 8


@frozen
class Fork(Ladder):
    """Each card goes to the waste or to the heap; a count remembers which way each has gone."""

    def moves(self, table: Table) -> Iterator[Move]:
        if table[STOCK]:
            yield Move("left", Shift(STOCK, WASTE, face=UP))
            yield Move("right", Shift(STOCK, HEAP, face=UP), Count("way", 1 << len(table[STOCK])))

    def won(self, table: Table) -> bool:
        return False


def test_a_player_that_fails_only_where_it_leads_itself_is_found() -> None:
    way = 0b0110_1001_1001_0110 << 8  # the last sixteen cards that are dealt by eight left in the stock

    def zigzag(table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
        if len(table[STOCK]) == 7 and table.count("way") == way:
            raise ArithmeticError("lost")
        return moves[way >> len(table[STOCK]) & 1]

    @frozen
    class Zigzag(Fork):
        players = MappingProxyType({"zigzag": zigzag})

    expected, came, moves = fault(PLAYERS, Zigzag)
    assert "a choice of the player 'zigzag'" == expected
    assert came.startswith("ArithmeticError: lost")
    assert f"{way >> 8:016b}" == "".join("01"[text == "right"] for text in moves)


# Odds


@frozen
class Urn(Game):
    """Cards are turned until an ace comes, or as many as may be; the score is how many. It tells its odds."""

    id = "urn"
    title = "Urn"
    pack = Pack(ranks=range(1, 6), suits="CH")
    layout = Layout((Place(STOCK, 0, 0), Place(WASTE, 1, 0)))
    longest = 4
    choices = False

    most: int = option(4, choices=(2, 3, 4), help="how many cards may be turned")

    @computed
    def scoring(self) -> Scoring:
        return Scoring("cards turned", best="lowest", least=1, most=self.most)

    def deal(self) -> Iterator[Step]:
        yield Shift(PACK, STOCK, count=ALL)

    def moves(self, table: Table) -> Iterator[Move]:
        if len(table[WASTE]) < self.most:
            yield Move("turn", Shift(STOCK, WASTE, face=UP))

    def won(self, table: Table) -> bool:
        return bool(table[WASTE]) and table[WASTE][-1].rank == 1

    def score(self, table: Table) -> int:
        return len(table[WASTE])

    def odds(self, player: str = "first") -> Odds | None:
        return urn_odds(self.most, 2, 10)


@cache
def urn_odds(most: int, aces: int, size: int) -> Odds:
    """Return the odds of an urn with so many aces among its cards."""
    score: dict[int, Fraction] = {}
    none_yet, won = Fraction(1), Fraction(0)
    for turned in range(1, most + 1):
        ace = none_yet * Fraction(aces, size - turned + 1)
        score[turned] = ace if turned < most else none_yet
        won += ace
        none_yet -= ace
    return Odds(won, score)


@pytest.mark.parametrize("seed", range(9))
def test_right_odds_pass_whatever_the_seed(seed: int) -> None:
    result = looked(ODDS, Urn, seed=seed)
    assert (Status.PASSED, None) == (result.status, result.counterexample)
    assert (6, 600, 6) == (result.counts["odds"], result.counts["plays"], result.counts["tests"])


def test_a_look_at_no_odds_fails() -> None:
    assert Status.FAILED is looked(ODDS, Urn, NONE).status


def test_a_game_that_tells_no_odds_is_not_looked_at() -> None:
    result = looked(ODDS, Ladder)
    assert (Status.NOT_APPLICABLE, "no odds are known") == (result.status, result.reason)


def test_each_of_many_odds_is_played_some_dozens_of_times_and_of_too_many_some() -> None:
    @frozen
    class Many(Urn):
        extra: int = option(0, choices=range(20), help="nothing")

    counts = looked(ODDS, Many).counts
    assert (120, 30 * playing.FEW) == (counts["odds"], counts["plays"])
    counts = looked(ODDS, Many, Profile("fewer", plays=12, moves=3_000, longest=60, odds=90)).counts
    assert (120, 5 * playing.FEW) == (counts["odds"], counts["plays"])


def test_slow_games_are_played_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_MOVES", 1)
    counts = looked(ODDS, Urn).counts
    assert 600 <= counts["moves"] <= 604
    assert counts["plays"] < 300


def test_odds_of_a_game_with_a_choice_are_played_by_each_player() -> None:
    def careful(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
        return moves[-1]

    @frozen
    class Two(Urn):
        """Each card may be turned onto the waste or be laid aside."""

        layout = Layout((*Urn.layout.places, Place("aside", 2, 0)))
        players = MappingProxyType({"careful": careful})
        has_win = False
        scoring = Scoring("cards turned", best="lowest", least=0, most=1)
        choices = True

        def moves(self, table: Table) -> Iterator[Move]:
            if len(table[STOCK]) == 10:
                yield Move("turn", Shift(STOCK, WASTE, face=UP))
                yield Move("aside", Shift(STOCK, "aside"))

        def won(self, table: Table) -> bool:
            return False

        def odds(self, player: str = "first") -> Odds | None:
            sure = {"first": 1, "careful": 0}
            return Odds(None, {sure[player]: Fraction(1)}) if player in sure else None

    assert Status.PASSED is looked(ODDS, Two).status

    @frozen
    class Confused(Two):
        def odds(self, player: str = "first") -> Odds | None:
            return Odds(None, {1: Fraction(1)}) if player in {"first", "careful"} else None

    expected, came, _ = fault(ODDS, Confused)
    assert "nothing that has no chance by the odds for the player 'careful', most=4" == expected
    assert came.startswith("the score 0, ")


WON: Final = urn_odds(4, 2, 10).won
SCORE: Final = dict(urn_odds(4, 2, 10).score)


@pytest.mark.parametrize(
    ("told", "expected", "came"),
    [
        ({"won": 0.6}, "Odds or None from odds() for the player 'first', most=", "{'won': 0.6}"),
        (Odds(None, SCORE), "a chance to win for the player 'first', most=", "None"),
        (Odds(WON, {5: Fraction(1)}), "odds of scores from 1 to ", "the score 5"),
        (Odds(WON, {0: Fraction(1)}), "odds of scores from 1 to ", "the score 0"),
    ],
)
def test_odds_that_do_not_fit_what_is_declared_are_found(told: Any, expected: str, came: str) -> None:
    @frozen
    class Wrong(Urn):
        def odds(self, player: str = "first") -> Odds | None:
            right = urn_odds(self.most, 2, 10)
            if isinstance(told, Odds) and self.most < 4:
                return right
            answer: Odds = told
            return answer

    found = fault(ODDS, Wrong)
    assert found[0].startswith(expected)
    assert came == found[1]


def test_odds_to_win_a_game_that_has_no_win_are_found() -> None:
    @frozen
    class Winless(Urn):
        has_win = False

    assert fault(ODDS, Winless)[0] == "None as the chance to win for the player 'first', most=4, since has_win is False"


def test_odds_that_change_are_found() -> None:
    told = [urn_odds(4, 2, 10), urn_odds(3, 2, 10)]

    @frozen
    class Changing(Urn):
        def odds(self, player: str = "first") -> Odds | None:
            told.reverse()
            return told[0]

    assert "the same odds for the player 'first', most=4 when they are asked for again" == fault(ODDS, Changing)[0]


def test_odds_of_no_player_that_are_not_those_of_the_first_are_found() -> None:
    @frozen
    class Usual(Urn):
        def odds(self, player: str = "random") -> Odds | None:
            return urn_odds(self.most, 2, 10) if player == "first" else None

    assert "the odds for the player 'first', most=4 where no player is named" == fault(ODDS, Usual)[0]


def test_odds_that_differ_between_players_who_have_no_choice_are_found() -> None:
    @frozen
    class Unlike(Urn):
        def odds(self, player: str = "first") -> Odds | None:
            return urn_odds(self.most, 2 if player == "first" else 3, 10)

    expected, came, _ = fault(ODDS, Unlike)
    assert "the same odds for every player, since choices is False" == expected
    assert "others for the player 'random', most=4" == came


def test_a_chance_to_win_that_is_not_that_of_the_score_1_is_found() -> None:
    @frozen
    class Split(Urn):
        scoring = Scoring("games won", best="highest", least=0, most=1)

        def odds(self, player: str = "first") -> Odds | None:
            return Odds(Fraction(2, 3), {0: Fraction(2, 3), 1: Fraction(1, 3)})

    found = fault(ODDS, Split)
    assert ("the chance 2/3 of the score 1, as of a win, for the player 'first', most=4", "1/3") == found[:2]


def test_odds_of_another_game_are_found_with_what_was_expected() -> None:
    @frozen
    class Wrong(Urn):
        def odds(self, player: str = "first") -> Odds | None:
            return urn_odds(self.most, 5, 10)

    expected, came, _ = fault(ODDS, Wrong)
    assert " wins in 200 plays by the odds for the player 'first', most=" in expected
    assert ", or more uneven: by chance that comes about once in " in came


def test_wrong_odds_of_scores_are_found_where_those_of_a_win_are_right() -> None:
    @frozen
    class Wrong(Urn):
        def odds(self, player: str = "first") -> Odds | None:
            right = urn_odds(self.most, 2, 10)
            turned = dict(zip([value for value, _ in right.score], [way for _, way in right.score][::-1], strict=True))
            return Odds(right.won, turned)

    expected, came, _ = fault(ODDS, Wrong)
    assert " scores of " in expected
    assert int(came.partition(",")[0]) >= 0


def test_odds_that_are_wrong_under_one_option_are_found_although_others_share_them() -> None:
    @frozen
    class Shared(Urn):
        def odds(self, player: str = "first") -> Odds | None:
            return urn_odds(4 if self.most == 4 else 3, 2, 10)

        @computed
        def scoring(self) -> Scoring:
            return Scoring("cards turned", best="lowest", least=1, most=4)

    assert Status.FAILED is looked(ODDS, Shared, PROFILES["quick"]).status
    expected, _, _ = fault(ODDS, Shared)
    assert "most=" in expected


def test_odds_that_are_slightly_wrong_are_found_over_all_that_share_them() -> None:
    @frozen
    class Alike(Urn):
        extra: int = option(0, choices=range(20), help="nothing")

        def odds(self, player: str = "first") -> Odds | None:
            return urn_odds(self.most, 3, 10)

    expected, _, _ = fault(ODDS, Alike)
    assert f" in {10 * playing.FEW} plays by the odds for the player 'first', most=4, extra=1 and 9 more" in expected


def test_odds_of_plays_that_never_end_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "AUTO_LIMIT", 50)

    @frozen
    class Endless(Round):
        def odds(self, player: str = "first") -> Odds | None:
            return Odds(None, {0: Fraction(1)})

    expected, came, _ = fault(ODDS, Endless)
    assert "an end of each play, since there are odds for the player 'first'" == expected
    assert came.startswith("50 moves in ")
