//! Replays as the reference writes them.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::bots::View;
use crate::combat::Rules;
use crate::json::{ActionResult, EventFile, Form, PlyJson, State, Summary};
use crate::observation::{Fields, Observation};
use crate::replay::verify::claims;
use crate::replay::{Ply, Replay};
use crate::scenario::Scenario;
use crate::side::{BySide, Side};
use crate::submitted::{Submitted, Written};

impl Replay {
    /// The replay with the reference's fields alone, version 0.1.0 or 1.0.0 as the rules are: to be written by any serializer,
    /// pretty or not, ply by ply.
    ///
    /// What else is kept of files of other programs (`extra`), and what players noted by the rules of 0.1.0, is left out: the
    /// reference has no fields for it.
    ///
    /// A match that was forfeited or aborted says so in its `result`, which the reference never does; one without an end has none.
    pub fn reference(&self) -> impl Serialize + '_ {
        ReplayFile(self)
    }

    /// The same as a text, compact.
    pub fn to_reference_json(&self) -> String {
        serde_json::to_string(&self.reference()).expect("JSON of a replay has texts as keys")
    }
}

/// The version of the reference's replays with these rules.
pub(super) const fn version(rules: Rules) -> &'static str {
    match rules {
        Rules::V0 => "0.1.0",
        Rules::V1 => "1.0.0",
    }
}

/// Whether a key of a replay has a meaning.
pub(super) fn is_replay_key(key: &str) -> bool {
    ["format", "version", "createdAt", "seed", "scenario", "turns", "result", "players"].contains(&key)
}

/// Whether a key of a ply has a meaning.
pub(super) fn is_turn_key(key: &str, rules: Rules) -> bool {
    let known = ["actions", "rationaleText", "latencyMs", "controllerId", "diagnostics", "memoryUpdate"];
    known.contains(&key) || claims(rules).any(|claim| claim == key)
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

/// The plies, each played when it is written.
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

/// A ply. The order of the fields is that of the reference.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TurnFile<'a> {
    ply: u64,
    player: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    submitted_actions: Option<Vec<Written<'a>>>,
    observations: BySide<Fields<'a>>,
    actions: Vec<Written<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action_results: Option<Vec<ActionResult<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rationale_text: Option<&'a str>,
    #[serde(serialize_with = "crate::json::plain_number")]
    latency_ms: f64,
    controller_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_update: Option<&'a Value>,
    events: Vec<AnyEvent<'a>>,
    state_after: State<'a>,
}

/// An event of the rules, or of whoever ran the match.
#[derive(Serialize)]
#[serde(untagged)]
enum AnyEvent<'a> {
    Rules(EventFile<'a>),
    Runner(&'a Value),
}

impl<'a> TurnFile<'a> {
    /// A ply with its events in one of the forms.
    pub(super) fn new(ply: &'a Ply<'_>, rules: Rules, form: Form) -> TurnFile<'a> {
        let scenario = ply.after.scenario();
        let view = View { scenario, rules, position: &ply.before };
        let json = PlyJson { scenario, actions: &ply.turn.actions, events: &ply.events, form };
        let is_later = rules == Rules::V1;
        let of_rules = json.event_list().into_iter().map(AnyEvent::Rules);
        TurnFile {
            ply: ply.before.ply(),
            player: ply.before.active(),
            submitted_actions: is_later.then(|| written(&ply.turn.actions, scenario)),
            observations: BySide::from_fn(|side| Observation::new(view, side).fields()),
            actions: written(&ply.turn.actions, scenario),
            action_results: is_later.then(|| json.result_list()),
            summary: is_later.then(|| json.numbers(&ply.before, ply.after.position())),
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

fn written<'a>(actions: &'a [Submitted], scenario: &'a Scenario) -> Vec<Written<'a>> {
    actions.iter().map(|submitted| Written { submitted, scenario }).collect()
}
