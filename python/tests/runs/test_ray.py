"""Runs on a local Ray cluster of two nodes, one of which is killed."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray._private.state import available_resources_per_node
from ray.cluster_utils import Cluster
from run_logs import LEAGUE, TEST, reference, reproducible

from ringside import Record, RingsideError, asg
from ringside.arena import Plan, Run
from ringside.ray import CostCapReached, self_play, sprt, tournament

#: Memory for results, in bytes.
STORE = 80_000_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster with one node of one processor."""
    arguments = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": STORE}
    cluster = Cluster(initialize_head=True, head_node_args=arguments)
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def league(tmp_path: Path) -> Path:
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE, encoding="utf-8")
    return file


def wait_until_busy(node: str) -> None:
    """Wait until a game is being played on a node."""
    for _ in range(600):
        free = available_resources_per_node().get(node)
        if free is not None and free.get("CPU", 0) == 0:
            return
        time.sleep(0.05)
    pytest.fail("no game was played on the second node")


def test_one_worker_and_an_interruption(cluster: Cluster, program: str, league: Path, tmp_path: Path) -> None:
    expected = reference(program, "tournament", str(league), log=tmp_path / "program.jsonl")
    log = tmp_path / "ray.jsonl"

    def interrupt(run: Run) -> None:
        if run.appended == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament(league, log, on_game=interrupt)
    assert reproducible(log) == expected[:6]
    result = tournament(league, log, games_per_task=2)
    assert result.played == len(expected) - 6 and reproducible(log) == expected
    assert [standing.games for standing in result.standings] == [8, 8, 8]
    assert tournament(league, log).played == 0


def test_two_workers_and_a_killed_node(cluster: Cluster, program: str, tmp_path: Path) -> None:
    file = tmp_path / "search.toml"
    file.write_text('rounds = 10\n[[entrants]]\nplayer = "nodes:1500"\n[[entrants]]\nplayer = "nodes:1000"\n')
    expected = reference(program, "tournament", str(file), log=tmp_path / "program.jsonl")
    node = cluster.add_node(num_cpus=1, object_store_memory=STORE)
    cluster.wait_for_nodes()
    killed = []

    def kill(run: Run) -> None:
        if run.appended == 4:
            wait_until_busy(node.node_id)
            cluster.remove_node(node, allow_graceful=False)
            killed.append(run.appended)

    log = tmp_path / "ray.jsonl"
    result = tournament(file, log, on_game=kill)
    assert killed == [4] and result.played == len(expected) - 1
    assert reproducible(log) == expected


def test_a_sequential_test_uses_the_games_of_the_program(cluster: Cluster, program: str, tmp_path: Path) -> None:
    settings = tmp_path / "sprt.toml"
    settings.write_text(TEST, encoding="utf-8")
    arguments = ["greedy", "random", "--elo1", "200", "--most-pairs", "100"]
    expected = reference(program, "sprt", *arguments, log=tmp_path / "program.jsonl")
    result = sprt(settings, tmp_path / "ray.jsonl", elo1=200, most_pairs=100)
    assert result.decision == "accept H1" and reproducible(tmp_path / "ray.jsonl") == expected
    assert 2 * sum(result.test.counts) <= result.played == len(expected) - 1
    again = sprt(settings, tmp_path / "ray.jsonl", elo1=200, most_pairs=100)
    assert again.played == 0 and again.test.counts == result.test.counts


def test_self_play(cluster: Cluster, program: str, league: Path, tmp_path: Path) -> None:
    expected = reference(program, "tournament", str(league), log=tmp_path / "program.jsonl")[1:]
    games = list(self_play(league, created="2026-01-02T03:04:05.678Z", games_per_task=3))
    assert [(game.game, game.seats, game.ranks) for game in games] == [
        (line["game"], line["seats"], line["ranks"]) for line in expected
    ]
    for game, line in zip(games, expected, strict=True):
        assert isinstance(game.record, Record) and len(game.record) == line["plies"]
    rest = self_play(league, created="2026-01-02T03:04:05.678Z", start=len(games) - 2)
    assert [str(game.record) for game in rest] == [str(game.record) for game in games[-2:]]
    stopped = self_play(league)
    assert next(stopped).game == games[0].game
    stopped.close()
    with pytest.raises(StopIteration):
        next(stopped)


def test_self_play_of_the_agent_strategy_game(cluster: Cluster) -> None:
    settings = '[asg]\nscenarios = ["causeway"]\n[[entrants]]\nplayer = "greedy"\n[[entrants]]\nplayer = "rush"\n'
    (first, second) = self_play(Plan(settings, rounds=1))
    assert isinstance(first.record, asg.Replay) and first.seats == ["greedy", "rush"] == second.seats[::-1]


@pytest.mark.parametrize(
    ("settings", "options", "problem"),
    [
        ('format = "swiss"\n' + LEAGUE, {}, "round_robin or gauntlet"),
        ("cost_cap = 1.0\n" + LEAGUE, {}, "cost cap"),
        (LEAGUE, {"games_per_task": 0}, "games_per_task"),
        (LEAGUE, {"seed": 1}, "a Plan has its own"),
        (LEAGUE, {"start": -1}, "start"),
    ],
)
def test_wrong_arguments(cluster: Cluster, settings: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(RingsideError, match=problem):
        self_play(Plan(settings), **options)


def test_a_plan_without_a_test_is_rejected(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(RingsideError, match="no sequential test"):
        sprt(Plan(LEAGUE), tmp_path / "log.jsonl")
    with pytest.raises(RingsideError, match="a Plan has its own"):
        sprt(Plan(TEST, sprt=(0, 10, 0.05, 0.05)), tmp_path / "log.jsonl", elo1=20)


def test_failures_of_agents_are_counted(cluster: Cluster, tmp_path: Path) -> None:
    broken = Plan(LEAGUE.replace('player = "greedy"', 'name = "gone"\nplayer = "cmd:/does/not/exist"'), rounds=1)
    result = tournament(broken, tmp_path / "log.jsonl")
    assert [standing.forfeits for standing in result.standings] == [4, 0, 0]


def test_a_cost_cap_ends_the_run(cluster: Cluster, tmp_path: Path) -> None:
    capped = Plan("cost_cap = 0.0\n" + LEAGUE)
    with pytest.raises(CostCapReached, match="0.0000 was spent"):
        tournament(capped, tmp_path / "log.jsonl")
