"""Strategies: what they draw, and how small it shrinks."""

from __future__ import annotations

import importlib
import sys

import pytest
from attrs import frozen
from hypothesis import find, given
from hypothesis import strategies as st

from patience_core import FRENCH_52, Card, Deal, Game, Pack, Session, Table
from patience_core.conformance import CheckError, Play, deals, plays, tables
from patience_core.conformance.extras import ExtraError
from patience_core.conformance.play import choices_of
from tests.conformance.tiny_games import Tiny
from tests.games import GAMES, Ladder, Pairs, Round, Steps

TWO_PACKS = Pack(copies=2)


@given(st.data(), st.sampled_from([FRENCH_52, TWO_PACKS, Pack(ranks=(1, 2), suits="S")]))
def test_deals_are_whole_packs(data: st.DataObject, pack: Pack) -> None:
    deal = data.draw(deals(pack))
    assert (pack, sorted(map(str, pack.cards))) == (deal.pack, sorted(map(str, deal.cards)))


@pytest.mark.parametrize("pack", [FRENCH_52, Pack(ranks=(1, 2, 3), copies=2)])
def test_deals_shrink_to_the_order_of_the_pack(pack: Pack) -> None:
    assert Deal.of(pack.cards, pack) == find(deals(pack), lambda _deal: True)


def test_a_deal_that_one_card_decides_shrinks_to_one_exchange() -> None:
    found = find(deals(), lambda deal: Card.parse("KS") in deal.cards[:5])
    away = [card for card, own in zip(found.cards, FRENCH_52.cards, strict=True) if card != own]
    assert ["KS", str(found.cards[-1])] == list(map(str, away))


@given(st.sampled_from(GAMES).flatmap(plays))
def test_plays_can_be_played_to_where_their_picks_or_the_legal_moves_end(play: Play) -> None:
    session = play.session()
    assert len(session.history) == len(play.picks) or not session.moves
    assert len(session.history) <= 100
    assert play.deal == session.deal


@given(plays(Ladder, most=3))
def test_plays_have_no_more_moves_than_is_asked_for(play: Play) -> None:
    assert len(play.picks) <= 3


@given(plays(Tiny(heaps=1)))
def test_plays_of_a_game_have_its_options(play: Play) -> None:
    assert Tiny(heaps=1) == play.game
    assert set(play.picks) <= {0}


@pytest.mark.parametrize("game", choices_of(Tiny), ids=str)
def test_plays_of_a_class_take_every_choice_of_options(game: Game) -> None:
    assert Play(game, Deal.of(game.pack.cards, game.pack)) == find(plays(Tiny), lambda play: play.game == game)


@pytest.mark.parametrize(("game", "moves"), [(Steps(back=True), 25), (Round(), 80)], ids=str)
def test_plays_come_far(game: Game, moves: int) -> None:
    found = find(plays(game), lambda play: len(play.session().history) >= moves)
    assert moves == len(found.picks)


def test_plays_shrink_to_the_fewest_moves_the_first_legal_ones_and_the_usual_options() -> None:
    def built(play: Play) -> bool:
        """Tell whether a two lies on the heap."""
        return len(play.session().table["heap"]) == 2

    found = find(plays(Ladder), built)
    session = found.session()
    assert Ladder() == found.game
    assert ["draw", "build"] == [move.text for move in session.history]
    assert (0, 0) == found.picks


def test_plays_shrink_to_the_one_unusual_option_and_the_one_pick_that_matter() -> None:
    found = find(plays(Tiny), lambda play: play.game.options["blind"] and bool(play.session().table["right"]))
    assert (Tiny(blind=True), Deal.of(Tiny.pack.cards, Tiny.pack), (1,)) == (found.game, found.deal, found.picks)


@given(tables(Pairs))
def test_tables_hold_the_whole_pack(table: Table) -> None:
    assert 52 == sum(map(len, table.piles.values()))


def test_tables_shrink_to_the_one_after_the_deal() -> None:
    dealt = Session(Tiny(), Deal.of(Tiny.pack.cards, Tiny.pack)).table
    assert dealt == find(tables(Tiny), lambda _table: True)
    assert ["AS"] == [str(card) for card in find(tables(Tiny), lambda table: len(table["stock"]) == 2)["left"]]


@pytest.mark.parametrize("strategy", [plays, tables])
def test_what_is_no_game_is_refused(strategy: object) -> None:
    assert callable(strategy)
    with pytest.raises(CheckError, match="is no game: give a class"):
        strategy(Table)


@frozen
class Unmakable(Tiny):
    def __attrs_post_init__(self) -> None:
        raise RuntimeError("not today")


def test_an_error_of_the_game_is_not_hidden() -> None:
    with pytest.raises(RuntimeError, match="not today"):
        plays(Unmakable)


def test_without_hypothesis_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "patience_core.conformance.strategies")
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ExtraError, match=r'needs hypothesis.*pip install "patience-core\[conformance\]"'):
        importlib.import_module("patience_core.conformance.strategies")
