"""Who plays, and with what odds: named players choose legal moves, and exact odds agree with play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from attrs import field, frozen

from patience_core.chi_square import alarm, fit, grouped, impossible
from patience_core.conformance.definitions import Check
from patience_core.conformance.play import seeded
from patience_core.conformance.trials import FAULTS, Trial, copied, shown, told
from patience_core.deals import MOST_DEALS, Deal
from patience_core.engine import lay_out, settle
from patience_core.game import WIN_OR_LOSE, Game, Outcome, Player
from patience_core.moves import Move
from patience_core.odds import Odds
from patience_core.options import show_all
from patience_core.players import named_players, player_stream
from patience_core.session import AUTO_LIMIT, Session
from patience_core.splitmix import Stream
from patience_core.table import Table

FEW: Final = 36
"""How often a game is played at least for each of its odds."""

MOST_MOVES: Final = 100
"""Moves for each play that odds are compared with, on average; when they are used up, FEW plays must do."""


def _players(trial: Trial) -> None:
    kept = random.getstate()
    try:
        _all_at_each_table(trial)
        _one_by_itself(trial)
    finally:
        random.setstate(kept)


def _all_at_each_table(trial: Trial) -> None:
    """Ask all players at each table of the play."""
    players = named_players(trial.game)
    for session in trial.walk():
        if session.moves:
            for name, player in players.items():
                _choice(trial, session, name, player, player_stream(session.deal, name))


def _one_by_itself(trial: Trial) -> None:
    """Let one of the players play by itself, to the end or as long as plays may be."""
    players = named_players(trial.game)
    name = tuple(players)[trial.play.twist % len(players)]
    stream = player_stream(trial.play.deal, name)
    session = trial.begin()
    for _ in range(trial.shared.profile.longest):
        if not session.moves:
            break
        chosen = _choice(trial, session, name, players[name], stream)
        trial.step(session, session.moves.index(chosen))
    trial.counts["ends"] += not session.moves


def _choice(trial: Trial, session: Session, name: str, player: Player, stream: Stream) -> Move:
    """Return what a player chooses; fail unless it is a legal move, and the same again where there is a choice."""
    table, moves = session.table, session.moves
    trial.counts["asked"] += 1
    if len(moves) == 1:
        return _asked(trial, name, player, table, moves, stream)
    trial.counts[f"choices of {name}"] += 1
    copy = copied(table)
    twin = Stream(stream.state)
    random.seed(stream.state)  # so that what a player wrongly draws there comes again
    chance = random.getstate()
    chosen = _asked(trial, name, player, table, moves, stream)
    again = _asked(trial, name, player, copy, moves, twin)
    if again != chosen:
        trial.fail(f"the same choice of the player {name!r} again: {chosen.text!r}", repr(again.text), table)
    if random.getstate() != chance:
        trial.fail(f"the player {name!r} draws from its stream only", "it draws from the random module", table)
    if twin.state != stream.state:
        trial.fail(f"as many numbers drawn by the player {name!r} when it is asked again", "more, or fewer", table)
    return chosen


def _asked(trial: Trial, name: str, player: Player, table: Table, moves: tuple[Move, ...], stream: Stream) -> Move:
    """Return what a player chooses; fail unless it is a legal move, and the table has not been changed."""
    kept = copied(table)
    try:
        chosen: Any = player(table, moves, stream)
    except FAULTS as error:
        trial.fail(f"a choice of the player {name!r}", told(error), table)
    if not isinstance(chosen, Move) or chosen not in moves:
        legal = ", ".join(move.text for move in moves)
        came = f"{chosen.text!r}, with steps that are not legal here" if isinstance(chosen, Move) else shown(chosen)
        trial.fail(f"one of the legal moves ({legal}) from the player {name!r}", came, table)
    if kept != table or kept.face_down != table.face_down:
        trial.fail(f"a table that the player {name!r} does not change", "another table", kept, table)
    return chosen


def _odds(trial: Trial) -> None:
    """Compare what the odds tell with what is declared, and then with play."""
    tellings = [_Telling(game, name, odds) for game in trial.shared.games for name, odds in _told(trial, game)]
    played = [telling for telling in tellings if telling.game.choices or telling.is_first(tellings)]
    if played:
        _play(trial, _some(trial, played))
        _agree(trial, [telling for telling in played if telling.plays])


@frozen(eq=False)
class _Telling:
    """The odds of a game for one player, and what has come in play."""

    game: Game
    player: str
    odds: Odds
    won: Counter[int] = field(factory=Counter[int])
    scores: Counter[int] = field(factory=Counter[int])

    @property
    def plays(self) -> int:
        return self.won.total()

    @property
    def whose(self) -> str:
        return _whose(self.game, self.player)

    def is_first(self, tellings: list[_Telling]) -> bool:
        """Tell whether it is the first of its game; where there is no choice, all players play alike."""
        return next(telling for telling in tellings if telling.game == self.game) is self


def _whose(game: Game, player: str) -> str:
    return f"for the player {player!r}{show_all(game.options)}"


def _told(trial: Trial, game: Game) -> Iterator[tuple[str, Odds]]:
    """Yield the odds for each player for whom some are known, when they have been looked at."""
    known: dict[str, Odds] = {}
    for name in named_players(game):
        whose = _whose(game, name)
        odds: Any = game.odds(name)
        trial.counts["asked"] += 1
        trial.must(odds is None or isinstance(odds, Odds), f"Odds or None from odds() {whose}", shown(odds))
        again = game.odds(name)
        trial.must(odds == again, f"the same odds {whose} when they are asked for again", shown(again))
        if isinstance(odds, Odds):
            _declared(trial, game, odds, whose)
            known[name] = odds
            trial.counts["odds"] += 1
            yield name, odds
    usual = game.odds()
    trial.must(usual == known.get("first"), f"the odds {_whose(game, 'first')} where no player is named", shown(usual))
    if not game.choices and len(set(known.values())) > 1:
        trial.fail("the same odds for every player, since choices is False", f"others {_whose(game, list(known)[-1])}")


def _declared(trial: Trial, game: Game, odds: Odds, whose: str) -> None:
    """Fail unless odds fit what the game declares."""
    if game.has_win:
        trial.must(odds.won is not None, f"a chance to win {whose}, since the game has a win", "None")
    else:
        trial.must(odds.won is None, f"None as the chance to win {whose}, since has_win is False", str(odds.won))
    least, most = game.scoring.least, game.scoring.most
    for score, _ in odds.score:
        trial.must(least <= score <= most, f"odds of scores from {least} to {most} {whose}", f"the score {score}")
    if game.scoring == WIN_OR_LOSE and odds.won is not None:
        won = dict(odds.score).get(1, Fraction(0))
        trial.must(won == odds.won, f"the chance {odds.won} of the score 1, as of a win, {whose}", str(won))


def _some(trial: Trial, tellings: list[_Telling]) -> list[_Telling]:
    """Return all, or of too many some, evenly taken from a beginning that depends on the seed."""
    most = max(1, 2 * trial.shared.profile.odds // FEW)
    stride = -(-len(tellings) // most)
    return tellings[seeded(trial.shared.seed, "some of the odds").below(stride) :: stride]


def _play(trial: Trial, tellings: list[_Telling]) -> None:
    """Play numbered deals from a beginning that depends on the seed, each for the next of the odds in turn."""
    shared = trial.shared
    first = seeded(shared.seed, "odds").below(MOST_DEALS // 2)
    fewest = FEW * len(tellings)
    most = shared.profile.odds * MOST_MOVES
    for number in range(max(fewest, shared.profile.odds)):
        if number >= fewest and trial.counts["moves"] >= most:
            break
        telling = tellings[number % len(tellings)]
        _play_one(trial, telling, Deal.numbered(first + number, telling.game.pack))


def _play_one(trial: Trial, telling: _Telling, deal: Deal) -> None:
    """Play a deal to its end; it is a session's automatic play, without what a session keeps besides."""
    game = telling.game
    player, stream = named_players(game)[telling.player], player_stream(deal, telling.player)
    position, _ = settle(game, lay_out(game, deal))
    made = 0
    while moves := game.legal_moves(position.table):
        if made == AUTO_LIMIT:
            trial.fail(f"an end of each play, since there are odds {telling.whose}", f"{made:,} moves in {deal.text}")
        position, _ = settle(game, position.after(player(position.table, moves, stream).steps))
        made += 1
    telling.won[game.outcome(position.table) is Outcome.WON] += 1
    telling.scores[game.score(position.table)] += 1
    trial.counts["moves"] += made
    trial.counts["plays"] += 1


def _agree(trial: Trial, tellings: list[_Telling]) -> None:
    """Fail where play contradicts the odds: each of them alone, and all that are equal together."""
    pools: dict[Odds, list[list[_Telling]]] = {}
    for telling in tellings:
        pools.setdefault(telling.odds, []).append([telling])
    for alone in pools.values():
        if len(alone) > 1:
            alone.append([telling for (telling,) in alone])
    tests = [(odds, some) for odds, alone in pools.items() for some in alone]
    limit = alarm(2 * len(tests))
    for odds, some in tests:
        win = odds.won or Fraction(0)
        won, scores = Counter[int](), Counter[int]()
        for telling in some:
            won.update(telling.won)
            scores.update(telling.scores)
        together = f" and {len(some) - 1} more with the same odds" if len(some) > 1 else ""
        whose = f"{some[0].whose}{together}"
        _fits(trial, "wins", won, {0: 1 - win, 1: win}, limit, whose)
        _fits(trial, "scores", scores, dict(odds.score), limit, whose)
    trial.counts["tests"] += 2 * len(tests)


def _fits(
    trial: Trial, what: str, times: Counter[int], chances: Mapping[int, Fraction], limit: float, whose: str
) -> None:
    """Fail where counts contradict their chances, showing where they do most."""
    plays = times.total()
    for value in impossible(times, chances):
        came = f"the score {value}" if what == "scores" else "wins" if value else "games that are not won"
        trial.fail(f"nothing that has no chance by the odds {whose}", f"{came}, {times[value]} times in {plays} plays")
    groups = grouped(times, chances)
    p = fit(groups)
    if p >= limit:
        return
    worst = max(groups, key=lambda group: abs(group.came - float(group.chance) * plays) / float(group.chance) ** 0.5)
    if what == "wins":
        worst = groups[1]
        name = "wins"
    else:
        name = f"scores of {worst.first}" + (f" to {worst.last}" if worst.last > worst.first else "")
    expected = f"about {float(worst.chance) * plays:.1f} {name} in {plays} plays by the odds {whose}"
    trial.fail(
        expected, f"{worst.came}, or more uneven: by chance that comes about once in {1 / max(p, 1e-300):.0e} runs"
    )


CHECKS: Final = (
    Check(
        "players",
        since="0.1",
        statement="Every named player chooses one of the legal moves, by nothing but the table and its stream.",
        advice="Return one of the moves that were handed in. Draw from the stream, keep nothing, change nothing.",
        look=_players,
        least={"plays": 10, "asked": 20, "branches": 1},
        unless={"asked": "no table had a legal move"},
    ),
    Check(
        "odds",
        since="0.1",
        statement="The exact odds fit what the game declares, and play agrees with them.",
        advice="Derive them again, for each option and player apart; where no derivation is known, return None.",
        look=_odds,
        of="once",
        least={"odds": 1, "plays": FEW},
        needs=("moves", "players", "score", "outcome"),
        unless={"odds": "no odds are known"},
    ),
)
