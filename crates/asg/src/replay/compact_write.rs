//! Writer of the compact replay format: orders as short texts and a hash of the position after each ply.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::compact_orders;
use super::record::{Ply, Replay, Turn};
use crate::json::{OrderJson, SubmittedOrder};
use crate::json_value::plain;
use crate::rules::{Outcome, PositionHash};
use crate::scenario::{Scenario, ScenarioFile};
use crate::side::{BySide, Side};

/// Value of `format` in compact replays: name and version of the format.
pub const FORMAT: &str = "asg-replay/1";

impl Replay {
    /// Returns the replay in the compact format, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&ReplayFile::of(self)).expect("a replay serializes to JSON")
    }
}

/// Returns the JSON Schema of the compact format. [`Replay::read`] checks more than the schema expresses.
pub fn replay_schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<ReplayFile<'_>>().into()
}

/// A match of the Agent Strategy Game: the data to recompute it, and a hash per ply to verify it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Replay")]
struct ReplayFile<'a> {
    /// Name and version of the format.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// Edition of the rules: a tie in combat is decided by a coin flip (`v0`) or for the defender (`v1`).
    #[schemars(extend("enum" = ["v0", "v1"]))]
    rules: &'static str,
    /// Seed of the random generator.
    seed: i64,
    /// Time of the match.
    created_at: &'a str,
    /// Default controller of each player.
    controllers: Controllers<'a>,
    /// Descriptions of the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BySide<Map<String, Value>>")]
    players: Option<&'a BySide<Value>>,
    /// Scenario with the settings in effect.
    scenario: &'a ScenarioFile,
    /// Plies in order.
    turns: Vec<TurnFile<'a>>,
    /// Result of the match; null if it has not ended.
    result: Option<Outcome>,
    /// Entries of another program's file under keys without a defined meaning.
    #[serde(skip_serializing_if = "Map::is_empty")]
    extra: &'a Map<String, Value>,
}

/// Names of the bots, agents or persons that choose the actions; absent for a player without plies.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Controllers<'a> {
    #[serde(rename = "P1", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    p1: Option<&'a str>,
    #[serde(rename = "P2", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    p2: Option<&'a str>,
}

impl<'a> ReplayFile<'a> {
    fn of(replay: &'a Replay) -> ReplayFile<'a> {
        let mut first = BySide { p1: None, p2: None };
        let mut turns = Vec::with_capacity(replay.turns.len());
        let mut active = replay.scenario.file().starting_player;
        for ply in replay.plies() {
            let controller = *first[active].get_or_insert(ply.turn.controller.as_str());
            turns.push(TurnFile::of(&ply, &replay.scenario, controller));
            active = active.other();
        }
        ReplayFile {
            format: FORMAT,
            rules: replay.rules.name(),
            seed: replay.seed,
            created_at: &replay.created_at,
            controllers: Controllers { p1: first[Side::P1], p2: first[Side::P2] },
            players: replay.players.as_ref(),
            scenario: replay.scenario.file(),
            turns,
            result: replay.written_result(),
            extra: &replay.extra,
        }
    }
}

/// A ply, written as a list: orders, hash of the position after it, latency in milliseconds, and details. The details
/// are left out if there are none; in that case a latency of 0 is left out as well.
struct TurnFile<'a> {
    orders: Orders<'a>,
    hash: PositionHash,
    latency_ms: f64,
    details: Details<'a>,
}

/// Optional details of a ply.
#[derive(Serialize, JsonSchema, PartialEq, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "More")]
struct Details<'a> {
    /// Controller, if it is not the default one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    controller: Option<&'a str>,
    /// Explanation that the player gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    rationale: Option<&'a str>,
    /// Errors in the communication with the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    diagnostics: Option<&'a Value>,
    /// Notes that the player stored for later plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    memory_update: Option<&'a Value>,
    /// Events added by the program that ran the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Map<String, Value>>")]
    events: Option<&'a [Value]>,
    /// Entries of another program's file under keys without a defined meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    extra: Option<&'a Map<String, Value>>,
}

impl<'a> TurnFile<'a> {
    fn of(ply: &Ply<'a>, scenario: &'a Scenario, default_controller: &str) -> TurnFile<'a> {
        let Turn { orders, controller, rationale, latency_ms, diagnostics, memory_update, runner_events, extra } =
            ply.turn;
        TurnFile {
            orders: Orders::of(orders, scenario),
            hash: PositionHash::of(ply.after.position()),
            latency_ms: *latency_ms,
            details: Details {
                controller: Some(controller.as_str()).filter(|&controller| controller != default_controller),
                rationale: rationale.as_deref(),
                diagnostics: diagnostics.as_ref(),
                memory_update: memory_update.as_ref(),
                events: Some(runner_events.as_slice()).filter(|events| !events.is_empty()),
                extra: Some(extra).filter(|extra| !extra.is_empty()),
            },
        }
    }
}

impl Serialize for TurnFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_details = self.details != Details::default();
        let mut list = serializer.serialize_seq(None)?;
        list.serialize_element(&self.orders)?;
        list.serialize_element(&self.hash.to_string())?;
        if has_details || self.latency_ms != 0.0 {
            list.serialize_element(&plain(self.latency_ms))?;
        }
        if has_details {
            list.serialize_element(&self.details)?;
        }
        list.end()
    }
}

impl JsonSchema for TurnFile<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Turn".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (orders, details) = (generator.subschema_for::<Orders<'_>>(), generator.subschema_for::<Details<'_>>());
        json_schema!({
            "description": "A ply: its actions, the hash of the position after it, the latency in milliseconds, and details.",
            "type": "array",
            "minItems": 2,
            "maxItems": 4,
            "prefixItems": [
                orders,
                { "type": "string", "pattern": "^[A-Za-z0-9_-]{6}$" },
                { "type": "number", "minimum": 0 },
                details,
            ],
        })
    }
}

/// Actions of a ply: one text with spaces between them if all are in plain form, else a list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Orders<'a> {
    /// `p` passes, `r6` buys six troops, `0>1:5` moves five from the first node of the scenario to the second.
    Text(String),
    /// One item per action.
    List(Vec<OrderItem<'a>>),
}

/// An action.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Order")]
enum OrderItem<'a> {
    /// Text of an action in plain form.
    Text(String),
    /// Any other submitted value.
    #[schemars(extend("additionalProperties" = false))]
    Raw {
        /// Submitted JSON.
        #[schemars(with = "Value")]
        raw: OrderJson<'a>,
    },
}

impl<'a> Orders<'a> {
    fn of(orders: &'a [SubmittedOrder], scenario: &'a Scenario) -> Orders<'a> {
        let texts: Option<Vec<String>> = orders.iter().map(compact_orders::write).collect();
        match texts {
            Some(texts) => Orders::Text(texts.join(" ")),
            None => Orders::List(orders.iter().map(|submitted| OrderItem::of(submitted, scenario)).collect()),
        }
    }
}

impl<'a> OrderItem<'a> {
    fn of(submitted: &'a SubmittedOrder, scenario: &'a Scenario) -> OrderItem<'a> {
        match compact_orders::write(submitted) {
            Some(text) => OrderItem::Text(text),
            None => OrderItem::Raw { raw: OrderJson { submitted, scenario } },
        }
    }
}
