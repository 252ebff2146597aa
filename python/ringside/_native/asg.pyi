"""The Agent Strategy Game."""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, final, type_check_only

import numpy as np
from numpy.typing import NDArray

__all__ = ["Batch", "Bot", "Decision", "Encoding", "Match", "Ply", "Position", "Prng", "Replay", "Scenario", "Verified", "combat_odds", "resolve_combat"]

@type_check_only
class _Arrays(Protocol):
    @property
    def actions(self) -> NDArray[np.int32]: ...
    @property
    def masks(self) -> NDArray[np.uint64] | None: ...
    @property
    def planes(self) -> NDArray[np.float64] | None: ...
    @property
    def scalars(self) -> NDArray[np.float64] | None: ...
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
    """Many matches of the same scenario that are stepped together. `ringside.asg.VecEnv` owns the arrays and is easier to use."""
    def __new__(
        cls, encoding: Encoding, rules: str, games: int, seed: int, max_steps: int | None, threads: int
    ) -> Batch: ...
    def reset(self, arrays: _Arrays) -> None:
        """Starts all matches again and fills the arrays."""
    def step(self, choices: NDArray[np.int32] | None, arrays: _Arrays) -> None:
        """Plays one choice in each match, or a random one if `choices` is `None`, and fills the arrays; `None` arrays are not filled."""

@final
class Bot:
    """A built-in player by name: `random`, `greedy`, `mix:SHARE`, `rush`, `search`, or `level:1` to `level:9`."""
    def __new__(cls, name: str, seed: int = ...) -> Bot:
        """Creates the player; the seed determines its random choices."""
    def __repr__(self) -> str: ...
    def choose(self, game: Match) -> list[dict[str, Any]]:
        """Chooses the orders of the active player. It sees the public state only. Other Python threads run meanwhile, and Ctrl-C interrupts it."""
    @property
    def name(self) -> str: ...
    @property
    def seed(self) -> int: ...

@final
class Decision:
    """A match in which the orders of a ply are chosen one after another, by number."""
    def __copy__(self) -> Decision: ...
    def __deepcopy__(self, _memo: Any) -> Decision: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __new__(cls, game: Match, encoding: Encoding | None = None) -> Decision:
        """Creates the decision of a match. `encoding` is that of its scenario, and is made if it is not given."""
    def __reduce__(self) -> tuple[Any, tuple[Match, list[int]]]: ...
    @property
    def active(self) -> str:
        """The player who chooses, `P1` or `P2`."""
    @property
    def amount_open(self) -> bool:
        """Whether the next choice is a digit of the amount of an order."""
    @property
    def encoding(self) -> Encoding:
        """The encoding of the scenario."""
    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
    def legal(self) -> NDArray[np.int32]:
        """Numbers of the legal choices in ascending order; empty if the match is over."""
    @property
    def match(self) -> Match:
        """The match at the start of the ply, or at its end."""
    def observation(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Planes and scalars of the observation of the player to move."""
    def order(self, number: int) -> dict[str, Any] | None:
        """The order that a choice completes; `None` if it ends the orders of the ply, or if digits of the amount follow."""
    @property
    def orders(self) -> list[dict[str, Any]]:
        """The orders of the ply so far."""
    def play(self, number: int) -> None:
        """Plays a choice. A choice that is not legal raises `RingsideError` and changes nothing."""

@final
class Encoding:
    """The numbers of all choices and the layout of observations in a scenario."""

    VERSION: ClassVar[int]
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[Scenario]: ...
    def __hash__(self) -> int: ...
    def __new__(cls, scenario: Scenario) -> Encoding:
        """Creates the encoding of a scenario."""
    def __repr__(self) -> str: ...
    @property
    def edges(self) -> NDArray[np.int32]:
        """The edges in both directions, in the order of their numbers: one row with the indices of two nodes for each."""
    @property
    def mask_words(self) -> int:
        """Number of 64-bit words of a mask."""
    @property
    def num_actions(self) -> int:
        """Number of choices."""
    @property
    def num_scalars(self) -> int:
        """Number of scalars of an observation."""
    def numbers(self, order: Any) -> list[int]:
        """Numbers of the choices that make an order, whether or not it is legal now."""
    @property
    def plane_names(self) -> list[str]:
        """Names of the planes."""
    @property
    def plane_shape(self) -> tuple[int, int]:
        """Shape of the planes of an observation: planes, nodes."""
    @property
    def scalar_names(self) -> list[str]:
        """Names of the scalars."""
    @property
    def scenario(self) -> Scenario: ...

@final
class Match:
    """A match with its seed and the plies played. Matches are immutable: playing a ply returns a new one."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, _memo: Any) -> Match: ...
    def __eq__(self, other: object, /) -> bool:
        """Compares scenario, rules, seed, random generator and position, but not the orders that led there."""
    def __hash__(self) -> int: ...
    def __new__(cls, scenario: Scenario, seed: int = ..., rules: str = "v0") -> Match:
        """Starts a match. The seed determines all combat results."""
    def __reduce__(self) -> tuple[Any, tuple[Replay]]: ...
    def __repr__(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def check(self, orders: Sequence[Any] | str) -> None:
        """Raises `RingsideError` if an order would be rejected; `rule` is the code of the rejection."""
    def clone(self) -> Match:
        """Returns the match itself, because matches are immutable."""
    @staticmethod
    def from_replay(replay: Replay) -> Match:
        """Returns the match of a replay after all its plies."""
    @property
    def is_over(self) -> bool: ...
    def legal_orders(self) -> list[dict[str, Any]]:
        """Returns single orders that are legal now: pass, and the least and the most of each purchase and move."""
    @property
    def outcome(self) -> dict[str, str] | None:
        """The result under the keys of replays; `None` while the match runs."""
    def play(self, orders: Sequence[Any] | str, controller: str = "") -> Match:
        """Plays a ply of the active player and returns the match after it. Rejected orders have no effect."""
    def play_with_events(self, orders: Sequence[Any] | str, controller: str = "", *, reference: bool = False) -> Ply:
        """Plays a ply of the active player and returns the match after it with its events."""
    @property
    def position(self) -> Position:
        """The public state."""
    @property
    def prng_state(self) -> int:
        """The state of the random generator, which determines the next combat results."""
    def replay(self, created_at: str = ...) -> Replay:
        """Returns the replay of the plies played."""
    @property
    def rules(self) -> str: ...
    @property
    def scenario(self) -> Scenario: ...
    @property
    def seed(self) -> int: ...

@final
class Ply:
    """A played ply."""
    @property
    def after(self) -> Match:
        """The match after the ply."""
    @property
    def events(self) -> list[dict[str, Any]]:
        """The events in order."""
    @property
    def results(self) -> list[dict[str, Any]]:
        """The result of each order, those beyond the budget first."""
    @property
    def summary(self) -> dict[str, Any]:
        """Counts of captures, fights and rejected orders, and changes of owners and supply."""

@final
class Position:
    """The public state of a match: everything except the seed and the random generator."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Scenario, dict[str, Any], str, dict[str, str] | None]]: ...
    def __repr__(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    @property
    def active(self) -> str:
        """The player whose ply is next, `P1` or `P2`."""
    @property
    def forces(self) -> dict[str, tuple[int, int]]:
        """The troops on each node: those of P1, then those of P2."""
    @staticmethod
    def from_dict(
        scenario: Scenario, state: Any, rules: str = "v0", outcome: Any | None = None
    ) -> Position:
        """Reads a state in the form of reference replays, as `to_dict` returns it. `outcome` is the result of a finished match."""
    def hash(self) -> str:
        """Returns the short hash of the position that replays contain."""
    def income(self, player: str) -> int:
        """Returns the supply that a player receives at the start of their ply."""
    def observation(self, player: str | None = None) -> dict[str, Any]:
        """Returns what a player is told at the start of a ply, as the dictionary that agents receive."""
    @property
    def outcome(self) -> dict[str, str] | None:
        """The result under the keys of replays; `None` while the match runs."""
    @property
    def owners(self) -> dict[str, str]:
        """The owner of each node: `P1`, `P2` or `Neutral`."""
    @property
    def ply(self) -> int:
        """The number of plies played."""
    @property
    def rules(self) -> str: ...
    @property
    def scenario(self) -> Scenario: ...
    def spendable(self, player: str) -> int:
        """Returns the supply that a player can spend in their next ply, including its income."""
    @property
    def supplies(self) -> dict[str, int]:
        """The supply of each player, without the income of the next ply."""
    def svg(self, orders: Sequence[Any] = ...) -> str:
        """Draws the map as SVG; moves among `orders` are drawn as arrows."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the state in the form of reference replays."""

@final
class Prng:
    """The random generator of matches."""
    def __new__(cls, seed: int) -> Prng: ...
    def coin(self) -> bool:
        """Draws a truth value."""
    def fraction(self) -> float:
        """Draws a fraction from 0 to 1."""
    def between(self, low: int, high: int) -> int:
        """Draws a whole number from `low` to `high`, both included."""
    def next_u32(self) -> int:
        """Draws a number of 32 bits."""
    @property
    def state(self) -> int:
        """The current state."""

@final
class Replay:
    """The record of a match: scenario, seed and orders."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def __len__(self) -> int: ...
    def __new__(cls, text: str) -> Replay:
        """Reads a replay in the compact or the reference format, without checking its claims."""
    def __repr__(self) -> str: ...
    def after(self, plies: int | None = None) -> Match:
        """Returns the match after the first `plies` plies, or after all."""
    @property
    def created_at(self) -> str:
        """The time of the match, usually ISO 8601 in UTC."""
    @property
    def outcome(self) -> dict[str, str] | None:
        """The result under the keys of replays; `None` if the match has not ended."""
    @staticmethod
    def read(text: str) -> Replay:
        """Reads a replay in the compact or the reference format, without checking its claims."""
    @property
    def rules(self) -> str: ...
    @property
    def scenario(self) -> Scenario: ...
    @property
    def seed(self) -> int: ...
    def to_json(self) -> str:
        """Returns the replay in the compact format."""
    def to_reference_json(self) -> str:
        """Returns the replay in the format of the reference implementation."""
    @property
    def turns(self) -> list[dict[str, Any]]:
        """The plies: `orders`, `controller` and `rationale` of each."""
    @staticmethod
    def verify(text: str) -> Verified:
        """Reads a replay and compares its hashes, events and positions with the rules."""

@final
class Scenario:
    """A map with its settings and start state."""
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def __hash__(self) -> int: ...
    def __new__(cls, scenario: str | dict[str, Any]) -> Scenario:
        """Reads a scenario from a JSON text, or from a dictionary with the same keys."""
    def __repr__(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def fingerprint(self) -> str:
        """Returns a hash of the whole scenario as eight hexadecimal digits."""
    @staticmethod
    def generate(nodes: int, resources: int, seed: int = ..., symmetry: str = "mirror") -> Scenario:
        """Generates a symmetric map. `symmetry` is `mirror` or `rotation`."""
    @staticmethod
    def grid(columns: int, rows: int, troops: int = ..., resources: int = ..., seed: int = ...) -> Scenario:
        """Generates a rectangular map with troops on every node."""
    def hq(self, player: str) -> str:
        """Returns the headquarters of a player, `P1` or `P2`."""
    @property
    def id(self) -> str: ...
    @staticmethod
    def library(id: str) -> Scenario:
        """Returns a built-in scenario."""
    @staticmethod
    def library_ids() -> list[str]:
        """Returns the ids of the built-in scenarios."""
    @property
    def name(self) -> str: ...
    def neighbours(self, node: str) -> list[str]:
        """Returns the ids of the neighbours of a node."""
    @property
    def nodes(self) -> list[str]:
        """The ids of all nodes, in scenario order."""
    @property
    def settings(self) -> dict[str, float]:
        """The numeric settings of the rules, under the keys of scenario files."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the scenario as the dictionary of its file."""
    def to_json(self) -> str:
        """Returns the scenario as the JSON text of its file."""
    def with_settings(
        self,
        *,
        turn_cap_plies: int | None = None,
        action_budget: int | None = None,
        base_income: int | None = None,
        reinforce_cost_per_strength: int | None = None,
        combat_variance_fraction: float | None = None,
    ) -> Scenario:
        """Returns the scenario with some settings replaced."""
    @property
    def yields(self) -> dict[str, int]:
        """The supply that each node yields to its owner."""

@final
class Verified:
    """The result of verifying a replay."""
    @property
    def difference(self) -> str | None:
        """The first wrong claim; `None` if all claims are right."""
    @property
    def events(self) -> int:
        """The number of their events."""
    @property
    def hashes(self) -> int:
        """The number of compared hashes."""
    @property
    def plies(self) -> int:
        """The number of recomputed plies."""
    @property
    def replay(self) -> Replay: ...

def combat_odds(attacker: int, defender: int, fraction: float, rules: str = "v0") -> float:
    """Returns the probability that the attacker wins a fight."""

def resolve_combat(
    attacker: int,
    defender: int,
    fraction: float,
    seed: int,
    rules: str = "v0",
) -> dict[str, Any]:
    """Resolves a fight with the random generator of a seed."""
