//! Untrusted texts in reports: hidden characters, escaping, and width on the terminal.

use unicode_width::UnicodeWidthChar;

pub(super) use safe_text::{
    csv_field as csv, escape_html as html, escape_markdown as markdown, mark_hidden as plain, multi_line as plain_lines,
};

/// Returns the number of terminal columns of a text.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or(0)).sum()
}

/// Shortens a text to a number of columns. Keeps the start and the end, in which names often differ.
pub(super) fn fitted(text: &str, most: usize) -> String {
    // Also limits the characters, because combining characters have no width.
    if width(text) <= most && text.chars().count() <= 4 * most {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let tail_room = room / 3;
    let head = cut(text.chars(), room - tail_room);
    let tail: String = cut(text.chars().rev(), tail_room).chars().rev().collect();
    format!("{head}…{tail}")
}

fn cut(letters: impl Iterator<Item = char>, most: usize) -> String {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= most
    };
    letters.take(2 * most).take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_json_keeps_its_meaning() {
        let name = "a\u{9b}31m\u{202e}\u{e0041}é";
        let safe = safe_text::escape_json(&serde_json::to_string(name).expect("a string can be serialized"));
        assert_eq!(serde_json::from_str::<String>(&safe).expect("the escaped text is JSON"), name);
    }

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(fitted("abcdefghijkl", 7), "abcd…kl");
        assert_eq!(width(&fitted(&"東".repeat(50), 20)), 19);
        assert_eq!(fitted("short", 5), "short");
        assert!(fitted(&format!("a{}", "\u{301}".repeat(300)), 10).chars().count() < 30);
    }
}
