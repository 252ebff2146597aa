//! Safe excerpts of untrusted text for messages.

/// The maximum number of characters of an excerpt, before the ellipsis.
const MAX_CHARS: usize = 60;

/// Returns the start of an untrusted text in a form that is safe in a message: trimmed, on one line, at most 60
/// characters and an ellipsis, with U+FFFD for each control character.
pub fn excerpt(text: &str) -> String {
    let text = text.trim();
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let ellipsis = if text.chars().count() > MAX_CHARS { "…" } else { "" };
    text.chars().take(MAX_CHARS).map(printable).chain(ellipsis.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trims_and_truncates_text_and_replaces_control_characters() {
        assert_eq!(excerpt(" a1 "), "a1");
        assert_eq!(excerpt("a\n\u{1b}[31mb"), "a\u{fffd}\u{fffd}[31mb");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), MAX_CHARS + 1);
    }
}
