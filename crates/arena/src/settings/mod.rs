//! Settings of a tournament, as given in a file or on the command line, before names are resolved. The doc comments are the
//! descriptions of the JSON Schema.

mod check;
mod read;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agent::{HttpSettings, LlmSettings, Prices, ProcessSettings};
use crate::protocol::{Compat, Policy};

pub use check::Problem;
pub use read::{Located, SettingsFileError, read_toml};

/// A tournament. Either the table `ringrift` or the table `asg` selects the game; the default is RingRift.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// Name of the tournament.
    #[serde(default = "default_name")]
    pub name: String,
    #[serde(default)]
    pub format: Format,
    /// Number of conditions (an opening or map, and a seed) for each group of entrants; each condition is played once from every
    /// seat. In a Swiss tournament, the number of rounds.
    #[serde(default = "default_rounds")]
    #[schemars(range(min = 1, max = 100_000))]
    pub rounds: u32,
    /// In a Swiss tournament, the number of conditions per round.
    #[serde(default = "default_conditions")]
    #[schemars(range(min = 1, max = 100_000))]
    pub conditions_per_round: u32,
    /// Seed of all random choices.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Settings of RingRift games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ringrift: Option<RingRiftSettings>,
    /// Settings of ASG matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asg: Option<AsgSettings>,
    /// Participants.
    #[schemars(length(min = 2, max = 1_000))]
    pub entrants: Vec<EntrantSettings>,
    /// Prices of models by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prices: Prices,
    /// The run stops when its cost reaches this amount, in the currency of the prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub cost_cap: Option<f64>,
}

fn default_name() -> String {
    "tournament".to_owned()
}

fn default_rounds() -> u32 {
    10
}

fn default_conditions() -> u32 {
    1
}

fn default_seed() -> u64 {
    1
}

impl Tournament {
    /// Returns the JSON Schema of the file.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Tournament).into()
    }
}

/// Pairing system.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Every possible group of entrants plays; with two seats, every pair.
    #[default]
    RoundRobin,
    /// The first entrant plays against all others.
    Gauntlet,
    /// In every round, entrants with similar scores play each other.
    Swiss,
}

/// Settings of RingRift games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RingRiftSettings {
    /// Board: square8, square19, hex8, hexagonal or hexagonal12. In the edition live, hexagonal means hexagonal12 unless rings
    /// and line_length are set.
    pub board: String,
    /// Number of players, 2 to 4.
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
    /// Edition of the rules: canon, compact or live.
    pub edition: String,
    /// Changed rule options, such as `regions = "no_main"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// Number of random actions at the start of every game, the same actions in all games of a condition. Without them,
    /// deterministic players would repeat the same game.
    #[schemars(range(max = 200))]
    pub random_plies: u32,
    /// Start positions, used in turn (docs/formats.md); by default the initial position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

impl Default for RingRiftSettings {
    fn default() -> RingRiftSettings {
        RingRiftSettings {
            board: "square8".to_owned(),
            players: 2,
            edition: "canon".to_owned(),
            set: BTreeMap::new(),
            random_plies: 4,
            openings: Vec::new(),
        }
    }
}

/// Settings of ASG matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AsgSettings {
    /// Maps, used in turn: names of built-in maps or files.
    #[schemars(length(min = 1))]
    pub scenarios: Vec<String>,
    /// Rule set: v0 or v1.
    pub rules: String,
    /// Number of plies after which a match ends; by default that of the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_cap: Option<u64>,
}

impl Default for AsgSettings {
    fn default() -> AsgSettings {
        AsgSettings { scenarios: vec!["scenario_01".to_owned()], rules: "v0".to_owned(), turn_cap: None }
    }
}

/// A participant, given by exactly one of `player`, `http`, `process` and `llm`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrantSettings {
    /// Name; by default that of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub name: Option<String>,
    /// A built-in player or the short form of an agent: `cmd:COMMAND`, `engine:COMMAND`, `http://…`, `llm:MODEL@BASE_URL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// An HTTP service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http: Option<HttpSettings>,
    /// A program on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<ProcessSettings>,
    /// A language model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llm: Option<LlmSettings>,
    /// Profile of an ASG agent that was written for another host; it changes the defaults of the following settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compat: Option<Compat>,
    /// What happens if a reply is unusable; by default `forfeit`, with `compat = "reference"` `pass`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_error: Option<Policy>,
    /// Time for each reply in milliseconds, including retries; by default 60000, with `compat = "reference"` 70000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 86_400_000))]
    pub deadline_ms: Option<u64>,
    /// Number of failures after which the entrant loses a game, whatever `on_error` is; by default 10, with
    /// `compat = "reference"` without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub most_faults: Option<u32>,
}

impl EntrantSettings {
    /// Creates an entrant from a built-in player or short form, with default settings.
    pub fn named(player: &str) -> EntrantSettings {
        EntrantSettings {
            name: None,
            player: Some(player.to_owned()),
            http: None,
            process: None,
            llm: None,
            compat: None,
            on_error: None,
            deadline_ms: None,
            most_faults: None,
        }
    }

    /// Returns `on_error` or its default.
    pub fn policy(&self) -> Policy {
        self.on_error.unwrap_or(match self.compat {
            None => Policy::Forfeit,
            Some(Compat::Reference) => Policy::Pass,
        })
    }

    /// Returns `deadline_ms` or its default.
    pub fn deadline_ms(&self) -> u64 {
        self.deadline_ms.unwrap_or(match self.compat {
            None => 60_000,
            Some(Compat::Reference) => 70_000,
        })
    }

    /// Returns `most_faults` or its default; [`NO_FAULT_LIMIT`] means that there is no limit.
    pub fn most_faults(&self) -> u32 {
        self.most_faults.unwrap_or(match self.compat {
            None => 10,
            Some(Compat::Reference) => NO_FAULT_LIMIT,
        })
    }
}

/// Value of `most_faults` without a limit. No game has this number of plies.
pub const NO_FAULT_LIMIT: u32 = u32::MAX;
