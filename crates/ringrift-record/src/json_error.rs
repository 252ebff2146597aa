//! What the JSON parser complains about, in words for users.

use crate::error::{Place, RecordError, RecordProblem};
use crate::json::FORMAT;

/// The parser's error with its place, which it would repeat in its words.
pub(crate) fn json_error(error: &serde_json::Error, text: &str) -> RecordError {
    let place = error.line().checked_sub(1).map(|above| {
        // The parser counts bytes.
        let line = text.split('\n').nth(above).unwrap_or_default();
        let before = line.char_indices().take_while(|(at, _)| at + 1 < error.column()).count();
        Place { line: error.line(), column: before + 1 }
    });
    let words = error.to_string();
    let message = words.rsplit_once(" at line ").map_or(words.as_str(), |(message, _)| message);
    let message = WORDS.iter().fold(message.to_owned(), |message, (theirs, ours)| message.replace(theirs, ours));
    RecordError { place, problem: Box::new(RecordProblem::Json(format!("no {FORMAT}: {}", plain(&message)))) }
}

/// Words of the parser that are for programmers, and plain ones.
const WORDS: [(&str, &str); 10] = [
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

/// A message that may repeat parts of its input: on one line, and without the middle of what is very long.
fn plain(message: &str) -> String {
    const HEAD: usize = 120;
    const TAIL: usize = 240;
    let signs: Vec<char> =
        message.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    match signs.len().checked_sub(HEAD + TAIL) {
        Some(1..) => signs[..HEAD].iter().chain(&['…']).chain(&signs[signs.len() - TAIL..]).collect(),
        _ => signs.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_messages_become_short_and_plain() {
        assert_eq!(plain("unknown field `a\u{1b}\n`"), "unknown field `a\u{fffd}\u{fffd}`");
        let long = plain(&format!("begins {} ends", "é".repeat(1000)));
        assert_eq!((long.chars().count(), long.starts_with("begins é"), long.ends_with("é ends")), (361, true, true));
    }
}
