//! Reading replays of the reference.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::combat::Rules;
use crate::json::{is_of_the_rules, step};
use crate::replay::read::{self, Flaw, Parts, ReplayError};
use crate::replay::reference::version;
use crate::replay::verify::{Check, claims};
use crate::replay::{Ending, Replay, Turn, Verified};
use crate::scenario::Scenario;
use crate::submitted::Submitted;

pub(super) fn read(mut parts: Parts<'_>, version: &Value, verify: bool) -> Result<Verified, ReplayError> {
    let rules = rules(version).map_err(|flaw| flaw.at(".version"))?;
    parts.remove("version");
    let scenario = Arc::new(read::scenario(&mut parts)?);
    let turns = read::turns(&mut parts)?;
    let result = read::optional_part(&mut parts, "result", Ok)?.unwrap_or_default();
    let mut replay = Replay {
        rules,
        seed: read::part(&mut parts, "seed", |value| read::seed(&value))?,
        created_at: read::part(&mut parts, "createdAt", read::text)?,
        players: read::optional_part(&mut parts, "players", read::players)?,
        turns: Vec::with_capacity(turns.len()),
        ending: Ending::read(&result),
        extra: extra(parts)?,
        scenario,
    };
    let mut check = verify.then(|| Check::new(&replay));
    for (i, raw) in turns.into_iter().enumerate() {
        let turn = read::value(raw).and_then(|value| turn(value, &replay.scenario, rules));
        let (turn, told) = turn.map_err(|flaw| flaw.at(&format!(".turns[{i}]")))?;
        if let Some(check) = &mut check {
            check.told_turn(&turn, &told);
        }
        replay.turns.push(turn);
    }
    Ok(Verified::new(replay, check, &result))
}

fn rules(found: &Value) -> Result<Rules, Flaw> {
    let rules = Rules::ALL.into_iter().find(|&rules| found == version(rules));
    rules.ok_or_else(|| Flaw::wrong_type("\"0.1.0\" or \"1.0.0\"", found))
}

/// What is left over is kept.
fn extra(parts: Parts<'_>) -> Result<Map<String, Value>, Flaw> {
    let entry = |(key, raw): (String, _)| Ok((key.clone(), read::value(raw).map_err(|flaw| flaw.within(&step(&key)))?));
    read::extra(parts.into_iter().map(entry).collect::<Result<_, Flaw>>()?, |_| false)
}

/// Reads a ply, and what it says about what happened.
fn turn(value: Value, scenario: &Scenario, rules: Rules) -> Result<(Turn, Map<String, Value>), Flaw> {
    let mut object = read::object(value)?;
    let action = |value| Submitted::try_read(&value, scenario).map_err(|error| Flaw::new(error.to_string()));
    let mut turn = Turn {
        actions: read::entry(&mut object, "actions", |value| read::each(read::actions(value)?, action))?,
        controller: read::entry(&mut object, "controllerId", read::text)?,
        rationale: read::optional_entry(&mut object, "rationaleText", read::text)?,
        latency_ms: read::entry(&mut object, "latencyMs", |value| read::latency(&value))?,
        diagnostics: read::optional_entry(&mut object, "diagnostics", read::anything)?,
        memory_update: read::optional_entry(&mut object, "memoryUpdate", read::anything)?,
        runner_events: Vec::new(),
        extra: Map::new(),
    };
    let told = claims(rules).filter_map(|key| object.remove_entry(key)).collect::<Map<_, _>>();
    let events = told.get("events").and_then(Value::as_array).into_iter().flatten();
    let of_runner = events.filter(|event| event.is_object() && !is_of_the_rules(event)).cloned().collect();
    turn.runner_events = read::runner_events(of_runner).map_err(|flaw| flaw.within(".events"))?;
    turn.extra = read::extra(object, |_| false)?;
    Ok((turn, told))
}
