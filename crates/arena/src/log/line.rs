//! What stands in a log.

use std::collections::BTreeMap;

use game::Ranks;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::agent::Prices;
use crate::fault::{Fault, FaultClass};
use crate::latency::Latency;
use crate::play::Forfeit;
use crate::player::{Policy, Refusal};
use crate::settings::Format;
use crate::usage::Usage;

/// The format and its version.
pub const FORMAT: &str = "ringside-log/1";

/// The first line of a run; it comes again when the run is resumed with more rounds or another cap.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunLine {
    /// Always `run`.
    pub line: String,
    /// Always [`FORMAT`].
    pub format: String,
    /// The name of the run: a hash of what its games depend on.
    pub run: String,
    /// When it began.
    pub created: String,
    /// The program that ran it, with its version.
    pub program: String,
    /// What was to be played.
    pub manifest: Manifest,
}

impl RunLine {
    /// The first line of a run.
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

/// All that the games of a run depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// What the run is called.
    pub name: String,
    /// The game, its rules, and how games begin.
    pub venue: Value,
    /// Who meets whom.
    pub format: Format,
    /// How many conditions, or rounds of a Swiss tournament.
    pub rounds: u32,
    /// How many conditions in a round of a Swiss tournament.
    pub conditions_per_round: u32,
    /// The seed of everything. It is a text, since many programs cannot hold such numbers.
    #[serde(with = "seed_text")]
    pub seed: u64,
    /// Who takes part.
    pub entrants: Vec<ManifestEntrant>,
    /// What models cost.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub prices: Prices,
    /// What the run may cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_cap: Option<f64>,
    /// The test that decides when the run ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtLine>,
}

/// A sequential test of the first entrant against the second.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtLine {
    /// The first is stronger by so many Elo, or less.
    pub elo0: f64,
    /// The first is stronger by so many Elo, or more.
    pub elo1: f64,
    /// The chance to find the second though the first is true.
    pub alpha: f64,
    /// The chance to find the first though the second is true.
    pub beta: f64,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ManifestEntrant {
    /// What it is called.
    pub name: String,
    /// Who it is: the settings of the player, without any secret.
    pub player: Value,
    /// The version of a built-in player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What happens if it fails.
    pub on_error: Policy,
    /// The time for each reply.
    pub deadline_ms: u64,
    /// With so many failures a game is lost.
    pub most_faults: u32,
    /// The prompts of a model; several if maps or openings have other rules or numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<Value>,
}

impl ManifestEntrant {
    /// The name of the built-in player that it is; none if it is an agent.
    pub fn built_in(&self) -> Option<&str> {
        self.player.as_str()
    }
}

impl Manifest {
    /// The name of the run. It depends on all that a single game depends on, not on how many are played.
    pub fn run(&self) -> String {
        let hash = blake3::hash(self.fixed().to_string().as_bytes());
        hash.to_hex()[..16].to_owned()
    }

    /// What may not change when a run is resumed.
    pub fn fixed(&self) -> Value {
        let mut fixed = json!(self);
        if let Some(object) = fixed.as_object_mut() {
            // What tokens cost changes no game.
            for free in ["rounds", "cost_cap", "prices"] {
                object.remove(free);
            }
            for entrant in object.get_mut("entrants").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(player) = entrant.get_mut("player").and_then(Value::as_object_mut) {
                    player.remove("price");
                }
            }
        }
        fixed
    }

    /// In how many conditions games are played, in all rounds together.
    pub fn conditions(&self) -> u32 {
        match self.format {
            Format::Swiss => self.rounds.saturating_mul(self.conditions_per_round),
            _ => self.rounds,
        }
    }

    /// The number of an entrant.
    pub fn entrant(&self, name: &str) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.name == name)
    }
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Always `game`.
    pub line: String,
    /// The run it belongs to.
    pub run: String,
    /// Its name in the run, such as `3:0-1`.
    pub game: String,
    /// The condition in which it was played.
    pub condition: u32,
    /// Who played, by seat.
    pub seats: Vec<String>,
    /// The place of every seat.
    pub ranks: Ranks,
    /// Why it ended.
    pub reason: String,
    /// Who lost by failing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// How many moves were played.
    pub plies: u64,
    /// How long it took, in milliseconds.
    pub ms: f64,
    /// What is known about every seat.
    pub players: Vec<SeatLine>,
    /// The record: a text of RingRift, or a replay of ASG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Box<RawValue>>,
    /// What was said by and to agents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<ExchangeLine>,
}

/// How somebody played in a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatLine {
    /// Moves that were played.
    pub moves: u64,
    /// How often an agent was asked.
    #[serde(skip_serializing_if = "is_zero")]
    pub asked: u64,
    /// How often an agent was asked once more.
    #[serde(skip_serializing_if = "is_zero")]
    pub retries: u64,
    /// Failures by kind.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<FaultClass, u64>,
    /// Actions that came.
    #[serde(skip_serializing_if = "is_zero")]
    pub actions: u64,
    /// Actions that were void.
    #[serde(skip_serializing_if = "is_zero")]
    pub void: u64,
    /// Moves that were made in its place.
    #[serde(skip_serializing_if = "is_zero")]
    pub replaced: u64,
    /// What that took.
    #[serde(skip_serializing_if = "is_nothing")]
    pub usage: Usage,
    /// How long decisions took.
    pub latency: Latency,
}

impl SeatLine {
    /// All that follows from the number of moves and from what was said by and to a seat, which is everything but how long it took.
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_nothing(usage: &Usage) -> bool {
    *usage == Usage::default()
}

/// What an agent said, beside what was made of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExchangeLine {
    /// Who was asked.
    pub seat: usize,
    /// After how many moves.
    pub ply: usize,
    /// Whether for the second time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retry: bool,
    /// How long it took, in milliseconds.
    pub ms: f64,
    /// The reply as it came.
    pub raw: String,
    /// How many actions came with it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub actions: u64,
    /// What was played because of it.
    pub executed: Vec<Value>,
    /// What was refused of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refusal>,
    /// What went wrong with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Whether the move was made in the agent's place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
    /// What it took.
    pub usage: Usage,
}

/// Money that was spent, as it is spent: the game may never end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CostLine {
    /// Always `cost`.
    pub line: String,
    /// The run.
    pub run: String,
    /// The game.
    pub game: String,
    /// Who was asked.
    pub seat: usize,
    /// What was spent.
    pub usage: Usage,
    /// What the whole run has cost so far, in millionths.
    pub total_micros: u64,
}

mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(super) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(seed)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
