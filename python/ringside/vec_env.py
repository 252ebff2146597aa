"""Many games of RingRift stepped together, for programs that learn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ringside._native.learning import Batch, Encoding
from ringside._native.ringrift import Ruleset

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


class _Bytes:
    """The arrays of a step with bytes instead of bools, as the native module fills them."""

    def __init__(self, step: VecStep) -> None:
        self.actions = step.actions
        self.rewards = step.rewards
        self.terminated = step.terminated.view(np.uint8)
        self.truncated = step.truncated.view(np.uint8)
        self.to_move = step.to_move
        self.masks = step.masks
        self.planes = step.planes
        self.scalars = step.scalars


class VecEnv:
    """``games`` games of the same rules that are stepped together in Rust threads, without the interpreter lock.

    Choices are numbers (``docs/encoding.md``). A game that ends starts again in the same step. The results do not depend
    on ``threads``; 0 stands for one thread for each core. Arrays that are switched off are not computed.
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
        self.encoding = Encoding(rules.board)
        self._batch = Batch(rules, games, seed, max_steps, threads)
        planes, rows, columns = self.encoding.plane_shape
        self._step = VecStep(
            actions=np.zeros(games, np.int32),
            rewards=np.zeros((games, 4), np.float32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            to_move=np.zeros(games, np.uint8),
            masks=np.zeros((games, self.encoding.mask_words), np.uint64) if masks else None,
            planes=np.zeros((games, planes, rows, columns), np.uint8) if observations else None,
            scalars=np.zeros((games, self.encoding.num_scalars), np.float32) if observations else None,
        )
        self._bytes = _Bytes(self._step)
        self.reset()

    def __len__(self) -> int:
        return len(self._step.actions)

    @property
    def state(self) -> VecStep:
        """The arrays of the last step or reset."""
        return self._step

    def reset(self) -> VecStep:
        """Start all games again."""
        self._batch.reset(self._bytes)
        return self._step

    def step(self, choices: NDArray[np.int32]) -> VecStep:
        """Play one choice in each game.

        If a choice is not legal, :class:`RingsideError` names the game and the reason, and no game changes.
        """
        self._batch.step(np.ascontiguousarray(choices, np.int32), self._bytes)
        return self._step

    def step_random(self) -> VecStep:
        """Play a random legal action in each game, drawn in Rust; every legal action is equally likely."""
        self._batch.step(None, self._bytes)
        return self._step

    def legal(self) -> NDArray[np.bool_]:
        """Return the legal choices as an array of bools, one row for each game."""
        masks = self._step.masks
        if masks is None:
            raise ValueError("this environment was created with masks=False")
        bits = np.unpackbits(masks.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        return bits[:, : self.encoding.num_actions].view(np.bool_)
