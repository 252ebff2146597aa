"""Training steps: gradients, clipping, AdamW and averaged weights."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from ringside.train.loss import Batch, loss, turned
from ringside.train.network import Layout, Weights

__all__ = ["TrainingState", "new_state", "training_step"]

_MOMENTUM, _SQUARES, _EPSILON = 0.9, 0.99, 1e-8


class TrainingState(NamedTuple):
    """Weights with what the optimiser remembers."""

    weights: Weights
    averaged: Weights
    momentum: Weights
    squares: Weights
    step: jax.Array


def new_state(weights: Weights) -> TrainingState:
    """Return the state before the first step."""
    copies = {name: jnp.array(array, copy=True) for name, array in weights.items()}
    # Steps reuse the memory of the state, so no array may occur twice.
    zeros = [{name: jnp.zeros_like(array) for name, array in weights.items()} for _ in range(2)]
    return TrainingState(weights, copies, zeros[0], zeros[1], jnp.zeros((), jnp.int32))


class Rates(NamedTuple):
    """Constants of a step."""

    learning_rate: jax.Array
    weight_decay: float
    clip: float
    averaging: float
    value_mix: float


@partial(jax.jit, static_argnums=(0, 4), donate_argnums=(1,))
def training_step(
    layout: Layout, state: TrainingState, batch: Batch, rates: Rates, use_half: bool
) -> tuple[TrainingState, dict[str, jax.Array]]:
    """Make one step. The symmetries are drawn from the number of the step. ``use_half`` computes in bfloat16."""
    key = jax.random.fold_in(jax.random.key(7), state.step)
    symmetry = jax.random.randint(key, (len(batch.planes),), 0, len(layout.images))
    batch = turned(layout, batch, symmetry)

    def total(weights: Weights) -> tuple[jax.Array, dict[str, jax.Array]]:
        used = {name: array.astype(jnp.bfloat16) for name, array in weights.items()} if use_half else weights
        return loss(layout, used, batch, rates.value_mix)

    (value, parts), gradients = jax.value_and_grad(total, has_aux=True)(state.weights)
    norm = jnp.sqrt(sum(jnp.sum(gradient.astype(jnp.float32) ** 2) for gradient in gradients.values()))
    scale = jnp.minimum(1.0, rates.clip / jnp.maximum(norm, 1e-12))
    # A step with numbers that are not finite changes nothing.
    is_usable = jnp.isfinite(norm)
    count = state.step + 1
    time = count.astype(jnp.float32)
    unbiased = jnp.sqrt(1.0 - _SQUARES**time) / (1.0 - _MOMENTUM**time)
    kept = jnp.minimum(rates.averaging, (1.0 + time) / (10.0 + time))
    weights, averaged, momentum, squares = {}, {}, {}, {}
    for name, gradient in gradients.items():
        gradient = jnp.where(is_usable, gradient.astype(jnp.float32) * scale, 0.0)
        momentum[name] = _MOMENTUM * state.momentum[name] + (1.0 - _MOMENTUM) * gradient
        squares[name] = _SQUARES * state.squares[name] + (1.0 - _SQUARES) * gradient**2
        change = unbiased * momentum[name] / (jnp.sqrt(squares[name]) + _EPSILON)
        decay = rates.weight_decay if gradient.ndim > 1 else 0.0
        weights[name] = state.weights[name] - rates.learning_rate * (change + decay * state.weights[name])
        averaged[name] = kept * state.averaged[name] + (1.0 - kept) * weights[name]
    parts = {**parts, "total": value, "gradient": norm}
    return TrainingState(weights, averaged, momentum, squares, count), parts
