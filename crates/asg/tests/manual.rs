//! Checks the examples and tables of `docs/asg-formats.md` and the JSON Schemas in `docs/` against the code.

use std::sync::Arc;

use asg::json::{Form, PlyJson, state};
use asg::replay::replay_schema;
use asg::{
    Observation, OrderRejection, Position, PositionHash, Replay, Rules, Scenario, Side, SubmittedOrder, Turn, View,
    limits, scenario_schema,
};
use serde::Serialize;
use serde_json::Value;

const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/asg-formats.md");

fn manual() -> String {
    std::fs::read_to_string(MANUAL).expect("docs/asg-formats.md can be read")
}

/// Returns the content and the byte range of the fenced block with this name.
fn block<'a>(manual: &'a str, kind: &str) -> (&'a str, std::ops::Range<usize>) {
    let fence = format!("```json {kind}\n");
    let start = manual.find(&fence).unwrap_or_else(|| panic!("no block {kind}")) + fence.len();
    let end = start + manual[start..].find("```").expect("the block is closed");
    (&manual[start..end], start..end)
}

/// Returns the rows of the table under a heading, without its head and without backquotes.
fn rows(manual: &str, heading: &str) -> Vec<Vec<String>> {
    let start = manual.find(heading).unwrap_or_else(|| panic!("no heading {heading}"));
    let lines = manual[start..].lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().replace('`', "")).collect();
    lines.take_while(|line| line.starts_with("| ")).map(cells).collect()
}

/// Returns compact JSON with each entry of the outermost list or object on a line of its own.
fn in_lines(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("the value serializes to JSON");
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

/// Returns the match that all examples are taken from.
fn example(manual: &str) -> Replay {
    let scenario = Arc::new(Scenario::parse(block(manual, "scenario").0).unwrap_or_else(|error| panic!("{error}")));
    let mut replay = Replay::new(scenario, Rules::V1, 1, "2026-01-01T00:00:00.000Z");
    for (kind, controller) in [("first actions", "greedy"), ("second actions", "agent")] {
        let orders: Vec<Value> = serde_json::from_str(block(manual, kind).0).expect("the block is a JSON list");
        replay.turns.push(Turn::new(controller, SubmittedOrder::read_list(&orders, &replay.scenario)));
    }
    replay.turns[1].latency_ms = 812.0;
    replay.turns[1].rationale = Some("b looks weak".to_owned());
    replay
}

/// Returns the names and contents of the generated blocks.
fn generated(manual: &str) -> Vec<(&'static str, String)> {
    let replay = example(manual);
    let scenario = &*replay.scenario;
    let start = Position::start(scenario);
    let view = View { scenario, rules: replay.rules, position: &start };
    let plies: Vec<_> = replay.plies().collect();
    let ply = PlyJson { scenario, orders: &plies[1].turn.orders, events: &plies[1].events, form: Form::Full };
    let after = plies[1].after.position();
    vec![
        ("observation", in_lines(&Observation::new(view, Side::P1))),
        (
            "first events",
            in_lines(&PlyJson { orders: &plies[0].turn.orders, events: &plies[0].events, ..ply }.events()),
        ),
        ("second events", in_lines(&ply.events())),
        ("results", in_lines(&ply.action_results())),
        ("summary", in_lines(&ply.summary(&plies[1].before, after))),
        ("state", in_lines(&state(scenario, after))),
        ("replay", in_lines(&serde_json::value::RawValue::from_string(replay.to_json()).expect("replays are JSON"))),
    ]
}

#[test]
fn examples_are_up_to_date() {
    let mut text = manual();
    if std::env::var_os("UPDATE_FILES").is_some() {
        for (kind, new) in generated(&text) {
            let range = block(&text, kind).1;
            text.replace_range(range, &new);
        }
        std::fs::write(MANUAL, &text).expect("the manual can be written");
    }
    for (kind, expected) in generated(&text) {
        assert_eq!(block(&text, kind).0, expected, "{kind}: run `cargo xtask regenerate`");
    }
    let verified = Replay::verify(block(&text, "replay").0).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verified.difference, None);
    assert_eq!(verified.replay, example(&text));
}

#[test]
fn table_of_rejections_is_complete() {
    let expected: Vec<Vec<String>> = OrderRejection::ALL
        .iter()
        .map(|rejection| vec![rejection.code().to_owned(), rejection.message().to_owned()])
        .collect();
    assert_eq!(rows(&manual(), "### Reasons"), expected);
}

#[test]
fn table_of_limits_matches_the_code() {
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

/// Computes a hash from the description in the manual, independently of the library.
#[test]
fn hash_follows_the_manual() {
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
fn schemas_in_docs_are_up_to_date() {
    for (name, schema) in
        [("asg-scenario.schema.json", scenario_schema()), ("asg-replay-1.schema.json", replay_schema())]
    {
        let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        let schema = format!("{schema:#}\n");
        if std::env::var_os("UPDATE_FILES").is_some() {
            std::fs::write(&path, &schema).expect("the schema can be written");
        }
        assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), schema, "run `cargo xtask regenerate`");
    }
}
