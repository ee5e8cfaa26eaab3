"""Run checks over a game: draw plays, count what was looked at, shrink what broke, and tell blocked from failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from patience_core.cards import FRENCH_52
from patience_core.conformance.definitions import Check
from patience_core.conformance.invariants import CHECKS
from patience_core.conformance.play import Play, choices_of, draw_play, seeded
from patience_core.conformance.reports import Report
from patience_core.conformance.results import CheckResult, Counterexample, Status
from patience_core.conformance.shrinking import Shrinker
from patience_core.conformance.trials import FAULTS, BrokenRuleError, Profile, Shared, Trial
from patience_core.deals import Deal
from patience_core.errors import PatienceError, nearest
from patience_core.game import Game
from patience_core.players import named_players

PROFILES: Final[Mapping[str, Profile]] = {
    "quick": Profile("quick", plays=20, moves=800, longest=100, odds=1_250),
    "full": Profile("full", plays=150, moves=10_000, longest=1_000, odds=8_000),
    "deep": Profile("deep", plays=3_000, moves=600_000, longest=5_000, odds=150_000),
}
MORE: Final = 20
"""How many times the plays of the profile are drawn at most, where the least has not been looked at before."""

MORE_MOVES: Final = 12
"""How many times the moves of the profile are played at most, likewise; also the most moves of one play."""

ENOUGH_PLAYS: Final = 200
ENOUGH_MOVES: Final = 5_000
"""Plays, or moves, after which what has been looked for is rare in this game, and not looked for too little."""


class CheckError(PatienceError, ValueError):
    """A check, a profile or an exception that there is not, or something that is no game."""


class Examination:
    """The checks of one game, each run when its result is first asked for, after those that it needs."""

    def __init__(
        self,
        game: Game | type[Game],
        *,
        options: Mapping[str, object] | None = None,
        profile: str | Profile = "quick",
        seed: int = 0,
        exceptions: Mapping[str, str] | None = None,
        checks: Sequence[Check] = CHECKS,
    ) -> None:
        """Take a game class, to be looked at under every choice of its options, or a game, under its own only.

        Args:
            game: the class or the game.
            options: of a class, the options that are fixed.
            profile: how much to look at: "quick", "full", "deep", or numbers of one's own.
            seed: which plays to look at.
            exceptions: a reason for each check that is known to fail, by its id.
            checks: all checks that there are.

        Raises:
            CheckError: one of these is not what it should be.
            OptionError: a fixed option is unknown, or does not take that value.
        """
        kind: Any = game if isinstance(game, type) else type(game)
        if not issubclass(kind, Game):
            raise CheckError(f"{game!r} is no game: give a class that inherits from Game, or an instance of one.")
        if isinstance(game, Game) and options:
            raise CheckError("options are for a class: a game has its own. Give the class, or leave the options out.")
        self.kind: Final[type[Game]] = kind
        self.profile: Final = named_profile(profile)
        self.seed: Final = seed
        self.exceptions: Final = dict(exceptions or {})
        self.checks: Final = {check.id: check for check in checks}
        for name, reason in self.exceptions.items():
            self.check_named(name)
            if not str(reason).strip():
                raise CheckError(f"exceptions: {name} is excepted without a reason.")
        self.games: Final = (game,) if isinstance(game, Game) else _games(game, options or {})
        fixed: Iterable[str] = game.options if isinstance(game, Game) else options or ()
        self.fixed: Final = {name: self.games[0].options[name] for name in fixed}
        self._results: dict[str, CheckResult] = {}

    def check_named(self, name: str) -> Check:
        """Return the check of that id; CheckError when there is none."""
        if name not in self.checks:
            raise CheckError(f"there is no check {name!r}.{nearest(name, self.checks)}")
        return self.checks[name]

    def result(self, name: str) -> CheckResult:
        """Return what came of the check of that id."""
        if name not in self._results:
            self._results[name] = self._with_exceptions(self._run(self.check_named(name)))
        return self._results[name]

    def report(self, only: Iterable[str] | None = None) -> Report:
        """Run the checks, all or those of some ids, and return what came of them."""
        wanted = None if only is None else {self.check_named(name).id for name in only}
        results = tuple(self.result(name) for name in self.checks if wanted is None or name in wanted)
        return Report(self.kind, self.fixed, len(self.games), self.profile.name, self.seed, results)

    def _run(self, check: Check) -> CheckResult:
        for needed in check.needs:
            culprit = self.result(needed)
            if not culprit.ok:
                root = culprit.reason if culprit.status is Status.BLOCKED else f"{needed} has failed"
                return CheckResult(check, Status.BLOCKED, reason=root)
        return run_check(check, self.kind, self.games, self.profile, self.seed)

    def _with_exceptions(self, result: CheckResult) -> CheckResult:
        """Return the result as the caller's exceptions make it."""
        reason = self.exceptions.get(result.check.id)
        if reason is None or result.status is Status.BLOCKED:
            return result
        if result.status is Status.FAILED:
            return evolve(result, status=Status.EXCEPTED, reason=reason)
        said = f"it {_what_came(result.status)}, and is excepted ({reason}): take the exception away"
        return evolve(result, status=Status.FAILED, reason=said)


def check(
    game: Game | type[Game],
    *,
    options: Mapping[str, object] | None = None,
    profile: str | Profile = "quick",
    seed: int = 0,
    exceptions: Mapping[str, str] | None = None,
    only: Iterable[str] | None = None,
) -> Report:
    """Hold a game to every invariant and return what came of it; nothing that the game does is raised.

    Args:
        game: a game class, looked at under every choice of its options, or a game, looked at as it is.
        options: of a class, the options that are fixed.
        profile: how much to look at: "quick", "full" or "deep".
        seed: which plays to look at; the same seed looks at the same plays on every machine.
        exceptions: a reason for each check that is known to fail, by its id. One that proves unneeded is a failure.
        only: the ids of the checks to run; all unless given. What these need is run besides.

    Raises:
        CheckError: there is no such check or profile, or it is no game.
        OptionError: a fixed option is unknown, or does not take that value.
    """
    examination = Examination(game, options=options, profile=profile, seed=seed, exceptions=exceptions)
    return examination.report(only)


def named_profile(profile: str | Profile) -> Profile:
    """Return the profile of that name; CheckError when there is none."""
    if isinstance(profile, Profile):
        return profile
    if profile not in PROFILES:
        raise CheckError(f"there is no profile {profile!r}; it is one of {', '.join(PROFILES)}.")
    return PROFILES[profile]


def _games(kind: type[Game], fixed: Mapping[str, object]) -> tuple[Game, ...]:
    """Return the game under every choice of options; none when that fails, which the check `facts` then tells."""
    try:
        return choices_of(kind, fixed)
    except FAULTS:
        if fixed:
            raise
        return ()


def _what_came(status: Status) -> str:
    return "passes" if status is Status.PASSED else "does not apply"


def run_check(check: Check, kind: type[Game], games: Sequence[Game], profile: Profile, seed: int) -> CheckResult:
    """Run one check over a game, whatever it needs."""
    reasons = [check.applies(game) for game in games]
    if games and None not in reasons:
        return CheckResult(check, Status.NOT_APPLICABLE, reason="; ".join(sorted(filter(None, set(reasons)))))
    concerned = tuple(game for game, reason in zip(games, reasons, strict=True) if reason is None)
    with Shared(kind, concerned, profile, seed) as shared:
        drawn = 0
        for play in _inputs(check, shared):
            drawn += 1
            broken = _look(check, shared, play)
            if broken is not None:
                return CheckResult(
                    check, Status.FAILED, dict(shared.counts), counterexample=_smallest(check, shared, play, broken)
                )
        counts = {name: shared.counts[name] for name in (*check.least, *check.unless, *shared.counts)}
    return _judged(check, shared, drawn, counts)


def _inputs(check: Check, shared: Shared) -> Iterator[Play | None]:
    """Yield what a check is to look at, until it has seen enough."""
    profile, games = shared.profile, shared.games
    if check.of == "once":
        if profile.plays:
            yield None
    elif check.of == "options":
        for game in games[: profile.plays * MORE]:
            yield Play(game, Deal.of(game.pack.cards, game.pack))
    elif check.of == "players" and games:
        yield from _for_each_player(check, shared)
    elif games:
        stream = seeded(shared.seed, check.id)
        begin = stream.below(len(games))
        plays = max(profile.plays, min(len(games), 2 * profile.plays))
        usual = len(FRENCH_52)
        moves = profile.moves * usual // max(usual, *(len(game.pack) for game in games))  # large packs cost more
        drawn = 0
        while (drawn < plays and shared.counts["moves"] < moves) or _may_go_on(check, shared, drawn):
            game = games[(begin + drawn) % len(games)]
            yield draw_play(game, stream, _most_moves(check, game, profile))
            drawn += 1


def _for_each_player(check: Check, shared: Shared) -> Iterator[Play]:
    """Yield a deal for each player under each choice of options, and then others until enough has been seen."""
    profile, counts = shared.profile, shared.counts
    most = profile.plays * MORE
    each = [(game, place) for game in shared.games[:most] for place in range(len(named_players(game)))]
    stream = seeded(shared.seed, check.id)
    for drawn in range(max(most, len(each)) if most else 0):
        enough = counts["moves"] >= profile.moves * MORE_MOVES and not _lacking(check, shared.games, counts)
        if enough and drawn >= len(each):
            break
        game, place = each[drawn % len(each)]
        yield Play(game, Deal.numbered(stream.word() >> 1, game.pack), twist=place)


def _may_go_on(check: Check, shared: Shared, drawn: int) -> bool:
    """Tell whether more plays are to be drawn because too little has been seen so far."""
    profile = shared.profile
    if drawn >= profile.plays * MORE or shared.counts["moves"] >= profile.moves * MORE_MOVES:
        return False
    return bool(_lacking(check, shared.games, shared.counts))


def _most_moves(check: Check, game: Game, profile: Profile) -> int:
    """Return how many moves a play may have: one more than the game declares, so that this too is seen."""
    if game.longest is None:
        return profile.longest * (2 if check.to_the_end else 1)
    return min(game.longest + 1, profile.moves * MORE_MOVES if check.to_the_end else profile.longest)


def _lacking(check: Check, games: Sequence[Game], counts: Mapping[str, int]) -> dict[str, int]:
    """Return what has been looked at too little, with the least that it should have been."""
    least = dict(check.least)
    if not any(game.choices for game in games):
        least.pop("branches", None)
    return {name: most for name, most in least.items() if counts.get(name, 0) < most}


def _judged(check: Check, shared: Shared, drawn: int, counts: Mapping[str, int]) -> CheckResult:
    """Return the result of a check that has found nothing broken: it may have looked at too little."""
    lacking = _lacking(check, shared.games, counts)
    enough = check.of == "plays" and (drawn >= ENOUGH_PLAYS or counts.get("moves", 0) >= ENOUGH_MOVES)
    for name, reason in _reasons(check, shared, searched=enough or check.of != "plays"):
        if name in lacking and not counts.get(name, 0) and any(counts.values()):
            return CheckResult(check, Status.NOT_APPLICABLE, counts, reason=reason)
    if enough:  # what has been seen at least once is rare, and a choice is never compulsory
        lacking = {name: most for name, most in lacking.items() if not counts.get(name, 0) and name != "branches"}
    if lacking:
        said = ", ".join(f"{counts.get(name, 0)} {name} (at least {most})" for name, most in lacking.items())
        return CheckResult(check, Status.FAILED, counts, reason=f"it has looked at too little to say anything: {said}")
    return CheckResult(check, Status.PASSED, counts)


def _reasons(check: Check, shared: Shared, *, searched: bool) -> Iterator[tuple[str, str]]:
    """Yield what a game need not have, with the reason for which a check does not apply to one that has none."""
    games, most = shared.games, shared.profile.moves * MORE_MOVES
    if games and all(game.longest == 0 for game in games):
        for name in ("moves", "branches", *check.unless):
            yield name, "the game declares that no play has a move"
    if any(game.longest is None for game in games):
        yield "ends", "no play came to its end, and the game declares that it may go on for ever"
    if any(game.longest is not None and game.longest > most for game in games):
        yield "ends", f"no play came to its end in {most:,} moves, and the game declares that it may have more"
    if searched:
        yield from {"moves": "no play had a move", **check.unless}.items()


def _look(check: Check, shared: Shared, play: Play | None) -> Counterexample | None:
    """Let a check look at one play; return what it found broken."""
    trial = Trial(shared, play)
    try:
        check.look(trial)
    except BrokenRuleError as error:
        broken = error
    except FAULTS as error:
        broken = trial.crashed(error)
    else:
        return None
    before, after = broken.before, broken.after
    if before is None:
        try:
            before, after = trial.tables()
        except FAULTS:  # a broken engine may not even do this
            before, after = None, None
    return Counterexample(broken.expected, broken.came, play, trial.texts, before, after)


def look_at(check: Check, examination: Examination, play: Play) -> Counterexample | None:
    """Let a check look at one play of a game, and return what it found broken."""
    with Shared(examination.kind, examination.games, examination.profile, examination.seed) as shared:
        return _look(check, shared, play)


def _smallest(check: Check, shared: Shared, play: Play | None, broken: Counterexample) -> Counterexample:
    """Return the smallest counterexample found, beginning with one."""
    if play is None or check.of == "options":
        return broken
    found = {play: broken}

    def breaks(candidate: Play) -> int | None:
        again = _look(check, shared, candidate)
        if again is None:
            return None
        found[candidate] = again
        return len(again.moves)

    smallest = Shrinker(play, breaks, shared.games).shrink()
    last = _look(check, shared, smallest)
    if last is not None:
        return last
    return evolve(found.get(smallest, broken), play=smallest, repeats=False)
