//! Writer of the reference replay format.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::record::{Ply, Replay};
use super::reference_keys::version;
use crate::json::{
    ActionResult, EventFile, Fields, Form, Observation, OrderJson, PlyJson, State, SubmittedOrder, Summary,
};
use crate::rules::{Rules, View};
use crate::scenario::Scenario;
use crate::side::{BySide, Side};

impl Replay {
    /// Returns a value that serializes to the reference format: version 0.1.0 or 1.0.0, depending on the rules. Plies are
    /// recomputed while they are written.
    ///
    /// The output omits `extra`, for which the reference format has no field; version 0.1.0 omits `memory_update` as
    /// well. A forfeit or abort is written as `result`, which the reference implementation never does. A match in
    /// progress has the result `null`.
    pub fn reference(&self) -> impl Serialize + '_ {
        ReplayFile(self)
    }

    /// Returns the replay in the reference format as compact JSON.
    pub fn to_reference_json(&self) -> String {
        serde_json::to_string(&self.reference()).expect("a replay serializes to JSON")
    }
}

struct ReplayFile<'a>(&'a Replay);

impl Serialize for ReplayFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let replay = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", version(replay.rules))?;
        map.serialize_entry("createdAt", &replay.created_at)?;
        map.serialize_entry("seed", &replay.seed)?;
        map.serialize_entry("scenario", replay.scenario.file())?;
        map.serialize_entry("turns", &Turns(replay))?;
        map.serialize_entry("result", &replay.written_result())?;
        if let Some(players) = &replay.players {
            map.serialize_entry("players", players)?;
        }
        map.end()
    }
}

/// List of plies, each recomputed when it is written.
struct Turns<'a>(&'a Replay);

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.turns.len()))?;
        for ply in self.0.plies() {
            list.serialize_element(&TurnFile::new(&ply, self.0.rules, Form::Reference))?;
        }
        list.end()
    }
}

/// A ply. The fields have the order of the reference implementation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnFile<'a> {
    ply: u64,
    player: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    submitted_actions: Option<Vec<OrderJson<'a>>>,
    observations: BySide<Fields<'a>>,
    actions: Vec<OrderJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action_results: Option<Vec<ActionResult<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rationale_text: Option<&'a str>,
    #[serde(serialize_with = "crate::json_value::plain_number")]
    latency_ms: f64,
    controller_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_update: Option<&'a Value>,
    events: Vec<AnyEvent<'a>>,
    state_after: State<'a>,
}

/// An event of the rules, or one added by the program that ran the match.
#[derive(Serialize)]
#[serde(untagged)]
enum AnyEvent<'a> {
    Rules(EventFile<'a>),
    Runner(&'a Value),
}

impl<'a> TurnFile<'a> {
    /// Creates the JSON of a ply with its events in the given form.
    pub(super) fn new(ply: &'a Ply<'_>, rules: Rules, form: Form) -> TurnFile<'a> {
        let scenario = ply.after.scenario();
        let view = View { scenario, rules, position: &ply.before };
        let json = PlyJson { scenario, orders: &ply.turn.orders, events: &ply.events, form };
        let is_later = rules == Rules::V1;
        let of_rules = json.event_list().into_iter().map(AnyEvent::Rules);
        TurnFile {
            ply: ply.before.ply(),
            player: ply.before.active(),
            submitted_actions: is_later.then(|| order_json(&ply.turn.orders, scenario)),
            observations: BySide::from_fn(|side| Observation::new(view, side).fields()),
            actions: order_json(&ply.turn.orders, scenario),
            action_results: is_later.then(|| json.result_list()),
            summary: is_later.then(|| json.summarize(&ply.before, ply.after.position())),
            rationale_text: ply.turn.rationale.as_deref(),
            latency_ms: ply.turn.latency_ms,
            controller_id: &ply.turn.controller,
            diagnostics: ply.turn.diagnostics.as_ref(),
            memory_update: ply.turn.memory_update.as_ref().filter(|_| is_later),
            events: of_rules.chain(ply.turn.runner_events.iter().map(AnyEvent::Runner)).collect(),
            state_after: State::new(scenario, ply.after.position()),
        }
    }
}

fn order_json<'a>(orders: &'a [SubmittedOrder], scenario: &'a Scenario) -> Vec<OrderJson<'a>> {
    orders.iter().map(|submitted| OrderJson { submitted, scenario }).collect()
}
