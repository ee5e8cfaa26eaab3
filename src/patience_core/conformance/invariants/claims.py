"""What a game declares of itself: its facts, its options, its rules text."""

from __future__ import annotations

import re
from typing import Final

from patience_core.conformance.definitions import Check
from patience_core.conformance.play import choices_of
from patience_core.conformance.trials import Trial, shown
from patience_core.errors import OptionError
from patience_core.game import Facts, Game
from patience_core.options import show
from patience_core.registry.validation import class_fault, instance_fault
from patience_core.rules import rules_page


def _facts(trial: Trial) -> None:
    kind = trial.shared.kind
    fault = class_fault(kind)
    trial.must(fault is None, "a class that the registry accepts", fault or "")
    games = trial.shared.games or choices_of(kind)
    for game in games:
        chosen = f"under {game.options}" if game.options else "as it is"
        fault = instance_fault(game)
        trial.must(fault is None, f"facts of the right kind {chosen}", fault or "")
        twin = kind.configured(game.options)
        trial.must(twin == game, f"an equal game from the same options {chosen}", shown(twin))
        trial.equal(f"the hash of an equal game {chosen}", hash(game), hash(twin))
        for fact in Facts.__annotations__:
            _same_fact(trial, game, twin, fact, chosen)
        trial.counts["games"] += 1


def _same_fact(trial: Trial, game: Game, twin: Game, fact: str, chosen: str) -> None:
    values = [getattr(each, fact) for each in (game, game, twin)]
    trial.must(values[0] == values[1] == values[2], f"the same {fact} each time {chosen}", shown(values))


def _options(trial: Trial) -> None:
    game = trial.game
    for option in type(game).declared_options():
        for choice in option.choices:
            text = show(choice)
            read = option.read(text)
            same = type(read) is type(choice) and read == choice
            trial.must(same, f"the choice {choice!r} of {option.name} when {text!r} is typed", repr(read))
            chosen = getattr(type(game).configured({**game.options, option.name: text}), option.name)
            trial.equal(f"the option {option.name} of the game when {text!r} is typed", choice, chosen)
            trial.counts["choices"] += 1
    try:
        wrong = type(game).configured({**game.options, "no such option": "1"})
    except OptionError:
        pass
    else:
        trial.fail("an option that the game does not have is refused", shown(wrong))
    session = trial.begin()
    trial.counts["options"] += 1
    limit = trial.shared.profile.longest
    session.auto("random", limit=limit)
    trial.counts["moves"] += len(session.history)


def _has_rules(game: Game) -> str | None:
    return None if game.rules else "it brings no rules text"


def _rules(trial: Trial) -> None:
    shared = trial.shared
    for rules, game in {game.rules: game for game in reversed(shared.games)}.items():
        page = rules_page(game)
        trial.must(page.strip(), "a page of rules", shown(rules))
        for option in shared.kind.declared_options():
            for name in (option.name, *map(show, option.choices)):
                trial.must(name in page, f"a page of rules that names {name}, of the option {option.name}", "none")
            for found in re.finditer(rf"(?<![\w-]){re.escape(option.name)}=(?=\w)", page):
                said = page[found.end() :].split("`")[0].splitlines()[0]
                known = any(said.startswith(show(choice)) for choice in option.choices)
                trial.must(
                    known, f"a page of rules that names choices of {option.name} only", f"{option.name}={said[:40]}"
                )
        trial.counts["pages"] += 1


CHECKS: Final = (
    Check(
        "facts",
        since="0.1",
        statement="What the game declares of itself is of the right kind, and the same each time it is asked.",
        advice="See what is declared in the class, and what a @computed fact returns under those options.",
        look=_facts,
        of="once",
        least={"games": 1},
        needs=(),
    ),
    Check(
        "options",
        since="0.1",
        statement="Under every choice of its options the game is dealt and played.",
        advice="Play the game under these options by hand: the error is in what they lead to.",
        look=_options,
        of="options",
        least={"options": 1},
    ),
    Check(
        "rules",
        since="0.1",
        statement="The page of rules names every option and every choice.",
        advice="Put {readings} on a line of its own into the rules text: the table of the options stands there then.",
        look=_rules,
        of="once",
        least={"pages": 1},
        needs=("facts",),
        applies=_has_rules,
    ),
)
