"""Runs of games and their logs, against the program `ringside`."""

import json
import pickle
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from run_logs import LEAGUE, TEST, reference, reproducible

from ringside import Record, RingsideError, asg
from ringside.arena import Plan, Run, read_plan
#: A match of a language model that costs money.
PAID = """
rounds = 1

[asg]
scenarios = ["causeway"]
turn_cap = 6

[[entrants]]

[entrants.llm]
base_url = "ADDRESS"
model = "stub-1"

[[entrants]]
player = "greedy"

[prices.stub-1]
input_per_million = 2.5
output_per_million = 10.0
"""


def play(plan: Plan, log: Path, most: int = 1000) -> Run:
    """Play at most this number of games, as a program without a cluster does."""
    run = Run(plan, log)
    for _ in range(most):
        game = run.next_game()
        if game is None:
            break
        assert run.append(plan.play(game, run.created, run.spent)) == "game"
    return run


@pytest.mark.parametrize("options", ["", 'format = "gauntlet"\n', 'format = "swiss"\nconditions_per_round = 2\n'])
def test_the_log_is_that_of_the_program(options: str, program: str, tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    file.write_text(options + LEAGUE, encoding="utf-8")
    expected = reference(program, "tournament", str(file), log=tmp_path / "program.jsonl")
    for stop in [1000, 0, 3]:
        log = tmp_path / f"{stop}.jsonl"
        play(read_plan(file), log, stop).close()
        run = play(read_plan(file), log)
        assert run.is_complete and run.appended == max(0, len(expected) - 1 - stop)
        assert reproducible(log) == expected
        assert sum(points for _, points, _, _ in run.standings) == len(expected) - 1


def test_games_run_ahead_of_a_sequential_test_are_not_appended(program: str, tmp_path: Path) -> None:
    arguments = ["greedy", "random", "--elo0", "0", "--elo1", "200", "--most-pairs", "60", "--seed", "3"]
    expected = reference(program, "sprt", *arguments, log=tmp_path / "program.jsonl")
    plan = Plan(TEST, rounds=60, seed=3, sprt=(0, 200, 0.05, 0.05))
    run = Run(plan, tmp_path / "log.jsonl")
    games = [run.next_game() for _ in range(len(expected) + 5)]
    appended = [run.append(plan.play(game, run.created)) for game in games if game is not None]
    assert appended == ["game"] * (len(expected) - 1) + ["not needed"] * 6
    assert run.is_complete and run.next_game() is None
    assert run.sprt is not None and run.sprt.decision == "accept H1"
    assert reproducible(tmp_path / "log.jsonl") == expected


@pytest.fixture
def model(program: str) -> Iterator[str]:
    """The address of a language model."""
    with subprocess.Popen([program, "agent-stub", "--port", "0"], stdout=subprocess.PIPE, text=True) as stub:
        assert stub.stdout is not None
        address = re.search(r"a model on (\S+);", stub.stdout.readline())
        assert address is not None
        yield address[1]
        stub.terminate()


def test_costs_of_a_model_are_appended_and_the_cap_is_kept(program: str, model: str, tmp_path: Path) -> None:
    file = tmp_path / "model.toml"
    file.write_text(PAID.replace("ADDRESS", model), encoding="utf-8")
    expected = reference(program, "tournament", str(file), log=tmp_path / "program.jsonl")
    whole = play(read_plan(file), tmp_path / "log.jsonl")
    assert whole.spent > 0 and reproducible(tmp_path / "log.jsonl") == expected
    capped = read_plan(file, cost_cap=whole.spent / 2e6)
    run, answers = Run(capped, tmp_path / "capped.jsonl"), [""]
    while answers[-1] != "cost cap" and (game := run.next_game()) is not None:
        answers.append(run.append(capped.play(game, run.created, run.spent)))
    assert answers[-1] == "cost cap" and not run.is_complete
    assert whole.spent / 2 <= run.spent < whole.spent


def test_plans_contain_the_files_that_they_name(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text(asg.Scenario.library("causeway").to_json(), encoding="utf-8")
    file = tmp_path / "maps.toml"
    file.write_text('[asg]\nscenarios = ["map.json"]\n[[entrants]]\nplayer = "greedy"\n[[entrants]]\nplayer = "rush"\n')
    plan = pickle.dumps(read_plan(file, rounds=1, seed=2))
    (tmp_path / "map.json").unlink()
    copy: Plan = pickle.loads(plan)
    assert copy.game_count == 2 and [copy.game(number) for number in range(2)] == ["0:0-1", "0:1-0"]
    line = json.loads(copy.play("0:0-1", "2026-01-01T00:00:00.000Z"))
    assert line["run"] == copy.run and asg.Replay(json.dumps(line["record"]))


def test_a_plan_of_another_version_is_rejected() -> None:
    with pytest.raises(RingsideError, match="install the same version"):
        Plan(LEAGUE).__setstate__("0123456789abcdef")


def test_records_of_games_can_be_read() -> None:
    plan = Plan(LEAGUE, rounds=1)
    line = json.loads(plan.play("0:1-2", "2026-01-01T00:00:00.000Z"))
    assert Record(line["record"]).names == ["random", "other"] == line["seats"]


def test_games_of_other_runs_are_not_appended(tmp_path: Path) -> None:
    plan, other = Plan(LEAGUE), Plan(LEAGUE, seed=6)
    run = Run(plan, tmp_path / "log.jsonl")
    first, second = run.next_game(), run.next_game()
    assert first is not None and second is not None
    for lines, problem in [
        (other.play(first, run.created), "other settings"),
        (plan.play(second, run.created), f"expected the lines of game {first}"),
        (b"nothing\n", "not those of a game"),
        (b'{"line":"game"}\n', "not those of a game"),
        (b"", "not those of a game"),
    ]:
        with pytest.raises(RingsideError, match=problem):
            run.append(lines)
    with pytest.raises(RingsideError, match="another run is writing"):
        Run(plan, tmp_path / "log.jsonl")
    run.close()
    with pytest.raises(RingsideError, match="closed"):
        run.next_game()
    assert Run(other, tmp_path / "log.jsonl").remarks[0].startswith("the log has a run with other settings")


@pytest.mark.parametrize(
    ("settings", "options", "problem"),
    [
        ("rounds = 0", {}, "line 1, column"),
        ("[", {}, "line 1, column"),
        (LEAGUE.replace("greedy", "nothing"), {}, "line 10, column"),
        (LEAGUE, {"rounds": 0}, "rounds"),
        (LEAGUE, {"rounds": 4_000_000_000}, "at most"),
        (LEAGUE, {"cost_cap": -1.0}, "cost_cap"),
        (LEAGUE, {"sprt": (0.0, 10.0, 0.05, 0.05)}, "exactly two entrants"),
    ],
)
def test_wrong_settings(settings: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(RingsideError, match=problem):
        Plan(settings, **options)


def test_wrong_games() -> None:
    plan = Plan(LEAGUE)
    for game in ["", "0:0-9", "7:0-1", "0:0-0", "00:0-1"]:
        with pytest.raises(RingsideError):
            plan.play(game, "now")
    with pytest.raises(RingsideError, match="there is no game 12; the run has 12"):
        plan.game(12)
    with pytest.raises(RingsideError, match="depend on results"):
        Plan('format = "swiss"\n' + LEAGUE).game(0)
