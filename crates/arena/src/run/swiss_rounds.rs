//! The rounds of a Swiss tournament.

use game::Ranks;

use crate::log::Manifest;
use crate::matches::schedule::{GameSpec, Schedule, Swiss};

/// Rounds of a Swiss tournament. The pairings of a round depend on the results of the rounds before.
#[derive(Clone, Debug)]
pub(super) struct SwissRounds {
    swiss: Swiss,
    seats: usize,
    round: u32,
    rounds: u32,
    conditions_per_round: u32,
}

impl SwissRounds {
    pub(super) fn new(manifest: &Manifest, seats: usize) -> SwissRounds {
        let Manifest { rounds, conditions_per_round, .. } = *manifest;
        SwissRounds { swiss: Swiss::new(manifest.entrants.len()), seats, round: 0, rounds, conditions_per_round }
    }

    /// Returns the games of the next round, or `None` after the last one. All games of earlier rounds must be recorded.
    pub(super) fn next_round(&mut self) -> Option<Schedule> {
        if self.round == self.rounds {
            return None;
        }
        // Settings limit the number of conditions far below the range of the type.
        let first = self.round.saturating_mul(self.conditions_per_round);
        let groups = self.swiss.groups(self.seats);
        self.swiss.record_meetings(&groups);
        self.round += 1;
        Some(Schedule::of_groups(groups, first..first.saturating_add(self.conditions_per_round)))
    }

    /// Adds the result of a game.
    pub(super) fn record(&mut self, spec: &GameSpec, ranks: Ranks) {
        self.swiss.record_game(&spec.seats, ranks);
    }
}
