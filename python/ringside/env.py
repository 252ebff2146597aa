"""A game of RingRift as an environment with `reset` and `step`."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from ringside._errors import RingsideError
from ringside._native.ringrift import Action, Position, Ruleset


class StepResult(NamedTuple):
    """The result of a step."""

    #: The position after the move.
    state: Position
    #: The reward of the player who moved: 1 for a win, -1 for a loss, 0 for a draw or a game that goes on.
    reward: float
    #: Whether the game is over or was cut off.
    done: bool
    #: `winner`, `reason` and `ranks` of a finished game, the `rewards` of all players, `truncated`, `move_count`, `s_invariant`.
    info: dict[str, Any]


class RingRiftEnv:
    """A game for two to four players, played move by move.

    ``max_moves`` cuts a game off after this number of moves; without it, every game ends by the rules.
    """

    def __init__(
        self, board_type: str = "square8", num_players: int = 2, *, rules: Ruleset | None = None, max_moves: int | None = None
    ) -> None:
        if max_moves is not None and max_moves < 1:
            raise RingsideError("max_moves must be a positive number")
        self.rules = Ruleset("standard", board_type, num_players) if rules is None else rules
        self.max_moves = max_moves
        self._random = random.Random()
        self._state = Position(self.rules)
        self._moves = 0

    def reset(self, seed: int | None = None) -> Position:
        """Start a new game and return its first position. The seed determines the moves of `sample`."""
        if seed is not None:
            self._random.seed(seed)
        self._state = Position(self.rules)
        self._moves = 0
        return self._state

    @property
    def state(self) -> Position:
        """The current position."""
        return self._state

    @property
    def current_player(self) -> int:
        """The seat of the player to move."""
        return self._state.to_move

    @property
    def move_count(self) -> int:
        """The number of moves since the reset."""
        return self._moves

    @property
    def done(self) -> bool:
        """Whether the game is over or was cut off."""
        return self._state.is_over or self._is_cut_off

    @property
    def _is_cut_off(self) -> bool:
        return not self._state.is_over and self.max_moves is not None and self._moves >= self.max_moves

    def legal_moves(self) -> list[Action]:
        """Return the legal moves; an empty list if the game is over."""
        return self._state.legal_actions()

    def sample(self) -> Action:
        """Return a random legal move."""
        return self._state.nth_legal(self._random.randrange(max(self._state.count_legal(), 1)))

    def step(self, move: Action | str) -> StepResult:
        """Play a move of the player to move."""
        if self.done:
            raise RingsideError("the game is over; call reset")
        player = self._state.to_move
        self._state = self._state.play(move)
        self._moves += 1
        rewards = self.rewards()
        info: dict[str, Any] = {
            "move_count": self._moves,
            "rewards": rewards,
            "s_invariant": self.s_invariant(),
            "truncated": self._is_cut_off,
        }
        outcome = self._state.outcome
        if outcome is not None:
            info |= {"winner": outcome.winner, "reason": outcome.reason, "ranks": outcome.ranks}
        return StepResult(self._state, rewards[player - 1], self.done, info)

    def rewards(self) -> list[float]:
        """Return the reward of each player: 1 for the winner, -1 for the others, 0 in a draw or while the game runs."""
        outcome = self._state.outcome
        if outcome is None or outcome.winner is None:
            return [0.0] * self.rules.players
        return [1.0 if seat == outcome.winner else -1.0 for seat in range(1, self.rules.players + 1)]

    def s_invariant(self) -> int:
        """Return the quantity S: markers, collapsed cells and eliminated rings."""
        return self._state.progress

    def hash_game_state(self) -> str:
        """Return the 128-bit hash of everything that affects later play."""
        return self._state.fingerprint_hash()

    def _repr_svg_(self) -> str:
        return self._state._repr_svg_()
