//! Replays of either form.

use asg::Replay;
use asg::json::first_difference;
use asg::replay::ReplayError;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::conform::report::{Difference, Report};
use crate::conform::source::Source;

/// How much smaller our own form has to be, agents' texts not counted.
const LEAST_RATIO: usize = 20;

/// From how many plies and nodes on.
const LEAST_SIZE: (usize, usize) = (20, 3);

/// A replay with something said about it, or a bare one.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    replay: Option<Box<RawValue>>,
}

/// Checks all replays of a file.
pub(super) fn check(mut source: Source, report: &mut Report) -> Result<(), String> {
    while let Some(line) = source.next_line()? {
        let at = format!("line {}", source.line_number());
        let said: Line = source.parse(&line)?;
        let name = said.id.unwrap_or_else(|| at.clone());
        let text = said.replay.as_deref().map_or(line.as_str(), RawValue::get);
        check_replay(&name, text, report).map_err(|error| format!("{at}: {error}"))?;
    }
    Ok(())
}

fn check_replay(name: &str, text: &str, report: &mut Report) -> Result<(), ReplayError> {
    let verified = Replay::verify(text)?;
    report.asg.replays += 1;
    report.asg.plies += verified.checked.plies;
    report.asg.events += verified.checked.events;
    if let Some(difference) = verified.difference {
        report.differ(|| Difference {
            place: name.to_owned(),
            position: difference.ply.map_or_else(|| "the end".to_owned(), |ply| format!("ply {ply}")),
            what: difference.at.path,
            expected: difference.at.found,
            got: difference.at.expected,
        });
        return Ok(());
    }
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let expected = value(text);
    let is_own = expected.get("format").is_some();
    let again = if is_own { verified.replay.to_json() } else { verified.replay.to_reference_json() };
    let (expected, got) = (without_messages(expected), without_messages(value(&again)));
    differ_if(name, "written again", first_difference(&expected, &got, "$").map(|at| at.to_string()), report);
    check_forms(name, &verified.replay, report);
    Ok(())
}

/// Writes a replay in both forms, reads and verifies them, and compares their sizes.
pub(super) fn check_forms(name: &str, replay: &Replay, report: &mut Report) {
    let (own, reference) = (replay.to_json(), replay.to_reference_json());
    for (form, text) in [("our own form", &own), ("the reference's form", &reference)] {
        let problem = match Replay::verify(text) {
            Err(error) => Some(error.to_string()),
            Ok(verified) if verified.replay != *replay => Some("another replay".to_owned()),
            Ok(verified) => verified.difference.map(|difference| difference.to_string()),
        };
        differ_if(name, form, problem, report);
    }
    let has_texts = replay.turns.iter().any(|turn| turn.rationale.is_some() || turn.diagnostics.is_some());
    let is_large = replay.turns.len() >= LEAST_SIZE.0 && replay.scenario.len() >= LEAST_SIZE.1;
    if is_large && !has_texts && own.len() * LEAST_RATIO > reference.len() {
        let sizes = format!("{} bytes of {}", own.len(), reference.len());
        differ_if(name, "the size of our own form", Some(sizes), report);
    }
}

fn differ_if(name: &str, what: &str, problem: Option<String>, report: &mut Report) {
    let Some(problem) = problem else { return };
    report.differ(|| Difference {
        place: name.to_owned(),
        position: "the whole match".to_owned(),
        what: what.to_owned(),
        expected: "the same replay".to_owned(),
        got: problem,
    });
}

/// The words of messages are everybody's own.
fn without_messages(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            object.remove("message");
            object.values_mut().for_each(|entry| *entry = without_messages(entry.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_messages(item.take())),
        _ => {}
    }
    value
}
