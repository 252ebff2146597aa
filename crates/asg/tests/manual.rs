//! Every example of `docs/asg-formats.md` is true, and the schemas beside it are those of the code.

use std::sync::Arc;

use asg::json::{Form, PlyJson, state};
use asg::replay::replay_schema;
use asg::{
    Observation, Position, PositionHash, Reason, Replay, Rules, Scenario, Side, Submitted, Turn, View, limits,
    scenario_schema,
};
use serde::Serialize;
use serde_json::Value;

const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/asg-formats.md");

fn manual() -> String {
    std::fs::read_to_string(MANUAL).expect("the manual is there")
}

/// The fenced block of a kind, and where it stands.
fn block<'a>(manual: &'a str, kind: &str) -> (&'a str, std::ops::Range<usize>) {
    let fence = format!("```json {kind}\n");
    let start = manual.find(&fence).unwrap_or_else(|| panic!("no block {kind}")) + fence.len();
    let end = start + manual[start..].find("```").expect("a closed block");
    (&manual[start..end], start..end)
}

/// The rows of the table under a heading, without its head; backquotes are taken off.
fn rows(manual: &str, heading: &str) -> Vec<Vec<String>> {
    let start = manual.find(heading).unwrap_or_else(|| panic!("no heading {heading}"));
    let lines = manual[start..].lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', "")).collect();
    lines.take_while(|line| line.starts_with("| ")).map(cells).collect()
}

/// Compact JSON with one entry of its outermost list or object a line.
fn in_lines(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("JSON");
    let (mut depth, mut is_text, mut is_escaped, mut out) = (0, false, false, String::new());
    for c in text.chars() {
        match c {
            '"' if !is_escaped => is_text = !is_text,
            '}' | ']' if !is_text => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(c, '}' | ']') && !is_text {
            out.push('\n');
        }
        out.push(c);
        if matches!(c, '{' | '[') && !is_text {
            depth += 1;
        }
        if depth == 1 && !is_text && (c == ',' || out.len() == 1) {
            out.push_str("\n  ");
        }
        is_escaped = is_text && c == '\\' && !is_escaped;
    }
    out.push('\n');
    out
}

/// The match that all examples are from.
fn example(manual: &str) -> Replay {
    let scenario = Arc::new(Scenario::parse(block(manual, "scenario").0).unwrap_or_else(|error| panic!("{error}")));
    let mut replay = Replay::new(scenario, Rules::V1, 1, "2026-01-01T00:00:00.000Z");
    for (kind, controller) in [("first actions", "greedy"), ("second actions", "agent")] {
        let actions: Vec<Value> = serde_json::from_str(block(manual, kind).0).expect("a list");
        replay.turns.push(Turn::new(controller, Submitted::read_list(&actions, &replay.scenario)));
    }
    replay.turns[1].latency_ms = 812.0;
    replay.turns[1].rationale = Some("b looks weak".to_owned());
    replay
}

/// The blocks that are made from the code.
fn generated(manual: &str) -> Vec<(&'static str, String)> {
    let replay = example(manual);
    let scenario = &*replay.scenario;
    let start = Position::start(scenario);
    let view = View { scenario, rules: replay.rules, position: &start };
    let plies: Vec<_> = replay.plies().collect();
    let ply = PlyJson { scenario, actions: &plies[1].turn.actions, events: &plies[1].events, form: Form::Own };
    let after = plies[1].after.position();
    vec![
        ("observation", in_lines(&Observation::new(view, Side::P1))),
        (
            "first events",
            in_lines(&PlyJson { actions: &plies[0].turn.actions, events: &plies[0].events, ..ply }.events()),
        ),
        ("second events", in_lines(&ply.events())),
        ("results", in_lines(&ply.action_results())),
        ("summary", in_lines(&ply.summary(&plies[1].before, after))),
        ("state", in_lines(&state(scenario, after))),
        ("replay", in_lines(&serde_json::value::RawValue::from_string(replay.to_json()).expect("JSON"))),
    ]
}

#[test]
fn the_examples_are_true() {
    let mut text = manual();
    if std::env::var_os("UPDATE_FILES").is_some() {
        for (kind, new) in generated(&text) {
            let range = block(&text, kind).1;
            text.replace_range(range, &new);
        }
        std::fs::write(MANUAL, &text).expect("the manual can be written");
    }
    for (kind, expected) in generated(&text) {
        assert_eq!(block(&text, kind).0, expected, "{kind}: run cargo xtask regenerate");
    }
    let verified = Replay::verify(block(&text, "replay").0).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((verified.difference, verified.replay), (None, example(&text)));
}

#[test]
fn the_table_of_reasons_is_complete() {
    let expected: Vec<Vec<String>> =
        Reason::ALL.iter().map(|reason| vec![reason.code().to_owned(), reason.message().to_owned()]).collect();
    assert_eq!(rows(&manual(), "### Reasons"), expected);
}

#[test]
fn the_limits_are_those_of_the_code() {
    let expected = [
        ("MAX_AMOUNT", limits::MAX_AMOUNT),
        ("MAX_SCENARIO_BYTES", limits::MAX_SCENARIO_BYTES as u64),
        ("MAX_REPLAY_BYTES", limits::MAX_REPLAY_BYTES as u64),
        ("MAX_NODES", limits::MAX_NODES as u64),
        ("MAX_EDGES", limits::MAX_EDGES as u64),
        ("MAX_NAME_BYTES", limits::MAX_NAME_BYTES as u64),
        ("MAX_PLIES", limits::MAX_PLIES),
        ("MAX_BUDGET", limits::MAX_BUDGET),
        ("MAX_ACTIONS", limits::MAX_ACTIONS as u64),
        ("MAX_ACTION_BYTES", limits::MAX_ACTION_BYTES as u64),
        ("MAX_ACTION_DEPTH", limits::MAX_ACTION_DEPTH as u64),
        ("MAX_DEPTH", limits::MAX_DEPTH as u64),
    ];
    let expected: Vec<Vec<String>> =
        expected.iter().map(|(name, value)| vec![(*name).to_owned(), value.to_string()]).collect();
    let found: Vec<Vec<String>> = rows(&manual(), "## Limits").into_iter().map(|row| row[..2].to_vec()).collect();
    assert_eq!(found, expected);
}

/// The bytes that are hashed, put together as the manual says.
#[test]
fn hashes_are_made_as_the_manual_says() {
    let scenario = Scenario::parse(block(&manual(), "scenario").0).unwrap();
    let mut bytes = b"asg position 1".to_vec();
    for number in [0_u64, 1, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    for (owner, forces) in [(1, [5_u64, 0]), (0, [0, 0]), (2, [0, 1])] {
        bytes.push(owner);
        bytes.extend(forces.into_iter().flat_map(u64::to_le_bytes));
    }
    let hash = blake3::hash(&bytes);
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_']).collect();
    let bits = hash.as_bytes()[..5].iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
    let text: String = (0..6).map(|i| letters[(bits >> (34 - 6 * i) & 63) as usize]).collect();
    assert_eq!(PositionHash::of(&Position::start(&scenario)).to_string(), text);
}

#[test]
fn the_schemas_are_those_in_the_docs() {
    for (name, schema) in
        [("asg-scenario.schema.json", scenario_schema()), ("asg-replay-1.schema.json", replay_schema())]
    {
        let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        let schema = format!("{schema:#}\n");
        if std::env::var_os("UPDATE_FILES").is_some() {
            std::fs::write(&path, &schema).expect("the schema can be written");
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), schema, "run cargo xtask regenerate");
    }
}
