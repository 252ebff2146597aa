//! Reusable lists of actions.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{ControlFlow, Deref};

use crate::action::Action;
use crate::action::sink::ActionSink;
use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;

/// A list of actions that keeps its memory when it is filled again.
#[derive(Clone, Default)]
pub struct ActionList {
    /// The actions, followed by unused ones. Actions are written over unused ones, which costs less than making each slot when it is needed.
    slots: Vec<Action>,
    /// The number of actions.
    count: usize,
}

impl ActionList {
    /// The action in slots that were never used.
    const UNUSED: Action = Action::Place { at: Cell(0), rings: 0 };

    /// Returns an empty list with room for 256 actions.
    pub fn new() -> ActionList {
        ActionList { slots: vec![ActionList::UNUSED; 256], count: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    pub(crate) fn sort_by(&mut self, compare: impl FnMut(&Action, &Action) -> Ordering) {
        self.slots[..self.count].sort_unstable_by(compare);
    }

    /// Adds slots at the end of the list, which the caller must fill.
    #[inline]
    fn add_slots(&mut self, added: u32) -> &mut [Action] {
        let (start, end) = (self.count, self.count + added as usize);
        if end > self.slots.len() {
            self.slots.resize(end, ActionList::UNUSED);
        }
        self.count = end;
        &mut self.slots[start..end]
    }
}

impl ActionSink for ActionList {
    #[inline]
    fn push(&mut self, action: Action) -> ControlFlow<()> {
        match self.slots.get_mut(self.count) {
            Some(slot) => *slot = action,
            None => self.slots.push(action),
        }
        self.count += 1;
        ControlFlow::Continue(())
    }

    /// Writes consecutive numbers of rings at once.
    #[inline]
    fn push_placements(&mut self, at: Cell, mut counts: u64) -> ControlFlow<()> {
        while counts != 0 {
            let first = counts.trailing_zeros();
            let length = (counts >> first).trailing_ones();
            for (slot, rings) in self.add_slots(length).iter_mut().zip(first..) {
                *slot = Action::Place { at, rings: rings as u8 };
            }
            counts &= counts.wrapping_add(1 << first);
        }
        ControlFlow::Continue(())
    }

    /// Adds the slots of all placements first and writes the usual three on a cell at once.
    #[inline]
    fn push_placement_sets<const W: usize>(&mut self, sets: &[CellSet<W>; 3]) -> ControlFlow<()> {
        let [one, two, three] = *sets;
        let every = one & two & three;
        let mut rest = self.add_slots(sets.iter().map(CellSet::len).sum());
        for at in &(one | two | three) {
            let place = |rings| Action::Place { at, rings };
            if every.contains(at) {
                let Some((slots, behind)) = std::mem::take(&mut rest).split_first_chunk_mut() else { break };
                *slots = [place(1), place(2), place(3)];
                rest = behind;
                continue;
            }
            for rings in 1..=3 {
                if sets[usize::from(rings) - 1].contains(at) {
                    let Some((slot, behind)) = std::mem::take(&mut rest).split_first_mut() else { break };
                    *slot = place(rings);
                    rest = behind;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Deref for ActionList {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.slots[..self.count]
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
        f.debug_list().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
