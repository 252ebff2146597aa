"""RingRift as a PettingZoo environment."""

from __future__ import annotations

from typing import Any, ClassVar

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from ringside._native.ringrift import Ruleset
from ringside._games.turns import RingRiftGame
from ringside.pettingzoo._env import TurnEnv, wrapped

__all__ = ["env", "raw_env"]


class raw_env(TurnEnv, EzPickle):
    """RingRift for two to four players; ``docs/encoding.md`` describes the numbers and observations.

    The rules are ``rules``, or the edition, board and number of players. ``max_steps`` cuts games off.
    """

    metadata: ClassVar[dict[str, Any]] = {**TurnEnv.metadata, "name": "ringrift_v0"}

    def __init__(
        self,
        board: str = "square8",
        num_players: int = 2,
        *,
        edition: str = "standard",
        rules: Ruleset | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, board, num_players, edition=edition, rules=rules, max_steps=max_steps, render_mode=render_mode
        )
        rules = Ruleset(edition, board, num_players) if rules is None else rules
        super().__init__(RingRiftGame(rules), max_steps, render_mode)


def env(**kwargs: Any) -> AECEnv:
    """Return the environment with PettingZoo's wrappers; the arguments are those of :class:`raw_env`."""
    return wrapped(raw_env(**kwargs))
