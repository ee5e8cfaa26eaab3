"""Report: what came of all checks, as text for people, as JSON for programs, and as JUnit's XML for CI."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from attrs import field, frozen

from patience_core.cards import Back
from patience_core.conformance.play import Play, runs_of
from patience_core.conformance.results import CheckResult, Counterexample, Status
from patience_core.game import Game
from patience_core.options import show_all
from patience_core.table import Pile, Table

MOST_MOVES = 40
"""Moves of a counterexample that are written out."""


@frozen
class Report:
    """What came of the checks of a game.

    Attributes:
        game: the game class.
        options: the options that were fixed; all others took every choice.
        games: how many choices of options there were.
        profile: how much was looked at.
        seed: which plays were looked at.
        results: what came of each check, in the kit's order.
    """

    game: type[Game]
    options: Mapping[str, Any] = field(hash=False)
    games: int
    profile: str
    seed: int
    results: tuple[CheckResult, ...]

    @property
    def ok(self) -> bool:
        """Whether no check failed or was blocked."""
        return all(result.ok for result in self.results)

    def of(self, status: Status) -> tuple[CheckResult, ...]:
        """Return the results of one status."""
        return tuple(result for result in self.results if result.status is status)

    def __getitem__(self, check: str) -> CheckResult:
        """Return what came of the check of that id; KeyError when it was not run."""
        for result in self.results:
            if result.check.id == check:
                return result
        raise KeyError(check)

    def __str__(self) -> str:
        """Write the report for people."""
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Yield the report for people: a line for each check, what failed, and the sum."""
        yield f"{title_of(self.game)}: {self.profile} checks, seed {self.seed}, {_choices(self)}"
        yield ""
        ids = max((len(result.check.id) for result in self.results), default=0)
        states = max((len(result.status) for result in self.results), default=0)
        for result in self.results:
            said = result.reason if result.reason and result.ok else counts_line(result.counts) or result.reason
            yield f"  {result.check.id:{ids}}  {result.status:{states}}  {said}".rstrip()
        for result in self.results:
            if result.status is Status.FAILED:
                yield ""
                yield from failure_lines(result, self.game)
        yield ""
        yield self.summary

    @property
    def summary(self) -> str:
        """One sentence: how many checks came out how."""
        numbers = Counter(result.status for result in self.results)
        parts = ", ".join(f"{numbers[status]} {status}" for status in Status if numbers[status])
        return f"{'Conforms' if self.ok else 'Does not conform'}: {parts or 'no check was run'}."

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "game": getattr(self.game, "id", self.game.__name__),
            "class": f"{self.game.__module__}:{self.game.__qualname__}",
            "options": dict(self.options),
            "choices_of_options": self.games,
            "profile": self.profile,
            "seed": self.seed,
            "ok": self.ok,
            "checks": [_as_dict(result) for result in self.results],
        }

    def as_junit(self) -> str:
        """Return the report as JUnit's XML, which CI systems read; a blocked check is an error in it."""
        from xml.etree import ElementTree  # noqa: PLC0415 - for the few who ask for it

        name = str(getattr(self.game, "id", self.game.__name__))
        numbers = Counter(result.status for result in self.results)
        suite = ElementTree.Element(
            "testsuite",
            name=f"patience check {name}",
            tests=str(len(self.results)),
            failures=str(numbers[Status.FAILED]),
            errors=str(numbers[Status.BLOCKED]),
            skipped=str(numbers[Status.EXCEPTED] + numbers[Status.NOT_APPLICABLE]),
        )
        for result in self.results:
            case = ElementTree.SubElement(suite, "testcase", classname=f"patience.{name}", name=result.check.id)
            if result.status is Status.FAILED:
                lines = list(failure_lines(result, self.game))
                ElementTree.SubElement(case, "failure", message=_printable(lines[0])).text = _printable(
                    "\n".join(lines)
                )
            elif result.status is Status.BLOCKED:
                ElementTree.SubElement(case, "error", message=_printable(f"blocked: {result.reason}"))
            elif result.status is not Status.PASSED:
                ElementTree.SubElement(case, "skipped", message=_printable(f"{result.status}: {result.reason}"))
        ElementTree.indent(suite)
        return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def failure_lines(result: CheckResult, game: type[Game]) -> Iterator[str]:
    """Yield what an author needs to know of a check that failed."""
    yield f"{result.check.id}: {result.check.statement}"
    found = result.counterexample
    if found is None or result.reason:
        yield f"  but       {result.reason}"
    if found is not None:
        yield from _counterexample_lines(result, found)
        yield f"  advice    {result.check.advice}"


def _counterexample_lines(result: CheckResult, found: Counterexample) -> Iterator[str]:
    yield f"  expected  {_printable(found.expected)}"
    yield f"  came      {_printable(found.came)}"
    play = found.play
    if play is not None:
        yield f"  game      {title_of(type(play.game))}{show_all(play.game.options)}"
        yield f"  deal      {play.deal.listing}"
        yield f"  moves     {_moves(found.moves)}"
    yield from _board_lines(found)
    if not found.repeats:
        yield "  but       the same play did not show it again: the game does not always do the same"
    if play is not None:
        yield f"  replay    {rerun_line(result.check.id, play)}"


def _board_lines(found: Counterexample) -> Iterator[str]:
    """Yield the table before, and of the one after only what has changed."""
    before, after = found.before, found.after
    if before is None:
        return
    if after is None:
        yield "  table"
        yield from _table_lines(before)
        return
    yield "  before"
    yield from _table_lines(before)
    changed = {name: pile for name, pile in after.piles.items() if before.piles.get(name) != pile}
    counts = {
        name: after.count(name) for name in {**before.counts, **after.counts} if before.count(name) != after.count(name)
    }
    yield "  after" if changed or counts else "  after (nothing has changed)"
    yield from _pile_lines(changed, counts, max(map(len, before.piles), default=0))


def _table_lines(table: Table) -> Iterator[str]:
    return _pile_lines(table.piles, table.counts, max(map(len, table.piles), default=0))


def _pile_lines(piles: Mapping[str, Pile], counts: Mapping[str, int], width: int) -> Iterator[str]:
    """Yield a line for each pile, bottom card first, and one for each count."""
    for name, pile in piles.items():
        yield f"    {name:{width}}  {' '.join(_cards(pile)) or '-'}"
    for name, count in sorted(counts.items()):
        yield f"    {name}: {count}"


def _cards(pile: Pile) -> Iterator[str]:
    """Yield the texts of cards, of many backs with numbers in a row only the first and the last."""
    numbered = [(place, card.slot if isinstance(card, Back) else None) for place, card in enumerate(pile)]
    for _, same in groupby(numbered, key=_in_a_row):
        run = [str(pile[place]) for place, _ in same]
        yield from run if len(run) < 6 else (run[0], "...", run[-1])


def _in_a_row(numbered: tuple[int, int | None]) -> object:
    """Return what is equal for backs in a row, whose numbers go down by one from card to card."""
    place, slot = numbered
    return ("card", place) if slot is None else place + slot


def _moves(texts: tuple[str, ...]) -> str:
    """Write the texts of moves, equal ones in a row as one, and only the last ones of many."""
    runs = runs_of(texts)
    if not runs:
        return "none"
    some = runs[-MOST_MOVES:]
    parts = [text if times == 1 else f"{text} ({times} times)" for text, times in some]
    number = f" [{len(texts)} moves]" if len(texts) > 9 else ""
    return f"{'... ' if len(runs) > len(some) else ''}{', '.join(parts)}{number}"


def rerun_line(check: str, play: Play) -> str:
    """Return the command that repeats a check on one play."""
    kind = type(play.game)
    chosen = ", ".join(f"{name}={_literal(value)}" for name, value in play.game.options.items())
    twist = f", twist={play.twist}" if play.twist else ""
    call = f'rerun("{check}", {kind.__name__}({chosen}), "{play.deal.listing}", {_picks(play.picks)}{twist})'
    if "<" in kind.__qualname__ or kind.__module__ == "__main__":
        return f"from patience_core.conformance import rerun; {call}"
    imports = f"from patience_core.conformance import rerun; from {kind.__module__} import {kind.__name__}"
    return f"python -c {shlex.quote(f'{imports}; {call}')}"


def _literal(value: object) -> str:
    """Write a value as Python, texts in double quotes, so that the whole can stand in single ones."""
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _picks(picks: tuple[int, ...]) -> str:
    """Write picks as Python, equal ones in a row as one."""
    runs = runs_of(picks)
    if all(times < 4 for _, times in runs):
        return repr(list(picks))
    return " + ".join(f"[{pick}] * {times}" for pick, times in runs)


def counts_line(counts: Mapping[str, int]) -> str:
    """Write counts that are not 0, as in "40 plays, 1210 moves"."""
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def title_of(game: type[Game]) -> str:
    """Return what a game is called, whatever is wrong with it."""
    title = getattr(game, "title", None)
    return title if isinstance(title, str) and title else game.__name__


def _choices(report: Report) -> str:
    return f"{report.games} choice{'' if report.games == 1 else 's'} of options{show_all(report.options)}"


def _as_dict(result: CheckResult) -> dict[str, Any]:
    found = result.counterexample
    return {
        "id": result.check.id,
        "since": result.check.since,
        "statement": result.check.statement,
        "status": str(result.status),
        "counts": dict(result.counts),
        "reason": result.reason,
        "counterexample": found and _counterexample_dict(result, found),
    }


def _counterexample_dict(result: CheckResult, found: Counterexample) -> dict[str, Any]:
    play = found.play
    return {
        "expected": found.expected,
        "came": found.came,
        "repeats": found.repeats,
        "options": play and play.game.options,
        "deal": play and play.deal.listing,
        "picks": play and list(play.picks),
        "twist": play and play.twist,
        "moves": list(found.moves),
        "before": found.before and found.before.as_dict(),
        "after": found.after and found.after.as_dict(),
        "replay": play and rerun_line(result.check.id, play),
    }


def _printable(text: str) -> str:
    """Escape what cannot be printed, and XML cannot hold."""
    return "".join(mark if mark.isprintable() or mark == "\n" else f"\\x{ord(mark):02x}" for mark in text)
