"""Tournaments and sequential tests, with a log."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringside._errors import RingsideError
from ringside._native.arena import Plan, Run
from ringside._native.ratings import Sprt
from ringside.ray._tasks import GAMES_IN_FLIGHT, Settings, Tasks, resolved

#: Default parameters of a sequential test, those of ``ringside sprt``: ``elo0``, ``elo1``, ``alpha`` and ``beta``.
HYPOTHESES = (0.0, 10.0, 0.05, 0.05)


class CostCapReached(Exception):
    """The run reached its cost cap. The finished games are in the log, and a higher cap resumes the run."""


@dataclass(frozen=True)
class Standing:
    """Points of an entrant, over all games of the run in the log."""

    name: str
    points: float
    games: int
    forfeits: int


@dataclass(frozen=True)
class TournamentResult:
    """A finished tournament. ``played`` is the number of games that were not in the log before."""

    log: Path
    run: str
    played: int
    standings: list[Standing]


@dataclass(frozen=True)
class SprtResult(TournamentResult):
    """A finished sequential test of the first entrant against the second."""

    test: Sprt

    @property
    def decision(self) -> str:
        """``accept H0``, ``accept H1``, or ``continue`` if the test has no decision after the largest number of pairs."""
        return self.test.decision


def tournament(
    settings: Settings,
    log: str | os.PathLike[str],
    *,
    rounds: int | None = None,
    seed: int | None = None,
    cost_cap: float | None = None,
    games_per_task: int = 1,
    on_game: Callable[[Run], None] | None = None,
    **ray_options: Any,
) -> TournamentResult:
    """Play the missing games of a tournament on the cluster and append them to the log.

    ``settings`` is a tournament file or a :class:`ringside.arena.Plan`; ``rounds``, ``seed`` and ``cost_cap`` override
    a file. The log has the same lines in the same order as that of ``ringside tournament --jobs 1``, except for
    measured times. Calling the function again continues the log after any interruption. ``on_game`` is called after
    each new game. ``ray_options`` are options of Ray tasks such as ``num_cpus``, ``max_retries`` (3 unless given) or
    ``runtime_env``.

    With a cost cap, one game is played at a time, so that the cap is kept as on one machine.
    """
    plan = resolved(settings, rounds, seed, cost_cap, None)
    with closing(Run(plan, log)) as run:
        _play(plan, run, games_per_task, on_game, ray_options)
        return TournamentResult(Path(log), plan.run, run.appended, _standings(run))


def sprt(
    settings: Settings,
    log: str | os.PathLike[str],
    *,
    elo0: float = HYPOTHESES[0],
    elo1: float = HYPOTHESES[1],
    alpha: float = HYPOTHESES[2],
    beta: float = HYPOTHESES[3],
    most_pairs: int | None = None,
    seed: int | None = None,
    cost_cap: float | None = None,
    games_per_task: int = 1,
    on_game: Callable[[Run], None] | None = None,
    **ray_options: Any,
) -> SprtResult:
    """Test on the cluster whether the first of two entrants is stronger than the second, with as few games as possible.

    The hypotheses are those of ``ringside sprt``; ``most_pairs`` is the largest number of pairs, the ``rounds`` of the
    settings unless given. The log has exactly the games that the test needs on one machine: games that the cluster
    played ahead are discarded when the test is over. The other arguments are those of :func:`tournament`. A
    :class:`ringside.arena.Plan` must have its own ``sprt``.
    """
    parameters: tuple[float, float, float, float] | None = (elo0, elo1, alpha, beta)
    if isinstance(settings, Plan) and parameters == HYPOTHESES:
        parameters = None
    plan = resolved(settings, most_pairs, seed, cost_cap, parameters)
    with closing(Run(plan, log)) as run:
        if run.sprt is None:
            raise RingsideError("the plan has no sequential test; create it with sprt=(elo0, elo1, alpha, beta)")
        _play(plan, run, games_per_task, on_game, ray_options)
        return SprtResult(Path(log), plan.run, run.appended, _standings(run), run.sprt)


def _play(
    plan: Plan, run: Run, games_per_task: int, on_game: Callable[[Run], None] | None, ray_options: dict[str, Any]
) -> None:
    for remark in run.remarks:
        warnings.warn(remark, stacklevel=3)
    # The cap covers the costs of all games, which are known only when a game ends.
    has_cap = plan.manifest.get("cost_cap") is not None
    tasks = Tasks(plan, run.created, 1 if has_cap else games_per_task, ray_options, 1 if has_cap else GAMES_IN_FLIGHT)
    with closing(tasks.results(run.next_game, lambda: run.spent)) as results:
        for lines in results:
            if run.append(lines) == "cost cap":
                raise CostCapReached(f"the cost cap is reached; {run.spent / 1e6:.4f} was spent")
            if on_game is not None:
                on_game(run)
            if run.is_complete:
                return


def _standings(run: Run) -> list[Standing]:
    return [Standing(*row) for row in run.standings]
