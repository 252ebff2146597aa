//! `ringside analyse`. The tests check properties of the analysis, not particular evaluations.

use serde_json::Value;

use crate::support::TempFolder;
use crate::{ringside, ringside_reading};

/// Finished game of two players with a capture and a comment.
const GAME: &str = "[Board \"square8\"]\n[Options \"rings=3\"]\n[Player1 \"Alice\"]\n[Player2 \"Bob & <Co>\"]\n\n\
                    {An intro.}\n1. P a5*2; M a5-a7 {far}\n2. P e1*2; M e1-b1\n3. P g6; M g6-f5\n4. P e4; M e4-e1\n\
                    5. M f5-d3; L 1; E a7\n6. M b1-d1; C d1-d7 xd3\n0-1\n";

/// Position that is fast to analyse.
const MIDGAME: &str = "G square8 2p; S c3=11,f3=2,d6=221; M1 d2,e2; M2 g4,f5; H 1,1; P movement";
const QUICK: [&str; 2] = ["--nodes", "30"];

fn analyse(args: &[&str]) -> crate::Finished {
    ringside(&[&["analyse"], &QUICK[..], args].concat())
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("the line is JSON")).collect()
}

/// Checks that there is one chance per seat, with the sum 1.
fn check_chances(chances: &Value, players: usize) {
    let chances: Vec<f64> = chances.as_array().expect("the field is a list").iter().filter_map(Value::as_f64).collect();
    assert_eq!(chances.len(), players, "{chances:?}");
    assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 0.001, "{chances:?}");
}

#[test]
fn the_report_of_a_position_has_chances_lines_actions_and_threats() {
    let text = analyse(&[MIDGAME]).success();
    for expected in ["Chances to win, ", "Player 1 ", "Player 2 ", "Best lines", " more; --all lists them", "Threats"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let lines = |text: &str| text.lines().filter(|line| line.starts_with("   ") && line.contains(".  ")).count();
    assert_eq!([lines(&text), lines(&analyse(&["--lines", "1", MIDGAME]).success())], [3, 1], "{text}");
    let listed = |text: &str| text.lines().filter(|line| line.contains(" visit")).count();
    let all = ringside(&["rules", "legal", "--count", MIDGAME])
        .success()
        .trim()
        .parse::<usize>()
        .expect("the value is a number");
    assert_eq!([listed(&text), listed(&analyse(&["--all", MIDGAME]).success())], [10, all]);
}

#[test]
fn json_of_a_position_has_every_legal_action_best_first() {
    let found = json_lines(&analyse(&["--json", MIDGAME]).success());
    let [position] = &found[..] else { panic!("expected one line: {found:?}") };
    assert_eq!((&position["format"], &position["kind"]), (&"ringside-analysis/1".into(), &"position".into()));
    assert_eq!(position["toMove"], 1);
    check_chances(&position["chances"], 2);
    let legal = ringside(&["rules", "legal", "--plain", MIDGAME]).success();
    let mut legal: Vec<&str> = legal.lines().collect();
    let actions = position["actions"].as_array().expect("the field is a list");
    let mut named: Vec<&str> = actions.iter().filter_map(|action| action["action"].as_str()).collect();
    legal.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, legal);
    for action in actions {
        check_chances(&action["chances"], 2);
        assert_eq!(action["line"][0], action["action"]);
    }
    let best = |action: &Value| action["chances"][0].as_f64().expect("the value is a number");
    assert!(best(&actions[0]) >= best(&actions[actions.len() - 1]) - 1e-9);
}

#[test]
fn reads_positions_from_arguments_files_and_standard_input() {
    let folder = TempFolder::new();
    let file = folder.write("position.txt", format!("{MIDGAME}\n"));
    let expected = analyse(&["--json", MIDGAME]).success();
    assert_eq!(
        analyse(&["--json", "--position", &file]).success(),
        expected,
        "the same number of nodes gives the same result"
    );
    let read =
        |args: &[&str]| ringside_reading(&[&["analyse", "--json"], &QUICK[..], args].concat(), MIDGAME.as_bytes());
    assert_eq!(read(&["-"]).success(), expected);
    assert_eq!(read(&["--position", "-"]).success(), expected);
    let start = json_lines(&analyse(&["--json", "--players", "3", "--effort", "quick"][..3]).success());
    check_chances(&start[0]["chances"], 3);
}

#[test]
fn a_finished_game_needs_no_analysis() {
    let over = "G square8 2p; S d4=1,h8=2; E 19,0; P game_over";
    let text = analyse(&[over]);
    // If the rules reject this position, there is nothing to check.
    if text.code == Some(0) {
        assert!(text.out.contains("wins"), "{}", text.out);
        let json = json_lines(&analyse(&["--json", over]).success());
        assert_eq!((&json[0]["toMove"], &json[0]["chances"][0]), (&Value::Null, &1.0.into()));
    }
}

#[test]
fn reports_games_in_order_with_any_number_of_jobs() {
    let folder = TempFolder::new();
    let random = ringside(&["record", "random", "--games", "4", "--max-actions", "12"]).success();
    let (one, two) = (folder.write("one.rrn", GAME), folder.write("two.rrn", random));
    let run = |jobs: &str| analyse(&["--json", "--jobs", jobs, "--record", &one, &two]).success();
    let text = run("1");
    assert_eq!(text, run("3"));
    let games = json_lines(&text);
    let places: Vec<(&str, u64)> =
        games.iter().map(|game| (game["file"].as_str().unwrap_or(""), game["game"].as_u64().unwrap_or(0))).collect();
    assert_eq!(places, [(&*one, 1), (&*two, 1), (&*two, 2), (&*two, 3), (&*two, 4)]);
    let report = analyse(&["--record", &one, &two]).success();
    assert_eq!(report.matches(", game ").count(), 5, "{report}");
    assert!(report.contains("Alice – Bob & <Co>") && report.contains("accuracy"), "{report}");
    let all = analyse(&["--all", "--record", &one]).success();
    assert!(all.contains("  forced"), "{all}");
}

#[test]
fn json_of_a_game_has_every_ply_and_is_consistent() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", GAME);
    let games = json_lines(&analyse(&["--json", "--record", &file]).success());
    let game = &games[0];
    assert_eq!((&game["kind"], &game["line"], &game["result"]), (&"game".into(), &1.into(), &"0-1".into()));
    assert_eq!(game["names"], serde_json::json!(["Alice", "Bob & <Co>"]));
    check_chances(&game["start"], 2);
    let plies = game["plies"].as_array().expect("the field is a list");
    assert_eq!(plies.len(), 13);
    assert_eq!(plies[12]["chances"], serde_json::json!([0.0, 1.0]));
    for ply in plies {
        check_chances(&ply["chances"], 2);
        let loss = ply["loss"].as_f64().expect("the value is a number");
        let expected = match loss {
            _ if loss >= 0.3 => "blunder".into(),
            _ if loss >= 0.15 => "mistake".into(),
            _ if loss >= 0.07 => "inaccuracy".into(),
            _ => Value::Null,
        };
        assert_eq!(ply["verdict"], expected, "{ply}");
        assert_eq!(ply["better"].is_null(), ply["verdict"].is_null(), "{ply}");
        assert!(ply["forced"] == false || loss == 0.0, "{ply}");
    }
    let count = |seat: u64, verdict: &str| {
        plies.iter().filter(|ply| ply["player"] == seat && ply["verdict"] == verdict).count() as u64
    };
    for play in game["players"].as_array().expect("the field is a list") {
        let seat = play["player"].as_u64().expect("the seat is a number");
        for (field, verdict) in [("inaccuracies", "inaccuracy"), ("mistakes", "mistake"), ("blunders", "blunder")] {
            assert_eq!(play[field], count(seat, verdict), "{play}");
        }
        assert_eq!(play["turns"] == 0, play["accuracy"].is_null(), "{play}");
    }
    for moment in game["keyMoments"].as_array().expect("the field is a list") {
        let first = moment["firstPly"].as_u64().expect("the ply is a number");
        assert_eq!(moment["turn"], plies[first as usize - 1]["turn"], "{moment}");
        assert!(moment["loss"].as_f64().is_some_and(|loss| loss >= 0.15), "{moment}");
        assert!(!moment["better"].as_array().expect("the field is a list").is_empty(), "{moment}");
    }
}

#[test]
fn annotated_records_are_valid_and_keep_existing_comments() {
    let folder = TempFolder::new();
    let file = folder.write("games.rrn", format!("{GAME}\n{GAME}"));
    for name in ["out.rrn", "out.json", "out.jsonl"] {
        let out = folder.file(name);
        analyse(&["--record", &file, "--annotate", &out]).success();
        let verified = ringside(&["record", "verify", &out]).success();
        assert!(verified.contains(": 2 games, 0 wrong; 26 actions"), "{verified}");
        let text = ringside(&["record", "convert", &out]).success();
        assert!(text.contains("{An intro.}") && text.contains("far}"), "{text}");
        assert!(text.matches("[%eval ").count() >= 26, "{text}");
        let stripped = ringside(&["record", "convert", "--strip", &out]).success();
        assert_eq!(stripped, ringside(&["record", "convert", "--strip", &file]).success());
    }
    let out =
        ringside_reading(&["analyse", "--nodes", "30", "--record", "-", "--annotate", "-"], GAME.as_bytes()).success();
    assert!(out.starts_with("[Game \"RingRift\"]") && out.contains("[%eval "), "{out}");
}

#[test]
fn writes_plots_to_a_file_or_a_folder() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", GAME);
    let picture = folder.file("plot.svg");
    analyse(&["--record", &file, "--svg", &picture]).success();
    let svg = folder.read("plot.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("Bob &amp; &lt;Co&gt;"), "{svg}");
    analyse(&["--record", &file, "--svg", &picture]).success();
    assert_eq!(svg, folder.read("plot.svg"), "the same game gives the same bytes");
    let many = ringside(&["record", "random", "--games", "2", "--players", "4", "--max-actions", "10"]).success();
    let many = folder.write("many.rrn", many);
    analyse(&["--record", &many, &file, "--svg", &folder.file("plots")]).success();
    for name in ["plots/many-1.svg", "plots/many-2.svg", "plots/game-1.svg"] {
        assert!(folder.read(name).contains("stroke-dasharray"), "{name}");
    }
    let error = analyse(&["--record", &many, "--svg", &picture]).input_error();
    assert!(error.contains("can hold one game; give a folder"), "{error}");
}

#[test]
fn names_damaged_games_and_files_and_reports_the_others() {
    let folder = TempFolder::new();
    let bad = GAME.replace("P e1*2", "P a7*2");
    let file = folder.write("mixed.rrn", format!("{GAME}\n{bad}\n{GAME}"));
    let found = analyse(&["--json", "--record", &file]);
    assert_eq!((found.code, json_lines(&found.out).len()), (Some(1), 2), "{}", found.err);
    assert!(found.err.starts_with(&format!("error: {file}: game 2: line ")), "{}", found.err);
    let out = folder.file("out.rrn");
    let found = analyse(&["--record", &file, "--annotate", &out]);
    assert_eq!((found.code, folder.read("out.rrn").matches("[Game ").count()), (Some(1), 2));
    let before = folder.read("mixed.rrn");
    let found = analyse(&["--record", &file, "--annotate", &file]);
    assert!(found.code == Some(1) && found.err.contains("was not replaced"), "{}", found.err);
    assert_eq!(folder.read("mixed.rrn"), before);
    let found = analyse(&["--json", "--record", &folder.file("nowhere.rrn"), &file]);
    assert_eq!((found.code, json_lines(&found.out).len()), (Some(2), 2), "{}", found.err);
    let empty = folder.write("empty.rrn", "\n");
    assert!(analyse(&["--record", &empty]).input_error().contains("the file has no game"));
}

#[test]
fn rejects_invalid_arguments() {
    let folder = TempFolder::new();
    let file = folder.write("game.rrn", GAME);
    assert!(analyse(&[&file]).input_error().contains("this is a file: --record reads games, --position a position"));
    for (args, expected) in [
        (&["--record", &*file, "--threads", "0"][..], "expected a number of threads, or all"),
        (&["--time", "0", MIDGAME], "expected seconds"),
        (&["--svg", "x.svg", MIDGAME], "--record"),
        (&["--effort", "quick", MIDGAME], "cannot be used with"),
        (&["S a1+1"], "field"),
    ] {
        let answer = analyse(args);
        assert!(answer.code == Some(2) && answer.err.contains(expected), "{args:?}: {}", answer.err);
    }
}

#[test]
fn schema_of_analyses_is_up_to_date() {
    const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ringside-analysis-1.schema.json");
    let schema = ringside(&["analyse", "--schema"]).success();
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(SCHEMA, &schema).expect("the schema can be written");
    }
    let written = std::fs::read_to_string(SCHEMA).unwrap_or_default();
    assert!(written == schema, "docs/ringside-analysis-1.schema.json is out of date; run `cargo xtask regenerate`");
}
