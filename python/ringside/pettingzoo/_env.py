"""The AEC environment of both games."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ringside._errors import RingsideError
from ringside._games.turns import TurnGame


class TurnEnv(AECEnv):  # type: ignore[misc]
    """A game in which the players ``player_0``, ``player_1``, … choose numbers one after another.

    An observation has the planes (``observation``) and ``scalars`` of the player to move, and an ``action_mask`` with 1
    for each legal number; the mask of the other players is empty.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game: TurnGame, max_steps: int | None, render_mode: str | None) -> None:
        super().__init__()
        if max_steps is not None and max_steps < 1:
            raise RingsideError("max_steps must be a positive number")
        if render_mode not in (None, "ansi", "svg"):
            raise RingsideError(f"unknown render mode '{render_mode}'; expected ansi or svg")
        self.game = game
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.possible_agents = [f"player_{player}" for player in range(game.num_players)]
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.game.reset(int(self._rng.integers(2**32)))
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        observation = observe(self.game)
        is_to_move = agent == self.agent_selection and not self.game.is_over
        observation["action_mask"] = self.game.mask() if is_to_move else np.zeros(self.game.num_actions, np.int8)
        return observation

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise RingsideError("the game runs: choose a legal number")
        self.game.play(int(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        is_over = self.game.is_over
        self.rewards = dict(zip(self.possible_agents, self.game.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        is_cut_off = not is_over and self.max_steps is not None and self._steps >= self.max_steps
        self.truncations = dict.fromkeys(self.agents, is_cut_off)
        self.agent_selection = self.possible_agents[self.game.to_move]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return self.game.text() if self.render_mode == "ansi" else self.game.svg()

    def close(self) -> None:
        """Nothing has to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def observation_space(game: TurnGame) -> spaces.Dict:
    """Return the space of observations with a mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, game.plane_high, game.plane_shape, game.plane_dtype.type),
            "scalars": spaces.Box(0, game.scalar_high, (game.num_scalars,), game.scalar_dtype.type),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def observe(game: TurnGame) -> dict[str, Any]:
    """Return the observation of the player to move, without a mask."""
    planes, scalars = game.observation()
    return {"observation": planes, "scalars": scalars}


def wrapped(env: TurnEnv) -> AECEnv:
    """Add the wrappers of PettingZoo's board games: an illegal choice loses, and misuse is reported."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env, illegal_reward=-1))
    )
