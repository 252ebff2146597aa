//! Chooses the actions of the stub.

use std::collections::{BTreeMap, VecDeque};

use asg::{Observation, Position, Rules, Side, View};
use game::derived_seed;
use serde_json::{Value, json};

use super::{Choice, StubOptions, asg_bot};
use crate::protocol::API_VERSION;

/// Replies to a request of either game.
///
/// # Errors
/// Describes the missing or invalid field of the request.
pub fn act(request: &Value, options: &StubOptions) -> Result<Value, String> {
    let observation = request.get("observation").ok_or("the request has no observation")?;
    let (actions, why) = if let Some(legal) = observation.get("legal_actions").and_then(Value::as_array) {
        let (action, why) = ringrift(request, legal, options.choice)?;
        (vec![action], why)
    } else if observation.get("nodes").is_none() {
        return Err("the observation has neither legal_actions nor nodes".to_owned());
    } else if let Some(kind) = options.asg_bot {
        (asg_bot::choose(request, observation, kind)?, "Choice of a built-in bot.".to_owned())
    } else {
        let (action, why) = asg(request, observation)?;
        (vec![action], why)
    };
    Ok(json!({ "api_version": API_VERSION, "actions": actions, "rationale_text": why }))
}

fn ringrift(request: &Value, legal: &[Value], choice: Choice) -> Result<(Value, String), String> {
    let last = legal.len().checked_sub(1).ok_or("the list of legal actions is empty")?;
    let index = match choice {
        Choice::First => 0,
        Choice::Last => last,
        Choice::Random(seed) => {
            let (id, ply) = (request["match_id"].to_string(), request["ply"].to_string());
            (derived_seed(seed, &["stub", &id, &ply]) % legal.len() as u64) as usize
        }
    };
    let (id, text) = numbered(&legal[index]).ok_or("a legal action has no id")?;
    Ok((json!({ "id": id }), format!("Stub: number {} of {} legal actions, {text}.", index + 1, legal.len())))
}

/// Returns the id and the notation of a legal action: an object or, for models, a string such as `7: P a1`.
fn numbered(action: &Value) -> Option<(u64, &str)> {
    match action.as_str() {
        None => Some((action["id"].as_u64()?, action["action"].as_str()?)),
        Some(line) => line.split_once(": ").and_then(|(id, text)| Some((id.parse().ok()?, text))),
    }
}

fn asg(request: &Value, observation: &Value) -> Result<(Value, String), String> {
    let me = match request["player"].as_str() {
        Some("P1") => "P1",
        Some("P2") => "P2",
        _ => return Err("the player must be P1 or P2".to_owned()),
    };
    let map = match observation.get("adjacency") {
        Some(_) => observation.clone(),
        None => built_in_map(request["scenario_id"].as_str().unwrap_or_default())?,
    };
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let nodes = observation["nodes"].as_object().ok_or("nodes must be an object")?;
    let owned = nodes.values().filter(|node| node["owner"] == me).map(|node| number(&node["supplyYield"]));
    let income = owned.fold(number(&map["settings"]["baseIncome"]), u64::saturating_add);
    let cost = map["settings"]["reinforceCostPerStrength"].as_u64().ok_or("reinforceCostPerStrength is missing")?;
    if number(&observation["supplies"][me]).saturating_add(income) >= cost {
        return Ok((json!({ "type": "reinforce", "amount": 1 }), "Stub: one more troop.".to_owned()));
    }
    let enemy = if me == "P1" { "P2" } else { "P1" };
    let distances = distances(&map["adjacency"], map["hq"][enemy].as_str().unwrap_or_default());
    let occupied = nodes.iter().find(|(_, node)| number(&node["forces"][me]) > 0);
    let step = occupied.and_then(|(from, _)| {
        let neighbours = map["adjacency"][from].as_array()?.iter().filter_map(Value::as_str);
        let nearest = neighbours.min_by_key(|&to| distances.get(to).copied().unwrap_or(usize::MAX))?;
        Some((json!({ "type": "move", "from": from, "to": nearest, "amount": 1 }), "Stub: one step.".to_owned()))
    });
    Ok(step.unwrap_or_else(|| (json!({ "type": "pass" }), "Stub: nothing to do.".to_owned())))
}

/// Returns the full observation of a built-in map, for requests without the map.
fn built_in_map(id: &str) -> Result<Value, String> {
    let entry =
        asg::library::get(id).ok_or_else(|| format!("the map '{id}' is not built in; send the full observation"))?;
    let scenario = entry.scenario();
    let position = Position::start(&scenario);
    let view = View { scenario: &scenario, rules: Rules::V0, position: &position };
    serde_json::to_value(Observation::new(view, Side::P1)).map_err(|error| error.to_string())
}

/// Returns the distance of each node to the target.
fn distances<'a>(adjacency: &'a Value, target: &'a str) -> BTreeMap<&'a str, usize> {
    let mut distances = BTreeMap::from([(target, 0)]);
    let mut queue = VecDeque::from([target]);
    while let Some(node) = queue.pop_front() {
        let next = distances[node] + 1;
        for neighbour in adjacency[node].as_array().into_iter().flatten().filter_map(Value::as_str) {
            distances.entry(neighbour).or_insert_with(|| {
                queue.push_back(neighbour);
                next
            });
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buys_a_troop_or_moves_towards_the_enemy() {
        let observation = built_in_map("scenario_01").expect("the map is built in");
        let mut request = json!({ "player": "P1", "scenario_id": "scenario_01", "observation": observation });
        let action = |request: &Value| {
            act(request, &StubOptions::default()).expect("the request is valid")["actions"][0].clone()
        };
        assert_eq!(action(&request), json!({ "type": "reinforce", "amount": 1 }));
        request["observation"]["settings"]["reinforceCostPerStrength"] = 1000.into();
        assert_eq!(action(&request), json!({ "type": "move", "from": "p1_hq", "to": "p1_bridge", "amount": 1 }));
        request["observation"]["nodes"] = json!({});
        assert_eq!(action(&request), json!({ "type": "pass" }));
    }

    #[test]
    fn plays_the_action_selected_by_the_options() {
        let legal = [json!({ "id": 1, "action": "SP" }), json!({ "id": 2, "action": "ST" })];
        let request = json!({ "match_id": "m", "ply": 3, "observation": { "legal_actions": legal } });
        let chosen = |choice| {
            act(&request, &StubOptions { choice, ..StubOptions::default() }).expect("the request is valid")["actions"]
                [0]["id"]
                .clone()
        };
        assert_eq!(chosen(Choice::First), json!(1));
        assert_eq!(chosen(Choice::Last), json!(2));
        assert_eq!(chosen(Choice::Random(7)), chosen(Choice::Random(7)));
        let short = json!({ "observation": { "legal_actions": ["7: P a1"] } });
        assert_eq!(
            act(&short, &StubOptions::default()).expect("the request is valid")["actions"],
            json!([{ "id": 7 }])
        );
        for wrong in [json!(1), json!({ "observation": {} }), json!({ "observation": { "legal_actions": [] } })] {
            assert!(act(&wrong, &StubOptions::default()).is_err(), "{wrong}");
        }
    }
}
