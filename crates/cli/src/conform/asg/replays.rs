//! Replays in either format.

use asg::Replay;
use asg::json::first_difference;
use asg::replay::ReplayError;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::conform::report::{Difference, Report};
use crate::conform::source::Source;

/// Line of a file: a replay, or an object with a replay and its id.
#[derive(Deserialize)]
struct ReplayLine {
    id: Option<String>,
    replay: Option<Box<RawValue>>,
}

/// Checks all replays in a file.
pub(super) fn check(mut source: Source, report: &mut Report) -> Result<(), String> {
    while let Some(line) = source.next_line()? {
        let at = format!("line {}", source.line_number());
        let parsed: ReplayLine = source.parse(&line)?;
        let name = parsed.id.unwrap_or_else(|| at.clone());
        let text = parsed.replay.as_deref().map_or(line.as_str(), RawValue::get);
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
    differ_if(name, "the rewritten replay", first_difference(&expected, &got, "$").map(|at| at.to_string()), report);
    check_formats(name, &verified.replay, report);
    Ok(())
}

/// Writes a replay in both formats, and reads and verifies both. Skips a format in which the replay is too long to be
/// read.
pub(super) fn check_formats(name: &str, replay: &Replay, report: &mut Report) {
    let (own, reference) = (replay.to_json(), replay.to_reference_json());
    for (format, text) in [("our own format", &own), ("the reference's format", &reference)] {
        let problem = match Replay::verify(text) {
            // Not a difference: this format can be longer than the size limit of the reader.
            Err(ReplayError::TooLong(_)) => None,
            Err(error) => Some(error.to_string()),
            Ok(verified) if verified.replay != *replay => Some("a different replay".to_owned()),
            Ok(verified) => verified.difference.map(|difference| difference.to_string()),
        };
        differ_if(name, format, problem, report);
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

/// Removes all messages: their wording is not part of the format.
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
