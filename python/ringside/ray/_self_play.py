"""Self-play without a log."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from ringside._errors import RingsideError
from ringside._native.asg import Replay
from ringside._native.record import Record
from ringside.ray._tasks import Settings, Tasks, resolved


@dataclass(frozen=True)
class SelfPlayGame:
    """A game of self-play. ``ranks`` are the places by seat; the best place is 1."""

    game: str
    seats: list[str]
    ranks: list[int]
    reason: str
    record: Record | Replay


def self_play(
    settings: Settings,
    *,
    rounds: int | None = None,
    seed: int | None = None,
    start: int = 0,
    created: str | None = None,
    games_per_task: int = 1,
    **ray_options: Any,
) -> Generator[SelfPlayGame]:
    """Play the games of a round robin or gauntlet on the cluster and yield them in schedule order, without a log.

    The settings and the seed determine the games. So an interrupted run is resumed by giving the number of games that
    were received as ``start``. ``created`` is the time in the records, as ISO 8601; now, unless given. ``close()`` of the
    result cancels the games that are still played.
    """
    plan = resolved(settings, rounds, seed, None, None)
    count = plan.game_count
    if count is None:
        raise RingsideError("self-play needs the format round_robin or gauntlet, and no sequential test")
    if plan.manifest.get("cost_cap") is not None:
        raise RingsideError("self-play has no log, so it cannot keep a cost cap; remove cost_cap or play a tournament")
    if start < 0:
        raise RingsideError("start must be a number of games")
    games = (plan.game(number) for number in range(start, count))
    created = created or datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    tasks = Tasks(plan, created, games_per_task, ray_options)
    return (_self_play_game(lines) for lines in tasks.results(lambda: next(games, None), lambda: 0))


def _self_play_game(lines: bytes) -> SelfPlayGame:
    # The lines before the last one are costs.
    line = json.loads(lines.splitlines()[-1])
    record = line["record"]
    return SelfPlayGame(
        game=line["game"],
        seats=line["seats"],
        ranks=line["ranks"],
        reason=line["reason"],
        record=Record(record) if isinstance(record, str) else Replay(json.dumps(record)),
    )
