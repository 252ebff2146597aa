"""The Agent Strategy Game: scenarios, matches, replays and bots."""

import copy
import json
import pickle

import pytest

from ringside import asg

SCENARIO = asg.Scenario.library("causeway")


def played(seed: int = 3, plies: int = 1_000) -> asg.Match:
    match = asg.Match(SCENARIO, seed=seed)
    bots = {"P1": asg.Bot("greedy"), "P2": asg.Bot("random", 5)}
    while not match.is_over and match.position.ply < plies:
        bot = bots[match.position.active]
        match = match.play(bot.choose(match), controller=bot.name)
    return match


def test_scenarios() -> None:
    assert "frontier" in asg.Scenario.library_ids()
    assert len(SCENARIO.nodes) == 7 and SCENARIO.hq("P1") in SCENARIO.nodes
    for node in SCENARIO.nodes:
        assert all(node in SCENARIO.neighbours(other) for other in SCENARIO.neighbours(node))
    same = asg.Scenario(SCENARIO.to_dict())
    assert same == SCENARIO == asg.Scenario(SCENARIO.to_json()) == pickle.loads(pickle.dumps(SCENARIO))
    assert hash(same) == hash(SCENARIO) and same.fingerprint() == SCENARIO.fingerprint()
    changed = SCENARIO.with_settings(turn_cap_plies=5)
    assert changed.settings["turnCapPlies"] == 5 and changed != SCENARIO
    assert len(asg.Scenario.generate(12, 4, seed=1).nodes) == 12
    assert len(asg.Scenario.grid(5, 4).nodes) == 20
    assert SCENARIO._repr_svg_().startswith("<svg ")


def test_matches_are_values() -> None:
    match = asg.Match(SCENARIO, seed=7)
    after = match.play([asg.reinforce(1)])
    assert match.position.ply == 0 and after.position.ply == 1 and after != match
    assert after == match.play(json.dumps([asg.reinforce(1)])) and hash(after) == hash(match.play([asg.reinforce(1)]))
    for copied in [pickle.loads(pickle.dumps(after)), copy.copy(after), copy.deepcopy(after), after.clone()]:
        assert copied == after and copied.prng_state == after.prng_state
    assert asg.Match(SCENARIO, seed=8) != match and asg.Match(SCENARIO, seed=8).position == match.position


def test_a_ply_has_events_results_and_a_summary() -> None:
    match = asg.Match(SCENARIO, seed=7)
    ply = match.play_with_events([asg.reinforce(1), asg.move("nowhere", "here", 1), {"type": "dance"}])
    assert [event["type"] for event in ply.events][:2] == ["income", "reinforce"]
    assert [result["status"] for result in ply.results] == ["applied", "invalid", "invalid"]
    assert ply.summary["invalidCount"] == 2
    position = ply.after.position
    hq = SCENARIO.hq("P1")
    assert position.forces[hq][0] == match.position.forces[hq][0] + 1 and position.owners[hq] == "P1"
    assert position.supplies["P1"] < match.position.spendable("P1")
    assert position.observation()["player"] == "P2" and position.to_dict()["ply"] == 1
    assert position.svg([asg.move(hq, SCENARIO.neighbours(hq)[0], 1)]).startswith("<svg ")


def test_legal_orders_are_legal() -> None:
    match = asg.Match(SCENARIO, seed=7)
    orders = match.legal_orders()
    assert asg.pass_order() in orders and len(orders) > 2
    for order in orders:
        match.check([order])


def test_the_seed_decides_fights() -> None:
    assert played(3) == played(3)
    assert {str(played(seed).prng_state) for seed in range(5)} != {str(played(0).prng_state)}


def test_replays() -> None:
    match = played()
    assert match.is_over and match.outcome is not None
    replay = match.replay("2026-01-01T00:00:00.000Z")
    assert len(replay) == match.position.ply and replay.outcome == match.outcome
    assert replay.turns[0]["controller"] == "greedy" and replay.created_at.startswith("2026")
    for text in [replay.to_json(), replay.to_reference_json()]:
        verified = asg.Replay.verify(text)
        assert verified.difference is None and verified.replay == replay and verified.plies == len(replay)
    assert pickle.loads(pickle.dumps(replay)) == replay
    assert replay.after() == match == asg.Match.from_replay(replay) and replay.after(0) == asg.Match(SCENARIO, seed=3)
    damaged = json.loads(replay.to_reference_json())
    damaged["turns"][0]["events"][0]["amount"] += 1
    assert asg.Replay.verify(json.dumps(damaged)).difference is not None


@pytest.mark.parametrize("name", ["random", "greedy", "mix:0.5", "rush", "search", "level:1", "level:9"])
def test_every_bot_plays(name: str) -> None:
    match = asg.Match(asg.Scenario.library("crossroads"), seed=1)
    bot = asg.Bot(name, 1)
    assert bot.name == name
    for _ in range(4):
        match = match.play(bot.choose(match), bot.name)


def test_combat_odds_are_the_share_of_wins() -> None:
    wins = sum(asg.resolve_combat(10, 10, 0.3, seed)["attacker_won"] for seed in range(2_000))
    assert asg.combat_odds(10, 10, 0.3) == 0.5 and abs(wins / 2_000 - 0.5) < 0.05
