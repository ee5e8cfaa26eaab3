"""FreeCell: the deal, cells, columns and foundations, the runs that go as one move, and the safe moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience_core import (
    FRENCH_52,
    RANKS,
    Back,
    Card,
    Deal,
    IllegalMoveError,
    Move,
    OptionError,
    Outcome,
    Pile,
    Session,
    Shift,
    Table,
    frozen,
)
from patience_freecell import CELLS, COLUMNS, FOUNDATIONS, FreeCell

GAMES = {cells: FreeCell(cells=cells) for cells in (1, 2, 3, 4)}
GAME = GAMES[4]
SUITS_UP = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}

FALLING = [Card(rank, suit) for rank in range(13, 0, -1) for suit in "SHDC"]
EASY = Deal.of(FALLING)
"""A deal that needs no thought: each card goes up before the one that it was dealt upon."""


def nearly_easy(swaps: Iterable[tuple[int, int]]) -> Deal:
    """Return the easy deal with some pairs of cards exchanged, so that much can be played."""
    cards = FALLING.copy()
    for one, other in swaps:
        cards[one], cards[other] = cards[other], cards[one]
    return Deal.of(cards)


places = st.integers(0, 51)
deals = st.lists(st.tuples(places, places), max_size=20).map(nearly_easy) | st.integers(0, 2**63 - 1).map(Deal.numbered)
games = st.sampled_from(tuple(GAMES.values()))
lengths = st.integers(0, 80)


def lay(piles: Mapping[str, str], cells: int = 4) -> Table:
    """Make a table of the piles given; the others are empty."""
    return Table.of({name: piles.get(name, "").split() for name in GAMES[cells].layout.piles})


def texts(table: Table, game: FreeCell = GAME) -> list[str]:
    return [move.text for move in game.moves(table)]


def written(pile: Pile) -> str:
    return " ".join(map(str, pile))


def played(game: FreeCell, deal: Deal, moves: int) -> Session:
    """Play a deal at random for so many moves."""
    session = Session(game, deal)
    session.auto("random", limit=moves)
    return session


def lies_on(card: Card | Back, below: Card | Back) -> bool:
    """Tell whether a card may lie on another in a column, as people say it."""
    return below.rank == card.rank + 1 and (below.suit in "DH") is not (card.suit in "DH")


def ruled(table: Table, cells: tuple[str, ...]) -> set[str]:
    """Return the legal moves by the rules as people tell them."""
    found: set[str] = set()
    free = sum(not table[cell] for cell in cells)
    for src in (*cells, *COLUMNS):
        pile = table[src]
        for count in range(1, len(pile) + 1):
            if not all(lies_on(upper, lower) for lower, upper in pairwise(pile[-count:])):
                break
            for dst in COLUMNS:
                others = [column for column in COLUMNS if column != dst and not table[column]]
                takes = not table[dst] or lies_on(pile[-count], table[dst][-1])
                if dst != src and takes and count <= (free + 1) * 2 ** len(others):
                    found.add(f"{src} {dst}" if count == 1 else f"{src} {dst} {count}")
        for card in pile[-1:]:
            if free and src not in cells:
                found.add(f"{src} cell")
            for dst, suit in SUITS_UP.items():
                if card.suit == suit and card.rank == len(table[dst]) + 1:
                    found.add(f"{src} {dst}")
    return found


# The deal.


@given(games, st.integers(0, 2**63 - 1))
def test_all_cards_are_dealt_face_up_row_by_row_to_eight_columns(game: FreeCell, number: int) -> None:
    deal = Deal.numbered(number)
    table = Session(game, deal).table
    assert [deal.cards[place::8] for place in range(8)] == [table[column] for column in COLUMNS]
    assert ([7, 7, 7, 7, 6, 6, 6, 6], 0) == ([len(table[column]) for column in COLUMNS], table.face_down)


def test_deal_0_is_a_deal_as_any_other() -> None:
    table = Session(GAME, Deal.numbered(0)).table
    assert Deal.numbered(0).cards[-4:] == tuple(table[column][-1] for column in COLUMNS[:4])


@pytest.mark.parametrize("cells", GAMES)
def test_there_are_as_many_cells_as_the_option_says(cells: int) -> None:
    session = Session(FreeCell(cells=cells), Deal.numbered(1))
    assert set(CELLS[:cells]) == set(session.table.piles) - set(COLUMNS) - set(FOUNDATIONS)
    for cell in CELLS[:cells]:
        top = session.table["1"][-1]
        session.play("1 cell")
        assert (top,) == session.table[cell]
    with pytest.raises(IllegalMoveError):
        session.play("1 cell")


def test_there_are_four_cells_unless_chosen_and_at_least_one() -> None:
    assert FreeCell(cells=4) == FreeCell()
    for cells in (0, 5):
        with pytest.raises(OptionError):
            FreeCell(cells=cells)


# Cells, columns and foundations.


@given(games, deals, lengths)
def test_the_legal_moves_are_those_of_the_rules(game: FreeCell, deal: Deal, moves: int) -> None:
    table = played(game, deal, moves).table
    legal = texts(table, game)
    assert ruled(table, CELLS[: game.cells]) == set(legal)
    assert len(set(legal)) == len(legal)


@settings(max_examples=25)  # it tries every pair of piles
@given(games, deals, lengths)
def test_a_move_is_refused_with_a_reason_exactly_when_it_is_not_legal(game: FreeCell, deal: Deal, moves: int) -> None:
    table = played(game, deal, moves).table
    legal = texts(table, game)
    piles = (*CELLS[: game.cells], *COLUMNS, *FOUNDATIONS)
    for src, dst, count in product(piles, ("cell", *piles), ("", " 2", " 3", " 9")):
        why = game.why_not(table, f"{src} {dst}{count}")
        assert (f"{src} {dst}{count}" in legal) is (why is None)
        assert why is None or why.endswith(".")


@given(games, deals, lengths)
def test_cards_are_neither_lost_nor_doubled_and_foundations_stay_in_order(
    game: FreeCell, deal: Deal, moves: int
) -> None:
    table = played(game, deal, moves).table
    assert sorted(map(str, FRENCH_52.cards)) == sorted(str(card) for pile in table.piles.values() for card in pile)
    assert all(len(table[cell]) <= 1 for cell in CELLS[: game.cells])
    for name, suit in SUITS_UP.items():
        assert " ".join(rank + suit for rank in RANKS[: len(table[name])]) == written(table[name])


@given(games, deals, lengths)
def test_every_move_can_be_taken_back_to_the_deal_and_made_again(game: FreeCell, deal: Deal, moves: int) -> None:
    session = played(game, deal, moves)
    end = session.position, session.moves
    while session.can_undo:
        session.undo()
    begin = Session(game, deal)
    assert (begin.position, begin.moves) == (session.position, session.moves)
    while session.can_redo:
        session.redo()
    assert end == (session.position, session.moves)


@given(games, deals, lengths)
def test_exchanging_red_and_black_changes_nothing_else(game: FreeCell, deal: Deal, moves: int) -> None:
    one = played(game, deal, moves)
    other = Session(game, Deal.parse(recoloured(deal.listing)))
    for move in one.history:
        other.play(recoloured(move.text))
    assert {recoloured(move.text) for move in one.moves} == {move.text for move in other.moves}
    for name, pile in one.table.piles.items():
        assert recoloured(written(pile)) == written(other.table[recoloured(name)])


def recoloured(text: str) -> str:
    """Write clubs for diamonds, spades for hearts, and the other way round."""
    suits = {"clubs": "diamonds", "diamonds": "clubs", "hearts": "spades", "spades": "hearts"}
    return " ".join(suits.get(word) or word.translate(str.maketrans("CDHS", "DCSH")) for word in text.split())


def test_a_card_goes_to_the_first_empty_cell() -> None:
    session = Session(GAME, EASY)
    for text in ("8 cell", "7 cell", "6 cell", "3 diamonds", "b diamonds"):
        session.play(text)
    assert ["2C", "", "2H", ""] == [written(session.table[cell]) for cell in CELLS]
    session.play("1 cell")
    assert ["2C", "AS", "2H", ""] == [written(session.table[cell]) for cell in CELLS]


def test_a_card_in_a_cell_goes_to_a_column_or_a_foundation_and_to_no_other_cell() -> None:
    table = lay({"a": "3H", "hearts": "AH 2H", "1": "4S", "2": "KC"})
    assert {"a hearts", "a 1", *(f"a {column}" for column in "345678")} == {
        text for text in texts(table) if text.startswith("a ")
    }


@pytest.mark.parametrize("card", FRENCH_52.cards, ids=str)
def test_any_card_may_go_to_an_empty_column_or_an_empty_cell(card: Card) -> None:
    assert {"1 2", "1 cell"} <= set(texts(lay({"1": str(card)})))


def test_no_card_comes_back_from_a_foundation() -> None:
    table = lay({"hearts": "AH 2H 3H", "1": "4S"})
    assert not [text for text in texts(table) if text.split()[0] in FOUNDATIONS]


REFUSED = [
    ("1 3", "a column builds down in alternating colours: 7D needs a black 8."),
    ("1 2 2", "a column builds down in alternating colours: 8S needs a red 9."),
    ("1 4 3", "2 cards at most can now be moved to column 4 together."),
    ("1 4 4", "column 1 holds 3 cards."),
    ("5 6 2", "cards move together where they are built down in alternating colours, and 6S 2H are not."),
    ("7 clubs", "the clubs foundation is empty, and begins with AC."),
    ("5 hearts 2", "cards move together where they are built down in alternating colours, and 6S 2H are not."),
    ("1 hearts", "a foundation builds up in suit: 7D needs 6D."),
    ("5 diamonds", "the diamonds foundation is empty, and begins with AD."),
    ("7 hearts", "a foundation builds up in suit: 2C needs AC."),
    ("1 1", "it lies there."),
    ("a cell", "a card does not go from a cell to another."),
    ("1 b", "say 1 cell: the card goes to the first cell that is empty."),
    ("1 cell 2", "cell b takes one card at a time."),
    ("b 1", "cell b is empty."),
    ("a 1 2", "cell a holds 1 card."),
    ("hearts 7", "a card that lies on a foundation stays there."),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_a_refusal_says_why(text: str, why: str) -> None:
    columns = {"1": "9H 8S 7D", "2": "8C", "3": "9D", "4": "TS", "5": "6S 2H", "6": "QH", "7": "2C", "8": "KD"}
    assert why == GAME.why_not(lay({**columns, "a": "3C", "c": "4C", "d": "5C", "hearts": "AH"}), text)


def test_without_an_empty_cell_one_card_moves_at_a_time() -> None:
    columns = {"1": "9H 8S 7D", "2": "8C", "3": "9D", "4": "TS", "5": "2H", "6": "QH", "7": "2C", "8": "KD"}
    table = lay({**columns, "a": "3C"}, cells=1)
    assert {"1 2"} == {text for text in texts(table, GAMES[1]) if text.startswith("1 ")}
    assert "1 card at most can now be moved to column 3 together." == GAMES[1].why_not(table, "1 3 2")
    assert "every cell is taken." == GAMES[1].why_not(table, "1 cell")


# Runs. Several cards go as one move exactly when single moves could bring them over in which cards rest only in empty
# cells and in empty columns other than those that they leave and go to. Below, single moves are tried one and all.

State = tuple[tuple[int, ...], ...]
"""What lies at each place while a run is brought over card by card: the source, the target, columns, cells."""


@cache
def single_moves(
    count: int, free: int, empty: int, *, rest_on_target: bool = False, rest_on_source: bool = False
) -> tuple[tuple[int, int], ...] | None:
    """Return the fewest single moves that bring a run to its target, found by trying all; None where none do.

    The cards are numbered from 1, the lowest in rank, which lies on the others. A move goes from one place, by its
    number in a `State`, to another.

    Args:
        count: how many cards the run has.
        free: how many cells are empty.
        empty: how many columns are, beside source and target.
        rest_on_target: whether any card may be laid on an empty target, and not only the one that stays there.
        rest_on_source: whether cards may be laid on the source again when all have left it.
    """
    run = tuple(range(count, 0, -1))
    begin: State = (run, *[()] * (1 + empty + free))
    cells = 2 + empty
    paths: dict[object, tuple[tuple[int, int], ...]] = {alike(begin, cells): ()}
    waiting: deque[State] = deque([begin])
    while waiting:
        state = waiting.popleft()
        path = paths[alike(state, cells)]
        if state[1] == run:
            return path
        for src, dst in product(range(len(state)), repeat=2):
            if src == dst or not state[src]:
                continue
            card, lying = state[src][-1], state[dst]
            if lying:
                takes = dst < cells and lying[-1] == card + 1
            elif dst == 0:
                takes = rest_on_source
            elif dst == 1:
                takes = card == count or rest_on_target
            else:  # those that are alike and empty need not all be tried
                takes = dst == state.index((), 2 if dst < cells else cells)
            after = list(state)
            after[src], after[dst] = state[src][:-1], (*lying, card)
            if takes and alike(tuple(after), cells) not in paths:
                paths[alike(tuple(after), cells)] = (*path, (src, dst))
                waiting.append(tuple(after))
    return None


def alike(state: State, cells: int) -> object:
    """Return what states have in common that differ only in the order of empty columns or of cells."""
    return state[:2], tuple(sorted(state[2:cells])), tuple(sorted(state[cells:]))


SPACES = [(free, empty) for free in range(5) for empty in range(4)]


@frozen
class Board:
    """A table with a run that fits on another column, some cells and columns being empty.

    The run lies on the first of `columns`, the second is its target, and the next `empty` ones are empty.
    """

    count: int
    free: int
    empty: int
    onto_empty: bool
    cells: int = 4
    columns: tuple[str, ...] = COLUMNS
    busy_last: tuple[str, ...] = CELLS
    suits: str = "HSDC" * 4
    fill: tuple[Card, ...] = FRENCH_52.cards
    under: int = 1

    @property
    def game(self) -> FreeCell:
        return GAMES[self.cells]

    @property
    def text(self) -> str:
        return " ".join([*self.columns[:2], *([str(self.count)] if self.count > 1 else [])])

    @property
    def free_cells(self) -> list[str]:
        return sorted([cell for cell in self.busy_last if cell in CELLS[: self.cells]][: self.free])

    @property
    def empty_columns(self) -> tuple[str, ...]:
        return self.columns[2 : 2 + self.empty]

    @property
    def table(self) -> Table:
        src, dst, *_ = self.columns
        busy = self.columns[2 + self.empty :]
        run = [Card(12 - place, suit) for place, suit in zip(range(self.count), self.suits, strict=False)]
        target = next(card for card in self.fill if card not in run and lies_on(run[0], card))
        rest = [card for card in self.fill if card not in run and card != target]
        piles = {name: list[Card]() for name in self.game.layout.piles}
        for cell in CELLS[: self.cells]:
            if cell not in self.free_cells:
                piles[cell].append(rest.pop())
        piles[src] = rest[: self.under] + run
        piles[dst if not self.onto_empty else busy[0]].append(target)
        for place, card in enumerate(rest[self.under :]):
            piles[busy[place % len(busy)]].append(card)
        return Table.of(piles)

    @property
    def single_moves(self) -> tuple[tuple[int, int], ...] | None:
        return single_moves(self.count, len(self.free_cells), self.empty)

    @property
    def legal(self) -> bool:
        return self.text in texts(self.table, self.game)


def after(table: Table, move: Move) -> Table:
    """Return the table after a move of cards that all lie face up."""
    piles = dict(table.piles)
    for step in move.steps:
        assert isinstance(step, Shift)
        assert (None, 0, 0, False) == (step.face, step.take, step.put, step.reverse)
        block = piles[step.src][-step.count :]
        piles[step.src] = piles[step.src][: -step.count]
        piles[step.dst] += block
    return Table.of(piles)


@pytest.mark.parametrize("onto_empty", [False, True], ids=["onto a card", "onto an empty column"])
@pytest.mark.parametrize(("free", "empty"), SPACES)
def test_a_run_goes_as_one_move_exactly_when_single_moves_could_bring_it_over(
    free: int, empty: int, onto_empty: bool
) -> None:
    for count in range(1, 9 if (free + 1) * 2**empty > 10 else 12):
        board = Board(count, free, empty, onto_empty)
        assert (board.single_moves is not None) is board.legal


boards = st.builds(
    Board,
    st.integers(1, 8),
    st.integers(0, 4),
    st.integers(0, 3),
    st.booleans(),
    cells=st.integers(1, 4),
    columns=st.permutations(COLUMNS).map(tuple),
    busy_last=st.permutations(CELLS).map(tuple),
    suits=st.lists(st.sampled_from(("HS", "HC", "DS", "DC")), min_size=8, max_size=8).map("".join),
    fill=st.permutations(FRENCH_52.cards).map(tuple),
    under=st.integers(0, 3),
)


@given(boards)
def test_it_does_not_matter_which_cells_and_columns_are_empty_or_which_cards_lie_elsewhere(board: Board) -> None:
    assert (board.single_moves is not None) is board.legal


@given(boards)
def test_a_run_moved_at_once_comes_to_lie_as_if_moved_by_legal_single_moves(board: Board) -> None:
    path = board.single_moves
    if path is not None:
        names = (*board.columns[:2], *board.empty_columns, *board.free_cells)
        table = board.table
        for src, dst in path:
            text = f"{names[src]} {'cell' if names[dst] in CELLS else names[dst]}"
            table = after(table, legal_move(board.game, table, text))
        assert table == after(board.table, legal_move(board.game, board.table, board.text))


def legal_move(game: FreeCell, table: Table, text: str) -> Move:
    (move,) = [move for move in game.moves(table) if move.text == text]
    return move


@pytest.mark.parametrize(("free", "empty"), SPACES)
def test_resting_on_an_empty_target_helps_only_where_the_source_is_bared_too(free: int, empty: int) -> None:
    # A whole column that goes to an empty one leaves the same columns in another order, so nothing is lost by the rule.
    assert single_moves(3, 0, 1) is None
    assert single_moves(3, 0, 1, rest_on_target=True, rest_on_source=True) is not None
    for count in range(1, 8):
        plain = single_moves(count, free, empty) is not None
        assert plain is (single_moves(count, free, empty, rest_on_target=True) is not None)
        assert plain is (single_moves(count, free, empty, rest_on_source=True) is not None)


def test_the_length_of_a_run_is_bounded_by_the_room_as_the_rules_say() -> None:
    longest = {(1, 0): 2, (4, 0): 5, (0, 1): 2, (2, 1): 6, (3, 1): 8, (0, 3): 8, (4, 1): 10, (2, 2): 12}
    for (free, empty), bound in longest.items():
        legal = [count for count in range(1, 13) if Board(count, free, empty, False).legal]
        assert list(range(1, bound + 1)) == legal


# The end.


@pytest.mark.parametrize("cells", GAMES)
def test_it_is_won_when_the_last_card_goes_up_and_not_before(cells: int) -> None:
    session = Session(GAMES[cells], EASY)
    session.safe()
    while session.can_undo:
        session.undo()
        assert (Outcome.IN_PLAY, 0) == (session.outcome, session.score)
    while len(session.history) < 51:
        session.redo()
    session.play("4 clubs")
    assert (Outcome.WON, 1, "Won.", ()) == (session.outcome, session.score, session.verdict, session.moves)
    with pytest.raises(IllegalMoveError):
        session.play("clubs 1")
    session.undo()
    assert Outcome.IN_PLAY is session.outcome
    session.redo()
    assert (Outcome.WON, ()) == (session.outcome, session.moves)


@pytest.mark.parametrize("way", ["a clubs", "a cl", "kc up", "a c", "safe", "auto"])
def test_the_last_card_wins_from_a_cell_in_whatever_way_it_goes_up(way: str) -> None:
    session = Session(GAME, EASY)
    session.safe()
    session.undo()
    session.play("4 cell")
    assert Outcome.IN_PLAY is session.outcome
    if way == "safe":
        session.safe()
    elif way == "auto":
        session.auto()
    else:
        session.play(way)
    assert (Outcome.WON, "a clubs", ()) == (session.outcome, session.history[-1].text, session.moves)


def test_it_is_lost_when_no_move_is_left_and_not_before() -> None:
    columns = dict(zip(COLUMNS, ("2C", "2S", "4C", "4S", "6C", "6S", "8C", "8S"), strict=True))
    for cells, game in GAMES.items():
        full = dict(zip(CELLS[:cells], ("TC", "TS", "QC", "QS"), strict=False))
        stuck = lay({**columns, **full}, cells)
        assert (Outcome.LOST, "Lost.") == (game.outcome(stuck), game.verdict(stuck))
        assert Outcome.IN_PLAY is game.outcome(lay({**columns, **full, "a": ""}, cells))
        assert Outcome.IN_PLAY is game.outcome(lay({**columns, **full, "1": "9D"}, cells))


# Safe moves.


@given(games, deals, lengths)
def test_a_card_goes_up_safely_when_all_have_gone_that_could_be_laid_on_it(
    game: FreeCell, deal: Deal, moves: int
) -> None:
    table = played(game, deal, moves).table
    up = {suit: len(table[name]) for name, suit in SUITS_UP.items()}
    safe: set[str] = set()
    for text in texts(table, game):
        src, dst, *_ = text.split()
        if dst in FOUNDATIONS:
            card = table[src][-1]
            if card.rank <= 2 or all(up[suit] >= card.rank - 1 for suit in ("CS" if card.suit in "DH" else "DH")):
                safe.add(text)
    assert safe == {move.text for move in game.safe_moves(table)}


def test_safe_moves_play_a_deal_that_needs_no_thought_to_the_end_one_undo_each() -> None:
    session = Session(GAME, EASY)
    assert (52, Outcome.WON) == (len(session.safe()), session.outcome)
    session.undo()
    assert 51 == sum(len(session.table[name]) for name in FOUNDATIONS)


def test_a_card_that_could_still_take_another_is_not_safe() -> None:
    piles = {"hearts": "AH 2H", "diamonds": "AD", "spades": "AS 2S", "clubs": "AC", "1": "3H", "2": "2C"}
    assert {"1 hearts", "2 clubs"} <= set(texts(lay(piles)))
    assert ["2 clubs"] == [move.text for move in GAME.safe_moves(lay(piles))]
    piles = {**piles, "clubs": "AC 2C", "2": "KH"}
    assert ["1 hearts"] == [move.text for move in GAME.safe_moves(lay(piles))]
