//! Games on the player's device.

use api::{Moment, ServerMessage};
use ringside_wasm::{LocalGame, respond};
use serde_json::{Value, json};

/// Plays a game of a person, who takes the first legal action, against the computer to its end.
fn play(body: &Value) -> LocalGame {
    let mut game = LocalGame::create(&body.to_string(), "Ada", Moment(1)).expect("the game is valid");
    for number in 0..5_000 {
        let now = Moment(2 + number);
        let snapshot: Value = json(&game, "");
        if snapshot["table"]["stage"] == "over" {
            return game;
        }
        if game.bot_to_move().is_some() {
            let messages = game.bot_act(now).expect("the computer can act");
            assert!(matches!(messages[0], ServerMessage::Update(_)), "{messages:?}");
            continue;
        }
        let action = match &snapshot["you"]["legal"]["groups"][0]["choices"][0]["action"] {
            Value::String(text) => json!(text),
            _ => json!([{ "type": "pass" }]),
        };
        let act = json!({ "type": "act", "action": action, "seq": snapshot["seq"], "client": format!("key {number}") });
        let messages = game.command(&act.to_string(), now);
        let Some(ServerMessage::Done(receipt)) = messages.last() else { panic!("{action}: {messages:?}") };
        assert_eq!(receipt.client.as_deref(), act["client"].as_str());
    }
    panic!("the game does not end");
}

fn json(game: &LocalGame, path: &str) -> Value {
    let response = game.respond("GET", path, "", Moment(9));
    assert_eq!(response.status, 200, "{path}: {}", response.body);
    serde_json::from_str(&response.body).expect("the response is JSON")
}

#[test]
fn ringrift_game_against_the_computer_is_played_stored_and_exported() {
    let seats = json!([{ "who": "me" }, { "who": "bot", "name": "level:1" }]);
    let game = play(&json!({ "board": "square8", "seats": seats }));
    let again = LocalGame::restore(&game.save()).expect("the stored game is valid");
    assert_eq!(again.save(), game.save());
    assert_eq!(json(&again, ""), json(&game, ""));
    let plies = json(&game, "/plies?from=0&to=3");
    assert_eq!(plies["plies"].as_array().map(Vec::len), Some(4));
    let record = game.respond("GET", "/record", "", Moment(9));
    assert_eq!(record.status, 200);
    let read = respond("POST", "/api/study/read", &json!({ "text": record.body }).to_string());
    assert_eq!(read.status, 200, "{}", read.body);
    let read: Value = serde_json::from_str(&read.body).expect("the response is JSON");
    assert_eq!(
        read["actions"].as_array().map(Vec::len),
        json(&game, "")["table"]["actions"].as_u64().map(|n| n as usize)
    );
}

#[test]
fn asg_game_against_the_computer_ends_with_a_replay() {
    let seats = json!([{ "who": "me" }, { "who": "bot", "name": "greedy" }]);
    let game = play(&json!({ "game": "asg", "scenario": "crossroads", "seats": seats }));
    let replay = game.respond("GET", "/record", "", Moment(9));
    let recomputed = respond("POST", "/api/asg/replay", &json!({ "replay": replay.body }).to_string());
    assert_eq!(recomputed.status, 200, "{}", recomputed.body);
    let recomputed: Value = serde_json::from_str(&recomputed.body).expect("the response is JSON");
    assert_eq!(recomputed["difference"], Value::Null);
    assert!(json(&game, "/map")["nodes"].as_array().is_some_and(|nodes| !nodes.is_empty()));
}

#[test]
fn invalid_games_and_messages_are_rejected() {
    let clock = json!({ "clock": { "kind": "days", "days": 2 }, "seats": [{ "who": "open" }, { "who": "bot", "name": "level:99" }] });
    let error = LocalGame::create(&clock.to_string(), "Ada", Moment(1)).err().expect("the request has problems");
    assert_eq!(error.body()["problems"].as_array().map(Vec::len), Some(3), "{}", error.body());
    assert!(LocalGame::restore("{}").is_err());
    let hot_seat = json!({ "purpose": "hot_seat", "seats": [{ "who": "me" }, { "who": "me" }] });
    let mut game = LocalGame::create(&hot_seat.to_string(), "Ada", Moment(1)).expect("the game is valid");
    for message in
        ["", "{", "[]", "{\"type\":\"act\"}", "{\"type\":\"act\",\"action\":\"M a1-a9\",\"seq\":3,\"seat\":7}"]
    {
        let messages = game.command(message, Moment(2));
        assert!(matches!(messages[..], [ServerMessage::Rejected(_)]), "{message}: {messages:?}");
    }
    let rematch = json!({ "type": "resign", "seat": 0 });
    game.command(&rematch.to_string(), Moment(3));
    assert!(game.bot_act(Moment(4)).is_ok_and(|messages| messages.is_empty()));
}
