//! Excerpts of untrusted texts for messages.

/// Largest number of characters in an excerpt.
const MAX_CHARS: usize = 60;

/// Returns the start of an untrusted text, safe to show in a message.
///
/// The excerpt is on one line and has at most 60 characters, and `…` if the text is longer. Control and invisible characters
/// are replaced with U+FFFD.
pub fn excerpt(text: &str) -> String {
    safe_text::excerpt(text, MAX_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_printable() {
        assert_eq!(excerpt(" a1 "), "a1");
        assert_eq!(excerpt("a\n\u{1b}[31mb"), "a\u{fffd}\u{fffd}[31mb");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), MAX_CHARS + 1);
    }
}
