//! Files of records in any of the forms: text, JSON, JSON lines.

use std::io::{self, BufRead, Read};

use serde_json::value::RawValue;

use crate::error::{Place, RecordError, RecordProblem};
use crate::reader::{LONGEST_GAME, RecordReader};
use crate::record::Record;
use crate::verify::Verified;
use crate::written::{RecordText, WrittenRecord};

/// One game of a file, not yet read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    form: Form,
    text: RecordText,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Form {
    Text,
    Json,
}

impl Entry {
    /// The line of the file at which the game begins.
    pub fn first_line(&self) -> usize {
        self.text.first_line
    }

    /// Reads the game and plays it.
    ///
    /// # Errors
    /// Says where the game has another form than a record, or the first illegal action.
    pub fn read(&self) -> Result<Record, RecordError> {
        match self.form {
            Form::Text => self.text.read(),
            Form::Json => self.parse_json()?.resolve().map_err(|error| self.within_file(error)),
        }
    }

    /// Reads the game, plays it, and checks all that it says about itself.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn verify(&self) -> Result<Verified, RecordError> {
        let written = match self.form {
            Form::Text => self.text.parse()?,
            Form::Json => self.parse_json()?,
        };
        written.check().map_err(|(spot, problem)| match spot.0 {
            Some(at) => self.text.error((at, problem)),
            None => self.within_file(problem.nowhere()),
        })
    }

    fn parse_json(&self) -> Result<WrittenRecord, RecordError> {
        if let Some(damage) = &self.text.damage {
            return Err(self.text.error(damage.clone()));
        }
        WrittenRecord::from_json(&self.text.text).map_err(|error| self.within_file(error))
    }

    /// An error with its place in the file rather than in the game.
    fn within_file(&self, error: RecordError) -> RecordError {
        let place = error.place.unwrap_or(Place { line: 1, column: 1 });
        RecordError { place: Some(Place { line: place.line + self.text.first_line - 1, ..place }), ..error }
    }
}

/// The games of a file, whichever form it has: [text](RecordReader), one JSON value, or one on each line.
pub struct Entries<R>(Source<R>);

enum Source<R> {
    Text(RecordReader<R>),
    Lines { input: R, lines: usize, first: Option<Vec<u8>> },
    Listed(std::vec::IntoIter<Entry>),
}

impl<R: BufRead> Entries<R> {
    /// Finds out which form the input has.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(mut input: R) -> io::Result<Entries<R>> {
        let blank = skip_blank_lines(&mut input)?;
        if !looks_like_json(&mut input)? {
            return Ok(Entries(Source::Text(RecordReader::after(input, blank))));
        }
        let mut first = Vec::new();
        input.by_ref().take(LONGEST_GAME as u64).read_until(b'\n', &mut first)?;
        if serde_json::from_slice::<&RawValue>(&first).is_ok_and(|value| value.get().starts_with('{')) {
            return Ok(Entries(Source::Lines { input, lines: blank, first: Some(first) }));
        }
        input.by_ref().take((LONGEST_GAME - first.len()) as u64 + 1).read_to_end(&mut first)?;
        Ok(Entries(Source::Listed(whole_json(first, blank + 1).into_iter())))
    }
}

/// Drops empty lines and a byte order mark; says how many lines.
fn skip_blank_lines(input: &mut impl BufRead) -> io::Result<usize> {
    let mut lines = 0;
    loop {
        let buffer = input.fill_buf()?;
        let mark = if buffer.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
        let blank = buffer[mark..].iter().take_while(|byte| byte.is_ascii_whitespace()).count() + mark;
        lines += buffer[..blank].iter().filter(|&&byte| byte == b'\n').count();
        input.consume(blank);
        if blank == 0 {
            return Ok(lines);
        }
    }
}

/// JSON begins with `{`, or with `[` and another of these; headers have a name behind the `[`.
fn looks_like_json(input: &mut impl BufRead) -> io::Result<bool> {
    let buffer = input.fill_buf()?;
    let second = buffer.get(1..).unwrap_or_default().trim_ascii_start().first();
    Ok(match buffer.first() {
        Some(b'{') => matches!(second, Some(b'"' | b'}')),
        Some(b'[') => matches!(second, Some(b'{' | b']')),
        _ => false,
    })
}

/// A file that is one JSON value: a game, or a list of games.
fn whole_json(bytes: Vec<u8>, first_line: usize) -> Vec<Entry> {
    let entry = |text: RecordText| Entry { form: Form::Json, text };
    if bytes.len() > LONGEST_GAME {
        return vec![entry(RecordText::damaged(first_line, RecordProblem::TooLong(LONGEST_GAME)))];
    }
    let whole = RecordText::from_bytes(bytes, first_line);
    match serde_json::from_str::<Vec<&RawValue>>(&whole.text) {
        Ok(games) => {
            let line = |game: &RawValue| {
                let offset = game.get().as_ptr() as usize - whole.text.as_ptr() as usize;
                Place::of(&whole.text, offset, first_line).line
            };
            let text =
                |game: &RawValue| RecordText { text: game.get().to_owned(), first_line: line(game), damage: None };
            games.into_iter().map(|game| entry(text(game))).collect()
        }
        Err(_) => vec![entry(whole)],
    }
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        match &mut self.0 {
            Source::Text(reader) => Some(reader.next()?.map(|text| Entry { form: Form::Text, text })),
            Source::Listed(entries) => entries.next().map(Ok),
            Source::Lines { input, lines, first } => next_json_line(input, lines, first).transpose(),
        }
    }
}

fn next_json_line(
    input: &mut impl BufRead,
    lines: &mut usize,
    first: &mut Option<Vec<u8>>,
) -> io::Result<Option<Entry>> {
    loop {
        let mut bytes = first.take().unwrap_or_default();
        if bytes.is_empty() {
            input.by_ref().take(LONGEST_GAME as u64).read_until(b'\n', &mut bytes)?;
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        *lines += 1;
        let is_cut = bytes.len() == LONGEST_GAME && !bytes.ends_with(b"\n");
        if is_cut {
            input.skip_until(b'\n')?;
            let text = RecordText::damaged(*lines, RecordProblem::TooLong(LONGEST_GAME));
            return Ok(Some(Entry { form: Form::Json, text }));
        }
        bytes.truncate(bytes.trim_ascii_end().len());
        if !bytes.is_empty() {
            return Ok(Some(Entry { form: Form::Json, text: RecordText::from_bytes(bytes, *lines) }));
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
        assert!(errors[0].starts_with("line 2, column 9: no ringrift-record/1: EOF"), "{}", errors[0]);
        assert_eq!(
            errors[1],
            "line 3, column 1: move 2: M: 'd5-d6' is no cell; expected a letter and a number, such as d4"
        );
    }
}
