"""Summary: what came of a range of deals, counted, and how far that lies from the exact odds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from attrs import field, frozen

from patience_core.chi_square import p_value
from patience_core.errors import SimulationError
from patience_core.game import Game
from patience_core.odds import Odds
from patience_core.options import OptionValue, show_all
from patience_core.simulation.figures import Interval, decimals, mean, mean_interval, off, percent, wilson

COUNTS: Final = ("first", "deals", "moves", "unfinished")


def _own(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    return dict(options)


def _in_order(scores: Mapping[int, int]) -> dict[int, int]:
    return {value: scores[value] for value in sorted(scores) if scores[value]}


def _check_counts(summary: Summary, _attribute: object, unfinished: int) -> None:
    """Refuse counts that cannot be of one range of deals."""
    counts = [summary.first, summary.deals, summary.won or 0, summary.moves, unfinished, *summary.scores.values()]
    finished = summary.deals - unfinished
    if min(counts) < 0 or sum(summary.scores.values()) != finished or (summary.won or 0) > finished:
        raise SimulationError(
            f"summary of {summary.game}: the counts do not add up: {summary.deals} deals, {summary.won} won, "
            f"{sum(summary.scores.values())} scores, {unfinished} unfinished."
        )


@frozen
class Summary:
    """What came of consecutive deals of one game, played by one player; summaries of neighbouring ranges add up.

    Attributes:
        game: the game's id.
        options: its options by name.
        player: the name of the player.
        first: the number of the first deal.
        deals: how many deals were played.
        won: how many were won, or None for a game without a win.
        scores: how often each score of a finished play came, the lowest first.
        moves: how many moves were played in all.
        unfinished: how many plays were stopped before they had ended (see `Session.auto`). They are not won, and
            have no score.
    """

    game: str
    options: dict[str, OptionValue] = field(converter=_own)
    player: str
    first: int
    deals: int
    won: int | None
    scores: dict[int, int] = field(converter=_in_order)
    moves: int
    unfinished: int = field(default=0, validator=_check_counts)

    @classmethod
    def none(cls, game: Game, player: str, first: int) -> Summary:
        """Return the summary of no deals, to which others can be added."""
        return cls.of(game, player, first, deals=0, won=0, scores={}, moves=0)

    @classmethod
    def of(  # a count each
        cls,
        game: Game,
        player: str,
        first: int,
        *,
        deals: int,
        won: int,
        scores: Mapping[int, int],
        moves: int,
        unfinished: int = 0,
    ) -> Summary:
        """Return the summary of what has been counted; where the game has no win, how many are won does not matter."""
        return cls(
            game=game.id,
            options=game.options,
            player=player,
            first=first,
            deals=deals,
            won=won if game.has_win else None,
            scores=dict(scores),
            moves=moves,
            unfinished=unfinished,
        )

    @property
    def finished(self) -> int:
        """How many plays came to their end."""
        return self.deals - self.unfinished

    @property
    def won_share(self) -> float | None:
        """The part of all deals that was won; None without deals, or in a game without a win."""
        return None if self.won is None or not self.deals else self.won / self.deals

    @property
    def won_interval(self) -> Interval | None:
        """Wilson's 95% interval for the chance to win; None where there is no share."""
        return None if self.won is None else wilson(self.won, self.deals)

    @property
    def mean_score(self) -> float | None:
        """The mean score of the finished plays; None when there are none."""
        return mean(self.scores)

    @property
    def mean_score_interval(self) -> Interval | None:
        """The 95% interval for the mean score; None when no two scores differ."""
        return mean_interval(self.scores)

    @property
    def mean_moves(self) -> float | None:
        """The mean number of moves; None without deals."""
        return self.moves / self.deals if self.deals else None

    def __add__(self, other: Summary) -> Summary:
        """Return both together; SimulationError unless they are of neighbouring deals of one game, played alike."""
        if not isinstance(other, Summary):  # pyright: ignore[reportUnnecessaryIsInstance]  # as operators must
            return NotImplemented
        for name in ("game", "options", "player"):
            one, another = getattr(self, name), getattr(other, name)
            if one != another:
                differ = "differ" if name == "options" else "differs"
                raise SimulationError(f"Summaries whose {name} {differ} do not add up: {one} and {another}.")
        lower, higher = sorted((self, other), key=lambda part: (part.first, part.deals))
        if lower.first + lower.deals != higher.first:
            raise SimulationError(
                f"Summaries add up where one range of deals follows the other: {lower.span} and {higher.span} do not."
            )
        return Summary(
            game=self.game,
            options=self.options,
            player=self.player,
            first=lower.first,
            deals=self.deals + other.deals,
            won=None if self.won is None or other.won is None else self.won + other.won,
            scores={
                value: self.scores.get(value, 0) + other.scores.get(value, 0) for value in self.scores | other.scores
            },
            moves=self.moves + other.moves,
            unfinished=self.unfinished + other.unfinished,
        )

    @property
    def span(self) -> str:
        """The deals in words, as in `deals 0 to 999`."""
        if not self.deals:
            return f"no deals from {self.first:,}"
        if self.deals == 1:
            return f"deal {self.first:,}"
        return f"deals {self.first:,} to {self.first + self.deals - 1:,}"

    def against(self, odds: Odds) -> Comparison:
        """Return how far it lies from the exact odds."""
        expected = float(odds.mean)
        variance = float(sum(value * value * chance for value, chance in odds.score) - odds.mean**2)
        won = None
        if self.won is not None and odds.won is not None and self.deals:
            chance = float(odds.won)
            won = off(self.won / self.deals, chance, chance * (1 - chance), self.deals)
        return Comparison(
            odds=odds,
            won_off=won,
            mean_score_off=off(mean(self.scores) or 0.0, expected, variance, self.finished),
            p_value=p_value(self.scores, dict(odds.score)) if self.finished else None,
        )

    def as_dict(self, odds: Odds | None = None) -> dict[str, Any]:
        """Return plain data for JSON: the counts, the figures that follow from them, and beside them the exact odds.

        A difference that is infinite, since what came cannot come, is null.
        """
        return {
            "game": self.game,
            "options": self.options,
            "player": self.player,
            "first": self.first,
            "deals": self.deals,
            "won": self.won,
            "score": {str(value): came for value, came in self.scores.items()},
            "moves": self.moves,
            "unfinished": self.unfinished,
            "won_share": self.won_share,
            "won_interval": self.won_interval,
            "mean_score": self.mean_score,
            "mean_score_interval": self.mean_score_interval,
            "mean_moves": self.mean_moves,
            "odds": None if odds is None else self.against(odds).as_dict(),
        }

    @classmethod
    def from_dict(cls, data: object) -> Summary:
        """Read what `as_dict` gives, the counts alone; SimulationError says which field is wrong."""
        fields: dict[str, Any] = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
        options, scores, won = (fields.get(name) for name in ("options", "score", "won"))
        for name, good in (
            ("game", type(fields.get("game")) is str),
            ("player", type(fields.get("player")) is str),
            ("options", _all(options, _is_option)),
            ("score", _all(scores, _is_score)),
            ("won", "won" in fields and (won is None or type(won) is int)),
            *((name, type(fields.get(name)) is int) for name in COUNTS),
        ):
            if not good:
                raise SimulationError(f"summary: the field {name} is missing, or not what `Summary.as_dict` gives.")
        counts = {name: fields[name] for name in COUNTS}
        return cls(
            game=fields["game"],
            options=cast("dict[str, OptionValue]", options),
            player=fields["player"],
            won=won,
            scores={int(value): came for value, came in cast("dict[str, int]", scores).items()},
            **counts,
        )

    def lines(self, odds: Odds | None = None) -> Iterator[str]:
        """Yield it as text, each figure with its interval and, where the odds are given, the exact one."""
        beside = self.against(odds) if odds else None
        yield f"{self.game}{show_all(self.options)}, player {self.player}, {self.span}"
        if self.won is not None and self.won_interval:
            places = decimals(self.won_interval, 100)
            share, low, high = (percent(part, places) for part in (self.won / self.deals, *self.won_interval))
            exact = beside.won_words(places) if beside else ""
            yield f"Won: {self.won:,} of {self.deals:,} = {share} (95%: {low} to {high}){exact}"
        if self.mean_score is not None:
            places = decimals(self.mean_score_interval)
            interval = self.mean_score_interval
            about = f" (95%: {interval[0]:.{places}f} to {interval[1]:.{places}f})" if interval else ""
            exact = beside.mean_words(places) if beside else ""
            yield f"Mean score: {self.mean_score:.{places}f}{about}{exact}"
        if beside and beside.p_value is not None:
            yield f"Scores as uneven or more have the chance {beside.p_value:.3g} (chi-square)."
        if self.mean_moves is not None:
            yield f"Mean moves: {self.mean_moves:.2f}"
        if self.unfinished:
            yield f"Stopped unfinished: {self.unfinished:,}, counted as not won and without a score."


@frozen
class Comparison:
    """How far counts lie from the exact odds.

    Attributes:
        odds: the exact odds.
        won_off: how many standard errors the share of games won lies above the exact chance, or None where there is
            none; infinite where what came cannot come.
        mean_score_off: the same for the mean score.
        p_value: the chance that scores come out so uneven or more, by chi-square; None when there are none.
    """

    odds: Odds
    won_off: float | None
    mean_score_off: float | None
    p_value: float | None

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, fractions as text in lowest terms."""
        return {
            "won": None if self.odds.won is None else str(self.odds.won),
            "mean_score": str(self.odds.mean),
            "won_off": _finite(self.won_off),
            "mean_score_off": _finite(self.mean_score_off),
            "p_value": self.p_value,
        }

    def won_words(self, places: int) -> str:
        """Say what the exact chance to win is, and how far off."""
        if self.odds.won is None or self.won_off is None:
            return ""
        return f"; exactly {percent(float(self.odds.won), places)}, {errors(self.won_off)}"

    def mean_words(self, places: int) -> str:
        """Say what the exact mean score is, and how far off."""
        return f"; exactly {float(self.odds.mean):.{places}f}, {errors(self.mean_score_off or 0.0)}"


def errors(number: float) -> str:
    """Write a difference in standard errors."""
    return f"{number:+.2f} standard errors off"


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


def _all(fields: object, good: Callable[[str, object], bool]) -> bool:
    """Tell whether it is an object and all its fields are good."""
    return isinstance(fields, dict) and all(good(key, value) for key, value in cast("dict[str, Any]", fields).items())


def _is_option(_name: str, value: object) -> bool:
    return type(value) in (str, int, bool)


def _is_score(score: str, came: object) -> bool:
    return score.removeprefix("-").isdecimal() and score.isascii() and type(came) is int
