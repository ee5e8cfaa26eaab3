"""BuildingGame: a game that declares what each pile takes and gives, and has its moves from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any, Final

from attrs import frozen

from patience_core.building.piles import DRAW, REDEAL, STOCK_MOVES, PileRules, Stock
from patience_core.building.prepared import Prepared
from patience_core.building.words import NOUNS, a_pile, find_card, not_wanted, read_card
from patience_core.cards import Card
from patience_core.game import Game
from patience_core.moves import Move, Shift, Step
from patience_core.table import Pile, Table

NO_BOUND: Final = 1_000
"""More cards than any pack has."""


class BuildingFacts:
    """What a game of building declares beside what every game does.

    Attributes:
        pile_rules: what may be laid on each pile and taken from it, by its name, in the order in which moves are
            offered; a pile that is not named takes and gives nothing.
        stock: what is drawn from, if anything is.
    """

    __slots__ = ("_prepared",)

    pile_rules: Mapping[str, PileRules]
    stock: Stock | None = None
    _prepared: Prepared  # no field, and so no part of the value


@frozen
class BuildingGame(BuildingFacts, Game):
    """A game in which cards are built on one another: it declares what each pile takes and gives.

    Its moves are `SRC DST` for one card, `SRC DST COUNT` for several, and those of its stock. It is won when all cards
    lie on foundations.
    """

    def at_once(self, table: Table, dst: str) -> int:
        """Return how many cards of a run may be moved together to a pile; there is no bound unless a game sets one."""
        return NO_BOUND

    def also(self, src: str, dst: str) -> tuple[Step, ...]:
        """Return what happens beside the cards' moving, such as a count of points; always the same for two piles."""
        return ()

    def also_turned(self, pile: str) -> tuple[Step, ...]:
        """Return what happens beside the turning up of a pile's top card; always the same for a pile."""
        return ()

    def moves(self, table: Table) -> Iterable[Move]:
        """Return the legal moves: those to foundations, those to other piles, those of the stock."""
        rules = prepared(self)
        _, _, gives, _, takers, free, _ = rules.at(table)
        ups: tuple[Move, ...] = ()
        others: tuple[Move, ...] = ()
        for given in gives:
            for number, count, moves in given:
                if takers[number] or free:  # most cards have no place to go to
                    to_foundations, to_others = moves[count, takers[number] | free]
                    ups += to_foundations
                    others += to_others
        legal = ups + others
        if rules.bounded:
            legal = tuple([move for move in legal if self._fits(table, _shift_of(move))])
        return legal + rules.stock_moves(table)

    def settle(self, table: Table) -> Iterable[Step]:
        """Return the steps that turn up exposed cards where the pile's rules say so."""
        rules = prepared(self)
        return rules.turns(table) if rules.turn_up else ()

    def won(self, table: Table) -> bool:
        """Tell whether all cards lie on foundations."""
        return not any(map(table._piles.__getitem__, prepared(self).others))

    def safe_moves(self, table: Table) -> Iterable[Move]:
        """Yield the moves that bring a card up to a foundation where no card still in play can come to need it.

        A card is needed by those that may be laid on it in the tableau; but one with a foundation of its own to begin,
        such as an ace, needs none. All others must lie on foundations; where cards may be taken back from these, so
        must all that could come to lie on those, and so on. Nor may the card take a place that another one needs. Where
        several cards are drawn at a time, the waste is left alone: to take a card from it changes which others come up.
        """
        rules = prepared(self)
        waste = rules.stock.waste if rules.stock is not None and rules.stock.draw > 1 else None
        up = Counter(card.number for name in rules.foundations for card in table[name] if isinstance(card, Card))
        wanted = [rules.look[name](table[name])[1] for name in rules.foundations]
        _, _, gives, _, takers, free, _ = rules.at(table)
        for number, _, moves in chain.from_iterable([given[:1] for given in gives]):
            places = takers[number] | free
            found = moves[1, places][0] if places and moves.src != waste else ()
            if not found or any(up[other] != rules.copies for other in rules.needing[number]):
                continue
            for move in found:
                # No other card may be left without a place, neither a copy nor another that could begin the foundation.
                dst = _shift_of(move).dst
                place = rules.look[dst](table[dst])[1]
                if wanted.count(place) >= sum(rules.copies - up[other] for other in place & rules.cards):
                    yield move

    def distance(self, table: Table) -> float:
        """Estimate how far a table is from a win: by the cards not up, those in the way, and the room that is left."""
        return prepared(self).distance(table)

    def alike(self) -> Iterable[Collection[str]]:
        """Return the piles that have the same role and rules.

        A game whose own rules tell such piles apart, as in `at_once` or `settle`, must say otherwise.
        """
        return prepared(self).exchangeable

    def hint(self, table: Table) -> str | None:
        """Advise a safe move, or else one that brings a card up, or one that uncovers a face-down card."""
        rules = prepared(self)
        for move in self.safe_moves(table):
            return f"{move} is safe: no card in play can come to need the {table[_shift_of(move).src][-1]}."
        moves = [(move, _shift_of(move)) for move in self.moves(table) if _shift_of(move).src in rules.piles]
        for move, step in moves:
            if step.dst in rules.foundations:
                return f"{move} brings the {table[step.src][-1]} up."
        for move, step in moves:
            pile = table[step.src]
            if step.count < len(pile) and not pile[-step.count - 1].face_up:
                return f"{move} turns up a card of {self.pile_words(step.src)}."
        return None

    def why_not(self, table: Table, text: str) -> str | None:  # a kind of text each
        """Say why a move is not legal, by the rules that make the legal ones."""
        rules = prepared(self)
        if rules.stock is not None:
            if text in STOCK_MOVES:
                return rules.stock.why_not(table, text)
            if text.split(" ", maxsplit=1)[0] in (*STOCK_MOVES, rules.stock.stock):
                return f"the {rules.stock.stock} is played by the moves {DRAW} and {REDEAL} alone."
        fault = self._not_at_hand(table, text.split(" "))
        if fault:
            return fault
        src, _, rest = text.partition(" ")
        dst, _, number = rest.partition(" ")
        if src not in rules.piles or not (dst in rules.piles or dst in rules.called):
            return None
        if number and not (number.isascii() and number.isdecimal() and len(number) <= 3 and number[0] != "0"):
            return None
        if dst in rules.called:
            empty = rules.first_empty(table, dst)
            return self.fault(table, src, empty, int(number or 1)) if empty else f"every {dst} is taken."
        group = rules.piles[dst].called
        if group is not None:
            return f"say {src} {group}: the card goes to the first {group} that is empty."
        return self.fault(table, src, dst, int(number or 1))

    def fault(self, table: Table, src: str, dst: str, count: int = 1) -> str | None:
        """Say in one sentence why that many cards may not be moved from one pile to another; None where they may."""
        pile = table[src]
        return (
            self._never(src, dst)
            or self._not_given(src, pile, count)
            or self._not_taken(dst, pile[-count], table[dst], count)
            or (self._too_many(table, dst, count) if count > 1 else None)
        )

    def _never(self, src: str, dst: str) -> str | None:
        """Say why no card passes from one pile to the other, whatever lies there."""
        rules = prepared(self)
        if not rules.piles[src].gives:
            return f"a card that lies on {a_pile(rules.roles[src])} stays there."
        if not rules.may_pass(src, dst):
            return f"a card does not go from {a_pile(rules.roles[src])} to another." if src != dst else "it lies there."
        if rules.piles[dst].build is None and not rules.piles[dst].start:
            return f"no card may be laid on {self.pile_words(dst)}."
        return None

    def _not_given(self, src: str, pile: Pile, count: int) -> str | None:
        """Say why that many cards cannot be taken from a pile."""
        source, runs = self.pile_words(src), prepared(self).piles[src].runs
        if not pile:
            return f"{source} is empty."
        if count > len(pile):
            return f"{source} holds {len(pile)} card{'' if len(pile) == 1 else 's'}."
        if not pile[-1].face_up:
            return f"the top card of {source} lies face down."
        gives = prepared(self).look[src](pile)[0]
        if count <= len(gives):
            return None
        if runs is None:
            return f"cards are taken from {source} one at a time."
        block = pile[-count:]
        if not all(card.face_up for card in block):
            return f"of the top {count} cards of {source} not all lie face up."
        return f"cards move together where they are built {runs}, and {' '.join(map(str, block))} are not."

    def _not_taken(self, dst: str, card: Any, pile: Pile, count: int) -> str | None:
        """Say why a pile does not take a card, or a run that the card is the lowest of."""
        rules = prepared(self)
        taking = rules.piles[dst]
        if card.number not in rules.look[dst](pile)[1]:
            return not_wanted(card, taking, pile, self.pile_words(dst), rules.roles[dst])
        if count > 1 and taking.runs is None:
            return f"{self.pile_words(dst)} takes one card at a time."
        return None

    def _room(self, table: Table, dst: str) -> int:
        """Return how many cards of a run may go to a pile together."""
        most = prepared(self).piles[dst].most
        return self.at_once(table, dst) if most is None else min(self.at_once(table, dst), most - len(table[dst]))

    def _fits(self, table: Table, shift: Shift) -> bool:
        """Tell whether so many cards may go to that pile together."""
        return shift.count == 1 or shift.count <= self._room(table, shift.dst)

    def _too_many(self, table: Table, dst: str, count: int) -> str | None:
        room = self._room(table, dst)
        if count <= room:
            return None
        return f"{room} card{'' if room == 1 else 's'} at most can now be moved to {self.pile_words(dst)} together."

    def _not_at_hand(self, table: Table, words: list[str]) -> str | None:
        """Say why a card named in the place of a pile cannot be meant: not to be seen, or under others."""
        for word, most in zip(words, (NO_BOUND, 1), strict=False):
            card = read_card(word)
            if card is not None:
                found = find_card(card, table, prepared(self).piles)
                if not found:
                    return f"{card} does not lie face up on the table."
                if all(depth > most for _, depth in found):
                    return f"{card} lies under other cards of {self.pile_words(found[0][0])}."
        return None

    def meant(self, table: Table, text: str) -> str | None:
        """Read cards in the place of piles, as in "7h 8s" or "7h to 8s", and "up" for the right foundation."""
        words = [word for word in text.split() if word not in {"to", "on", "onto"}]
        if not 1 <= len(words) <= 3 or self._not_at_hand(table, words):
            return None
        if len(words) == 1:
            return self._sources(words[0], table)[0][0]
        number = int(words[2][:4]) if len(words) == 3 and words[2].isascii() and words[2].isdecimal() else None
        may = [
            f"{src} {dst}" if (number or depth) == 1 else f"{src} {dst} {number or depth}"
            for src, depth in self._sources(words[0], table)
            for dst in self._goals(words[1], table.piles.get(src, ())[-depth:], table)
        ]
        legal = {move.text for move in self.legal_moves(table)}
        return next((said for said in may if said in legal), may[0])

    def _sources(self, word: str, table: Table) -> list[tuple[str, int]]:
        """Return the piles that a word may mean, by a card or the beginning of a name, and how many cards that is."""
        card = read_card(word)
        if card is not None:
            return find_card(card, table, prepared(self).piles)
        return [(self._full_name(word), 1)]

    def _goals(self, word: str, cards: Pile, table: Table) -> list[str]:
        """Return the piles that a word may mean that cards go to: those with a card on top, or foundations.

        Of these, the ones of the lowest card's own suit come first.
        """
        rules = prepared(self)
        card = read_card(word)
        if card is not None:
            return [name for name, depth in find_card(card, table, rules.piles) if depth == 1]
        if word == "up" and cards and isinstance(cards[0], Card):
            suit = {cards[0].suit}
            return sorted(rules.foundations, key=lambda name: rules.suits_of(name, table[name]) != suit)
        return [self._full_name(word)]

    def _full_name(self, word: str) -> str:
        """Return the one pile whose name begins so, or else the word as it is."""
        rules = prepared(self)
        begun = [name for name in (*rules.piles, *rules.called) if name.startswith(word)]
        return begun[0] if len(begun) == 1 and word not in rules.piles else word

    def pile_words(self, name: str) -> str:
        """Write what a pile is called in a sentence, as in "column 3", "the hearts foundation" or "the waste"."""
        role = prepared(self).roles[name]
        if role in ("tableau", "cell"):
            return f"{NOUNS[role]} {name}"
        if name == role:
            return f"the {name}"
        return f"the {name} {NOUNS[role]}" if name.isalpha() else f"{NOUNS[role]} {name}"


def prepared(game: BuildingGame) -> Prepared:
    """Return what is prepared for a game, made once."""
    try:
        return game._prepared
    except AttributeError:
        made = Prepared(game.pile_rules, game.stock, game.also, game.also_turned, game.layout, game.pack)
        made.bounded = made.bounded or type(game).at_once is not BuildingGame.at_once
        object.__setattr__(game, "_prepared", made)
        return made


def _shift_of(move: Move) -> Shift:
    step = move.steps[0]
    assert isinstance(step, Shift)
    return step
