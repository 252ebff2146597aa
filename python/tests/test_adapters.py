"""The adapters for PettingZoo, Gymnasium and OpenSpiel pass the tests of these libraries."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, performance_benchmark, seed_test

import ringside.gymnasium
import ringside.openspiel
from ringside import RingsideError, Ruleset, asg
from ringside._games.turns import AsgGame, RingRiftGame, rank_rewards
from ringside.pettingzoo import asg_v0, ringrift_v0

#: Every board, and two to four players. Games on large boards are cut off.
RULES: list[tuple[Ruleset, int | None]] = [
    (Ruleset("standard", "square8", 2), None),
    (Ruleset("live", "hex8", 3), None),
    (Ruleset("canon", "square19", 4), 30),
    (Ruleset("standard", "hexagonal", 2), 30),
    (Ruleset("live", "hexagonal12", 4), 30),
]

#: What PettingZoo says about every observation that is a dictionary.
EXPECTED_WARNINGS = "Observation is not a NumPy array|Observation space for each agent probably should be"


def make_environments() -> list[tuple[str, Callable[[], Any]]]:
    """Return the PettingZoo environments by name."""
    made: list[tuple[str, Callable[[], Any]]] = [
        (f"{rules.board} {rules.players}p", lambda rules=rules, most=most: ringrift_v0.env(rules=rules, max_steps=most))  # type: ignore[misc]
        for rules, most in RULES
    ]
    for scenario in asg.Scenario.library_ids():
        made.append((scenario, lambda scenario=scenario: asg_v0.env(scenario=scenario, max_steps=200)))  # type: ignore[misc]
    return made


ENVIRONMENTS = make_environments()
IDS = [name for name, _ in ENVIRONMENTS]


@pytest.mark.parametrize(("name", "make"), ENVIRONMENTS, ids=IDS)
def test_pettingzoo_environments_pass_its_tests(name: str, make: Callable[[], Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", EXPECTED_WARNINGS)
        # The observation of a player whose game has ended has an empty mask.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(make(), num_cycles=60)
        seed_test(make, num_cycles=30)


@pytest.mark.parametrize("make", [ringrift_v0.env, asg_v0.env], ids=["ringrift", "asg"])
def test_pettingzoo_environments_pass_its_benchmark(
    make: Callable[[], Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The benchmark runs for five seconds; each look at the clock counts as one second here.
    clock = iter(range(10_000))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(make())
    assert "turns per second" in capsys.readouterr().out


def test_pettingzoo_rewards_and_endings() -> None:
    assert str(pettingzoo.make("aec", "ringside/asg_v0", scenario="causeway").unwrapped) == "asg_v0"
    env = ringrift_v0.raw_env("square8", 3)
    assert pickle.loads(pickle.dumps(env)).possible_agents == ["player_0", "player_1", "player_2"]
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        assert all(not env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sorted(total.values()) == [-1.0, 0.0, 1.0]
    cut = asg_v0.raw_env("causeway", max_steps=3, render_mode="svg")
    cut.reset(seed=2)
    for _ in range(3):
        assert not any(cut.truncations.values())
        cut.step(0)
    assert all(cut.truncations.values()) and not any(cut.terminations.values())
    assert str(cut.render()).startswith("<svg")
    with pytest.raises(RingsideError, match="choose a legal number"):
        running = asg_v0.raw_env()
        running.reset()
        running.step(None)
    with pytest.raises(RingsideError, match="max_steps"):
        asg_v0.raw_env(max_steps=0)
    with pytest.raises(RingsideError, match="unknown render mode"):
        ringrift_v0.raw_env(render_mode="human")


SOLO: list[tuple[str, dict[str, Any]]] = [
    *(
        ("ringside/RingRift-v0", {"rules": rules, "seat": seat, "opponent": "random", "max_steps": most})
        for rules, most in RULES
        for seat in {1, rules.players}
    ),
    ("ringside/RingRift-v0", {"opponent": "level:2"}),
    ("ringside/Asg-v0", {"opponent": "level:3"}),
    ("ringside/Asg-v0", {"scenario": "three_lanes", "seat": 2, "opponent": "level:4", "rules": "v1", "max_steps": 60}),
]


@pytest.mark.parametrize(("name", "arguments"), SOLO)
def test_gymnasium_environments_pass_its_check(name: str, arguments: dict[str, Any]) -> None:
    env = gymnasium.make(name, **arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    rng = np.random.default_rng(1)
    observation, _ = env.reset(seed=1)
    is_done, steps = False, 0
    while not is_done and steps < 40:
        number = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(number)
        is_done, steps = terminated or truncated, steps + 1
        assert -1 <= float(reward) <= 1 and info == {} and observation in env.observation_space


def test_gymnasium_environments_report_wrong_use() -> None:
    env = ringside.gymnasium.SoloRingRift(render_mode="ansi")
    with pytest.raises(RingsideError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    assert "square8" in str(env.render())
    _, reward, terminated, _, info = env.step(6_656)
    assert (reward, terminated) == (-1.0, True) and "RR-CANON-R080" in info["illegal"]
    with pytest.raises(RingsideError, match="call reset"):
        env.step(0)
    for arguments in ({"seat": 3}, {"opponent": "level:99"}, {"max_steps": 0}, {"render_mode": "human"}):
        with pytest.raises(RingsideError):
            ringside.gymnasium.SoloRingRift(**arguments)


#: Games of OpenSpiel by name, with the number of simulated games.
GAMES = [
    ("python_ringrift", 2),
    ("python_ringrift(board=hex8,players=3,edition=live)", 1),
    ("python_ringrift(board=hex8,players=2,options=rings:12;line_length:3;turn_cap:20)", 1),
    ("python_ringrift(board=square19,players=4,max_steps=12)", 1),
    ("python_ringrift(board=hexagonal,players=2,max_steps=12)", 1),
    ("python_ringrift(board=hexagonal12,players=3,edition=live,max_steps=12)", 1),
    ("python_asg(max_steps=100)", 1),
    ("python_asg(scenario=causeway,rules=v1,seeds=3)", 2),
]


@pytest.mark.parametrize(("name", "simulations"), GAMES)
def test_openspiel_games_pass_its_simulations(name: str, simulations: int) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=simulations, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["python_ringrift(max_steps=20)", "python_asg(scenario=causeway,max_steps=20)"])
def test_openspiel_playthroughs_can_be_generated_and_replayed(name: str) -> None:
    text = generate_playthrough.playthrough(name, None, seed=1)
    assert text == generate_playthrough.playthrough(name, None, seed=1)
    assert f"game: {name}" in text and "Apply action" in text
    numbers = [int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough(name, numbers) == text


def test_openspiel_states_can_be_observed_cloned_and_pickled() -> None:
    game = pyspiel.load_game("python_asg(scenario=causeway,seeds=4)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = game.new_initial_state()
    assert state.is_chance_node() and state.chance_outcomes() == [(seed, 0.25) for seed in range(4)]
    state.apply_action(2)
    observation = make_observation(game)
    observation.set_from(state, state.current_player())
    assert (observation.tensor == state.observation_tensor()).all()
    assert observation.dict["planes"].shape == (10, 7)
    clone = state.clone()
    clone.apply_action(0)
    assert str(clone) != str(state) and str(pickle.loads(pickle.dumps(clone))) == str(clone)
    for wrong in ("python_ringrift(options=swap)", "python_asg(scenario=nowhere)", "python_asg(seeds=0)"):
        with pytest.raises(RingsideError):
            pyspiel.load_game(wrong)


@pytest.mark.parametrize("game", [RingRiftGame(RULES[1][0]), AsgGame(asg.Scenario.library("citadel"), "v1")])
def test_games_can_be_copied_and_pickled(game: RingRiftGame | AsgGame) -> None:
    game.reset(5)
    bot = game.bot("random", 1)
    for _ in range(6):
        bot.play(game)
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again.text() == game.text() and again.decision == game.decision
        assert len({again.choice_text(int(number)) for number in again.legal()}) == len(again.legal())
        again.play(int(again.legal()[0]))
        assert again.decision != game.decision


def test_rewards_follow_the_ranks() -> None:
    assert rank_rewards([1, 2]) == [1, -1] and rank_rewards([1, 1]) == [0, 0]
    assert rank_rewards([2, 1, 3, 4]) == pytest.approx([1 / 3, 1, -1 / 3, -1])
