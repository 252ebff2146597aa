//! Drawing options.

use ringrift::ByPlayer;

use crate::error::DrawError;
use crate::svg::theme::{Material, Theme};

/// Options that all kinds of pictures share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub theme: Theme,
    /// Material of the board.
    pub material: Material,
    /// Whether column and row names are drawn around the board.
    pub coordinates: bool,
    /// Whether the empty cells of small hexagonal boards show their names.
    pub cell_names: bool,
    /// Whether a table of the players is drawn below the board; in a film strip, a legend of their names and colours.
    pub table: bool,
    /// Player names; an empty name is drawn as `Player 1` and so on.
    pub names: ByPlayer<String>,
    /// Id of the picture and prefix of all ids in it; must differ between pictures on the same page. A letter followed by at
    /// most 31 letters, digits, hyphens or underscores.
    pub prefix: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            theme: Theme::Auto,
            material: Material::Wood,
            coordinates: true,
            cell_names: true,
            table: true,
            names: ByPlayer::default(),
            prefix: "rr".to_owned(),
        }
    }
}

impl Options {
    /// Checks that the id prefix can be used in a style sheet.
    pub(crate) fn check(&self) -> Result<(), DrawError> {
        if is_id(&self.prefix) { Ok(()) } else { Err(DrawError::Prefix) }
    }
}

/// Reports whether a text can be an id in a style sheet.
fn is_id(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    text.len() <= 32 && text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_part)
}
