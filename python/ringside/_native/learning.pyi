"""Numbers of actions, observations and batches of games for programs that learn."""

from typing import Any, ClassVar, Protocol, final, type_check_only

import numpy as np
from numpy.typing import NDArray

from ringside._native.ringrift import Action, Position, Ruleset

__all__ = ["Batch", "Decision", "Encoding"]

@type_check_only
class _Arrays(Protocol):
    @property
    def actions(self) -> NDArray[np.int32]: ...
    @property
    def masks(self) -> NDArray[np.uint64] | None: ...
    @property
    def planes(self) -> NDArray[np.uint8] | None: ...
    @property
    def scalars(self) -> NDArray[np.float32] | None: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def terminated(self) -> NDArray[np.uint8]: ...
    @property
    def truncated(self) -> NDArray[np.uint8]: ...
    @property
    def to_move(self) -> NDArray[np.uint8]: ...

@final
class Batch:
    """Many games of the same rules that are stepped together. `ringside.VecEnv` owns the arrays and is easier to use."""
    def __new__(cls, rules: Ruleset, games: int, seed: int, max_steps: int | None, threads: int) -> Batch: ...
    def reset(self, arrays: _Arrays) -> None:
        """Starts all games again and fills the arrays."""
    def step(self, choices: NDArray[np.int32] | None, arrays: _Arrays) -> None:
        """Plays one choice in each game, or a random one if `choices` is `None`, and fills the arrays; `None` arrays are not filled."""

@final
class Decision:
    """A decision in a game, whose legal choices have numbers."""
    def __copy__(self) -> Decision: ...
    def __deepcopy__(self, _memo: Any) -> Decision: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __new__(cls, position: Position) -> Decision:
        """Creates the decision of a position."""
    def __reduce__(self) -> tuple[Any, tuple[Position, int | None]]: ...
    def action(self, number: int) -> Action | None:
        """The action that a choice completes; `None` if the choice is a slide, whose price is the next choice."""
    @property
    def encoding(self) -> Encoding:
        """The encoding of the board."""
    def legal(self) -> NDArray[np.int32]:
        """Numbers of the legal choices in ascending order; empty if the game is over."""
    def numbers(self, action: Action | str) -> list[int]:
        """Numbers of the one or two choices that make an action."""
    def observation(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Planes and scalars of the observation of the player to move."""
    def play(self, number: int) -> None:
        """Plays a choice. A choice that is not legal raises `RingsideError` and changes nothing."""
    @property
    def position(self) -> Position:
        """The position; after the slide of a recovery the position before it."""
    @property
    def slide_chosen(self) -> bool:
        """Whether the slide of a recovery was chosen and its price is the next choice."""

@final
class Encoding:
    """The numbers of all choices and the layout of observations on a board."""

    VERSION: ClassVar[int]
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def __hash__(self) -> int: ...
    def __new__(cls, board: str) -> Encoding:
        """Creates the encoding of a board."""
    def __repr__(self) -> str: ...
    @property
    def board(self) -> str:
        """Name of the board."""
    @property
    def mask_words(self) -> int:
        """Number of 64-bit words of a mask."""
    @property
    def num_actions(self) -> int:
        """Number of choices."""
    @property
    def num_scalars(self) -> int:
        """Number of scalars of an observation."""
    def place(self, cell: str) -> tuple[int, int]:
        """Row and column of a cell in the planes."""
    def places(self) -> NDArray[np.int32]:
        """Place of each cell in a plane: row · number of columns + column, in cell order."""
    @property
    def plane_names(self) -> list[str]:
        """Names of the planes."""
    @property
    def plane_shape(self) -> tuple[int, int, int]:
        """Shape of the planes of an observation: planes, rows, columns."""
    @property
    def scalar_names(self) -> list[str]:
        """Names of the scalars."""
    def symmetries(self) -> list[NDArray[np.int32]]:
        """For each symmetry of the board, the number of the image of each choice; -1 for numbers without a choice."""
