//! Reader of the reference replay format.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::parse::{self, Parts, PathError, ReplayError};
use super::record::{Ending, Replay, Turn};
use super::reference_keys::{claim_keys, version};
use super::verify::{Check, Verified};
use crate::json::{SubmittedOrder, is_rule_event};
use crate::json_value::path_step;
use crate::rules::Rules;
use crate::scenario::Scenario;

pub(super) fn read(mut parts: Parts<'_>, version: &Value, verify: bool) -> Result<Verified, ReplayError> {
    let rules = rules(version).map_err(|error| error.at(".version"))?;
    parts.remove("version");
    let scenario = Arc::new(parse::scenario(&mut parts)?);
    let turns = parse::turns(&mut parts)?;
    let result = parse::optional_part(&mut parts, "result", Ok)?.unwrap_or_default();
    let mut replay = Replay {
        rules,
        seed: parse::part(&mut parts, "seed", |value| parse::seed(&value))?,
        created_at: parse::part(&mut parts, "createdAt", parse::text)?,
        players: parse::optional_part(&mut parts, "players", parse::players)?,
        turns: Vec::with_capacity(turns.len()),
        ending: Ending::read(&result),
        extra: extra(parts)?,
        scenario,
    };
    let mut check = verify.then(|| Check::new(&replay));
    for (i, raw) in turns.into_iter().enumerate() {
        let turn = parse::value(raw).and_then(|value| turn(value, &replay.scenario, rules));
        let (turn, claims) = turn.map_err(|error| error.at(&format!(".turns[{i}]")))?;
        if let Some(check) = &mut check {
            check.check_claims(&turn, &claims);
        }
        replay.turns.push(turn);
    }
    Ok(Verified::new(replay, check, &result))
}

fn rules(found: &Value) -> Result<Rules, PathError> {
    let rules = Rules::ALL.into_iter().find(|&rules| found == version(rules));
    rules.ok_or_else(|| PathError::wrong_type("\"0.1.0\" or \"1.0.0\"", found))
}

/// Returns the remaining entries, whose keys have no defined meaning.
fn extra(parts: Parts<'_>) -> Result<Map<String, Value>, PathError> {
    let entry =
        |(key, raw): (String, _)| Ok((key.clone(), parse::value(raw).map_err(|error| error.within(&path_step(&key)))?));
    parse::extra(parts.into_iter().map(entry).collect::<Result<_, PathError>>()?, |_| false)
}

/// Reads a ply and its claims about events and positions.
fn turn(value: Value, scenario: &Scenario, rules: Rules) -> Result<(Turn, Map<String, Value>), PathError> {
    let mut object = parse::object(value)?;
    let order = |value| SubmittedOrder::try_read(&value, scenario).map_err(|error| PathError::new(error.to_string()));
    let mut turn = Turn {
        orders: parse::entry(&mut object, "actions", |value| parse::each(parse::order_list(value)?, order))?,
        controller: parse::entry(&mut object, "controllerId", parse::text)?,
        rationale: parse::optional_entry(&mut object, "rationaleText", parse::text)?,
        latency_ms: parse::entry(&mut object, "latencyMs", |value| parse::latency(&value))?,
        diagnostics: parse::optional_entry(&mut object, "diagnostics", parse::anything)?,
        memory_update: parse::optional_entry(&mut object, "memoryUpdate", parse::anything)?,
        runner_events: Vec::new(),
        extra: Map::new(),
    };
    let claims = claim_keys(rules).filter_map(|key| object.remove_entry(key)).collect::<Map<_, _>>();
    let events = claims.get("events").and_then(Value::as_array).into_iter().flatten();
    let of_runner = events.filter(|event| event.is_object() && !is_rule_event(event)).cloned().collect();
    turn.runner_events = parse::runner_events(of_runner).map_err(|error| error.within(".events"))?;
    turn.extra = parse::extra(object, |_| false)?;
    Ok((turn, claims))
}
