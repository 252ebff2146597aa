//! Conversion of styled text to terminal widgets.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ringrift_text::board_view::{Row, TextStyle, colour_code};

/// Mapping of text styles to terminal styles.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// Without colours only letters distinguish the players.
    pub(crate) has_colours: bool,
}

impl Palette {
    /// Returns the terminal style of a text style.
    pub(crate) fn style(self, text_style: TextStyle) -> Style {
        let modifiers = [
            (text_style.is_bold, Modifier::BOLD),
            (text_style.is_dim, Modifier::DIM),
            (text_style.is_reversed, Modifier::REVERSED),
        ];
        let modifiers = modifiers.into_iter().filter(|(is_set, _)| *is_set).map(|(_, modifier)| modifier);
        let style = Style::new().add_modifier(modifiers.collect());
        match text_style.player {
            Some(player) if self.has_colours => style.fg(Color::Indexed(colour_code(player))),
            _ => style,
        }
    }

    /// Converts a row of text.
    pub(crate) fn line(self, row: &Row) -> Line<'static> {
        let spans = row.spans.iter().map(|span| Span::styled(span.text.clone(), self.style(span.style)));
        Line::from_iter(spans)
    }

    pub(crate) fn lines(self, rows: &[Row]) -> Vec<Line<'static>> {
        rows.iter().map(|row| self.line(row)).collect()
    }

    /// Wraps a text in one style.
    pub(crate) fn wrapped(self, text: &str, text_style: TextStyle, width: u16) -> Vec<Line<'static>> {
        let style = self.style(text_style);
        wrap(text, width.into()).into_iter().map(|line| Line::styled(line, style)).collect()
    }
}

/// Wraps a text into lines of at most `width` columns, between words where possible.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in text.split(' ') {
        if used > 0 && used + 1 + columns(word) > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if used > 0 {
            line.push(' ');
            used += 1;
        }
        for c in word.chars() {
            let length = columns(c.encode_utf8(&mut [0; 4]));
            if used > 0 && used + length > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(c);
            used += length;
        }
    }
    lines.push(line);
    lines
}

/// Returns the width of a text in terminal columns.
pub(crate) fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("漢字漢字", 5), ["漢字", "漢字"]);
    }
}
