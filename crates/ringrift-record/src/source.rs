//! Files of records in any of the forms: text, JSON, JSON lines.

use std::io::{self, BufRead, Cursor, Read};

use serde_json::value::RawValue;

use crate::error::{Place, RecordError, RecordProblem};
use crate::reader::{LONGEST_GAME, RecordReader};
use crate::record::Record;
use crate::verify::Verified;
use crate::written::{RecordText, WrittenRecord};

/// The longest file that is one JSON value, in bytes; unlike the other forms it has to be read whole.
const LONGEST_LIST: usize = 1 << 30;

/// One game of a file, not yet read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    form: Form,
    text: RecordText,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Form {
    Text,
    /// JSON that begins at a column of its first line.
    Json {
        column: usize,
    },
}

impl Entry {
    /// A game in JSON that begins at a column of its first line.
    fn json(text: RecordText, column: usize) -> Entry {
        Entry { form: Form::Json { column }, text }
    }

    /// The line of the file at which the game begins.
    pub fn first_line(&self) -> usize {
        self.text.first_line
    }

    /// The text of the game, as far as it could be read.
    pub fn text(&self) -> &str {
        self.text.text()
    }

    /// Reads the game and plays it.
    ///
    /// # Errors
    /// Says where the game has another form than a record, or the first illegal action.
    pub fn read(&self) -> Result<Record, RecordError> {
        match self.form {
            Form::Text => self.text.read(),
            Form::Json { .. } => self.parse_json()?.resolve().map_err(|error| self.within_file(error)),
        }
    }

    /// Reads the game, plays it, and checks all that it says about itself.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        let verified = match self.form {
            Form::Text => self.text.verify(),
            Form::Json { .. } => self.parse_json()?.check().map_err(|(_, problem)| problem.nowhere()),
        };
        verified.map_err(|error| if error.place.is_some() { error } else { self.within_file(error) })
    }

    fn parse_json(&self) -> Result<WrittenRecord, RecordError> {
        if let Some(damage) = &self.text.damage {
            return Err(self.text.error(damage.clone()));
        }
        WrittenRecord::from_json(&self.text.text).map_err(|error| self.within_file(error))
    }

    /// An error with its place in the file rather than in the game.
    fn within_file(&self, error: RecordError) -> RecordError {
        let Place { line, column } = error.place.unwrap_or(Place { line: 1, column: 1 });
        let before = match self.form {
            Form::Json { column } if line == 1 => column - 1,
            _ => 0,
        };
        let place = Place { line: line + self.text.first_line - 1, column: column + before };
        RecordError { place: Some(place), ..error }
    }
}

/// The games of a file, whichever form it has: [text](RecordReader), one JSON value, or one on each line.
pub struct Entries<R>(Source<R>);

/// An input of which some bytes have been read, in front of which they are put again.
type Rejoined<R> = io::Chain<Cursor<Vec<u8>>, R>;

enum Source<R> {
    Text(RecordReader<Rejoined<R>>),
    Lines { input: Rejoined<R>, lines: usize },
    Listed(std::vec::IntoIter<Entry>),
}

impl<R: BufRead> Entries<R> {
    /// Finds out which form the input has.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(mut input: R) -> io::Result<Entries<R>> {
        let (blank, mut bytes) = first_line(&mut input)?;
        if !looks_like_json(&bytes) {
            return Ok(Entries(Source::Text(RecordReader::after(Cursor::new(bytes).chain(input), blank))));
        }
        if !is_game(&bytes) {
            input.by_ref().take((LONGEST_LIST - bytes.len()) as u64 + 1).read_to_end(&mut bytes)?;
            if !is_damaged_lines(&bytes) {
                return Ok(Entries(Source::Listed(whole_json(bytes, blank + 1).into_iter())));
            }
        }
        Ok(Entries(Source::Lines { input: Cursor::new(bytes).chain(input), lines: blank }))
    }
}

/// The first line that is not empty, without a byte order mark and spaces before it, and how many lines stand before it.
fn first_line(input: &mut impl BufRead) -> io::Result<(usize, Vec<u8>)> {
    let mut blank = 0;
    loop {
        let mut bytes = Vec::new();
        input.by_ref().take(LONGEST_GAME as u64).read_until(b'\n', &mut bytes)?;
        let line = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        let start = bytes.len() - line.trim_ascii_start().len();
        if start < bytes.len() || bytes.is_empty() {
            return Ok((blank, bytes.split_off(start)));
        }
        blank += usize::from(bytes.ends_with(b"\n"));
    }
}

/// JSON begins with `{`, or with `[` and another of these; headers have a name behind the `[`.
fn looks_like_json(line: &[u8]) -> bool {
    let second = line.get(1..).unwrap_or_default().trim_ascii_start().first();
    match line.first() {
        Some(b'{') => matches!(second, Some(b'"' | b'}') | None),
        Some(b'[') => matches!(second, Some(b'{' | b']') | None),
        _ => false,
    }
}

/// Whether a line is a whole JSON object.
fn is_game(line: &[u8]) -> bool {
    serde_json::from_slice::<&RawValue>(line).is_ok_and(|value| value.get().starts_with('{'))
}

/// Whether bytes that are no JSON as a whole have a game on a line, so that only the first one is damaged.
fn is_damaged_lines(bytes: &[u8]) -> bool {
    let has_format = |line: &[u8]| line.trim_ascii_start().starts_with(b"{\"format\"");
    serde_json::from_slice::<&RawValue>(bytes).is_err()
        && bytes.split(|&byte| byte == b'\n').skip(1).any(|line| has_format(line) && is_game(line))
}

/// A file that is one JSON value: a game, or a list of games.
fn whole_json(bytes: Vec<u8>, first_line: usize) -> Vec<Entry> {
    if bytes.len() > LONGEST_LIST {
        return vec![Entry::json(RecordText::damaged(first_line, RecordProblem::LongList(LONGEST_LIST)), 1)];
    }
    let whole = RecordText::from_bytes(bytes, first_line);
    let is_list = whole.damage.is_none() && whole.text.starts_with('[');
    match serde_json::from_str::<Vec<&RawValue>>(&whole.text) {
        Ok(games) if is_list => listed_games(&whole, games),
        _ => vec![Entry::json(whole, 1)],
    }
}

/// The games of a list, with their places in the text of the whole list.
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
            Source::Text(reader) => Some(reader.next()?.map(|text| Entry { form: Form::Text, text })),
            Source::Listed(entries) => entries.next().map(Ok),
            Source::Lines { input, lines } => next_json_line(input, lines).transpose(),
        }
    }
}

fn next_json_line(input: &mut impl BufRead, lines: &mut usize) -> io::Result<Option<Entry>> {
    loop {
        let mut bytes = Vec::new();
        input.by_ref().take(LONGEST_GAME as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        *lines += 1;
        let is_cut = bytes.len() == LONGEST_GAME && !bytes.ends_with(b"\n");
        if is_cut {
            input.skip_until(b'\n')?;
            return Ok(Some(Entry::json(RecordText::damaged(*lines, RecordProblem::TooLong(LONGEST_GAME)), 1)));
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

    /// For each game its line, and what is wrong with it.
    fn read(text: &str) -> Vec<(usize, Option<String>)> {
        let entries = Entries::new(text.as_bytes()).expect("memory can be read");
        entries
            .map(|entry| entry.expect("memory can be read"))
            .map(|entry| (entry.first_line(), entry.read().err().map(|error| error.to_string())))
            .collect()
    }

    #[test]
    fn all_forms_are_told_apart() {
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
    fn a_damaged_line_is_named_and_the_next_one_read() {
        let bad = GAME.replace("M d4-d6", "M d4-d5-d6");
        let found = read(&format!("{GAME}\n{{\"format\"\n{bad}\n{GAME}\n"));
        let errors: Vec<String> = found.iter().filter_map(|(_, error)| error.clone()).collect();
        assert_eq!((found.len(), errors.len()), (4, 2), "{found:?}");
        assert!(
            errors[0].starts_with("line 2, column 9: no ringrift-record/1: the text ends within an object"),
            "{}",
            errors[0]
        );
        assert_eq!(
            errors[1],
            "line 3, column 1: move 2: M: 'd5-d6' is not a cell; expected a letter and a number, such as d4"
        );
    }
}
