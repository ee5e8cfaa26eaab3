"""Shrink: from a play that breaks a rule to the smallest one found that still does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from attrs import evolve

from patience_core.cards import Card
from patience_core.conformance.play import Play, runs_of
from patience_core.deals import Deal
from patience_core.game import Game

MOST_TRIES = 5_000
"""Plays tried at most: some seconds."""

MOST_RUNS = 6
"""Rows of equal picks of which some are left out while cards are exchanged, the first ones."""

Size = tuple[int, ...]


class Shrinker:
    """Tries smaller plays, and keeps each that still breaks the rule.

    Of two plays the smaller one breaks the rule after fewer moves; then it has fewer options that are not as usual,
    fewer picks that are not the first legal move, a smaller twist, and fewer cards out of the pack's own order.
    """

    def __init__(self, play: Play, breaks: Callable[[Play], int | None], games: Sequence[Game]) -> None:
        """Begin with a play that breaks the rule.

        Args:
            play: the play.
            breaks: returns after how many moves a play breaks the rule, or None when it does not.
            games: the game under every choice of its options, the usual one first.
        """
        self.play = play
        self._breaks = breaks
        self._games = games
        self._left = MOST_TRIES
        self._size: Size | None = None
        self._tried: set[Play] = set()

    def shrink(self) -> Play:
        """Return the smallest play found."""
        if not self._try(self.play) or self._size is None:
            return self.play  # it does not come again: nothing can be learnt from smaller ones
        while self._left > 0:
            size = self._size
            for candidate in self._candidates():
                self._try(candidate)
            if self._size == size:
                break
        return self.play

    def _try(self, play: Play) -> bool:
        """Keep a play if it breaks the rule and is smaller than the one we have."""
        if self._left <= 0 or play in self._tried:
            return False
        self._tried.add(play)
        self._left -= 1
        moves = self._breaks(play)
        if moves is None:
            return False
        size = (moves, *_measure(play))
        if self._size is not None and size >= self._size:
            return False
        self.play, self._size = play, size
        return True

    def _candidates(self) -> Iterator[Play]:
        """Yield plays that may be smaller, always made of the smallest one so far."""
        if self._size is not None:
            yield evolve(self.play, picks=self.play.picks[: self._size[0]])
        for game in self._games:
            if game.pack == self.play.deal.pack and _unusual(game) < _unusual(self.play.game):
                yield evolve(self.play, game=game)
        yield from self._fewer_picks()
        yield from self._smaller_numbers()
        yield from self._sorted_blocks()
        yield from self._swaps()
        yield from self._cards_home()
        yield from self._fewer_picks_and_swaps()

    def _fewer_picks(self) -> Iterator[Play]:
        block = len(self.play.picks)
        while block:
            begin = 0
            while begin < len(self.play.picks):
                picks = self.play.picks
                yield evolve(self.play, picks=picks[:begin] + picks[begin + block :])
                if len(self.play.picks) == len(picks):  # it did not help, so go on to the next block
                    begin += block
            block //= 2

    def _smaller_numbers(self) -> Iterator[Play]:
        for number in range(len(self.play.picks)):
            for smaller in (0, 1, -1, 2, 3):
                picks = self.play.picks
                if number < len(picks) and smaller != picks[number]:
                    yield evolve(self.play, picks=(*picks[:number], smaller, *picks[number + 1 :]))
        for twist in (0, 1, 2, 3, self.play.twist % 24):
            if twist < self.play.twist:
                yield evolve(self.play, twist=twist)

    def _sorted_blocks(self) -> Iterator[Play]:
        """Yield plays with whole blocks of the deal in pack order, the largest blocks first."""
        order = {card: place for place, card in enumerate(self.play.deal.pack.cards)}
        block = len(order)
        while block > 1:
            for begin in range(0, len(order), block):
                cards = list(self.play.deal.cards)
                cards[begin : begin + block] = sorted(cards[begin : begin + block], key=order.__getitem__)
                yield self._dealt(cards)
            block //= 2

    def _swaps(self) -> Iterator[Play]:
        """Yield plays with any two cards exchanged, since this may make the rule break earlier."""
        if self._size is None or self._size[0] <= 1:
            return  # one move is little enough, and pairs are many
        for one, other in combinations(range(len(self.play.deal.cards)), 2):
            cards = list(self.play.deal.cards)
            cards[one], cards[other] = cards[other], cards[one]
            yield self._dealt(cards)

    def _fewer_picks_and_swaps(self) -> Iterator[Play]:
        """Yield plays with some of the same picks fewer, and two cards exchanged that lie as many places apart.

        So a card that comes after many moves of one kind comes after fewer of them, whatever follows.
        """
        for number, times in enumerate(_runs(self.play.picks)):
            fewer = times
            while fewer and (self._size or (0,))[0] > 2:
                before = self.play
                runs = _runs(before.picks)
                if number >= min(len(runs), MOST_RUNS) or runs[number] < fewer:
                    break
                begin = sum(runs[:number])
                picks = before.picks[:begin] + before.picks[begin + fewer :]
                for one in range(len(before.deal.cards) - fewer):
                    cards = list(before.deal.cards)
                    cards[one], cards[one + fewer] = cards[one + fewer], cards[one]
                    yield evolve(self._dealt(cards), picks=picks)
                    if self.play is not before:
                        break
                else:
                    fewer //= 2

    def _cards_home(self) -> Iterator[Play]:
        """Yield plays in which a card has come to its place in the pack's own order."""
        for place, card in enumerate(self.play.deal.pack.cards):
            cards = list(self.play.deal.cards)
            if cards[place] != card:
                now = cards.index(card)
                cards[place], cards[now] = card, cards[place]
                yield self._dealt(cards)

    def _dealt(self, cards: list[Card]) -> Play:
        return evolve(self.play, deal=Deal.of(cards, self.play.deal.pack))


def _runs(picks: tuple[int, ...]) -> list[int]:
    """Return how many equal picks follow each other, from the first to the last."""
    return [times for _, times in runs_of(picks)]


def _unusual(game: Game) -> int:
    """Return how many options are not as usual."""
    return sum(getattr(game, option.name) != option.default for option in game.declared_options())


def _measure(play: Play) -> Size:
    pack = play.deal.pack
    away = sum(card != own for card, own in zip(play.deal.cards, pack.cards, strict=True))
    picks = play.picks
    return (_unusual(play.game), len(picks), sum(pick != 0 for pick in picks), sum(map(abs, picks)), play.twist, away)
