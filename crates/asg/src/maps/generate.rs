//! Generator of symmetric maps.

use std::collections::BTreeMap;

use crate::prng::{Prng, derive_seed};
use crate::scenario::{InitialState, MapFile, NodeFile, PlayerFile, Scenario, ScenarioFile, Settings};
use crate::side::{BySide, Owner, Side};

/// Mapping between the two halves of a generated map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum MapSymmetry {
    /// Reflection in the vertical axis.
    #[default]
    Mirror,
    /// Rotation by 180 degrees.
    Rotation,
}

impl MapSymmetry {
    /// Both symmetries.
    pub const ALL: [MapSymmetry; 2] = [MapSymmetry::Mirror, MapSymmetry::Rotation];

    /// Returns the name on the command line and in scenario ids: `mirror` or `rotation`.
    pub const fn name(self) -> &'static str {
        match self {
            MapSymmetry::Mirror => "mirror",
            MapSymmetry::Rotation => "rotation",
        }
    }

    /// Returns the image of a point in the other half.
    const fn image(self, at: Point) -> Point {
        match self {
            MapSymmetry::Mirror => Point { x: -at.x, y: at.y },
            MapSymmetry::Rotation => Point { x: -at.x, y: -at.y },
        }
    }
}

/// Parameters of a generated map.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MapPlan {
    /// Number of nodes, [`MIN_NODES`] to [`MAX_NODES`]. An odd number puts one node in the middle.
    pub nodes: usize,
    /// Mapping between the halves of the two players.
    pub symmetry: MapSymmetry,
    /// Number of nodes that yield supply, at most `nodes` - 2. It must be even if `nodes` is even.
    pub resources: usize,
    /// Seed of the random generator; the same plan gives the same map.
    pub seed: u64,
}

/// Error for parameters for which no map can be generated.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapPlanError {
    /// The number of nodes is outside [`MIN_NODES`] to [`MAX_NODES`].
    #[error("expected {MIN_NODES} to {MAX_NODES} nodes, found {0}")]
    Nodes(usize),
    /// There are more resources than nodes that are not headquarters.
    #[error("expected at most {room} resources on a map of {nodes} nodes, found {wanted}")]
    Resources {
        /// Requested number of resources.
        wanted: usize,
        /// Number of nodes of the map.
        nodes: usize,
        /// Largest possible number of resources.
        room: usize,
    },
    /// The number of resources is odd, but there is no node in the middle.
    #[error("an odd number of resources requires an odd number of nodes, with one in the middle")]
    OddResources,
    /// No attempt produced headquarters that are at least [`MIN_DISTANCE`] steps apart.
    #[error("no map was found whose headquarters are {MIN_DISTANCE} steps apart; try another seed or more nodes")]
    TooNarrow,
}

/// Minimum number of nodes: two headquarters and a pair between them.
pub const MIN_NODES: usize = 4;

/// Maximum number of nodes.
pub const MAX_NODES: usize = 200;

/// Minimum number of steps between the headquarters.
pub const MIN_DISTANCE: u32 = 3;

/// Maximum number of attempts, each with different points.
const ATTEMPTS: u64 = 100;

/// Number of candidate points per node; the one farthest from all other nodes is used.
const DRAWS_PER_NODE: usize = 16;

/// Maximum order budget of a ply. It is lower if the headquarters are close, so that no army crosses the map in one ply.
const MAX_ORDERS: u32 = 6;

/// Largest yield of a resource.
pub(super) const MAX_YIELD: i64 = 3;

const BASE_INCOME: u64 = 3;
const INITIAL_TROOPS: u64 = 10;
const COMBAT_VARIANCE: f64 = 0.35;

/// Number of plies before the turn cap, per step between the headquarters.
const PLIES_PER_STEP: u64 = 12;

/// Minimum number of plies before the turn cap.
const MIN_PLIES: u64 = 40;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Point {
    x: i64,
    y: i64,
}

impl Point {
    /// Returns the squared distance to another point.
    const fn squared_distance(self, other: Point) -> i64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        x * x + y * y
    }
}

impl MapPlan {
    /// Generates the map.
    ///
    /// # Errors
    /// Fails if the parameters are out of range or no attempt gives a valid map.
    pub fn scenario(&self) -> Result<Scenario, MapPlanError> {
        self.check()?;
        for attempt in 0..ATTEMPTS {
            let mut prng = Prng::new(derive_seed(self.seed, attempt).into());
            let points = self.points(&mut prng);
            let file = self.file(&points, &mut prng);
            let scenario = Scenario::from_file(&file).expect("generated maps are valid scenarios");
            if let Some(distance) = scenario.hq_distance().filter(|&steps| steps >= MIN_DISTANCE) {
                let settings = settings_for(distance);
                return Ok(scenario.with_settings(settings).expect("generated settings are in range"));
            }
        }
        Err(MapPlanError::TooNarrow)
    }

    fn check(&self) -> Result<(), MapPlanError> {
        let (nodes, wanted) = (self.nodes, self.resources);
        if !(MIN_NODES..=MAX_NODES).contains(&nodes) {
            return Err(MapPlanError::Nodes(nodes));
        }
        let room = nodes - 2;
        if wanted > room {
            return Err(MapPlanError::Resources { wanted, nodes, room });
        }
        if wanted % 2 == 1 && !self.has_middle() {
            return Err(MapPlanError::OddResources);
        }
        Ok(())
    }

    const fn has_middle(&self) -> bool {
        self.nodes % 2 == 1
    }

    /// Returns the points of one half: headquarters first, then the others, then the middle if there is one.
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
                others.chain([self.symmetry.image(*at)]).map(|other| at.squared_distance(other)).min()
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
            troops[side] = INITIAL_TROOPS;
            (name(0, side), troops)
        };
        ScenarioFile {
            id: format!("{}_{}_{}", self.symmetry.name(), self.nodes, self.seed),
            name: format!("{} nodes by {}, seed {}", self.nodes, self.symmetry.name(), self.seed),
            starting_player: Side::P1,
            players: BySide::from_fn(|side| PlayerFile { hq: name(0, side) }),
            settings: settings_for(MIN_DISTANCE),
            map: MapFile { edges: edges(&nodes), nodes },
            initial_state: InitialState {
                player_supply: BySide::default(),
                node_forces: Side::BOTH.map(forces).into_iter().collect::<BTreeMap<_, _>>(),
            },
        }
    }

    /// Draws the yields of the points of one half. The middle represents one node, all other points two.
    fn yields(&self, points: usize, prng: &mut Prng) -> Vec<u64> {
        let mut yields = vec![0; points];
        let draw = |prng: &mut Prng| prng.int(1, MAX_YIELD) as u64;
        let pairs = self.nodes / 2;
        if self.resources % 2 == 1 {
            yields[pairs] = draw(prng);
        }
        let mut free: Vec<usize> = (1..pairs).collect();
        for _ in 0..self.resources / 2 {
            // `check` ensures that there is a free pair.
            let Some(last) = free.len().checked_sub(1) else { break };
            yields[free.swap_remove(prng.int(0, last as i64) as usize)] = draw(prng);
        }
        yields
    }
}

/// Returns the settings of a generated map whose headquarters are `distance` steps apart.
pub(super) fn settings_for(distance: u32) -> Settings {
    let plies = (PLIES_PER_STEP * u64::from(distance)).max(MIN_PLIES);
    Settings {
        turn_cap_plies: plies,
        action_budget: MAX_ORDERS.min(distance - 1).into(),
        base_income: BASE_INCOME,
        reinforce_cost_per_strength: 1,
        combat_variance_fraction: COMBAT_VARIANCE,
    }
}

fn name(index: usize, side: Side) -> String {
    let west_or_east = if side == Side::P1 { "west" } else { "east" };
    if index == 0 { format!("{west_or_east}_hq") } else { format!("{west_or_east}_{index}") }
}

fn node(id: String, at: Point, owner: Owner, supply_yield: u64) -> NodeFile {
    NodeFile { id, x: at.x as f64, y: at.y as f64, owner, supply_yield }
}

/// Connects two nodes if no other node lies inside the circle whose diameter joins them (the Gabriel graph). The
/// result is connected, planar, and as symmetric as the points.
fn edges(nodes: &[NodeFile]) -> Vec<[String; 2]> {
    let points: Vec<Point> = nodes.iter().map(|node| Point { x: node.x as i64, y: node.y as i64 }).collect();
    let mut edges = Vec::new();
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            if points.iter().all(|c| c.squared_distance(*a) + c.squared_distance(*b) >= a.squared_distance(*b)) {
                edges.push([nodes[i].id.clone(), nodes[j].id.clone()]);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(nodes: usize, symmetry: MapSymmetry, resources: usize, seed: u64) -> MapPlan {
        MapPlan { nodes, symmetry, resources, seed }
    }

    #[test]
    fn maps_follow_the_plan() {
        for symmetry in MapSymmetry::ALL {
            for (nodes, resources) in [(4, 0), (5, 1), (6, 2), (9, 3), (12, 4), (25, 7), (60, 12)] {
                for seed in 0..5 {
                    let scenario = plan(nodes, symmetry, resources, seed).scenario().expect("the plan is possible");
                    assert_eq!(scenario.len(), nodes);
                    let with_yield = scenario.nodes().filter(|&node| scenario.supply_yield(node) > 0).count();
                    assert_eq!(with_yield, resources, "{nodes} {resources} {seed}");
                    let distances = scenario.distances_to(scenario.hq(Side::P2));
                    assert!(distances.iter().all(Option::is_some), "the map is connected");
                    let distance = scenario.hq_distance().expect("the map is connected");
                    assert!(distance >= MIN_DISTANCE);
                    assert!(u64::from(distance) > scenario.settings().action_budget);
                }
            }
        }
    }

    #[test]
    fn same_plan_gives_the_same_map() {
        let plan = plan(13, MapSymmetry::Mirror, 3, 7);
        assert_eq!(plan.scenario(), plan.scenario());
        assert_ne!(plan.scenario(), MapPlan { seed: 8, ..plan }.scenario());
    }

    #[test]
    fn largest_map_is_generated() {
        assert_eq!(plan(MAX_NODES, MapSymmetry::Rotation, 40, 1).scenario().map(|map| map.len()), Ok(MAX_NODES));
    }

    #[test]
    fn impossible_plans_are_rejected() {
        let error = |nodes, resources| plan(nodes, MapSymmetry::Mirror, resources, 1).scenario().err();
        assert_eq!(error(3, 0), Some(MapPlanError::Nodes(3)));
        assert_eq!(error(201, 0), Some(MapPlanError::Nodes(201)));
        assert_eq!(error(6, 5), Some(MapPlanError::Resources { wanted: 5, nodes: 6, room: 4 }));
        assert_eq!(error(6, 3), Some(MapPlanError::OddResources));
    }
}
