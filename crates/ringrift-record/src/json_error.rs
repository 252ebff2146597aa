//! Errors of the JSON parser in plain English.

use safe_text::mark_hidden;

use crate::error::{Location, RecordError, RecordProblem};

/// Name and version of the JSON format.
pub const FORMAT: &str = "ringrift-record/1";

/// Converts an error of the JSON parser. Moves line and column from its message to the location.
pub(crate) fn json_error(error: &serde_json::Error, text: &str) -> RecordError {
    let location = error.line().checked_sub(1).map(|line_index| {
        // The parser counts columns in bytes.
        let line = text.split('\n').nth(line_index).unwrap_or_default();
        let before = line.char_indices().take_while(|(at, _)| at + 1 < error.column()).count();
        Location { line: error.line(), column: before + 1 }
    });
    let full = error.to_string();
    let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(message, _)| message);
    let message = REPLACEMENTS.iter().fold(message.to_owned(), |message, (from, to)| message.replace(from, to));
    RecordError {
        location,
        problem: Box::new(RecordProblem::Json(format!("not a valid {FORMAT}: {}", shortened(&message)))),
    }
}

/// Technical phrases of the parser and their replacements.
const REPLACEMENTS: [(&str, &str); 10] = [
    ("EOF while parsing", "the text ends within"),
    ("recursion limit exceeded", "variations are nested too deeply"),
    ("expected u8", "expected a whole number from 0 to 255"),
    ("expected u64", "expected a whole number that is not negative"),
    ("expected f64", "expected a number"),
    ("expected a sequence", "expected a list"),
    ("expected a map", "expected an object"),
    ("expected a tuple of size 2", "expected a name and a value"),
    ("invalid type: map", "invalid type: object"),
    ("invalid type: sequence", "invalid type: list"),
];

/// Replaces invisible characters, which the message can quote from the input, and omits the middle of a long message.
fn shortened(message: &str) -> String {
    const HEAD: usize = 120;
    const TAIL: usize = 240;
    let characters: Vec<char> = mark_hidden(message).chars().collect();
    match characters.len().checked_sub(HEAD + TAIL) {
        Some(1..) => characters[..HEAD].iter().chain(&['…']).chain(&characters[characters.len() - TAIL..]).collect(),
        _ => characters.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_shortened_and_made_safe() {
        assert_eq!(shortened("unknown field `a\u{1b}\n`"), "unknown field `a\u{fffd}\u{fffd}`");
        let long = shortened(&format!("begins {} ends", "é".repeat(1000)));
        assert_eq!(long.chars().count(), 361);
        assert!(long.starts_with("begins é") && long.ends_with("é ends"), "{long}");
    }
}
