"""Runs of games between bots and agents: the settings of a tournament, single games, and the log.

:mod:`ringside.ray` plays the games of a run on a Ray cluster.
"""

from __future__ import annotations

import os
from pathlib import Path

from ringside._native.arena import Plan, Run

__all__ = ["Plan", "Run", "read_plan"]


def read_plan(
    path: str | os.PathLike[str],
    *,
    rounds: int | None = None,
    seed: int | None = None,
    cost_cap: float | None = None,
    sprt: tuple[float, float, float, float] | None = None,
) -> Plan:
    """Read a tournament file. Files that it names are read from its folder."""
    path = Path(path)
    text = path.read_text(encoding="utf-8")
    return Plan(text, path.parent, rounds=rounds, seed=seed, cost_cap=cost_cap, sprt=sprt)
