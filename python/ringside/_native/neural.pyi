"""Self-play and searches that a network guides."""

from typing import Any, Protocol, final, type_check_only

import numpy as np
from numpy.typing import NDArray

from ringside._native.learning import Decision
from ringside._native.ringrift import Ruleset

__all__ = ["SearchBatch", "SelfPlay"]

@type_check_only
class _Rows(Protocol):
    @property
    def planes(self) -> NDArray[np.uint8]: ...
    @property
    def scalars(self) -> NDArray[np.float32]: ...
    @property
    def numbers(self) -> NDArray[np.int32]: ...
    @property
    def policy(self) -> NDArray[np.float32]: ...
    @property
    def results(self) -> NDArray[np.float32]: ...
    @property
    def search_values(self) -> NDArray[np.float32]: ...
    @property
    def ownership(self) -> NDArray[np.uint8]: ...
    @property
    def margins(self) -> NDArray[np.float32]: ...
    @property
    def rules(self) -> NDArray[np.uint8]: ...

@final
class SearchBatch:
    """Searches of given decisions, one leaf for each search and step."""
    def __new__(
        cls, decisions: list[Decision], effort: tuple[int, int], *, noise: float = 0.0, seed: int = ...
    ) -> SearchBatch:
        """Starts to search decisions on one board. `effort` is a pair: simulations, and considered choices."""
    def best(self) -> list[tuple[int, float] | None]:
        """For each decision the number of the best choice and the value for its player to move; `None` if the game is over."""
    def step(self, logits: NDArray[np.float32] | None, values: NDArray[np.float32] | None) -> tuple[int, int]:
        """Takes in the evaluations of the last leaves (`None` in the first step), and walks to the next leaves.

        Returns the number of leaves, and of their numbers; no leaves if all searches are complete.
        """
    def write(self, planes: NDArray[np.uint8], scalars: NDArray[np.float32], numbers: NDArray[np.int32]) -> None:
        """Writes the observations of the leaves, and the numbers of their legal choices as row · number of choices + number.

        Writes 0 into the rest of the arrays.
        """

@final
class SelfPlay:
    """Many games that play against themselves, one leaf of the search for each game and step. `ringside.train` uses it."""
    def __new__(
        cls,
        rules: list[tuple[Ruleset, float]],
        games: int,
        *,
        seed: int,
        threads: int,
        full: tuple[int, int],
        cheap: tuple[int, int],
        full_share: float,
        random_openings: float,
    ) -> SelfPlay:
        """Creates the games. `full` and `cheap` are pairs: simulations, and considered choices."""
    def step(
        self,
        logits: NDArray[np.float32] | None,
        values: NDArray[np.float32] | None,
        planes: NDArray[np.uint8],
        scalars: NDArray[np.float32],
    ) -> int:
        """Takes in the evaluations of the last leaves (`None` in the first step), and plays on to the next leaf of each game.

        Fills the arrays with their observations. Returns how many numbers of legal choices the leaves have.
        """
    def take_rows(self, arrays: _Rows) -> int:
        """Moves training rows into arrays, the oldest first, until the arrays are full. Returns their number."""
    def take_statistics(self) -> dict[str, Any]:
        """Counts since the last call; lists have one entry for each ruleset."""
    @property
    def waiting_rows(self) -> int:
        """Number of training rows that wait to be taken."""
    def write_numbers(self, numbers: NDArray[np.int32]) -> None:
        """Writes the numbers of the legal choices of all leaves, each as row · number of choices + number, and 0 into the rest."""
