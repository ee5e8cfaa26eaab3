"""Watch a play: the board is drawn anew at each move, at a pace that the person chooses."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import click
from attrs import define, field, frozen

from patience_core.cli.finding import Command
from patience_core.cli.screen import Picture, Screen, print_picture
from patience_core.cli.terminal import Display
from patience_core.cli.text import result_lines
from patience_core.session import Change, Session, Stop

SPEED: Final = 5
"""Moves a second, unless said otherwise: quick, and yet each move can be followed."""

FASTEST: Final = 50
"""Pictures a second at most; moves that come faster are not all drawn."""


NAP: Final = 0.1
"""Seconds."""


@frozen
class Pace:
    """How fast moves follow on one another.

    Attributes:
        speed: moves a second.
        step: wait for Enter instead.
    """

    speed: float
    step: bool


def pace_options(command: Command) -> Command:
    """Give a command `--speed` and `--step`."""
    speed = click.option(
        "--speed",
        type=click.FloatRange(min=0, min_open=True),
        default=SPEED,
        show_default=True,
        metavar="NUMBER",
        help="Moves a second, on a terminal.",
    )
    step = click.option("--step", is_flag=True, help="Wait for Enter at each move, on a terminal.")
    return speed(step(command))


def watch(session: Session, name: str, go: Callable[[], Stop | None], pace: Pace, display: Display) -> None:
    """Draw the board at each move that `go` plays, and leave the last picture and the result standing."""
    picture = Picture(session, name, display)
    with Screen(display, cursor=pace.step) as screen:
        show = _Show(screen, picture, pace)
        show.draw()
        session.observers.append(show.see)
        stopped = go()
    print_picture(picture, result_lines(session, stopped))


@define
class _Show:
    """Draws at the pace."""

    screen: Screen
    picture: Picture
    pace: Pace
    _due: float = field(factory=time.monotonic)

    def see(self, _change: Change) -> None:
        """Draw what a move did, once its time has come."""
        if self.pace.step or time.monotonic() >= self._due:
            self.draw()

    def draw(self) -> None:
        """Draw, and wait until the next move is due."""
        width, height = self.screen.display.size()
        lines = self.picture.lines(width, max(3, height - 1 - self.pace.step))
        if not self.pace.step:
            self.screen.show(lines)
            self._wait()
        elif self.picture.session.moves:
            self.screen.show(lines)
            self._wait_for_enter()

    def _wait(self) -> None:
        interval = 1 / self.pace.speed
        now = time.monotonic()
        self._due = max(now, self._due) + max(interval, 1 / FASTEST)
        if interval < 1 / FASTEST:
            return
        # In naps: a Ctrl-C that comes just before a sleep is seen only after it.
        while (left := self._due - time.monotonic()) > 0:
            time.sleep(min(left, NAP))

    def _wait_for_enter(self) -> None:
        try:
            input("Enter: the next move ")
        except EOFError:
            self.pace = Pace(SPEED, step=False)  # nobody is there to press it
