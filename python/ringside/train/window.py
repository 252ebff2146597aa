"""The sliding window: the newest training rows, in the memory of the host."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ringside._native.neural import SelfPlay
from ringside.train.network import Layout

__all__ = ["Rows", "Window"]

_FIELDS = ("planes", "scalars", "numbers", "policy", "results", "search_values", "ownership", "margins", "rules")


class Rows:
    """Arrays of training rows, see ``neural::RowArrays``."""

    def __init__(self, layout: Layout, rows: int, entries: int) -> None:
        side = layout.side
        self.planes = np.zeros((rows, layout.planes, side, side), np.uint8)
        self.scalars = np.zeros((rows, layout.scalars), np.float32)
        self.numbers = np.full((rows, entries), -1, np.int32)
        self.policy = np.zeros((rows, entries), np.float32)
        self.results = np.zeros((rows, 4), np.float32)
        self.search_values = np.zeros((rows, 4), np.float32)
        self.ownership = np.zeros((rows, side * side), np.uint8)
        self.margins = np.zeros((rows, 4), np.float32)
        self.rules = np.zeros(rows, np.uint8)

    def part(self, start: int, end: int) -> Rows:
        """Return some of the rows, in the same memory."""
        part = object.__new__(Rows)
        for field in _FIELDS:
            setattr(part, field, getattr(self, field)[start:end])
        return part

    def __len__(self) -> int:
        return len(self.rules)


class Window:
    """A ring of rows: new rows replace the oldest ones."""

    def __init__(self, layout: Layout, capacity: int, entries: int, seed: int) -> None:
        self.rows = Rows(layout, capacity, entries)
        self.added = 0
        """Number of rows that were ever added."""
        self._next = 0
        self._rng = np.random.default_rng(seed)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return min(self.added, len(self.rows))

    def take_from(self, play: SelfPlay) -> int:
        """Take all waiting rows of self-play."""
        taken = 0
        while waiting := play.waiting_rows:
            with self._lock:
                end = min(self._next + waiting, len(self.rows))
                count = play.take_rows(self.rows.part(self._next, end))
                self._advance(count)
            taken += count
        return taken

    def add(self, rows: Rows) -> None:
        """Add rows."""
        for start in range(0, len(rows), len(self.rows)):
            self._add_part(rows.part(start, start + len(self.rows)))

    def _add_part(self, rows: Rows) -> None:
        with self._lock:
            done = 0
            while done < len(rows):
                count = min(len(rows) - done, len(self.rows) - self._next)
                for field in _FIELDS:
                    source = getattr(rows, field)
                    getattr(self.rows, field)[self._next : self._next + count] = source[done : done + count]
                self._advance(count)
                done += count

    def _advance(self, count: int) -> None:
        self._next = (self._next + count) % len(self.rows)
        self.added += count

    def sample(self, count: int) -> tuple[NDArray[np.generic], ...]:
        """Draw rows with replacement, in the order of the fields of ``loss.Batch``."""
        with self._lock:
            chosen = self._rng.integers(0, len(self), count)
            return tuple(np.take(getattr(self.rows, field), chosen, axis=0) for field in _FIELDS[:-1])

    def save(self, path: Path, limit: int) -> None:
        """Write the newest rows, at most ``limit``."""
        with self._lock:
            count = min(limit, len(self))
            newest = np.arange(self._next - count, self._next) % len(self.rows)
            arrays = {field: getattr(self.rows, field)[newest] for field in _FIELDS}
        temporary = path.with_name("window.tmp.npz")
        np.savez(temporary, **arrays)
        temporary.replace(path)

    def load(self, path: Path) -> None:
        """Add the rows of a file."""
        with np.load(path) as arrays:
            rows = object.__new__(Rows)
            for field in _FIELDS:
                setattr(rows, field, arrays[field])
        self.add(rows)
