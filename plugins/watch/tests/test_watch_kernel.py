"""Watch's kernel: whom it plays for. That it comes to what the rules come to is tested for all games together."""

from patience_core import named_players
from patience_watch import Watch


def test_players_that_it_does_not_know_are_left_to_the_engine() -> None:
    assert Watch().kernel("somebody") is None


def test_only_players_that_draw_have_a_stream() -> None:
    drawing = {player for player in named_players(Watch()) if (kernel := Watch().kernel(player)) and kernel.player}
    assert {"random", "bottom-random-pile", "top-random-pile"} == drawing
