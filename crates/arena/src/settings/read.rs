//! Reading settings from TOML, and saying where in the file something is wrong.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::Tournament;
use super::check::{Problem, problems};

/// The longest file that is read.
const LONGEST_FILE: usize = 4 << 20;

/// Settings that were read, and where each of them stands.
#[derive(Clone, Debug)]
pub struct Located {
    /// The settings.
    pub tournament: Tournament,
    text: String,
}

/// All that is wrong with a file of settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsFileError {
    /// Each problem, with the line and the column at which it is.
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
/// Lists everything that is wrong with them.
pub fn read_toml(text: &str) -> Result<Located, SettingsFileError> {
    let one = |span: Option<Range<usize>>, message: &str| {
        let (line, column) = place(text, span.map_or(0, |span| span.start));
        SettingsFileError { problems: vec![(line, column, Problem::new("", message))] }
    };
    if text.len() > LONGEST_FILE {
        return Err(one(None, &format!("longer than {LONGEST_FILE} bytes")));
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
    /// Says where problems are that were found later.
    pub fn locate(&self, problems: Vec<Problem>) -> SettingsFileError {
        located(&self.text, problems)
    }
}

fn located(text: &str, problems: Vec<Problem>) -> SettingsFileError {
    let table = DeTable::parse(text).ok();
    let start = |path: &str| table.as_ref().and_then(|table| find(table.get_ref(), path)).unwrap_or(0);
    let problems = problems.into_iter().map(|problem| {
        let (line, column) = place(text, start(&problem.path));
        (line, column, problem)
    });
    let mut problems: Vec<(usize, usize, Problem)> = problems.collect();
    problems.sort_by_key(|&(line, column, _)| (line, column));
    SettingsFileError { problems }
}

/// The line and the column of a byte, from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}

/// Where the part with a path begins, or the last part on the way to it that there is.
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
        // Hexadecimal and the like come with their radix; underscores are allowed.
        DeValue::Integer(number) => integer(number.as_str(), number.radix()),
        DeValue::Float(number) => number.as_str().replace('_', "").parse::<f64>().map_or(Value::Null, Value::from),
        DeValue::Boolean(boolean) => (*boolean).into(),
        DeValue::Datetime(time) => time.to_string().into(),
        DeValue::Array(items) => Value::Array(array(items)),
        DeValue::Table(table) => as_json(table),
    }
}

/// A whole number; one that is too large stays a number, but is no whole one.
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
    fn a_file_is_read() {
        let text = "name = \"league\"\nrounds = 0x10\nseed = 18446744073709551615\n[ringrift]\nedition = \"live\"\n\
                    set = { swap = \"on\" }\n[[entrants]]\nplayer = \"greedy\"\n[[entrants]]\nplayer = \"random\"\n\
                    on_error = \"retry\"\n";
        let read = read_toml(text).expect("settings").tournament;
        assert_eq!((read.rounds, read.seed, read.entrants.len()), (16, u64::MAX, 2));
        assert_eq!(read.ringrift.expect("it is there").set["swap"], "on");
    }

    #[test]
    fn everything_that_is_wrong_is_told_with_its_place() {
        let text = "rounds = 0\nname = 7\nformat = \"knockout\"\n[ringrift]\nboard = true\nplayer = 2\n\n[[entrants]]\n\
                    player = \"greedy\"\ndeadline_ms = 1.5\n[[entrants]]\non_error = \"resign\"\n";
        let error = read_toml(text).expect_err("problems");
        assert_eq!(
            error.to_string(),
            "line 1, column 1: rounds: has to be at least 1\n\
             line 2, column 1: name: expected a text in quotes\n\
             line 3, column 1: format: expected round_robin, gauntlet, swiss\n\
             line 5, column 1: ringrift.board: expected a text in quotes\n\
             line 6, column 1: ringrift.player: is not known here; there are board, edition, openings, players, \
             random_plies, set\n\
             line 10, column 1: entrants[0].deadline_ms: expected a whole number\n\
             line 12, column 1: entrants[1].on_error: expected forfeit, pass, retry, retry_pass"
        );
        let error = read_toml("name = \"a\"\nrounds = = 3").expect_err("no TOML");
        assert_eq!((error.problems[0].0, error.problems.len()), (2, 1));
        assert!(read_toml("").expect_err("nobody plays").to_string().ends_with("entrants is missing"));
    }

    /// The checks understand everything that the schema says.
    #[test]
    fn the_schema_says_nothing_else() {
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

    /// All keywords of a schema: names of properties and definitions, and what stands in defaults, are none.
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
