//! Where actions go as they are found: into a list, into a count, or nowhere once there is one.
//!
//! Finding actions is written once, for whoever takes them. Those that come in bunches, many numbers of rings for a cell or
//! many landings for a stack, are handed over as such, which makes listing and counting them cheap.

use std::ops::ControlFlow;

use crate::action::Action;
use crate::board_kind::Cell;
use crate::cell_set::CellSet;

/// Takes actions; breaking off means that no more are wanted.
pub(crate) trait Sink {
    /// Takes one action.
    fn take(&mut self, action: Action) -> ControlFlow<()>;

    /// Takes the placements on a cell, one for each bit that says how many rings.
    #[inline]
    fn take_placements(&mut self, at: Cell, mut counts: u64) -> ControlFlow<()> {
        while counts != 0 {
            self.take(Action::Place { at, rings: counts.trailing_zeros() as u8 })?;
            counts &= counts - 1;
        }
        ControlFlow::Continue(())
    }

    /// Takes the placements of one ring and more, up to `most`, on a cell.
    #[inline]
    fn take_up_to(&mut self, at: Cell, most: u8) -> ControlFlow<()> {
        (0..most).try_for_each(|less| self.take(Action::Place { at, rings: less + 1 }))
    }

    /// Takes one action for each of some cells.
    #[inline]
    fn take_all<const W: usize>(&mut self, cells: CellSet<W>, action: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        cells.iter().try_for_each(|cell| self.take(action(cell)))
    }
}

/// Counts actions.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline]
    fn take(&mut self, _: Action) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    #[inline]
    fn take_placements(&mut self, _: Cell, counts: u64) -> ControlFlow<()> {
        self.0 += u64::from(counts.count_ones());
        ControlFlow::Continue(())
    }

    #[inline]
    fn take_all<const W: usize>(&mut self, cells: CellSet<W>, _: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        self.0 += u64::from(cells.len());
        ControlFlow::Continue(())
    }
}

/// Breaks off at the first action.
pub(crate) struct First;

impl Sink for First {
    #[inline]
    fn take(&mut self, _: Action) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
