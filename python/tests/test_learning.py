"""Decisions by number and the vectorised environment."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ringside
from ringside import Decision, Encoding, Position, RingsideError, Ruleset, VecEnv

BOARDS = ["square8", "hex8", "square19", "hexagonal", "hexagonal12"]


def rulesets() -> list[Ruleset]:
    """Return rules of every edition and board for two to four players."""
    rules = []
    for edition in Ruleset.editions():
        for board in Ruleset.boards():
            for players in (2, 3, 4):
                try:
                    rules.append(Ruleset(edition, board, players))
                except RingsideError:
                    rules.append(Ruleset(edition, board, players, rings=18, line_length=4))
    return rules


def test_encodings_have_the_documented_sizes() -> None:
    sizes = [Encoding(board).num_actions for board in BOARDS]
    assert sizes == [6658, 5248, 93140, 68188, 115376]
    encoding = Encoding("square8")
    assert encoding.plane_shape == (len(encoding.plane_names), 8, 8)
    assert len(encoding.scalar_names) == encoding.num_scalars
    assert (Encoding.VERSION, encoding.place("a1"), repr(encoding)) == (1, (0, 0), "Encoding('square8')")
    assert pickle.loads(pickle.dumps(encoding)) == encoding
    with pytest.raises(RingsideError):
        Encoding("square9")
    with pytest.raises(RingsideError):
        encoding.place("z9")


@pytest.mark.parametrize("board", ["square8", "hex8"])
def test_symmetries_permute_the_numbers(board: str) -> None:
    symmetries = Encoding(board).symmetries()
    identity = symmetries[0]
    valid = identity >= 0
    assert len(symmetries) == (8 if board == "square8" else 12)
    assert (identity[valid] == np.flatnonzero(valid)).all()
    for images in symmetries:
        assert ((images >= 0) == valid).all()
        assert len(np.unique(images[valid])) == valid.sum()


def test_decisions_reach_exactly_the_legal_actions() -> None:
    rng = np.random.default_rng(1)
    for rules in rulesets()[::4]:
        decision = Decision(Position(rules))
        for _ in range(30):
            numbers = decision.legal()
            if len(numbers) == 0:
                break
            if not decision.slide_chosen:
                actions = {str(action) for action in decision.position.legal_actions()}
                assert {str(a) for n in numbers if (a := decision.action(n)) is not None} <= actions
                for action in decision.position.legal_actions()[:5]:
                    assert set(decision.numbers(action)[:1]) <= set(numbers.tolist())
            before = copy.copy(decision)
            decision.play(int(rng.choice(numbers)))
            assert decision != before and pickle.loads(pickle.dumps(decision)) == decision == copy.deepcopy(decision)


def test_numbers_that_are_not_legal_are_refused() -> None:
    decision = Decision(Position(Ruleset()))
    before = copy.copy(decision)
    for number in (-1, 6657, 6658, 10**9):
        with pytest.raises(RingsideError):
            decision.play(number)
    with pytest.raises(RingsideError):
        decision.numbers("M a1-a2")
    assert decision == before


@given(
    st.sampled_from(rulesets()),
    st.integers(0, 2**32),
    st.integers(1, 40),
    st.integers(1, 3),
)
@settings(max_examples=25, deadline=None)
def test_the_environment_agrees_with_single_positions(rules: Ruleset, seed: int, steps: int, threads: int) -> None:
    games = 3
    env = VecEnv(rules, games, seed=seed, threads=threads, max_steps=25)
    follower = VecEnv(rules, games, seed=seed + 1, max_steps=25)
    singles = [Decision(Position(rules)) for _ in range(games)]
    for _ in range(steps):
        legal = env.legal()
        for game, single in enumerate(singles):
            assert (np.flatnonzero(legal[game]) == single.legal()).all()
            planes, scalars = single.observation()
            state = env.state
            assert state.planes is not None and state.scalars is not None
            assert (state.planes[game] == planes).all() and (state.scalars[game] == scalars).all()
            assert state.to_move[game] == single.position.to_move - 1
        step = env.step_random()
        assert (follower.step(step.actions.copy()).actions == step.actions).all()
        for game, single in enumerate(singles):
            single.play(int(step.actions[game]))
            outcome = single.position.outcome
            assert step.terminated[game] == (outcome is not None)
            if outcome is None:
                assert (step.rewards[game] == 0).all()
            elif outcome.winner is not None:
                assert step.rewards[game][outcome.winner - 1] == 1
            if step.terminated[game] or step.truncated[game]:
                singles[game] = Decision(Position(rules))


def test_a_refused_step_changes_nothing_and_names_the_game() -> None:
    env = VecEnv(Ruleset(), 4)
    before = env.legal()
    choices = np.array([0, 0, 0, 6000], np.int32)
    with pytest.raises(RingsideError, match="game 3: choice 6000 is not legal"):
        env.step(choices)
    assert (env.legal() == before).all()
    with pytest.raises(RingsideError, match="the array `choices` has 3 elements, but 4 are needed"):
        env.step(choices[:3])
    with pytest.raises(RingsideError, match="at least one game"):
        VecEnv(Ruleset(), 0)
    with pytest.raises(RingsideError, match="masks=False"):
        VecEnv(Ruleset(), 1, masks=False).legal()


def test_arrays_that_are_switched_off_are_absent() -> None:
    env = VecEnv(Ruleset(), 2, masks=False, observations=False)
    step = env.step_random()
    assert (step.masks, step.planes, step.scalars, len(env)) == (None, None, None, 2)
    assert ringside.VecStep is type(step)
