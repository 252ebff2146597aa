"""Matches of a network against a bot that searches without one."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

import numpy as np

from ringside._native.ai import Bot
from ringside._native.learning import Decision
from ringside._native.ringrift import Position, Ruleset
from ringside.train.evaluator import Evaluator, search

__all__ = ["MatchResult", "play_match"]


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, from the network's side."""

    edition: str
    players: int
    simulations: int
    considered: int
    opponent: str
    games: int
    score: float
    """Share of opponents that finished behind; equal places count half."""
    interval: float
    """Half the width of the interval with 95 % confidence, from the spread of the games."""
    by_seat: list[float]
    seconds: float

    def as_dict(self) -> dict[str, object]:
        """Return the result as JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        seats = ", ".join(f"{score:.1%}" for score in self.by_seat)
        return (
            f"{self.edition}, {self.players} players: "
            f"{self.simulations} simulations ({self.considered} considered) against {self.opponent}: "
            f"{self.score:.1%} ± {self.interval:.1%} ({self.games} games; by seat {seats}; {self.seconds:.0f} s)"
        )


def play_match(
    evaluator: Evaluator,
    rules: Ruleset,
    opponent: str,
    *,
    games: int,
    effort: tuple[int, int],
    seed: int,
    threads: int,
) -> MatchResult:
    """Play games at once: after each opening of two random actions, the network plays every seat once."""
    started = time.monotonic()
    players = rules.players
    decisions, seats = [], []
    for opening in range(-(-games // players)):
        start = _opening(rules, np.random.default_rng([seed, opening]))
        for seat in range(players):
            decisions.append(start.__copy__())
            seats.append(seat)
    decisions, seats = decisions[:games], seats[:games]
    bots = [Bot(opponent, seed + index) for index in range(len(decisions))]
    with ThreadPoolExecutor(threads) as pool:
        step = 0
        while running := [index for index, decision in enumerate(decisions) if not decision.position.is_over]:
            mine = [index for index in running if decisions[index].position.to_move - 1 == seats[index]]
            theirs = sorted(set(running) - set(mine))
            moved = pool.map(lambda index: _play_bot(decisions[index], bots[index]), theirs)
            if mine:
                searched = [decisions[index] for index in mine]
                choices = search(evaluator, searched, effort, seed=seed + step, rows=len(decisions))
                for index, choice in zip(mine, choices):
                    decisions[index].play(choice)
            list(moved)
            step += 1
    scores = np.asarray([_score(decision, seat) for decision, seat in zip(decisions, seats)])
    return MatchResult(
        edition=rules.edition,
        players=players,
        simulations=effort[0],
        considered=effort[1],
        opponent=opponent,
        games=len(scores),
        score=float(scores.mean()),
        interval=float(1.96 * scores.std() / math.sqrt(len(scores))),
        by_seat=[float(scores[np.asarray(seats) == seat].mean()) for seat in range(players)],
        seconds=time.monotonic() - started,
    )


def _opening(rules: Ruleset, rng: np.random.Generator) -> Decision:
    decision = Decision(Position(rules))
    for _ in range(2):
        decision.play(int(rng.choice(decision.legal())))
    return decision


def _play_bot(decision: Decision, bot: Bot) -> None:
    """Play the bot's decisions until another player is to move."""
    mover = decision.position.to_move
    while not (position := decision.position).is_over and position.to_move == mover:
        for number in decision.numbers(bot.choose(position)):
            decision.play(number)


def _score(decision: Decision, seat: int) -> float:
    outcome = decision.position.outcome
    assert outcome is not None
    own = outcome.ranks[seat]
    others = [rank for other, rank in enumerate(outcome.ranks) if other != seat]
    return float(sum(1.0 if rank > own else 0.5 if rank == own else 0.0 for rank in others) / len(others))
