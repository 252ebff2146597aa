//! Where games are measured.

use arena::settings::{AsgSettings, RingRiftSettings};
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
    fn settings(&self) -> RingRiftSettings {
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
}

/// Which game is measured, and where.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Ground {
    RingRift(Place),
    /// The Agent Strategy Game, on all built-in maps in turn.
    Asg,
}

impl Ground {
    /// How many play.
    pub(crate) fn seats(&self) -> u8 {
        match self {
            Ground::RingRift(place) => place.players,
            Ground::Asg => 2,
        }
    }

    /// Whether the board is one of the large ones, where players may think longer.
    pub(crate) fn is_large(&self) -> bool {
        matches!(self, Ground::RingRift(place) if !matches!(place.board, BoardKind::Square8 | BoardKind::Hex8))
    }

    /// The settings of either game, as a tournament has them.
    pub(super) fn settings(&self) -> (Option<RingRiftSettings>, Option<AsgSettings>) {
        match self {
            Ground::RingRift(place) => (Some(place.settings()), None),
            Ground::Asg => {
                let scenarios = asg::library::ALL.iter().map(|entry| entry.id.to_owned()).collect();
                (None, Some(AsgSettings { scenarios, ..AsgSettings::default() }))
            }
        }
    }
}
