"""Both games as OpenSpiel games: ``pip install ringside[openspiel]``.

Importing this module registers ``python_ringrift`` and ``python_asg``, for example
``pyspiel.load_game("python_ringrift(board=hex8,players=3)")``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ringside._errors import RingsideError
from ringside._native.asg import Scenario
from ringside._native.ringrift import Ruleset
from ringside._games.turns import AsgGame, RingRiftGame, TurnGame

__all__ = ["OpenSpielAsg", "OpenSpielGame", "OpenSpielRingRift", "OpenSpielState"]

#: The default number of choices after which a game is cut off as a draw.
MAX_STEPS = 10_000

#: The default number of seeds of which the chance node at the start of a match draws one.
SEEDS = 1024


def _game_type(
    short_name: str, long_name: str, chance: pyspiel.GameType.ChanceMode, players: int, parameters: dict[str, Any]
) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


RINGRIFT_TYPE = _game_type(
    "python_ringrift",
    "RingRift",
    pyspiel.GameType.ChanceMode.DETERMINISTIC,
    4,
    {"board": "square8", "players": 2, "edition": "standard", "options": "", "max_steps": MAX_STEPS},
)

ASG_TYPE = _game_type(
    "python_asg",
    "Agent Strategy Game",
    pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    2,
    {"scenario": "scenario_01", "rules": "v0", "seeds": SEEDS, "max_steps": MAX_STEPS},
)


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game in which the players choose numbers (``docs/encoding.md``)."""

    def __init__(
        self, game_type: pyspiel.GameType, start: TurnGame, params: Mapping[str, Any], seeds: int, max_steps: int
    ) -> None:
        if max_steps < 1:
            raise RingsideError("max_steps must be a positive number")
        self.start = start
        self.seeds = seeds
        self.max_steps = max_steps
        info = pyspiel.GameInfo(
            num_distinct_actions=start.num_actions,
            max_chance_outcomes=seeds,
            num_players=start.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=max_steps,
        )
        super().__init__(game_type, info, dict(params))

    def new_initial_state(self) -> OpenSpielState:
        """Return the state at the start of a game."""
        return OpenSpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> Any:
        """Return an observer: the observation of the player to move as one array, and by the names planes and scalars."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.start)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielRingRift(OpenSpielGame):
    """RingRift. ``options`` are further options of the rules, such as ``swap:false;turn_cap:200``."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = {**RINGRIFT_TYPE.parameter_specification, **(params or {})}
        options = _options(values["options"])
        rules = Ruleset(values["edition"], values["board"], values["players"], **options)
        super().__init__(RINGRIFT_TYPE, RingRiftGame(rules), params or {}, 0, values["max_steps"])


class OpenSpielAsg(OpenSpielGame):
    """The Agent Strategy Game. ``scenario`` is the id of a built-in scenario or the path of a scenario file.

    A match begins with a chance node that draws its seed; the seed determines all fights. Player 0 is P1.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = {**ASG_TYPE.parameter_specification, **(params or {})}
        if values["seeds"] < 1:
            raise RingsideError("seeds must be a positive number")
        game = AsgGame(_scenario(values["scenario"]), values["rules"])
        super().__init__(ASG_TYPE, game, params or {}, values["seeds"], values["max_steps"])


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of either game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.turns = game.start.clone()
        self._max_steps = game.max_steps
        self._seeds = game.seeds
        self._needs_seed = game.seeds > 0
        self._steps = 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._needs_seed else self.turns.to_move

    def is_terminal(self) -> bool:
        return self._steps >= self._max_steps or self.turns.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / self._seeds) for seed in range(self._seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        numbers: list[int] = self.turns.legal().tolist()
        return numbers

    def _apply_action(self, action: int) -> None:
        if self._needs_seed:
            self.turns.reset(action)
            self._needs_seed = False
        else:
            self.turns.play(action)
            self._steps += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self.turns.choice_text(action)

    def returns(self) -> list[float]:
        return self.turns.rewards()

    def __str__(self) -> str:
        return "a match whose seed is not drawn yet" if self._needs_seed else self.turns.text()


class _Observer:
    """Writes the observation of the player to move into arrays of 32-bit numbers."""

    def __init__(self, game: TurnGame) -> None:
        planes = int(np.prod(game.plane_shape))
        self.tensor = np.zeros(planes + game.num_scalars, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            "planes": self.tensor[:planes].reshape(game.plane_shape),
            "scalars": self.tensor[planes:],
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.dict["planes"][:], self.dict["scalars"][:] = state.turns.observation()

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return str(state)


def _options(text: str) -> dict[str, Any]:
    """Read options such as ``swap:false;turn_cap:200``; OpenSpiel itself uses commas and equals signs."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, separator, value = part.partition(":")
        if not separator:
            raise RingsideError(f"'{part}' is not an option; write options as swap:false;turn_cap:200")
        words = {"true": True, "false": False, "none": None}
        options[name.strip()] = int(value) if value.strip().isdigit() else words.get(value.strip(), value.strip())
    return options


def _scenario(name: str) -> Scenario:
    if name in Scenario.library_ids():
        return Scenario.library(name)
    try:
        return Scenario(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise RingsideError(f"'{name}' is neither a built-in scenario nor a readable file: {error}") from None


pyspiel.register_game(RINGRIFT_TYPE, OpenSpielRingRift)
pyspiel.register_game(ASG_TYPE, OpenSpielAsg)
