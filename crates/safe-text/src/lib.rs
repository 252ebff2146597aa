//! Makes untrusted text safe to show.
//!
//! Names, messages and files from outside can contain control characters that drive a terminal, bidirectional overrides that
//! reorder the text around them, and invisible characters that make two different names look the same. [`is_hidden`] defines
//! these characters for the whole workspace. The functions either replace them with U+FFFD, so that the reader notices
//! them, or remove them; [`escape_html`] and [`escape_markdown`] also escape markup, and [`excerpt`] limits the length.

mod escape;

pub use escape::{csv_field, escape_html, escape_json, escape_markdown};

use std::borrow::Cow;

/// Reports whether a character is invisible or changes how the text around it is displayed.
///
/// True for control characters (line breaks and tabs included), line and paragraph separators, bidirectional controls,
/// zero-width and other invisible format characters, tags and noncharacters. False for spaces and U+FFFD.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Replaces each hidden character with U+FFFD, and each line break or tab with a space, so that the text is on one line.
pub fn single_line(text: &str) -> Cow<'_, str> {
    replaced(text, |c| match c {
        '\n' | '\r' | '\t' => Some(' '),
        c if is_hidden(c) => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    })
}

/// Replaces each hidden character with U+FFFD, line breaks and tabs included.
///
/// Texts that differ only in spaces and line breaks remain different, unlike with [`single_line`], so that a report does not
/// show two different names as the same.
pub fn mark_hidden(text: &str) -> Cow<'_, str> {
    replaced(text, |c| is_hidden(c).then_some(char::REPLACEMENT_CHARACTER))
}

/// Works like [`single_line`], but keeps line breaks. `\r\n` becomes `\n`.
pub fn multi_line(text: &str) -> String {
    text.replace("\r\n", "\n").split('\n').map(single_line).collect::<Vec<_>>().join("\n")
}

/// Removes hidden characters. Line breaks and tabs become spaces.
pub fn remove_hidden(text: &str) -> String {
    let spaced = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c });
    spaced.filter(|&c| !is_hidden(c)).collect()
}

/// Returns the start of a text for a message: trimmed, with each hidden character replaced by U+FFFD, and truncated to
/// `max_chars` characters with `…` at the end if it was longer.
///
/// ```
/// assert_eq!(safe_text::excerpt(" a\u{1b}[31mb\n", 60), "a\u{fffd}[31mb");
/// assert_eq!(safe_text::excerpt("abcdef", 3), "abc…");
/// ```
pub fn excerpt(text: &str, max_chars: usize) -> String {
    let text = text.trim();
    let end = text.char_indices().nth(max_chars).map_or(text.len(), |(index, _)| index);
    let mut short = mark_hidden(&text[..end]).into_owned();
    if end < text.len() {
        short.push('…');
    }
    short
}

/// Makes a text a [`single_line`] and truncates it to `max_bytes` bytes of UTF-8, with `…` at the end if it was longer.
///
/// The limit does not include the bytes of `…`.
pub fn excerpt_bytes(text: &str, max_bytes: usize) -> String {
    let mut short = String::new();
    for c in single_line(text).chars() {
        if short.len() + c.len_utf8() > max_bytes {
            short.push('…');
            break;
        }
        short.push(c);
    }
    short
}

/// Replaces each character for which `replacement` returns a character.
fn replaced(text: &str, replacement: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    if !text.contains(|c| replacement(c).is_some()) {
        return text.into();
    }
    text.chars().map(|c| replacement(c).unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One character of each class of hidden characters.
    const HIDDEN: [char; 12] = [
        '\u{0}',
        '\u{1b}',
        '\u{7f}',
        '\u{9b}',
        '\u{ad}',
        '\u{200b}',
        '\u{2028}',
        '\u{202e}',
        '\u{2066}',
        '\u{feff}',
        '\u{ffff}',
        '\u{e0041}',
    ];

    #[test]
    fn ordinary_text_is_unchanged() {
        for text in ["", "Mühle → 12 漢", "a  b", "é\u{301}", "👍🏽", "\u{fffd}"] {
            assert!(matches!(single_line(text), Cow::Borrowed(same) if same == text), "{text}");
            assert!(matches!(mark_hidden(text), Cow::Borrowed(same) if same == text), "{text}");
            assert_eq!(multi_line(text), text);
            assert_eq!(remove_hidden(text), text);
        }
    }

    #[test]
    fn hidden_characters_are_replaced_or_removed() {
        for c in HIDDEN {
            let text = format!("a{c}b");
            assert_eq!(single_line(&text), "a\u{fffd}b", "{c:?}");
            assert_eq!(mark_hidden(&text), "a\u{fffd}b", "{c:?}");
            assert_eq!(remove_hidden(&text), "ab", "{c:?}");
        }
    }

    #[test]
    fn line_breaks_and_tabs_become_spaces_on_a_single_line() {
        assert_eq!(single_line("one\r\ntwo\tthree"), "one  two three");
        assert_eq!(remove_hidden("one\ntwo"), "one two");
        assert_eq!(mark_hidden("one\ntwo"), "one\u{fffd}two");
    }

    #[test]
    fn multi_line_keeps_lines() {
        assert_eq!(multi_line("one\u{7}\r\ntwo\tthree"), "one\u{fffd}\ntwo three");
        assert_eq!(multi_line("one\n\n"), "one\n\n");
    }

    #[test]
    fn excerpts_are_trimmed_and_limited_in_characters() {
        assert_eq!(excerpt(" a1 ", 60), "a1");
        assert_eq!(excerpt("a\n\u{1b}[31mb", 60), "a\u{fffd}\u{fffd}[31mb");
        assert_eq!(excerpt(&"é".repeat(1000), 60).chars().count(), 61);
        assert_eq!(excerpt(&"é".repeat(60), 60).chars().count(), 60);
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn excerpts_are_limited_in_bytes() {
        assert_eq!(excerpt_bytes("abc", 3), "abc");
        assert_eq!(excerpt_bytes("aéé", 3), "aé…");
        assert_eq!(excerpt_bytes("aéé", 4), "aé…");
    }
}
