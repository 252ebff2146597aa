"""The comparison of speeds runs and reports every library."""

import pytest

from ringside import benchmark


def test_the_benchmark_measures_all_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--seconds", "0.002", "--rounds", "1", "--games", "4"])
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    libraries = {library.strip() for library, *_ in rows[1:]}
    assert {"ringside.VecEnv", "ringside.asg.VecEnv", "OpenSpiel, in C++", "OpenSpiel, from Python", "PettingZoo"} <= libraries
    for *_, speed in rows[1:]:
        assert int(speed.replace(",", "")) > 0


def test_missing_libraries_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    def make() -> benchmark.Play:
        raise ModuleNotFoundError("no such library")

    loop = benchmark.Loop("Library", "game", benchmark.MASKS, make)
    assert benchmark.table(benchmark.measure([loop], 0.001, 1)).endswith("| Library | game | masks | not installed |")
    for wrong in (["--seconds", "0"], ["--only", "nothing"]):
        with pytest.raises(SystemExit):
            benchmark.main(wrong)
        assert "error:" in capsys.readouterr().err


def test_games_on_a_ray_cluster_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--ray", "1", "--bot", "random", "--seconds", "0.1"])
    row = capsys.readouterr().out.splitlines()[-1].split("|")
    assert row[1].strip() == "1" and int(row[2]) > 0 and float(row[4]) > 0 and row[5].strip() == "1.00"
    with pytest.raises(SystemExit):
        benchmark.main(["--ray", "1,many"])
    assert "numbers of workers" in capsys.readouterr().err
