//! Untrusted text on the terminal.

/// Makes untrusted text safe for the terminal: on one line, with U+FFFD for control and invisible characters.
pub fn plain(text: &str) -> String {
    safe_text::single_line(text).into_owned()
}

/// Works like [`plain`] for a text of several lines, such as a list of problems. Drops line breaks at the end.
pub fn plain_lines(text: &str) -> String {
    safe_text::multi_line(text.trim_end_matches(['\r', '\n']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_commands_are_disarmed() {
        assert_eq!(plain("a\u{1b}[2J\u{7f}\u{9b}b"), "a\u{fffd}[2J\u{fffd}\u{fffd}b");
        assert_eq!(plain("one\r\ntwo"), "one  two");
    }

    #[test]
    fn several_lines_stay_lines() {
        assert_eq!(plain_lines("one\u{7}\r\ntwo\r\n"), "one\u{fffd}\ntwo");
    }
}
