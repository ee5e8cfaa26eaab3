"""Clock's kernel comes to what the rules come to, deal by deal, under all options."""

from itertools import product

import pytest

from patience_clock import Clock
from patience_core import Deal, Outcome, Session, named_players
from patience_core.kernels import play_plainly
from patience_core.simulation.compiled import play_each

DEALS = 200
CHOICES = [tuple(option.choices) for option in Clock.declared_options()]
GAMES = [
    Clock(dealing=dealing, top=top, own_last_card=rule)  # type: ignore[arg-type]  # the choices are those of the option
    for dealing, top, rule in product(*CHOICES)
]


def by_the_rules(game: Clock, player: str, deal: Deal) -> tuple[bool, int, int]:
    session = Session(game, deal)
    assert session.auto(player) == "over"
    return session.outcome is Outcome.WON, session.score, len(session.history)


@pytest.mark.parametrize("player", named_players(Clock()))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game.options.values())))
def test_kernel_and_rules_agree_deal_by_deal(game: Clock, player: str) -> None:
    first = 1_000 * GAMES.index(game)
    came = play_each(game.kernel(player), game.pack, first, DEALS)
    for place in range(DEALS):
        expected = by_the_rules(game, player, Deal.numbered(first + place))
        assert expected == (bool(came.won[place]), came.scores[place], came.moves[place])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game.options.values())))
def test_the_kernel_is_plain_python_that_reaches_outside_of_nothing(game: Clock) -> None:
    for number in range(5):
        deal = Deal.numbered(number)
        assert by_the_rules(game, "first", deal) == play_plainly(game.kernel(), deal)
