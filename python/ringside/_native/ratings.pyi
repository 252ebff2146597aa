"""Ratings and sequential tests."""

from collections.abc import Sequence
from typing import final

__all__ = ["Contest", "Estimate", "Fit", "Sprt", "fit"]

@final
class Contest:
    """One game: the players by seat and their places."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __new__(cls, players: Sequence[int], places: Sequence[int]) -> Contest:
        """Creates a contest from the players, which are numbers from 0, and their places; the best place is 1."""
    def __repr__(self) -> str: ...
    @staticmethod
    def forfeited(players: Sequence[int], failed: int) -> Contest:
        """Creates a contest that ended because the player in seat `failed`, counted from 0, failed."""
    @property
    def places(self) -> list[int]: ...
    @property
    def players(self) -> list[int]: ...

@final
class Estimate:
    """An estimate with its 95 % interval. An end that the data do not bound is infinite."""
    def __eq__(self, value: object, /) -> bool: ...
    def __repr__(self) -> str: ...
    @property
    def high(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def value(self) -> float: ...

@final
class Fit:
    """Ratings of players in Elo."""
    def leader(self) -> int | None:
        """Returns the player with the highest rating."""
    @property
    def log_likelihood(self) -> float: ...
    def los(self, one: int, other: int) -> float | None:
        """Returns the probability that one player is stronger than another; `None` if the data do not compare them."""
    @property
    def method(self) -> str:
        """The method of the intervals: `profile`, `wald` or `bootstrap`."""
    @property
    def ratings(self) -> list[Estimate]:
        """The rating of each player."""
    @property
    def seats(self) -> list[tuple[int, int, Estimate]]:
        """The effects of the seats: number of seats, seat and effect in Elo."""
    @property
    def ties(self) -> list[tuple[int, Estimate]]:
        """The prevalence of each size of tie that occurs."""
    @property
    def warnings(self) -> list[str]:
        """Limitations of the data that affect the interpretation of the results."""

@final
class Sprt:
    """A sequential probability ratio test of one player against another."""
    def __new__(
        cls,
        elo0: float,
        elo1: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        *,
        pairs: bool = True,
    ) -> Sprt:
        """Creates a test of `elo0` against `elo1`. With `pairs`, two games with swapped seats are counted together."""
    def add_game(self, score: float) -> None:
        """Adds the score of a game: 1, 0.5 or 0."""
    def add_pair(self, one: float, other: float) -> None:
        """Adds the scores of two games with swapped seats."""
    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood ratio at which the test ends."""
    @property
    def counts(self) -> list[int]:
        """The numbers of results, from losses to wins."""
    @property
    def decision(self) -> str:
        """`accept H0`, `accept H1` or `continue`."""
    @property
    def elo(self) -> Estimate | None:
        """The difference in Elo; `None` before the first result."""
    @property
    def llr(self) -> float:
        """The log-likelihood ratio."""

def fit(
    contests: Sequence[Contest],
    *,
    players: int | None = None,
    anchors: Sequence[tuple[int, float]] = ...,
    seat_effects: bool = True,
    intervals: str = "profile",
    groups: Sequence[int] | None = None,
    rounds: int = ...,
    seed: int = ...,
    min_contests: int = ...,
) -> Fit:
    """Fits ratings to contests. `intervals` is `profile`, `wald` or `bootstrap`, which resamples `groups` of contests."""
