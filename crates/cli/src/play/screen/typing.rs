//! Text input on the screen.

use ratatui::crossterm::event::KeyCode;

/// Maximum length of the input, in bytes.
const LONGEST: usize = 200;

/// Result of a key during text input.
pub(super) enum Typed {
    /// The input continues.
    More(String),
    /// The input is complete.
    Done(String),
    /// The input is cancelled.
    Cancelled,
}

/// Handles a key.
pub(super) fn typed(key: KeyCode, mut text: String) -> Typed {
    match key {
        KeyCode::Enter => return Typed::Done(text),
        KeyCode::Esc => return Typed::Cancelled,
        KeyCode::Backspace if text.pop().is_none() => return Typed::Cancelled,
        KeyCode::Char(c) if text.len() < LONGEST => text.push(c),
        _ => {}
    }
    Typed::More(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_letters_backspace_enter_and_escape() {
        let mut text = String::new();
        for c in "漢x".repeat(500).chars() {
            let Typed::More(more) = typed(KeyCode::Char(c), text) else { panic!("typing ended") };
            text = more;
        }
        assert!(text.len() < LONGEST + 4);
        assert!(matches!(typed(KeyCode::Backspace, "a".to_owned()), Typed::More(rest) if rest.is_empty()));
        assert!(matches!(typed(KeyCode::Backspace, String::new()), Typed::Cancelled));
        assert!(matches!(typed(KeyCode::Esc, "a".to_owned()), Typed::Cancelled));
        assert!(matches!(typed(KeyCode::Enter, "a".to_owned()), Typed::Done(text) if text == "a"));
    }
}
