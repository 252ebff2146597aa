"""Games as Ray tasks."""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Generator
from itertools import islice
from typing import Any

import ray

from ringside._errors import RingsideError
from ringside._native.arena import Plan
from ringside.arena import read_plan

#: Games that are submitted to Ray before their results are needed. Ray starts them in this order.
GAMES_IN_FLIGHT = 1000

#: A tournament file or a resolved one.
Settings = Plan | str | os.PathLike[str]


class Tasks:
    """Submits games to Ray and returns their results in the same order."""

    def __init__(
        self, plan: Plan, created: str, games_per_task: int, options: dict[str, Any], in_flight: int = GAMES_IN_FLIGHT
    ) -> None:
        if games_per_task < 1:
            raise RingsideError("games_per_task must be at least 1")
        self._plan = ray.put(pickle.dumps(plan))
        self._created = created
        self._games_per_task = games_per_task
        self._most_tasks = max(1, in_flight // games_per_task)
        task = ray.remote(_play_games)
        self._task = task.options(**options) if options else task

    def results(self, next_game: Callable[[], str | None], spent: Callable[[], int]) -> Generator[bytes]:
        """Yield the lines of the games that ``next_game`` returns. Closing the iterator cancels the other games."""
        pending: deque[Any] = deque()
        try:
            while True:
                while len(pending) < self._most_tasks and (games := _take(next_game, self._games_per_task)):
                    pending.append(self._task.remote(self._plan, games, self._created, spent()))
                if not pending:
                    return
                yield from ray.get(pending.popleft())
        finally:
            # After `ray.shutdown()` there is nothing to cancel, and the call would start Ray again.
            if ray.is_initialized():
                for reference in pending:
                    ray.cancel(reference)


def _take(next_game: Callable[[], str | None], count: int) -> list[str]:
    return list(islice(iter(next_game, None), count))


def _play_games(plan: bytes, games: list[str], created: str, spent: int) -> list[bytes]:
    """Play games in a worker."""
    return [_received_plan(plan).play(game, created, spent) for game in games]


#: The resolved settings of the last run in this worker.
_received: dict[bytes, Plan] = {}


def _received_plan(plan: bytes) -> Plan:
    """Resolve the settings once in each worker."""
    if plan not in _received:
        _received.clear()
        _received[plan] = pickle.loads(plan)
    return _received[plan]


def resolved(
    settings: Settings,
    rounds: int | None,
    seed: int | None,
    cost_cap: float | None,
    sprt: tuple[float, float, float, float] | None,
) -> Plan:
    if not isinstance(settings, Plan):
        return read_plan(settings, rounds=rounds, seed=seed, cost_cap=cost_cap, sprt=sprt)
    if (rounds, seed, cost_cap, sprt) != (None, None, None, None):
        raise RingsideError("a Plan has its own rounds, seed, cost_cap and sprt; give them to Plan or read_plan")
    return settings
