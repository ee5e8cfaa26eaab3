"""What is seen and what is hidden: nothing that the player cannot know tells on the table or in the rules."""

from __future__ import annotations

import json
import re
from itertools import islice, permutations
from typing import Any, Final

from patience_core.cards import Card
from patience_core.conformance.definitions import Check
from patience_core.conformance.trials import Trial, told_of
from patience_core.deals import Deal
from patience_core.game import Game
from patience_core.players import named_players, player_stream
from patience_core.session import Change, Session
from patience_core.table import Table

_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:10|[A2-9TJQK])[CDHS♣♦♥♠](?![A-Za-z0-9])")
_SUITS: Final = str.maketrans("♣♦♥♠", "CDHS")
_CALL: Final = re.compile(r"(?:rank=|Card\()(\d+), (?:suit=)?'([CDHS])'")


def _hidden(trial: Trial) -> None:
    game = trial.game
    named = _cards_in(" ".join((*game.layout.piles, game.title)))
    unseen = {str(card) for card in trial.play.deal.cards}
    changes: list[Change] = []
    known: dict[int, object] = {}  # by identity, since a back that tells something may be equal to one that does not
    for session in trial.walk(observers=[changes.append]):
        table, order = session.table, session.position.secret.order
        unseen -= {str(order[slot]) for slot in session.seen}
        if not unseen:
            return
        trial.counts["hidden"] += 1
        told = [json.dumps(table.as_dict()), repr(table), *map(repr, changes[-1:])]
        for pile in table.piles.values():
            new = [card for card in pile if id(card) not in known and not isinstance(card, Card)]
            known |= {id(card): card for card in new}
            told += [f"{card!r} {card} {_attributes(card)}" for card in new]
        if not session.can_undo:
            told += [str(table), repr(session.position), *map(str, changes[-1:])]
        for text in told:
            for card in sorted(_cards_in(text) & (unseen - named)):
                trial.fail("no card that has not been seen in what is told", f"{card} in {_around(text, card)}")


def _attributes(value: object) -> str:
    """Return all that hangs on a value, as text."""
    held: dict[str, Any] = dict(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        names = getattr(kind, "__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if not name.startswith("__"):
                held[name] = getattr(value, name, None)
    return repr(held)


def _cards_in(text: str) -> set[str]:
    """Return the cards that a text names, as `7C`."""
    found = {word.translate(_SUITS).replace("10", "T") for word in _CARD.findall(text)}
    return found | {str(Card(int(rank), suit)) for rank, suit in _CALL.findall(text) if 1 <= int(rank) <= 13}


def _around(text: str, card: str) -> str:
    at = max(text.find(card), 0)
    return repr(text[max(0, at - 30) : at + 30])


def _seen(session: Session) -> dict[str, Any]:
    """Return all that a player may see of a session; equal cards of several copies are alike to him."""
    return {
        "table": session.table.as_dict(),
        "legal moves": [(move.text, move.steps) for move in session.moves],
        **told_of(session),
    }


def _unseen(trial: Trial) -> None:
    look_at = 0
    for made, session in enumerate(trial.walk()):
        if session.position.secret.shuffles:
            return  # from here on all hidden cards decide together where each of them goes
        if len(session.seen) == len(trial.play.deal.cards):
            return
        if made == look_at or not session.moves:
            _with_others_unseen(trial, session)
            look_at = 2 * made or 1


def _with_others_unseen(trial: Trial, session: Session) -> None:
    """Fail unless the play so far looks the same when the cards not seen so far lie in another order."""
    deal = trial.play.deal
    slots = [slot for slot in range(len(deal.cards)) if slot not in session.seen]
    cards = list(deal.cards)
    for place, slot in enumerate(slots):
        cards[slot] = deal.cards[slots[(place + 1 + trial.play.twist) % len(slots)]]
    other = Deal.of(cards, deal.pack)
    if other == deal:
        return
    trial.counts["twins"] += 1
    _alike(trial, session, Session(trial.game, other), f"if the hidden cards were {_hidden_list(cards, slots)}")


def _hidden_list(cards: list[Card], slots: list[int]) -> str:
    some = " ".join(f"#{slot}={cards[slot]}" for slot in slots[:6])
    return some + (" ..." if len(slots) > 6 else "")


def _alike(trial: Trial, session: Session, other: Session, when: str) -> None:
    """Fail unless the other session looks the same all the way from the deal to where this one is."""
    moves = session.history
    shows = [_seen(session)]
    while session.can_undo:
        session.undo()
        shows.append(_seen(session))
    while session.can_redo:
        session.redo()
    for number, expected in enumerate(reversed(shows)):
        came = _seen(other)
        for part, value in expected.items():
            if value != came[part]:
                trial.fail(f"the same {part} {when}: {_brief(part, value)}", _brief(part, came[part]), session.table)
        if number < len(moves):
            other.play(moves[number])


def _brief(part: str, value: Any) -> str:
    if part == "legal moves":
        return ", ".join(text for text, _ in value) or "none"
    return repr(value)[:300]


def _matter(game: Game) -> str | None:
    if game.suits_matter:
        return "it declares that suits matter"
    return "its pack has one suit only" if len(game.pack.suits) == 1 else None


def _suits(trial: Trial) -> None:
    play = trial.play
    suits = play.deal.pack.suits
    orders = list(islice(permutations(suits), 1, None))
    changed = dict(zip(suits, orders[play.twist % len(orders)], strict=True))
    swapped = Deal.of([Card(card.rank, changed[card.suit]) for card in play.deal.cards], play.deal.pack)
    other = Session(play.game, swapped)
    how = ", ".join(f"{one} is {two}" for one, two in changed.items() if one != two)
    trial.counts["exchanges"] += 1
    for session, pick in zip(trial.walk(), (*play.picks, 0), strict=False):
        if session.position.secret.shuffles:
            return  # a shuffle depends on the suits
        expected, came = _without_suits(session, changed), _without_suits(other, {suit: suit for suit in suits})
        for part, value in expected.items():
            trial.must(value == came[part], f"the same {part} where {how}: {value!r}"[:400], repr(came[part])[:300])
        if session.moves:
            other.play(other.moves[pick % len(other.moves)])


def _without_suits(session: Session, changed: dict[str, str]) -> dict[str, Any]:
    """Return what must not depend on suits, with the suits of the table exchanged."""
    piles = {
        name: [f"{str(card)[0]}{changed[card.suit]}" if isinstance(card, Card) else str(card) for card in pile]
        for name, pile in session.table.piles.items()
    }
    return {
        "table": (piles, dict(session.table.counts)),
        "steps of the legal moves": [move.steps for move in session.moves],
        "outcome": str(session.outcome),
        "score": session.score,
    }


def _one_copy(game: Game) -> str | None:
    return "its pack has each card once" if game.pack.copies == 1 else None


def _copies(trial: Trial) -> None:
    last = trial.game.pack.copies - 1
    for session in trial.walk():
        table = session.table
        piles = {
            name: tuple(
                Card(card.rank, card.suit, last - card.copy) if isinstance(card, Card) else card for card in pile
            )
            for name, pile in table.piles.items()
        }
        other = Table(piles, dict(table.counts), table.face_down)
        trial.counts["exchanges"] += 1
        _same_rules(trial, table, other, "when equal cards are exchanged")


def _no_tallies(game: Game) -> str | None:
    return None if game.tallies else "it has no tallies"


def _tallies(trial: Trial) -> None:
    for session in trial.walk():
        table = session.table
        counts = {**table.counts, **{name: table.count(name) + 1 + trial.play.twist for name in trial.game.tallies}}
        other = Table(dict(table.piles), counts, table.face_down)
        trial.counts["exchanges"] += 1
        _same_rules(trial, table, other, "whatever the tallies count")
        for name, player in named_players(trial.game).items() if session.moves else ():
            one, two = (player(each, session.moves, player_stream(session.deal, name)).text for each in (table, other))
            trial.equal(f"the choice of the player {name!r} whatever the tallies count", one, two)


def _same_rules(trial: Trial, table: Table, other: Table, when: str) -> None:
    """Fail unless moves, settling and win are the same for both tables."""
    game = trial.game
    one, two = ([move.text for move in game.legal_moves(each)] for each in (table, other))
    trial.equal(f"the legal moves {when}", one, two)
    trial.equal(f"what settles {when}", tuple(game.settle(table)), tuple(game.settle(other)))
    trial.equal(f"whether it is won {when}", game.won(table), game.won(other))


CHECKS: Final = (
    Check(
        "hidden",
        since="0.1",
        statement="A table, and what observers get, hold no hidden card, neither as text nor as JSON.",
        advice="Only the engine knows hidden cards, so this is a fault of the engine.",
        look=_hidden,
        least={"plays": 10, "hidden": 10},
        unless={"hidden": "no card was ever hidden"},
    ),
    Check(
        "unseen",
        since="0.1",
        statement="Two deals that agree on every card seen so far look the same and offer the same moves.",
        advice="The game has found a way to hidden cards, or keeps cards from an earlier play.",
        look=_unseen,
        least={"plays": 10, "twins": 10},
        unless={"twins": "no two different cards were hidden before a shuffle"},
    ),
    Check(
        "suits",
        since="0.1",
        statement="A game that claims that suits do not matter plays alike when suits are exchanged.",
        advice="Drop suits_matter = False, or find where a rule reads a suit or a colour.",
        look=_suits,
        least={"plays": 10, "exchanges": 10},
        applies=_matter,
    ),
    Check(
        "copies",
        since="0.1",
        statement="Equal cards of a pack of several copies are alike to the rules.",
        advice="Compare rank and suit of cards, not the cards themselves: equal cards differ in their copy number.",
        look=_copies,
        least={"plays": 10, "exchanges": 10},
        applies=_one_copy,
    ),
    Check(
        "tallies",
        since="0.1",
        statement="No rule and no player reads a count that the game declares as a tally.",
        advice="Take the count out of tallies, or do not read it in moves(), settle(), won() or a player.",
        look=_tallies,
        least={"plays": 10, "exchanges": 10},
        applies=_no_tallies,
    ),
)
