//! Receivers of generated actions: a list, a counter, or a test whether there is any.
//!
//! Action generation is written once, generic over the receiver. Groups of similar actions (several numbers of rings
//! for a cell, several landings for a stack) are passed as a group, so that a receiver can list or count them cheaply.

use std::ops::ControlFlow;

use crate::action::Action;
use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;

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

    /// Receives the placements of 1 to `most` rings on a cell.
    #[inline]
    fn push_placements_up_to(&mut self, at: Cell, most: u8) -> ControlFlow<()> {
        (0..most).try_for_each(|less| self.push(Action::Place { at, rings: less + 1 }))
    }

    /// Receives one action for each cell.
    #[inline]
    fn push_all<const W: usize>(&mut self, cells: CellSet<W>, action: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        cells.iter().try_for_each(|cell| self.push(action(cell)))
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
    fn push_all<const W: usize>(&mut self, cells: CellSet<W>, _: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        self.0 += u64::from(cells.len());
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
