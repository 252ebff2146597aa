//! `ringside asg`.

use crate::support::TempFolder;
use crate::{ringside, ringside_reading};

#[test]
fn replays_in_both_formats_verify() {
    let folder = TempFolder::new();
    for (form, rules) in [("own", "v0"), ("own", "v1"), ("reference", "v0"), ("reference", "v1")] {
        let file = folder.file(&format!("{form}-{rules}.json"));
        let args = ["asg", "match", "greedy", "mix:0.8", "--seed", "7", "--rules", rules, "--form", form, "-o", &file];
        let output = ringside(&args).success();
        assert!(output.starts_with("Ply 0 of 60, P1\n  P1 gets 3 supply and has 3\n"), "{output}");
        let verified = ringside(&["asg", "verify", &file]).success();
        assert!(verified.contains("correct: scenario_01, "), "{verified}");
        let shown = ringside(&["asg", "show", &file]).success();
        assert!(shown.contains(&format!("rules {rules}, seed 7: greedy against mix")), "{shown}");
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let play =
        |seed: &str| ringside(&["asg", "match", "random", "search", "--turn-cap", "12", "--seed", seed]).success();
    assert_eq!(play("3"), play("3"));
    assert_ne!(play("3"), play("4"));
}

/// Returns the number after these words.
fn number_after(output: &str, words: &str) -> i64 {
    let rest = output.split(words).nth(1).unwrap_or_else(|| panic!("no {words} in {output}"));
    rest.split([',', ';']).next().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no number in {rest}"))
}

#[test]
fn matches_without_a_seed_draw_one_and_print_it() {
    let mut seeds = std::collections::BTreeSet::new();
    for _ in 0..3 {
        let args = ["asg", "match", "random", "mix:0.7", "--turn-cap", "12"];
        let output = ringside(&args).success();
        let seed = number_after(&output, ", seed ");
        assert!((0..1 << 32).contains(&seed), "{seed}");
        let again = ringside(&[&args[..], &["--seed", &seed.to_string()]].concat()).success();
        assert_eq!(again, output, "the seed repeats the match");
        seeds.insert(seed);
    }
    for _ in 0..2 {
        let args = ["asg", "play", "--against", "mix:0.7"];
        let typed = b"m 1 2 9\ngo\nm 2 3 9\ngo\nquit\n";
        let output = ringside_reading(&args, typed).success();
        let seed = number_after(&output, "The seed of the match is ");
        assert!((0..1 << 32).contains(&seed), "{seed}");
        let again = ringside_reading(&[&args[..], &["--seed", &seed.to_string()]].concat(), typed).success();
        assert_eq!(again, output, "the seed repeats the match");
        let before = output.split("The seed of the match").next().unwrap_or_default();
        assert!(!before.contains(&seed.to_string()), "the person does not know the seed during the match");
        seeds.insert(seed);
    }
    assert!(seeds.len() == 5 && seeds.iter().any(|&seed| seed > 1_000_000), "{seeds:?}");
}

#[test]
fn verify_finds_a_changed_replay() {
    let folder = TempFolder::new();
    let file = folder.file("match.json");
    let args = ["asg", "match", "greedy", "greedy", "--turn-cap", "6", "--form", "reference", "-q", "-o", &file];
    ringside(&args).success();
    let forged = folder.read("match.json").replacen("\"supplyAfter\":3", "\"supplyAfter\":4", 1);
    let forged = folder.write("forged.json", forged);
    let found = ringside(&["asg", "verify", &forged]).check_failure();
    assert!(found.contains("wrong: ply 0, $.turns[0].events[0].supplyAfter"), "{found}");
    let both = ringside(&["asg", "verify", &file, &forged]).check_failure();
    assert!(both.contains("2 replays, 1 wrong"), "{both}");
}

#[test]
fn rejects_files_that_are_not_replays() {
    let folder = TempFolder::new();
    for (text, problem) in [
        ("", "the file is empty"),
        ("{", "not JSON"),
        ("[]", "object"),
        ("{\"format\":\"asg-replay/9\"}", "asg-replay/9"),
    ] {
        let file = folder.write("bad.json", text);
        let error = ringside(&["asg", "verify", &file]).input_error();
        assert!(error.contains(problem), "{text}: {error}");
    }
    let error = ringside(&["asg", "show", "no-such-file"]).input_error();
    assert!(error.contains("no-such-file: cannot be read"), "{error}");
}

#[test]
fn validate_lists_all_problems() {
    let folder = TempFolder::new();
    let good =
        folder.write("good.json", ringside(&["asg", "scenario", "new", "--nodes", "9", "--resources", "3"]).success());
    assert!(ringside(&["asg", "validate", &good]).success().contains("valid: mirror_9_1, 9 nodes, "));
    let mut scenario: serde_json::Value = serde_json::from_str(&folder.read("good.json")).expect("the file is JSON");
    scenario["settings"]["turnCapPlies"] = 0.into();
    scenario["map"]["nodes"][1]["owner"] = "P3".into();
    scenario["extra"] = true.into();
    let bad = folder.write("bad.json", scenario.to_string());
    let found = ringside(&["asg", "validate", &good, &bad]).check_failure();
    for problem in [
        "$: unknown key \"extra\"",
        "$.settings.turnCapPlies: expected an integer from 1 to 100000, found 0",
        "$.map.nodes[1].owner: expected \"P1\" or \"P2\" or \"Neutral\", found \"P3\"",
    ] {
        assert!(found.contains(problem), "{found}");
    }
    let error = ringside(&["asg", "match", "greedy", "greedy", "-s", "atlantis"]).input_error();
    assert!(error.contains("atlantis is neither a file nor a built-in scenario: scenario_01, "), "{error}");
}

#[test]
fn creates_checks_and_draws_scenarios() {
    let folder = TempFolder::new();
    let map = folder.file("map.json");
    ringside(&["asg", "scenario", "new", "--symmetry", "rotation", "--seed", "5", "-o", &map]).success();
    let checked = ringside(&["asg", "scenario", "check", &map, "--games", "4", "--bot", "greedy"]);
    for line in [
        "rotation_13_5: 13 nodes",
        "every node can be reached",
        "the map is symmetric",
        "they cannot be reached in one ply",
    ] {
        assert!(checked.out.contains(line), "{}", checked.out);
    }
    assert!(checked.out.contains(" of 4 matches"), "{}", checked.out);
    let rushed = ringside(&["asg", "scenario", "check", "scenario_01", "--games", "0"]).check_failure();
    assert!(rushed.contains("flaw: the headquarters are 6 steps apart, a ply has 6 actions"), "{rushed}");
    let svg = ringside(&["asg", "draw", &map]).success();
    assert!(svg.starts_with("<svg ") && svg.contains("west_hq"), "{svg}");
    let listed = ringside(&["asg", "scenario", "list"]).success();
    assert!(listed.lines().count() >= 8 && listed.contains("scenario_01"), "{listed}");
    let error = ringside(&["asg", "scenario", "new", "--nodes", "3"]).input_error();
    assert!(error.contains("expected 4 to 200 nodes, found 3"), "{error}");
}

#[test]
fn creates_grids_with_troops_on_every_node() {
    let new = ["asg", "scenario", "new", "--grid"];
    let text =
        ringside(&[&new[..], &["30x30", "--troops", "4", "--resources", "90", "--seed", "2"]].concat()).success();
    let grid: serde_json::Value = serde_json::from_str(&text).expect("the scenario is JSON");
    assert_eq!(grid["map"]["nodes"].as_array().map(Vec::len), Some(900));
    assert_eq!(grid["initialState"]["nodeForces"].as_object().map(serde_json::Map::len), Some(900));
    assert_eq!(grid["initialState"]["nodeForces"]["c0_r0"]["P1"], 4);
    let error = ringside(&[&new[..], &["3x30"]].concat()).input_error();
    assert!(error.contains("at least 4 columns"), "{error}");
    let error = ringside(&[&new[..], &["30"]].concat()).input_error();
    assert!(error.contains("as in 30x30"), "{error}");
}

/// A program that lets a built-in bot reply to requests, as an older version of ringside would in a comparison.
#[test]
fn built_in_bot_plays_as_an_agent() {
    let folder = TempFolder::new();
    let agent = format!("bot=cmd:{} agent-stub --stdio --asg-bot rush", env!("CARGO_BIN_EXE_ringside"));
    let args = ["match", "greedy", &agent, "-s", "scenario_01", "-n", "1", "-l", &folder.file("log.jsonl")];
    let played = ringside(&args).success();
    assert!(played.contains("bot"), "{played}");
}

#[test]
fn a_person_can_play_undo_and_resign() {
    let typed = "help\nfly 1\nr 99\nr 3\nundo\nr all\nm 1 2 all\nm p1_bridge 3 4\nm 1 9 1\norders\nmap\ngo\nresign\n";
    let folder = TempFolder::new();
    let file = folder.file("game.json");
    let args = ["asg", "play", "--against", "greedy", "--seed", "3", "-o", &file];
    let output = ringside_reading(&args, typed.as_bytes()).success();
    for text in [
        "You play P1 against greedy.",
        "'fly 1' is not an order; type help for the commands.",
        "Not possible: this costs more supply than there is.",
        "No orders yet.",
        "1. reinforce 3.",
        "2. move 13 from p1_hq to p1_bridge.",
        "3. move 4 from p1_bridge to p1_n.",
        "Not possible: no edge joins these nodes; troops move one edge at a time.",
        "P1 gives up; P2 wins.",
    ] {
        assert!(output.contains(text), "{text}\n{output}");
    }
    assert!(ringside(&["asg", "verify", &file]).success().contains("P1 gives up; P2 wins"));
}

#[test]
fn quitting_writes_the_match_so_far() {
    let folder = TempFolder::new();
    let file = folder.file("game.json");
    let args = ["asg", "play", "--second", "--against", "random", "-s", "scenario_01", "-o", &file];
    let output = ringside_reading(&args, b"m 5 6 9\ngo\n").success();
    assert!(output.contains(&format!("The match was written to {file}.")), "{output}");
    let shown = ringside(&["asg", "show", &file, "--ply", "1"]).success();
    assert!(shown.contains("Ply 1, P2 (person): move 9 from p2_hq to p2_bridge"), "{shown}");
    assert!(
        ringside(&["asg", "show", &file, "--ply", "99"]).input_error().contains("there is no ply 99; the match has 3")
    );
}

/// Measuring takes minutes, so the test compares only the maps and the version of the bot.
#[test]
fn the_scenario_document_has_the_current_maps_and_bot() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/asg-scenarios.md");
    let page = std::fs::read_to_string(path).expect("the document exists");
    let fresh = ringside(&["asg", "scenario", "report", "--games", "0", "--others", "0"]).success();
    let maps = |page: &str| page.split("## ").nth(1).map(str::to_owned);
    let stale = "docs/asg-scenarios.md describes other maps or another bot; run the command at its top";
    assert!(maps(&page).is_some() && maps(&page) == maps(&fresh), "{stale}");
    let version = |page: &str| page.split("bot `").nth(1).and_then(|rest| rest.split('`').next()).map(str::to_owned);
    assert!(version(&page).is_some() && version(&page) == version(&fresh), "{stale}");
    assert!(page.contains("1000 matches"), "the page was measured with the default number of matches");
}

#[test]
fn prints_schemas() {
    for what in ["scenario", "replay"] {
        let schema: serde_json::Value =
            serde_json::from_str(&ringside(&["asg", "schema", what]).success()).expect("the schema is JSON");
        assert!(schema["$schema"].is_string());
    }
}

/// Reports whether a text has no control or direction characters.
fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

#[test]
fn replaces_control_characters_of_files() {
    const EVIL: &str = "x\u{1b}[2J\u{9b}\u{202e}\ny";
    let folder = TempFolder::new();
    let file = folder.file("match.json");
    ringside(&["asg", "match", "greedy", "greedy", "--turn-cap", "4", "-q", "-o", &file]).success();
    let text = folder.read("match.json").replace("res_n", &serde_json::json!(EVIL).to_string().replace('"', ""));
    let mut replay: serde_json::Value = serde_json::from_str(&text).expect("the file is JSON");
    replay["scenario"]["id"] = EVIL.into();
    replay["scenario"]["name"] = EVIL.into();
    let scenario = folder.write("scenario.json", replay["scenario"].to_string());
    replay["controllers"]["P1"] = EVIL.into();
    let raw = serde_json::json!({ "raw": { "type": EVIL } });
    replay["turns"][0] = serde_json::json!([[raw], "AAAAAA", 1, { "rationale": EVIL }]);
    let evil = folder.write("evil.json", replay.to_string());
    replay["rules"] = EVIL.into();
    let broken = folder.write("broken.json", replay.to_string());
    for args in [
        vec!["asg", "show", &evil],
        vec!["asg", "verify", &evil],
        vec!["asg", "verify", &broken],
        vec!["asg", "show", &broken],
        vec!["asg", "convert", &broken],
        vec!["asg", "validate", &scenario, &evil],
        vec!["asg", "match", "greedy", "greedy", "-s", &scenario],
        vec!["asg", "match", "greedy", "greedy", "-s", &evil],
        vec!["asg", "scenario", "check", &scenario, "--games", "0"],
    ] {
        let ran = ringside(&args);
        assert!(is_plain(&ran.out) && is_plain(&ran.err), "{args:?}: {:?} {:?}", ran.out, ran.err);
    }
    let shown = ringside(&["asg", "show", &evil]).success();
    assert!(shown.contains("  \"x\u{fffd}[2J\u{fffd}\u{fffd} y\"\n"), "{shown}");
}

#[test]
fn converts_replays_without_loss() {
    let folder = TempFolder::new();
    for rules in ["v0", "v1"] {
        let [own, reference] = ["own", "reference"].map(|form| folder.file(&format!("{form}-{rules}.json")));
        ringside(&["asg", "match", "mix:0.8", "rush", "--rules", rules, "-q", "-o", &own]).success();
        ringside(&["asg", "convert", &own, "--form", "reference", "-o", &reference]).success();
        assert!(ringside(&["asg", "verify", &reference]).success().contains("correct: scenario_01, "));
        assert_eq!(ringside(&["asg", "convert", &reference]).success(), folder.read(&format!("own-{rules}.json")));
    }
    let written: serde_json::Value = serde_json::from_str(&folder.read("own-v1.json")).expect("the file is JSON");
    assert_eq!(written["players"]["P1"], serde_json::json!({ "kind": "mix", "greedyProb": 0.8 }));
    let forged = folder.read("reference-v1.json").replacen("\"supplyAfter\":3", "\"supplyAfter\":4", 1);
    let forged = folder.write("forged.json", forged);
    let rejected = ringside(&["asg", "convert", &forged, "-o", &folder.file("none.json")]);
    assert_eq!((rejected.code, rejected.out.as_str()), (Some(1), ""));
    assert!(rejected.err.contains("forged.json: wrong, and not converted: ply 0, "), "{}", rejected.err);
    assert!(!std::path::Path::new(&folder.file("none.json")).exists());
}

#[test]
fn a_script_plays_its_actions() {
    let folder = TempFolder::new();
    let script = folder.write(
        "script.json",
        r#"[[{"type":"reinforce","amount":3},{"type":"reinforce","amount":900}],[{"type":"move","from":"p1_hq","to":"p1_bridge","amount":2}]]"#,
    );
    let player = format!("script:{script}");
    let output = ringside(&["asg", "match", &player, "greedy", "--turn-cap", "5", "--seed", "1"]).success();
    for text in [
        "P1 reinforces p1_hq by 3 to 13; 0 supply left",
        "action 2 of P1, reinforce 900, has no effect (",
        "P1 moves 2 from p1_hq",
        "/script.json against P2 greedy, seed 1, 5 plies: ",
    ] {
        assert!(output.contains(text), "{text}\n{output}");
    }
    for (text, problem) in [
        ("{}", "expected a JSON list with one list of actions for each ply: "),
        (
            "[[{\"type\":\"pass\"},{\"type\":\"fly\"}]]",
            "list 1, action 2: {\"type\":\"fly\"} is not an action on this map",
        ),
        ("[[],[{\"type\":\"move\",\"from\":\"p1_hq\",\"to\":\"moon\",\"amount\":1}]]", "list 2, action 1: "),
    ] {
        folder.write("script.json", text);
        let error = ringside(&["asg", "match", "greedy", &player]).input_error();
        assert!(error.contains(&format!("script.json: {problem}")), "{error}");
    }
    let error = ringside(&["asg", "match", "greedy", "clever"]).input_error();
    assert!(error.contains("search or level:1-9, or script:FILE"), "{error}");
}

#[test]
fn drawing_a_replay_without_a_ply_gives_a_hint() {
    let folder = TempFolder::new();
    let file = folder.file("match.json");
    ringside(&["asg", "match", "greedy", "greedy", "--turn-cap", "1", "-q", "-o", &file]).success();
    let error = ringside(&["asg", "draw", &file]).input_error();
    assert!(error.contains("match.json is a replay; choose a position with --ply"), "{error}");
    assert!(ringside(&["asg", "draw", &file, "--ply", "1"]).success().starts_with("<svg "));
    assert!(ringside(&["asg", "show", &file]).success().ends_with("After 1 ply: the last ply was played: a draw.\n"));
}
