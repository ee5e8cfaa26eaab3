"""Play it out's kernel: whom it plays for. That it comes to what the rules come to is tested for all games together."""

from itertools import product

from patience_play_it_out import PlayItOut

CHOICES = [tuple(option.choices) for option in PlayItOut.declared_options()]
GAMES = [
    PlayItOut(dealing=dealing, top=top, restart=restart)  # type: ignore[arg-type]  # the choices are the option's
    for dealing, top, restart in product(*CHOICES)
]


def test_players_that_it_does_not_know_are_left_to_the_engine() -> None:
    assert PlayItOut().kernel("somebody") is None


def test_random_numbers_are_drawn_only_where_there_is_a_choice() -> None:
    for game in GAMES:
        kernel = game.kernel("random")
        assert kernel is not None
        assert game.choices == (kernel.player is not None)
