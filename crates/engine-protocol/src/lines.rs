//! Lines of bounded length from any input.

use std::io::{BufRead, Read};

/// Longest line that is accepted, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Line without its end, or the reason why it was skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    /// The line had more than [`MAX_LINE_BYTES`] bytes.
    TooLong,
    /// The line is not UTF-8; the number is the index of the first invalid byte.
    NotUtf8(usize),
}

/// Reads the next line. Returns `None` at the end of input and after a read error.
pub(crate) fn next_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    if read > MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
        // A read error is ignored here: the next call returns `None`.
        let _ = input.skip_until(b'\n');
        return Some(Line::TooLong);
    }
    (read > 0).then(|| text_line(bytes))
}

fn text_line(bytes: Vec<u8>) -> Line {
    match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text.trim_end_matches(['\r', '\n']).to_owned()),
        Err(error) => Line::NotUtf8(error.utf8_error().valid_up_to()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| next_line(&mut input)).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn accepts_all_usual_line_endings() {
        assert_eq!(lines(b"a\r\nb\n\nc"), [text("a"), text("b"), text(""), text("c")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn skips_lines_above_the_limit() {
        let longest = "x".repeat(MAX_LINE_BYTES);
        assert_eq!(lines(format!("{longest}\na").as_bytes()), [text(&longest), text("a")]);
        assert_eq!(lines(longest.as_bytes()), [text(&longest)]);
        for ending in ["", "\n"] {
            assert_eq!(lines(format!("{longest}x{ending}").as_bytes()), [Line::TooLong]);
        }
        assert_eq!(lines(format!("{longest}{longest}\na\n").as_bytes()), [Line::TooLong, text("a")]);
    }

    #[test]
    fn reports_the_first_byte_that_is_not_utf8() {
        assert_eq!(lines(b"ab\xffc\nd\n"), [Line::NotUtf8(2), text("d")]);
    }
}
