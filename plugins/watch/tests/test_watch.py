"""Watch: the choice at the fourth king, its two readings, and what it is worth."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience_clock import CENTRE, HAND, HOURS, Clock, backs_in
from patience_core import FRENCH_52, Back, Card, Deal, IllegalMoveError, Outcome, Session, Stream, Table
from patience_watch import PLAYERS, RESCUED, Watch, watch_odds

FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "odds.json").read_text(encoding="utf-8"))
PLAYERS_OF_FACTS = {
    "swap": {
        "bottom card of the pile with most face-down cards": "best",
        "bottom card of a uniformly random unfinished pile": "bottom-random-pile",
        "a uniformly random face-down card": "random",
        "top card of a uniformly random unfinished pile": "top-random-pile",
        "top card of the first unfinished pile from one o'clock": "first",
        "top card of the pile with fewest face-down cards": "top-fewest",
    },
    "set_aside": {
        "any face-down card of the pile with most face-down cards": "best",
        "top card of a uniformly random unfinished pile": "top-random-pile",
        "top card of the first unfinished pile from one o'clock": "first",
        "a uniformly random face-down card": "random",
    },
}
deals = st.permutations(FRENCH_52.cards).map(Deal.of)
readings = st.sampled_from(("swap", "set_aside"))


def to_the_choice(game: Watch, deal: Deal) -> Session:
    """Play until there is a choice, or to the end where there never is one."""
    session = Session(game, deal)
    while len(session.moves) == 1 and session.moves[0].text.startswith(("turn", "to ")):
        session.play(session.moves[0])
    return session


def outcomes(game: Watch, deal: Deal) -> dict[str, Outcome]:
    """Return how each choice ends, by its text."""
    session = to_the_choice(game, deal)
    ends: dict[str, Outcome] = {}
    for move in session.moves:
        session.play(move)
        session.auto()
        ends[move.text] = session.outcome
        while session.history[-1] != move:
            session.undo()
        session.undo()
    return ends


@given(readings, deals)
def test_there_is_a_move_for_every_face_down_card_when_the_fourth_king_comes_up(reading: str, deal: Deal) -> None:
    session = to_the_choice(Watch(rescue=reading), deal)
    if session.moves:
        verb = {"swap": "swap", "set_aside": "aside"}[reading]
        expected = [f"{verb} {hour} {d}" for hour in HOURS for d in range(1, backs_in(session.table, hour) + 1)]
        assert expected == [move.text for move in session.moves]
        assert session.table.face_down == len(expected)
    else:
        assert session.outcome is Outcome.WON


@given(readings, deals)
def test_without_the_choice_it_is_clock(reading: str, deal: Deal) -> None:
    session, clock = to_the_choice(Watch(rescue=reading), deal), Session(Clock(), deal)
    clock.auto()
    assert clock.score == session.table.face_down
    assert (clock.outcome == Outcome.WON) == (session.outcome == Outcome.WON)


@given(readings, deals, st.data())
def test_one_may_go_on_once_in_a_deal(reading: str, deal: Deal, data: st.DataObject) -> None:
    session = to_the_choice(Watch(rescue=reading), deal)
    if session.moves:
        session.play(data.draw(st.sampled_from(session.moves)))
        hour = HOURS[session.table.count(RESCUED) - 1]
        while session.moves:
            assert len(session.moves) == 1
            assert session.moves[0].text.startswith("to ")
            session.play(session.moves[0])
        assert session.game.longest is not None
        assert len(session.history) <= session.game.longest
        assert 0 <= session.score <= 47
        last = CENTRE if reading == "swap" else hour
        assert session.history[-1].text == f"to {last}"


@given(deals)
def test_the_king_takes_the_place_of_the_chosen_card_face_down(deal: Deal) -> None:
    session = to_the_choice(Watch(), deal)
    for move in session.moves:
        _, hour, depth = move.text.split()
        before = session.table
        king, card = before[HAND][0], before[hour][-int(depth)]
        session.play(move)
        assert isinstance(king, Card)
        assert isinstance(card, Back)
        assert deal.cards[card.slot] == session.table[HAND][0]
        assert Back(deal.cards.index(king)) == session.table[hour][-int(depth)]
        assert before.face_down == session.table.face_down
        session.undo()


@given(deals)
def test_the_bottom_card_of_a_pile_wins_exactly_where_setting_aside_at_it_does(deal: Deal) -> None:
    swapped, aside = outcomes(Watch(), deal), outcomes(Watch(rescue="set_aside"), deal)
    table = to_the_choice(Watch(), deal).table
    if table.face_down:
        for hour in HOURS:
            hidden = backs_in(table, hour)
            for depth in range(1, hidden + 1):
                assert aside[f"aside {hour} {depth}"] == swapped[f"swap {hour} {hidden}"]
                if depth < hidden:
                    assert swapped[f"swap {hour} {depth}"] == Outcome.LOST


@pytest.mark.parametrize("rescue", ["swap", "set_aside"])
def test_the_published_odds_come_out_exactly(rescue: str) -> None:
    for words, player in PLAYERS_OF_FACTS[rescue].items():
        odds = Watch(rescue=rescue).odds(player)
        assert odds is not None
        assert Fraction(FACTS[rescue][words]["exact"]) == odds.won
    assert set(PLAYERS_OF_FACTS[rescue]) == set(FACTS[rescue])


def test_a_player_without_a_derivation_has_no_odds() -> None:
    assert Watch().odds("somebody") is None
    assert Watch().odds() == Watch().odds("first")


@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (3, 1), (4, 2), (13, 1), (2, 4)])
@pytest.mark.parametrize("rescue", ["swap", "set_aside"])
def test_the_odds_hold_for_other_packs(ranks: int, suits: int, rescue: str) -> None:
    best, any_pile = watch_odds(rescue, "best", ranks, suits), watch_odds(rescue, "top-random-pile", ranks, suits)
    assert best is not None
    assert any_pile is not None
    assert best.won is not None
    assert any_pile.won is not None
    assert Fraction(1, ranks) <= any_pile.won <= best.won <= 1
    if ranks == 2:  # one hour and the centre: whatever is left lies in that hour, so going on at its bottom wins
        assert best.won == 1


def choice_on(hidden: dict[str, int], player: str, draws: int = 200) -> set[str]:
    """Return the choices that a player makes on a table with that many face-down cards in each hour."""
    slots = iter(range(52))
    piles = {hour: [f"#{next(slots)}" for _ in range(hidden.get(hour, 0))] or ["AC"] for hour in HOURS}
    table = Table.of({**piles, CENTRE: ["KC", "KD", "KH"], HAND: ["KS"]})
    moves = Watch().moves(table)
    stream = Stream(7)
    return {PLAYERS[player](table, moves, stream).text for _ in range(draws)}


def test_the_named_players_choose_as_their_names_say() -> None:
    hidden = {"2": 2, "5": 3, "7": 3, "9": 1}
    assert choice_on(hidden, "best") == {"swap 5 3"}
    assert choice_on(hidden, "top-fewest") == {"swap 9 1"}
    assert choice_on(hidden, "bottom-random-pile") == {"swap 2 2", "swap 5 3", "swap 7 3", "swap 9 1"}
    assert choice_on(hidden, "top-random-pile") == {"swap 2 1", "swap 5 1", "swap 7 1", "swap 9 1"}


@pytest.mark.parametrize("player", PLAYERS)
def test_the_named_players_play_the_only_move_where_there_is_but_one(player: str) -> None:
    session = Session(Watch(), Deal.numbered(42))
    assert session.moves == (PLAYERS[player](session.table, session.moves, Stream(7)),)


def at_a_choice() -> Session:
    return to_the_choice(Watch(), Deal.numbered(42))


def test_the_player_is_told_why_the_chain_died_and_what_may_be_done() -> None:
    expected = (
        "The fourth king has come up with 11 cards still face down. Once, it may take the place of one of them: "
        "swap PILE DEPTH, the top card being 1."
    )
    session = at_a_choice()
    assert expected == session.game.situation(session.table)
    aside = Watch(rescue="set_aside").situation(session.table)
    assert aside == expected.replace("take the place of", "be laid aside for").replace("swap PILE", "aside PILE")
    session.undo()
    assert session.game.situation(session.table) is None


def test_a_hint_gives_the_chance_of_each_pile() -> None:
    session = at_a_choice()
    expected = (
        "Best is swap 11 3. The chance of each pile, for its bottom card, none for any other: 2: 2/11 (18%), "
        "3: 1/11 (9%), 4: 1/11 (9%), 6: 1/11 (9%), 7: 2/11 (18%), 9: 1/11 (9%), 11: 3/11 (27%)."
    )
    assert expected == session.game.hint(session.table)
    assert session.game.hint(Session(Watch(), Deal.numbered(42)).table) is None
    aside = Watch(rescue="set_aside").hint(session.table)
    assert aside == expected.replace("swap", "aside").replace("its bottom card, none for any other", "any card of it")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("to centre", "the fourth king has come up; name a pile and the depth of a card that lies face down in it."),
        ("swap 1 1", "the fourth king has come up; name a pile and the depth of a card that lies face down in it."),
    ],
)
def test_a_refused_choice_says_why(text: str, why: str) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        at_a_choice().play(text)
    assert f"'{text}' is not legal here: {why}" == str(refusal.value)


@pytest.mark.parametrize("text", ["swap 2 1", "aside 12 4"])
def test_a_choice_before_its_time_is_refused(text: str) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        Session(Watch(), Deal.numbered(42)).play(text)
    assert f"'{text}' is not legal here: the fourth king has not come up yet." == str(refusal.value)


def test_any_other_move_is_refused_as_in_clock() -> None:
    session, clock = Session(Watch(), Deal.numbered(42)), Session(Clock(), Deal.numbered(42))
    for one in (session, clock):
        one.play("turn")
    assert session.game.why_not(session.table, "turn") == clock.game.why_not(clock.table, "turn")
    session = to_the_choice(Watch(), Deal.numbered(42))
    session.play("swap 2 1")
    session.auto()
    for text in ("turn", "swap 2 1"):
        assert f"the game is over. {session.verdict}" == session.game.why_not(session.table, text)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("turn", True),
        ("to centre then 12", True),
        ("swap 1 1", True),
        ("swap 1 2", True),
        ("aside 12 3", True),
        ("aside 7 4", True),
        ("swap", False),
        ("swap 1", False),
        ("swap 1 5", False),
        ("swap 13 1", False),
        ("swap centre 1", False),
        ("give 1 1", False),
        ("give 13 1", False),
    ],
)
def test_a_move_of_it_is_one_of_clock_or_names_a_pile_and_a_depth(text: str, known: bool) -> None:
    assert known is Watch().is_move(text)


@pytest.mark.parametrize(
    ("rescue", "text", "verdict"),
    [
        (
            "set_aside",
            "aside 2 1",
            "Lost: 2H came up and its pile had no card left with 6 cards still face down (46 turned, last 2H).",
        ),
        (
            "swap",
            "swap 2 1",
            "Lost: the fourth king came up again with 8 cards still face down (44 turned, last KH).",
        ),
    ],
)
def test_the_verdict_tells_what_stopped_the_chain_the_second_time(rescue: str, text: str, verdict: str) -> None:
    session = to_the_choice(Watch(rescue=rescue), Deal.numbered(42))
    session.play(text)
    session.auto()
    assert verdict == session.verdict


def test_the_choice_can_be_taken_back() -> None:
    session = at_a_choice()
    before = session.position
    session.play(session.moves[-1])
    session.undo()
    assert before == session.position


def test_a_second_choice_is_refused() -> None:
    session = at_a_choice()
    session.play("swap 11 3")
    with pytest.raises(IllegalMoveError) as refusal:
        session.play("swap 2 1")
    why = "play has gone on already; that can be done once in a deal."
    assert f"'swap 2 1' is not legal here: {why}" == str(refusal.value)
