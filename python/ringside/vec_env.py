"""Many games of RingRift stepped together, for programs that learn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ringside._games.batches import BatchEnv
from ringside._native.learning import Batch, Decision, Encoding
from ringside._native.ringrift import Position, Ruleset

__all__ = ["VecEnv", "VecStep"]


class VecStep(NamedTuple):
    """The arrays of a step, with one row for each game.

    They belong to the environment, and the next step fills them again: copy what you keep.
    """

    actions: NDArray[np.int32]
    """Numbers of the choices that were played; -1 after a reset."""
    rewards: NDArray[np.float32]
    """Rewards by seat (four columns): 0, unless the game ended in this step."""
    terminated: NDArray[np.bool_]
    """Whether the game ended. The other arrays then describe the first decision of the next game."""
    truncated: NDArray[np.bool_]
    """Whether the game was cut off after ``max_steps`` steps."""
    to_move: NDArray[np.uint8]
    """Seat of the player to move, counted from 0."""
    masks: NDArray[np.uint64] | None
    """Legal choices, one bit each; see :meth:`VecEnv.legal`."""
    planes: NDArray[np.uint8] | None
    """Planes of the observation of the player to move."""
    scalars: NDArray[np.float32] | None
    """Scalars of the observation of the player to move."""


class VecEnv(BatchEnv[VecStep]):
    """``games`` games of the same rules that are stepped together in Rust threads, without the interpreter lock.

    Choices are numbers (``docs/encoding.md``). A game that ends starts again in the same step. Random steps choose every
    legal action with the same probability. The results do not depend on ``threads``; 0 stands for one thread for each
    core. Arrays that are switched off are not computed.
    """

    def __init__(
        self,
        rules: Ruleset,
        games: int,
        *,
        seed: int = 0,
        max_steps: int | None = None,
        threads: int = 1,
        masks: bool = True,
        observations: bool = True,
    ) -> None:
        self.rules = rules
        self.encoding = encoding = Encoding(rules.board)
        batch = Batch(rules, games, seed, max_steps, threads)
        step = VecStep(
            actions=np.zeros(games, np.int32),
            rewards=np.zeros((games, 4), np.float32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            to_move=np.zeros(games, np.uint8),
            masks=np.zeros((games, encoding.mask_words), np.uint64) if masks else None,
            planes=np.zeros((games, *encoding.plane_shape), np.uint8) if observations else None,
            scalars=np.zeros((games, encoding.num_scalars), np.float32) if observations else None,
        )
        super().__init__(batch, step, encoding.num_actions)


def _decision(position: Position, slide: int | None) -> Decision:
    """Rebuild a pickled decision."""
    decision = Decision(position)
    if slide is not None:
        decision.play(slide)
    return decision
