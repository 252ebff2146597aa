//! Untrusted text on the terminal.

/// Returns untrusted text in a form that is safe to print: on one line, with U+FFFD in place of control characters and of
/// characters that change the writing direction.
pub fn plain(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Like [`plain`], but keeps line breaks.
pub fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_control_and_direction_characters() {
        assert_eq!(plain("Mühle → 12 漢"), "Mühle → 12 漢");
        assert_eq!(plain("a\u{1b}[2J\u{7f}\u{9b}b"), "a\u{fffd}[2J\u{fffd}\u{fffd}b");
        assert_eq!(plain("one\r\ntwo\u{202e}three\u{2066}"), "one  two\u{fffd}three\u{fffd}");
        assert_eq!(plain_lines("one\u{7}\ntwo"), "one\u{fffd}\ntwo");
    }
}
