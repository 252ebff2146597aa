//! Lines of a log. The field names are the file format.

use std::collections::BTreeMap;

use game::Ranks;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::agent::Prices;
use crate::matches::Latency;
use crate::protocol::{Compat, Fault, FaultClass, Forfeit, Policy, RejectedAction, Usage};
use crate::settings::Format;

/// Name and version of the format.
pub const FORMAT: &str = "ringside-log/1";

/// First line of a run. It is repeated when the run is resumed with more rounds or another cost cap.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunLine {
    /// Always `run`.
    pub line: String,
    /// Always [`FORMAT`].
    pub format: String,
    /// Id of the run: a hash of everything its games depend on.
    pub run: String,
    /// Start time of the run, as ISO 8601.
    pub created: String,
    /// Name and version of the program.
    pub program: String,
    pub manifest: Manifest,
}

impl RunLine {
    pub fn new(manifest: Manifest, program: &str, created: &str) -> RunLine {
        RunLine {
            line: "run".to_owned(),
            format: FORMAT.to_owned(),
            run: manifest.run(),
            created: created.to_owned(),
            program: program.to_owned(),
            manifest,
        }
    }
}

/// Settings that the games of a run depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub name: String,
    /// Game, rules and start positions.
    pub venue: Value,
    pub format: Format,
    /// Number of conditions (see [`GameLine::condition`]); in a Swiss tournament, the number of rounds.
    pub rounds: u32,
    /// Conditions per round of a Swiss tournament.
    pub conditions_per_round: u32,
    /// Seed of all random choices. Written as a string, because many JSON readers cannot represent 64-bit integers.
    #[serde(with = "seed_text")]
    pub seed: u64,
    pub entrants: Vec<ManifestEntrant>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prices: Prices,
    /// Cost at which the run stops, in the currency of `prices`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_cap: Option<f64>,
    /// Sequential test that ends the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtLine>,
}

/// Sequential probability ratio test of the first entrant against the second.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtLine {
    /// Elo difference of hypothesis 0.
    pub elo0: f64,
    /// Elo difference of hypothesis 1.
    pub elo1: f64,
    /// Probability of accepting hypothesis 1 if hypothesis 0 is true.
    pub alpha: f64,
    /// Probability of accepting hypothesis 0 if hypothesis 1 is true.
    pub beta: f64,
}

/// Entrant in a manifest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ManifestEntrant {
    pub name: String,
    /// Name of a built-in player, or the settings of an agent without secrets.
    pub player: Value,
    /// Version of a built-in player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Profile of an agent that was written for another host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compat: Option<Compat>,
    pub on_error: Policy,
    pub deadline_ms: u64,
    /// Number of failures after which the entrant loses a game.
    pub most_faults: u32,
    /// Prompts of a model; several if the maps have different settings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<Value>,
}

impl ManifestEntrant {
    /// Returns the name of the built-in player, or `None` for an agent.
    pub fn built_in(&self) -> Option<&str> {
        self.player.as_str()
    }
}

impl Manifest {
    /// Returns the id of the run: a hash of all settings that affect a single game. The number of games is not included.
    pub fn run(&self) -> String {
        let hash = blake3::hash(self.fixed().to_string().as_bytes());
        hash.to_hex()[..16].to_owned()
    }

    /// Returns the settings that must not change when a run is resumed.
    pub fn fixed(&self) -> Value {
        let mut fixed = json!(self);
        if let Some(object) = fixed.as_object_mut() {
            // Prices do not influence the games.
            for variable in ["rounds", "cost_cap", "prices"] {
                object.remove(variable);
            }
            for entrant in object.get_mut("entrants").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(player) = entrant.get_mut("player").and_then(Value::as_object_mut) {
                    player.remove("price");
                }
            }
        }
        fixed
    }

    /// Returns the number of conditions of all rounds.
    pub fn conditions(&self) -> u32 {
        match self.format {
            Format::Swiss => self.rounds.saturating_mul(self.conditions_per_round),
            _ => self.rounds,
        }
    }

    /// Returns the cost cap in millionths of the currency.
    pub(crate) fn cap_micros(&self) -> Option<u64> {
        self.cost_cap.map(|cap| (cap * 1e6).round() as u64)
    }

    /// Returns the index of an entrant.
    pub fn entrant(&self, name: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.name == name)
    }
}

/// A finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Always `game`.
    pub line: String,
    /// Id of the run.
    pub run: String,
    /// Id of the game within the run, such as `3:0-1`.
    pub game: String,
    /// Number that selects the opening or map and the random seed of the start.
    pub condition: u32,
    /// Names of the entrants by seat.
    pub seats: Vec<String>,
    pub ranks: Ranks,
    /// Reason of the end: the name used by the rules, or `forfeit`.
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// Number of moves.
    pub plies: u64,
    /// Duration in milliseconds.
    pub ms: f64,
    /// Statistics by seat.
    pub players: Vec<SeatLine>,
    /// RingRift record (a string) or ASG replay (an object).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Box<RawValue>>,
    /// Exchanges with agents in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<ExchangeLine>,
}

impl GameLine {
    /// Reports whether the game was not forfeited and every move was chosen by its player.
    pub fn is_clean(&self) -> bool {
        self.forfeit.is_none() && self.players.iter().all(|player| player.replaced == 0)
    }
}

/// Statistics of one seat in a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatLine {
    pub moves: u64,
    /// Number of requests to an agent.
    #[serde(skip_serializing_if = "is_zero")]
    pub asked: u64,
    /// Number of requests repeated after an unusable reply.
    #[serde(skip_serializing_if = "is_zero")]
    pub retries: u64,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<FaultClass, u64>,
    /// Actions received.
    #[serde(skip_serializing_if = "is_zero")]
    pub actions: u64,
    /// Actions rejected.
    #[serde(skip_serializing_if = "is_zero")]
    pub void: u64,
    /// Fallback moves played for an agent.
    #[serde(skip_serializing_if = "is_zero")]
    pub replaced: u64,
    #[serde(skip_serializing_if = "is_nothing")]
    pub usage: Usage,
    /// Decision times.
    pub latency: Latency,
}

impl SeatLine {
    /// Computes the statistics from the number of moves and the exchanges of a seat; the latency stays empty.
    pub(crate) fn of<'a>(moves: u64, exchanges: impl Iterator<Item = &'a ExchangeLine>) -> SeatLine {
        let mut line = SeatLine { moves, ..SeatLine::default() };
        for exchange in exchanges {
            line.asked += 1;
            line.retries += u64::from(exchange.retry);
            line.replaced += u64::from(exchange.replaced);
            line.void += exchange.refused.len() as u64;
            line.actions = line.actions.saturating_add(exchange.actions);
            line.usage = line.usage.plus(exchange.usage);
            if let Some(fault) = &exchange.fault {
                *line.faults.entry(fault.class).or_default() += 1;
            }
        }
        line
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_nothing(usage: &Usage) -> bool {
    *usage == Usage::default()
}

/// One exchange with an agent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExchangeLine {
    pub seat: usize,
    /// Number of moves played before the request.
    pub ply: usize,
    /// Whether this request repeats one whose reply was unusable.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retry: bool,
    /// Duration in milliseconds.
    pub ms: f64,
    /// Reply as received.
    pub raw: String,
    /// Number of actions in the reply.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub actions: u64,
    /// Moves played from the reply, or the fallback move.
    pub executed: Vec<Value>,
    /// Rejected actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RejectedAction>,
    /// Set if the reply was unusable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Whether a fallback move was played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
    pub usage: Usage,
}

/// Cost of one exchange, written at once because the game may never finish.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CostLine {
    /// Always `cost`.
    pub line: String,
    pub run: String,
    pub game: String,
    pub seat: usize,
    pub usage: Usage,
    /// Total cost of the run so far, in millionths of the currency.
    pub total_micros: u64,
}

mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(seed)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
