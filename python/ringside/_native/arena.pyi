"""Runs of games between bots and agents."""

import os
from collections.abc import Mapping
from typing import Any, final

from .ratings import Sprt

__all__ = ["Plan", "Run"]

@final
class Plan:
    """A run of games: the settings of a tournament with its players, rules, openings and maps."""
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...
    def __getstate__(self) -> str: ...
    def __new__(
        cls,
        settings: str,
        folder: str | os.PathLike[str] = ...,
        *,
        files: Mapping[str, str] | None = None,
        rounds: int | None = None,
        seed: int | None = None,
        cost_cap: float | None = None,
        sprt: tuple[float, float, float, float] | None = None,
    ) -> Plan:
        """Resolves the settings of a tournament, which are TOML as in a tournament file. Files that they name are taken
        from `files`, or read from `folder`. `rounds`, `seed` and `cost_cap` override the settings. `sprt` ends the run
        with a sequential test: `(elo0, elo1, alpha, beta)`."""
    def __repr__(self) -> str: ...
    def __setstate__(self, state: str) -> None:
        """Checks that a plan from another process is the same here."""
    @property
    def entrants(self) -> list[str]:
        """Names of the entrants."""
    def game(self, number: int) -> str:
        """Returns the id of a game by its number in the schedule, counted from 0. An id such as `3:0-1` has the
        condition, and the numbers of the entrants by seat."""
    @property
    def game_count(self) -> int | None:
        """Number of games; `None` if it depends on results."""
    @property
    def manifest(self) -> dict[str, Any]:
        """The settings as the log stores them."""
    @property
    def name(self) -> str:
        """Name of the tournament."""
    def play(self, game: str, created: str, spent: int = ...) -> bytes:
        """Plays a game and returns its lines of the log: the costs of replies, then the game. `created` is the start of
        the run, as ISO 8601. `spent` is the cost of the run so far, in millionths of the currency; if the cost cap is
        reached, the lines have the costs but not the game. Other Python threads run meanwhile, and Ctrl-C interrupts
        it."""
    @property
    def run(self) -> str:
        """Id of the run: a hash of everything that its games depend on."""

@final
class Run:
    """A run with its open log. It hands out the games that are missing in the log, and appends their lines.

    Any number of games can be played at the same time, also in other processes: :meth:`Plan.play` plays them. The lines
    of the games are appended in the order in which the games were handed out, so the log is the one of
    `ringside tournament --jobs 1`, except for measured times.
    """
    def __new__(cls, plan: Plan, log: str | os.PathLike[str]) -> Run:
        """Opens or creates the log and locks it against other writers. An existing log is continued."""
    def append(self, lines: bytes) -> str:
        """Appends the lines of the next game and returns `game`. Returns `not needed` and appends nothing if a sequential
        test was over, and `cost cap` if the lines end with the cost cap of the run."""
    @property
    def appended(self) -> int:
        """Number of games that were appended since the log was opened."""
    def close(self) -> None:
        """Closes the log, so that other programs can write to it."""
    @property
    def created(self) -> str:
        """Start of the run, as ISO 8601."""
    @property
    def is_complete(self) -> bool:
        """Whether the log has all games of the run."""
    def next_game(self) -> str | None:
        """Returns the id of the next game to play. Returns `None` if the run is complete, or if the following games
        depend on games that have not been appended."""
    @property
    def remarks(self) -> list[str]:
        """Remarks about the log that was opened."""
    @property
    def spent(self) -> int:
        """Cost of the run so far, in millionths of the currency."""
    @property
    def sprt(self) -> Sprt | None:
        """The sequential test that ends the run; `None` if there is none."""
    @property
    def standings(self) -> list[tuple[str, float, int, int]]:
        """Name, points, games and forfeited games of each entrant, including the games that were in the log."""
