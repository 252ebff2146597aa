"""Settings and logs of runs, for comparison with the program `ringside`."""

import json
import subprocess
from pathlib import Path
from typing import Any

LEAGUE = """
name = "league"
rounds = 2
seed = 5

[ringrift]
board = "square8"

[[entrants]]
player = "greedy"

[[entrants]]
player = "random"

[[entrants]]
name = "other"
player = "random"
"""

#: The settings of `ringside sprt greedy random`.
TEST = """
name = "sprt"

[ringrift]
edition = "standard"

[[entrants]]
player = "greedy"

[[entrants]]
player = "random"
"""


def reproducible(log: Path) -> list[Any]:
    """The lines of a log without measured times and dates."""
    return [without_times(json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]


def without_times(value: Any) -> Any:
    if isinstance(value, list):
        return [without_times(one) for one in value]
    if isinstance(value, dict):
        times = ("ms", "latency", "created", "createdAt")
        parts = {key: without_times(one) for key, one in value.items() if key not in times}
        # The third part of a turn of a replay is the time of the agent.
        return parts | {"turns": [turn[:2] for turn in parts["turns"]]} if "turns" in parts else parts
    if isinstance(value, str) and value.startswith("["):
        return "\n".join(line for line in value.splitlines() if not line.startswith("[Date "))
    return value


def reference(program: str, command: str, *arguments: str, log: Path) -> list[Any]:
    """The log of the program."""
    done = subprocess.run([program, command, *arguments, "--jobs", "1", "--log", log], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return reproducible(log)
