"""The loss of a batch of training rows, turned and mirrored at random."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp

from ringside.train.network import Layout, Weights, network

__all__ = ["Batch", "loss", "turned"]

OWNERSHIP_WEIGHT = 0.15
MARGIN_WEIGHT = 0.1


class Batch(NamedTuple):
    """Training rows; the fields are those of the rows of self-play."""

    planes: jax.Array
    scalars: jax.Array
    numbers: jax.Array
    policy: jax.Array
    results: jax.Array
    search_values: jax.Array
    ownership: jax.Array
    margins: jax.Array


def turned(layout: Layout, batch: Batch, symmetry: jax.Array) -> Batch:
    """Apply a symmetry of the board to each row."""
    images, sources = jnp.asarray(layout.images), jnp.asarray(layout.sources)
    rows, side = len(batch.planes), layout.side
    source = sources[symmetry]
    flat = batch.planes.reshape(rows, layout.planes, side * side)
    planes = jnp.take_along_axis(flat, source[:, None, :], 2).reshape(batch.planes.shape)
    image = images[symmetry[:, None], jnp.maximum(batch.numbers, 0)]
    return batch._replace(
        planes=planes,
        numbers=jnp.where(batch.numbers >= 0, image, -1),
        ownership=jnp.take_along_axis(batch.ownership, source, 1),
    )


def loss(layout: Layout, weights: Weights, batch: Batch, value_mix: float) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Return the loss and its parts."""
    output = network(layout, weights, batch.planes, batch.scalars)
    is_choice = batch.numbers >= 0
    logits = jnp.take_along_axis(output.policy, jnp.maximum(batch.numbers, 0), 1)
    chances = jax.nn.log_softmax(jnp.where(is_choice, logits, -1e9), -1)
    policy = -jnp.sum(jnp.where(is_choice, batch.policy * chances, 0.0), -1)
    surprise = jnp.sum(jnp.where(batch.policy > 0, batch.policy * jnp.log(jnp.maximum(batch.policy, 1e-20)), 0.0), -1)

    seated = batch.scalars[:, :4]
    players = jnp.sum(seated, -1, keepdims=True)
    target = (1.0 - value_mix) * batch.results + value_mix * batch.search_values
    shares = seated * (1.0 + target) / players
    value_chances = jax.nn.log_softmax(jnp.where(seated > 0, output.values, -1e9), -1)
    value = -jnp.sum(jnp.where(seated > 0, shares * value_chances, 0.0), -1)

    owners = jax.nn.log_softmax(output.ownership.reshape(len(batch.planes), -1, output.ownership.shape[-1]), -1)
    owner = jnp.take_along_axis(owners, batch.ownership[..., None].astype(jnp.int32), -1)[..., 0]
    ownership = -jnp.sum(owner * jnp.asarray(layout.mask.reshape(1, -1)), -1) / layout.cells
    margin = jnp.sum(seated * (output.margins - batch.margins) ** 2, -1) / players[:, 0]

    parts = {
        "policy": jnp.mean(policy),
        "policy_divergence": jnp.mean(policy + surprise),
        "value": jnp.mean(value),
        "ownership": jnp.mean(ownership),
        "margin": jnp.mean(margin),
    }
    total = (
        parts["policy"] + parts["value"] + OWNERSHIP_WEIGHT * parts["ownership"] + MARGIN_WEIGHT * parts["margin"]
    )
    return total, parts
