//! Text with looks, apart from how a terminal is told about them.

use std::fmt;

use owo_colors::{OwoColorize, Style, XtermColors};
use ringrift::Player;

/// How a piece of text looks.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Look {
    /// Whose colour it has, if anybody's.
    pub(crate) player: Option<Player>,
    pub(crate) is_bold: bool,
    pub(crate) is_dim: bool,
    pub(crate) is_reversed: bool,
}

impl Look {
    /// Like all other text.
    pub(crate) const PLAIN: Look = Look { player: None, is_bold: false, is_dim: false, is_reversed: false };
    /// For what matters.
    pub(crate) const BOLD: Look = Look { is_bold: true, ..Look::PLAIN };
    /// For what matters less.
    pub(crate) const DIM: Look = Look { is_dim: true, ..Look::PLAIN };

    /// In the colour of a player.
    pub(crate) const fn of(player: Player) -> Look {
        Look { player: Some(player), ..Look::PLAIN }
    }

    /// The same, bold.
    pub(crate) const fn bold(self) -> Look {
        Look { is_bold: true, ..self }
    }

    /// The same with text and background exchanged, or not.
    pub(crate) const fn reversed(self, is_reversed: bool) -> Look {
        Look { is_reversed, ..self }
    }

    /// The look as the terminal is told about it.
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

/// The number of a player's colour among the 256 of a terminal: blue, orange, green and purple from the Okabe-Ito palette,
/// which colour-blind people can tell apart.
pub(crate) const fn colour_code(player: Player) -> u8 {
    [33, 208, 36, 175][player.index()]
}

/// A piece of text with one look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) look: Look,
}

/// A line of text that is filled from left to right; as text it has the colours of a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) width: usize,
}

impl Row {
    /// A row of one piece.
    pub(crate) fn of(text: &str, look: Look) -> Row {
        let mut row = Row::default();
        row.put(0, text, look);
        row
    }

    /// Writes at a column, or right after what is there already.
    pub(crate) fn put(&mut self, column: usize, text: &str, look: Look) {
        if self.width < column {
            self.push(" ".repeat(column - self.width), Look::PLAIN);
        }
        self.push(text.to_owned(), look);
    }

    /// The row without the pieces at its end that go beyond a width.
    pub(crate) fn within(mut self, width: usize) -> Row {
        while self.width > width {
            self.width -= self.pieces.pop().map_or(self.width, |piece| piece.text.chars().count());
        }
        self
    }

    fn push(&mut self, text: String, look: Look) {
        self.width += text.chars().count();
        self.pieces.push(Piece { text, look });
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece.look {
            Look::PLAIN => f.write_str(&piece.text),
            look => write!(f, "{}", piece.text.style(look.style())),
        })
    }
}
