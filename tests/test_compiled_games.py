"""Every kernel, compiled, comes to what the rules come to: deal by deal, under all options and for all players."""

from __future__ import annotations

from typing import Final

import pytest

from patience_core import Game, Kernel, Registry, named_players
from patience_core.conformance.play import choices_of
from patience_core.simulation.counting import count_range
from patience_core.simulation.playing import play_range

DEALS: Final = 40
CASES: Final[list[tuple[Game, str, Kernel]]] = [
    (game, player, kernel)
    for kind in Registry.discover().games
    for game in choices_of(kind)
    for player in named_players(game)
    if (kernel := game.kernel(player)) is not None
]


def case_id(game: Game, player: str) -> str:
    return "-".join([game.id, *map(str, game.options.values()), player])


@pytest.mark.parametrize("place", range(len(CASES)), ids=[case_id(game, player) for game, player, _ in CASES])
def test_kernel_and_rules_agree_deal_by_deal(place: int) -> None:
    game, player, kernel = CASES[place]
    first = 1_000 * place  # other deals for each
    expected = play_range(game, player, first, DEALS, keep_rows=True)
    came = count_range(game, kernel, player, first, DEALS, keep_rows=True)
    assert expected.rows is not None
    assert came.rows is not None
    assert list(expected.rows) == list(came.rows)
    assert expected.summary == came.summary == count_range(game, kernel, player, first, DEALS).summary


def test_the_three_games_of_the_dial_have_kernels_for_all_options_and_named_players() -> None:
    looked_at = {(game, player) for game, player, _ in CASES}
    for name in ("clock", "watch", "play-it-out"):
        for game in choices_of(Registry.discover().find(name)):
            assert {(game, player) for player in named_players(game)} <= looked_at
