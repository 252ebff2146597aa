"""The learner: draws batches in the background, makes training steps, and remembers losses."""

from __future__ import annotations

import math
import queue
import threading
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from ringside.train.loss import Batch
from ringside.train.network import Layout, Weights, initial_weights
from ringside.train.optimizer import Rates, TrainingState, new_state, training_step
from ringside.train.settings import Settings
from ringside.train.transfer import transferred
from ringside.train.weights import load_weights, save_weights
from ringside.train.window import Window

__all__ = ["Learner"]


class Learner:
    """Trains on rows of the window. A thread draws the next batches and sends them to the device."""

    def __init__(self, layout: Layout, settings: Settings, window: Window, use_half: bool) -> None:
        self.layout = layout
        self.settings = settings
        self.window = window
        self.state = new_state(initial_weights(layout, settings.blocks, settings.channels, settings.seed))
        self.steps = 0
        self._use_half = use_half
        self._recent: list[dict[str, jax.Array]] = []
        self._batches: queue.Queue[Batch] = queue.Queue(3)
        self._is_stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start to draw batches; the window must have rows."""
        self._thread = threading.Thread(target=self._draw, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop to draw batches."""
        self._is_stopped.set()
        if self._thread is not None:
            self._thread.join()
        self._is_stopped.clear()

    def _draw(self) -> None:
        while not self._is_stopped.is_set():
            batch = Batch(*(jax.device_put(array) for array in self.window.sample(self.settings.batch)))
            while not self._is_stopped.is_set():
                try:
                    self._batches.put(batch, timeout=0.1)
                    break
                except queue.Full:
                    continue

    @property
    def averaged(self) -> Weights:
        """The averaged weights."""
        return self.state.averaged

    def step(self, progress: float) -> None:
        """Start a step without waiting for it. ``progress`` is the done part of the planned time, from 0 to 1."""
        settings = self.settings
        warm_up = min(1.0, (self.steps + 1) / 200)
        rate = settings.learning_rate * warm_up * (0.02 + 0.98 * 0.5 * (1.0 + math.cos(math.pi * min(progress, 1.0))))
        rates = Rates(
            jnp.float32(rate), settings.weight_decay, settings.clip, settings.averaging, settings.value_mix
        )
        if len(self._recent) > 1:
            # Steps that wait on the device would delay the evaluation of leaves.
            self._recent[-2]["total"].block_until_ready()
        batch = self._batches.get()
        self.state, parts = training_step(self.layout, self.state, batch, rates, self._use_half)
        self.steps += 1
        self._recent.append(parts)

    def take_losses(self) -> dict[str, float]:
        """Return the mean losses since the last call, and forget them."""
        recent, self._recent = self._recent, []
        if not recent:
            return {}
        values = jax.device_get(recent)
        return {name: round(float(np.mean([parts[name] for parts in values])), 5) for name in recent[0]}

    def save(self, path: Path, metadata: dict[str, str]) -> None:
        """Write weights and what the optimiser remembers, with 32 bits."""
        arrays = {}
        for part in ("weights", "averaged", "momentum", "squares"):
            for name, array in getattr(self.state, part).items():
                arrays[f"{part}.{name}"] = np.asarray(array)
        save_weights(path, arrays, {**metadata, "steps": str(self.steps)})

    def start_from(self, path: Path) -> None:
        """Begin with exported weights of the same or another board instead of random ones."""
        arrays, metadata = load_weights(path)
        own = self.state.weights
        board = metadata.get("board")
        if set(arrays) == set(own) and board is not None:
            arrays = transferred(arrays, Layout(board), self.layout, own)
        if set(arrays) != set(own) or any(arrays[name].shape != own[name].shape for name in own):
            raise ValueError(f"{path}: the network has other blocks or channels than this run")
        self.state = new_state({name: jnp.asarray(array, jnp.float32) for name, array in arrays.items()})

    def load(self, path: Path) -> dict[str, str]:
        """Read what :meth:`save` has written, and return the metadata."""
        arrays, metadata = load_weights(path)
        expected = set(self.state.weights)
        parts: dict[str, Weights] = {}
        for part in ("weights", "averaged", "momentum", "squares"):
            found = {name.removeprefix(f"{part}."): array for name, array in arrays.items() if name.startswith(part)}
            wrong = [
                name
                for name in expected
                if name not in found or found[name].shape != self.state.weights[name].shape
            ]
            if wrong or set(found) != expected:
                raise ValueError(f"{path}: the network has other blocks or channels than the settings of this run")
            parts[part] = {name: jnp.asarray(array) for name, array in found.items()}
        self.steps = int(metadata["steps"])
        self.state = TrainingState(
            parts["weights"], parts["averaged"], parts["momentum"], parts["squares"], jnp.int32(self.steps)
        )
        return metadata
