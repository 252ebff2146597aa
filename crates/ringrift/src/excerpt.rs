//! Texts of unknown origin, made fit to stand in a message.

/// How many characters of a text are shown.
const LONGEST: usize = 60;

/// The beginning of a text of unknown origin, fit to stand in a message: on one line, with a mark for everything that cannot
/// be printed.
pub fn excerpt(text: &str) -> String {
    let text = text.trim();
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let rest = if text.chars().count() > LONGEST { "…" } else { "" };
    text.chars().take(LONGEST).map(printable).chain(rest.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_strange_texts_become_short_and_plain() {
        assert_eq!(excerpt(" a1 "), "a1");
        assert_eq!(excerpt("a\n\u{1b}[31mb"), "a\u{fffd}\u{fffd}[31mb");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), LONGEST + 1);
    }
}
