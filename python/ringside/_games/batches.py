"""What the vectorised environments of both games share."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ringside._errors import RingsideError


class Step(Protocol):
    """The arrays of a step, with one row for each game."""

    @property
    def actions(self) -> NDArray[np.int32]: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def to_move(self) -> NDArray[np.uint8]: ...
    @property
    def masks(self) -> NDArray[np.uint64] | None: ...
    @property
    def planes(self) -> NDArray[Any] | None: ...
    @property
    def scalars(self) -> NDArray[Any] | None: ...


class NativeBatch(Protocol):
    """A batch of the native module."""

    def reset(self, arrays: Any) -> None: ...
    def step(self, choices: NDArray[np.int32] | None, arrays: Any) -> None: ...


StepT = TypeVar("StepT", bound=Step)


class _Bytes:
    """The arrays of a step with bytes instead of bools, as the native module fills them."""

    def __init__(self, step: Step) -> None:
        self.actions = step.actions
        self.rewards = step.rewards
        self.terminated = step.terminated.view(np.uint8)
        self.truncated = step.truncated.view(np.uint8)
        self.to_move = step.to_move
        self.masks = step.masks
        self.planes = step.planes
        self.scalars = step.scalars


class BatchEnv(Generic[StepT]):
    """Games that are stepped together. The subclasses create the batch and the arrays."""

    def __init__(self, batch: NativeBatch, step: StepT, num_actions: int) -> None:
        self._batch = batch
        self._step = step
        self._num_actions = num_actions
        self._bytes = _Bytes(step)
        self.reset()

    def __len__(self) -> int:
        return len(self._step.actions)

    @property
    def state(self) -> StepT:
        """The arrays of the last step or reset."""
        return self._step

    def reset(self) -> StepT:
        """Start all games again."""
        self._batch.reset(self._bytes)
        return self._step

    def step(self, choices: NDArray[np.int32]) -> StepT:
        """Play one choice in each game.

        If a choice is not legal, :class:`RingsideError` names the game and the reason, and no game changes.
        """
        self._batch.step(np.ascontiguousarray(choices, np.int32), self._bytes)
        return self._step

    def step_random(self) -> StepT:
        """Play a random legal choice in each game, drawn in Rust."""
        self._batch.step(None, self._bytes)
        return self._step

    def legal(self) -> NDArray[np.bool_]:
        """Return the legal choices as an array of bools, one row for each game."""
        masks = self._step.masks
        if masks is None:
            raise RingsideError("this environment was created with masks=False")
        bits = np.unpackbits(masks.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        return bits[:, : self._num_actions].view(np.bool_)
