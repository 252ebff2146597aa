"""Many matches of the Agent Strategy Game stepped together, for programs that learn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ringside._games.batches import BatchEnv
from ringside._native.asg import Batch, Encoding, Scenario


class VecStep(NamedTuple):
    """The arrays of a step, with one row for each match.

    They belong to the environment, and the next step fills them again: copy what you keep.
    """

    actions: NDArray[np.int32]
    """Numbers of the choices that were played; -1 after a reset."""
    rewards: NDArray[np.float32]
    """Rewards of P1 and P2: 0, unless the match ended in this step."""
    terminated: NDArray[np.bool_]
    """Whether the match ended. The other arrays then describe the first decision of the next match."""
    truncated: NDArray[np.bool_]
    """Whether the match was cut off after ``max_steps`` steps."""
    to_move: NDArray[np.uint8]
    """The player to move: 0 for P1, 1 for P2."""
    masks: NDArray[np.uint64] | None
    """Legal choices, one bit each; see :meth:`VecEnv.legal`."""
    planes: NDArray[np.float64] | None
    """Planes of the observation of the player to move: one number for each node."""
    scalars: NDArray[np.float64] | None
    """Scalars of the observation of the player to move."""


class VecEnv(BatchEnv[VecStep]):
    """``games`` matches of the same scenario that are stepped together in Rust threads, without the interpreter lock.

    Choices are numbers (``docs/encoding.md``): the orders of a ply are chosen one after another, and choice 0 ends them.
    A match that ends starts again in the same step, with another seed. Random steps choose every legal number with the
    same probability. The results do not depend on ``threads``; 0 stands for one thread for each core. Arrays that are
    switched off are not computed.
    """

    def __init__(
        self,
        scenario: Scenario | Encoding,
        games: int,
        *,
        rules: str = "v0",
        seed: int = 0,
        max_steps: int | None = None,
        threads: int = 1,
        masks: bool = True,
        observations: bool = True,
    ) -> None:
        self.encoding = encoding = scenario if isinstance(scenario, Encoding) else Encoding(scenario)
        self.rules = rules
        batch = Batch(encoding, rules, games, seed, max_steps, threads)
        step = VecStep(
            actions=np.zeros(games, np.int32),
            rewards=np.zeros((games, 2), np.float32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            to_move=np.zeros(games, np.uint8),
            masks=np.zeros((games, encoding.mask_words), np.uint64) if masks else None,
            planes=np.zeros((games, *encoding.plane_shape), np.float64) if observations else None,
            scalars=np.zeros((games, encoding.num_scalars), np.float64) if observations else None,
        )
        super().__init__(batch, step, encoding.num_actions)

    @property
    def scenario(self) -> Scenario:
        """The scenario of all matches."""
        return self.encoding.scenario
