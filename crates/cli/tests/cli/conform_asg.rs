//! `ringside conform` with handmade data of the Agent Strategy Game.

use serde_json::{Value, json};

use crate::ringside;
use crate::support::TempFolder;

fn scenario() -> Value {
    let node = |id: &str, x: i32, owner: &str, supply: u64| json!({ "id": id, "x": x, "y": 0, "owner": owner, "supplyYield": supply });
    json!({
        "id": "tiny", "name": "Tiny", "startingPlayer": "P1",
        "players": { "P1": { "hq": "a" }, "P2": { "hq": "c" } },
        "settings": {
            "turnCapPlies": 2, "actionBudget": 2, "baseIncome": 1, "reinforceCostPerStrength": 1, "combatVarianceFraction": 0,
        },
        "map": {
            "nodes": [node("a", 0, "P1", 0), node("b", 1, "Neutral", 2), node("c", 2, "P2", 0)],
            "edges": [["a", "b"], ["b", "c"]],
        },
        "initialState": {
            "playerSupply": { "P1": 0, "P2": 0 },
            "nodeForces": { "a": { "P1": 5, "P2": 0 }, "c": { "P1": 0, "P2": 1 } },
        },
    })
}

fn move_order(from: &str, to: &str, amount: u64) -> Value {
    json!({ "type": "move", "from": from, "to": to, "amount": amount })
}

/// Two plies: player 1 buys a troop and captures the middle node; player 2 attacks it, sends an unknown action, and
/// exceeds the action budget. The noise of the combat is the first random number modulo 3, minus 1: for seed 1, the
/// number is 270369, a multiple of 3, so the noise is −1.
fn tiny_match() -> Value {
    let orders = [
        json!([{ "type": "reinforce", "amount": 1 }, move_order("a", "b", 6)]),
        json!([move_order("c", "b", 1), { "type": "PASS" }, { "type": "pass" }]),
    ];
    let first = json!([
        { "type": "income", "player": "P1", "amount": 1, "supplyAfter": 1 },
        { "type": "reinforce", "player": "P1", "location": "a", "amount": 1, "supplyAfter": 0, "strengthAfter": 6 },
        { "type": "move", "player": "P1", "from": "a", "to": "b", "amount": 6, "fromStrengthAfter": 0, "toStrengthAfter": 6 },
        { "type": "capture", "location": "b", "newOwner": "P1" },
    ]);
    let second = json!([
        { "type": "income", "player": "P2", "amount": 1, "supplyAfter": 1 },
        { "type": "invalid_action", "player": "P2", "action": { "type": "pass" }, "reason": "budget_exceeded" },
        { "type": "move", "player": "P2", "from": "c", "to": "b", "amount": 1, "fromStrengthAfter": 0, "toStrengthAfter": 1 },
        {
            "type": "combat", "location": "b", "attacker": "P2", "defender": "P1", "attackerStrengthBefore": 1,
            "defenderStrengthBefore": 6, "attackerWinProb": 0, "varianceBound": 1, "noise": -1, "delta": -6,
            "winner": "P1", "winnerStrengthAfter": 6,
        },
        { "type": "game_end", "result": { "type": "draw", "reason": "turn_cap" } },
    ]);
    json!({
        "format": "asg-match/1", "id": "tiny", "rules": "v1", "seed": 1,
        "controllers": {
            "P1": { "kind": "script", "turns": [orders[0].clone()] }, "P2": { "kind": "recorded" },
        },
        "plies": 2, "result": { "type": "draw", "reason": "turn_cap" }, "scenario": scenario(), "rng0": 1,
        "turns": [
            {
                "ply": 0, "player": "P1", "controllerId": "script", "actions": orders[0], "events": first,
                "actionResults": [
                    { "index": 0, "submitted": orders[0][0], "status": "applied", "events": [first[1]] },
                    { "index": 1, "submitted": orders[0][1], "status": "applied", "events": [first[2], first[3]] },
                ],
                "summary": {
                    "captures": ["b"], "combatCount": 0, "invalidCount": 0,
                    "ownerChanges": [{ "location": "b", "from": "Neutral", "to": "P1" }], "supplyDelta": { "P1": 0, "P2": 0 },
                },
                "after": {
                    "ply": 1, "active": "P2", "supplies": [0, 0],
                    "nodes": { "a": ["P1", 0, 0], "b": ["P1", 6, 0], "c": ["P2", 0, 1] },
                },
                "rng": 1,
            },
            {
                "ply": 1, "player": "P2", "controllerId": "by hand", "actions": orders[1], "events": second,
                "actionResults": [
                    {
                        "index": 2, "submitted": { "type": "pass" }, "status": "ignored_budget", "events": [second[1]],
                        "reason": "budget_exceeded",
                    },
                    { "index": 0, "submitted": orders[1][0], "status": "applied", "events": [second[2], second[3]] },
                ],
                "summary": {
                    "captures": [], "combatCount": 1, "invalidCount": 1, "ownerChanges": [], "supplyDelta": { "P1": 0, "P2": 1 },
                },
                "after": {
                    "ply": 2, "active": "P1", "supplies": [0, 1],
                    "nodes": { "a": ["P1", 0, 0], "b": ["P1", 6, 0], "c": ["P2", 0, 0] },
                },
                "rng": 270_369,
            },
        ],
    })
}

/// Returns `value` with the element at a JSON pointer (RFC 6901) replaced by `new`.
fn changed(mut value: Value, pointer: &str, new: Value) -> Value {
    *value.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} does not exist")) = new;
    value
}

/// Runs `conform` on a file with this value, which must contain differences, and returns the report.
fn report_differences(folder: &TempFolder, value: &Value) -> String {
    ringside(&["conform", &folder.write("file.json", value.to_string())]).check_failure()
}

#[test]
fn accepts_a_correct_match() {
    let folder = TempFolder::new();
    let older_rules = changed(changed(tiny_match(), "/rules", json!("v0")), "/id", json!("again"));
    let file = folder.write("matches.jsonl", format!("{}\n{older_rules}\n", tiny_match()));
    let out = ringside(&["conform", &file]).success();
    assert!(out.contains("2 matches, 4 plies, 20 events, 2 choices of bots, 0 differences"), "{out}");
}

#[test]
fn finds_every_wrong_value_of_a_match() {
    let folder = TempFolder::new();
    for (pointer, value) in [
        ("/rng0", json!(2)),
        ("/plies", json!(3)),
        ("/result/reason", json!("hq_captured")),
        ("/turns/0/ply", json!(1)),
        ("/turns/0/player", json!("P2")),
        ("/turns/0/controllerId", json!("greedy")),
        ("/turns/0/events/0/amount", json!(2)),
        ("/turns/0/events/3/newOwner", json!("P2")),
        ("/turns/0/events/3/type", json!("combat")),
        ("/turns/0/after/supplies/0", json!(1)),
        ("/turns/0/after/nodes/b", json!(["P1", 5, 0])),
        ("/turns/0/rng", json!(2)),
        ("/turns/0/actionResults/0/status", json!("invalid")),
        ("/turns/0/summary/ownerChanges", json!([])),
        ("/turns/1/events/1/reason", json!("bad_amount")),
        ("/turns/1/events/1/action", json!({ "type": "pass", "more": 1 })),
        ("/turns/1/events/3/noise", json!(1)),
        ("/turns/1/events/3/attackerWinProb", json!(0.1)),
        ("/turns/1/actionResults/0/index", json!(1)),
        ("/turns/1/actionResults/1/events", json!([])),
        ("/turns/1/summary/invalidCount", json!(2)),
        ("/turns/1/summary/supplyDelta/P2", json!(0)),
    ] {
        let out = report_differences(&folder, &changed(tiny_match(), pointer, value));
        let first = pointer.split('/').nth(1).unwrap();
        assert!(
            out.contains(&format!("difference in tiny: {first}")) && out.contains("1 differences"),
            "{pointer}: {out}"
        );
    }
    // All events missing, and all but the first.
    for events in [json!([]), json!([tiny_match()["turns"][0]["events"][0].clone()])] {
        report_differences(&folder, &changed(tiny_match(), "/turns/0/events", events));
    }
}

#[test]
fn checks_the_choices_of_bots() {
    let folder = TempFolder::new();
    let game = changed(tiny_match(), "/controllers/P1", json!({ "kind": "greedy" }));
    let out = report_differences(&folder, &changed(game, "/turns/0/controllerId", json!("greedy")));
    assert!(out.contains("turns[0].actions, the choice of greedy"), "{out}");
    let other = json!({ "kind": "script", "turns": [[{ "type": "pass" }]] });
    let out = report_differences(&folder, &changed(tiny_match(), "/controllers/P1", other));
    assert!(out.contains("the choice of script"), "{out}");
}

#[test]
fn rejects_invalid_matches() {
    let folder = TempFolder::new();
    for (pointer, value, message) in [
        ("/rules", json!("v7"), "unknown rules 'v7'"),
        ("/scenario/players/P1/hq", json!("nowhere"), "$.players.P1.hq: there is no node \"nowhere\""),
        ("/controllers/P1", json!({ "kind": "oracle" }), "unknown variant `oracle`"),
        ("/turns", json!(5), "invalid type"),
    ] {
        let file = folder.write("file.json", changed(tiny_match(), pointer, value).to_string());
        let error = ringside(&["conform", &file]).input_error();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn detects_tables_by_their_contents() {
    let folder = TempFolder::new();
    let prng = json!([{
        "seed": 1, "state0": 1, "uint32": [270_369, 67_634_689], "float01": [6.295_018_830_870_981e-5], "bool": [true, true],
        "int_m1_p1": [-1, 0], "int_m3_p3": [-2], "int_1_10": [10],
    }]);
    let columns = [
        "A",
        "D",
        "fraction",
        "seed",
        "varianceBound",
        "noise",
        "delta",
        "winner",
        "winnerStrengthAfter",
        "attackerWinProb",
        "rngStateAfter",
    ];
    let combat = json!({ "columns": columns, "rows": [[1, 6, 0, 1, 1, -1, -6, "P2", 6, 0, 270_369]] });
    let invalid = changed(scenario(), "/settings/turnCapPlies", json!(0));
    let scenarios = json!([
        { "case": "tiny", "accepted": true, "scenario": scenario() },
        { "case": "no plies", "accepted": false, "scenario": invalid },
    ]);
    for (value, good, pointer, bad, message) in [
        (&prng, "9 random numbers", "/0/uint32/1", json!(5), "difference in seed 1: uint32"),
        (&prng, "9 random numbers", "/0/state0", json!(5), "difference in seed 1: state0"),
        (&combat, "1 fights", "/rows/0/5", json!(0), "difference in 1 against 6, fraction 0, seed 1"),
        (&scenarios, "2 scenarios", "/1/accepted", json!(true), "scenario 'no plies': accepted"),
        (&scenarios, "2 scenarios", "/0/accepted", json!(false), "scenario 'tiny': accepted"),
    ] {
        let out = ringside(&["conform", &folder.write("file.json", format!("{value:#}"))]).success();
        assert!(out.contains(&format!("{good}, 0 differences")), "{out}");
        let out = report_differences(&folder, &changed(value.clone(), pointer, bad));
        assert!(out.contains(message), "{out}");
    }
}

/// Returns the match as a replay of the reference implementation.
fn tiny_replay() -> Value {
    let node = |id: &str, x: i32, owner: &str, supply: u64, forces: [u64; 2]| {
        let forces = json!({ "P1": forces[0], "P2": forces[1] });
        json!({ "id": id, "x": x, "y": 0, "owner": owner, "supplyYield": supply, "forces": forces })
    };
    let nodes = |b: &str, forces: [[u64; 2]; 3]| {
        json!({
            "a": node("a", 0, "P1", 0, forces[0]), "b": node("b", 1, b, 2, forces[1]), "c": node("c", 2, "P2", 0, forces[2]),
        })
    };
    let recorded = tiny_match();
    let states = [
        (0, "P1", [0, 0], nodes("Neutral", [[5, 0], [0, 0], [0, 1]])),
        (1, "P2", [0, 0], nodes("P1", [[0, 0], [6, 0], [0, 1]])),
        (2, "P1", [0, 1], nodes("P1", [[0, 0], [6, 0], [0, 0]])),
    ];
    let state = |(ply, active, supplies, nodes): &(u64, &str, [u64; 2], Value)| json!({ "ply": ply, "activePlayer": active, "supplies": { "P1": supplies[0], "P2": supplies[1] }, "nodes": nodes });
    let with = |mut state: Value, key: &str, value: &str| {
        state[key] = value.into();
        state
    };
    let turn = |i: usize| {
        let line = &recorded["turns"][i];
        let before = state(&states[i]);
        json!({
            "ply": i, "player": states[i].1,
            "observations": { "P1": with(before.clone(), "player", "P1"), "P2": with(before, "player", "P2") },
            "actions": line["actions"], "latencyMs": 3, "controllerId": line["controllerId"], "events": line["events"],
            "stateAfter": with(state(&states[i + 1]), "scenarioId", "tiny"),
        })
    };
    json!({
        "version": "0.1.0", "createdAt": "2026-01-01T00:00:00.000Z", "seed": 1, "scenario": scenario(),
        "turns": [turn(0), turn(1)], "result": recorded["result"],
    })
}

#[test]
fn accepts_replays_alone_and_wrapped() {
    let folder = TempFolder::new();
    // Replays of the reference implementation contain messages instead of reason codes.
    let mut replay = changed(tiny_replay(), "/turns/1/events/1/reason", json!(null));
    let event = replay.pointer_mut("/turns/1/events/1").and_then(Value::as_object_mut).unwrap();
    event.remove("reason");
    event.insert("message".to_owned(), json!("Action budget exceeded: max 2 actions"));
    let wrapped = json!({ "id": "wrapped", "replay": replay });
    let pretty = folder.write("pretty.json", format!("{replay:#}"));
    let lines = folder.write("lines.jsonl", format!("{wrapped}\n{replay}\n"));
    let out = ringside(&["conform", &pretty, &lines]).success();
    assert!(out.contains("3 replays, 6 plies, 30 events, 0 differences"), "{out}");
}

#[test]
fn finds_every_wrong_value_of_a_replay() {
    let folder = TempFolder::new();
    for (pointer, value) in [
        ("/turns/0/observations/P2/supplies/P1", json!(1)),
        ("/turns/0/observations/P1/player", json!("P2")),
        ("/turns/0/stateAfter/nodes/b/owner", json!("P2")),
        ("/turns/1/events/3/delta", json!(6)),
        ("/turns/1/ply", json!(2)),
        ("/result", json!({ "type": "win", "winner": "P1", "reason": "hq_captured" })),
        ("/seed", json!(3)),
    ] {
        let out = report_differences(&folder, &changed(tiny_replay(), pointer, value));
        assert!(out.contains("1 replays") && out.contains("1 differences"), "{pointer}: {out}");
    }
    let shorter = changed(tiny_replay(), "/scenario/settings/turnCapPlies", json!(1));
    assert!(report_differences(&folder, &shorter).contains("$.turns[0].events[4]"), "the match ends a ply earlier");
    let file = folder.write("file.json", changed(tiny_replay(), "/turns/0/latencyMs", json!("fast")).to_string());
    let error = ringside(&["conform", &file]).input_error();
    assert!(error.contains("$.turns[0].latencyMs: expected a number that is not negative, found \"fast\""), "{error}");
}
