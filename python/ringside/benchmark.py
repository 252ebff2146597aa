"""Compares the speed of random games with those of OpenSpiel and PettingZoo: ``python -m ringside.benchmark``.

All loops run on one thread. The rounds of all loops alternate, and the fastest round of each counts, so that a short
disturbance of the machine does not change the comparison. Games of libraries that are not installed are left out.
``--ray 1,2`` measures games of self-play on a local Ray cluster with one and with two workers instead.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import platform
import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ringside
from ringside import Ruleset, VecEnv, asg

#: Plays about this number of steps and returns the exact number.
Play = Callable[[int], int]

#: What a loop computes at each step.
ACTIONS, MASKS, OBSERVATIONS = "actions only", "masks", "masks and observations"


class Loop(NamedTuple):
    """A loop that plays random games."""

    library: str
    game: str
    computed: str
    make: Callable[[], Play]


def own_loops(games: int) -> Iterator[Loop]:
    """Return the loops of this package, with this number of games at once."""
    arrays: list[tuple[str, dict[str, Any]]] = [
        (ACTIONS, {"masks": False, "observations": False}),
        (MASKS, {"observations": False}),
        (OBSERVATIONS, {}),
    ]
    for board, players in (("square8", 2), ("square8", 4), ("square19", 2)):
        for computed, options in arrays:
            rules = Ruleset(board=board, players=players)
            name = f"RingRift {board}, {players} players"
            make = _vectorised(partial(VecEnv, rules, games, seed=1, **options))
            yield Loop("ringside.VecEnv", name, computed, make)
    for computed, options in arrays:
        scenario = asg.Scenario.library("scenario_01")
        make = _vectorised(partial(asg.VecEnv, scenario, games, seed=1, **options))
        yield Loop("ringside.asg.VecEnv", "ASG scenario_01", computed, make)


def _vectorised(make_env: Callable[[], Any]) -> Callable[[], Play]:
    def make() -> Play:
        env = make_env()

        def play(steps: int) -> int:
            rounds = -(-steps // len(env))
            for _ in range(rounds):
                env.step_random()
            return rounds * len(env)

        return play

    return make


def openspiel_loops() -> Iterator[Loop]:
    """Return games of OpenSpiel: played by its own random bots in C++, and from Python with masks and observations."""
    for name in ("tic_tac_toe", "connect_four", "go(board_size=9)", "go(board_size=19)", "chess"):
        yield Loop("OpenSpiel, in C++", name, ACTIONS, partial(_openspiel_bots, name))
        for computed in (MASKS, OBSERVATIONS):
            yield Loop("OpenSpiel, from Python", name, computed, partial(_openspiel, name, computed))
    for name in ("python_ringrift", "python_asg"):
        yield Loop("OpenSpiel, ringside.openspiel", name, OBSERVATIONS, partial(_openspiel, name, OBSERVATIONS))


def _openspiel_bots(name: str) -> Play:
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    seeds = iter(range(10**9))

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            played += len(state.history())
        return played

    return play


def _openspiel(name: str, computed: str) -> Play:
    importlib.import_module("ringside.openspiel")
    game = importlib.import_module("pyspiel").load_game(name)
    rng = random.Random(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.randrange(len(state.chance_outcomes())))
                    continue
                np.asarray(state.legal_actions_mask(), np.int8)
                if computed == OBSERVATIONS:
                    np.asarray(state.observation_tensor(), np.float32)
                state.apply_action(rng.choice(state.legal_actions()))
                played += 1
        return played

    return play


def pettingzoo_loops() -> Iterator[Loop]:
    """Return classic games of PettingZoo and the environments of this package."""
    for name in ("tictactoe_v3", "connect_four_v3", "go_v5", "chess_v6"):
        module = f"pettingzoo.classic.{name}"
        yield Loop("PettingZoo", name, OBSERVATIONS, partial(_pettingzoo, module))
    for name in ("ringrift_v0", "asg_v0"):
        module = f"ringside.pettingzoo.{name}"
        yield Loop("PettingZoo, ringside.pettingzoo", name, OBSERVATIONS, partial(_pettingzoo, module))


def _pettingzoo(module: str) -> Play:
    env = importlib.import_module(module).env()
    env.reset(seed=1)
    rng = random.Random(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            played += 1
        return played

    return play


def measure(loops: list[Loop], seconds: float, rounds: int) -> list[tuple[Loop, float | None]]:
    """Return the steps per second of each loop, in the fastest round; ``None`` if its library is not installed."""
    made: list[tuple[Loop, Play | None]] = []
    for loop in loops:
        try:
            made.append((loop, loop.make()))
        except ModuleNotFoundError:
            made.append((loop, None))
    speeds: dict[Loop, float] = {}
    for _ in range(rounds):
        for loop, play in made:
            if play is not None:
                speeds[loop] = max(speeds.get(loop, 0.0), _speed(play, seconds))
    return [(loop, speeds.get(loop)) for loop, _ in made]


def _speed(play: Play, seconds: float) -> float:
    begin = time.perf_counter()
    played, steps, elapsed = 0, 1, 0.0
    while elapsed < seconds:
        played += play(steps)
        elapsed = time.perf_counter() - begin
        # Asks for steps that take about a tenth of the time, so that looking at the clock costs nothing.
        steps = max(1, int(played / elapsed * seconds / 10))
    return played / elapsed


def table(results: list[tuple[Loop, float | None]]) -> str:
    """Return the results as a table in Markdown."""
    lines = ["| library | game | computed at each step | steps/s |", "|---|---|---|---|"]
    for loop, speed in results:
        text = "not installed" if speed is None else f"{float(f'{speed:.3g}'):,.0f}"
        lines.append(f"| {loop.library} | {loop.game} | {loop.computed} | {text} |")
    return "\n".join(lines)


def measure_ray(workers: int, bot: str, seconds: float) -> tuple[int, float]:
    """Play games of a bot against itself on a local Ray cluster; return games and seconds, without the start of Ray."""
    import ray

    from ringside.arena import Plan
    from ringside.ray import self_play

    settings = f'rounds = 100000\n[ringrift]\nboard = "square8"\n[[entrants]]\nplayer = "{bot}"\nname = "a"\n'
    settings += f'[[entrants]]\nplayer = "{bot}"\nname = "b"\n'
    ray.init(address="local", num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        games = self_play(Plan(settings))
        # The first games start the workers.
        for _ in range(4 * workers):
            next(games)
        begin, played, elapsed = time.perf_counter(), 0, 0.0
        while elapsed < seconds:
            next(games)
            played += 1
            elapsed = time.perf_counter() - begin
        games.close()
    finally:
        ray.shutdown()
    return played, elapsed


def _ray_table(workers: list[int], bot: str, seconds: float) -> str:
    lines = ["| workers | games | seconds | games/s | ratio |", "|---|---|---|---|---|"]
    first = None
    for number in workers:
        games, elapsed = measure_ray(number, bot, seconds)
        speed = games / elapsed
        first = first or speed
        lines.append(f"| {number} | {games} | {elapsed:.1f} | {speed:.2f} | {speed / first:.2f} |")
    return "\n".join(lines)


def _machine() -> str:
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _versions() -> str:
    found = [f"ringside {ringside.__version__}"]
    for package in ("open_spiel", "pettingzoo", "ray", "numpy"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m ringside.benchmark", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a round of each loop (default: 1)")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds (default: 3)")
    parser.add_argument("--games", type=int, default=1024, help="games at once in VecEnv (default: 1024)")
    parser.add_argument("--only", default="", help="measure only loops whose library contains this text")
    numbers = "measure self-play on a local Ray cluster with these numbers of workers, such as 1,2"
    parser.add_argument("--ray", metavar="WORKERS", default="", help=numbers)
    parser.add_argument("--bot", default="nodes:1000", help="player of these games (default: nodes:1000)")
    options = parser.parse_args(arguments)
    if options.ray:
        workers = options.ray.split(",")
        if not all(number.isdecimal() and int(number) > 0 for number in workers):
            parser.error("--ray needs numbers of workers, such as 1,2")
        rows = _ray_table([int(number) for number in workers], options.bot, options.seconds)
        print(f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC; {_machine()}; {_versions()}\n\n{rows}")
        return
    if options.seconds <= 0 or options.rounds < 1 or options.games < 1:
        parser.error("--seconds, --rounds and --games must be positive")
    loops = [*own_loops(options.games), *openspiel_loops(), *pettingzoo_loops()]
    chosen = [loop for loop in loops if options.only.lower() in loop.library.lower()]
    if not chosen:
        parser.error(f"no library contains '{options.only}'")
    results = measure(chosen, options.seconds, options.rounds)
    print(f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC; {_machine()}; {_versions()}")
    print(f"one thread, {options.games} games at once in VecEnv, fastest of {options.rounds} rounds of {options.seconds:g} s\n")
    print(table(results))


if __name__ == "__main__":
    main()
