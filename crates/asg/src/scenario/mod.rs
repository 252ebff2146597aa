//! Scenarios: read and checked once, then in a form that is quick to play.

mod file;
mod layout;
mod order;
mod read;

use std::collections::HashMap;
use std::fmt;

use serde_json::Value;

pub use file::{InitialState, MapFile, NodeFile, PlayerFile, ScenarioFile, Settings, scenario_schema};
pub use layout::Layout;
pub use read::{Problem, ScenarioError};

use crate::side::{BySide, Side};

/// A node of a map, by its place in the scenario's list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(u16);

impl Node {
    /// Its place, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A scenario that has been checked.
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
    /// Where the neighbours of each node begin in the list below.
    offsets: Vec<u32>,
    neighbours: Vec<Node>,
    /// The nodes in the order of a JavaScript object's keys.
    key_order: Vec<Node>,
    /// The place of each node's id in the order of texts for people.
    collation: Vec<u16>,
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// If it is no JSON or no scenario; then all that is wrong is listed.
    pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
        read::read_text(text).map(Scenario::new)
    }

    /// Reads a scenario from JSON.
    ///
    /// # Errors
    /// If it is no scenario; all that is wrong is listed.
    pub fn from_json(value: &Value) -> Result<Scenario, ScenarioError> {
        read::read_value(value).map(Scenario::new)
    }

    /// Takes a scenario that was made by a program.
    ///
    /// # Errors
    /// If something in it does not fit; everything that does not is listed.
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
        let key_order = order::key_order(&ids).into_iter().map(Node).collect();
        let collation = order::collation(&ids);
        Scenario { by_id, hq, offsets, neighbours, key_order, collation, file }
    }

    /// The scenario as it stands in files.
    pub fn file(&self) -> &ScenarioFile {
        &self.file
    }

    /// The same scenario with other settings.
    ///
    /// # Errors
    /// If a setting is out of its range.
    pub fn with_settings(&self, settings: Settings) -> Result<Scenario, ScenarioError> {
        Scenario::from_file(&ScenarioFile { settings, ..self.file.clone() })
    }

    /// Eight digits that tell scenarios apart, by everything that stands in them.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(&self.file).expect("a scenario is plain data");
        blake3::hash(text.as_bytes()).to_hex()[..8].to_owned()
    }

    /// The numbers of the game.
    #[inline]
    pub fn settings(&self) -> &Settings {
        &self.file.settings
    }

    /// The number of nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.file.map.nodes.len()
    }

    /// Whether there are no nodes, which is never so.
    pub fn is_empty(&self) -> bool {
        self.file.map.nodes.is_empty()
    }

    /// All nodes, in the order of the scenario.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        (0..self.len() as u16).map(Node)
    }

    /// All nodes in the order in which JavaScript lists the keys of an object: ids like `7` first, by number.
    pub fn nodes_in_key_order(&self) -> &[Node] {
        &self.key_order
    }

    /// The node with an id.
    pub fn node(&self, id: &str) -> Option<Node> {
        self.by_id.get(id).copied()
    }

    /// The id of a node.
    pub fn id_of(&self, node: Node) -> &str {
        &self.info(node).id
    }

    /// What the file says about a node.
    #[inline]
    pub fn info(&self, node: Node) -> &NodeFile {
        &self.file.map.nodes[node.index()]
    }

    /// The supply that a node yields.
    #[inline]
    pub fn supply_yield(&self, node: Node) -> u64 {
        self.info(node).supply_yield
    }

    /// The headquarters of a player.
    #[inline]
    pub fn hq(&self, side: Side) -> Node {
        self.hq[side]
    }

    /// The neighbours of a node, sorted by the code units of their ids.
    #[inline]
    pub fn neighbours(&self, node: Node) -> &[Node] {
        let index = node.index();
        &self.neighbours[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// Whether an edge joins two nodes.
    #[inline]
    pub fn are_adjacent(&self, a: Node, b: Node) -> bool {
        let (of_a, of_b) = (self.neighbours(a), self.neighbours(b));
        if of_a.len() <= of_b.len() { of_a.contains(&b) } else { of_b.contains(&a) }
    }

    /// The place of a node's id in the order of texts for people (ICU's root collation); equal ids share it.
    #[inline]
    pub fn collation(&self, node: Node) -> u16 {
        self.collation[node.index()]
    }

    /// The steps between the headquarters; none where there is no way.
    pub fn hq_distance(&self) -> Option<u32> {
        self.distances_to(self.hq(Side::P2))[self.hq(Side::P1).index()]
    }

    /// The number of edges; those that the file repeats count once.
    pub fn edge_count(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// The steps from every node to a goal; none where there is no way.
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
