//! Receivers of generated actions: a list, a counter, a search for the action with an index, or a test whether there is any.
//!
//! Action generation is written once, generic over the receiver. Groups of similar actions (several numbers of rings
//! for a cell, several landings for a stack) are passed as a group, so that a receiver can list or count them cheaply.

use std::ops::ControlFlow;

use crate::action::Action;
use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;
use crate::board::line_of_sight::SeenCells;

/// A receiver of generated actions; `ControlFlow::Break` stops the generation.
pub(crate) trait ActionSink {
    /// Receives one action.
    fn push(&mut self, action: Action) -> ControlFlow<()>;

    /// Receives the placements on a cell; bit `n` of `counts` is set if `n` rings can be placed.
    #[inline]
    fn push_placements(&mut self, at: Cell, mut counts: u64) -> ControlFlow<()> {
        while counts != 0 {
            self.push(Action::Place { at, rings: counts.trailing_zeros() as u8 })?;
            counts &= counts - 1;
        }
        ControlFlow::Continue(())
    }

    /// Receives placements of one, two and three rings on the cells of three sets.
    #[inline]
    fn push_placement_sets<const W: usize>(&mut self, sets: &[CellSet<W>; 3]) -> ControlFlow<()> {
        let [one, two, three] = *sets;
        for at in &(one | two | three) {
            for (rings, cells) in (1..).zip(sets) {
                if cells.contains(at) {
                    self.push(Action::Place { at, rings })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Receives one action for each cell.
    #[inline]
    fn push_all<const W: usize>(&mut self, cells: CellSet<W>, action: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        cells.iter().try_for_each(|cell| self.push(action(cell)))
    }

    /// Receives one action for each cell of a group that is cheaper to count than to collect.
    #[inline]
    fn push_seen<const W: usize, const N: usize>(
        &mut self,
        cells: &SeenCells<'_, W, N>,
        action: impl Fn(Cell) -> Action,
    ) -> ControlFlow<()> {
        if cells.len() == 0 { ControlFlow::Continue(()) } else { self.push_all(cells.cells(), action) }
    }
}

/// Counts actions.
#[derive(Default)]
pub(crate) struct CountActions(pub(crate) u64);

impl ActionSink for CountActions {
    #[inline]
    fn push(&mut self, _: Action) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_placements(&mut self, _: Cell, counts: u64) -> ControlFlow<()> {
        self.0 += u64::from(counts.count_ones());
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_placement_sets<const W: usize>(&mut self, sets: &[CellSet<W>; 3]) -> ControlFlow<()> {
        self.0 += sets.iter().map(|cells| u64::from(cells.len())).sum::<u64>();
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_all<const W: usize>(&mut self, cells: CellSet<W>, _: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        self.0 += u64::from(cells.len());
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_seen<const W: usize, const N: usize>(
        &mut self,
        cells: &SeenCells<'_, W, N>,
        _: impl Fn(Cell) -> Action,
    ) -> ControlFlow<()> {
        self.0 += u64::from(cells.len());
        ControlFlow::Continue(())
    }
}

/// Finds the action with an index in the order of generation. Groups of actions before it are counted, not generated.
pub(crate) struct NthAction {
    /// The number of actions to skip.
    skipped: u64,
    pub(crate) found: Option<Action>,
}

impl NthAction {
    pub(crate) fn new(index: u64) -> NthAction {
        NthAction { skipped: index, found: None }
    }

    /// Skips a group of `count` actions, or returns the index of the requested action in the group.
    #[inline]
    fn index_in_group(&mut self, count: u64) -> Option<u64> {
        if self.skipped < count {
            return Some(self.skipped);
        }
        self.skipped -= count;
        None
    }

    #[inline]
    fn found(&mut self, action: Option<Action>) -> ControlFlow<()> {
        self.found = action;
        ControlFlow::Break(())
    }
}

impl ActionSink for NthAction {
    #[inline]
    fn push(&mut self, action: Action) -> ControlFlow<()> {
        if self.index_in_group(1).is_some() { self.found(Some(action)) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn push_placements(&mut self, at: Cell, counts: u64) -> ControlFlow<()> {
        let Some(index) = self.index_in_group(u64::from(counts.count_ones())) else {
            return ControlFlow::Continue(());
        };
        let rings = CellSet([counts]).nth(index as u32);
        self.found(rings.map(|bit| Action::Place { at, rings: bit.0 as u8 }))
    }

    #[inline]
    fn push_placement_sets<const W: usize>(&mut self, sets: &[CellSet<W>; 3]) -> ControlFlow<()> {
        match nth_placement(sets, self.skipped) {
            Ok(action) => self.found(Some(action)),
            Err(count) => {
                self.skipped -= count;
                ControlFlow::Continue(())
            }
        }
    }

    #[inline]
    fn push_all<const W: usize>(&mut self, cells: CellSet<W>, action: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        let Some(index) = self.index_in_group(u64::from(cells.len())) else { return ControlFlow::Continue(()) };
        self.found(cells.nth(index as u32).map(action))
    }

    #[inline]
    fn push_seen<const W: usize, const N: usize>(
        &mut self,
        cells: &SeenCells<'_, W, N>,
        action: impl Fn(Cell) -> Action,
    ) -> ControlFlow<()> {
        let Some(index) = self.index_in_group(u64::from(cells.len())) else { return ControlFlow::Continue(()) };
        self.found(cells.cells().nth(index as u32).map(action))
    }
}

/// Returns the placement with an index, in the order of cells and numbers of rings. `sets` are the cells for one, two and three rings.
///
/// # Errors
/// Returns the number of placements if the index is out of range.
pub(crate) fn nth_placement<const W: usize>(sets: &[CellSet<W>; 3], index: u64) -> Result<Action, u64> {
    let mut left = index;
    for word in 0..W {
        let words = sets.map(|cells| cells.0[word]);
        let count = |shift: u32, mask: u64| -> u64 {
            words.iter().map(|word| u64::from((word >> shift & mask).count_ones())).sum()
        };
        let total = count(0, u64::MAX);
        if left >= total {
            left -= total;
            continue;
        }
        // Halves the word until 8 cells are left.
        let mut first = 0;
        for width in [32, 16, 8] {
            let lower = count(first, (1 << width) - 1);
            if left >= lower {
                left -= lower;
                first += width;
            }
        }
        for bit in first..first + 8 {
            let mut allowed = words.map(|word| word >> bit & 1 == 1).into_iter().zip(1..).filter(|&(is_set, _)| is_set);
            let count = allowed.clone().count() as u64;
            if left >= count {
                left -= count;
            } else if let Some((_, rings)) = allowed.nth(left as usize) {
                return Ok(Action::Place { at: Cell(64 * word as u16 + bit as u16), rings });
            }
        }
    }
    Err(index - left)
}

/// Collects a few actions without allocating memory.
#[derive(Clone, Debug)]
pub(crate) struct FewActions {
    actions: [Action; FewActions::MOST],
    /// The number of actions received, which can exceed the number collected.
    count: usize,
}

impl FewActions {
    const MOST: usize = 24;

    pub(crate) fn new() -> FewActions {
        FewActions { actions: [Action::StopTerritory; FewActions::MOST], count: 0 }
    }

    /// Returns the number of actions received.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the action with an index.
    pub(crate) fn nth(&self, index: usize) -> Option<Action> {
        self.actions[..self.count.min(FewActions::MOST)].get(index).copied()
    }

    /// Returns the collected actions; `None` if there were too many.
    pub(crate) fn all(&mut self) -> Option<&mut [Action]> {
        self.actions.get_mut(..self.count)
    }
}

impl ActionSink for FewActions {
    #[inline]
    fn push(&mut self, action: Action) -> ControlFlow<()> {
        if let Some(slot) = self.actions.get_mut(self.count) {
            *slot = action;
        }
        self.count += 1;
        ControlFlow::Continue(())
    }
}

/// Stops the generation at the first action.
pub(crate) struct StopAtFirst;

impl ActionSink for StopAtFirst {
    #[inline]
    fn push(&mut self, _: Action) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
