//! Scenarios: parsed and validated once, then indexed for fast play.

mod file;
mod layout;
mod node_order;
mod read;

use std::collections::HashMap;
use std::fmt;

use serde_json::Value;

pub use file::{InitialState, MapFile, NodeFile, PlayerFile, ScenarioFile, Settings, scenario_schema};
pub use layout::Layout;
pub use read::{Problem, ScenarioError};

use crate::side::{BySide, Side};

/// A node of a map, identified by its index in the scenario.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(u16);

impl Node {
    /// Returns the index in the scenario's list of nodes, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A valid scenario.
///
/// ```
/// let scenario = asg::Scenario::parse(include_str!("../../scenarios/scenario_01.json"))?;
/// let hq = scenario.hq(asg::Side::P1);
/// assert_eq!(scenario.id_of(hq), "p1_hq");
/// assert_eq!(scenario.neighbours(hq).len(), 1);
/// # Ok::<(), asg::ScenarioError>(())
/// ```
#[derive(Clone)]
pub struct Scenario {
    file: ScenarioFile,
    by_id: HashMap<String, Node>,
    hq: BySide<Node>,
    /// Start of each node's neighbours in `neighbours`, plus the total length.
    offsets: Vec<u32>,
    neighbours: Vec<Node>,
    /// Nodes in the order of a JavaScript object's keys.
    key_order: Vec<Node>,
    /// Rank of each node's id in ICU's root collation.
    collation: Vec<u16>,
}

impl Scenario {
    /// Parses a scenario file.
    ///
    /// # Errors
    /// Fails if the text is too long, is not JSON or is not a valid scenario; lists all problems.
    pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
        read::read_text(text).map(Scenario::new)
    }

    /// Reads a scenario from a JSON value.
    ///
    /// # Errors
    /// Fails if the value is not a valid scenario; lists all problems.
    pub fn from_json(value: &Value) -> Result<Scenario, ScenarioError> {
        read::read_value(value).map(Scenario::new)
    }

    /// Validates a scenario that was built in code.
    ///
    /// # Errors
    /// Fails if the scenario is not valid; lists all problems.
    pub fn from_file(file: &ScenarioFile) -> Result<Scenario, ScenarioError> {
        let value = serde_json::to_value(file).map_err(|error| ScenarioError::Json(error.to_string()))?;
        Scenario::from_json(&value)
    }

    fn new(file: ScenarioFile) -> Scenario {
        let nodes = &file.map.nodes;
        let by_id: HashMap<String, Node> =
            nodes.iter().zip(0..).map(|(node, index)| (node.id.clone(), Node(index))).collect();
        let hq = BySide::from_fn(|side| by_id[&file.players[side].hq]);
        let ids: Vec<&str> = nodes.iter().map(|node| node.id.as_str()).collect();
        let mut adjacent: Vec<Vec<Node>> = vec![Vec::new(); nodes.len()];
        for [a, b] in &file.map.edges {
            let (a, b) = (by_id[a], by_id[b]);
            adjacent[a.index()].push(b);
            adjacent[b.index()].push(a);
        }
        let (mut offsets, mut neighbours) = (vec![0], Vec::new());
        for list in &mut adjacent {
            list.sort_by(|a, b| ids[a.index()].encode_utf16().cmp(ids[b.index()].encode_utf16()));
            list.dedup();
            neighbours.append(list);
            offsets.push(neighbours.len() as u32);
        }
        let key_order = node_order::key_order(&ids).into_iter().map(Node).collect();
        let collation = node_order::collation(&ids);
        Scenario { by_id, hq, offsets, neighbours, key_order, collation, file }
    }

    /// Returns the scenario in its file format.
    pub fn file(&self) -> &ScenarioFile {
        &self.file
    }

    /// Returns the scenario with other settings.
    ///
    /// # Errors
    /// Fails if a setting is out of its range.
    pub fn with_settings(&self, settings: Settings) -> Result<Scenario, ScenarioError> {
        Scenario::from_file(&ScenarioFile { settings, ..self.file.clone() })
    }

    /// Returns a hash of the whole scenario as eight hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(&self.file).expect("a scenario serializes to JSON");
        blake3::hash(text.as_bytes()).to_hex()[..8].to_owned()
    }

    /// Returns the numeric settings of the rules.
    #[inline]
    pub fn settings(&self) -> &Settings {
        &self.file.settings
    }

    /// Returns the number of nodes, at least 1.
    #[inline]
    pub fn len(&self) -> usize {
        self.file.map.nodes.len()
    }

    /// Always returns `false`: a valid scenario has at least one node.
    pub fn is_empty(&self) -> bool {
        self.file.map.nodes.is_empty()
    }

    /// Returns all nodes in scenario order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        (0..self.len() as u16).map(Node)
    }

    /// Returns all nodes in the order of a JavaScript object's keys: ids that are array indices, like `7`, in numeric
    /// order, then the others in scenario order.
    pub fn nodes_in_key_order(&self) -> &[Node] {
        &self.key_order
    }

    /// Returns the node with this id; `None` if the map has no such node.
    pub fn node(&self, id: &str) -> Option<Node> {
        self.by_id.get(id).copied()
    }

    /// Returns the id of a node.
    pub fn id_of(&self, node: Node) -> &str {
        &self.info(node).id
    }

    /// Returns the file entry of a node: id, coordinates, owner at the start, and yield.
    #[inline]
    pub fn info(&self, node: Node) -> &NodeFile {
        &self.file.map.nodes[node.index()]
    }

    /// Returns the supply that a node yields in each ply of its owner.
    #[inline]
    pub fn supply_yield(&self, node: Node) -> u64 {
        self.info(node).supply_yield
    }

    /// Returns the headquarters of a player.
    #[inline]
    pub fn hq(&self, side: Side) -> Node {
        self.hq[side]
    }

    /// Returns the neighbours of a node, sorted by the UTF-16 code units of their ids.
    #[inline]
    pub fn neighbours(&self, node: Node) -> &[Node] {
        let index = node.index();
        &self.neighbours[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// Reports whether an edge connects two nodes.
    #[inline]
    pub fn are_adjacent(&self, a: Node, b: Node) -> bool {
        let (of_a, of_b) = (self.neighbours(a), self.neighbours(b));
        if of_a.len() <= of_b.len() { of_a.contains(&b) } else { of_b.contains(&a) }
    }

    /// Returns the rank of a node's id in ICU's root collation; ids that compare as equal share a rank.
    #[inline]
    pub fn collation(&self, node: Node) -> u16 {
        self.collation[node.index()]
    }

    /// Returns the number of steps between the headquarters, or `None` if no path connects them.
    pub fn hq_distance(&self) -> Option<u32> {
        self.distances_to(self.hq(Side::P2))[self.hq(Side::P1).index()]
    }

    /// Returns the number of distinct edges.
    pub fn edge_count(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// Returns the number of steps from each node to `goal`, in scenario order; `None` where no path exists.
    pub fn distances_to(&self, goal: Node) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.len()];
        distances[goal.index()] = Some(0);
        let mut queue = vec![goal];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let step = distances[node.index()].map(|distance| distance + 1);
            for &neighbour in self.neighbours(node) {
                if distances[neighbour.index()].is_none() {
                    distances[neighbour.index()] = step;
                    queue.push(neighbour);
                }
            }
        }
        distances
    }
}

impl PartialEq for Scenario {
    fn eq(&self, other: &Scenario) -> bool {
        self.file == other.file
    }
}

impl fmt::Debug for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scenario").field(&self.file).finish()
    }
}
