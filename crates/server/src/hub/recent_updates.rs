//! Cache of rendered updates.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::room_snapshot::RenderedUpdate;
use crate::time::Moment;

/// Time for which an update is kept, in milliseconds. Subscribers that follow the game take it within this time.
const MAX_AGE: u64 = 1_000;

/// Maximum number of bytes kept per game; the latest update is kept even if it is longer.
const MAX_BYTES: usize = 64 * 1024;

/// Cache of the latest updates of a game, rendered once for all subscribers. An update that is no longer here is rendered
/// again for the subscriber that needs it (see [`RenderJob`](super::rendering::RenderJob)).
#[derive(Debug, Default)]
pub(super) struct RecentUpdates(Mutex<VecDeque<Arc<RenderedUpdate>>>);

impl RecentUpdates {
    /// Adds an update, and removes the oldest ones if there are too many.
    pub(super) fn push(&self, update: RenderedUpdate) {
        let mut updates = self.0.lock();
        updates.push_back(Arc::new(update));
        let mut bytes: usize = updates.iter().map(|update| update.size()).sum();
        while bytes > MAX_BYTES && updates.len() > 1 {
            bytes -= updates.pop_front().map_or(0, |update| update.size());
        }
    }

    /// Returns the update of an entry.
    pub(super) fn get(&self, seq: u64) -> Option<Arc<RenderedUpdate>> {
        self.0.lock().iter().find(|update| update.seq == seq).cloned()
    }

    /// Removes updates that subscribers have had time to take.
    pub(super) fn expire(&self, now: Moment) {
        let mut updates = self.0.lock();
        updates.retain(|update| update.at.plus(MAX_AGE) > now);
        if updates.is_empty() {
            updates.shrink_to_fit();
        }
    }
}
