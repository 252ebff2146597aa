//! Settings of a game, fixed when it is created.

use std::sync::Arc;

use api::{ClockRules, Purpose, Visibility};
use asg::{Rules, Scenario};
use ringrift::{Position, PositionTextError};
use serde::{Deserialize, Serialize};

use super::game::AnyGame;

/// Settings of a table. They never change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    pub game: GameSetup,
    #[serde(default)]
    pub clock: ClockRules,
    #[serde(default)]
    pub purpose: Purpose,
    #[serde(default)]
    pub visibility: Visibility,
    /// Milliseconds by which spectators lag behind the players.
    #[serde(default)]
    pub spectator_delay: u64,
}

/// The game and its start position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum GameSetup {
    RingRift {
        /// Text of the start position, including the rules.
        start: String,
    },
    Asg {
        scenario: serde_json::Value,
        /// Rules version, such as `v1`.
        rules: String,
        /// Seed of the random generator. Secret until the game is over.
        seed: u32,
        /// Random text hashed together with the seed, so that the published hash does not reveal the seed.
        salt: String,
    },
}

/// Why a game cannot start with a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableSetupError {
    #[error("{0}")]
    Position(#[from] PositionTextError),
    #[error("{0}")]
    Scenario(#[from] asg::ScenarioError),
    #[error("unknown ASG rules {0}; use v0 or v1")]
    Rules(String),
}

impl GameSetup {
    /// Creates the game in its start position.
    ///
    /// # Errors
    /// Returns an error if the position, the scenario or the rules are invalid.
    pub fn start(&self) -> Result<AnyGame, TableSetupError> {
        Ok(match self {
            GameSetup::RingRift { start } => AnyGame::ring_rift(Position::parse(start)?),
            GameSetup::Asg { scenario, rules, seed, .. } => {
                let rules = Rules::from_name(rules).ok_or_else(|| TableSetupError::Rules(ringrift::excerpt(rules)))?;
                let scenario = Arc::new(Scenario::from_json(scenario)?);
                AnyGame::Asg(Box::new(asg::Match::new(scenario, rules, (*seed).into())))
            }
        })
    }

    /// Returns the BLAKE3 hash of salt and seed, published before the game so that anyone can verify the seed afterwards.
    pub fn seed_commitment(&self) -> Option<String> {
        match self {
            GameSetup::RingRift { .. } => None,
            GameSetup::Asg { seed, salt, .. } => {
                Some(blake3::hash(format!("{salt}:{seed}").as_bytes()).to_hex().to_string())
            }
        }
    }
}
