//! Legal actions of a position in groups that are described by bit sets.

use std::ops::ControlFlow;

use crate::action::Action;
use crate::action::sink::ActionSink;
use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;
use crate::board::line_of_sight::SeenCells;
use crate::position::PositionOf;

/// Receives the legal actions of a position in groups, see [`PositionOf::visit_action_groups`].
pub trait ActionGroups {
    /// Receives the placements of a number of rings on each cell of a set.
    fn placements<const W: usize>(&mut self, rings: u8, cells: CellSet<W>);

    /// Receives the placements on a cell: bit `n` of `counts` is set if `n` rings can be placed.
    fn placements_on(&mut self, at: Cell, counts: u64);

    /// Receives moves or captures of one stack to each cell of a set.
    fn travels<const W: usize>(&mut self, from: Cell, to: CellSet<W>);

    /// Receives a single action.
    fn action(&mut self, action: Action);
}

impl<const W: usize> PositionOf<W> {
    /// Passes all legal actions to a receiver in groups, which costs much less than listing them. The order is unspecified.
    ///
    /// Placements come either for each number of rings or for each cell. All other actions except moves and captures come one by one.
    ///
    /// ```
    /// use ringrift::{Action, ActionGroups, BoardKind, Cell, CellSet, Position, Ruleset};
    ///
    /// #[derive(Default)]
    /// struct Count(u32);
    /// impl ActionGroups for Count {
    ///     fn placements<const W: usize>(&mut self, _rings: u8, cells: CellSet<W>) {
    ///         self.0 += cells.len();
    ///     }
    ///     fn placements_on(&mut self, _at: Cell, counts: u64) {
    ///         self.0 += counts.count_ones();
    ///     }
    ///     fn travels<const W: usize>(&mut self, _from: Cell, to: CellSet<W>) {
    ///         self.0 += to.len();
    ///     }
    ///     fn action(&mut self, _action: Action) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let Position::Small(position) = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)? else { unreachable!() };
    /// let mut count = Count::default();
    /// position.visit_action_groups(&mut count);
    /// assert_eq!(count.0, 192);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn visit_action_groups(&self, groups: &mut impl ActionGroups) {
        let _ = self.visit_legal(&mut Grouped(groups));
    }
}

/// Passes generated actions to a receiver of groups.
struct Grouped<'a, G>(&'a mut G);

impl<G: ActionGroups> ActionSink for Grouped<'_, G> {
    #[inline]
    fn push(&mut self, action: Action) -> ControlFlow<()> {
        self.0.action(action);
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_placements(&mut self, at: Cell, counts: u64) -> ControlFlow<()> {
        self.0.placements_on(at, counts);
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_placement_sets<const W: usize>(&mut self, sets: &[CellSet<W>; 3]) -> ControlFlow<()> {
        for (rings, &cells) in (1..).zip(sets) {
            self.0.placements(rings, cells);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_seen<const W: usize, const N: usize>(
        &mut self,
        cells: &SeenCells<'_, W, N>,
        action: impl Fn(Cell) -> Action,
    ) -> ControlFlow<()> {
        let cells = cells.cells();
        match cells.first().map(&action) {
            Some(Action::Move { from, .. } | Action::Capture { from, .. }) => self.0.travels(from, cells),
            _ => return self.push_all(cells, action),
        }
        ControlFlow::Continue(())
    }
}
