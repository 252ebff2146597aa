//! Texts that are typed on the screen.

use ratatui::crossterm::event::KeyCode;

/// The longest text that can be typed.
const LONGEST: usize = 200;

/// What a key makes of a text that is typed.
pub(super) enum Typed {
    /// It goes on.
    More(String),
    /// It is complete.
    Done(String),
    /// It is given up.
    Not,
}

/// Takes in a key.
pub(super) fn typed(key: KeyCode, mut text: String) -> Typed {
    match key {
        KeyCode::Enter => return Typed::Done(text),
        KeyCode::Esc => return Typed::Not,
        KeyCode::Backspace if text.pop().is_none() => return Typed::Not,
        KeyCode::Char(c) if text.len() < LONGEST => text.push(c),
        _ => {}
    }
    Typed::More(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_grow_shrink_and_end() {
        let mut text = String::new();
        for c in "漢x".repeat(500).chars() {
            let Typed::More(more) = typed(KeyCode::Char(c), text) else { panic!("typing ended") };
            text = more;
        }
        assert!(text.len() < LONGEST + 4);
        assert!(matches!(typed(KeyCode::Backspace, "a".to_owned()), Typed::More(rest) if rest.is_empty()));
        assert!(matches!(typed(KeyCode::Backspace, String::new()), Typed::Not));
        assert!(matches!(typed(KeyCode::Esc, "a".to_owned()), Typed::Not));
        assert!(matches!(typed(KeyCode::Enter, "a".to_owned()), Typed::Done(text) if text == "a"));
    }
}
