//! The search tree of a game, kept between its decisions.

use std::any::Any;

use ::neural::{Search, TreeSettings};
use learning::Decision;
use ringrift::PositionOf;

/// Keeps the search of a game on a board of any size.
#[derive(Default)]
pub(super) struct TreeStore(Option<Box<dyn Any + Send>>);

impl TreeStore {
    /// Returns the search of a position, with what earlier searches know about it.
    pub(super) fn take<const W: usize>(&mut self, position: &PositionOf<W>) -> Box<Search<W>> {
        let decision = Decision::new(position.clone());
        let stored = self.0.take().and_then(|search| search.downcast::<Search<W>>().ok());
        let Some(mut search) = stored else { return Box::new(Search::new(&decision, TreeSettings::default())) };
        let is_known = search.move_to(&decision);
        // In a position that is proven to be lost, the tree does not tell which choices are hard to answer.
        let is_lost = search.tree().is_proven() && search.tree().values()[position.to_move().index()] <= -1.0;
        if !is_known || is_lost {
            search.reset(&decision);
        }
        search
    }

    pub(super) fn put<const W: usize>(&mut self, search: Box<Search<W>>) {
        self.0 = Some(search);
    }
}
