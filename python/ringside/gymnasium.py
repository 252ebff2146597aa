"""Both games as Gymnasium environments for one player against bots: ``pip install ringside[gymnasium]``.

Importing this module registers ``ringside/RingRift-v0`` and ``ringside/Asg-v0`` for ``gymnasium.make``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ringside._errors import RingsideError
from ringside._native.asg import Scenario
from ringside._native.ringrift import Ruleset
from ringside._games.turns import AsgGame, BotPlayer, RingRiftGame, TurnGame

__all__ = ["SoloAsg", "SoloRingRift"]

#: Arrays by name.
Observation = dict[str, Any]


class _SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One player against bots in the other seats.

    An observation has ``planes``, ``scalars`` and an ``action_mask`` with 1 for each legal number. The reward is that of
    the player at the end of the game. A number that is not legal loses the game, and ``info["illegal"]`` says why.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 2}

    def __init__(
        self, game: TurnGame, opponent: str, seat: int, max_steps: int | None, render_mode: str | None
    ) -> None:
        if not 1 <= seat <= game.num_players:
            raise RingsideError(f"there is no seat {seat}; the seats are 1 to {game.num_players}")
        if max_steps is not None and max_steps < 1:
            raise RingsideError("max_steps must be a positive number")
        if render_mode not in (None, "ansi", "svg"):
            raise RingsideError(f"unknown render mode '{render_mode}'; expected ansi or svg")
        game.bot(opponent, 0)  # A wrong name is reported here, not at the first reset.
        self.game = game
        self.opponent = opponent
        self.seat = seat
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(game.num_actions)
        self.observation_space = spaces.Dict(
            {
                "planes": spaces.Box(0, game.plane_high, game.plane_shape, game.plane_dtype.type),
                "scalars": spaces.Box(0, game.scalar_high, (game.num_scalars,), game.scalar_dtype.type),
                "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
            }
        )
        self._bots: list[BotPlayer] = []
        self._steps = 0
        self._is_done = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.game.reset(int(self.np_random.integers(2**32)))
        self._bots = [
            self.game.bot(self.opponent, int(self.np_random.integers(2**32))) for _ in range(self.game.num_players)
        ]
        self._steps = 0
        self._is_done = False
        self._play_bots()
        return self._observe(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._is_done:
            raise RingsideError("the game is over; call reset")
        try:
            self.game.play(int(action))
        except RingsideError as error:
            self._is_done = True
            return self._observe(), -1.0, True, False, {"illegal": str(error)}
        self._steps += 1
        self._play_bots()
        is_over = self.game.is_over
        is_cut_off = not is_over and self.max_steps is not None and self._steps >= self.max_steps
        self._is_done = is_over or is_cut_off
        return self._observe(), self.game.rewards()[self.seat - 1], is_over, is_cut_off, {}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.game.text() if self.render_mode == "ansi" else self.game.svg()

    def _play_bots(self) -> None:
        while not self.game.is_over and self.game.to_move != self.seat - 1:
            self._bots[self.game.to_move].play(self.game)

    def _observe(self) -> Observation:
        planes, scalars = self.game.observation()
        return {"planes": planes, "scalars": scalars, "action_mask": self.game.mask()}


class SoloRingRift(_SoloEnv):
    """RingRift for one player against the bot ``opponent`` in every other seat.

    The rules are ``rules``, or the edition, board and number of players. ``max_steps`` counts the player's choices.
    """

    def __init__(
        self,
        board: str = "square8",
        num_players: int = 2,
        *,
        edition: str = "standard",
        rules: Ruleset | None = None,
        opponent: str = "level:1",
        seat: int = 1,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules = Ruleset(edition, board, num_players) if rules is None else rules
        super().__init__(RingRiftGame(rules), opponent, seat, max_steps, render_mode)


class SoloAsg(_SoloEnv):
    """The Agent Strategy Game for one player (seat 1 is P1) against the bot ``opponent``.

    ``scenario`` is a scenario or the id of a built-in one. ``max_steps`` counts the player's choices.
    """

    def __init__(
        self,
        scenario: Scenario | str = "scenario_01",
        *,
        rules: str = "v0",
        opponent: str = "level:1",
        seat: int = 1,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        scenario = Scenario.library(scenario) if isinstance(scenario, str) else scenario
        super().__init__(AsgGame(scenario, rules), opponent, seat, max_steps, render_mode)


gymnasium.register("ringside/RingRift-v0", entry_point="ringside.gymnasium:SoloRingRift")
gymnasium.register("ringside/Asg-v0", entry_point="ringside.gymnasium:SoloAsg")
