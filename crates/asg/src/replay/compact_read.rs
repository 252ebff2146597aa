//! Reader of the compact replay format.

use std::sync::Arc;

use serde_json::Value;

use super::compact_orders;
use super::parse::{self, Parts, PathError, ReplayError};
use super::record::{Ending, Replay, Turn};
use super::reference_keys::{is_replay_key, is_turn_key};
use super::verify::{Check, Verified};
use crate::rules::{ParseHashError, PositionHash, Rules};
use crate::scenario::Scenario;
use crate::side::{BySide, Side};

pub(super) fn read(mut parts: Parts<'_>, verify: bool) -> Result<Verified, ReplayError> {
    parts.remove("format");
    let scenario = Arc::new(parse::scenario(&mut parts)?);
    let turns = parse::turns(&mut parts)?;
    let result = parse::part(&mut parts, "result", Ok)?;
    let controllers = parse::part(&mut parts, "controllers", controllers)?;
    let mut replay = Replay {
        rules: parse::part(&mut parts, "rules", |value| rules(&value))?,
        seed: parse::part(&mut parts, "seed", |value| parse::seed(&value))?,
        created_at: parse::part(&mut parts, "createdAt", parse::text)?,
        players: parse::optional_part(&mut parts, "players", parse::players)?,
        turns: Vec::with_capacity(turns.len()),
        ending: Ending::read(&result),
        extra: parse::optional_part(&mut parts, "extra", |value| parse::extra(parse::object(value)?, is_replay_key))?
            .unwrap_or_default(),
        scenario,
    };
    parse::unknown_keys(parts.keys())?;
    let mut check = verify.then(|| Check::new(&replay));
    let mut active = replay.scenario.file().starting_player;
    for (i, raw) in turns.into_iter().enumerate() {
        let default = controllers[active].as_deref();
        let turn = parse::value(raw).and_then(|value| turn(value, &replay.scenario, replay.rules, default));
        let (turn, hash) = turn.map_err(|error| error.at(&format!(".turns[{i}]")))?;
        if let Some(check) = &mut check {
            check.check_hash(&turn, hash);
        }
        replay.turns.push(turn);
        active = active.other();
    }
    Ok(Verified::new(replay, check, &result))
}

fn rules(value: &Value) -> Result<Rules, PathError> {
    value.as_str().and_then(Rules::from_name).ok_or_else(|| PathError::wrong_type("\"v0\" or \"v1\"", value))
}

fn controllers(value: Value) -> Result<BySide<Option<String>>, PathError> {
    let mut object = parse::object(value)?;
    let mut controller = |side: Side| parse::optional_entry(&mut object, side.name(), parse::text);
    let controllers = BySide { p1: controller(Side::P1)?, p2: controller(Side::P2)? };
    parse::unknown_keys(object.keys())?;
    Ok(controllers)
}

/// Reads a ply and its hash. `default_controller` is used for a ply without a controller.
fn turn(
    value: Value,
    scenario: &Scenario,
    rules: Rules,
    default_controller: Option<&str>,
) -> Result<(Turn, PositionHash), PathError> {
    let list = parse::list(value)?;
    let length = list.len();
    let mut items = Items(list.into_iter().enumerate());
    let orders = items.take(|value| compact_orders::read(value, scenario))?;
    let hash = items.take(hash)?;
    let latency = items.take(|value| parse::latency(&value))?;
    let details = items.take(|value| details(value, rules, default_controller))?;
    let details = details.map_or_else(|| with_controller(Turn::default(), default_controller), Ok)?;
    match (orders, hash) {
        (Some(orders), Some(hash)) if length <= 4 => {
            Ok((Turn { orders, latency_ms: latency.unwrap_or_default(), ..details }, hash))
        }
        _ => Err(PathError::new(format!("a ply has two to four items, not {length}"))),
    }
}

/// Items of a list, read in order. Errors include the index of the item.
struct Items(std::iter::Enumerate<std::vec::IntoIter<Value>>);

impl Items {
    fn take<T>(&mut self, read: impl FnOnce(Value) -> Result<T, PathError>) -> Result<Option<T>, PathError> {
        let item = self.0.next().map(|(i, value)| read(value).map_err(|error| error.within(&format!("[{i}]"))));
        item.transpose()
    }
}

fn hash(value: Value) -> Result<PositionHash, PathError> {
    parse::text(value)?.parse().map_err(|error: ParseHashError| PathError::new(error.to_string()))
}

/// Reads the optional details of a ply.
fn details(value: Value, rules: Rules, default_controller: Option<&str>) -> Result<Turn, PathError> {
    let extra = |value| parse::extra(parse::object(value)?, |key| is_turn_key(key, rules));
    let mut object = parse::object(value)?;
    let controller = parse::optional_entry(&mut object, "controller", parse::text)?;
    let turn = Turn {
        rationale: parse::optional_entry(&mut object, "rationale", parse::text)?,
        diagnostics: parse::optional_entry(&mut object, "diagnostics", parse::anything)?,
        memory_update: parse::optional_entry(&mut object, "memoryUpdate", parse::anything)?,
        runner_events: parse::optional_entry(&mut object, "events", parse::runner_events)?.unwrap_or_default(),
        extra: parse::optional_entry(&mut object, "extra", extra)?.unwrap_or_default(),
        ..Turn::default()
    };
    parse::unknown_keys(object.keys())?;
    with_controller(turn, controller.as_deref().or(default_controller))
}

fn with_controller(turn: Turn, controller: Option<&str>) -> Result<Turn, PathError> {
    let controller =
        controller.ok_or_else(|| PathError::new("no controller for the ply and no default for the player"))?;
    Ok(Turn { controller: controller.to_owned(), ..turn })
}
