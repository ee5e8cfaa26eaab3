"""Two routes to one result: the reference engine, which plays every game, and compiled kernels, where there are any."""

from __future__ import annotations

import pickle
from importlib.util import find_spec
from typing import Literal

from attrs import Factory, field, frozen

from patience_core.errors import SimulationError
from patience_core.game import Game
from patience_core.origins import made_by
from patience_core.simulation.playing import Played, play_range

Route = Literal["auto", "reference", "compiled"]

FASTER = 'pip install "patience-core[fast]"'


def can_compile() -> bool:
    """Tell whether numba is installed."""
    return find_spec("numba") is not None


def chosen(game: Game, player: str, route: Route) -> Literal["reference", "compiled"]:
    """Return the route to take; SimulationError where the compiled one is asked for and there is none."""
    if route == "auto":
        return "compiled" if can_compile() and game.kernel(player) is not None else "reference"
    if route == "compiled":
        if game.kernel(player) is None:
            raise SimulationError(f"{game.title} has no compiled kernel for the player {player}.")
        if not can_compile():
            raise SimulationError(f"Compiled play needs numba: {FASTER}")
    elif route != "reference":  # pyright: ignore[reportUnnecessaryComparison]  # what an untyped caller may say
        raise SimulationError(f"route={route!r}: a route is auto, reference or compiled.")
    return route


def is_slowed(game: Game, player: str) -> bool:
    """Tell whether play would be compiled if numba were installed."""
    return not can_compile() and game.kernel(player) is not None


@frozen
class Work:
    """What is to be done with each range of deals; it travels to where that is done.

    Attributes:
        game: the game under its options.
        player: the name of the player.
        route: how the deals are played; "auto" is decided where they are.
        keep_rows: whether each deal is to be told, beside the counts.
        versions: the distributions that the game comes from, with their versions, where the work was given out.
    """

    game: Game
    player: str
    route: Route
    keep_rows: bool = False
    versions: str = field(init=False, default=Factory(lambda work: _versions(work.game), takes_self=True))

    def check_version(self) -> None:
        """Refuse to play by other rules than those where the work was given out."""
        here = _versions(self.game)
        if here != self.versions:
            raise SimulationError(
                f"{self.game.title} cannot be played where it was sent to: installed there is {here}, and here "
                f"{self.versions}."
            )

    def play(self, first: int, deals: int) -> Played:
        """Play a range of deals here."""
        kernel = self.game.kernel(self.player)
        if kernel is not None and chosen(self.game, self.player, self.route) == "compiled":
            from patience_core.simulation.counting import count_range  # noqa: PLC0415 - numpy and numba, late

            return count_range(self.game, kernel, self.player, first, deals, keep_rows=self.keep_rows)
        return play_range(self.game, self.player, first, deals, keep_rows=self.keep_rows)

    def check_travels(self) -> None:
        """Refuse work that another process of Python cannot be given."""
        try:
            pickle.dumps(self)
        except Exception as error:  # pickle raises errors of many kinds
            raise SimulationError(
                f"{self.game.title} cannot be played in other processes ({error}); play it with jobs=1."
            ) from error


def _versions(game: Game) -> str:
    return made_by(type(game))
