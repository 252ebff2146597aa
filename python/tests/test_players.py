"""Bots and analysis: reproducible, without the interpreter lock, and interruptible."""

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from ringside import Analyst, Bot, Position, Recorder, Review, Ruleset, SearchBot, asg

START = Position(Ruleset("standard", "square8", 2))
WIN = Position("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")


@pytest.mark.parametrize("name", ["random", "greedy", "level:1", "level:3", "level:5", "nodes:50"])
def test_same_seed_gives_the_same_game(name: str) -> None:
    def game(seed: int) -> list[str]:
        bot, position, texts = Bot(name, seed), START, []
        for _ in range(8):
            action = bot.choose(position)
            texts.append(action.text)
            position = position.play(action)
        return texts

    assert game(1) == game(1)
    assert Bot(name).name == name


def test_levels_find_a_win() -> None:
    bot = SearchBot(4, seed=7)
    assert bot.summary is None
    assert bot.choose(WIN).text == "M d4-d5"
    assert bot.summary is not None and bot.summary.is_proved and len(bot.summary.chances) == 2


def test_bots_play_with_three_and_four_players_on_every_board() -> None:
    for board in Ruleset.boards():
        for players in [3, 4]:
            position = Position(Ruleset("standard", board, players, rings=18, line_length=4))
            assert position.is_legal(Bot("level:3", 1).choose(position))


def test_analysis() -> None:
    analysis = Analyst(nodes=300).analyse(START)
    assert len(analysis.actions) == START.count_legal() and analysis.to_move == 1
    assert sum(analysis.chances) == pytest.approx(1) and len(analysis.chances) == 2
    best = analysis.actions[0]
    assert best.line[0] == best.action and sum(best.chances) == pytest.approx(1)
    position = START
    for action in best.line:
        position = position.play(action)
    won = Analyst(nodes=100).analyse(WIN)
    assert won.actions[0].action.text == "M d4-d5" and won.actions[0].is_proved and won.chances[0] == 1.0


def test_time_limit() -> None:
    start = time.monotonic()
    Analyst(nodes=20_000_000, time=0.2).analyse(START)
    assert time.monotonic() - start < 30


def test_other_threads_run_during_a_search() -> None:
    counted, done = 0, threading.Event()

    def search() -> None:
        Analyst(nodes=20_000_000, time=0.5).analyse(START)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.wait(0.001):
        counted += 1
    thread.join()
    assert counted > 10


def analyse() -> object:
    return Analyst(nodes=20_000_000).analyse(START)


def count() -> object:
    return START.perft(12)


def judge() -> object:
    game = Recorder(START)
    for _ in range(10):
        game.play(game.position.nth_legal(0))
    return Review.of(game.finish(), nodes=5_000_000)


def give_orders() -> object:
    match = asg.Match(asg.Scenario.grid(50, 50, troops=5, resources=100))
    return [asg.Bot("level:9").choose(match) for _ in range(100)]


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("compute", [analyse, count, judge, give_orders])
def test_interruption_stops_a_computation(compute: Callable[[], object]) -> None:
    # Python ignores the signal if it was started in the background of a shell.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            compute()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, handler)
    assert START.perft(3) == sum(START.play(action).perft(2) for action in START.legal_actions())


def test_review_judges_every_action() -> None:
    game, bot = Recorder(START), Bot("random", 3)
    for _ in range(12):
        game.play(bot.choose(game.position))
    result = Review.of(game.finish(), nodes=60)
    assert len(result.decisions) == 12 and len(result.curve) == 13 and len(result.accuracies) == 2
    assert all(sum(chances) == pytest.approx(1) for chances in result.curve)
    for decision, ply in zip(result.decisions, result.record.plies, strict=True):
        assert decision.text == ply.action.text and 0 <= decision.loss <= 1
        assert (decision.severity is None) == (decision.better is None)
