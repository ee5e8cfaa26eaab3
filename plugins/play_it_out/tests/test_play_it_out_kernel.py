"""Play it out's kernel comes to what the rules come to, deal by deal, under all options and for all players."""

from itertools import product

import pytest

from patience_core import Deal, Outcome, Session, named_players
from patience_core.kernels import play_plainly
from patience_core.simulation.compiled import play_each
from patience_play_it_out import PlayItOut

DEALS = 200
CHOICES = [tuple(option.choices) for option in PlayItOut.declared_options()]
GAMES = [
    PlayItOut(dealing=dealing, top=top, restart=restart)  # type: ignore[arg-type]  # the choices are the option's
    for dealing, top, restart in product(*CHOICES)
]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game.options.values())))
every_player = pytest.mark.parametrize("player", named_players(PlayItOut()))


def by_the_rules(game: PlayItOut, player: str, deal: Deal) -> tuple[bool, int, int]:
    session = Session(game, deal)
    assert session.auto(player) == "over"
    return session.outcome is Outcome.WON, session.score, len(session.history)


@every_player
@every_game
def test_kernel_and_rules_agree_deal_by_deal(game: PlayItOut, player: str) -> None:
    kernel = game.kernel(player)
    assert kernel is not None
    first = 1_000 * GAMES.index(game)
    came = play_each(kernel, game.pack, first, DEALS)
    for place in range(DEALS):
        expected = by_the_rules(game, player, Deal.numbered(first + place))
        assert expected == (bool(came.won[place]), came.scores[place], came.moves[place])


@every_player
@every_game
def test_the_kernel_is_plain_python_that_reaches_outside_of_nothing(game: PlayItOut, player: str) -> None:
    kernel = game.kernel(player)
    assert kernel is not None
    for number in range(5):
        deal = Deal.numbered(number)
        assert by_the_rules(game, player, deal) == play_plainly(kernel, deal)


def test_players_that_it_does_not_know_are_left_to_the_engine() -> None:
    assert PlayItOut().kernel("somebody") is None


def test_random_numbers_are_drawn_only_where_there_is_a_choice() -> None:
    for game in GAMES:
        kernel = game.kernel("random")
        assert kernel is not None
        assert game.choices == (kernel.player is not None)
