//! Series of games between the same players.

use arena::settings::{EntrantSettings, Format, Tournament};

use super::variant::Variant;

/// Seed of all series: conditions with the same number have the same opening in all series with the same rules.
const SEED: u64 = 1;

/// Games between the same players. A condition determines the start of a game: the opening, or the map and the random
/// numbers. Each condition is played once from every seat. A series is one run of the arena.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Name of the run, unique in a log.
    pub(crate) name: String,
    pub(crate) variant: Variant,
    /// Players by seat; the same player can have several seats.
    pub(crate) players: Vec<String>,
    /// Number of conditions.
    pub(crate) conditions: u32,
}

impl Series {
    /// Returns the settings of a tournament.
    pub(crate) fn tournament(&self) -> Tournament {
        let (ringrift, asg) = self.variant.settings();
        Tournament {
            name: self.name.clone(),
            format: Format::RoundRobin,
            rounds: self.conditions,
            conditions_per_round: 1,
            seed: SEED,
            ringrift,
            asg,
            entrants: self.players.iter().map(|player| EntrantSettings::named(player)).collect(),
            prices: Default::default(),
            cost_cap: None,
        }
    }
}

/// Returns the player in the name of an entrant. A player in several seats has numbered names such as `level:5#2`.
pub(crate) fn player_of(name: &str) -> &str {
    name.split_once('#').map_or(name, |(player, _)| player)
}
