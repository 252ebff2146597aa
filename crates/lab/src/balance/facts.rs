//! Facts about games, found by replaying them.

use std::collections::BTreeMap;

use arena::ParsedRecord;
use arena::log::GameLine;
use cli_support::Failure;
use game::{Game, Ranks, RingRift};
use ringrift::Action;

use crate::measure::{PartLog, map_games};

/// Facts about a game.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) ranks: Ranks,
    pub(super) reason: String,
    /// Number of turns, including automatic passes.
    pub(super) turns: u32,
    /// Number of decisions.
    pub(super) decisions: u64,
    /// Sum of the numbers of legal actions over all decisions.
    pub(super) options: u64,
    /// Sum of the natural logarithms of the numbers of legal actions, over all decisions.
    pub(super) log_options: f64,
    /// Whether the second player used the pie rule.
    pub(super) is_swapped: bool,
    pub(super) start: RingRift,
    pub(super) actions: Vec<Action>,
}

/// Returns the facts about the games of each run, in order.
pub(super) fn of_log(log: &PartLog) -> Result<BTreeMap<String, Vec<Facts>>, Failure> {
    let mut all: BTreeMap<String, Vec<Facts>> = BTreeMap::new();
    for (game, facts) in map_games(log, |_| true, Facts::of)? {
        all.entry(game.run).or_default().push(facts);
    }
    Ok(all)
}

impl Facts {
    fn of(game: &GameLine, recorded: ParsedRecord<RingRift>) -> Result<Facts, String> {
        let mut facts = Facts {
            ranks: game.ranks,
            reason: game.reason.clone(),
            turns: 0,
            decisions: recorded.moves.len() as u64,
            options: 0,
            log_options: 0.0,
            is_swapped: recorded.moves.contains(&Action::SwapSides),
            start: recorded.start,
            actions: recorded.moves,
        };
        facts.replay()?;
        Ok(facts)
    }

    /// Replays the game, and counts turns and legal actions.
    fn replay(&mut self) -> Result<(), String> {
        let mut game = self.start.clone();
        let first = game.position().turn();
        for action in &self.actions {
            let options = game.position().count_legal();
            self.options += options;
            self.log_options += (options.max(1) as f64).ln();
            self.turns = game.position().turn().saturating_sub(first) + 1;
            game.play(action).map_err(|problem| problem.to_string())?;
        }
        Ok(())
    }
}
