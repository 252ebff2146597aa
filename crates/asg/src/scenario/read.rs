//! Parsing of scenarios. All problems are collected, each with its JSON path.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde_json::{Map, Value};

use crate::json_value::path_step;
use crate::limits::{MAX_AMOUNT, MAX_BUDGET, MAX_EDGES, MAX_NAME_BYTES, MAX_NODES, MAX_PLIES, MAX_SCENARIO_BYTES};
use crate::scenario::file::{InitialState, MapFile, NodeFile, PlayerFile, ScenarioFile, Settings};
use crate::side::{BySide, Owner, Side};

/// Maximum number of problems that are listed; further ones are counted.
const MAX_PROBLEMS: usize = 100;

/// A problem in a scenario file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// JSON path of the value, such as `$.map.nodes[2].id`.
    pub path: String,
    /// Human-readable description of the problem.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.what)
    }
}

/// Error while reading a scenario.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// The text is longer than [`MAX_SCENARIO_BYTES`]; holds its length.
    #[error("the scenario has {0} bytes; at most {MAX_SCENARIO_BYTES} are read")]
    TooLong(usize),
    /// The text is not JSON; holds the parser's message.
    #[error("not JSON: {0}")]
    Json(String),
    /// The JSON is not a valid scenario.
    #[error("{}", list(.problems, *.more))]
    Problems {
        /// First 100 problems: malformed values first, then references to unknown nodes, each in file order.
        problems: Vec<Problem>,
        /// Number of problems that are not listed.
        more: usize,
    },
}

fn list(problems: &[Problem], more: usize) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let more = if more > 0 { format!("\nand {more} more") } else { String::new() };
    format!("{}{more}", lines.join("\n"))
}

/// Parses a scenario from text.
pub(super) fn read_text(text: &str) -> Result<ScenarioFile, ScenarioError> {
    if text.len() > MAX_SCENARIO_BYTES {
        return Err(ScenarioError::TooLong(text.len()));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| ScenarioError::Json(error.to_string()))?;
    read_value(&value)
}

/// Reads a scenario from a JSON value.
pub(super) fn read_value(value: &Value) -> Result<ScenarioFile, ScenarioError> {
    let mut problems = Problems::default();
    let file = scenario(&At::root(value), &mut problems);
    references(&file, &mut problems);
    problems.result(file)
}

/// Problems found so far.
#[derive(Default)]
struct Problems {
    first: Vec<Problem>,
    more: usize,
}

impl Problems {
    fn add(&mut self, path: &str, what: impl Into<String>) {
        if self.first.len() < MAX_PROBLEMS {
            self.first.push(Problem { path: path.to_owned(), what: what.into() });
        } else {
            self.more += 1;
        }
    }

    fn result<T>(self, value: T) -> Result<T, ScenarioError> {
        if self.first.is_empty() {
            Ok(value)
        } else {
            Err(ScenarioError::Problems { problems: self.first, more: self.more })
        }
    }
}

/// A JSON value with its path. `value` is `None` if the key is missing, which has already been reported.
struct At<'a> {
    value: Option<&'a Value>,
    path: String,
}

impl<'a> At<'a> {
    fn root(value: &'a Value) -> At<'a> {
        At { value: Some(value), path: "$".to_owned() }
    }

    /// Reads an object with exactly these keys and returns their values.
    fn object<const N: usize>(&self, keys: [&str; N], problems: &mut Problems) -> [At<'a>; N] {
        let object = self.any_object(problems);
        if let Some(object) = object {
            for key in object.keys().filter(|key| !keys.contains(&key.as_str())) {
                let known = keys.join(", ");
                problems.add(&self.path, format!("unknown key {}; expected one of {known}", quoted(key)));
            }
        }
        keys.map(|key| {
            let value = object.and_then(|object| object.get(key));
            if object.is_some() && value.is_none() {
                problems.add(&self.path, format!("\"{key}\" is missing"));
            }
            At { value, path: format!("{}.{key}", self.path) }
        })
    }

    fn any_object(&self, problems: &mut Problems) -> Option<&'a Map<String, Value>> {
        let object = self.value?.as_object();
        if object.is_none() {
            self.wrong("an object", problems);
        }
        object
    }

    /// Reads a list of at most `max` items; returns no items if there are more.
    fn items(&self, max: usize, problems: &mut Problems) -> Vec<At<'a>> {
        let Some(value) = self.value else { return Vec::new() };
        let Some(list) = value.as_array() else {
            self.wrong("a list", problems);
            return Vec::new();
        };
        if list.len() > max {
            problems.add(&self.path, format!("expected at most {max} items, found {}", list.len()));
            return Vec::new();
        }
        let at = |(i, value)| At { value: Some(value), path: format!("{}[{i}]", self.path) };
        list.iter().enumerate().map(at).collect()
    }

    /// Reads a text that is not empty; returns an empty one if it is malformed.
    fn text(&self, problems: &mut Problems) -> String {
        let Some(value) = self.value else { return String::new() };
        match value.as_str() {
            None => self.wrong("a text", problems),
            Some("") => problems.add(&self.path, "must not be empty"),
            Some(text) if text.len() > MAX_NAME_BYTES => {
                problems.add(&self.path, format!("expected at most {MAX_NAME_BYTES} bytes, found {}", text.len()));
            }
            Some(text) => return text.to_owned(),
        }
        String::new()
    }

    /// Reads an integer in a range; returns `min` if it is malformed.
    fn integer(&self, min: u64, max: u64, problems: &mut Problems) -> u64 {
        let Some(value) = self.value else { return min };
        let whole = value.as_u64().or_else(|| {
            let float = value.as_f64().filter(|float| float.fract() == 0.0 && *float >= 0.0)?;
            Some(float as u64)
        });
        match whole.filter(|whole| (min..=max).contains(whole)) {
            Some(whole) => whole,
            None => {
                self.wrong(&format!("an integer from {min} to {max}"), problems);
                min
            }
        }
    }

    /// Reads a number, optionally in a range; returns 0 if it is malformed.
    fn number(&self, within: Option<(f64, f64)>, problems: &mut Problems) -> f64 {
        let Some(value) = self.value else { return 0.0 };
        match (value.as_f64(), within) {
            (Some(number), None) => return number,
            (Some(number), Some((min, max))) if (min..=max).contains(&number) => return number,
            (_, Some((min, max))) => self.wrong(&format!("a number from {min} to {max}"), problems),
            (None, None) => self.wrong("a number", problems),
        }
        0.0
    }

    /// Reads one of the given names; returns the first value if it is malformed.
    fn name<T: Copy>(&self, names: &[(&str, T)], problems: &mut Problems) -> T {
        let text = self.value.and_then(Value::as_str);
        let found = names.iter().find(|(name, _)| text == Some(name));
        if found.is_none() && self.value.is_some() {
            let names: Vec<String> = names.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            self.wrong(&names.join(" or "), problems);
        }
        found.unwrap_or(&names[0]).1
    }

    fn wrong(&self, expected: &str, problems: &mut Problems) {
        let found = match self.value {
            Some(Value::Object(_)) => "an object".to_owned(),
            Some(Value::Array(_)) => "a list".to_owned(),
            Some(Value::String(text)) => quoted(text),
            Some(other) => other.to_string(),
            None => "nothing".to_owned(),
        };
        problems.add(&self.path, format!("expected {expected}, found {found}"));
    }
}

/// Returns a text in quotation marks, shortened to 60 characters.
fn quoted(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    let shown: String = text.chars().take(MAX_SHOWN).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{shown}{more}"))
}

// --- parts of a scenario ---

fn scenario(at: &At<'_>, problems: &mut Problems) -> ScenarioFile {
    let keys = ["id", "name", "startingPlayer", "players", "settings", "map", "initialState"];
    let [id, name, starting, players, settings, map, state] = at.object(keys, problems);
    ScenarioFile {
        id: id.text(problems),
        name: name.text(problems),
        starting_player: starting.name(&Side::BOTH.map(|side| (side.name(), side)), problems),
        players: by_side(&players, problems, |at, problems| {
            let [hq] = at.object(["hq"], problems);
            PlayerFile { hq: hq.text(problems) }
        }),
        settings: self::settings(&settings, problems),
        map: self::map(&map, problems),
        initial_state: initial_state(&state, problems),
    }
}

fn by_side<T>(at: &At<'_>, problems: &mut Problems, read: impl Fn(&At<'_>, &mut Problems) -> T) -> BySide<T> {
    let [p1, p2] = at.object(["P1", "P2"], problems);
    BySide { p1: read(&p1, problems), p2: read(&p2, problems) }
}

fn amounts(at: &At<'_>, problems: &mut Problems) -> BySide<u64> {
    by_side(at, problems, |at, problems| at.integer(0, MAX_AMOUNT, problems))
}

fn settings(at: &At<'_>, problems: &mut Problems) -> Settings {
    let keys = ["turnCapPlies", "actionBudget", "baseIncome", "reinforceCostPerStrength", "combatVarianceFraction"];
    let [cap, budget, income, cost, fraction] = at.object(keys, problems);
    Settings {
        turn_cap_plies: cap.integer(1, MAX_PLIES, problems),
        action_budget: budget.integer(0, MAX_BUDGET, problems),
        base_income: income.integer(0, MAX_AMOUNT, problems),
        reinforce_cost_per_strength: cost.integer(1, MAX_AMOUNT, problems),
        combat_variance_fraction: fraction.number(Some((0.0, 1.0)), problems),
    }
}

fn map(at: &At<'_>, problems: &mut Problems) -> MapFile {
    let [nodes, edges] = at.object(["nodes", "edges"], problems);
    let node_items = nodes.items(MAX_NODES, problems);
    if node_items.is_empty() && nodes.value.is_some_and(|value| value.as_array().is_some_and(Vec::is_empty)) {
        problems.add(&nodes.path, "a map needs at least one node");
    }
    MapFile {
        nodes: node_items.iter().map(|at| node(at, problems)).collect(),
        edges: edges.items(MAX_EDGES, problems).iter().map(|at| edge(at, problems)).collect(),
    }
}

fn node(at: &At<'_>, problems: &mut Problems) -> NodeFile {
    let [id, x, y, owner, supply_yield] = at.object(["id", "x", "y", "owner", "supplyYield"], problems);
    NodeFile {
        id: id.text(problems),
        x: x.number(None, problems),
        y: y.number(None, problems),
        owner: owner.name(&Owner::ALL.map(|owner| (owner.name(), owner)), problems),
        supply_yield: supply_yield.integer(0, MAX_AMOUNT, problems),
    }
}

fn edge(at: &At<'_>, problems: &mut Problems) -> [String; 2] {
    let ends = at.items(MAX_EDGES, problems);
    if ends.len() != 2 && at.value.is_some_and(Value::is_array) {
        problems.add(&at.path, format!("an edge has two ends, not {}", ends.len()));
    }
    let mut ends = ends.iter().take(2).map(|end| end.text(problems));
    [ends.next().unwrap_or_default(), ends.next().unwrap_or_default()]
}

fn initial_state(at: &At<'_>, problems: &mut Problems) -> InitialState {
    let [supply, forces] = at.object(["playerSupply", "nodeForces"], problems);
    let mut node_forces = BTreeMap::new();
    for (id, value) in forces.any_object(problems).into_iter().flatten() {
        let at = At { value: Some(value), path: format!("{}{}", forces.path, path_step(id)) };
        node_forces.insert(id.clone(), amounts(&at, problems));
    }
    InitialState { player_supply: amounts(&supply, problems), node_forces }
}

// --- references between the parts ---

/// Checks that all referenced nodes exist, ids are unique and no edge is a loop. An empty id replaces a malformed one,
/// which has already been reported.
fn references(file: &ScenarioFile, problems: &mut Problems) {
    let ids = unique_ids(file, problems);
    // Without any valid id, every reference would be reported as unknown.
    if ids.is_empty() {
        return;
    }
    let mut refer = |path: String, id: &str| {
        if !ids.contains(id) {
            problems.add(&path, format!("there is no node {}", quoted(id)));
        }
    };
    for side in Side::BOTH.into_iter().filter(|&side| !file.players[side].hq.is_empty()) {
        refer(format!("$.players.{side}.hq"), &file.players[side].hq);
    }
    for (i, edge) in file.map.edges.iter().enumerate() {
        for (end, id) in edge.iter().enumerate().filter(|(_, id)| !id.is_empty()) {
            refer(format!("$.map.edges[{i}][{end}]"), id);
        }
    }
    for id in file.initial_state.node_forces.keys() {
        refer(format!("$.initialState.nodeForces{}", path_step(id)), id);
    }
    loops(file, problems);
}

/// Returns the ids of all nodes and reports duplicates.
fn unique_ids<'a>(file: &'a ScenarioFile, problems: &mut Problems) -> HashSet<&'a str> {
    let mut ids = HashSet::new();
    for (i, node) in file.map.nodes.iter().enumerate().filter(|(_, node)| !node.id.is_empty()) {
        if !ids.insert(node.id.as_str()) {
            problems.add(&format!("$.map.nodes[{i}].id"), format!("there is another node {}", quoted(&node.id)));
        }
    }
    ids
}

fn loops(file: &ScenarioFile, problems: &mut Problems) {
    for (i, [a, b]) in file.map.edges.iter().enumerate() {
        if a == b && !a.is_empty() {
            problems.add(&format!("$.map.edges[{i}]"), "an edge cannot connect a node with itself");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn malformed_parts_and_unknown_ids_are_reported_together() {
        let mut value: Value = serde_json::from_str(include_str!("../../scenarios/scenario_01.json")).unwrap();
        value["name"] = json!(7);
        value["players"]["P1"]["hq"] = json!("");
        value["players"]["P2"]["hq"] = json!("nowhere");
        value["map"]["nodes"].as_array_mut().unwrap().extend([json!({}), json!({})]);
        value["map"]["edges"] = json!([["p1_hq", "x"], [1, ""], ["p1_hq", "p1_hq"], []]);
        value["initialState"]["nodeForces"] = json!({ "": { "P1": 0, "P2": 0 }, "y z": { "P1": -1, "P2": 0 } });
        let Err(ScenarioError::Problems { problems, more: 0 }) = read_value(&value) else {
            panic!("expected problems")
        };
        let paths: Vec<&str> = problems.iter().map(|problem| problem.path.as_str()).collect();
        let nodes = value["map"]["nodes"].as_array().unwrap().len();
        let missing = [nodes - 2, nodes - 1].map(|i| format!("$.map.nodes[{i}]"));
        let malformed = ["$.name", "$.players.P1.hq"].into_iter();
        let malformed = malformed.chain(missing.iter().flat_map(|path| [path.as_str(); 5]));
        let malformed = malformed.chain(["$.map.edges[1][0]", "$.map.edges[1][1]", "$.map.edges[3]"]);
        let malformed = malformed.chain(["$.initialState.nodeForces[\"y z\"].P1"]);
        let unknown = ["$.players.P2.hq", "$.map.edges[0][1]"].into_iter();
        let unknown = unknown.chain(["$.initialState.nodeForces[\"\"]", "$.initialState.nodeForces[\"y z\"]"]);
        let expected: Vec<&str> = malformed.chain(unknown).chain(["$.map.edges[2]"]).collect();
        assert_eq!(paths, expected);
    }
}
