//! Games between the same players in the same place.

use arena::settings::{EntrantSettings, Format, Tournament};

use super::place::Ground;

/// The seed of all series: games with the same number begin alike, whoever plays.
const SEED: u64 = 1;

/// Games between the same players, once from every seat in each condition. It is a run of the arena.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// What the run is called; a log has one run of each name.
    pub(crate) name: String,
    /// Where.
    pub(crate) ground: Ground,
    /// Who plays, as many as there are seats. The same player may come several times.
    pub(crate) players: Vec<String>,
    /// In how many conditions.
    pub(crate) conditions: u32,
}

impl Series {
    /// The series as a tournament.
    pub(crate) fn tournament(&self) -> Tournament {
        let (ringrift, asg) = self.ground.settings();
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

/// The player behind a name: whoever sits in several seats has names with numbers, such as `level:5#2`.
pub(crate) fn player_of(name: &str) -> &str {
    name.split_once('#').map_or(name, |(player, _)| player)
}
