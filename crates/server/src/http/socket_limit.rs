//! Limit on open sockets.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limit on the number of open WebSockets.
#[derive(Clone, Debug)]
pub struct SocketLimit {
    slots: Arc<Semaphore>,
    max: usize,
}

impl SocketLimit {
    /// Allows at most `max` open sockets.
    pub fn new(max: usize) -> SocketLimit {
        let max = max.min(Semaphore::MAX_PERMITS);
        SocketLimit { slots: Arc::new(Semaphore::new(max)), max }
    }

    /// Reserves a slot, if one is free. Dropping the permit releases it.
    pub(crate) fn try_acquire(&self) -> Option<OwnedSemaphorePermit> {
        self.slots.clone().try_acquire_owned().ok()
    }

    /// Waits until all sockets are closed.
    pub(crate) async fn all_closed(&self) {
        let all = u32::try_from(self.max).unwrap_or(u32::MAX);
        drop(self.slots.acquire_many(all).await);
    }
}
