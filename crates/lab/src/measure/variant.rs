//! The variants under measurement.

use arena::settings::{AsgSettings, RingRiftSettings};
use ringrift::BoardKind;

/// RingRift rules and openings.
#[derive(Copy, Clone, Debug)]
pub(crate) struct RingRiftVariant {
    pub(crate) board: BoardKind,
    pub(crate) players: u8,
    pub(crate) edition: &'static str,
    /// Rules that differ from the edition.
    pub(crate) set: &'static [(&'static str, &'static str)],
    /// Number of random actions at the start of games.
    pub(crate) random_plies: u32,
}

impl RingRiftVariant {
    /// Returns the settings of a tournament.
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

/// Game and rules under measurement.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Variant {
    RingRift(RingRiftVariant),
    /// The Agent Strategy Game, alternating between all built-in maps.
    Asg,
}

impl Variant {
    /// Returns the number of players.
    pub(crate) fn seats(&self) -> u8 {
        match self {
            Variant::RingRift(rules) => rules.players,
            Variant::Asg => 2,
        }
    }

    /// Reports whether the board is large, so that players may think longer.
    pub(crate) fn is_large(&self) -> bool {
        matches!(self, Variant::RingRift(rules) if !matches!(rules.board, BoardKind::Square8 | BoardKind::Hex8))
    }

    /// Returns the settings of a tournament; one of the two is set.
    pub(super) fn settings(&self) -> (Option<RingRiftSettings>, Option<AsgSettings>) {
        match self {
            Variant::RingRift(rules) => (Some(rules.settings()), None),
            Variant::Asg => {
                let scenarios = asg::library::ALL.iter().map(|entry| entry.id.to_owned()).collect();
                (None, Some(AsgSettings { scenarios, ..AsgSettings::default() }))
            }
        }
    }
}
