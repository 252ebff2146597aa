"""The Agent Strategy Game as a PettingZoo environment."""

from __future__ import annotations

from typing import Any, ClassVar

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from ringside._native.asg import Scenario
from ringside._games.turns import AsgGame
from ringside.pettingzoo._env import TurnEnv, wrapped

__all__ = ["env", "raw_env"]


class raw_env(TurnEnv, EzPickle):
    """The Agent Strategy Game; ``player_0`` is P1. ``docs/encoding.md`` describes the numbers and observations.

    ``scenario`` is a scenario or the id of a built-in one. The orders of a ply are chosen one after another; number 0
    ends them. ``max_steps`` cuts matches off.
    """

    metadata: ClassVar[dict[str, Any]] = {**TurnEnv.metadata, "name": "asg_v0"}

    def __init__(
        self,
        scenario: Scenario | str = "scenario_01",
        *,
        rules: str = "v0",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, scenario, rules=rules, max_steps=max_steps, render_mode=render_mode)
        scenario = Scenario.library(scenario) if isinstance(scenario, str) else scenario
        super().__init__(AsgGame(scenario, rules), max_steps, render_mode)


def env(**kwargs: Any) -> AECEnv:
    """Return the environment with PettingZoo's wrappers; the arguments are those of :class:`raw_env`."""
    return wrapped(raw_env(**kwargs))
