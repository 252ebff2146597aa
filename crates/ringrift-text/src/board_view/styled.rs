//! Styled text, independent of how a terminal displays it.

use std::fmt;

use owo_colors::{OwoColorize, Style, XtermColors};
use ringrift::Player;

/// Style of a piece of text.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// The player whose colour is used; `None` for the default colour.
    pub player: Option<Player>,
    pub is_bold: bool,
    pub is_dim: bool,
    /// Whether text and background colours are exchanged.
    pub is_reversed: bool,
}

impl TextStyle {
    pub const PLAIN: TextStyle = TextStyle { player: None, is_bold: false, is_dim: false, is_reversed: false };
    pub const BOLD: TextStyle = TextStyle { is_bold: true, ..TextStyle::PLAIN };
    pub const DIM: TextStyle = TextStyle { is_dim: true, ..TextStyle::PLAIN };

    /// Returns the style with the colour of a player.
    pub const fn of(player: Player) -> TextStyle {
        TextStyle { player: Some(player), ..TextStyle::PLAIN }
    }

    pub const fn bold(self) -> TextStyle {
        TextStyle { is_bold: true, ..self }
    }

    pub const fn reversed(self, is_reversed: bool) -> TextStyle {
        TextStyle { is_reversed, ..self }
    }

    fn style(self) -> Style {
        let mut style = Style::new();
        if let Some(player) = self.player {
            style = style.color(XtermColors::from(colour_code(player)));
        }
        if self.is_bold {
            style = style.bold();
        }
        if self.is_dim {
            style = style.dimmed();
        }
        if self.is_reversed { style.reversed() } else { style }
    }
}

/// Returns a player's colour in the 256-colour palette of terminals: blue, orange, green or purple of the Okabe-Ito palette,
/// which is safe for colour-blind readers.
pub const fn colour_code(player: Player) -> u8 {
    [33, 208, 36, 175][player.index()]
}

/// A piece of text with one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    pub style: TextStyle,
}

/// A line of styled text, filled from left to right. Its `Display` emits colour codes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    pub spans: Vec<Span>,
    /// Width in terminal columns, at one column per character.
    pub width: usize,
}

impl Row {
    /// Creates a row with one span.
    pub fn of(text: &str, style: TextStyle) -> Row {
        let mut row = Row::default();
        row.put(0, text, style);
        row
    }

    /// Appends text at a column, or at the end if the row is already longer.
    pub fn put(&mut self, column: usize, text: &str, style: TextStyle) {
        if self.width < column {
            self.push(" ".repeat(column - self.width), TextStyle::PLAIN);
        }
        self.push(text.to_owned(), style);
    }

    /// Drops spans from the end until the row fits a width.
    pub fn within(mut self, width: usize) -> Row {
        while self.width > width {
            self.width -= self.spans.pop().map_or(self.width, |span| span.text.chars().count());
        }
        self
    }

    /// Returns the text without styles and without trailing spaces.
    pub fn plain(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect::<String>().trim_end().to_owned()
    }

    fn push(&mut self, text: String, style: TextStyle) {
        self.width += text.chars().count();
        self.spans.push(Span { text, style });
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans.iter().try_for_each(|span| match span.style {
            TextStyle::PLAIN => f.write_str(&span.text),
            style => write!(f, "{}", span.text.style(style.style())),
        })
    }
}
