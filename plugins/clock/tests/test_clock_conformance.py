"""The game keeps what must be so in every game."""

from patience_clock import Clock
from patience_core.conformance import parametrize_with_checks
from patience_core.conformance.parametrizing import CheckCall


@parametrize_with_checks(Clock)
def test_the_game_conforms(check: CheckCall) -> None:
    check()
