//! Reading files with many games, one after the other.

use std::io::{self, BufRead, Read};

use crate::error::RecordProblem;
use crate::written::RecordText;

/// The longest text of one game that is read, in bytes.
pub const LONGEST_GAME: usize = 16 << 20;

/// Parts a text with many games into the texts of single games.
///
/// A game begins with its headers. A damaged game ends where the next one begins, so that one is read all the same: even a
/// comment that is never closed ends at the next `[Game ...]`.
///
/// ```
/// use ringrift_record::RecordReader;
/// let file = "[Board \"square8\"]\n\n1. P d4; M d4-d5\n\n[Board \"square8\"]\n\n1. P d4; oops\n";
/// let read: Vec<bool> = RecordReader::new(file.as_bytes()).map(|game| game.unwrap().read().is_ok()).collect();
/// assert_eq!(read, [true, false]);
/// ```
pub struct RecordReader<R> {
    input: R,
    /// How many lines have been read.
    lines: usize,
    /// A line that belongs to the next game.
    pending: Option<Line>,
}

/// A line of the input with its end.
struct Line {
    bytes: Vec<u8>,
    number: usize,
    is_cut: bool,
}

impl Line {
    /// The name of the header with which the line begins.
    fn header_name(&self) -> Option<&[u8]> {
        let inner = self.bytes.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
        let length = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        (length > 0 && inner.contains(&b'"')).then_some(&inner[..length])
    }

    fn is_header(&self) -> bool {
        self.header_name().is_some()
    }

    /// Whether the line begins with the header that every game of ours begins with.
    fn is_game_header(&self) -> bool {
        self.header_name() == Some(b"Game")
    }
}

impl<R: BufRead> RecordReader<R> {
    /// Reads games from an input.
    pub fn new(input: R) -> RecordReader<R> {
        RecordReader::after(input, 0)
    }

    /// Reads games from an input of which some lines have been read.
    pub(crate) fn after(input: R, lines: usize) -> RecordReader<R> {
        RecordReader { input, lines, pending: None }
    }

    /// The next line; of one that is too long only the beginning.
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_GAME as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.lines += 1;
        let is_cut = bytes.len() == LONGEST_GAME && !bytes.ends_with(b"\n");
        if is_cut {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(Line { bytes, number: self.lines, is_cut }))
    }
}

/// The lines of one game while they are gathered.
struct Gathering {
    bytes: Vec<u8>,
    first_line: usize,
    has_game_header: bool,
    has_moves: bool,
    in_comment: bool,
    is_too_long: bool,
}

impl Gathering {
    fn new(first_line: usize) -> Gathering {
        let bytes = Vec::new();
        Gathering { bytes, first_line, has_game_header: false, has_moves: false, in_comment: false, is_too_long: false }
    }

    /// Whether a line begins the next game.
    fn ends_before(&self, line: &Line) -> bool {
        if line.is_game_header() {
            return self.has_game_header || self.has_moves;
        }
        self.has_moves && !self.in_comment && line.is_header()
    }

    fn add(&mut self, line: Line) {
        self.has_game_header |= !self.in_comment && line.is_game_header();
        let moves = if line.is_header() && !self.has_moves { behind_headers(&line.bytes) } else { &line.bytes };
        self.has_moves |= !moves.trim_ascii().is_empty();
        self.follow_comments(moves);
        self.is_too_long |= line.is_cut || self.bytes.len() + line.bytes.len() > LONGEST_GAME;
        if !self.is_too_long {
            self.bytes.extend(line.bytes);
        }
    }

    /// Finds out whether a comment is open at the end of a line of moves. What stands behind `# ` does not count.
    fn follow_comments(&mut self, moves: &[u8]) {
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
            return RecordText::damaged(first_line, RecordProblem::TooLong(LONGEST_GAME));
        }
        RecordText::from_bytes(self.bytes, first_line)
    }
}

/// What stands behind the headers of a line.
fn behind_headers(line: &[u8]) -> &[u8] {
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
        let mut game: Option<Gathering> = None;
        while let Some(line) = self.next_line()? {
            if game.is_none() && line.bytes.trim_ascii().is_empty() {
                continue;
            }
            let gathering = game.get_or_insert_with(|| Gathering::new(line.number));
            if gathering.ends_before(&line) {
                self.pending = Some(line);
                break;
            }
            gathering.add(line);
        }
        Ok(game.map(Gathering::finish))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &[u8]) -> Vec<RecordText> {
        RecordReader::new(text).map(|game| game.expect("memory can be read")).collect()
    }

    #[test]
    fn games_are_parted_at_their_headers() {
        let text = b"\n[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4\n\n[Board \"square8\"]\r\n\r\n*\r\n[Game \"RingRift\"]\n[Game \"RingRift\"]\n";
        let games = games(text);
        let lines: Vec<usize> = games.iter().map(RecordText::first_line).collect();
        assert_eq!(lines, [2, 7, 10, 11]);
    }

    #[test]
    fn headers_within_comments_are_comments_unless_a_game_begins() {
        let text = b"[Board \"square8\"]\n{ a\n[Board \"x\"]\n}\n1. P d4 { never closed\n[Event \"x\"]\n\n[Game \"RingRift\"]\n*\n";
        let lines: Vec<usize> = games(text).iter().map(RecordText::first_line).collect();
        assert_eq!(lines, [1, 8]);
    }

    #[test]
    fn games_of_one_line_and_braces_behind_a_hash_do_not_hide_the_next_game() {
        let one = "[Board \"square8\"] 1. P d4*2; M d4-d6 *\n";
        assert_eq!(games(one.repeat(3).as_bytes()).len(), 3);
        let hash = "[Board \"square8\"]\n1. P d4*2 # see {\n".repeat(2);
        assert!(games(hash.as_bytes()).iter().all(|game| game.read().is_ok()));
        assert_eq!(games(hash.as_bytes()).len(), 2);
    }

    #[test]
    fn damage_does_not_reach_the_next_game() {
        let mut text = b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. P d4 \xff\n".to_vec();
        text.extend(b"[Game \"RingRift\"]\n[Board \"square8\"]\n\n1. ");
        text.extend(vec![b'x'; LONGEST_GAME + 10]);
        text.extend(b"\n[Game \"RingRift\"]\n[Board \"square8\"]\n\n*\n");
        let errors: Vec<Option<String>> =
            games(&text).iter().map(|game| Some(game.read().err()?.to_string())).collect();
        let text = "line 4, column 9: this is not UTF-8 text";
        let long = format!("line 5, column 1: this game has more than {LONGEST_GAME} bytes");
        assert_eq!(errors, [Some(text.to_owned()), Some(long), None]);
    }
}
