//! Agents of ASG that were written for the reference implementation.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::ringside_in;
use crate::support::TempFolder;

/// Writes an agent that appends its requests to a file and gives the same reply to all of them. Returns the player.
fn agent(folder: &TempFolder, reply: &str) -> String {
    folder.write(
        "agent.sh",
        format!("while read -r line; do printf '%s\\n' \"$line\" >> requests; echo '{reply}'; done\n"),
    );
    "agent=cmd:sh agent.sh".to_owned()
}

fn lines(folder: &TempFolder, name: &str) -> Vec<Value> {
    folder.read(name).lines().map(|line| serde_json::from_str(line).expect("the line is JSON")).collect()
}

/// Plays two games of at most six plies and returns the lines of the log.
fn play(folder: &TempFolder, player: &str, more: &[&str]) -> Vec<Value> {
    let args = ["match", player, "greedy", "-s", "scenario_01", "--turn-cap", "6", "-n", "1", "-l", "log"];
    ringside_in(folder, &[&args[..], more].concat()).success();
    assert!(ringside_in(folder, &["log", "verify", "log"]).success().contains("2 games replayed: 0 wrong."));
    lines(folder, "log")
}

const MALFORMED: &str = r#"{"api_version":"0.1","actions":[{"type":"reinforce","amount":1},{"type":"fly"}]}"#;
const ILLEGAL: &str =
    r#"{"api_version":"0.1","actions":[{"type":"reinforce","amount":1},{"type":"reinforce","amount":999}]}"#;

fn seat_of_agent(game: &Value) -> &Value {
    let seats = game["seats"].as_array().expect("a game has seats");
    let seat = seats.iter().position(|name| name == "agent").expect("the agent plays");
    &game["players"][seat]
}

#[test]
fn one_malformed_action_discards_the_reply_and_the_agent_passes() {
    let folder = TempFolder::new();
    let player = agent(&folder, MALFORMED);
    let log = play(&folder, &player, &["--compat", "reference"]);
    let entrant = &log[0]["manifest"]["entrants"][0];
    assert_eq!((&entrant["compat"], &entrant["on_error"]), (&"reference".into(), &"pass".into()));
    assert_eq!(entrant["deadline_ms"], 70_000);
    assert!(log[0]["manifest"]["entrants"][1].get("compat").is_none(), "built-in players have no profile");
    for game in &log[1..] {
        assert!(game.get("forfeit").is_none(), "{game}");
        let seat = seat_of_agent(game);
        assert_eq!((&seat["replaced"], &seat["faults"]["bad_shape"]), (&3.into(), &3.into()), "{game}");
        for exchange in game["exchanges"].as_array().expect("a game has exchanges") {
            assert_eq!(exchange["executed"].to_string(), r#"[[{"type":"pass"}]]"#);
        }
    }
    let report = ringside_in(&folder, &["report", "log"]).success();
    assert!(report.contains("pass, compat reference"), "{report}");
}

#[test]
fn a_well_formed_illegal_action_does_not_affect_the_others() {
    let folder = TempFolder::new();
    let player = agent(&folder, ILLEGAL);
    for game in &play(&folder, &player, &["--compat", "reference"])[1..] {
        let seat = seat_of_agent(game);
        assert_eq!((&seat["void"], seat.get("faults"), seat.get("replaced")), (&3.into(), None, None), "{game}");
    }
}

#[test]
fn without_the_profile_a_malformed_action_does_not_affect_the_others() {
    let folder = TempFolder::new();
    let player = agent(&folder, MALFORMED);
    let log = play(&folder, &player, &[]);
    let entrant = &log[0]["manifest"]["entrants"][0];
    assert!(entrant.get("compat").is_none(), "{entrant}");
    assert_eq!((&entrant["on_error"], &entrant["deadline_ms"]), (&"forfeit".into(), &60_000.into()));
    for game in &log[1..] {
        let seat = seat_of_agent(game);
        assert_eq!((&seat["void"], seat.get("faults")), (&3.into(), None), "{game}");
    }
}

#[test]
fn an_agent_that_always_fails_passes_to_the_end() {
    let folder = TempFolder::new();
    let args = ["match", "agent=cmd:false", "random", "-s", "scenario_01", "--turn-cap", "30", "-n", "1", "-l", "log"];
    ringside_in(&folder, &[&args[..], &["--compat", "reference"]].concat()).success();
    for game in &lines(&folder, "log")[1..] {
        assert_eq!((&game["reason"], &seat_of_agent(game)["replaced"]), (&"turn_cap".into(), &15.into()), "{game}");
    }
}

#[test]
fn given_settings_take_precedence_over_the_profile() {
    let folder = TempFolder::new();
    agent(&folder, MALFORMED);
    let text = "name = \"t\"\nrounds = 1\n[asg]\nturn_cap = 6\n[[entrants]]\nname = \"agent\"\nplayer = \"cmd:sh agent.sh\"\n\
                compat = \"reference\"\nmost_faults = 2\ndeadline_ms = 9000\n[[entrants]]\nplayer = \"greedy\"\n";
    folder.write("t.toml", text);
    ringside_in(&folder, &["tournament", "t.toml", "-l", "log"]).success();
    let log = lines(&folder, "log");
    let entrant = &log[0]["manifest"]["entrants"][0];
    assert_eq!((&entrant["compat"], &entrant["on_error"]), (&"reference".into(), &"pass".into()));
    assert_eq!((&entrant["deadline_ms"], &entrant["most_faults"]), (&9_000.into(), &2.into()));
    for game in &log[1..] {
        assert_eq!((&game["reason"], &game["forfeit"]["class"]), (&"forfeit".into(), &"bad_shape".into()), "{game}");
    }
    folder.write("t.toml", text.replace("\"reference\"", "\"other\""));
    let error = ringside_in(&folder, &["tournament", "t.toml"]).input_error();
    assert!(error.contains("line 8, column 1: entrants[0].compat: expected one of reference"), "{error}");
    folder.write("t.toml", text.replace("[asg]\nturn_cap = 6\n", ""));
    let error = ringside_in(&folder, &["tournament", "t.toml"]).input_error();
    assert!(error.contains("line 6, column 1: entrants[0].compat: only ASG has a reference implementation"), "{error}");
    let error = ringside_in(&folder, &["tournament", "t.toml", "--compat", "reference"]).input_error();
    assert!(error.contains("--compat cannot be used with a tournament file"), "{error}");
}

/// Logs of versions without profiles must stay resumable.
#[test]
fn runs_without_a_profile_keep_their_ids() {
    let folder = TempFolder::new();
    let player = agent(&folder, MALFORMED);
    assert_eq!(play(&folder, &player, &[])[0]["run"], "fc20daab5ab6714a");
}

#[test]
fn match_ids_are_file_names() {
    for more in [&[][..], &["--compat", "reference"]] {
        let folder = TempFolder::new();
        let player = agent(&folder, r#"{"api_version":"0.1","actions":[{"type":"pass"}]}"#);
        play(&folder, &player, &[more, &["--jobs", "1"]].concat());
        let mut players: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for request in lines(&folder, "requests") {
            let id = request["match_id"].as_str().expect("the id is a string").to_owned();
            let is_safe = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
            assert!(!id.is_empty() && id.len() < 100 && id.chars().all(is_safe), "{id}");
            players.entry(id).or_default().insert(request["player"].to_string());
        }
        assert_eq!(players.len(), 2, "each game has an id of its own: {players:?}");
        assert!(players.values().all(|players| players.len() == 1), "{players:?}");
    }
}
