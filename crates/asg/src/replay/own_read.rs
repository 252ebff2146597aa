//! Reading our own form.

use std::sync::Arc;

use serde_json::Value;

use crate::combat::Rules;
use crate::hash::PositionHash;
use crate::replay::read::{self, Flaw, Parts, ReplayError};
use crate::replay::reference::{is_replay_key, is_turn_key};
use crate::replay::verify::Check;
use crate::replay::{Ending, Replay, Turn, Verified, orders};
use crate::scenario::Scenario;
use crate::side::{BySide, Side};

pub(super) fn read(mut parts: Parts<'_>, verify: bool) -> Result<Verified, ReplayError> {
    parts.remove("format");
    let scenario = Arc::new(read::scenario(&mut parts)?);
    let turns = read::turns(&mut parts)?;
    let result = read::part(&mut parts, "result", Ok)?;
    let controllers = read::part(&mut parts, "controllers", controllers)?;
    let mut replay = Replay {
        rules: read::part(&mut parts, "rules", |value| rules(&value))?,
        seed: read::part(&mut parts, "seed", |value| read::seed(&value))?,
        created_at: read::part(&mut parts, "createdAt", read::text)?,
        players: read::optional_part(&mut parts, "players", read::players)?,
        turns: Vec::with_capacity(turns.len()),
        ending: Ending::read(&result),
        extra: read::optional_part(&mut parts, "extra", |value| read::extra(read::object(value)?, is_replay_key))?
            .unwrap_or_default(),
        scenario,
    };
    read::unknown_keys(parts.keys())?;
    let mut check = verify.then(|| Check::new(&replay));
    let mut active = replay.scenario.file().starting_player;
    for (i, raw) in turns.into_iter().enumerate() {
        let usual = controllers[active].as_deref();
        let turn = read::value(raw).and_then(|value| turn(value, &replay.scenario, replay.rules, usual));
        let (turn, hash) = turn.map_err(|flaw| flaw.at(&format!(".turns[{i}]")))?;
        if let Some(check) = &mut check {
            check.hashed_turn(&turn, hash);
        }
        replay.turns.push(turn);
        active = active.other();
    }
    Ok(Verified::new(replay, check, &result))
}

fn rules(value: &Value) -> Result<Rules, Flaw> {
    value.as_str().and_then(Rules::from_name).ok_or_else(|| Flaw::wrong_type("\"v0\" or \"v1\"", value))
}

fn controllers(value: Value) -> Result<BySide<Option<String>>, Flaw> {
    let mut object = read::object(value)?;
    let mut controller = |side: Side| read::optional_entry(&mut object, side.name(), read::text);
    let controllers = BySide { p1: controller(Side::P1)?, p2: controller(Side::P2)? };
    read::unknown_keys(object.keys())?;
    Ok(controllers)
}

fn turn(value: Value, scenario: &Scenario, rules: Rules, usual: Option<&str>) -> Result<(Turn, PositionHash), Flaw> {
    let list = read::list(value)?;
    let length = list.len();
    let mut items = Items(list.into_iter().enumerate());
    let actions = items.take(|value| orders::read(value, scenario))?;
    let hash = items.take(hash)?;
    let latency = items.take(|value| read::latency(&value))?;
    let more = items.take(|value| more(value, rules, usual))?.map_or_else(|| with_usual(Turn::default(), usual), Ok)?;
    match (actions, hash) {
        (Some(actions), Some(hash)) if length <= 4 => {
            Ok((Turn { actions, latency_ms: latency.unwrap_or_default(), ..more }, hash))
        }
        _ => Err(Flaw::new(format!("a ply has two to four items, not {length}"))),
    }
}

/// The items of a list, taken one after the other.
struct Items(std::iter::Enumerate<std::vec::IntoIter<Value>>);

impl Items {
    fn take<T>(&mut self, read: impl FnOnce(Value) -> Result<T, Flaw>) -> Result<Option<T>, Flaw> {
        let item = self.0.next().map(|(i, value)| read(value).map_err(|flaw| flaw.within(&format!("[{i}]"))));
        item.transpose()
    }
}

fn hash(value: Value) -> Result<PositionHash, Flaw> {
    read::text(value)?.parse().map_err(|error: crate::ParseHashError| Flaw::new(error.to_string()))
}

/// What else is known about a ply.
fn more(value: Value, rules: Rules, usual: Option<&str>) -> Result<Turn, Flaw> {
    let extra = |value| read::extra(read::object(value)?, |key| is_turn_key(key, rules));
    let mut object = read::object(value)?;
    let controller = read::optional_entry(&mut object, "controller", read::text)?;
    let turn = Turn {
        rationale: read::optional_entry(&mut object, "rationale", read::text)?,
        diagnostics: read::optional_entry(&mut object, "diagnostics", read::anything)?,
        memory_update: read::optional_entry(&mut object, "memoryUpdate", read::anything)?,
        runner_events: read::optional_entry(&mut object, "events", read::runner_events)?.unwrap_or_default(),
        extra: read::optional_entry(&mut object, "extra", extra)?.unwrap_or_default(),
        ..Turn::default()
    };
    read::unknown_keys(object.keys())?;
    with_usual(turn, controller.as_deref().or(usual))
}

fn with_usual(turn: Turn, controller: Option<&str>) -> Result<Turn, Flaw> {
    let controller = controller.ok_or_else(|| Flaw::new("no controller is named, neither here nor for this player"))?;
    Ok(Turn { controller: controller.to_owned(), ..turn })
}
