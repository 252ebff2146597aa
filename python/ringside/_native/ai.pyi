"""Bots and analysis of RingRift."""

from .ringrift import Action, Position
from typing import final

__all__ = ["Analysis", "Analyst", "Bot", "ScoredAction", "SearchBot", "SearchSummary"]

@final
class Analysis:
    """The analysis of a position."""
    def __repr__(self) -> str: ...
    @property
    def actions(self) -> list[ScoredAction]:
        """All legal actions, the best first."""
    @property
    def chances(self) -> list[float]:
        """The winning chance of each player; the sum is 1."""
    @property
    def nodes(self) -> int:
        """The number of evaluated positions."""
    @property
    def to_move(self) -> int:
        """The seat of the player to move."""

@final
class Analyst:
    """Analyses positions. It reuses its search for positions that follow each other in one game."""
    def __new__(cls, *, nodes: int | None = None, time: float | None = None, threads: int = ...) -> Analyst:
        """Creates an analyst. Without a limit it evaluates as many positions as level 10."""
    def analyse(self, position: Position) -> Analysis:
        """Analyses a position. Other Python threads run meanwhile, and Ctrl-C interrupts it."""

@final
class Bot:
    """A built-in player by name: `random`, `greedy`, `level:1` to `level:10`, or `nodes:N`."""
    def __new__(cls, name: str, seed: int = ...) -> Bot:
        """Creates the player; the seed determines its random choices."""
    def __repr__(self) -> str: ...
    def choose(self, position: Position) -> Action:
        """Chooses an action for the player to move. Other Python threads run meanwhile, and Ctrl-C interrupts it."""
    @property
    def name(self) -> str: ...
    @staticmethod
    def names() -> list[str]:
        """Returns the forms of the known names."""
    @property
    def seed(self) -> int: ...

@final
class ScoredAction:
    """A legal action with its evaluation."""
    def __repr__(self) -> str: ...
    @property
    def action(self) -> Action: ...
    @property
    def chances(self) -> list[float]:
        """The winning chance of each player after the action."""
    @property
    def is_proved(self) -> bool:
        """Whether the winner under best play is proved; never with more than two players."""
    @property
    def line(self) -> list[Action]:
        """The expected continuation, starting with the action."""
    @property
    def nodes(self) -> int:
        """The number of visits in the search tree."""

@final
class SearchBot:
    """A player of a level that searches, with limits and a summary of its search."""
    def __new__(
        cls,
        level: int,
        seed: int = ...,
        *,
        nodes: int | None = None,
        time: float | None = None,
        threads: int = ...,
    ) -> SearchBot:
        """Creates a player of a level, 1 to 10. The limits can only reduce the effort of the level."""
    def choose(self, position: Position) -> Action:
        """Chooses an action for the player to move. Other Python threads run meanwhile, and Ctrl-C interrupts it."""
    @property
    def summary(self) -> SearchSummary | None:
        """The last search; `None` if no action was chosen or the choice needed no search."""

@final
class SearchSummary:
    """The last search of a bot."""
    @property
    def chances(self) -> list[float]:
        """The winning chance of each of four seats; unused seats have 0."""
    @property
    def is_proved(self) -> bool:
        """Whether the winner under best play is proved."""
    @property
    def nodes(self) -> int:
        """The number of evaluated positions."""
