"""The game keeps what must be so in every game."""

from patience_core.conformance import parametrize_with_checks
from patience_core.conformance.parametrizing import CheckCall
from patience_grandfathers_clock import GrandfathersClock


@parametrize_with_checks(GrandfathersClock)
def test_the_game_conforms(check: CheckCall) -> None:
    check()
