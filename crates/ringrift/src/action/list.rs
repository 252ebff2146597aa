//! Reusable lists of actions.

use std::cmp::Ordering;
use std::ops::{ControlFlow, Deref};

use crate::action::Action;
use crate::action::sink::ActionSink;

/// A list of actions that keeps its memory when it is filled again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionList(Vec<Action>);

impl ActionList {
    /// Returns an empty list with room for 256 actions.
    pub fn new() -> ActionList {
        ActionList(Vec::with_capacity(256))
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn sort_by(&mut self, compare: impl FnMut(&Action, &Action) -> Ordering) {
        self.0.sort_unstable_by(compare);
    }
}

impl ActionSink for ActionList {
    #[inline]
    fn push(&mut self, action: Action) -> ControlFlow<()> {
        self.0.push(action);
        ControlFlow::Continue(())
    }
}

impl Deref for ActionList {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
