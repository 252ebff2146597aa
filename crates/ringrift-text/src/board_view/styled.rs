//! Text with looks, apart from how a terminal is told about them.

use std::fmt;

use owo_colors::{OwoColorize, Style, XtermColors};
use ringrift::Player;

/// How a piece of text looks.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Whose colour it has, if anybody's.
    pub player: Option<Player>,
    /// Whether it is bold.
    pub is_bold: bool,
    /// Whether it is faint.
    pub is_dim: bool,
    /// Whether text and background are exchanged.
    pub is_reversed: bool,
}

impl Look {
    /// Like all other text.
    pub const PLAIN: Look = Look { player: None, is_bold: false, is_dim: false, is_reversed: false };
    /// For what matters.
    pub const BOLD: Look = Look { is_bold: true, ..Look::PLAIN };
    /// For what matters less.
    pub const DIM: Look = Look { is_dim: true, ..Look::PLAIN };

    /// In the colour of a player.
    pub const fn of(player: Player) -> Look {
        Look { player: Some(player), ..Look::PLAIN }
    }

    /// The same, bold.
    pub const fn bold(self) -> Look {
        Look { is_bold: true, ..self }
    }

    /// The same with text and background exchanged, or not.
    pub const fn reversed(self, is_reversed: bool) -> Look {
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
pub const fn colour_code(player: Player) -> u8 {
    [33, 208, 36, 175][player.index()]
}

/// A piece of text with one look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// Its look.
    pub look: Look,
}

/// A line of text that is filled from left to right; as text it has the colours of a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Its pieces.
    pub pieces: Vec<Piece>,
    /// How many columns it takes.
    pub width: usize,
}

impl Row {
    /// A row of one piece.
    pub fn of(text: &str, look: Look) -> Row {
        let mut row = Row::default();
        row.put(0, text, look);
        row
    }

    /// Writes at a column, or right after what is there already.
    pub fn put(&mut self, column: usize, text: &str, look: Look) {
        if self.width < column {
            self.push(" ".repeat(column - self.width), Look::PLAIN);
        }
        self.push(text.to_owned(), look);
    }

    /// The row without the pieces at its end that go beyond a width.
    pub fn within(mut self, width: usize) -> Row {
        while self.width > width {
            self.width -= self.pieces.pop().map_or(self.width, |piece| piece.text.chars().count());
        }
        self
    }

    /// The row without any look.
    pub fn plain(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>().trim_end().to_owned()
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
