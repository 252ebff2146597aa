//! New symmetric maps from a few wishes and a seed.

use std::collections::BTreeMap;

use crate::prng::{Prng, spread_seed};
use crate::scenario::{InitialState, MapFile, NodeFile, PlayerFile, Scenario, ScenarioFile, Settings};
use crate::side::{BySide, Owner, Side};

/// How the two halves of a map correspond.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Symmetry {
    /// Left and right are mirrored.
    #[default]
    Mirror,
    /// Half a turn brings one half onto the other.
    Rotation,
}

impl Symmetry {
    /// Both.
    pub const ALL: [Symmetry; 2] = [Symmetry::Mirror, Symmetry::Rotation];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::Mirror => "mirror",
            Symmetry::Rotation => "rotation",
        }
    }

    /// Where a point of one half lies in the other.
    const fn image(self, at: Point) -> Point {
        match self {
            Symmetry::Mirror => Point { x: -at.x, y: at.y },
            Symmetry::Rotation => Point { x: -at.x, y: -at.y },
        }
    }
}

/// What a map should be like.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of nodes. With an odd number one of them lies in the middle.
    pub nodes: usize,
    /// How the halves correspond.
    pub symmetry: Symmetry,
    /// The number of nodes that yield supply.
    pub resources: usize,
    /// Maps of other seeds differ.
    pub seed: u64,
}

/// Why there is no map like that.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The number of nodes is out of range.
    #[error("a map of {0} nodes; there can be {LEAST_NODES} to {MOST_NODES}")]
    Nodes(usize),
    /// More resources than nodes beside the headquarters.
    #[error("{wanted} resources; a map of {nodes} nodes has room for {room} beside the headquarters")]
    Resources {
        /// How many there should be.
        wanted: usize,
        /// The nodes of the map.
        nodes: usize,
        /// How many there can be.
        room: usize,
    },
    /// An odd number of resources with no node in the middle.
    #[error("an odd number of resources needs a node in the middle, so an odd number of nodes")]
    OddResources,
    /// The headquarters are too near to each other, whatever was tried.
    #[error("no map was found whose headquarters are {LEAST_DISTANCE} steps apart; try another seed or more nodes")]
    TooNarrow,
}

/// The fewest nodes: two headquarters, and a pair between them.
pub const LEAST_NODES: usize = 4;

/// The most nodes.
pub const MOST_NODES: usize = 200;

/// The fewest steps from one headquarters to the other.
pub const LEAST_DISTANCE: u32 = 3;

/// How often other points are tried before giving up.
const TRIES: u64 = 100;

/// How many points are drawn for each node; the one that is farthest from the others is taken.
const DRAWS_PER_NODE: usize = 16;

/// The most actions of a ply; a shorter way between the headquarters allows fewer, so that nobody can rush at once.
const MOST_ACTIONS: u32 = 6;

/// The largest yield of a resource.
const MOST_YIELD: i64 = 3;

const BASE_INCOME: u64 = 3;
const FIRST_TROOPS: u64 = 10;
const VARIANCE: f64 = 0.35;

/// Plies per step between the headquarters, and the fewest of all.
const PLIES_PER_STEP: u64 = 12;
const LEAST_PLIES: u64 = 40;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Point {
    x: i64,
    y: i64,
}

impl Point {
    /// The square of the distance.
    const fn to(self, other: Point) -> i64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        x * x + y * y
    }
}

impl Plan {
    /// Makes the map.
    ///
    /// # Errors
    /// If there is none like that.
    pub fn scenario(&self) -> Result<Scenario, PlanError> {
        self.check()?;
        for attempt in 0..TRIES {
            let mut prng = Prng::new(spread_seed(self.seed, attempt).into());
            let points = self.points(&mut prng);
            let file = self.file(&points, &mut prng);
            let scenario = Scenario::from_file(&file).expect("a made map is a scenario");
            if let Some(distance) = scenario.hq_distance().filter(|&steps| steps >= LEAST_DISTANCE) {
                let settings = settings_for(distance);
                return Ok(scenario.with_settings(settings).expect("these settings are in their ranges"));
            }
        }
        Err(PlanError::TooNarrow)
    }

    fn check(&self) -> Result<(), PlanError> {
        let (nodes, wanted) = (self.nodes, self.resources);
        if !(LEAST_NODES..=MOST_NODES).contains(&nodes) {
            return Err(PlanError::Nodes(nodes));
        }
        let room = nodes - 2;
        if wanted > room {
            return Err(PlanError::Resources { wanted, nodes, room });
        }
        if wanted % 2 == 1 && !self.has_middle() {
            return Err(PlanError::OddResources);
        }
        Ok(())
    }

    const fn has_middle(&self) -> bool {
        self.nodes % 2 == 1
    }

    /// The points of one half, the headquarters first, then the middle, if there is one.
    fn points(&self, prng: &mut Prng) -> Vec<Point> {
        let span = 4 * self.nodes.isqrt() as i64 + 4;
        let mut points = vec![Point { x: -span, y: 0 }];
        let pairs = self.nodes / 2;
        while points.len() < pairs {
            let draws: Vec<Point> = (0..DRAWS_PER_NODE)
                .map(|_| Point { x: prng.int(1 - span, -1), y: prng.int(-span * 2 / 3, span * 2 / 3) })
                .collect();
            let room = |at: &Point| {
                let others = points.iter().flat_map(|&other| [other, self.symmetry.image(other)]);
                others.chain([self.symmetry.image(*at)]).map(|other| at.to(other)).min()
            };
            points.extend(draws.iter().copied().max_by_key(room));
        }
        if self.has_middle() {
            points.push(Point { x: 0, y: 0 });
        }
        points
    }

    fn file(&self, half: &[Point], prng: &mut Prng) -> ScenarioFile {
        let yields = self.yields(half.len(), prng);
        let pairs = self.nodes / 2;
        let mut nodes = Vec::new();
        for (i, &at) in half.iter().enumerate() {
            let owner = |side: Side| if i == 0 { side.into() } else { Owner::Neutral };
            if i == pairs {
                nodes.push(node("middle".to_owned(), at, Owner::Neutral, yields[i]));
                continue;
            }
            nodes.push(node(name(i, Side::P1), at, owner(Side::P1), yields[i]));
            nodes.push(node(name(i, Side::P2), self.symmetry.image(at), owner(Side::P2), yields[i]));
        }
        let forces = |side: Side| {
            let mut troops = BySide::default();
            troops[side] = FIRST_TROOPS;
            (name(0, side), troops)
        };
        ScenarioFile {
            id: format!("{}_{}_{}", self.symmetry.name(), self.nodes, self.seed),
            name: format!("{} nodes by {}, seed {}", self.nodes, self.symmetry.name(), self.seed),
            starting_player: Side::P1,
            players: BySide::from_fn(|side| PlayerFile { hq: name(0, side) }),
            settings: settings_for(LEAST_DISTANCE),
            map: MapFile { edges: edges(&nodes), nodes },
            initial_state: InitialState {
                player_supply: BySide::default(),
                node_forces: Side::BOTH.map(forces).into_iter().collect::<BTreeMap<_, _>>(),
            },
        }
    }

    /// What each point of the half yields. The middle counts once, all others twice.
    fn yields(&self, points: usize, prng: &mut Prng) -> Vec<u64> {
        let mut yields = vec![0; points];
        let draw = |prng: &mut Prng| prng.int(1, MOST_YIELD) as u64;
        let pairs = self.nodes / 2;
        if self.resources % 2 == 1 {
            yields[pairs] = draw(prng);
        }
        let mut free: Vec<usize> = (1..pairs).collect();
        for _ in 0..self.resources / 2 {
            // With every pair taken, two more can only mean that the middle was not meant to count; the check excludes it.
            let Some(last) = free.len().checked_sub(1) else { break };
            yields[free.swap_remove(prng.int(0, last as i64) as usize)] = draw(prng);
        }
        yields
    }
}

fn settings_for(distance: u32) -> Settings {
    let plies = (PLIES_PER_STEP * u64::from(distance)).max(LEAST_PLIES);
    Settings {
        turn_cap_plies: plies,
        action_budget: MOST_ACTIONS.min(distance - 1).into(),
        base_income: BASE_INCOME,
        reinforce_cost_per_strength: 1,
        combat_variance_fraction: VARIANCE,
    }
}

fn name(index: usize, side: Side) -> String {
    let west_or_east = if side == Side::P1 { "west" } else { "east" };
    if index == 0 { format!("{west_or_east}_hq") } else { format!("{west_or_east}_{index}") }
}

fn node(id: String, at: Point, owner: Owner, supply_yield: u64) -> NodeFile {
    NodeFile { id, x: at.x as f64, y: at.y as f64, owner, supply_yield }
}

/// Joins nodes if no third one lies in the circle between them (the Gabriel graph). That joins everything, crosses nothing,
/// and is as symmetric as the points are.
fn edges(nodes: &[NodeFile]) -> Vec<[String; 2]> {
    let points: Vec<Point> = nodes.iter().map(|node| Point { x: node.x as i64, y: node.y as i64 }).collect();
    let mut edges = Vec::new();
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            if points.iter().all(|c| c.to(*a) + c.to(*b) >= a.to(*b)) {
                edges.push([nodes[i].id.clone(), nodes[j].id.clone()]);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(nodes: usize, symmetry: Symmetry, resources: usize, seed: u64) -> Plan {
        Plan { nodes, symmetry, resources, seed }
    }

    #[test]
    fn maps_are_as_planned() {
        for symmetry in Symmetry::ALL {
            for (nodes, resources) in [(4, 0), (5, 1), (6, 2), (9, 3), (12, 4), (25, 7), (60, 12)] {
                for seed in 0..5 {
                    let scenario = plan(nodes, symmetry, resources, seed).scenario().expect("a map");
                    assert_eq!(scenario.len(), nodes);
                    let rich = scenario.nodes().filter(|&node| scenario.supply_yield(node) > 0).count();
                    assert_eq!(rich, resources, "{nodes} {resources} {seed}");
                    let distances = scenario.distances_to(scenario.hq(Side::P2));
                    assert!(distances.iter().all(Option::is_some), "all nodes can be reached");
                    let apart = scenario.hq_distance().expect("a way");
                    assert!(apart >= LEAST_DISTANCE && u64::from(apart) > scenario.settings().action_budget);
                }
            }
        }
    }

    #[test]
    fn the_same_plan_gives_the_same_map() {
        let plan = plan(13, Symmetry::Mirror, 3, 7);
        assert_eq!(plan.scenario(), plan.scenario());
        assert_ne!(plan.scenario(), Plan { seed: 8, ..plan }.scenario());
    }

    #[test]
    fn the_largest_map_is_made() {
        assert_eq!(plan(MOST_NODES, Symmetry::Rotation, 40, 1).scenario().map(|map| map.len()), Ok(MOST_NODES));
    }

    #[test]
    fn impossible_plans_are_refused() {
        let error = |nodes, resources| plan(nodes, Symmetry::Mirror, resources, 1).scenario().err();
        assert_eq!(error(3, 0), Some(PlanError::Nodes(3)));
        assert_eq!(error(201, 0), Some(PlanError::Nodes(201)));
        assert_eq!(error(6, 5), Some(PlanError::Resources { wanted: 5, nodes: 6, room: 4 }));
        assert_eq!(error(6, 3), Some(PlanError::OddResources));
    }
}
