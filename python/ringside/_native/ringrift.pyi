"""Rulesets, positions, actions and events of RingRift."""

from collections.abc import Sequence
from typing import Any, final

__all__ = ["Action", "Event", "IllegalAction", "Outcome", "Position", "Ruleset", "rule_title"]

@final
class Action:
    """A legal action of a position."""
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[Position, str]: ...
    def __hash__(self) -> int: ...
    def __new__(cls, position: Position, text: str) -> Action:
        """Reads an action of a position; see `Position.read_action`."""
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    @property
    def cells(self) -> list[str]:
        """All cells of the action: the selected ones, then the captured stack or the cells of the line or region."""
    @property
    def details(self) -> str | None:
        """The effect of the action in plain English; `None` if the text of the action says it all."""
    @property
    def kind(self) -> str:
        """The kind of the action, such as `place_on_empty`, `move` or `capture`."""
    @property
    def move_type(self) -> str:
        """The move type of the exchange format of records, such as `place_ring`."""
    @property
    def picks(self) -> list[str]:
        """The cells that a player selects, in order; empty for lines and regions."""
    @property
    def position(self) -> Position:
        """The position in which the action is legal."""
    @property
    def rings(self) -> int | None:
        """The number of rings of a placement; `None` for other actions."""
    @property
    def text(self) -> str:
        """The text of the action, such as `M d4-d6`."""

@final
class Event:
    """One effect of an action, with the rule that causes it."""
    def __eq__(self, value: object, /) -> bool: ...
    def __repr__(self) -> str: ...
    @property
    def fields(self) -> dict[str, Any]:
        """The data of the event by name: cells as names, players as seats, rings as seats from bottom to top."""
    @property
    def kind(self) -> str:
        """The kind of the event, such as `placed`, `moved` or `collapsed`."""
    @property
    def rule(self) -> str:
        """The id of the rule that causes the event."""
    @property
    def text(self) -> str | None:
        """The event in plain English; `None` if the description of another event includes it."""

@final
class IllegalAction:
    """The reason why an action is illegal."""
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    @property
    def cells(self) -> list[str]:
        """The cells that the reason refers to."""
    @property
    def reason(self) -> str:
        """The reason as an English phrase."""
    @property
    def rule(self) -> str:
        """The id of the rule that forbids it."""

@final
class Outcome:
    """The result of a finished game."""
    def __eq__(self, value: object, /) -> bool: ...
    def __repr__(self) -> str: ...
    @property
    def ranks(self) -> list[int]:
        """The rank of each player, 1 for the best; ties share a rank."""
    @property
    def reason(self) -> str:
        """Why the game is over, such as `ring_elimination`."""
    @property
    def winner(self) -> int | None:
        """The seat of the winner; `None` in a draw."""

@final
class Position:
    """A valid state of a game. Positions are immutable: playing an action returns a new one."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def __hash__(self) -> int: ...
    def __new__(cls, start: Ruleset | str | None = None) -> Position:
        """Returns the first position of a game with these rules, or the position of a text."""
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def as_if_turn_of(self, player: int) -> Position | None:
        """Returns the position as if it were the start of a turn of another player; `None` if the game is over."""
    def board_text(self) -> str:
        """Draws the position with characters."""
    def clone(self) -> Position:
        """Returns the position itself, because positions are immutable."""
    @property
    def collapsed(self) -> dict[str, int]:
        """The owners of the collapsed cells."""
    def count_legal(self) -> int:
        """Returns the number of legal actions, without listing them."""
    @property
    def credits(self) -> list[int]:
        """The number of eliminated rings credited to each player."""
    def fingerprint(self) -> str:
        """Returns the canonical text of everything that affects later play."""
    def fingerprint_hash(self) -> str:
        """Returns the 128-bit hash of the fingerprint, as records contain it."""
    def goals(self, player: int) -> dict[str, tuple[int, int]]:
        """Returns the progress of a player towards each way of winning: kind to (have, need)."""
    @property
    def hands(self) -> list[int]:
        """The number of rings in the hand of each player."""
    def hash(self) -> int:
        """Returns the 64-bit hash for search tables."""
    def headline(self) -> str:
        """Returns one sentence about the state of the game."""
    def is_legal(self, action: Action | str) -> bool:
        """Reports whether an action is legal here. A text that denotes no action is not legal."""
    @property
    def is_over(self) -> bool: ...
    def legal_actions(self) -> list[Action]:
        """Returns all legal actions, in a documented order; an empty list if the game is over."""
    def lines(self, player: int) -> list[list[str]]:
        """Returns the lines of a player, each as its cells."""
    @property
    def markers(self) -> dict[str, int]:
        """The owners of the markers by cell."""
    @property
    def must_act(self) -> str | None:
        """The cell of the stack that has to move or capture in this phase; `None` if any stack may."""
    def nth_legal(self, index: int) -> Action:
        """Returns the legal action with this index in `legal_actions()`, without listing them."""
    @property
    def outcome(self) -> Outcome | None:
        """The result; `None` while the game runs."""
    @staticmethod
    def parse(text: str) -> Position:
        """Parses a position text that contains its rules."""
    @staticmethod
    def parse_with(text: str, rules: Ruleset) -> Position:
        """Parses a position text under given rules."""
    def perft(self, depth: int) -> int:
        """Counts the sequences of `depth` actions from this position. Ctrl-C interrupts it."""
    @property
    def phase(self) -> str:
        """The name of the phase, such as `ring_placement` or `game_over`."""
    def play(self, action: Action | str) -> Position:
        """Plays an action and returns the position after it."""
    def play_with_events(self, action: Action | str) -> tuple[Position, list[Event]]:
        """Plays an action and returns the position after it with the events in order."""
    @property
    def progress(self) -> int:
        """The quantity S, which never decreases: markers, collapsed cells and eliminated rings."""
    def prompt(self) -> str:
        """Returns what the player to move can do now, in plain English."""
    def read_action(self, text: str) -> Action:
        """Reads the text of a legal action, such as `M d4-d6`."""
    def reference_hash(self) -> str:
        """Returns the hash of the public engines of the live edition."""
    def regions(self) -> list[dict[str, Any]]:
        """Returns the candidate regions: `cells`, `border`, the `colours` in the region and the `claimants`."""
    @property
    def rings_on_board(self) -> list[int]:
        """The number of rings of each player on the board."""
    @property
    def rules(self) -> Ruleset: ...
    @property
    def stacks(self) -> dict[str, list[int]]:
        """The stacks by cell, each with the seats of its rings from bottom to top."""
    def svg(
        self,
        *,
        title: str = "",
        subtitle: str = "",
        last: Sequence[Action] = ...,
        highlights: Sequence[str] = ...,
        names: Sequence[str] = ...,
        theme: str = "auto",
        coordinates: bool = True,
        table: bool = True,
        prefix: str = "rr",
    ) -> str:
        """Draws the position as SVG. `last` are the actions to mark, `highlights` the cells to outline."""
    def symmetric_hash(self) -> int:
        """Returns a 64-bit hash that is equal for positions that are the same up to symmetry."""
    @property
    def territories(self) -> list[int]:
        """The number of collapsed cells of each player."""
    @property
    def to_move(self) -> int:
        """The seat of the player to move, counted from 1; in a finished game the player of the last turn."""
    def trace_moves(self) -> list[tuple[str, Action]]:
        """Returns the legal actions in the spelling of recorded games (`ringrift-trace/1`), sorted by text."""
    @property
    def turn(self) -> int:
        """The number of the turn, counted from 1 over all players."""
    def why_illegal(self, action: Action | str) -> IllegalAction | None:
        """Returns why an action is illegal, with the rule; `None` if it is legal."""

@final
class Ruleset:
    """The rules of a game: an edition, a board, the number of players, and options that differ from the edition."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, ...], dict[str, Any]]: ...
    def __hash__(self) -> int: ...
    def __new__(
        cls,
        edition: str = "standard",
        board: str = "square8",
        players: int = ...,
        **options: int | str | bool | None,
    ) -> Ruleset:
        """Creates rules from an edition and options."""
    def __repr__(self) -> str: ...
    @property
    def board(self) -> str: ...
    @staticmethod
    def boards() -> list[str]:
        """Names of the boards."""
    @property
    def cells(self) -> list[str]:
        """Names of all cells of the board, in cell order."""
    @property
    def edition(self) -> str:
        """Name of the edition that needs the fewest options to describe these rules."""
    @staticmethod
    def editions() -> list[str]:
        """Names of the editions."""
    @staticmethod
    def from_names(edition: str, board: str, players: int, **options: int | str | bool | None) -> Ruleset:
        """Creates rules like the constructor, but reads the board names as records of the edition write them."""
    @property
    def borders(self) -> str: ...
    @property
    def capture_distance(self) -> str: ...
    @property
    def elimination_threshold(self) -> int: ...
    @property
    def forced(self) -> str: ...
    @property
    def landing(self) -> str: ...
    @property
    def last_standing(self) -> str: ...
    @property
    def last_standing_rounds(self) -> int: ...
    @property
    def line_length(self) -> int: ...
    @property
    def line_price(self) -> str: ...
    @property
    def majority(self) -> bool: ...
    @property
    def open_regions(self) -> str: ...
    @property
    def placement_limit(self) -> int | None: ...
    @property
    def recovery(self) -> bool: ...
    @property
    def region_duty(self) -> str: ...
    @property
    def regions(self) -> str: ...
    @property
    def rings(self) -> int: ...
    @property
    def skip(self) -> str: ...
    @property
    def stalemate(self) -> str: ...
    @property
    def swap(self) -> bool: ...
    @property
    def territory_threshold(self) -> int: ...
    @property
    def tiebreak(self) -> str: ...
    @property
    def turn_cap(self) -> int | None: ...
    @staticmethod
    def option_names() -> list[str]:
        """Names of the options, all of which are also attributes."""
    @property
    def options(self) -> dict[str, Any]:
        """The value of every option."""
    def overrides(self) -> dict[str, Any]:
        """Returns the options that differ from the edition."""
    @property
    def players(self) -> int: ...
    @property
    def title(self) -> str:
        """One line that describes the rules."""

def rule_title(rule: str) -> str:
    """Returns the topic of a rule as a short phrase."""
