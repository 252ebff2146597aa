//! Lines of bounded length from any input.

use std::io::{BufRead, Read};

/// The longest line that is read, in bytes.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line without its end, or what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    /// It had more than [`LONGEST_LINE`] bytes, which were skipped.
    TooLong,
    /// It was not UTF-8 from this byte on.
    NotUtf8(usize),
}

/// The next line; none at the end of input, which also an input that cannot be read any more has.
pub(crate) fn next_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    if read > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        // A failing input is noticed at the next line.
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
    fn lines_end_in_any_usual_way() {
        assert_eq!(lines(b"a\r\nb\n\nc"), [text("a"), text("b"), text(""), text("c")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_line_of_the_greatest_length_is_read_and_a_longer_one_skipped() {
        let longest = "x".repeat(LONGEST_LINE);
        assert_eq!(lines(format!("{longest}\na").as_bytes()), [text(&longest), text("a")]);
        assert_eq!(lines(longest.as_bytes()), [text(&longest)]);
        for ending in ["", "\n"] {
            assert_eq!(lines(format!("{longest}x{ending}").as_bytes()), [Line::TooLong]);
        }
        assert_eq!(lines(format!("{longest}{longest}\na\n").as_bytes()), [Line::TooLong, text("a")]);
    }

    #[test]
    fn other_bytes_than_utf8_are_found() {
        assert_eq!(lines(b"ab\xffc\nd\n"), [Line::NotUtf8(2), text("d")]);
    }
}
