"""Play it out: where a chain dies, how often it is restarted, and the readings of where."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_clock import CENTRE, HAND, HOURS
from patience_core import FRENCH_52, Deal, IllegalMoveError, Outcome, Session, Table
from patience_play_it_out import PlayItOut, restart_odds

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "odds.json").read_text(encoding="utf-8"))
RESTARTS = ("one-o-clock", "onward", "choose")
deals = st.permutations(FRENCH_52.cards).map(Deal.of)


def played(restart: str, deal: Deal, player: str = "first") -> Session:
    session = Session(PlayItOut(restart=restart), deal)
    assert session.auto(player) == "over"
    return session


@given(deals)
def test_from_one_o_clock_and_onward_are_the_same_game(deal: Deal) -> None:
    one, other = played("one-o-clock", deal), played("onward", deal)
    assert [move.text for move in one.history] == [move.text for move in other.history]


def test_onward_is_clockwise_from_where_the_chain_was_started() -> None:
    piles = {hour: [f"#{hour}"] if hour in {"2", "5", "9"} else ["AC"] for hour in HOURS}
    table = Table.of({**piles, CENTRE: ["KC"], HAND: []}, {"started at": 5})
    assert ["restart 9"] == [move.text for move in PlayItOut(restart="onward").moves(table)]
    assert ["restart 2"] == [move.text for move in PlayItOut().moves(table)]
    assert ["restart 2", "restart 5", "restart 9"] == [move.text for move in PlayItOut(restart="choose").moves(table)]


@given(st.sampled_from(RESTARTS), st.sampled_from(("first", "random", "biggest", "smallest")), deals)
def test_a_chain_dies_at_the_pile_at_which_it_started(restart: str, player: str, deal: Deal) -> None:
    texts = [move.text for move in played(restart, deal, player).history]
    started = CENTRE
    for text, following in pairwise([*texts, "restart"]):
        if text.startswith("restart"):
            started = text.removeprefix("restart ")
        elif following.startswith("restart"):
            assert f"to {started}" == text


@given(st.sampled_from(RESTARTS), st.sampled_from(("first", "random", "biggest", "smallest")), deals)
def test_all_cards_end_face_up_after_at_most_twelve_restarts(restart: str, player: str, deal: Deal) -> None:
    session = played(restart, deal, player)
    assert session.outcome is Outcome.DONE
    assert session.table.face_down == 0
    assert not session.table[HAND]
    restarts = sum(move.text.startswith("restart") for move in session.history)
    assert restarts == session.score <= 12
    assert len(session.history) == 1 + 52 + restarts <= 65


@given(deals)
def test_one_may_choose_any_unfinished_pile(deal: Deal) -> None:
    session = Session(PlayItOut(restart="choose"), deal)
    assert session.game.choices
    while session.moves:
        table = session.table
        if not table[HAND] and len(session.history) > 1:
            unfinished = [f"restart {hour}" for hour in HOURS if not table[hour][-1].face_up]
            assert unfinished == [move.text for move in session.moves]
        session.play(session.moves[-1])


@given(deals, st.sampled_from((("biggest", max), ("smallest", min))))
def test_the_named_players_restart_where_most_or_fewest_cards_lie(deal: Deal, named: tuple[str, Any]) -> None:
    player, best = named
    session = Session(PlayItOut(restart="choose"), deal)
    while session.moves:
        table, moves = session.table, session.moves
        session.auto(player, limit=1)
        if len(moves) > 1:
            hidden = {hour: sum(not card.face_up for card in table[hour]) for hour in HOURS}
            expected = next(hour for hour in HOURS if hidden[hour] == best(filter(None, hidden.values())))
            assert f"restart {expected}" == session.history[-1].text


def test_the_published_odds_come_out_exactly() -> None:
    odds = PlayItOut().odds()
    assert odds is not None
    assert {int(restarts): Fraction(chance) for restarts, chance in FACTS["restarts"]["chance"].items()} == dict(
        odds.score
    )
    assert Fraction(FACTS["restarts"]["mean"]) == odds.mean
    assert odds.won is None


def test_a_chosen_pile_has_the_same_odds_when_chosen_blindly_and_none_are_known_otherwise() -> None:
    game = PlayItOut(restart="choose")
    assert restart_odds() == game.odds() == game.odds("first") == game.odds("random")
    assert game.odds("biggest") is None


@pytest.mark.parametrize("ranks", [1, 2, 3, 7])
def test_the_odds_hold_for_other_numbers_of_ranks(ranks: int) -> None:
    odds = restart_odds(ranks)
    assert odds.mean == sum(Fraction(1, number) for number in range(2, ranks + 1))
    assert dict(odds.score)[0] == Fraction(1, ranks)


def at_a_choice() -> Session:
    session = Session(PlayItOut(restart="choose"), Deal.numbered(42))
    while len(session.moves) == 1:
        session.play(session.moves[0])
    return session


def test_the_verdict_gives_restarts_and_cycles() -> None:
    session = played("onward", Deal.numbered(42))
    assert "Done: all 52 cards are face up after 4 restarts (5 cycles)." == session.verdict
    session.undo()
    assert "In play: 0 of 52 cards are face down." == session.verdict


def test_a_stopped_chain_is_told() -> None:
    session = at_a_choice()
    expected = "The chain has stopped with 11 cards still face down. Choose the pile at which it starts again."
    assert expected == session.game.situation(session.table)
    assert PlayItOut().situation(session.table) is None
    session.play("restart 2")
    assert session.game.situation(session.table) is None


def test_a_hint_names_the_pile_with_most_cards() -> None:
    session = at_a_choice()
    expected = "The pile with most face-down cards needs the fewest restarts on average: restart 11."
    assert expected == session.game.hint(session.table)
    assert PlayItOut().hint(session.table) is None
    two = {hour: [f"#{hour}"] if hour in {"2", "5"} else ["AC"] for hour in HOURS}
    hint = session.game.hint(Table.of({**two, CENTRE: ["KC"], HAND: []}))
    assert hint == "The pile with most face-down cards needs the fewest restarts on average: restart 2."


def test_it_is_never_won() -> None:
    session = played("onward", Deal.numbered(42))
    assert session.game.won(session.table) is False


def test_a_finished_pile_cannot_be_chosen() -> None:
    why = "'restart 5' is not legal here: no card is in hand; you may play restart 2 or restart 3 or"
    with pytest.raises(IllegalMoveError, match=why):
        at_a_choice().play("restart 5")


def test_a_number_is_not_the_beginning_of_a_longer_one() -> None:
    session = at_a_choice()
    assert {"restart 11", "restart 2"} <= {move.text for move in session.moves}
    assert "restart 1" not in {move.text for move in session.moves}
    with pytest.raises(IllegalMoveError, match="'restart 1' is not legal here"):
        session.play("restart 1")


@pytest.mark.parametrize(
    ("text", "known"),
    [("restart 12", True), ("to 3", True), ("restart", False), ("restart 13", False), ("go 1", False)],
)
def test_a_move_of_it_is_one_of_clock_or_names_a_pile(text: str, known: bool) -> None:
    assert known is PlayItOut().is_move(text)
