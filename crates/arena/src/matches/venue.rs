//! Rules and start positions of a run.

use std::sync::Arc;

use asg::{Match, Rules, Scenario, ScenarioFile};
use game::bots::random_opening;
use game::{RingRift, Roster, Rosters, derived_seed};
use ringrift::{Position, Ruleset};
use serde_json::{Value, json};

use super::record::Recordable;

/// Rules and start positions of the games of a run.
pub trait Venue: Send + Sync {
    type Game: Recordable;

    fn seats(&self) -> usize;

    /// Returns the number of different openings or maps. Conditions cycle through them.
    fn start_count(&self) -> usize;

    /// Returns the start of the games with a condition. The same seed and condition give the same start.
    fn start(&self, seed: u64, condition: u32) -> Self::Game;

    /// Returns everything the starts depend on, for the manifest of a run.
    fn describe(&self) -> Value;

    /// Selects the built-in players of the game.
    fn roster(rosters: &Rosters) -> &Roster<Self::Game>;
}

/// Rules and openings of RingRift games.
#[derive(Clone, Debug)]
pub struct RingRiftVenue {
    /// Start positions, used in turn; at least one, all with the same rules.
    pub openings: Vec<Position>,
    /// Number of random actions played before the players take over.
    pub random_plies: usize,
}

impl RingRiftVenue {
    /// Uses the initial position of the rules as the only opening.
    ///
    /// # Errors
    /// Rejects invalid rules.
    pub fn new(rules: &Ruleset, random_plies: usize) -> Result<RingRiftVenue, ringrift::RulesetError> {
        Ok(RingRiftVenue { openings: vec![Position::new(rules)?], random_plies })
    }
}

impl Venue for RingRiftVenue {
    type Game = RingRift;

    fn seats(&self) -> usize {
        usize::from(self.openings[0].rules().players)
    }

    fn start_count(&self) -> usize {
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

/// Rules and maps of ASG matches.
#[derive(Clone, Debug)]
pub struct AsgVenue {
    /// Maps, used in turn; at least one.
    pub scenarios: Vec<Arc<Scenario>>,
    pub rules: Rules,
}

impl Venue for AsgVenue {
    type Game = Match;

    fn seats(&self) -> usize {
        2
    }

    fn start_count(&self) -> usize {
        self.scenarios.len()
    }

    fn start(&self, seed: u64, condition: u32) -> Match {
        let scenario = &self.scenarios[condition as usize % self.scenarios.len()];
        let seed = derived_seed(seed, &["luck", &condition.to_string()]) as u32;
        Match::new(scenario.clone(), self.rules, seed.into())
    }

    fn describe(&self) -> Value {
        let scenarios: Vec<&ScenarioFile> = self.scenarios.iter().map(|scenario| scenario.file()).collect();
        json!({ "game": "asg", "rules": self.rules.name(), "scenarios": scenarios })
    }

    fn roster(rosters: &Rosters) -> &Roster<Match> {
        &rosters.asg
    }
}
