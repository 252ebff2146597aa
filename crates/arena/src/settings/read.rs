//! Reads settings from TOML and locates problems in the file.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::Tournament;
use super::check::{Problem, problems};

/// Length limit of a settings file in bytes.
const LONGEST_FILE: usize = 4 << 20;

/// Parsed settings with their source text.
#[derive(Clone, Debug)]
pub struct Located {
    pub tournament: Tournament,
    text: String,
}

/// Problems of a settings file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsFileError {
    /// Line and column, both from 1, and the problem.
    pub problems: Vec<(usize, usize, Problem)>,
}

impl fmt::Display for SettingsFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines =
            self.problems.iter().map(|(line, column, problem)| format!("line {line}, column {column}: {problem}"));
        f.write_str(&lines.collect::<Vec<String>>().join("\n"))
    }
}

impl std::error::Error for SettingsFileError {}

/// Reads the settings of a tournament.
///
/// # Errors
/// Lists all problems.
pub fn read_toml(text: &str) -> Result<Located, SettingsFileError> {
    let one = |span: Option<Range<usize>>, message: &str| {
        let (line, column) = line_and_column(text, span.map_or(0, |span| span.start));
        SettingsFileError { problems: vec![(line, column, Problem::new("", message))] }
    };
    if text.len() > LONGEST_FILE {
        return Err(one(None, &format!("the file is longer than {LONGEST_FILE} bytes")));
    }
    let table = DeTable::parse(text).map_err(|error| one(error.span(), error.message()))?;
    let value = as_json(table.get_ref());
    let problems = problems(&value, &Tournament::schema());
    if !problems.is_empty() {
        return Err(located(text, problems));
    }
    let tournament = Tournament::deserialize(value).map_err(|error| one(None, &error.to_string()))?;
    Ok(Located { tournament, text: text.to_owned() })
}

impl Located {
    /// Adds line and column to problems that were found later.
    pub fn locate(&self, problems: Vec<Problem>) -> SettingsFileError {
        located(&self.text, problems)
    }
}

fn located(text: &str, problems: Vec<Problem>) -> SettingsFileError {
    let table = DeTable::parse(text).ok();
    let start = |path: &str| table.as_ref().and_then(|table| find(table.get_ref(), path)).unwrap_or(0);
    let problems = problems.into_iter().map(|problem| {
        let (line, column) = line_and_column(text, start(&problem.path));
        (line, column, problem)
    });
    let mut problems: Vec<(usize, usize, Problem)> = problems.collect();
    problems.sort_by_key(|&(line, column, _)| (line, column));
    SettingsFileError { problems }
}

/// Returns the line and column of a byte, from 1.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}

/// Returns the byte offset of the field at a path, or of its closest existing parent.
fn find(table: &DeTable<'_>, path: &str) -> Option<usize> {
    let mut steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']')).filter(|step| !step.is_empty());
    let (key, value) = table.get_key_value(steps.next()?)?;
    let mut found = key.span().start;
    let mut value: &Spanned<DeValue<'_>> = value;
    for step in steps {
        let (start, next) = match value.get_ref() {
            DeValue::Table(table) => match table.get_key_value(step) {
                Some((key, next)) => (key.span().start, next),
                None => break,
            },
            DeValue::Array(items) => match step.parse().ok().and_then(|index: usize| items.get(index)) {
                Some(next) => (next.span().start, next),
                None => break,
            },
            _ => break,
        };
        (found, value) = (start, next);
    }
    Some(found)
}

fn as_json(table: &DeTable<'_>) -> Value {
    Value::Object(
        table.iter().map(|(key, value)| (key.get_ref().to_string(), value_as_json(value.get_ref()))).collect(),
    )
}

fn value_as_json(value: &DeValue<'_>) -> Value {
    let array = |items: &DeArray<'_>| items.iter().map(|item| value_as_json(item.get_ref())).collect();
    match value {
        DeValue::String(text) => text.as_ref().into(),
        // Integers have a radix and may contain underscores.
        DeValue::Integer(number) => integer(number.as_str(), number.radix()),
        DeValue::Float(number) => number.as_str().replace('_', "").parse::<f64>().map_or(Value::Null, Value::from),
        DeValue::Boolean(boolean) => (*boolean).into(),
        DeValue::Datetime(time) => time.to_string().into(),
        DeValue::Array(items) => Value::Array(array(items)),
        DeValue::Table(table) => as_json(table),
    }
}

/// Converts an integer. An integer that does not fit into 64 bits becomes a floating-point number, which the check rejects.
fn integer(text: &str, radix: u32) -> Value {
    let digits = text.replace('_', "");
    u64::from_str_radix(&digits, radix)
        .map(Value::from)
        .or_else(|_| i64::from_str_radix(&digits, radix).map(Value::from))
        .unwrap_or_else(|_| digits.parse::<f64>().map_or(Value::Null, Value::from))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn reads_a_file() {
        let text = "name = \"league\"\nrounds = 0x10\nseed = 18446744073709551615\n[ringrift]\nedition = \"live\"\n\
                    set = { swap = \"on\" }\n[[entrants]]\nplayer = \"greedy\"\n[[entrants]]\nplayer = \"random\"\n\
                    on_error = \"retry\"\n";
        let read = read_toml(text).expect("the settings are valid").tournament;
        assert_eq!(read.rounds, 16);
        assert_eq!(read.seed, u64::MAX);
        assert_eq!(read.entrants.len(), 2);
        assert_eq!(read.ringrift.expect("the ringrift table was read").set["swap"], "on");
    }

    #[test]
    fn reports_all_problems_with_line_and_column() {
        let text = "rounds = 0\nname = 7\nformat = \"knockout\"\n[ringrift]\nboard = true\nplayer = 2\n\n[[entrants]]\n\
                    player = \"greedy\"\ndeadline_ms = 1.5\n[[entrants]]\non_error = \"resign\"\n";
        let error = read_toml(text).expect_err("the settings are invalid");
        assert_eq!(
            error.to_string(),
            "line 1, column 1: rounds: must be at least 1\n\
             line 2, column 1: name: expected a quoted string\n\
             line 3, column 1: format: expected one of round_robin, gauntlet, swiss\n\
             line 5, column 1: ringrift.board: expected a quoted string\n\
             line 6, column 1: ringrift.player: unknown field; expected one of board, edition, openings, players, \
             random_plies, set\n\
             line 10, column 1: entrants[0].deadline_ms: expected a whole number\n\
             line 12, column 1: entrants[1].on_error: expected one of forfeit, pass, retry, retry_pass"
        );
        let error = read_toml("name = \"a\"\nrounds = = 3").expect_err("the text is not TOML");
        assert_eq!((error.problems[0].0, error.problems.len()), (2, 1));
        assert!(read_toml("").expect_err("entrants are required").to_string().ends_with("entrants is missing"));
    }

    #[test]
    fn checks_support_all_keywords_of_the_schema() {
        let mut keys = BTreeSet::new();
        gather(&Tournament::schema(), &mut keys);
        let known = [
            "$defs",
            "$ref",
            "$schema",
            "additionalProperties",
            "anyOf",
            "const",
            "default",
            "description",
            "enum",
            "format",
            "items",
            "maxItems",
            "maxLength",
            "maximum",
            "minItems",
            "minLength",
            "minimum",
            "oneOf",
            "properties",
            "required",
            "title",
            "type",
        ];
        let unknown: Vec<&String> = keys.iter().filter(|key| !known.contains(&key.as_str())).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    /// Collects the keywords of a schema, without names of properties and definitions and without default values.
    fn gather(schema: &Value, keys: &mut BTreeSet<String>) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| gather(item, keys)),
            Value::Object(entries) => {
                for (key, entry) in entries {
                    keys.insert(key.clone());
                    match key.as_str() {
                        "properties" | "$defs" => {
                            entry.as_object().into_iter().flatten().for_each(|(_, s)| gather(s, keys));
                        }
                        "default" | "enum" | "const" => {}
                        _ => gather(entry, keys),
                    }
                }
            }
            _ => {}
        }
    }
}
