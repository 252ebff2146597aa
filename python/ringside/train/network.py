"""The network: a residual tower of convolutions with heads for policy, values, ownership and margins."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from ringside._native.learning import Encoding

__all__ = ["Layout", "Output", "Weights", "initial_weights", "network"]

Weights: TypeAlias = dict[str, jax.Array]

_PLAYERS = 4
_OWNERS = 1 + _PLAYERS
_HIDDEN = 128
# Blocks with a number that leaves this remainder have a bias from pooled features.
_POOLED_EVERY, _POOLED_REMAINDER = 3, 2


class Layout:
    """Sizes of the arrays of a board, and where its cells lie."""

    def __init__(self, board: str) -> None:
        encoding = Encoding(board)
        self.board = board
        self.planes, self.side, _ = encoding.plane_shape
        self.scalars = encoding.num_scalars
        self.actions = encoding.num_actions
        self.places = encoding.places()
        self.cells = len(self.places)
        self.policy_planes = (self.actions - 2) // self.cells
        self.is_full = self.cells == self.side * self.side
        mask = np.zeros(self.side * self.side, np.float32)
        mask[self.places] = 1.0
        self.mask = mask.reshape(1, self.side, self.side, 1)
        # Planes with numbers of rings are scaled down; the others are 0 or 1.
        self.plane_scale = np.asarray(
            [0.25 if name.rsplit("_", 1)[0] in _RING_PLANES else 1.0 for name in encoding.plane_names], np.float32
        )
        self._images(encoding)

    def _images(self, encoding: Encoding) -> None:
        """Tabulate the symmetries: images of choices, and for each place the place that is moved there."""
        self.images = np.stack(encoding.symmetries())
        first_payment = self.actions - 2 - self.cells
        cells = self.images[:, first_payment : self.actions - 2] - first_payment
        sources = np.tile(np.arange(self.side * self.side, dtype=np.int32), (len(self.images), 1))
        for source, image in zip(sources, cells):
            source[self.places[image]] = self.places
        self.sources = sources


_RING_PLANES = {"cap", "second_run", "third_run", "rings"}


class Output(NamedTuple):
    """What the network says about a batch of observations."""

    policy: jax.Array
    """Logits of all choices."""
    values: jax.Array
    """Logits of the shares of the players, in turns after the player to move."""
    ownership: jax.Array
    """Logits of the owner of each place: nobody, or a player in turns after the player to move."""
    margins: jax.Array
    """Margins of the players, from -1 to 1."""


def initial_weights(layout: Layout, blocks: int, channels: int, seed: int) -> Weights:
    """Draw the weights of a new network. The last convolution of each block begins with zeros."""
    rng = np.random.default_rng(seed)
    weights: dict[str, np.ndarray] = {}

    def dense(name: str, shape: tuple[int, ...], gain: float = 1.0) -> None:
        inputs = int(np.prod(shape[:-1]))
        weights[name] = rng.normal(0.0, gain * np.sqrt(2.0 / inputs), shape).astype(np.float32)

    def bias(name: str, size: int) -> None:
        weights[name] = np.zeros(size, np.float32)

    dense("stem.planes", (3, 3, layout.planes, channels))
    dense("stem.scalars", (layout.scalars, channels))
    bias("stem.bias", channels)
    for block in range(blocks):
        name = f"block{block}"
        bias(f"{name}.bias1", channels)
        dense(f"{name}.conv1", (3, 3, channels, channels))
        bias(f"{name}.bias2", channels)
        dense(f"{name}.conv2", (3, 3, channels, channels), gain=0.0)
        if block % _POOLED_EVERY == _POOLED_REMAINDER:
            dense(f"{name}.pooled", (2 * channels, channels), gain=0.0)
    bias("trunk.bias", channels)
    dense("policy.conv1", (channels, channels))
    dense("policy.pooled", (2 * channels, channels), gain=0.3)
    bias("policy.bias1", channels)
    dense("policy.conv2", (channels, layout.policy_planes), gain=0.1)
    bias("policy.bias2", layout.policy_planes)
    dense("policy.other", (2 * channels, 2), gain=0.1)
    bias("policy.other_bias", 2)
    dense("value.dense1", (2 * channels, _HIDDEN))
    bias("value.bias1", _HIDDEN)
    dense("value.dense2", (_HIDDEN, _PLAYERS), gain=0.1)
    bias("value.bias2", _PLAYERS)
    dense("value.margins", (_HIDDEN, _PLAYERS), gain=0.1)
    bias("value.margins_bias", _PLAYERS)
    dense("ownership.conv", (channels, _OWNERS), gain=0.1)
    bias("ownership.bias", _OWNERS)
    return {name: jnp.asarray(array) for name, array in weights.items()}


def network(layout: Layout, weights: Weights, planes: jax.Array, scalars: jax.Array) -> Output:
    """Compute the network in the number type of the weights; the results have 32 bits."""
    kind = weights["stem.planes"].dtype
    mask = jnp.asarray(layout.mask, kind)

    def masked(x: jax.Array) -> jax.Array:
        return x if layout.is_full else x * mask

    def convolution(x: jax.Array, name: str) -> jax.Array:
        strides, padding = (1, 1), "SAME"
        return masked(
            jax.lax.conv_general_dilated(x, weights[name], strides, padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))
        )

    def pooled(x: jax.Array) -> jax.Array:
        """Mean and maximum over the cells; the input is not negative, so places outside of the board do not matter."""
        total = jnp.sum(x, (1, 2), dtype=jnp.float32) / layout.cells
        return jnp.concatenate([total.astype(kind), jnp.max(x, (1, 2))], -1)

    def spread(x: jax.Array) -> jax.Array:
        return x[:, None, None, :]

    inputs = jnp.transpose(planes, (0, 2, 3, 1)).astype(kind) * jnp.asarray(layout.plane_scale, kind)
    from_scalars = scalars.astype(kind) @ weights["stem.scalars"] + weights["stem.bias"]
    x = masked(convolution(inputs, "stem.planes") + spread(from_scalars))
    block = 0
    while f"block{block}.conv1" in weights:
        name = f"block{block}"
        y = convolution(jax.nn.relu(masked(x + weights[f"{name}.bias1"])), f"{name}.conv1")
        if f"{name}.pooled" in weights:
            y = y + spread(pooled(jax.nn.relu(y)) @ weights[f"{name}.pooled"])
        y = convolution(jax.nn.relu(masked(y + weights[f"{name}.bias2"])), f"{name}.conv2")
        x = x + y
        block += 1
    trunk = jax.nn.relu(masked(x + weights["trunk.bias"]))
    summary = pooled(trunk)
    hidden = trunk @ weights["policy.conv1"] + spread(summary @ weights["policy.pooled"] + weights["policy.bias1"])
    by_place = jax.nn.relu(hidden) @ weights["policy.conv2"] + weights["policy.bias2"]
    by_place = by_place.reshape(len(planes), layout.side * layout.side, layout.policy_planes)
    if not layout.is_full or not np.array_equal(layout.places, np.arange(layout.cells)):
        by_place = by_place[:, layout.places]
    by_plane = jnp.transpose(by_place, (0, 2, 1)).reshape(len(planes), -1)
    other = summary @ weights["policy.other"] + weights["policy.other_bias"]
    features = jax.nn.relu(summary @ weights["value.dense1"] + weights["value.bias1"])
    return Output(
        policy=jnp.concatenate([by_plane, other], -1).astype(jnp.float32),
        values=(features @ weights["value.dense2"] + weights["value.bias2"]).astype(jnp.float32),
        ownership=(trunk @ weights["ownership.conv"] + weights["ownership.bias"]).astype(jnp.float32),
        margins=jnp.tanh((features @ weights["value.margins"] + weights["value.margins_bias"]).astype(jnp.float32)),
    )


def player_values(logits: jax.Array, scalars: jax.Array) -> jax.Array:
    """Return the values of the players from -1 to 1: share of each, times the number of players, less 1."""
    seated = scalars[:, :_PLAYERS]
    shares = jax.nn.softmax(jnp.where(seated > 0, logits, -1e9), -1)
    values = shares * jnp.sum(seated, -1, keepdims=True) - 1.0
    return jnp.clip(values, -1.0, 1.0) * seated
