"""RingRiftEnv: the environment with reset and step."""

import pytest

from ringside import Position, RingRiftEnv, Ruleset, RingsideError


def play(env: RingRiftEnv, seed: int) -> list[str]:
    env.reset(seed)
    moves = []
    while not env.done:
        move = env.sample()
        moves.append(move.text)
        env.step(move)
    return moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_with_rewards(players: int) -> None:
    env = RingRiftEnv("square8", players)
    moves = play(env, 5)
    assert env.legal_moves() == [] and env.move_count == len(moves)
    outcome = env.state.outcome
    assert outcome is not None
    expected = [0.0] * players if outcome.winner is None else [1.0 if rank == 1 else -1.0 for rank in outcome.ranks]
    assert env.rewards() == expected
    assert play(env, 5) == moves and play(env, 6) != moves


def test_steps_report_the_state() -> None:
    env = RingRiftEnv()
    start = env.reset(seed=1)
    assert start == env.state == Position() and env.current_player == 1 and env.s_invariant() == 0
    result = env.step("P d4*2")
    assert result.state == start.play("P d4*2") == env.state and (result.reward, result.done) == (0.0, False)
    assert result.info["move_count"] == 1 and result.info["s_invariant"] == env.state.progress
    assert env.hash_game_state() == env.state.fingerprint_hash() and env._repr_svg_().startswith("<svg ")


def test_reward_of_the_player_who_moved() -> None:
    env = RingRiftEnv(rules=Ruleset("standard", "square8", 2, rings=2, elimination_threshold=1, line_length=3))
    last = None
    env.reset(seed=3)
    while not env.done:
        player = env.current_player
        last = env.step(env.sample())
    assert last is not None and last.done and last.info["winner"] is not None and not last.info["truncated"]
    assert last.reward == (1.0 if last.info["winner"] == player else -1.0)


def test_games_are_cut_off() -> None:
    env = RingRiftEnv(max_moves=4)
    env.reset(seed=1)
    results = [env.step(env.sample()) for _ in range(4)]
    assert [result.info["truncated"] for result in results] == [False, False, False, True] and results[-1].done
    with pytest.raises(RingsideError):
        env.step(env.legal_moves()[0])


def test_invalid_moves_change_nothing() -> None:
    env = RingRiftEnv()
    with pytest.raises(RingsideError):
        env.step("M a1-a2")
    assert env.state == Position() and env.move_count == 0
    with pytest.raises(RingsideError):
        RingRiftEnv(max_moves=0)
    with pytest.raises(RingsideError):
        RingRiftEnv("square9")
