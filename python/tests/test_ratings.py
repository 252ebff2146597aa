"""Ratings and sequential tests."""

import math

import pytest

from ringside.ratings import Contest, Sprt, fit


def test_two_wins_of_three() -> None:
    result = fit([Contest([0, 1], [1, 2]), Contest([1, 0], [2, 1]), Contest([0, 1], [2, 1])], seat_effects=False)
    difference = result.ratings[0].value - result.ratings[1].value
    assert difference == pytest.approx(400 * math.log10(2), abs=0.01)
    los = result.los(0, 1)
    assert los is not None and los > 0.5 and result.leader() == 0 and result.method == "profile"
    assert result.ratings[0].low < result.ratings[0].value < result.ratings[0].high
    assert any("games" in warning for warning in result.warnings) and result.log_likelihood < 0


def test_anchors_ties_and_forfeits() -> None:
    contests = [Contest([0, 1, 2], [1, 2, 2])] * 5 + [Contest.forfeited([2, 1, 0], 0)]
    result = fit(contests, anchors=[(0, 1500.0)], intervals="wald")
    assert result.ratings[0].value == 1500.0 and result.method == "wald" and result.ties[0][0] == 2
    assert Contest([0, 1], [1, 1]).places == [1, 1] and contests[0].players == [0, 1, 2]


def test_bootstrap_is_reproducible() -> None:
    contests = [Contest([0, 1], [1, 2]), Contest([0, 1], [2, 1])] * 10
    one = fit(contests, intervals="bootstrap", rounds=50, seed=3)
    assert one.ratings == fit(contests, intervals="bootstrap", rounds=50, seed=3).ratings
    assert one.method == "bootstrap"


def test_sequential_tests() -> None:
    test = Sprt(0, 50)
    assert test.decision == "continue" and test.elo is None
    for _ in range(400):
        test.add_pair(1, 0.5)
    assert test.decision == "accept H1" and test.llr > test.bounds[1] and test.elo is not None
    games = Sprt(0, 50, pairs=False)
    games.add_game(0)
    assert games.counts == [1, 0, 0] and games.llr < 0
