//! Where games are played: the rules, and how each of them begins.

use std::sync::Arc;

use asg::{Match, Rules, Scenario};
use game::bots::random_opening;
use game::{RingRift, Roster, Rosters, derived_seed};
use ringrift::{Position, Ruleset};
use serde_json::{Value, json};

use crate::archive::Archive;

/// A place where games of one kind begin.
pub trait Venue: Send + Sync {
    /// The game.
    type Game: Archive;

    /// How many play.
    fn seats(&self) -> usize;

    /// How many openings or maps there are, which conditions have in turn.
    fn beginnings(&self) -> usize;

    /// How a game begins in a condition. The same seed and condition give the same beginning.
    fn start(&self, seed: u64, condition: u32) -> Self::Game;

    /// All that beginnings depend on, for the manifest of a run.
    fn describe(&self) -> Value;

    /// Its built-in players.
    fn roster(rosters: &Rosters) -> &Roster<Self::Game>;
}

/// Where RingRift is played.
#[derive(Clone, Debug)]
pub struct RingRiftVenue {
    /// The positions with which games begin, in turn.
    pub openings: Vec<Position>,
    /// So many random actions are played first.
    pub random_plies: usize,
}

impl RingRiftVenue {
    /// The start of the game, and so many random actions.
    ///
    /// # Errors
    /// If the rules make no sense.
    pub fn new(rules: &Ruleset, random_plies: usize) -> Result<RingRiftVenue, ringrift::RulesetError> {
        Ok(RingRiftVenue { openings: vec![Position::new(rules)?], random_plies })
    }
}

impl Venue for RingRiftVenue {
    type Game = RingRift;

    fn seats(&self) -> usize {
        usize::from(self.openings[0].rules().players)
    }

    fn beginnings(&self) -> usize {
        self.openings.len()
    }

    fn start(&self, seed: u64, condition: u32) -> RingRift {
        let opening = &self.openings[condition as usize % self.openings.len()];
        let seed = derived_seed(seed, &["opening", &condition.to_string()]);
        RingRift::new(random_opening(opening, self.random_plies, seed))
    }

    fn describe(&self) -> Value {
        let openings: Vec<String> = self.openings.iter().map(Position::to_string).collect();
        json!({
            "game": "ringrift",
            "rules": self.openings[0].rules().to_string(),
            "openings": openings,
            "random_plies": self.random_plies,
        })
    }

    fn roster(rosters: &Rosters) -> &Roster<RingRift> {
        &rosters.ringrift
    }
}

/// Where ASG is played.
#[derive(Clone, Debug)]
pub struct AsgVenue {
    /// The maps, in turn.
    pub scenarios: Vec<Arc<Scenario>>,
    /// The rules.
    pub rules: Rules,
}

impl Venue for AsgVenue {
    type Game = Match;

    fn seats(&self) -> usize {
        2
    }

    fn beginnings(&self) -> usize {
        self.scenarios.len()
    }

    fn start(&self, seed: u64, condition: u32) -> Match {
        let scenario = &self.scenarios[condition as usize % self.scenarios.len()];
        let seed = derived_seed(seed, &["luck", &condition.to_string()]) as u32;
        Match::new(scenario.clone(), self.rules, seed.into())
    }

    fn describe(&self) -> Value {
        let scenarios: Vec<Value> =
            self.scenarios.iter().map(|scenario| serde_json::to_value(scenario.file()).unwrap_or_default()).collect();
        json!({ "game": "asg", "rules": self.rules.name(), "scenarios": scenarios })
    }

    fn roster(rosters: &Rosters) -> &Roster<Match> {
        &rosters.asg
    }
}
