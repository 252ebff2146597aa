//! What is agreed before a game.

use std::sync::Arc;

use api::{ClockRules, Purpose, Visibility};
use asg::{Rules, Scenario};
use ringrift::{Position, PositionTextError};
use serde::{Deserialize, Serialize};

use super::game::AnyGame;

/// What was agreed when a table was made; it never changes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    /// What is played.
    pub game: GameSetup,
    /// How much time there is.
    #[serde(default)]
    pub clock: ClockRules,
    /// What for.
    #[serde(default)]
    pub purpose: Purpose,
    /// Who can see it.
    #[serde(default)]
    pub visibility: Visibility,
    /// How many milliseconds later those see it who do not play.
    #[serde(default)]
    pub spectator_delay: u64,
}

/// What is played, and how it begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum GameSetup {
    /// RingRift.
    RingRift {
        /// The first position, with all rules.
        start: String,
    },
    /// The Agent Strategy Game.
    Asg {
        /// The map.
        scenario: serde_json::Value,
        /// The rules.
        rules: String,
        /// The luck. Nobody is told before the end.
        seed: u32,
        /// What is mixed into the promise of the seed, so that it cannot be guessed.
        salt: String,
    },
}

/// Why no game can begin so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The position makes no sense.
    #[error("{0}")]
    Position(#[from] PositionTextError),
    /// The map makes no sense.
    #[error("{0}")]
    Scenario(#[from] asg::ScenarioError),
    /// There are no such rules.
    #[error("there are no rules {0} of ASG; there are v0 and v1")]
    Rules(String),
}

impl GameSetup {
    /// The game as it begins.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn start(&self) -> Result<AnyGame, SetupError> {
        Ok(match self {
            GameSetup::RingRift { start } => AnyGame::ring_rift(Position::parse(start)?),
            GameSetup::Asg { scenario, rules, seed, .. } => {
                let rules = Rules::from_name(rules).ok_or_else(|| SetupError::Rules(ringrift::excerpt(rules)))?;
                let scenario = Arc::new(Scenario::from_json(scenario)?);
                AnyGame::Asg(Box::new(asg::Match::new(scenario, rules, (*seed).into())))
            }
        })
    }

    /// What is promised about the seed before the game: with seed and salt everybody can compute it afterwards.
    pub fn seed_promise(&self) -> Option<String> {
        match self {
            GameSetup::RingRift { .. } => None,
            GameSetup::Asg { seed, salt, .. } => {
                Some(blake3::hash(format!("{salt}:{seed}").as_bytes()).to_hex().to_string())
            }
        }
    }
}
