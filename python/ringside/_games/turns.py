"""Single games played by numbers: what the adapters for other libraries have in common."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringside import _native
from ringside._errors import RingsideError
from ringside._native import asg
from ringside._native.learning import Decision, Encoding
from ringside._native.ringrift import Position, Ruleset

#: The largest amount of troops or supply.
MOST_TROOPS = 2**53 - 1


class TurnGame(ABC):
    """One game of either kind, in which choices have numbers. Players are counted from 0."""

    num_players: int
    num_actions: int
    plane_shape: tuple[int, ...]
    plane_dtype: np.dtype[Any]
    #: Upper bounds of the values of planes and scalars; the lower bound is 0.
    plane_high: float
    num_scalars: int
    scalar_dtype: np.dtype[Any]
    scalar_high: float

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Start a new game. The seed determines its chance."""

    @abstractmethod
    def play(self, number: int) -> None:
        """Play a choice; one that is not legal raises :class:`RingsideError` and changes nothing."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The player to move; in a finished game any player."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended by the rules."""

    @abstractmethod
    def rewards(self) -> list[float]:
        """Return the reward of each player: 0 while the game runs."""

    @abstractmethod
    def legal(self) -> NDArray[np.int32]:
        """Return the numbers of the legal choices in ascending order."""

    @abstractmethod
    def observation(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the planes and scalars of the player to move."""

    @abstractmethod
    def choice_text(self, number: int) -> str:
        """Describe a legal choice. Different choices have different texts."""

    @abstractmethod
    def text(self) -> str:
        """Return the state as text."""

    @abstractmethod
    def svg(self) -> str:
        """Return a picture of the state."""

    @abstractmethod
    def bot(self, name: str, seed: int) -> BotPlayer:
        """Return a built-in player of this game."""

    @abstractmethod
    def clone(self) -> TurnGame:
        """Return an independent copy."""

    def __deepcopy__(self, memo: dict[int, Any]) -> TurnGame:
        return self.clone()

    def mask(self) -> NDArray[np.int8]:
        """Return an array with 1 for each legal choice."""
        mask = np.zeros(self.num_actions, np.int8)
        mask[self.legal()] = 1
        return mask


class BotPlayer(ABC):
    """A built-in player that plays by numbers."""

    @abstractmethod
    def play(self, game: TurnGame) -> None:
        """Play an action, or the orders of a ply, for the player to move."""


class RingRiftGame(TurnGame):
    """A game of RingRift."""

    plane_dtype = np.dtype(np.uint8)
    plane_high = 255
    scalar_dtype = np.dtype(np.float32)
    scalar_high = 1000

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.encoding = Encoding(rules.board)
        self.num_players = rules.players
        self.num_actions = self.encoding.num_actions
        self.plane_shape = self.encoding.plane_shape
        self.num_scalars = self.encoding.num_scalars
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.decision = Decision(Position(self.rules))

    def play(self, number: int) -> None:
        self.decision.play(number)

    @property
    def to_move(self) -> int:
        return self.decision.position.to_move - 1

    @property
    def is_over(self) -> bool:
        return self.decision.position.is_over

    def rewards(self) -> list[float]:
        outcome = self.decision.position.outcome
        return [0.0] * self.num_players if outcome is None else rank_rewards(outcome.ranks)

    def legal(self) -> NDArray[np.int32]:
        return self.decision.legal()

    def observation(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        return self.decision.observation()

    def choice_text(self, number: int) -> str:
        action = self.decision.action(number)
        # All cells of a region stand for the same action, and a slide is only the first part of one.
        return f"slide #{number}" if action is None else f"{action.text} #{number}"

    def text(self) -> str:
        return str(self.decision.position)

    def svg(self) -> str:
        return self.decision.position.svg()

    def bot(self, name: str, seed: int) -> BotPlayer:
        return _RingRiftBot(_native.ai.Bot(name, seed))

    def clone(self) -> RingRiftGame:
        game = copy.copy(self)
        game.decision = copy.copy(self.decision)
        return game


class _RingRiftBot(BotPlayer):
    def __init__(self, bot: _native.ai.Bot) -> None:
        self.bot = bot

    def play(self, game: TurnGame) -> None:
        assert isinstance(game, RingRiftGame)
        action = self.bot.choose(game.decision.position)
        for number in game.decision.numbers(action):
            game.play(number)


class AsgGame(TurnGame):
    """A match of the Agent Strategy Game."""

    num_players = 2
    plane_dtype = np.dtype(np.float64)
    plane_high = MOST_TROOPS
    scalar_dtype = np.dtype(np.float64)
    scalar_high = MOST_TROOPS

    def __init__(self, scenario: asg.Scenario, rules: str = "v0") -> None:
        self.scenario = scenario
        self.rules = rules
        self.encoding = asg.Encoding(scenario)
        self.num_actions = self.encoding.num_actions
        self.plane_shape = self.encoding.plane_shape
        self.num_scalars = self.encoding.num_scalars
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.decision = asg.Decision(asg.Match(self.scenario, seed, self.rules), self.encoding)

    def play(self, number: int) -> None:
        self.decision.play(number)

    @property
    def to_move(self) -> int:
        return 0 if self.decision.active == "P1" else 1

    @property
    def is_over(self) -> bool:
        return self.decision.is_over

    def rewards(self) -> list[float]:
        outcome = self.decision.match.outcome
        winner = None if outcome is None else outcome.get("winner")
        return [0.0 if winner is None else 1.0 if player == winner else -1.0 for player in ("P1", "P2")]

    def legal(self) -> NDArray[np.int32]:
        return self.decision.legal()

    def observation(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.decision.observation()

    def choice_text(self, number: int) -> str:
        if number == 0:
            return "end"
        order = self.decision.order(number)
        if order is None:
            return f"{'digit' if self.decision.amount_open else 'begin'} #{number}"
        target = "" if order["type"] == "reinforce" else f" {order['from']} to {order['to']}"
        return f"{order['type']} {order['amount']}{target} #{number}"

    def text(self) -> str:
        planes, scalars = self.decision.observation()
        nodes = zip(self.scenario.nodes, planes[:5].T, strict=True)
        # The scalars tell the state within a ply; those of the rules do not change.
        state = zip(self.encoding.scalar_names, scalars, strict=True)
        lines = [f"{name}={value:.0f}" for name, value in state if not name.startswith("rule_")]
        return "\n".join(
            [f"{self.decision.active} to move", " ".join(lines)]
            + [f"{node}: {' '.join(f'{value:.0f}' for value in values)}" for node, values in nodes]
        )

    def svg(self) -> str:
        return self.decision.match.position.svg()

    def bot(self, name: str, seed: int) -> BotPlayer:
        return _AsgBot(asg.Bot(name, seed))

    def clone(self) -> AsgGame:
        game = copy.copy(self)
        game.decision = copy.copy(self.decision)
        return game


class _AsgBot(BotPlayer):
    def __init__(self, bot: asg.Bot) -> None:
        self.bot = bot

    def play(self, game: TurnGame) -> None:
        assert isinstance(game, AsgGame)
        decision = game.decision
        ply = decision.match.position.ply
        for order in self.bot.choose(decision.match):
            if order["type"] != "pass" and decision.match.position.ply == ply:
                _play_if_legal(game, order)
        if decision.match.position.ply == ply:
            game.play(0)


def _play_if_legal(game: AsgGame, order: dict[str, Any]) -> None:
    """Play an order. An order that the rules reject has no effect, as in a match."""
    numbers = game.encoding.numbers(order)
    after = copy.copy(game.decision)
    try:
        for number in numbers:
            after.play(number)
    except RingsideError:
        return
    for number in numbers:
        game.play(number)


def rank_rewards(ranks: Sequence[int]) -> list[float]:
    """Return the number of players behind each one, less those ahead, divided by the number of opponents."""
    others = len(ranks) - 1
    return [(sum(other > rank for other in ranks) - sum(other < rank for other in ranks)) / others for rank in ranks]
