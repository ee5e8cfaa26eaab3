"""Odds: the exact chances of a game, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from patience_core.errors import GameError


def _in_order(score: Mapping[int, Fraction]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((value, score[value]) for value in sorted(score) if score[value])


def _check_sum(_odds: object, _attribute: object, score: tuple[tuple[int, Fraction], ...]) -> None:
    for value, chance in score:
        if chance < 0:
            raise GameError(f"odds: the chance of the score {value} is {chance}; it lies from 0 to 1.")
    total = sum(chance for _, chance in score)
    if total != 1:
        raise GameError(f"odds: the chances of the scores add up to {total}; they must add up to 1.")


def _check_won(_odds: object, _attribute: object, won: Fraction | None) -> None:
    if won is not None and not 0 <= won <= 1:
        raise GameError(f"odds: the chance to win is {won}; it lies from 0 to 1.")


@frozen
class Odds:
    """The exact chances of a game for one player, every order of the pack being equally likely.

    Attributes:
        won: the chance to win, or None for a game without a win.
        score: each score of a finished game that can come, with its chance, the lowest score first.
    """

    won: Fraction | None = field(validator=_check_won)
    score: tuple[tuple[int, Fraction], ...] = field(converter=_in_order, validator=_check_sum)

    @property
    def mean(self) -> Fraction:
        """The mean score."""
        return sum((value * chance for value, chance in self.score), Fraction(0))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, fractions as text in lowest terms: {"won": "1/13", "score": {"0": "1/13"}}."""
        won = None if self.won is None else str(self.won)
        return {"won": won, "score": {str(value): str(chance) for value, chance in self.score}}
