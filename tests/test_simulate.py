"""Simulation: the same counts wherever, by whichever route and in whatever chunks the deals are played."""

from __future__ import annotations

import json
import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience_core import (
    Count,
    Deal,
    Game,
    GameError,
    Kernel,
    Move,
    Outcome,
    PlayerError,
    Registry,
    Session,
    SimulationError,
    Stream,
    Summary,
    Table,
    frozen,
    simulate,
)
from patience_core.origins import made_by
from patience_core.simulation import pacing, playing, routes, running
from patience_core.simulation.pacing import Pace
from patience_core.simulation.places import Own
from patience_core.simulation.playing import Played, Rows, play_deal
from tests.games import GAMES, Ladder, Pairs, Round, Steps
from tests.reference import raised
from tests.terminals import PATIENT, environment
from tests.toss import stumble

KINDS = st.sampled_from([Ladder(), Ladder(redeals=0), Pairs(), Round(), Steps(pace="Run"), Steps(ends="nowhere")])
NUMBERS = st.integers(0, 2**63 - 100)


def as_sessions(game: Game, player: str, first: int, deals: int) -> Iterator[tuple[int, Outcome, int, int]]:
    """Yield what comes of each deal in a session of its own."""
    for number in range(first, first + deals):
        session = Session(game, Deal.numbered(number, game.pack))
        session.auto(player)
        yield number, session.outcome, session.score, len(session.history)


def counted(game: Game, player: str, first: int, deals: int) -> Summary:
    """Return the summary of sessions."""
    plays = list(as_sessions(game, player, first, deals))
    scores = [score for _, outcome, score, _ in plays if outcome != "in play"]
    return Summary(
        game=game.id,
        options=game.options,
        player=player,
        first=first,
        deals=deals,
        won=sum(outcome == "won" for _, outcome, _, _ in plays) if game.has_win else None,
        scores={score: scores.count(score) for score in scores},
        moves=sum(moves for _, _, _, moves in plays),
        unfinished=sum(outcome == "in play" for _, outcome, _, _ in plays),
    )


@settings(max_examples=30)
@given(KINDS, st.sampled_from(["first", "random"]), NUMBERS, st.integers(0, 12))
def test_a_simulation_counts_what_sessions_come_to(game: Game, player: str, first: int, deals: int) -> None:
    assert counted(game, player, first, deals) == simulate(game, deals, first=first, player=player)


def test_the_players_of_a_game_play_too() -> None:
    assert counted(Pairs(), "last", 0, 20) == simulate(Pairs(), 20, player="last")


def test_a_play_without_an_end_stops_at_the_limit_of_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "AUTO_LIMIT", 30)
    game = Steps(back=True, pace="Run", goal=7)
    unfinished = 0
    for number in range(10):
        session = Session(game, Deal.numbered(number, game.pack))
        session.auto("random", limit=30)
        row = play_deal(game, "random", number)
        assert (number, session.outcome, session.score, len(session.history)) == row
        unfinished += row.outcome == "in play"
    assert unfinished == simulate(game, 10, player="random").unfinished


def test_a_play_that_comes_to_the_same_table_again_is_stopped_and_counted() -> None:
    found = simulate(Round(), 3)
    assert (3, {}, None, 0) == (found.unfinished, found.scores, found.won, found.finished)
    assert found.moves == 3 * len(list(as_sessions(Round(), "first", 0, 1))) * 5


@settings(max_examples=30)
@given(KINDS, NUMBERS, st.lists(st.integers(1, 5), max_size=6))
def test_ranges_played_one_by_one_add_up_to_the_whole(game: Game, first: int, parts: list[int]) -> None:
    total = Summary.none(game, "random", first)
    for deals in parts:
        total += simulate(game, deals, first=first + total.deals, player="random")
    assert simulate(game, sum(parts), first=first, player="random") == total


@pytest.fixture
def tiny_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chunks be of few deals, and start workers at once, so that short runs have many chunks."""
    monkeypatch.setattr(pacing, "BEGIN", 5)
    monkeypatch.setattr(pacing, "GROWTH", 1)
    monkeypatch.setattr(pacing, "LEAST", 1e-9)
    monkeypatch.setattr(running, "WORTH", {"reference": 0.0, "compiled": 0.0})


EXPECTED = counted(Ladder(), "random", 7, 60)


def ladder(**keywords: Any) -> Summary:
    return simulate(Ladder(), 60, first=7, player="random", route="reference", **keywords)


@pytest.mark.usefixtures("tiny_chunks")
def test_the_executor_of_a_caller_comes_to_the_same() -> None:
    with ThreadPoolExecutor(3) as threads:
        assert EXPECTED == ladder(executor=threads)
        assert EXPECTED == ladder(executor=threads, jobs=1)
        assert EXPECTED == simulate(Ladder(), 60, first=7, player="random", executor=threads)


class Backwards(Executor):
    """An executor that plays what it has been given only when it must, and then the last first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        executor = self

        class Late(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                executor.play_all()
                return super().result(timeout)

        future = Late()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        self.most = max(self.most, len(self.waiting))
        return future

    def play_all(self) -> None:
        while self.waiting:
            future, work = self.waiting.pop()
            future.set_result(work())


@pytest.mark.usefixtures("tiny_chunks")
def test_chunks_that_come_back_in_another_order_are_counted_in_order() -> None:
    backwards = Backwards()
    known: list[Summary] = []
    assert EXPECTED == ladder(executor=backwards, jobs=2, progress=known.append)
    assert [summary.deals for summary in known] == sorted(summary.deals for summary in known)
    assert counted(Ladder(), "random", 7, known[3].deals) == known[3]
    assert 6 == backwards.most  # chunks under way: three for each worker, however many there are


@pytest.mark.usefixtures("tiny_chunks")
def test_progress_is_told_of_all_deals_from_the_first_on_beginning_with_none() -> None:
    known: list[Summary] = []
    ladder(progress=known.append)
    assert (0, 60) == (known[0].deals, known[-1].deals)
    assert len(known) > 4
    assert EXPECTED == known[-1]


def test_a_short_run_starts_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Own, "_made")
    assert EXPECTED == ladder(jobs=8)


def test_a_run_that_stops_at_progress_has_told_what_it_knew() -> None:
    known: list[Summary] = []

    def tell(summary: Summary) -> None:
        known.append(summary)
        if summary.deals:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ladder(progress=tell)
    assert counted(Ladder(), "random", 7, known[-1].deals) == known[-1]


@pytest.mark.usefixtures("tiny_chunks")
def test_ctrl_c_leaves_no_worker_behind() -> None:
    def stop(summary: Summary) -> None:
        if summary.deals > 10:
            raise KeyboardInterrupt

    before = set(multiprocessing.active_children())
    with pytest.raises(KeyboardInterrupt):
        ladder(jobs=2, progress=stop)
    assert set() == set(multiprocessing.active_children()) - before


@pytest.mark.usefixtures("tiny_chunks")
def test_worker_processes_come_to_the_same_even_when_one_is_killed() -> None:
    before = set(multiprocessing.active_children())
    killed: list[int] = []

    def kill(summary: Summary) -> None:
        workers = [child for child in multiprocessing.active_children() if child not in before]
        if workers and summary.deals > 10 and not killed:
            killed.append(workers[0].pid or 0)
            os.kill(killed[-1], signal.SIGKILL)

    assert EXPECTED == ladder(jobs=2, progress=kill)
    assert 1 == len(killed)


WORKING = """
import multiprocessing

from patience_core import simulate
from patience_core.simulation import pacing, running
from tests.games import Ladder

if __name__ == "__main__":
    running.WORTH = {"reference": 0.0}

    def tell(summary):
        print(*(child.pid for child in multiprocessing.active_children()), flush=True)

    try:
        simulate(Ladder(), 1_000_000, route="reference", jobs=2, progress=tell)
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.fixture
def working(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Start a process with two workers, as a terminal does: in a group of its own. Give it, and their numbers."""
    script = tmp_path / "working.py"
    script.write_text(WORKING, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        env=environment({}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        workers: list[int] = []
        while len(workers) < 2:
            workers = list(map(int, process.stdout.readline().split()))
        yield process, workers
        process.kill()


def test_ctrl_c_in_a_terminal_which_workers_are_sent_too_is_left_to_the_process_that_they_work_for(
    working: tuple[subprocess.Popen[str], list[int]],
) -> None:
    process, _ = working
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENT)
    assert ("stopped", "") == (out.splitlines()[-1], errors)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs to wait for processes that are not its children")
def test_workers_end_when_the_process_that_they_work_for_is_killed(
    working: tuple[subprocess.Popen[str], list[int]],
) -> None:
    process, workers = working
    waiting = [os.pidfd_open(worker) for worker in workers]
    process.kill()
    for worker in waiting:
        ended, _, _ = select.select([worker], [], [], PATIENT)
        assert [worker] == ended
        os.close(worker)


class Losing(Executor):
    """An executor that loses chunks."""

    def __init__(self, losses: list[Exception | None], *, when_sent: bool = False) -> None:
        self.losses = losses
        self.when_sent = when_sent

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        loss = self.losses.pop(0) if self.losses else None
        if loss is not None and self.when_sent:
            raise loss
        future: Future[Any] = Future()
        if loss is None:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(loss)
        return future


@pytest.mark.parametrize("when_sent", [False, True])
@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.usefixtures("tiny_chunks")
def test_a_chunk_that_is_lost_is_played_again_however_often_that_happens(when_sent: bool, jobs: int) -> None:
    losses: list[Exception | None] = [OSError("gone"), *[None] * jobs]
    assert EXPECTED == ladder(executor=Losing(losses * 50, when_sent=when_sent), jobs=jobs)


@pytest.mark.parametrize("when_sent", [False, True])
@pytest.mark.usefixtures("tiny_chunks")
def test_workers_that_are_lost_again_and_again_end_the_run_with_a_sentence(when_sent: bool) -> None:
    losses: list[Exception | None] = [None, *[OSError("gone")] * 100]
    sentence = "Ladder, deals 12 to 16: workers were lost 4 times in a row, the last one with OSError: gone"
    assert sentence == raised(SimulationError, lambda: ladder(executor=Losing([*losses], when_sent=when_sent), jobs=2))


def test_a_pool_that_its_owner_has_shut_down_is_told() -> None:
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    assert "cannot schedule new futures after shutdown" in raised(
        SimulationError, lambda: ladder(executor=threads, jobs=1)
    )


def slip(_table: Table, moves: tuple[Move, ...], stream: Stream) -> Move:
    """Choose a move that is none, now and then."""
    return moves[stream.below(40)]


def cheat(_table: Table, moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Choose a legal move, but with other steps."""
    return Move(moves[0].text, Count("redeals"))


def leave(_table: Table, _moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Leave the program."""
    raise SystemExit(3)


def wander(_table: Table, _moves: tuple[Move, ...], _stream: Stream) -> Move:
    """Choose a move that is not legal."""
    return Move("redeal", Count("redeals"))


@frozen
class Faulty(Ladder):
    """A game whose players are broken."""

    id = "faulty"
    title = "Faulty"
    players = {"slip": slip, "cheat": cheat, "leave": leave, "wander": wander, "stumble": stumble}  # noqa: RUF012  # read only


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("slip", "Faulty, deal 7, player slip: IndexError: tuple index out of range"),
        (
            "cheat",
            "Faulty, deal 7, player cheat: 'draw' is legal here, but with other steps than those of this move.",
        ),
        ("leave", "Faulty, deal 7, player leave: SystemExit: 3"),
        (
            "wander",
            "Faulty, deal 7, player wander: 'redeal' is not legal here: cards are left in the stock, or no redeal is.",
        ),
    ],
)
@pytest.mark.parametrize("place", ["here", "threads"])
@pytest.mark.usefixtures("tiny_chunks")
def test_an_error_of_a_game_or_a_player_names_the_first_deal_where_it_came(
    player: str, sentence: str, place: str
) -> None:
    with ThreadPoolExecutor(3) as threads:
        executor = threads if place == "threads" else None
        assert sentence == raised(GameError, lambda: simulate(Faulty(), 60, first=7, player=player, executor=executor))


@pytest.mark.usefixtures("tiny_chunks")
def test_an_error_in_a_worker_process_is_the_same() -> None:
    expected = raised(GameError, lambda: simulate(Faulty(), 60, player="stumble"))
    number = int(expected.split()[2].rstrip(","))
    assert f"Faulty, deal {number}, player stumble: ValueError: six!" == expected
    assert number >= 5  # which comes in a later chunk than the first, and so not in this process
    assert expected == raised(GameError, lambda: simulate(Faulty(), 60, player="stumble", jobs=2))


@pytest.mark.usefixtures("tiny_chunks")
def test_a_game_that_other_processes_cannot_be_given_is_refused_in_a_sentence() -> None:
    @frozen
    class Inner(Ladder):
        """A game made inside a function."""

    assert counted(Inner(), "first", 0, 40) == simulate(Inner(), 40)
    assert raised(SimulationError, lambda: simulate(Inner(), 40, jobs=2)).startswith(
        "Ladder cannot be played in other processes ("
    )


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"first": -1}, "There are no 5 deals from -1 on: deal numbers are whole, from 0 to 9223372036854775807."),
        ({"deals": -5}, "There are no -5 deals from 0 on: deal numbers are whole, from 0 to 9223372036854775807."),
        (
            {"first": 2**63 - 4},
            "There are no 5 deals from 9223372036854775804 on: deal numbers are whole, from 0 to 9223372036854775807.",
        ),
        ({"jobs": 0}, "jobs=0: there must be at least one."),
        ({"route": "scenic"}, "route='scenic': a route is auto, reference or compiled."),
        ({"route": "compiled"}, "Ladder has no compiled kernel for the player first."),
        (
            {"rows": print, "checkpoint": "x"},
            "A run that tells of each deal cannot be gone on with: give rows or checkpoint.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(keywords: dict[str, Any], sentence: str) -> None:
    asked: dict[str, Any] = {"deals": 5, **keywords}
    assert sentence == raised(SimulationError, lambda: simulate(Ladder(), **asked))


def test_the_last_deal_there_is_can_be_played() -> None:
    assert 1 == simulate(Ladder(), 1, first=2**63 - 1).deals
    assert 0 == simulate(Ladder(), 0, first=2**63 - 1).deals


def test_a_player_that_nobody_knows_is_refused() -> None:
    assert raised(PlayerError, lambda: simulate(Ladder(), 5, player="clevr")).startswith("Ladder has no player 'clevr'")


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.usefixtures("tiny_chunks")
def test_rows_tell_of_each_deal_in_order_beside_the_same_counts(jobs: int) -> None:
    told: list[Rows] = []
    with ThreadPoolExecutor(jobs) as threads:
        assert EXPECTED == ladder(rows=told.append, executor=threads)
    assert list(as_sessions(Ladder(), "random", 7, 60)) == [tuple(row) for rows in told for row in rows]
    assert len(told) > 3


def test_rows_tell_of_unfinished_plays_too() -> None:
    told: list[Rows] = []
    simulate(Round(), 2, rows=told.append)
    assert list(as_sessions(Round(), "first", 0, 2)) == [tuple(row) for rows in told for row in rows]


def test_chunks_with_rows_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MOST_ROWS", 3)
    monkeypatch.setattr(pacing, "BEGIN", 5)
    told: list[Rows] = []
    ladder(rows=told.append)
    assert [3] * 20 == [len(rows.outcomes) for rows in told]


@given(
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.integers(1, 64),
    st.lists(st.floats(0, 100), min_size=1, max_size=9),
)
def test_chunks_are_the_whole_range_in_order_whatever_they_take(
    first: int, deals: int, places: int, seconds: list[float]
) -> None:
    pace = Pace(first, deals)
    reached, chunks = first, 0
    while cut := pace.take(places):
        start, size = cut
        assert (reached, True) == (start, size >= 1)
        reached += size
        pace.learn(size, seconds[chunks % len(seconds)])
        chunks += 1
        if chunks > 500:  # a chunk of few deals may last as long as it will
            return
    assert first + deals == reached


def test_chunks_come_to_take_as_long_as_they_should() -> None:
    pace = Pace(0, 10**11)
    sizes: list[int] = []
    while len(sizes) < 30:
        _, size = pace.take(8) or (0, 0)
        sizes.append(size)
        pace.learn(size, size / 4e6)
    assert 1 == sizes[0]  # one deal may take seconds
    assert all(later <= 8 * sooner for sooner, later in pairwise(sizes))
    assert sizes[-1] == pytest.approx(4e6, rel=0.01)


def test_near_the_end_chunks_get_smaller_but_not_small() -> None:
    pace = Pace(0, 10_000_000)
    pace.learn(10**9, 250.0)  # 4 million a second
    sizes: list[int] = []
    while cut := pace.take(2):
        sizes.append(cut[1])
    assert [2_500_000, 2_000_000, 2_000_000, 2_000_000, 1_500_000] == sizes


def test_how_long_the_rest_takes_is_known_once_something_has_been_measured() -> None:
    pace = Pace(0, 100)
    assert float("inf") == pace.seconds_left
    pace.take(1)
    pace.learn(1, 0.1)
    assert 9.9 == pytest.approx(pace.seconds_left)
    assert 99 == pace.left


def test_without_numba_the_compiled_route_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_name: str) -> None:
        """Find no module."""

    @frozen
    class Fast(Ladder):
        def kernel(self, player: str = "first") -> Any:
            return object()

    monkeypatch.setattr(routes, "find_spec", nothing)
    assert 'Compiled play needs numba: pip install "patience-core[fast]"' == raised(
        SimulationError, lambda: simulate(Fast(), 5, route="compiled")
    )
    assert counted(Fast(), "first", 0, 5) == simulate(Fast(), 5)
    assert routes.is_slowed(Fast(), "first")
    assert not routes.is_slowed(Ladder(), "first")


def test_every_small_game_can_be_simulated() -> None:
    assert [5] * len(GAMES) == [simulate(kind(), 5).deals for kind in GAMES]


def test_a_pool_of_processes_that_belongs_to_the_caller_may_be_used() -> None:
    context: Any = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as pool:
        assert EXPECTED == ladder(executor=pool)


COMPILED = pytest.mark.skipif(not routes.can_compile(), reason="needs numba")
CLOCK = Registry.discover().find("clock")()


@COMPILED
@pytest.mark.parametrize("name", ["clock", "play-it-out"])  # one with a win, one without
def test_compiled_play_comes_to_the_same_counts_and_rows(name: str) -> None:
    game = Registry.discover().find(name)()
    told: dict[str, list[Rows]] = {"reference": [], "compiled": []}
    expected = simulate(game, 50, first=5, route="reference", rows=told["reference"].append)
    assert expected == simulate(game, 50, first=5, route="compiled", rows=told["compiled"].append)
    assert expected == simulate(game, 50, first=5)
    one, two = ([row for rows in told[route] for row in rows] for route in told)
    assert one == two


@COMPILED
def test_compiled_play_in_threads_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "WORTH", {"reference": 0.0, "compiled": 0.0})
    expected = simulate(CLOCK, 50_000)
    assert (50_000, CLOCK.id) == (expected.deals, expected.game)
    assert expected == simulate(CLOCK, 50_000, jobs=2, route="compiled")


@COMPILED
def test_a_player_that_the_kernel_does_not_know_is_played_by_the_engine() -> None:
    @frozen
    class Slow(Ladder):
        def kernel(self, player: str = "first") -> Kernel | None:
            return None

    assert counted(Slow(), "random", 0, 9) == simulate(Slow(), 9, player="random")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"deals": 1.5}, "deals=1.5: it must be a whole number."),
        ({"deals": "10"}, "deals='10': it must be a whole number."),
        ({"deals": True}, "deals=True: it must be a whole number."),
        ({"first": None}, "first=None: it must be a whole number."),
        ({"jobs": "2"}, "jobs='2': it must be a whole number."),
        ({"player": None}, "player=None: it is the name of a player."),
        ({"game": "ladder"}, "'ladder' is no game: give one under its options, as in Clock()."),
        ({"executor": 5}, "executor=5: it has no `submit`, as those of concurrent.futures have."),
    ],
)
def test_what_is_of_no_use_is_refused_by_name(arguments: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"game": Ladder(), "deals": 10, **arguments}
    game, deals = given.pop("game"), given.pop("deals")
    assert said == raised(SimulationError, lambda: simulate(game, deals, **given))


class Whole:
    """A whole number of another type, as numpy has."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_whole_numbers_of_other_types_are_taken_as_pythons_own() -> None:
    other: Any = Whole
    found = simulate(Ladder(), other(3), first=other(5))
    assert json.dumps(simulate(Ladder(), 3, first=5).as_dict()) == json.dumps(found.as_dict())


class Lacking(ThreadPoolExecutor):
    """Workers that lack the plugin of a game."""

    def submit(self, *_: Any, **__: Any) -> Any:
        future: Future[Played] = Future()
        future.set_exception(ModuleNotFoundError("No module named 'patience_ladder'"))
        return future


def test_what_lacks_where_deals_are_sent_to_is_told_at_once() -> None:
    with Lacking(2) as executor:
        said = raised(SimulationError, lambda: simulate(Ladder(), 9, executor=executor))
    assert (
        "Ladder cannot be played where it was sent to: what it needs is not there (No module named 'patience_ladder')."
    ) == said


def test_few_chunks_are_under_way_as_long_as_they_are_short() -> None:
    pace = Pace(0, 10**11)
    assert not pace.settled
    for size in (1, 8, 64, 512, 4096, 32768, 262144):
        pace.learn(size, size / 4e6)
        assert pace.settled is (size == 262144)


def test_other_versions_where_deals_are_sent_to_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_by(Ladder)
    answers = iter((made, "patience-ladder 0.9"))

    def installed(_game: type) -> str:
        return next(answers)

    monkeypatch.setattr(routes, "made_by", installed)
    with ThreadPoolExecutor(1) as executor:
        said = raised(SimulationError, lambda: simulate(Ladder(), 1, executor=executor))
    where = "Ladder cannot be played where it was sent to"
    assert f"{where}: installed there is patience-ladder 0.9, and here {made}." == said
