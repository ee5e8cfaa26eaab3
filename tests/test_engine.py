"""The engine's verbs: laying out a deal, settling, finding the move that a text means."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import pytest
from attrs import field
from hypothesis import given
from hypothesis import strategies as st

from patience_core import (
    ALL,
    DOWN,
    FRENCH_52,
    PACK,
    UP,
    AmbiguousMoveError,
    Count,
    Deal,
    DealError,
    Fetch,
    Game,
    GameError,
    IllegalMoveError,
    Mark,
    Move,
    Session,
    Shift,
    Shuffle,
    Step,
    StepError,
    Table,
    Turn,
    UnknownMoveError,
    frozen,
)
from patience_core.engine import find_move, lay_out, settle, slots_seen
from patience_core.table import Position
from tests.games import GAMES, Ladder, Pairs, Round, Scripted, Steps
from tests.reference import PLAIN_STEPS, SEQUENCES, SMALL, Reference, RefusedError, cards_of, deals, raised

PILES = Scripted.layout.piles


def dealing(steps: list[Step]) -> tuple[Step, ...]:
    """Make any steps a deal: keep those that can be applied, and at last lay out what is left in the pack."""
    position = Position.start(PILES, Deal.numbered(0, SMALL))
    kept: list[Step] = []
    for step in steps:
        try:
            position = position.after([step])
        except StepError:
            continue
        kept.append(step)
    return (*kept, Shift(PACK, "d", count=ALL)) if position.table[PACK] else tuple(kept)


def step_by_step(game: Game, deal: Deal) -> Position:
    """Lay out a deal by its steps alone."""
    table, secret = Position.start(game.layout.piles, deal).after(game.deal())
    piles = {name: pile for name, pile in table.piles.items() if name != PACK}
    return Position(Table.of(piles, table.counts), secret)


# Laying out


@given(deals(), st.lists(PLAIN_STEPS, max_size=8) | st.lists(PLAIN_STEPS, min_size=8, max_size=20))
def test_a_deal_is_laid_out_as_its_steps_say(deal: Deal, steps: list[Step]) -> None:
    game = Scripted(dealing(steps))
    for _ in range(2):  # the second time from what is known of the first
        position = lay_out(game, deal)
        assert step_by_step(game, deal) == position
        assert step_by_step(game, deal).table.face_down == position.table.face_down
        assert PILES == tuple(position.table.piles)


@pytest.mark.parametrize(
    "steps",
    [
        (Shift(PACK, "a", count=7, face=UP), Shift("a", "b", count=3, reverse=True), Shift(PACK, "c", count=ALL)),
        (Shift(PACK, "a", count=ALL, face=UP), Turn("a", DOWN, at=3, count=5), Mark("x", 3), Count("x", -1)),
        (Shift(PACK, "a", count=ALL, reverse=True), Turn("a", UP, count=2), Shift("a", "a", put=-1)),
        (Fetch(PACK, "a", 5), Fetch(PACK, "a", 1, "H", DOWN), Shift(PACK, "b", count=ALL), Fetch("b", "c", 2)),
        (Shift(PACK, "a", count=9), Shuffle("a"), Turn("a"), Shuffle(PACK), Shift(PACK, "b", count=ALL)),
        (Shift(PACK, "a", count=ALL), Shuffle("a"), Fetch("a", "b", 3)),
    ],
    ids=["turned round", "counts", "one turned", "fetched", "shuffled", "both"],
)
def test_every_kind_of_deal_is_laid_out_as_its_steps_say(steps: tuple[Step, ...]) -> None:
    game = Scripted(steps)
    for number in range(20):
        deal = Deal.numbered(number, SMALL)
        assert step_by_step(game, deal) == lay_out(game, deal)
        assert cards_of(step_by_step(game, deal)) == cards_of(lay_out(game, deal))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_a_session_begins_with_the_deal_laid_out_and_settled(kind: type[Game]) -> None:
    game = kind()
    deal = Deal.numbered(7, game.pack)
    position, steps = settle(game, step_by_step(game, deal))
    session = Session(game, deal)
    assert position == session.position
    assert steps == session.settled


def test_no_deal_changes_another() -> None:
    game = Scripted((Shift(PACK, "a", count=ALL, face=UP), Mark("x", 1)))
    one = lay_out(game, Deal.numbered(1, SMALL))
    other = lay_out(game, Deal.numbered(2, SMALL)).after([Mark("x", 9), Shift("a", "b")])
    assert one == lay_out(game, Deal.numbered(1, SMALL))
    assert ({"x": 1}, {"x": 9}) == (one.table.counts, other.table.counts)


def test_a_deal_that_leaves_cards_is_the_games_fault() -> None:
    deal = Deal.numbered(1, SMALL)
    sentence = "Scripted: deal() leaves {} in the pack; it must lay out every card."
    assert sentence.format("12 cards") == raised(
        GameError, lambda: lay_out(Scripted((Shift(PACK, "a", count=8),)), deal)
    )
    assert sentence.format("1 card") == raised(
        GameError, lambda: lay_out(Scripted((Fetch(PACK, "a", 1), Shift(PACK, "a", count=18))), deal)
    )


def test_a_deal_whose_steps_cannot_be_applied_says_which() -> None:
    steps = (Shift(PACK, "a", count=ALL), Shift("a", "e"))
    for _ in range(2):
        assert f"{steps[1]}: there is no pile 'e' on the table." == raised(
            StepError, lambda: lay_out(Scripted(steps), Deal.numbered(1, SMALL))
        )


def test_a_deal_of_another_pack_is_refused() -> None:
    assert "Ladder is dealt from another pack than this deal, of 24 cards." == raised(
        DealError, lambda: lay_out(Ladder(), Deal.numbered(1, FRENCH_52))
    )


# Settling

RUNG = Count("rung")


def laid(**named: Any) -> tuple[Scripted, Position]:
    game = Scripted(**named)
    return game, lay_out(game, Deal.numbered(3, SMALL))


def test_settling_goes_on_until_nothing_comes() -> None:
    script = ((Turn("a"), RUNG), (Shift("a", "b"), RUNG), (Turn("a"), RUNG), ())
    game, position = laid(settling=script)
    after, steps = settle(game, position)
    assert (Turn("a"), RUNG, Shift("a", "b"), RUNG, Turn("a"), RUNG) == steps
    assert position.after(steps) == after
    assert (after, ()) == settle(game, after)


def test_a_game_that_never_settles_leaves_all_as_it_is() -> None:
    game = Ladder()
    position = lay_out(game, Deal.numbered(1, game.pack))
    assert (position, ()) == settle(game, position)


def test_settling_without_end_is_the_games_fault() -> None:
    game, position = laid(settling=((Count("x"),),))
    assert "Scripted: settle() has not come to an end after 1000 rounds." == raised(
        GameError, lambda: settle(game, position)
    )


def test_settling_may_take_long() -> None:
    game, position = laid(settling=(*[(RUNG,)] * 999, ()))
    assert 999 == len(settle(game, position)[1])


# What has been seen


@given(deals(), SEQUENCES)
def test_the_slots_seen_are_all_that_ever_lay_face_up(deal: Deal, steps: list[Step]) -> None:
    reference = Reference(deal)
    position = Position.start("abc", deal)
    applied: list[Step] = []
    for step in steps:
        try:
            reference.apply(step)
        except RefusedError:
            continue
        applied.append(step)
    assert reference.seen == slots_seen(position, applied)
    for place in range(len(applied)):
        before = position.after(applied[:place])
        assert reference.seen == slots_seen(position, applied[:place]) | slots_seen(before, applied[place:])


def test_a_card_seen_again_after_a_shuffle_is_seen_in_its_new_slot() -> None:
    position = Position.start("a", Deal.numbered(1, SMALL)).after([Shift(PACK, "a", face=UP)])
    assert {0, 20} == slots_seen(position, [Shuffle("a"), Turn("a")])


# Finding the move that a text means

STEP = Count("x")
MOVES = tuple(
    Move(text, STEP) for text in ("to 1", "to 10", "to 11", "Turn stock", "turn waste", "undo all", "UNDO ALL")
)


def find(text: str, *, exact: bool = False) -> str:
    return find_move(Scripted(), Table.of({}), MOVES, text, exact=exact).text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("to 1", "to 1"),
        ("to 10", "to 10"),
        ("  TO   1 ", "to 1"),
        ("To\t11\n", "to 11"),
        ("turn s", "Turn stock"),
        ("TURN W", "turn waste"),
        ("turn  stock", "Turn stock"),
        ("undo all", "undo all"),
        ("UNDO ALL", "UNDO ALL"),
    ],
)
def test_a_move_is_found_by_its_text_or_a_beginning_of_it(text: str, found: str) -> None:
    assert found == find(text)


@pytest.mark.parametrize(
    ("text", "sentence", "candidates"),
    [
        ("to", "'to' may be to 1, to 10 or to 11.", ("to 1", "to 10", "to 11")),
        ("T", "'T' may be to 1, to 10, to 11, Turn stock or turn waste.", tuple(move.text for move in MOVES[:5])),
        ("Tu", "'Tu' may be Turn stock or turn waste.", ("Turn stock", "turn waste")),
        ("Undo all", "'Undo all' may be undo all or UNDO ALL.", ("undo all", "UNDO ALL")),
    ],
)
def test_a_beginning_of_several_moves_is_refused_with_all_of_them(
    text: str, sentence: str, candidates: tuple[str, ...]
) -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        find(text)
    assert (sentence, candidates) == (str(caught.value), caught.value.candidates)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (sentence, candidates) == (str(again), again.candidates) == again.args


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("u a", "undo all"),
        ("tu st", "Turn stock"),
        ("t w", "turn waste"),
        ("T  S", "Turn stock"),
        ("t 1", "to 1"),
        ("t 10", "to 10"),
    ],
)
def test_each_word_of_a_move_may_be_shortened(text: str, found: str) -> None:
    moves = tuple(move for move in MOVES if move.text != "UNDO ALL")
    assert found == find_move(Scripted(), Table.of({}), moves, text).text


@pytest.mark.parametrize("text", ["t", "u a l", "o 1", "tu aste", "t 2", "to 1 1", "1", "t 101"])
def test_as_many_words_are_needed_as_the_move_has_and_each_from_its_beginning(text: str) -> None:
    moves = tuple(Move(text, STEP) for text in ("to 1", "to 10", "turn waste", "undo all"))
    with pytest.raises((UnknownMoveError, AmbiguousMoveError)):
        find_move(Scripted(), Table.of({}), moves, text)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [("t s", ("take six", "turn stock")), ("t st", ("turn stock",)), ("take s", ("take six", "take stock two"))],
)
def test_words_are_shortened_one_by_one_only_where_no_move_begins_so(text: str, candidates: tuple[str, ...]) -> None:
    moves = tuple(Move(text, STEP) for text in ("take six", "take stock two", "turn stock"))
    if len(candidates) == 1:
        assert candidates == (find_move(Scripted(), Table.of({}), moves, text).text,)
        return
    with pytest.raises(AmbiguousMoveError) as caught:
        find_move(Scripted(), Table.of({}), moves, text)
    assert candidates == caught.value.candidates


@frozen
class Echo(Scripted):
    """Gives as the reason what it was asked."""

    id = "echo"

    def why_not(self, table: Table, text: str) -> str | None:
        return f"asked for {text!r}."


@frozen
class Wordy(Echo):
    """Knows other words for its moves, and keeps what it was asked."""

    id = "wordy"
    words: tuple[tuple[str, str], ...] = (("home", "to 10"), ("away", "tu"), ("nowhere", "to 9"))
    asked: list[str] = field(factory=list[str], eq=False)

    def meant(self, table: Table, text: str) -> str | None:
        self.asked.append(text)
        return dict(self.words).get(text)


def test_a_game_may_know_other_words_for_its_moves() -> None:
    game, table = Wordy(), Table.of({})
    assert "to 10" == find_move(game, table, MOVES, "  HOME ").text
    with pytest.raises(AmbiguousMoveError) as caught:
        find_move(game, table, MOVES, "away")
    assert ("Turn stock", "turn waste") == caught.value.candidates
    assert "'away' may be Turn stock or turn waste." == str(caught.value)
    assert "'Nowhere' is not legal here: asked for 'to 9'." == raised(
        IllegalMoveError, lambda: find_move(game, table, MOVES, "Nowhere")
    )
    assert "'what' is not legal here: asked for 'what'." == raised(
        IllegalMoveError, lambda: find_move(game, table, MOVES, "what")
    )
    assert ["home", "away", "nowhere", "what"] == game.asked


def test_a_game_is_not_asked_for_other_words_where_a_move_begins_so_or_the_text_must_be_exact() -> None:
    game, table = Wordy(words=(("to 1", "to 11"), ("t 1", "to 11"), ("home", "to 10"))), Table.of({})
    assert ["to 1", "to 1"] == [find_move(game, table, MOVES, text).text for text in ("to 1", "t 1")]
    assert "'home' is not legal here: asked for 'home'." == raised(
        IllegalMoveError, lambda: find_move(game, table, MOVES, "home", exact=True)
    )
    assert [] == game.asked


def test_games_that_know_no_other_words_and_no_safe_moves_need_not_say_so() -> None:
    game = Scripted()
    assert game.meant(Table.of({}), "to 1") is None
    assert () == game.safe_moves(Table.of({}))


def test_a_number_is_not_the_beginning_of_a_longer_one_whatever_follows() -> None:
    moves = (Move("row 12 up", STEP), Move("row 1 down", STEP))
    assert moves[1] == find_move(Scripted(), Table.of({}), moves, "row 1")
    assert moves[0] == find_move(Scripted(), Table.of({}), moves, "row 12")


def test_a_text_that_is_a_move_is_not_the_beginning_of_another() -> None:
    moves = (Move("undo all", STEP), Move("undo", STEP))
    assert moves[1] == find_move(Scripted(), Table.of({}), moves, "UNDO")


@pytest.mark.parametrize(("exact", "asked"), [(True, "To  3"), (False, "to 3")])
def test_a_game_is_asked_in_lower_case_or_for_a_text_as_it_stands(exact: bool, asked: str) -> None:
    sentence = f"'To  3' is not legal here: asked for {asked!r}."
    find = partial(find_move, Echo(), Table.of({}), MOVES, "To  3", exact=exact)
    assert sentence == raised(IllegalMoveError, find)


def test_only_the_first_dozen_of_many_moves_is_listed() -> None:
    moves = tuple(Move(f"m{number}", STEP) for number in range(20))
    table = Table.of({})

    def sentence(size: int, text: str, error: type[Exception]) -> str:
        return raised(error, lambda: find_move(Scripted(), table, moves[:size], text))

    twelve = "m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10"
    assert f"'m' may be {twelve} or m11." == sentence(12, "m", AmbiguousMoveError)
    assert f"'m' may be {twelve}, m11 or one of 8 more." == sentence(20, "m", AmbiguousMoveError)
    assert "'x' is not a move of Scripted; here you may play m0." == sentence(1, "x", UnknownMoveError)
    assert "'x' is not a move of Scripted; here you may play m0 or m1." == sentence(2, "x", UnknownMoveError)


@pytest.mark.parametrize("text", ["TO 1", " to 1", "to  1", "turn s", "", "to 1 "])
def test_an_exact_text_is_taken_as_it_stands(text: str) -> None:
    legal = "to 1, to 10, to 11, Turn stock, turn waste, undo all or UNDO ALL"
    assert f"{text!r} is not a move of Scripted; here you may play {legal}." == raised(
        UnknownMoveError, lambda: find(text, exact=True)
    )
    assert "to 1" == find("to 1", exact=True)


@pytest.mark.parametrize("text", ["", "   ", "to 2", "turn waste now", "\u017fto"])
def test_a_text_that_is_no_move_is_refused_with_those_that_are(text: str) -> None:
    legal = "to 1, to 10, to 11, Turn stock, turn waste, undo all or UNDO ALL"
    assert f"{text!r} is not a move of Scripted; here you may play {legal}." == raised(
        UnknownMoveError, lambda: find(text)
    )


def test_a_long_text_is_cut_in_the_sentence() -> None:
    sentence = raised(UnknownMoveError, lambda: find("x" * 1_000_000))
    assert sentence.startswith(f"'{'x' * 40}'... is not a move of Scripted;")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ab", "'ab' is not legal here: 3C and 4D are not of one rank."),
        (" AB", "' AB' is not legal here: 3C and 4D are not of one rank."),
        ("ac", "'ac' is not legal here: column c is empty."),
        ("ba", "'ba' is not a move of Pairs; here you may play ae."),
    ],
)
def test_a_move_of_the_game_that_is_not_legal_is_refused_with_the_games_reason(text: str, sentence: str) -> None:
    table = Table.of({**{name: [] for name in Pairs.layout.piles}, "a": ["3C"], "b": ["4D"], "e": ["3D"]})
    game = Pairs()
    kind = UnknownMoveError if "not a move" in sentence else IllegalMoveError
    assert sentence == raised(kind, lambda: find_move(game, table, game.legal_moves(table), text))


def test_once_the_game_is_over_no_move_is_legal() -> None:
    for game, step, outcome in ((Steps(), 5, "won"), (Steps(), 6, "lost"), (Steps(ends="nowhere"), 5, "done")):
        table = Table.of({"heap": ["KH"]}, {"step": step})
        assert f"'one' is not legal here: the game is over ({outcome})." == raised(
            IllegalMoveError, partial(find_move, game, table, (), "one")
        )


def test_a_round_without_end_is_never_over() -> None:
    session = Session(Round(), Deal.numbered(0, Round.pack))
    assert "limit" == session.auto(limit=3)
    assert 1 == len(session.moves)
