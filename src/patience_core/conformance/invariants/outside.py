"""The game seen from outside: on a board, when its plugin is imported, and from another process."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.elsewhere import question, state
from patience_core.conformance.processes import Process, cannot_be_found
from patience_core.conformance.trials import Trial, shown
from patience_core.drawing.board import draw
from patience_core.drawing.glyphs import SYMBOLS
from patience_core.drawing.places import Room, rooms
from patience_core.game import Game
from patience_core.layout import Layout, Place
from patience_core.table import Pile, Table

WIDTH: Final = 80
HEIGHT: Final = 200
"""Rows are not what is looked at, so there are more of them than any layout needs."""

# fmt: off
HEAVY: Final = frozenset({
    "IPython", "PIL", "PyQt5", "PyQt6", "PySide2", "PySide6", "aiohttp", "asyncio", "bokeh", "boto3", "botocore",
    "click", "cupy", "cv2", "dask", "django", "distributed", "doctest", "ensurepip", "fastapi", "flask", "gymnasium",
    "hypothesis", "idlelib", "jax", "jinja2", "kivy", "lib2to3", "llvmlite", "matplotlib", "multiprocessing",
    "networkx", "numba", "numpy", "pandas", "pip", "pkg_resources", "plotly", "polars", "prompt_toolkit", "pyarrow",
    "pydantic", "pygame", "pyglet", "pysol_cards", "pytest", "requests", "rich", "scipy", "seaborn", "setuptools",
    "sklearn", "sqlalchemy", "starlette", "sympy", "tensorflow", "textual", "tkinter", "torch", "turtle", "unittest",
    "wx", "xarray",
})
# fmt: on
"""Packages that nobody should have to wait for who only lists the games."""

MOST_MODULES: Final = 60
"""Modules that come with a plugin, its own among them."""

HASH_SEEDS: Final = (1, 2, 3)
"""For as many other processes: in two of them, a set of two texts may well have the same order."""

Shapes = dict[Layout, set[tuple[str, int, int]]]
"""For each layout, the piles that have been drawn, by their numbers of cards and of face-down cards."""


@contextmanager
def _drawn() -> Generator[Shapes]:
    yield {}


def _board(trial: Trial) -> None:
    """Draw each table in which some pile has come to a size that has not been drawn before."""
    layout = trial.game.layout
    plan = rooms(layout, WIDTH, HEIGHT)
    if plan is None:
        trial.fail(f"places for all piles in {WIDTH} columns", "no room: the piles can only be listed")
    known = trial.shared.made(_drawn).setdefault(layout, set())
    for session in trial.walk():
        table = session.table
        trial.counts["tables"] += 1
        shapes = {(name, len(pile), sum(not card.face_up for card in pile)) for name, pile in table.piles.items()}
        if shapes <= known:
            continue
        lines = ["".join(text for text, _ in line) for line in draw(layout, table, WIDTH, HEIGHT, SYMBOLS)]
        trial.counts["boards"] += 1
        for line in lines:
            wide = _columns(line.rstrip())
            trial.must(wide <= WIDTH, f"lines of {WIDTH} columns at most", f"{wide} columns: {line!r}")
        for place in layout.places:
            _is_shown(trial, place, table[place.pile], plan.rooms[place.pile], lines)
        known |= shapes


def _columns(line: str) -> int:
    """Return how many columns a terminal takes for a line."""
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in line)
    return len(line) + wide - sum(unicodedata.combining(mark) > 0 for mark in line)


def _is_shown(trial: Trial, place: Place, pile: Pile, room: Room, lines: Sequence[str]) -> None:
    """Fail unless the label of a pile, or its beginning, is on the board, and the top card below it."""
    trial.must(place.label.isprintable(), f"a label of one line for the pile {place.pile}", repr(place.label))
    area = [line[room.column : room.column + room.width] for line in lines[room.row : room.row + room.height]]
    label = place.label[: room.width]
    seen = area[0] if area else ""
    trial.must(seen.startswith(label), f"the label {label!r} over the pile {place.pile}", repr(seen))
    if pile:
        top = SYMBOLS.text(pile[-1])
        shows = any(top in line for line in area[1:])
        trial.must(shows, f"the top card {pile[-1]} of the pile {place.pile} on the board", repr(area[1:]))


def _nowhere(game: Game) -> str | None:
    return cannot_be_found(type(game))


def _import(trial: Trial) -> None:
    module = trial.shared.kind.__module__
    with Process(HASH_SEEDS[0]) as process:
        came = process.ask({"import": module})
        written = process.errors
    trial.counts["imports"] += 1
    trial.must("died" not in came, f"{module} can be imported in another process", str(came.get("died")))
    trial.must(not came["error"], f"{module} can be imported in another process", str(came["error"]))
    modules: list[str] = came["modules"]
    trial.counts["modules"] += len(modules)
    tops = Counter(name.partition(".")[0] for name in modules)
    heavy = sorted(HEAVY & tops.keys())
    trial.must(not heavy, f"no heavy package imported with {module}", ", ".join(heavy))
    most = ", ".join(f"{number} of {name}" for name, number in tops.most_common(5))
    few = len(modules) <= MOST_MODULES
    trial.must(few, f"at most {MOST_MODULES} modules imported with {module}", f"{len(modules)}: {most}")
    printed = came["printed"] + written
    trial.must(not printed, f"nothing printed while {module} is imported", repr(printed[:300]))
    threads = ", ".join(came["threads"])
    trial.must(not threads, f"no thread started while {module} is imported", threads)
    trial.must(not came["folder"], f"the same current folder after {module} is imported", repr(came["folder"]))


@contextmanager
def _others() -> Generator[list[Process]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Process(seed)) for seed in HASH_SEEDS]


def _other_process(trial: Trial) -> None:
    others = trial.shared.made(_others)
    asked = question(trial.play)
    for other in others:
        other.send(asked)
    here = [state(session) for session in trial.walk()]  # while the others play
    expected = json.dumps({"states": here}, default=repr)
    trial.counts["tables"] += len(here)
    answers = [other.receive().rstrip("\n") for other in others]
    trial.counts["compared"] += len(here) * len(others)
    for other, answer in zip(others, answers, strict=True):
        if answer and answer != expected:
            _differs(trial, json.loads(answer), f"in a Python process with PYTHONHASHSEED={other.hash_seed}")


def _differs(trial: Trial, answer: dict[str, Any], where: str) -> None:
    """Play once more up to the first difference, and fail there."""
    if "died" in answer:
        trial.fail(f"the same play {where}", answer["died"])
    there: list[dict[str, Any]] = answer["states"]
    for number, session in enumerate(trial.walk()):
        if number >= len(there):
            trial.fail(f"the same play {where}", answer.get("error", "it ended earlier"))
        here = json.loads(json.dumps(state(session), default=repr))
        for part, expected in here.items():
            came = there[number][part]
            if came != expected and part == "table":
                trial.fail(f"the same table {where}", "another one", session.table, _table(came))
            if came != expected:
                trial.fail(f"the same {part} {where}: {shown(expected)}", shown(came))
    if "error" in answer:
        trial.fail(f"the same play {where}", answer["error"])


def _table(data: dict[str, Any]) -> Table:
    return Table.of(data["piles"], data["counts"])


CHECKS: Final = (
    Check(
        "board",
        since="0.1",
        statement="The board can be drawn in 80 columns, with the label and the top card of every pile.",
        advice="Place piles one card width apart or more, in rows of at most 13, and leave room for spread ones.",
        look=_board,
        least={"plays": 10, "tables": 10, "boards": 1},
    ),
    Check(
        "import",
        since="0.1",
        statement="Importing the plugin is light: few modules, no heavy package, and nothing done besides.",
        advice="Import it in the function that needs it. python -X importtime -c 'import ...' shows what is imported.",
        look=_import,
        of="once",
        least={"imports": 1},
        needs=("facts",),
        applies=_nowhere,
    ),
    Check(
        "other-process",
        since="0.1",
        statement="The same deal and moves show the same in another Python process, with another seed of hashes.",
        advice="Let nothing depend on the order of a set, on hash() or id(), or on what was played before.",
        look=_other_process,
        least={"plays": 10, "tables": 10, "compared": 20},
        applies=_nowhere,
    ),
)
