"""Records of RingRift."""

from .ringrift import Action, Event, Position, Ruleset
from collections.abc import Sequence
from typing import Any, final

__all__ = ["Ply", "Record", "Recorder", "Verified", "read_records"]

@final
class Ply:
    """One action of a record with its annotations."""
    @property
    def action(self) -> Action: ...
    @property
    def comments(self) -> list[str]: ...
    @property
    def evaluation(self) -> list[float] | None:
        """The winning chance of each player, as the record states it."""
    @property
    def hash(self) -> str | None:
        """The recorded hash of the position after the action."""
    @property
    def marks(self) -> str:
        """Marks after the action, such as `!`."""
    @property
    def variations(self) -> int:
        """The number of variations that begin before the action."""

@final
class Record:
    """A game with its headers and annotations. All its actions are legal."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def __len__(self) -> int: ...
    def __new__(cls, text: str) -> Record:
        """Parses the text of a game and plays its actions."""
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    @property
    def actions(self) -> list[Action]:
        """The actions of the main line, each with the position before it."""
    @staticmethod
    def from_json(text: str) -> Record:
        """Reads the JSON form of a game and plays its actions."""
    @property
    def headers(self) -> dict[str, str]:
        """All headers of the text form."""
    @property
    def last_position(self) -> Position: ...
    def moves(self) -> list[dict[str, Any]]:
        """Returns the moves in the exchange format of the specification, including steps without a choice."""
    @property
    def names(self) -> list[str | None]:
        """The names of the players by seat; `None` for a player without a name."""
    @staticmethod
    def parse(text: str) -> Record:
        """Parses the text of a game and plays its actions."""
    @property
    def plies(self) -> list[Ply]:
        """The actions of the main line with their annotations."""
    def position_after(self, plies: int) -> Position:
        """Returns the position after a number of actions, or the last position if the game is shorter."""
    @property
    def positions(self) -> list[Position]:
        """All positions of the main line: the start, then the position after each action."""
    @property
    def ranks(self) -> list[int] | None:
        """The rank of each player, 1 for the best; `None` if the result is open."""
    @property
    def result(self) -> str:
        """The result as text, such as `1-0` or `2/1/3`; `*` if it is open."""
    @property
    def rules(self) -> Ruleset: ...
    @property
    def start(self) -> Position: ...
    @property
    def termination(self) -> str | None:
        """Why the game ended, such as `ring_elimination` or `resignation`; `None` if the record does not say it."""
    def text(self, layout: str = "rounds") -> str:
        """Returns the text form. `layout` is `rounds`, `turns` or `sequence`."""
    def to_json(self) -> str:
        """Returns the JSON form."""
    @staticmethod
    def verify(text: str) -> Verified:
        """Parses the text or JSON of one game and checks hashes, result and termination against the rules."""
    def with_hashes(self) -> Record:
        """Returns the record with the hash of the position after each turn."""

@final
class Recorder:
    """A game in progress: plays actions and keeps the record."""
    def __new__(
        cls,
        start: Position,
        *,
        names: Sequence[str | None] = ...,
        date: str | None = None,
        time_control: str | None = None,
        seed: str | None = None,
    ) -> Recorder:
        """Starts a game in a position. The other arguments are headers of the record."""
    def __repr__(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def finish(self, *, resigned: int | None = None, timed_out: int | None = None) -> Record:
        """Returns the record so far. `resigned` or `timed_out` is the seat of the player who ended the game."""
    def play(self, action: Action | str) -> list[Event]:
        """Plays an action and returns its events."""
    @property
    def position(self) -> Position:
        """The current position."""
    @staticmethod
    def resume(record: Record) -> Recorder:
        """Continues the game of a record from its last position."""
    def take_back(self) -> str | None:
        """Takes back the last action and returns its text; `None` at the start."""

@final
class Verified:
    """A record whose hashes, result and termination agree with the rules."""
    @property
    def hashes(self) -> int:
        """The number of compared hashes."""
    @property
    def record(self) -> Record: ...
    @property
    def remarks(self) -> list[str]:
        """Inconsistencies that do not concern the rules."""

def read_records(text: str) -> list[Record]:
    """Reads all games of a text: text records one after the other, a JSON value or list, or JSON lines."""
