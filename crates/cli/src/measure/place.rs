//! Where games are measured.

use arena::settings::RingRiftSettings;
use ringrift::BoardKind;

/// Rules and how games begin.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    pub(crate) board: BoardKind,
    pub(crate) players: u8,
    pub(crate) edition: &'static str,
    /// What is changed of the edition.
    pub(crate) set: &'static [(&'static str, &'static str)],
    /// Games begin with so many random actions.
    pub(crate) random_plies: u32,
}

impl Place {
    /// The place as a tournament has it.
    pub(crate) fn settings(&self) -> RingRiftSettings {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        RingRiftSettings {
            board: self.board.to_string(),
            players: self.players,
            edition: self.edition.to_owned(),
            set: self.set.iter().map(owned).collect(),
            random_plies: self.random_plies,
            openings: Vec::new(),
        }
    }

    /// Whether the board is one of the large ones, where players may think longer.
    pub(crate) fn is_large(&self) -> bool {
        !matches!(self.board, BoardKind::Square8 | BoardKind::Hex8)
    }
}
