"""Self-play in groups of games: the device evaluates the leaves of one group while the threads of others work."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ringside._native.neural import SelfPlay
from ringside.train.evaluator import Evaluator, bucket
from ringside.train.settings import Settings
from ringside.train.window import Window

__all__ = ["Clock", "Group"]

_STEPS_BETWEEN_ROWS = 8


class Clock:
    """Adds up where time goes."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Add the time of a block to a name."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[name] = self._seconds.get(name, 0.0) + time.perf_counter() - started

    def take(self) -> dict[str, float]:
        """Return the times since the last call, and forget them."""
        seconds, self._seconds = self._seconds, {}
        return seconds


class Group:
    """Some of the games, with the arrays of their leaves and a thread that plays them.

    All work happens outside of the interpreter lock, so groups run at the same time.
    """

    def __init__(self, evaluator: Evaluator, settings: Settings, window: Window, index: int, run: int) -> None:
        layout = evaluator.layout
        games = max(settings.games // settings.groups, 1)
        self.clock = Clock()
        self.rows = 0
        """Number of rows that went to the window."""
        self.problem: BaseException | None = None
        self._play = SelfPlay(
            settings.mixed_rules(),
            games,
            seed=(settings.seed * 1009 + run) * 1009 + index,
            threads=settings.threads,
            full=settings.full,
            cheap=settings.cheap,
            full_share=settings.full_share,
            random_openings=settings.random_openings,
        )
        self._evaluator = evaluator
        self._window = window
        self._planes = np.zeros((games, layout.planes, layout.side, layout.side), np.uint8)
        self._scalars = np.zeros((games, layout.scalars), np.float32)
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current step."""
        self._is_stopped.set()
        self._thread.join()

    def take_statistics(self) -> dict[str, Any]:
        """Return counts since the last call, see ``SelfPlay.take_statistics``."""
        return self._play.take_statistics()

    def _run(self) -> None:
        try:
            steps = 0
            count = self._play.step(None, None, self._planes, self._scalars)
            while not self._is_stopped.is_set():
                count = self._step(count)
                steps += 1
                if steps % _STEPS_BETWEEN_ROWS == 0:
                    with self.clock.of("rows"):
                        self.rows += self._window.take_from(self._play)
        except BaseException as problem:
            self.problem = problem

    def _step(self, count: int) -> int:
        """Let the network evaluate the leaves, and play on to the next ones."""
        with self.clock.of("sending"):
            numbers = np.empty(bucket(count, 4096), np.int32)
            self._play.write_numbers(numbers)
            waiting = self._evaluator.start(self._planes, self._scalars, numbers)
        with self.clock.of("network"):
            logits, values = (np.asarray(array) for array in waiting)
        with self.clock.of("rules"):
            return self._play.step(logits[:count], values, self._planes, self._scalars)
