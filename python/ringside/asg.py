"""The Agent Strategy Game: scenarios, matches, replays, bots, random numbers and combat."""

from typing import Any

from ringside._games.asg_env import VecEnv, VecStep
from ringside._native.asg import (
    Bot,
    Decision,
    Encoding,
    Match,
    Ply,
    Position,
    Prng,
    Replay,
    Scenario,
    Verified,
    combat_odds,
    resolve_combat,
)

__all__ = [
    "Bot",
    "Decision",
    "Encoding",
    "Match",
    "Order",
    "Ply",
    "Position",
    "Prng",
    "Replay",
    "Scenario",
    "VecEnv",
    "VecStep",
    "Verified",
    "combat_odds",
    "move",
    "pass_order",
    "reinforce",
    "resolve_combat",
]

#: An order in its JSON form. Any JSON value can be submitted; the rules reject what they do not understand.
Order = dict[str, Any]


def pass_order() -> Order:
    """Return the order that does nothing."""
    return {"type": "pass"}


def reinforce(amount: int) -> Order:
    """Return the order that buys troops at the player's own headquarters."""
    return {"type": "reinforce", "amount": amount}


def move(source: str, target: str, amount: int) -> Order:
    """Return the order that moves troops to a neighbouring node."""
    return {"type": "move", "from": source, "to": target, "amount": amount}


def _match_from_replay(replay: Replay) -> Match:
    """Rebuild a pickled match."""
    return Match.from_replay(replay)


def _decision_after(match: Match, numbers: list[int]) -> Decision:
    """Rebuild a pickled decision."""
    decision = Decision(match)
    for number in numbers:
        decision.play(number)
    return decision
