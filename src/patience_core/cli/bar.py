"""A bar on standard error that shows how far a long run has come; nothing where no person watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic

from patience_core.cli.terminal import Display


@contextmanager
def progress_bar(title: str, deals: int) -> Generator[Callable[[int], None], None, None]:
    """Give what takes the number of deals done, and shows it with the rate and the time left."""
    display = Display.of(sys.stderr)
    if not display.redraws:
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=sys.stderr, no_color=not display.colour, safe_box=not display.symbols)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[done]} deals, {task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(title, total=deals, done="0", rate="")
        begun, before = monotonic(), -1

        def advance(done: int) -> None:
            nonlocal before
            before = done if before < 0 else before  # what an earlier run has done tells nothing of the rate
            rate = (done - before) / max(monotonic() - begun, 1e-9)
            progress.update(task, completed=done, done=short(done), rate=f"{short(rate)} a second")

        yield advance


def short(number: float) -> str:
    """Write a number in about three digits, as in 0.25, 999, 1.5k and 4.21M."""
    for power, suffix in ((9, "G"), (6, "M"), (3, "k")):
        if number >= 10**power:
            return f"{number / 10**power:.3g}{suffix}"
    return f"{number:.3g}" if number < 10 else f"{number:.0f}"
