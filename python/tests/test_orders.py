"""Orders of the Agent Strategy Game by number, and its vectorised environment."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringside import RingsideError, asg

SCENARIOS = [asg.Scenario.library(name) for name in asg.Scenario.library_ids()]


def rich() -> asg.Scenario:
    """Return a scenario with amounts up to the limit of the rules."""
    scenario = asg.Scenario.library("causeway").to_dict()
    scenario["initialState"]["playerSupply"] = {"P1": 2**53 - 1, "P2": 70}
    for forces in scenario["initialState"]["nodeForces"].values():
        forces["P1"] *= 4_000
    return asg.Scenario(scenario)


def test_encodings_have_the_documented_sizes() -> None:
    encoding = asg.Encoding(asg.Scenario.library("scenario_01"))
    assert encoding.num_actions == 1 + 64 + 71 * (1 + 26) == 1982
    assert encoding.edges.shape == (26, 2) and encoding.mask_words == 31
    assert encoding.plane_shape == (len(encoding.plane_names), 12)
    assert encoding.num_scalars == len(encoding.scalar_names)
    assert encoding == asg.Encoding(encoding.scenario) and hash(encoding) == hash(encoding.scenario)
    assert pickle.loads(pickle.dumps(encoding)) == encoding
    assert repr(encoding) == "<asg.Encoding of scenario_01, 1982 choices>"


def test_every_order_is_made_by_its_numbers() -> None:
    scenario = rich()
    encoding = asg.Encoding(scenario)
    match = asg.Match(scenario, seed=1)
    troops = match.position.forces[scenario.hq("P1")][0]
    target = scenario.neighbours(scenario.hq("P1"))[0]
    moves = [asg.move(scenario.hq("P1"), target, amount) for amount in (1, 63, 64, 4_096, troops)]
    for order in [*moves, *(asg.reinforce(amount) for amount in (1, 63, 64, 10**6, 2**53 - 1))]:
        decision = asg.Decision(match, encoding)
        numbers = encoding.numbers(order)
        for number in numbers[:-1]:
            assert number in decision.legal() and decision.order(number) is None
            decision.play(number)
            assert decision.amount_open
        assert decision.order(numbers[-1]) == order
        decision.play(numbers[-1])
        assert decision.orders == [order] and not decision.amount_open
    with pytest.raises(RingsideError, match="choice 0 ends the orders"):
        encoding.numbers(asg.pass_order())
    with pytest.raises(RingsideError, match="no choice makes this order"):
        encoding.numbers(asg.move("nowhere", target, 1))
    with pytest.raises(RingsideError) as error:
        asg.Decision(match, encoding).play(encoding.numbers(asg.move(scenario.hq("P1"), target, troops + 1))[0] + 1)
    assert error.value.rule == "insufficient_strength"
    with pytest.raises(RingsideError, match="another scenario"):
        asg.Decision(asg.Match(SCENARIOS[0]), encoding)


@given(
    st.sampled_from([*SCENARIOS, rich()]),
    st.integers(0, 2**32),
    st.integers(1, 80),
    st.integers(1, 3),
    st.sampled_from(["v0", "v1"]),
)
@settings(max_examples=25, deadline=None)
def test_the_environment_agrees_with_single_matches(
    scenario: asg.Scenario, seed: int, steps: int, threads: int, rules: str
) -> None:
    games = 3
    env = asg.VecEnv(scenario.with_settings(turn_cap_plies=8), games, rules=rules, seed=seed, threads=threads, max_steps=60)
    follower = asg.VecEnv(env.encoding, games, rules=rules, seed=seed, max_steps=60)
    # A single match has another seed, so it is compared until its first fight.
    singles: list[asg.Decision | None] = [asg.Decision(asg.Match(env.scenario, rules=rules), env.encoding)] * games
    singles = [copy.copy(single) for single in singles]
    for _ in range(steps):
        legal, state = env.legal(), env.state
        assert state.planes is not None and state.scalars is not None
        for game, single in enumerate(singles):
            if single is None:
                continue
            assert (np.flatnonzero(legal[game]) == single.legal()).all()
            planes, scalars = single.observation()
            assert (state.planes[game] == planes).all() and (state.scalars[game] == scalars).all()
            assert state.to_move[game] == ["P1", "P2"].index(single.active)
        before = state.planes.copy()
        step = env.step_random()
        followed = follower.step(step.actions.copy())
        assert followed.planes is not None and step.planes is not None
        assert (followed.planes == step.planes).all() and (followed.rewards == step.rewards).all()
        for game, single in enumerate(singles):
            if step.terminated[game] or step.truncated[game]:
                singles[game] = asg.Decision(asg.Match(env.scenario, rules=rules), env.encoding)
            elif single is not None:
                order = single.order(int(step.actions[game]))
                single.play(int(step.actions[game]))
                if order is not None and order["type"] == "move":
                    enemies = before[game][4][env.scenario.nodes.index(order["to"])]
                    singles[game] = single if enemies == 0 else None
        assert (step.rewards.sum(axis=1) == 0).all()
        assert not step.rewards[~step.terminated].any()


@given(st.sampled_from(SCENARIOS), st.integers(0, 2**31))
@settings(max_examples=15, deadline=None)
def test_a_decision_follows_its_match(scenario: asg.Scenario, seed: int) -> None:
    rng = np.random.default_rng(seed)
    decision = asg.Decision(asg.Match(scenario, seed=seed))
    match, orders = decision.match, decision.orders
    for _ in range(60):
        if decision.is_over:
            break
        number = int(rng.choice(decision.legal()))
        order = decision.order(number)
        decision.play(number)
        orders += [] if order is None else [order]
        if decision.match.position.ply == match.position.ply:
            assert decision.orders == orders
        else:
            match, orders = match.play(orders), []
            assert decision.match == match and decision.match.prng_state == match.prng_state
        assert pickle.loads(pickle.dumps(decision.match.position)) == decision.match.position
        assert pickle.loads(pickle.dumps(decision)) == decision == copy.deepcopy(decision)


def test_a_refused_step_changes_nothing_and_names_the_match() -> None:
    env = asg.VecEnv(SCENARIOS[0], 3)
    before = env.legal()
    with pytest.raises(RingsideError, match="game 2: choice 5 is not legal: no amount is being chosen"):
        env.step(np.array([0, 0, 5], np.int32))
    with pytest.raises(RingsideError, match="game 0: choice -1 is not legal"):
        env.step(np.array([-1, 0, 0], np.int32))
    assert (env.legal() == before).all() and len(env) == 3
    with pytest.raises(RingsideError, match="unknown rules"):
        asg.VecEnv(SCENARIOS[0], 3, rules="v9")
    step = asg.VecEnv(SCENARIOS[0], 2, masks=False, observations=False).step_random()
    assert (step.masks, step.planes, step.scalars) == (None, None, None)


def test_positions_can_be_read_and_pickled() -> None:
    match = asg.Match(SCENARIOS[1], seed=3, rules="v1")
    while not match.is_over:
        match = match.play(asg.Bot("greedy").choose(match))
        position = match.position
        again = asg.Position.from_dict(position.scenario, position.to_dict(), position.rules, position.outcome)
        assert again == position == pickle.loads(pickle.dumps(position)) and again.hash() == position.hash()
        assert again.income("P1") == position.income("P1")
    state = match.position.to_dict()
    for wrong, reason in [
        ({**state, "scenarioId": "x"}, "belongs to the scenario 'x'"),
        ({**state, "supplies": {"P1": 2**60, "P2": 0}}, "at most"),
        ({**state, "nodes": {}}, "is missing"),
        ({**state, "nodes": {**state["nodes"], "y": next(iter(state["nodes"].values()))}}, "not in the scenario"),
        ({**state, "ply": 10**6}, "ends after"),
        ([], "not a state"),
    ]:
        with pytest.raises(RingsideError, match=reason):
            asg.Position.from_dict(match.scenario, wrong)
