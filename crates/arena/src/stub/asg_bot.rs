//! Lets a built-in bot of ASG reply to requests with the full observation.

use asg::{Position, Rules, Scenario, View, derive_seed};
use game::bots::BotKind;
use serde_json::{Map, Value, json};

/// Returns the orders that a bot chooses in the observed position. The ply and the request's `match_id` determine the bot's
/// random choices, so the same request gets the same reply.
///
/// # Errors
/// Fails if the observation is not the full form, or contradicts itself.
pub(super) fn choose(request: &Value, observation: &Value, kind: BotKind) -> Result<Vec<Value>, String> {
    let scenario = scenario(observation)?;
    let rules = observation["rules"].as_str().and_then(Rules::from_name).ok_or("rules must be v0 or v1")?;
    let position = Position::start(&scenario);
    let series = game::derived_seed(0, &["asg bot", &request["match_id"].to_string()]);
    let seed = derive_seed(series, observation["ply"].as_u64().unwrap_or(0));
    let orders = kind.make(seed.into()).choose(&View { scenario: &scenario, rules, position: &position });
    Ok(orders.into_iter().filter_map(|order| order.to_json(&scenario)).collect())
}

/// Returns a scenario that begins in the observed position and ends at the same ply.
fn scenario(observation: &Value) -> Result<Scenario, String> {
    let object = |key: &str| observation[key].as_object().ok_or_else(|| format!("the observation has no {key}"));
    let (adjacency, mut settings) = (object("adjacency")?, object("settings")?.clone());
    settings.insert("turnCapPlies".to_owned(), observation["pliesLeft"].clone());
    let (mut nodes, mut forces) = (Vec::new(), Map::new());
    for (id, node) in object("nodes")? {
        let mut node = node.as_object().cloned().ok_or_else(|| format!("the node {id} is not an object"))?;
        forces.insert(id.clone(), node.remove("forces").unwrap_or_default());
        nodes.push(node);
    }
    let mut edges = Vec::new();
    for (from, neighbours) in adjacency {
        let neighbours = neighbours.as_array().into_iter().flatten().filter_map(Value::as_str);
        edges.extend(neighbours.filter(|to| from.as_str() < *to).map(|to| json!([from, to])));
    }
    let file = json!({
        "id": observation["scenarioId"],
        "name": observation["scenarioId"],
        "startingPlayer": observation["activePlayer"],
        "players": { "P1": { "hq": observation["hq"]["P1"] }, "P2": { "hq": observation["hq"]["P2"] } },
        "settings": settings,
        "map": { "nodes": nodes, "edges": edges },
        "initialState": { "playerSupply": observation["supplies"], "nodeForces": forces },
    });
    Scenario::from_json(&file).map_err(|error| format!("the observation is not valid: {error}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use asg::{Match, Observation, Order};

    use super::*;

    #[test]
    fn bot_sees_the_observed_position() {
        let scenario = Arc::new(asg::library::ALL[0].scenario());
        let mut game = Match::new(scenario, Rules::V0, 7);
        for _ in 0..4 {
            let view = View { scenario: game.scenario(), rules: game.rules(), position: game.position() };
            let seen = serde_json::to_value(Observation::new(view, view.player())).expect("observations are JSON");
            let expected: Vec<Order> = BotKind::Greedy.make(1).choose(&view);
            let replied = choose(&json!({}), &seen, BotKind::Greedy).expect("the observation is complete");
            let replied: Vec<Order> = replied.iter().map(|order| Order::read(order, view.scenario)).collect();
            assert_eq!(replied, expected);
            game.play(&expected, &mut ());
        }
    }

    #[test]
    fn short_observations_are_rejected() {
        let error = choose(&json!({}), &json!({ "nodes": {} }), BotKind::Greedy).expect_err("the map is missing");
        assert!(error.contains("no adjacency"), "{error}");
    }
}
