"""Self-play, networks and training with tiny settings on the CPU."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ringside import Decision, Position, RingsideError, Ruleset
from ringside._native.neural import SearchBatch, SelfPlay

jax = pytest.importorskip("jax")
jnp = jax.numpy

from ringside.train.__main__ import main  # noqa: E402
from ringside.train.bots import play_bot_games  # noqa: E402
from ringside.train.evaluator import Evaluator, bucket, search  # noqa: E402
from ringside.train.loss import Batch, turned  # noqa: E402
from ringside.train.match import play_match  # noqa: E402
from ringside.train.network import Layout, initial_weights, network, player_values  # noqa: E402
from ringside.train.optimizer import Rates, new_state, training_step  # noqa: E402
from ringside.train.settings import parse_rules  # noqa: E402
from ringside.train.transfer import transferred  # noqa: E402
from ringside.train.trainer import load_evaluator  # noqa: E402
from ringside.train.weights import load_weights, save_weights  # noqa: E402
from ringside.train.window import Rows, Window  # noqa: E402

TINY = ["--blocks", "3", "--channels", "8", "--games", "12", "--groups", "2", "--threads", "2", "--batch", "32"]
TINY += ["--full", "6", "4", "--cheap", "2", "2", "--window", "3000", "--warm-bot", "random", "--warm-seconds", "0.5"]
TINY += ["--warm-steps", "5", "--total-seconds", "1000", "--checkpoint-rows", "500"]


def self_play(games: int = 8) -> SelfPlay:
    rules = [(Ruleset("standard", "square8", 2), 1.0)]
    return SelfPlay(
        rules, games, seed=1, threads=2, full=(4, 2), cheap=(2, 2), full_share=0.5, random_openings=0.5
    )


def play_rows(layout: Layout, rows: int) -> Window:
    """Fill a window with rows of self-play without a network."""
    window = Window(layout, 2 * rows, 64, seed=1)
    play = self_play()
    planes = np.zeros((8, layout.planes, layout.side, layout.side), np.uint8)
    scalars = np.zeros((8, layout.scalars), np.float32)
    count = play.step(None, None, planes, scalars)
    while len(window) < rows:
        logits, values = np.zeros(count, np.float32), np.zeros((8, 4), np.float32)
        count = play.step(logits, values, planes, scalars)
        window.take_from(play)
    return window


def test_weights_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "a.safetensors"
    arrays: dict[str, NDArray[np.generic]] = {
        "b": np.arange(6, dtype=np.float16).reshape(2, 3),
        "a": np.ones(1, np.float32),
    }
    save_weights(path, arrays, {"format": "test"})
    found, metadata = load_weights(path)
    assert metadata == {"format": "test"}
    assert all(np.array_equal(found[name], arrays[name]) for name in arrays) and len(found) == 2
    for wrong in [b"", b"12345678", path.read_bytes()[:40], path.read_bytes()[:-4], b"\x02" + b"\0" * 7 + b"[]"]:
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match="safetensors"):
            load_weights(path)


def test_symmetries_turn_rows_as_they_turn_games() -> None:
    layout = Layout("square8")
    rng = np.random.default_rng(1)
    zeros = np.zeros((1, 4), np.float32)
    turn = jax.jit(turned, static_argnums=0)
    for symmetry in range(8):
        one, other = (Decision(Position(Ruleset("canon", "square8", 2))) for _ in range(2))
        for _ in range(25):
            legal = one.legal()
            planes, scalars = one.observation()
            owners = np.arange(64, dtype=np.uint8)[None]
            numbers = np.full((1, 512), -1, np.int32)
            numbers[0, : len(legal)] = legal
            fields = (planes[None], scalars[None], numbers, zeros, zeros, zeros, owners, zeros)
            row = turn(layout, Batch(*(jnp.asarray(field) for field in fields)), jnp.asarray([symmetry]))
            assert np.array_equal(row.planes[0], other.observation()[0])
            assert sorted(np.asarray(row.numbers[0])[: len(legal)].tolist()) == other.legal().tolist()
            number = int(rng.choice(legal))
            one.play(number)
            other.play(int(layout.images[symmetry][number]))


@pytest.mark.parametrize("board", ["square8", "hex8"])
def test_networks_have_the_sizes_of_the_board(board: str) -> None:
    layout = Layout(board)
    weights = initial_weights(layout, 3, 8, seed=1)
    decision = Decision(Position(Ruleset("live", board, 3)))
    planes, scalars = (array[None] for array in decision.observation())
    output = network(layout, weights, jnp.asarray(planes), jnp.asarray(scalars))
    assert output.policy.shape == (1, layout.actions) and layout.plane_scale.shape == (layout.planes,)
    assert output.ownership.shape == (1, layout.side, layout.side, 5)
    values = player_values(output.values, jnp.asarray(scalars))
    assert values.shape == (1, 4) and abs(float(values.sum())) < 1e-5 and float(values[0, 3]) == 0.0
    assert int(layout.mask.sum()) == layout.cells == {"square8": 64, "hex8": 61}[board]
    # Each symmetry permutes the places of the board and leaves the others alone.
    for source in layout.sources:
        assert sorted(source) == list(range(layout.side**2))
        assert np.array_equal(layout.mask.reshape(-1)[source], layout.mask.reshape(-1))


def test_a_network_learns_rows_of_self_play() -> None:
    layout = Layout("square8")
    window = play_rows(layout, 600)
    rows = window.rows.part(0, len(window))
    assert np.allclose(rows.policy.sum(1), 1.0, atol=1e-4)
    assert np.allclose(rows.results.sum(1), 0.0)
    state = new_state(initial_weights(layout, 3, 8, seed=1))
    rates = Rates(jnp.float32(5e-3), 1e-2, 1.0, 0.99, 0.2)
    totals = []
    for _ in range(60):
        batch = Batch(*(jnp.asarray(array) for array in window.sample(64)))
        state, parts = training_step(layout, state, batch, rates, False)
        totals.append(float(parts["total"]))
    assert np.mean(totals[-5:]) < np.mean(totals[:5]) - 0.05, totals
    averaged = np.concatenate([np.ravel(array) for array in state.averaged.values()])
    assert np.isfinite(averaged).all()


def test_windows_keep_the_newest_rows(tmp_path: Path) -> None:
    layout = Layout("square8")
    window = Window(layout, 10, 4, seed=1)
    for value in range(4):
        rows = Rows(layout, 6, 4)
        rows.rules[:] = value
        window.add(rows)
    assert window.added == 24 and len(window) == 10
    assert sorted(window.rows.rules.tolist()) == [2] * 4 + [3] * 6
    window.save(tmp_path / "window.npz", 8)
    copy = Window(layout, 10, 4, seed=1)
    copy.load(tmp_path / "window.npz")
    assert copy.rows.rules[:8].tolist() == [2, 2, 3, 3, 3, 3, 3, 3]


def test_searches_choose_legal_actions_and_refuse_bad_input() -> None:
    layout = Layout("square8")
    evaluator = Evaluator(layout, initial_weights(layout, 3, 8, seed=1), False)
    decisions = [Decision(Position(Ruleset(edition, "square8", 2))) for edition in Ruleset.editions()]
    choices = search(evaluator, decisions, (8, 4))
    assert all(choice in decision.legal() for choice, decision in zip(choices, decisions))
    assert choices == search(evaluator, decisions, (8, 4), rows=16)
    with pytest.raises(RingsideError, match="same board"):
        SearchBatch([decisions[0], Decision(Position(Ruleset("live", "hex8", 2)))], (8, 4))
    with pytest.raises(RingsideError, match="at least one choice"):
        SearchBatch(decisions, (8, 0))
    batch = SearchBatch(decisions, (8, 4))
    leaves, count = batch.step(None, None)
    assert leaves == len(decisions)
    with pytest.raises(RingsideError, match="logits"):
        batch.step(np.zeros(count - 1, np.float32), np.zeros((leaves, 4), np.float32))
    with pytest.raises(RingsideError, match="not finite"):
        batch.step(np.full(count, np.nan, np.float32), np.zeros((leaves, 4), np.float32))
    with pytest.raises(RingsideError, match="planes"):
        batch.write(np.zeros((1, 28, 8, 8), np.uint8), np.zeros((1, 69), np.float32), np.zeros(count, np.int32))


def test_self_play_refuses_bad_input() -> None:
    play = self_play()
    planes, scalars = np.zeros((8, 28, 8, 8), np.uint8), np.zeros((8, 69), np.float32)
    with pytest.raises(RingsideError, match="first step"):
        play.step(np.zeros(1, np.float32), np.zeros((8, 4), np.float32), planes, scalars)
    with pytest.raises(RingsideError, match="both logits and values"):
        play.step(np.zeros(1, np.float32), None, planes, scalars)
    with pytest.raises(RingsideError, match="planes"):
        play.step(None, None, planes[1:], scalars)
    with pytest.raises(RingsideError, match="same board"):
        mixed = [(Ruleset("live", board, 2), 1.0) for board in ("square8", "hex8")]
        SelfPlay(mixed, 1, seed=1, threads=1, full=(1, 1), cheap=(1, 1), full_share=1.0, random_openings=0.0)
    with pytest.raises(ValueError, match="not a number"):
        parse_rules("standard=much", "square8", 2)
    with pytest.raises(ValueError, match="'live:5' is not 2, 3 or 4"):
        parse_rules("live:5=1", "square8", 2)
    mixed = parse_rules("standard=5, live:3=0.5", "square8", 2)
    assert [(rules.players, share) for rules, share in mixed] == [(2, 5.0), (3, 0.5)]


def test_games_of_bots_become_rows() -> None:
    layout = Layout("square8")
    mixed = parse_rules("standard,live", "square8", 2)
    found, games = play_bot_games(layout, mixed, "random", seconds=0.5, seed=1, threads=2, entries=64)
    assert games == len(found) > 0
    for rows in found:
        assert np.array_equal(rows.policy.sum(1), np.ones(len(rows)))
        assert (rows.numbers[:, 0] >= 0).all() and (np.abs(rows.results[:, 0]) == 1).all()
        assert np.array_equal(rows.results[:, 0], -rows.results[:, 1])
        assert (np.sign(rows.margins[:, 0]) == np.sign(-rows.margins[:, 1])).all()
        assert rows.ownership.max() <= 2


def test_matches_count_every_seat() -> None:
    layout = Layout("square8")
    evaluator = Evaluator(layout, initial_weights(layout, 3, 8, seed=1), False)
    for players in (2, 3):
        rules = Ruleset("standard", "square8", players)
        result = play_match(evaluator, rules, "random", games=2 * players, effort=(2, 2), seed=1, threads=2)
        assert result.games == 2 * players and len(result.by_seat) == players
        assert 0.0 <= result.score <= 1.0 and abs(result.score - np.mean(result.by_seat)) < 1e-9


def test_buckets_are_few() -> None:
    sizes = {bucket(count, 256) for count in range(1, 100_000)}
    assert len(sizes) < 60
    assert all(bucket(count, 256) >= count for count in range(1, 100_000, 37))


def test_a_run_trains_stops_resumes_and_writes_its_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    matches = ["--match-games", "2", "--match-simulations", "2", "--opponent", "random"]
    assert main(["run", str(folder), "--seconds", "600", "--steps", "4", *TINY, *matches]) == 0
    card = json.loads((folder / "card.json").read_text())
    assert card["settings"]["channels"] == 8 and card["runs"] == 1 and card["warm_start"]["games"] > 0
    assert card["steps"] == 5 + 4 and card["sums"]["rows"] > 0 and len(card["matches"]) == 4
    assert {"rules", "network", "sending", "learning"} <= set(card["progress"][-1]["time"])
    weights, metadata = load_weights(folder / "square8.safetensors")
    assert metadata["board"] == "square8" and all(array.dtype == np.float16 for array in weights.values())
    assert main(["run", str(folder), "--seconds", "600", "--steps", "2", *TINY]) == 0
    assert "continues after" in capsys.readouterr().out
    again = json.loads((folder / "card.json").read_text())
    assert again["runs"] == 2 and again["steps"] == 5 + 4 + 2 and len(again["matches"]) == 4
    assert main(["run", str(folder), "--seconds", "1", *TINY, "--channels", "9"]) == 1
    assert "other blocks or channels" in capsys.readouterr().err
    other = ["run", str(tmp_path / "other"), "--seconds", "600", "--steps", "1", *TINY]
    assert main([*other, "--channels", "9", "--initial", str(folder / "square8.safetensors")]) == 1
    assert "other blocks or channels" in capsys.readouterr().err
    assert main([*other, "--initial", str(folder / "square8.safetensors")]) == 0
    begun = json.loads((tmp_path / "other" / "card.json").read_text())
    assert begun["initial"] == "square8.safetensors" and begun["warm_start"] is None and begun["steps"] == 1
    arguments = ["--rules", "live", "--match-games", "2", "--match-simulations", "1", "--opponent", "random"]
    assert main(["match", str(folder / "square8.safetensors"), *arguments]) == 0
    assert "live, 2 players: 1 simulations (16 considered) against random" in capsys.readouterr().out


def test_weights_of_another_board_carry_over_by_the_meaning_of_planes() -> None:
    small, large, hexagonal = Layout("square8"), Layout("square19"), Layout("hex8")
    own = {layout.board: initial_weights(layout, 3, 8, seed=2) for layout in (small, large, hexagonal)}
    arrays = {name: np.array(array) for name, array in initial_weights(small, 3, 8, seed=1).items()}
    arrays["policy.bias2"] = np.arange(small.policy_planes, dtype=np.float32)
    for target in (large, hexagonal):
        result = transferred(arrays, small, target, own[target.board])
        assert all(result[name].shape == array.shape for name, array in own[target.board].items())
        assert np.array_equal(result["block1.conv1"], arrays["block1.conv1"])
    bias = transferred(arrays, small, large, own["square19"])["policy.bias2"]
    # Placements of 1, 14 and 36 rings; travels in the first direction over 1, 7 and 18 cells; the payment.
    assert bias[[0, 13, 35]].tolist() == [0, 13, 13]
    assert bias[[36, 42, 53]].tolist() == [14, 20, 20] and bias[-1] == small.policy_planes - 1
    bias = transferred(arrays, small, hexagonal, own["hex8"])["policy.bias2"]
    # The second direction of hexagonal boards is the fourth of square boards.
    assert bias[[8, 16]].tolist() == [14, 35]
    # Hexagonal boards have no direction (1, 1): its planes keep their own weights.
    back = {name: np.array(array) for name, array in own["hex8"].items()}
    own["square8"]["policy.bias2"] = jnp.full(small.policy_planes, 7.0)
    bias = transferred(back, hexagonal, small, own["square8"])["policy.bias2"]
    assert (bias[21:28] == 7.0).all() and (bias[14:21] == 0.0).all()


@pytest.mark.parametrize("board", ["square8", "square19", "hex8", "hexagonal", "hexagonal12"])
def test_trained_networks_belong_to_their_cards(board: str) -> None:
    card = json.loads(_trained(board).with_suffix(".json").read_text())
    weights, metadata = load_weights(_trained(board))
    assert (metadata["board"], card["settings"]["board"]) == (board, board)
    assert card["parameters"] == sum(array.size for array in weights.values())
    assert card["settings"]["channels"] == weights["stem.bias"].shape[0]


@pytest.mark.parametrize(("board", "edition"), [("square8", "standard"), ("hex8", "live")])
def test_trained_networks_beat_random_play(board: str, edition: str) -> None:
    evaluator = load_evaluator(_trained(board))
    result = play_match(
        evaluator, Ruleset(edition, board, 2), "random", games=6, effort=(4, 4), seed=1, threads=2
    )
    assert result.score == 1.0


def _trained(board: str) -> Path:
    return Path(__file__).parents[3] / "crates" / "neural" / "weights" / f"{board}.safetensors"
