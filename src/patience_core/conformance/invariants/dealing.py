"""The deal, and what settles: every card is laid out once, and settling ends."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any, Final

from patience_core.cards import Card
from patience_core.conformance.definitions import Check
from patience_core.conformance.invariants.legality import offered
from patience_core.conformance.trials import FAULTS, Trial, shown, told
from patience_core.engine import lay_out, settle
from patience_core.errors import GameError, StepError
from patience_core.moves import PACK, Fetch, Step
from patience_core.table import Position

MOST_STEPS: Final = 10_000
"""Steps of one deal, or of one settling, at most."""


def steps_of(trial: Trial, steps: Any, what: str) -> tuple[Step, ...]:
    """Return what a game has yielded as steps, if they are steps and come to an end."""
    trial.must(hasattr(steps, "__iter__"), f"{what} yields steps", shown(steps))
    found: tuple[Any, ...] = tuple(islice(steps, MOST_STEPS + 1))
    trial.must(len(found) <= MOST_STEPS, f"{what} yields at most {MOST_STEPS:,} steps", "more")
    for step in found:
        trial.must(isinstance(step, Step), f"{what} yields steps", shown(step))
    return found


def cards_of(position: Position) -> list[Card]:
    """Return every card on the table, whether it is seen or not."""
    order = position.secret.order
    return [
        card if isinstance(card, Card) else order[card.slot] for pile in position.table.piles.values() for card in pile
    ]


def whole_pack(trial: Trial, position: Position) -> None:
    """Fail unless every card of the pack lies on the table once, and what lies face down is counted."""
    table, pack = position.table, trial.game.pack
    lying = Counter(cards_of(position))
    lost = [str(card) for card in pack.cards if not lying[card]]
    doubled = [f"{card} ({times} times)" for card, times in lying.items() if times > 1]
    trial.must(not lost, "every card of the pack on the table", f"not there: {' '.join(lost)}")
    trial.must(not doubled, "every card on the table once", ", ".join(doubled))
    trial.equal("cards on the table", len(pack), sum(lying.values()))
    down = sum(not card.face_up for pile in table.piles.values() for card in pile)
    trial.equal("cards face down", down, table.face_down)
    trial.equal("the piles of the table", list(trial.game.layout.piles), list(table.piles))


def _deal(trial: Trial) -> None:
    game = trial.game
    steps = steps_of(trial, game.deal(), "deal()")
    again = steps_of(trial, game.deal(), "deal()")
    trial.equal("deal() asked again", steps, again)
    position = lay_out(game, trial.play.deal)
    trial.counts["deals"] += 1
    trial.must(PACK not in position.table.piles, "no pile of the pack after the deal", "one")
    whole_pack(trial, position)
    order = position.secret.order[: len(game.pack)]
    trial.equal("the cards as they were dealt", trial.play.deal.cards, order)
    for number in (1, 2):
        other = lay_out(game, trial.play.deal)
        trial.must(other == position, "the same deal laid out in the same way", f"another table at time {number + 1}")


def _settling(trial: Trial) -> None:
    game = trial.game
    position = _settled(trial, lay_out(game, trial.play.deal))
    for pick in trial.play.picks:
        try:
            moves = offered(trial, game, position.table)
            move = moves[pick % len(moves)] if moves else None
            after = position.after(move.steps) if move else None
        except FAULTS:  # other checks, which need this one, tell of that
            return
        if move is None or after is None:
            break
        trial.note(move.text, position.table, after.table)
        position = _settled(trial, after)


def _settled(trial: Trial, position: Position) -> Position:
    """Return the settled position; fail unless settling is steps, the same each time, and comes to an end."""
    game = trial.game
    steps = steps_of(trial, game.settle(position.table), "settle()")
    trial.equal("settle() asked again", steps, steps_of(trial, game.settle(position.table), "settle()"))
    for step in steps:
        trial.must(not isinstance(step, Fetch), "settle() uses no Fetch, which is for deals", shown(step))
    try:
        settled, _ = settle(game, position)
    except (GameError, StepError) as error:
        trial.fail("settling comes to an end", told(error), position.table)
    trial.counts["tables"] += 1
    return settled


CHECKS: Final = (
    Check(
        "deal",
        since="0.1",
        statement="The deal lays out every card of the pack once, always in the same way, and leaves none in the pack.",
        advice="Count the cards that the steps of deal() take from PACK. It must yield the same steps each time.",
        look=_deal,
        least={"deals": 10},
        needs=("facts",),
    ),
    Check(
        "settling",
        since="0.1",
        statement="What happens of itself after the deal and after each move comes to an end.",
        advice="Each round of settle() must bring the table nearer to one for which it yields nothing.",
        look=_settling,
        least={"tables": 10},
        needs=("deal",),
    ),
)
