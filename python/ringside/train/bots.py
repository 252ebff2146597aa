"""Games of bots that search without a network, for the warm start."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ringside._native.ai import Bot
from ringside._native.learning import Decision, Encoding
from ringside._native.ringrift import Position, Ruleset
from ringside.train.network import Layout
from ringside.train.window import Rows

__all__ = ["play_bot_games"]

_PLAYERS = 4


def play_bot_games(
    layout: Layout,
    mixed: list[tuple[Ruleset, float]],
    bot: str,
    *,
    seconds: float,
    seed: int,
    threads: int,
    entries: int,
) -> tuple[list[Rows], int]:
    """Let a bot play against itself for some time, and return the rows and the number of complete games.

    The bots compute without the interpreter lock, so threads are enough.
    """
    until = time.monotonic() + seconds
    weights = np.asarray([weight for _, weight in mixed])

    def games_of(worker: int) -> list[Rows]:
        rng = np.random.default_rng([seed, worker])
        found = []
        while time.monotonic() < until:
            index = int(rng.choice(len(mixed), p=weights / weights.sum()))
            rows = _play(layout, mixed[index][0], bot, rng, until, entries)
            if rows is not None:
                rows.rules[:] = index
                found.append(rows)
        return found

    with ThreadPoolExecutor(threads) as pool:
        found = [rows for games in pool.map(games_of, range(threads)) for rows in games]
    return found, len(found)


def _play(
    layout: Layout, rules: Ruleset, bot_name: str, rng: np.random.Generator, until: float, entries: int
) -> Rows | None:
    """Play one game; `None` if the time is over before its end."""
    decision = Decision(Position(rules))
    bot = Bot(bot_name, int(rng.integers(1 << 32)))
    random_actions = int(rng.integers(0, 7))
    kept: list[tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int32], int, int]] = []
    played = 0
    while not (position := decision.position).is_over:
        if time.monotonic() > until:
            return None
        legal = decision.legal()
        if len(legal) == 1:
            decision.play(int(legal[0]))
            continue
        if played < random_actions:
            decision.play(int(rng.choice(legal)))
            played += 1
            continue
        for number in decision.numbers(bot.choose(position)):
            legal = decision.legal()
            if len(legal) > 1:
                kept.append((*decision.observation(), legal, number, position.to_move - 1))
            decision.play(number)
    rows = Rows(layout, len(kept), entries)
    outcome = decision.position.outcome
    assert outcome is not None
    ranks = np.asarray(outcome.ranks, np.float32)
    results = ((ranks > ranks[:, None]).sum(1) - (ranks < ranks[:, None]).sum(1)) / (len(ranks) - 1)
    owners, margins = _end(decision, layout)
    last = decision.position.to_move - 1
    for row, (planes, scalars, legal, number, mover) in enumerate(kept):
        others = legal[legal != number][: entries - 1]
        rows.planes[row], rows.scalars[row] = planes, scalars
        rows.numbers[row, 0], rows.numbers[row, 1 : 1 + len(others)] = number, others
        rows.policy[row, 0] = 1.0
        players = len(ranks)
        rows.results[row, :players] = np.roll(results, -mover)
        rows.search_values[row] = rows.results[row]
        rows.margins[row, :players] = np.roll(margins[:players], last - mover)
        turned = (owners - 1 + last - mover) % players + 1
        rows.ownership[row] = np.where(owners > 0, turned, 0)
    return rows


def _end(decision: Decision, layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return owners (0 or 1 + turns after the player to move) and margins of a finished game."""
    encoding = Encoding(layout.board)
    planes, scalars = decision.observation()
    names, scalar_names = encoding.plane_names, encoding.scalar_names
    owners = np.zeros(layout.side * layout.side, np.int64)
    progress = np.zeros(_PLAYERS, np.float32)
    seated = np.zeros(_PLAYERS, np.bool_)
    for player in range(_PLAYERS):
        for name in ("cap", "markers", "collapsed"):
            owners[planes[names.index(f"{name}_{player}")].reshape(-1) > 0] = 1 + player
        shares = [scalars[scalar_names.index(f"{name}_{player}")] for name in ("credits", "territory")]
        progress[player] = min(max(shares), 1.0)
        seated[player] = scalars[scalar_names.index(f"seated_{player}")] > 0
    margins = np.zeros(_PLAYERS, np.float32)
    for seat in np.flatnonzero(seated):
        margins[seat] = progress[seat] - max(progress[other] for other in np.flatnonzero(seated) if other != seat)
    return owners, margins
