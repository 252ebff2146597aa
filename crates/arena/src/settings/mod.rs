//! A tournament as it is described in a file or on the command line: plain data, before anything of it is looked up.

mod check;
mod read;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agent::{HttpSettings, LlmSettings, Prices, ProcessSettings};
use crate::protocol::Policy;

pub use check::Problem;
pub use read::{Located, SettingsFileError, read_toml};

/// A tournament. Exactly one of the tables `ringrift` and `asg` says which game is played; without either it is RingRift.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// What it is called.
    #[serde(default = "default_name")]
    pub name: String,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// How many conditions (an opening or a map, and a seed) are played by those who meet; each is played once from every
    /// seat. In a Swiss tournament, the number of its rounds.
    #[serde(default = "default_rounds")]
    #[schemars(range(min = 1, max = 100_000))]
    pub rounds: u32,
    /// In a Swiss tournament, how many conditions are played by those who meet in a round.
    #[serde(default = "default_conditions")]
    #[schemars(range(min = 1, max = 100_000))]
    pub conditions_per_round: u32,
    /// The seed of everything that is left to luck.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// RingRift is played, so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ringrift: Option<RingRiftSettings>,
    /// ASG is played, so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asg: Option<AsgSettings>,
    /// Who takes part.
    #[schemars(length(min = 2, max = 1_000))]
    pub entrants: Vec<EntrantSettings>,
    /// What models cost, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prices: Prices,
    /// The run stops when it has cost so much, in the currency of the prices.
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
    /// The JSON Schema of the file.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Tournament).into()
    }
}

/// Who meets whom.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first entrant meets all others.
    Gauntlet,
    /// In every round those meet who are about equal so far.
    Swiss,
}

/// How RingRift is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RingRiftSettings {
    /// square8, square19, hex8, hexagonal or hexagonal12.
    pub board: String,
    /// How many play, 2 to 4.
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
    /// canon, compact or live.
    pub edition: String,
    /// Rules that are changed, such as `regions = "no_main"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// Every game begins with so many random actions, which depend on the condition alone. Players without luck of their own
    /// would play the same game again and again otherwise.
    #[schemars(range(max = 200))]
    pub random_plies: u32,
    /// Games begin with these positions in turn (docs/formats.md), instead of the start of the game.
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

/// How ASG is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AsgSettings {
    /// The maps, in turn: names of built-in ones, or files.
    #[schemars(length(min = 1))]
    pub scenarios: Vec<String>,
    /// v0 or v1.
    pub rules: String,
    /// Matches end after so many plies, instead of what the maps say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_cap: Option<u64>,
}

impl Default for AsgSettings {
    fn default() -> AsgSettings {
        AsgSettings { scenarios: vec!["scenario_01".to_owned()], rules: "v0".to_owned(), turn_cap: None }
    }
}

/// Somebody who takes part. Exactly one of `player`, `http`, `process` and `llm` says who it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrantSettings {
    /// What it is called; without it, after the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 80))]
    pub name: Option<String>,
    /// A built-in player, or one in short: `cmd:COMMAND`, `engine:COMMAND`, `http://…`, `llm:MODEL@BASE_URL`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// A service that answers over HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http: Option<HttpSettings>,
    /// A program on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<ProcessSettings>,
    /// A model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llm: Option<LlmSettings>,
    /// What happens if nothing can be made of a reply.
    #[serde(default)]
    pub on_error: Policy,
    /// The time for each reply in milliseconds, everything included.
    #[serde(default = "default_deadline")]
    #[schemars(range(min = 1, max = 86_400_000))]
    pub deadline_ms: u64,
    /// With so many failures in one game it is lost, whatever `on_error` says.
    #[serde(default = "default_most_faults")]
    #[schemars(range(min = 1))]
    pub most_faults: u32,
}

impl EntrantSettings {
    /// Somebody named in short.
    pub fn named(player: &str) -> EntrantSettings {
        EntrantSettings {
            name: None,
            player: Some(player.to_owned()),
            http: None,
            process: None,
            llm: None,
            on_error: Policy::default(),
            deadline_ms: default_deadline(),
            most_faults: default_most_faults(),
        }
    }
}

fn default_deadline() -> u64 {
    60_000
}

fn default_most_faults() -> u32 {
    10
}
