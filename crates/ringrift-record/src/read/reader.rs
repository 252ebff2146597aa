//! Splitting of text files into games.

use std::io::{self, BufRead, Read};

use crate::error::RecordProblem;
use crate::read::RecordText;

/// Largest text of one game, in bytes.
pub const MAX_GAME_BYTES: usize = 16 << 20;

/// Splits a text with many games into the texts of single games.
///
/// A game begins with its headers. A damaged game ends at the next game, so that the others can still be read: even an
/// unclosed comment ends at the next `[Game ...]`.
///
/// ```
/// use ringrift_record::RecordReader;
/// let file = "[Board \"square8\"]\n\n1. P d4; M d4-d5\n\n[Board \"square8\"]\n\n1. P d4; oops\n";
/// let read: Vec<bool> = RecordReader::new(file.as_bytes()).map(|game| game.expect("reading succeeds").read().is_ok()).collect();
/// assert_eq!(read, [true, false]);
/// ```
pub struct RecordReader<R> {
    input: R,
    /// Number of lines read so far.
    lines: usize,
    /// First line of the next game, already read.
    pending: Option<TextLine>,
}

/// A line of the input, with its line break.
struct TextLine {
    bytes: Vec<u8>,
    number: usize,
    is_truncated: bool,
}

impl TextLine {
    /// Returns the name of the header at the start of the line.
    fn header_name(&self) -> Option<&[u8]> {
        let inner = self.bytes.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
        let length = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        (length > 0 && inner.contains(&b'"')).then_some(&inner[..length])
    }

    fn is_header(&self) -> bool {
        self.header_name().is_some()
    }

    /// Reports whether the line begins with the header Game, which this crate writes first.
    fn is_game_header(&self) -> bool {
        self.header_name() == Some(b"Game")
    }
}

impl<R: BufRead> RecordReader<R> {
    /// Creates a reader for an input.
    pub fn new(input: R) -> RecordReader<R> {
        RecordReader::after(input, 0)
    }

    /// Creates a reader for an input of which the first `lines` lines were already read.
    pub(crate) fn after(input: R, lines: usize) -> RecordReader<R> {
        RecordReader { input, lines, pending: None }
    }

    /// Reads the next line; a line above the size limit is truncated.
    fn next_line(&mut self) -> io::Result<Option<TextLine>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        self.input.by_ref().take(MAX_GAME_BYTES as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.lines += 1;
        let is_truncated = bytes.len() == MAX_GAME_BYTES && !bytes.ends_with(b"\n");
        if is_truncated {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(TextLine { bytes, number: self.lines, is_truncated }))
    }
}

/// The lines of a game collected so far.
struct GameLines {
    bytes: Vec<u8>,
    first_line: usize,
    has_game_header: bool,
    has_moves: bool,
    in_comment: bool,
    is_too_long: bool,
}

impl GameLines {
    fn new(first_line: usize) -> GameLines {
        let bytes = Vec::new();
        GameLines { bytes, first_line, has_game_header: false, has_moves: false, in_comment: false, is_too_long: false }
    }

    /// Reports whether a line begins the next game.
    fn ends_before(&self, line: &TextLine) -> bool {
        if line.is_game_header() {
            return self.has_game_header || self.has_moves;
        }
        self.has_moves && !self.in_comment && line.is_header()
    }

    fn add(&mut self, line: TextLine) {
        self.has_game_header |= !self.in_comment && line.is_game_header();
        let moves = if line.is_header() && !self.has_moves { after_headers(&line.bytes) } else { &line.bytes };
        self.has_moves |= !moves.trim_ascii().is_empty();
        self.track_comments(moves);
        self.is_too_long |= line.is_truncated || self.bytes.len() + line.bytes.len() > MAX_GAME_BYTES;
        if !self.is_too_long {
            self.bytes.extend(line.bytes);
        }
    }

    /// Updates whether a comment is open after a line of moves. Text after `# ` is ignored.
    fn track_comments(&mut self, moves: &[u8]) {
        let mut before = b' ';
        for (i, &byte) in moves.iter().enumerate() {
            let after = moves.get(i + 1).unwrap_or(&b' ');
            if !self.in_comment && byte == b'#' && before.is_ascii_whitespace() && after.is_ascii_whitespace() {
                return;
            }
            self.in_comment = if self.in_comment { byte != b'}' } else { byte == b'{' };
            before = byte;
        }
    }

    fn finish(self) -> RecordText {
        let first_line = self.first_line;
        if self.is_too_long {
            return RecordText::damaged(first_line, RecordProblem::TooLong(MAX_GAME_BYTES));
        }
        RecordText::from_bytes(self.bytes, first_line)
    }
}

/// Returns the part of a line after its headers.
fn after_headers(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| byte == b']').map_or(line.len(), |at| at + 1);
    &line[end..]
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = io::Result<RecordText>;

    fn next(&mut self) -> Option<io::Result<RecordText>> {
        self.next_game().transpose()
    }
}

impl<R: BufRead> RecordReader<R> {
    fn next_game(&mut self) -> io::Result<Option<RecordText>> {
        let mut game: Option<GameLines> = None;
        while let Some(line) = self.next_line()? {
            if game.is_none() && line.bytes.trim_ascii().is_empty() {
                continue;
            }
            let lines = game.get_or_insert_with(|| GameLines::new(line.number));
            if lines.ends_before(&line) {
                self.pending = Some(line);
                break;
            }
            lines.add(line);
        }
        Ok(game.map(GameLines::finish))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &[u8]) -> Vec<RecordText> {
        RecordReader::new(text).map(|game| game.expect("reading from memory succeeds")).collect()
    }

    #[test]
    fn games_are_split_at_their_headers() {
        let text = b"\n[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4\n\n[Board \"square8\"]\r\n\r\n*\r\n[Game \"RingRift\"]\n[Game \"RingRift\"]\n";
        let games = games(text);
        let lines: Vec<usize> = games.iter().map(RecordText::first_line).collect();
        assert_eq!(lines, [2, 7, 10, 11]);
    }

    #[test]
    fn headers_in_comments_are_ignored_except_game() {
        let text = b"[Board \"square8\"]\n{ a\n[Board \"x\"]\n}\n1. P d4 { never closed\n[Event \"x\"]\n\n[Game \"RingRift\"]\n*\n";
        let lines: Vec<usize> = games(text).iter().map(RecordText::first_line).collect();
        assert_eq!(lines, [1, 8]);
    }

    #[test]
    fn one_line_games_and_braces_after_a_hash_do_not_hide_the_next_game() {
        let one = "[Board \"square8\"] 1. P d4*2; M d4-d6 *\n";
        assert_eq!(games(one.repeat(3).as_bytes()).len(), 3);
        let hash = "[Board \"square8\"]\n1. P d4*2 # see {\n".repeat(2);
        assert!(games(hash.as_bytes()).iter().all(|game| game.read().is_ok()));
        assert_eq!(games(hash.as_bytes()).len(), 2);
    }

    #[test]
    fn damage_does_not_affect_the_next_game() {
        let mut text = b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4 \xff\n".to_vec();
        text.extend(b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. ");
        text.extend(vec![b'x'; MAX_GAME_BYTES + 10]);
        text.extend(b"\n[Game \"RingRift\"]\n[Board \"square8\"]\n\n*\n");
        let errors: Vec<Option<String>> =
            games(&text).iter().map(|game| Some(game.read().err()?.to_string())).collect();
        let text = "line 4, column 9: this is not UTF-8 text";
        let long = format!("line 5, column 1: this game has more than {MAX_GAME_BYTES} bytes");
        assert_eq!(errors, [Some(text.to_owned()), Some(long), None]);
    }
}
