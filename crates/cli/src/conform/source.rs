//! Files of recorded data: plain or gzip, one JSON value per line or one for the whole file.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::path::Path;

use cli_support::files;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Maximum length of a line, in bytes. The longest line in the recorded games has about 200 kB.
const LONGEST_LINE: u64 = 16 << 20;

/// Kind of data in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Whole games.
    Trace,
    /// Worked positions.
    Case,
    /// Counts of sequences.
    Perft,
    /// Data of the Agent Strategy Game.
    Asg(AsgKind),
}

/// Kind of Agent Strategy Game data in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum AsgKind {
    /// Recorded matches: `asg-match/1`.
    Matches,
    /// Replays in either format, alone or as the field `replay` of an object.
    Replays,
    /// Random numbers.
    Prng,
    /// Results of fights.
    Combat,
    /// Valid and invalid scenarios.
    Scenarios,
}

impl AsgKind {
    /// Detects the kind by the first value. Only matches and replays name their format.
    fn of(first: &Value) -> Option<AsgKind> {
        let first_has = |key| first.get(0).is_some_and(|item| item.get(key).is_some());
        let has = |key| first.get(key).is_some();
        match first.get("format").and_then(Value::as_str) {
            Some("asg-match/1") => Some(AsgKind::Matches),
            Some(asg::replay::FORMAT) => Some(AsgKind::Replays),
            Some(_) => None,
            None if has("replay") || (has("version") && has("turns")) => Some(AsgKind::Replays),
            None if has("columns") && has("rows") => Some(AsgKind::Combat),
            None if first_has("state0") => Some(AsgKind::Prng),
            None if first_has("accepted") => Some(AsgKind::Scenarios),
            None => None,
        }
    }
}

/// Open file of a known format, read line by line.
pub(super) struct Source {
    pub(super) format: Format,
    lines: Box<dyn BufRead>,
    pending: Option<String>,
    number: usize,
}

/// JSON object.
type Object = BTreeMap<String, Value>;

impl Source {
    /// Opens a file and detects its format.
    pub(super) fn open(path: &Path) -> Result<Source, String> {
        Source::new(files::open(path)?)
    }

    /// Detects the format of an input.
    pub(super) fn new(lines: Box<dyn BufRead>) -> Result<Source, String> {
        let mut source = Source { format: Format::Trace, lines, pending: None, number: 0 };
        source.format = source.find_format()?;
        Ok(source)
    }

    fn find_format(&mut self) -> Result<Format, String> {
        let Some(first) = self.next_line()? else { return Err("the file is empty".to_owned()) };
        let whole = if serde_json::from_str::<Object>(&first).is_ok() { first } else { self.read_rest(first)? };
        let format = format_of(&whole);
        self.number = 0;
        self.pending = Some(whole);
        format
    }

    /// Reads the rest of a JSON value that spans several lines.
    fn read_rest(&mut self, first: String) -> Result<String, String> {
        let mut whole = first;
        while let Some(line) = self.next_line()? {
            whole.push('\n');
            whole.push_str(&line);
            if whole.len() as u64 > LONGEST_LINE {
                return Err(format!("not a JSON object within the first {LONGEST_LINE} bytes"));
            }
        }
        Ok(whole)
    }

    /// Returns the number of the line that was read last, from 1.
    pub(super) fn line_number(&self) -> usize {
        self.number
    }

    /// Returns the next value, if there is one.
    pub(super) fn next_value<T: DeserializeOwned>(&mut self) -> Result<Option<T>, String> {
        self.next_line()?.map(|line| self.parse(&line)).transpose()
    }

    /// Parses a value from the line that was read last. Errors have its number.
    pub(super) fn parse<T: DeserializeOwned>(&self, line: &str) -> Result<T, String> {
        serde_json::from_str(line).map_err(|error| {
            let (line, column) = (self.number + error.line().saturating_sub(1), error.column());
            let problem = error.to_string();
            // Removes the line number within the value.
            let problem = problem.split(" at line ").next().unwrap_or_default();
            format!("line {line}, column {column}: {problem}")
        })
    }

    /// Returns the next line that is not blank.
    pub(super) fn next_line(&mut self) -> Result<Option<String>, String> {
        if let Some(line) = self.pending.take() {
            self.number += 1;
            return Ok(Some(line));
        }
        loop {
            let mut line = String::new();
            let read = self.lines.by_ref().take(LONGEST_LINE).read_line(&mut line);
            let length = read.map_err(|error| format!("line {}: cannot be read: {error}", self.number + 1))?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            if length as u64 == LONGEST_LINE && !line.ends_with('\n') {
                return Err(format!("line {}: longer than {LONGEST_LINE} bytes", self.number));
            }
            if !line.trim().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

/// Returns the format that a text names, or detects it by the contents.
fn format_of(whole: &str) -> Result<Format, String> {
    if let Some(kind) = serde_json::from_str(whole).ok().and_then(|value| AsgKind::of(&value)) {
        return Ok(Format::Asg(kind));
    }
    let found: Object = serde_json::from_str(whole).map_err(|error| format!("not a JSON object: {error}"))?;
    match found.get("format").and_then(Value::as_str) {
        Some("ringrift-trace/1") => Ok(Format::Trace),
        Some("ringrift-case/1") => Ok(Format::Case),
        Some("ringrift-perft/1") => Ok(Format::Perft),
        Some(other) => Err(format!(
            "unknown format '{other}'; known are ringrift-trace/1, ringrift-case/1, ringrift-perft/1, asg-match/1 and \
             asg-replay/1"
        )),
        None => {
            Err("the format is missing; the first object needs a field such as \"format\": \"ringrift-trace/1\""
                .to_owned())
        }
    }
}
