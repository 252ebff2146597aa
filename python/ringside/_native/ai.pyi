"""Bots, analysis and reviews of RingRift."""

from .record import Record
from .ringrift import Action, Position
from typing import final

__all__ = [
    "Analysis",
    "Analyst",
    "Bot",
    "KeyMoment",
    "Review",
    "ReviewedDecision",
    "ScoredAction",
    "SearchBot",
    "SearchSummary",
]

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
    """A built-in player by name: `random`, `greedy`, `level:1` to `level:10`, `neural:N`, `classic:1` to `classic:10`, or `nodes:N`."""
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
class KeyMoment:
    """A turn with a large loss, and a better turn."""
    @property
    def after(self) -> float:
        """The player's winning chance after the turn that was played, analysed with the same effort."""
    @property
    def before(self) -> float:
        """The player's winning chance after the better turn."""
    @property
    def better(self) -> list[Action]:
        """The actions of a better turn, from the position before the turn."""
    @property
    def end(self) -> int:
        """The number of actions played up to the end of the turn."""
    @property
    def loss(self) -> float:
        """The difference of both, 0 to 1."""
    @property
    def player(self) -> int:
        """The seat of the player."""
    @property
    def start(self) -> int:
        """The number of actions played before the turn."""
    @property
    def turn(self) -> int: ...

@final
class Review:
    """The analysis of a whole game."""
    @property
    def accuracies(self) -> list[float | None]:
        """The mean accuracy of each player's turns in per cent; `None` without a turn in an open game."""
    @property
    def curve(self) -> list[list[float]]:
        """The winning chances of the players at the start and after each action."""
    @property
    def decisions(self) -> list[ReviewedDecision]:
        """The judgement of each action."""
    @property
    def key_moments(self) -> list[KeyMoment]:
        """The few turns with the largest losses, in the order of the game."""
    @property
    def nodes(self) -> int:
        """The number of evaluated positions."""
    @staticmethod
    def of(record: Record, *, nodes: int = ..., threads: int = ...) -> Review:
        """Reviews a game: analyses every position with `nodes` evaluations and judges every action. Ctrl-C interrupts it."""
    @property
    def record(self) -> Record: ...
    @property
    def turning_points(self) -> list[tuple[int, int | None, int]]:
        """The changes of the favourite: number of actions played, previous favourite or `None`, and new favourite."""

@final
class ReviewedDecision:
    """The judgement of one action."""
    @property
    def better(self) -> list[Action] | None:
        """A better continuation, if the action has a severity."""
    @property
    def is_forced(self) -> bool:
        """Whether it was the only legal action."""
    @property
    def loss(self) -> float:
        """The loss of the player's winning chance, 0 to 1."""
    @property
    def player(self) -> int:
        """The seat of the player."""
    @property
    def severity(self) -> str | None:
        """`inaccuracy`, `mistake` or `blunder`; `None` if the loss is small."""
    @property
    def text(self) -> str:
        """The text of the action."""
    @property
    def turn(self) -> int: ...

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
        """The winning chance of each player."""
    @property
    def is_proved(self) -> bool:
        """Whether the winner under best play is proved."""
    @property
    def nodes(self) -> int:
        """The number of evaluated positions."""
