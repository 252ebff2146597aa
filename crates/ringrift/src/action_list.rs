//! Lists of actions that can be filled again and again.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{ControlFlow, Deref};

use crate::action::Action;
use crate::cell_set::CellSet;
use crate::geometry::Cell;
use crate::sink::Sink;

/// A list of actions; filling it again reuses its memory.
#[derive(Clone)]
pub struct ActionList {
    /// The actions, and behind them room for more.
    slots: Vec<Action>,
    len: usize,
}

impl ActionList {
    /// An empty list.
    pub fn new() -> ActionList {
        ActionList { slots: vec![Action::SkipPlacement; 256], len: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn sort_by(&mut self, compare: impl FnMut(&Action, &Action) -> Ordering) {
        self.slots[..self.len].sort_unstable_by(compare);
    }

    /// Adds room for so many more actions and returns it, to be filled.
    #[inline]
    fn extend(&mut self, count: usize) -> &mut [Action] {
        let (start, end) = (self.len, self.len + count);
        if end > self.slots.len() {
            self.slots.resize(end.next_power_of_two(), Action::SkipPlacement);
        }
        self.len = end;
        &mut self.slots[start..end]
    }
}

impl Sink for ActionList {
    #[inline]
    fn take(&mut self, action: Action) -> ControlFlow<()> {
        self.extend(1)[0] = action;
        ControlFlow::Continue(())
    }

    #[inline]
    fn take_placements(&mut self, at: Cell, mut counts: u64) -> ControlFlow<()> {
        for slot in self.extend(counts.count_ones() as usize) {
            *slot = Action::Place { at, rings: counts.trailing_zeros() as u8 };
            counts &= counts - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn take_all<const W: usize>(&mut self, cells: CellSet<W>, action: impl Fn(Cell) -> Action) -> ControlFlow<()> {
        for (slot, cell) in self.extend(cells.len() as usize).iter_mut().zip(&cells) {
            *slot = action(cell);
        }
        ControlFlow::Continue(())
    }
}

impl Default for ActionList {
    fn default() -> ActionList {
        ActionList::new()
    }
}

impl Deref for ActionList {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.slots[..self.len]
    }
}

impl PartialEq for ActionList {
    fn eq(&self, other: &ActionList) -> bool {
        **self == **other
    }
}

impl Eq for ActionList {}

impl fmt::Debug for ActionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
