//! Lists of actions that can be filled again and again.

use std::cmp::Ordering;
use std::ops::Deref;

use crate::action::Action;

/// A list of actions; filling it again reuses its memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionList(Vec<Action>);

impl ActionList {
    /// An empty list.
    pub fn new() -> ActionList {
        ActionList(Vec::with_capacity(256))
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, action: Action) {
        self.0.push(action);
    }

    pub(crate) fn sort_by(&mut self, compare: impl FnMut(&Action, &Action) -> Ordering) {
        self.0.sort_unstable_by(compare);
    }
}

impl Deref for ActionList {
    type Target = [Action];

    #[inline]
    fn deref(&self) -> &[Action] {
        &self.0
    }
}

impl IntoIterator for ActionList {
    type Item = Action;
    type IntoIter = std::vec::IntoIter<Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a ActionList {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
