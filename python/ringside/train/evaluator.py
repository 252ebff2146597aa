"""Evaluation of leaves by the network."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from ringside._native.neural import SearchBatch
from ringside._native.learning import Decision
from ringside.train.network import Layout, Weights, network, player_values

__all__ = ["Evaluator", "search"]


@partial(jax.jit, static_argnums=0)
def _all_logits(layout: Layout, weights: Weights, planes: jax.Array, scalars: jax.Array) -> tuple[jax.Array, jax.Array]:
    output = network(layout, weights, planes, scalars)
    return output.policy.reshape(-1), player_values(output.values, scalars)


@jax.jit
def _chosen(logits: jax.Array, numbers: jax.Array) -> jax.Array:
    return logits[numbers]


class Evaluator:
    """Evaluates batches of leaves with some weights. Only logits of legal choices come back from the device."""

    def __init__(self, layout: Layout, weights: Weights, use_half: bool) -> None:
        self.layout = layout
        self._use_half = use_half
        self.set_weights(weights)

    def set_weights(self, weights: Weights) -> None:
        """Use a copy of other weights from now on."""
        kind = jnp.bfloat16 if self._use_half else jnp.float32
        self._weights = {name: jnp.array(array, kind, copy=True) for name, array in weights.items()}

    def start(
        self, planes: NDArray[np.uint8], scalars: NDArray[np.float32], numbers: NDArray[np.int32]
    ) -> tuple[jax.Array, jax.Array]:
        """Start to compute the logits of numbers (row · choices + number) and the values of all rows."""
        logits, values = _all_logits(self.layout, self._weights, planes, scalars)
        logits = _chosen(logits, numbers)
        logits.copy_to_host_async()
        values.copy_to_host_async()
        return logits, values


def bucket(count: int, unit: int) -> int:
    """Round a number of logits up, so that few sizes occur: to eighths of a power of two, and at least to the unit."""
    step = max(unit, 1 << max((count - 1).bit_length() - 3, 0))
    return max(-(-count // step) * step, unit)


def search(
    evaluator: Evaluator,
    decisions: list[Decision],
    effort: tuple[int, int],
    *,
    noise: float = 0.0,
    seed: int = 0,
    rows: int | None = None,
) -> list[int]:
    """Search many decisions at once and return the number of the best choice of each.

    ``rows`` is the size of the batches for the network; a size that stays the same is compiled only once.
    """
    layout = evaluator.layout
    batch = SearchBatch(decisions, effort, noise=noise, seed=seed)
    rows = max(rows or 0, len(decisions))
    planes = np.zeros((rows, layout.planes, layout.side, layout.side), np.uint8)
    scalars = np.zeros((rows, layout.scalars), np.float32)
    leaves, count = batch.step(None, None)
    while leaves:
        numbers = np.zeros(bucket(count, 32 * rows), np.int32)
        batch.write(planes, scalars, numbers)
        logits, values = evaluator.start(planes, scalars, numbers)
        leaves, count = batch.step(np.asarray(logits)[:count], np.asarray(values)[:leaves])
    best = batch.best()
    if any(choice is None for choice in best):
        raise ValueError("a game is over and has no choice")
    return [choice[0] for choice in best if choice is not None]
