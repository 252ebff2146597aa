//! Files of records as text, JSON, or JSON lines.

use std::io::{self, BufRead, Cursor, Read};

use serde_json::value::RawValue;

use crate::error::{Location, RecordError, RecordProblem};
use crate::read::reader::{MAX_GAME_BYTES, RecordReader};
use crate::read::verify::Verified;
use crate::read::{RecordText, WrittenRecord};
use crate::record::Record;

/// Largest file with a single JSON value, in bytes. It is read as a whole, unlike the other formats.
const MAX_LIST_BYTES: usize = 1 << 30;

/// The text of one game of a file, not yet parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    format: Format,
    text: RecordText,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Format {
    Text,
    /// JSON, with the column of its first character, from 1.
    Json {
        column: usize,
    },
}

impl Entry {
    /// Creates an entry for JSON that begins in this column of its first line.
    fn json(text: RecordText, column: usize) -> Entry {
        Entry { format: Format::Json { column }, text }
    }

    /// Returns the line of the file at which the game begins, from 1.
    pub fn first_line(&self) -> usize {
        self.text.first_line
    }

    /// Returns the text of the game; empty if it was too long to read.
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Parses the game and plays its actions.
    ///
    /// # Errors
    /// Returns the first syntax error or illegal action.
    pub fn read(&self) -> Result<Record, RecordError> {
        match self.format {
            Format::Text => self.text.read(),
            Format::Json { .. } => self.parse_json()?.resolve().map_err(|error| self.within_file(error)),
        }
    }

    /// Parses the game, plays its actions, and checks hashes, result and termination.
    ///
    /// # Errors
    /// Returns the first problem.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        let verified = match self.format {
            Format::Text => self.text.verify(),
            Format::Json { .. } => self.parse_json()?.check().map_err(|(_, problem)| problem.without_location()),
        };
        verified.map_err(|error| if error.location.is_some() { error } else { self.within_file(error) })
    }

    fn parse_json(&self) -> Result<WrittenRecord, RecordError> {
        if let Some(damage) = &self.text.damage {
            return Err(self.text.error(damage.clone()));
        }
        WrittenRecord::from_json(&self.text.text).map_err(|error| self.within_file(error))
    }

    /// Converts the location of an error from the game to the file.
    fn within_file(&self, error: RecordError) -> RecordError {
        let Location { line, column } = error.location.unwrap_or(Location { line: 1, column: 1 });
        let before = match self.format {
            Format::Json { column } if line == 1 => column - 1,
            _ => 0,
        };
        let location = Location { line: line + self.text.first_line - 1, column: column + before };
        RecordError { location: Some(location), ..error }
    }
}

/// Iterator over the games of a file, which is [text](RecordReader), a JSON value or list, or JSON lines.
pub struct Entries<R>(Source<R>);

/// An input preceded by the bytes that were read to detect its format.
type Rewound<R> = io::Chain<Cursor<Vec<u8>>, R>;

enum Source<R> {
    Text(RecordReader<Rewound<R>>),
    Lines { input: Rewound<R>, lines: usize },
    List(std::vec::IntoIter<Entry>),
}

impl<R: BufRead> Entries<R> {
    /// Detects the format of an input.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn new(mut input: R) -> io::Result<Entries<R>> {
        let (blank, mut bytes) = first_line(&mut input)?;
        if !looks_like_json(&bytes) {
            return Ok(Entries(Source::Text(RecordReader::after(Cursor::new(bytes).chain(input), blank))));
        }
        if !is_json_object(&bytes) {
            input.by_ref().take((MAX_LIST_BYTES - bytes.len()) as u64 + 1).read_to_end(&mut bytes)?;
            if !is_damaged_lines(&bytes) {
                return Ok(Entries(Source::List(whole_json(bytes, blank + 1).into_iter())));
            }
        }
        Ok(Entries(Source::Lines { input: Cursor::new(bytes).chain(input), lines: blank }))
    }
}

/// Reads the first non-blank line, without byte order mark and leading spaces. Also returns the number of lines before it.
fn first_line(input: &mut impl BufRead) -> io::Result<(usize, Vec<u8>)> {
    let mut blank = 0;
    loop {
        let mut bytes = Vec::new();
        input.by_ref().take(MAX_GAME_BYTES as u64).read_until(b'\n', &mut bytes)?;
        let line = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        let start = bytes.len() - line.trim_ascii_start().len();
        if start < bytes.len() || bytes.is_empty() {
            return Ok((blank, bytes.split_off(start)));
        }
        blank += usize::from(bytes.ends_with(b"\n"));
    }
}

/// Reports whether a line begins like JSON: `{` followed by `"`, `}` or the end of the line, or `[` followed by `{`, `]`
/// or the end of the line. In the text format, `{` begins a comment and `[` a header with a name.
fn looks_like_json(line: &[u8]) -> bool {
    let second = line.get(1..).unwrap_or_default().trim_ascii_start().first();
    match line.first() {
        Some(b'{') => matches!(second, Some(b'"' | b'}') | None),
        Some(b'[') => matches!(second, Some(b'{' | b']') | None),
        _ => false,
    }
}

/// Reports whether a line is a complete JSON object.
fn is_json_object(line: &[u8]) -> bool {
    serde_json::from_slice::<&RawValue>(line).is_ok_and(|value| value.get().starts_with('{'))
}

/// Reports whether an input is JSON lines with a damaged first line: it is not a single JSON value, but a later line is
/// a game.
fn is_damaged_lines(bytes: &[u8]) -> bool {
    let has_format = |line: &[u8]| line.trim_ascii_start().starts_with(b"{\"format\"");
    serde_json::from_slice::<&RawValue>(bytes).is_err()
        && bytes.split(|&byte| byte == b'\n').skip(1).any(|line| has_format(line) && is_json_object(line))
}

/// Splits a file with a single JSON value: a game, or a list of games.
fn whole_json(bytes: Vec<u8>, first_line: usize) -> Vec<Entry> {
    if bytes.len() > MAX_LIST_BYTES {
        return vec![Entry::json(RecordText::damaged(first_line, RecordProblem::LongList(MAX_LIST_BYTES)), 1)];
    }
    let whole = RecordText::from_bytes(bytes, first_line);
    let is_list = whole.damage.is_none() && whole.text.starts_with('[');
    match serde_json::from_str::<Vec<&RawValue>>(&whole.text) {
        Ok(games) if is_list => listed_games(&whole, games),
        _ => vec![Entry::json(whole, 1)],
    }
}

/// Splits a JSON list into its games, with their locations in the file.
fn listed_games(whole: &RecordText, games: Vec<&RawValue>) -> Vec<Entry> {
    let (mut at, mut line, mut column) = (0, whole.first_line, 1);
    let mut entries = Vec::with_capacity(games.len());
    for game in games {
        let offset = game.get().as_ptr() as usize - whole.text.as_ptr() as usize;
        let between = &whole.text[at..offset];
        line += between.matches('\n').count();
        column = match between.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => column + between.chars().count(),
        };
        at = offset;
        entries.push(Entry::json(RecordText { text: game.get().to_owned(), first_line: line, damage: None }, column));
    }
    entries
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        match &mut self.0 {
            Source::Text(reader) => Some(reader.next()?.map(|text| Entry { format: Format::Text, text })),
            Source::List(entries) => entries.next().map(Ok),
            Source::Lines { input, lines } => next_json_line(input, lines).transpose(),
        }
    }
}

fn next_json_line(input: &mut impl BufRead, lines: &mut usize) -> io::Result<Option<Entry>> {
    loop {
        let mut bytes = Vec::new();
        input.by_ref().take(MAX_GAME_BYTES as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        *lines += 1;
        let is_cut = bytes.len() == MAX_GAME_BYTES && !bytes.ends_with(b"\n");
        if is_cut {
            input.skip_until(b'\n')?;
            return Ok(Some(Entry::json(RecordText::damaged(*lines, RecordProblem::TooLong(MAX_GAME_BYTES)), 1)));
        }
        bytes.truncate(bytes.trim_ascii_end().len());
        if !bytes.is_empty() {
            return Ok(Some(Entry::json(RecordText::from_bytes(bytes, *lines), 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"format":"ringrift-record/1","board":"square8","players":2,"moves":["P d4*2","M d4-d6"]}"#;

    /// Returns the line and the error of each game.
    fn read(text: &str) -> Vec<(usize, Option<String>)> {
        let entries = Entries::new(text.as_bytes()).expect("reading from memory succeeds");
        entries
            .map(|entry| entry.expect("reading from memory succeeds"))
            .map(|entry| (entry.first_line(), entry.read().err().map(|error| error.to_string())))
            .collect()
    }

    #[test]
    fn all_formats_are_detected() {
        let pretty = GAME.replace(",\"", ",\n\"");
        for text in [GAME.to_owned(), pretty.clone(), format!("[{GAME}]"), format!("\n\n{GAME}\n\n{GAME}\n")] {
            assert!(read(&text).iter().all(|(_, error)| error.is_none()), "{text}: {:?}", read(&text));
        }
        assert_eq!(read(&format!("[\n{pretty},\n{GAME}]")).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 7]);
        assert_eq!(read("\u{feff}\n[Board \"square8\"]\n*\n"), [(2, None)]);
        assert_eq!(read(" \n"), []);
        assert_eq!(read("[]"), []);
    }

    #[test]
    fn a_damaged_line_is_reported_and_the_next_one_is_read() {
        let bad = GAME.replace("M d4-d6", "M d4-d5-d6");
        let found = read(&format!("{GAME}\n{{\"format\"\n{bad}\n{GAME}\n"));
        let errors: Vec<String> = found.iter().filter_map(|(_, error)| error.clone()).collect();
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(errors.len(), 2, "{found:?}");
        assert!(
            errors[0].starts_with("line 2, column 9: not a valid ringrift-record/1: the text ends within an object"),
            "{}",
            errors[0]
        );
        assert_eq!(
            errors[1],
            "line 3, column 1: move 2: M: 'd5-d6' is not a cell; expected a letter and a number, such as d4"
        );
    }
}
