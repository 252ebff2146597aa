//! From text with looks to what the screen is made of.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::words::wrap;
use crate::board_view::{Look, Row, colour_code};

/// How looks appear on the screen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// Without colours players are told apart by their letters alone.
    pub(crate) has_colours: bool,
}

impl Palette {
    /// How a look appears.
    pub(crate) fn style(self, look: Look) -> Style {
        let modifiers =
            [(look.is_bold, Modifier::BOLD), (look.is_dim, Modifier::DIM), (look.is_reversed, Modifier::REVERSED)];
        let modifiers = modifiers.into_iter().filter(|(is_set, _)| *is_set).map(|(_, modifier)| modifier);
        let style = Style::new().add_modifier(modifiers.collect());
        match look.player {
            Some(player) if self.has_colours => style.fg(Color::Indexed(colour_code(player))),
            _ => style,
        }
    }

    /// A row of text.
    pub(crate) fn line(self, row: &Row) -> Line<'static> {
        let spans = row.pieces.iter().map(|piece| Span::styled(piece.text.clone(), self.style(piece.look)));
        Line::from_iter(spans)
    }

    /// Rows of text.
    pub(crate) fn lines(self, rows: &[Row]) -> Vec<Line<'static>> {
        rows.iter().map(|row| self.line(row)).collect()
    }

    /// A text with one look, wrapped.
    pub(crate) fn wrapped(self, text: &str, look: Look, width: u16) -> Vec<Line<'static>> {
        let style = self.style(look);
        wrap(text, width.into()).into_iter().map(|line| Line::styled(line, style)).collect()
    }
}
