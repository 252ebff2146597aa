//! Generator of rectangular maps with troops on every node.

use std::collections::BTreeMap;

use super::generate::{MAX_YIELD, settings_for};
use crate::limits::{MAX_AMOUNT, MAX_NODES};
use crate::prng::{Prng, derive_seed};
use crate::scenario::{InitialState, MapFile, NodeFile, PlayerFile, Scenario, ScenarioFile};
use crate::side::{BySide, Owner, Side};

/// Minimum number of columns: the headquarters are at least three steps apart.
pub const MIN_COLUMNS: usize = 4;

/// Parameters of a rectangular map. P1 owns the left half and P2 the right half, with troops on every node. An odd number
/// of columns leaves the middle one neutral and empty. The halves are mirror images; the headquarters are in the outer
/// columns, in the middle row.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GridPlan {
    /// Number of columns, at least [`MIN_COLUMNS`].
    pub columns: usize,
    /// Number of rows, at least 1.
    pub rows: usize,
    /// Number of troops on each node of both halves.
    pub troops: u64,
    /// Number of nodes that yield supply. It must be even; at most all nodes of both halves except the headquarters.
    pub resources: usize,
    /// Seed of the positions and yields of the resources.
    pub seed: u64,
}

/// Error for parameters for which no rectangular map can be generated.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridPlanError {
    /// There are too few columns or rows, or too many nodes.
    #[error(
        "expected at least {MIN_COLUMNS} columns, 1 row and at most {MAX_NODES} nodes, found {columns} columns and {rows} rows"
    )]
    Size {
        /// Requested number of columns.
        columns: usize,
        /// Requested number of rows.
        rows: usize,
    },
    /// There are more resources than nodes for them, or an odd number.
    #[error("expected an even number of resources, at most {room}, found {wanted}")]
    Resources {
        /// Requested number of resources.
        wanted: usize,
        /// Largest possible number of resources.
        room: usize,
    },
    /// The number of troops on a node is too large.
    #[error("expected at most {MAX_AMOUNT} troops on each node, found {0}")]
    Troops(u64),
}

impl GridPlan {
    /// Generates the map.
    ///
    /// ```
    /// use asg::grid::GridPlan;
    /// let plan = GridPlan { columns: 30, rows: 30, troops: 5, resources: 90, seed: 1 };
    /// assert_eq!(plan.scenario()?.len(), 900);
    /// # Ok::<(), asg::grid::GridPlanError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a parameter is out of range.
    pub fn scenario(&self) -> Result<Scenario, GridPlanError> {
        self.check()?;
        let distance = self.columns as u32 - 1;
        let hq = |side: Side| if side == Side::P1 { (0, self.rows / 2) } else { (self.columns - 1, self.rows / 2) };
        let file = ScenarioFile {
            id: format!("grid_{}x{}_{}_{}_{}", self.columns, self.rows, self.troops, self.resources, self.seed),
            name: format!("{} × {} nodes with troops, seed {}", self.columns, self.rows, self.seed),
            starting_player: Side::P1,
            players: BySide::from_fn(|side| PlayerFile { hq: id(hq(side)) }),
            settings: settings_for(distance),
            map: MapFile { nodes: self.nodes(), edges: self.edges() },
            initial_state: InitialState { player_supply: BySide::default(), node_forces: self.forces() },
        };
        Ok(Scenario::from_file(&file).expect("generated maps are valid scenarios"))
    }

    fn check(&self) -> Result<(), GridPlanError> {
        let (columns, rows, wanted) = (self.columns, self.rows, self.resources);
        let nodes = columns.checked_mul(rows);
        if columns < MIN_COLUMNS || rows == 0 || nodes.is_none_or(|nodes| nodes > MAX_NODES) {
            return Err(GridPlanError::Size { columns, rows });
        }
        if self.troops > MAX_AMOUNT {
            return Err(GridPlanError::Troops(self.troops));
        }
        let room = 2 * (columns / 2 * rows - 1);
        if wanted > room || wanted % 2 == 1 {
            return Err(GridPlanError::Resources { wanted, room });
        }
        Ok(())
    }

    /// Returns the player whose half contains a column; `None` for the middle column.
    fn side(&self, column: usize) -> Option<Side> {
        let half = self.columns / 2;
        match column {
            column if column < half => Some(Side::P1),
            column if column >= self.columns - half => Some(Side::P2),
            _ => None,
        }
    }

    /// Returns all nodes as column and row, column by column.
    fn spots(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let rows = self.rows;
        (0..self.columns).flat_map(move |column| (0..rows).map(move |row| (column, row)))
    }

    fn nodes(&self) -> Vec<NodeFile> {
        let yields = self.yields();
        let node = |(column, row): (usize, usize)| {
            let mirrored = column.min(self.columns - 1 - column);
            let owner = self.side(column).map_or(Owner::Neutral, Owner::from);
            let supply_yield = yields.get(mirrored * self.rows + row).copied().unwrap_or(0);
            NodeFile { id: id((column, row)), x: column as f64, y: row as f64, owner, supply_yield }
        };
        self.spots().map(node).collect()
    }

    /// Draws the yields of the nodes of the left half.
    fn yields(&self) -> Vec<u64> {
        let mut prng = Prng::new(derive_seed(self.seed, 0).into());
        let half = self.columns / 2 * self.rows;
        let mut yields = vec![0; half];
        let mut free: Vec<usize> = (0..half).filter(|&spot| spot != self.rows / 2).collect();
        for _ in 0..self.resources / 2 {
            let last = free.len() as i64 - 1;
            yields[free.swap_remove(prng.int(0, last) as usize)] = prng.int(1, MAX_YIELD) as u64;
        }
        yields
    }

    /// Connects each node with its neighbours in the same row and column.
    fn edges(&self) -> Vec<[String; 2]> {
        let mut edges = Vec::new();
        for (column, row) in self.spots() {
            let next = [(column + 1, row), (column, row + 1)];
            let inside = next.into_iter().filter(|&(column, row)| column < self.columns && row < self.rows);
            edges.extend(inside.map(|next| [id((column, row)), id(next)]));
        }
        edges
    }

    fn forces(&self) -> BTreeMap<String, BySide<u64>> {
        let force = |spot: (usize, usize)| {
            let side = self.side(spot.0)?;
            let mut troops = BySide::default();
            troops[side] = self.troops;
            Some((id(spot), troops))
        };
        self.spots().filter_map(force).collect()
    }
}

/// Returns the id of a node: `c4_r7` is in column 4 and row 7, counted from 0.
fn id((column, row): (usize, usize)) -> String {
    format!("c{column}_r{row}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::symmetry::{PlayerSwap, find_player_swap};

    #[test]
    fn grids_follow_the_plan() {
        for (columns, rows, resources) in [(4, 1, 2), (5, 3, 6), (8, 6, 20), (7, 2, 0)] {
            let plan = GridPlan { columns, rows, troops: 3, resources, seed: 2 };
            let scenario = plan.scenario().expect("the plan is possible");
            assert_eq!(scenario.len(), columns * rows);
            assert_eq!(scenario.edge_count(), (columns - 1) * rows + columns * (rows - 1));
            assert_eq!(scenario.nodes().filter(|&node| scenario.supply_yield(node) > 0).count(), resources);
            assert_eq!(scenario.hq_distance(), Some(columns as u32 - 1));
            assert_eq!(scenario.file().initial_state.node_forces.len(), columns / 2 * 2 * rows);
            assert!(matches!(find_player_swap(&scenario), PlayerSwap::Found(_)), "{columns} {rows}");
        }
    }

    #[test]
    fn impossible_grids_are_rejected() {
        let plan = GridPlan { columns: 6, rows: 2, troops: 1, resources: 2, seed: 1 };
        let error = |plan: GridPlan| plan.scenario().err();
        assert_eq!(error(GridPlan { columns: 3, ..plan }), Some(GridPlanError::Size { columns: 3, rows: 2 }));
        assert_eq!(error(GridPlan { rows: 0, ..plan }), Some(GridPlanError::Size { columns: 6, rows: 0 }));
        let too_large = GridPlan { rows: 2_000, ..plan };
        assert_eq!(error(too_large), Some(GridPlanError::Size { columns: 6, rows: 2_000 }));
        assert_eq!(error(GridPlan { resources: 3, ..plan }), Some(GridPlanError::Resources { wanted: 3, room: 10 }));
        assert_eq!(error(GridPlan { resources: 12, ..plan }), Some(GridPlanError::Resources { wanted: 12, room: 10 }));
        assert_eq!(error(GridPlan { troops: u64::MAX, ..plan }), Some(GridPlanError::Troops(u64::MAX)));
    }
}
