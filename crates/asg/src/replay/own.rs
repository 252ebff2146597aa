//! Our own form of replays: the actions as short texts, and a hash of the position after each ply.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::hash::PositionHash;
use crate::json::plain;
use crate::outcome::Outcome;
use crate::replay::{Ply, Replay, Turn, orders};
use crate::scenario::{Scenario, ScenarioFile};
use crate::side::{BySide, Side};
use crate::submitted::{Submitted, Written};

/// The marker of the form.
pub const FORMAT: &str = "asg-replay/1";

impl Replay {
    /// The replay in our own form, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&ReplayFile::of(self)).expect("JSON of a replay has texts as keys")
    }
}

/// The JSON Schema of our own form. What it cannot say is checked on reading.
pub fn replay_schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<ReplayFile<'_>>().into()
}

/// A match of the Agent Strategy Game: all that is needed to play it again, and a hash for each ply to check that.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Replay")]
struct ReplayFile<'a> {
    /// The format and its version.
    #[schemars(extend("const" = FORMAT))]
    format: &'static str,
    /// The rules: `v0` decides ties by a coin, `v1` for the defender.
    #[schemars(extend("enum" = ["v0", "v1"]))]
    rules: &'static str,
    /// The seed of the luck.
    seed: i64,
    /// When it was played.
    created_at: &'a str,
    /// Who chose the actions of each player, if nothing else is said in a ply.
    controllers: Controllers<'a>,
    /// What is known about the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BySide<Map<String, Value>>")]
    players: Option<&'a BySide<Value>>,
    /// Where it was played, with the settings that counted.
    scenario: &'a ScenarioFile,
    /// The plies.
    turns: Vec<TurnFile<'a>>,
    /// How it ended; null if it has not.
    result: Option<Outcome>,
    /// Whatever else the file of another program said, by key.
    #[serde(skip_serializing_if = "Map::is_empty")]
    extra: &'a Map<String, Value>,
}

/// Who chooses the actions of each player; nothing for one who has played no ply.
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
            let usual = *first[active].get_or_insert(ply.turn.controller.as_str());
            turns.push(TurnFile::of(&ply, &replay.scenario, usual));
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

/// A ply: its actions, the hash afterwards, the milliseconds that it took if it took any, and what else is known.
struct TurnFile<'a> {
    orders: Orders<'a>,
    hash: PositionHash,
    latency_ms: f64,
    more: More<'a>,
}

/// What is known about a ply beyond that.
#[derive(Serialize, JsonSchema, PartialEq, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct More<'a> {
    /// Who chose it, if it was not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    controller: Option<&'a str>,
    /// The player's own words about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    rationale: Option<&'a str>,
    /// What went wrong on the way to him and back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    diagnostics: Option<&'a Value>,
    /// What he noted for later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Value")]
    memory_update: Option<&'a Value>,
    /// Events of whoever ran the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Map<String, Value>>")]
    events: Option<&'a [Value]>,
    /// Whatever else the file of another program said, by key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    extra: Option<&'a Map<String, Value>>,
}

impl<'a> TurnFile<'a> {
    fn of(ply: &Ply<'a>, scenario: &'a Scenario, usual: &str) -> TurnFile<'a> {
        let Turn { actions, controller, rationale, latency_ms, diagnostics, memory_update, runner_events, extra } =
            ply.turn;
        TurnFile {
            orders: Orders::of(actions, scenario),
            hash: PositionHash::of(ply.after.position()),
            latency_ms: *latency_ms,
            more: More {
                controller: Some(controller.as_str()).filter(|&controller| controller != usual),
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
        let has_more = self.more != More::default();
        let mut list = serializer.serialize_seq(None)?;
        list.serialize_element(&self.orders)?;
        list.serialize_element(&self.hash.to_string())?;
        if has_more || self.latency_ms != 0.0 {
            list.serialize_element(&plain(self.latency_ms))?;
        }
        if has_more {
            list.serialize_element(&self.more)?;
        }
        list.end()
    }
}

impl JsonSchema for TurnFile<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Turn".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (orders, more) = (generator.subschema_for::<Orders<'_>>(), generator.subschema_for::<More<'_>>());
        json_schema!({
            "description": "A ply: its actions, the hash of the position afterwards, the milliseconds that it took, and what else is known.",
            "type": "array",
            "minItems": 2,
            "maxItems": 4,
            "prefixItems": [
                orders,
                { "type": "string", "pattern": "^[A-Za-z0-9_-]{6}$" },
                { "type": "number", "minimum": 0 },
                more,
            ],
        })
    }
}

/// The actions of a ply: one text with a space between them if all are in their plain form, else a list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Orders<'a> {
    /// `p` passes, `r6` buys six, `0>1:5` moves five from the first node of the scenario to the second.
    Text(String),
    /// One by one.
    List(Vec<Order<'a>>),
}

/// An action.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Order<'a> {
    /// In its plain form.
    Text(String),
    /// Any other.
    #[schemars(extend("additionalProperties" = false))]
    Raw {
        /// What was submitted.
        #[schemars(with = "Value")]
        raw: Written<'a>,
    },
}

impl<'a> Orders<'a> {
    fn of(actions: &'a [Submitted], scenario: &'a Scenario) -> Orders<'a> {
        let texts: Option<Vec<String>> = actions.iter().map(orders::write).collect();
        match texts {
            Some(texts) => Orders::Text(texts.join(" ")),
            None => Orders::List(actions.iter().map(|submitted| Order::of(submitted, scenario)).collect()),
        }
    }
}

impl<'a> Order<'a> {
    fn of(submitted: &'a Submitted, scenario: &'a Scenario) -> Order<'a> {
        match orders::write(submitted) {
            Some(text) => Order::Text(text),
            None => Order::Raw { raw: Written { submitted, scenario } },
        }
    }
}
