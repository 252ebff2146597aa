//! Subscribers of a room.

use std::sync::Arc;

use tokio::sync::{mpsc, watch};

use super::{Request, RoomHandle};
use crate::hub::room_snapshot::RoomSnapshot;

/// Subscription to the snapshots of a room. While there is one, bots think even if no person sits in the game.
#[derive(Debug)]
pub struct RoomWatch {
    pub snapshots: watch::Receiver<Arc<RoomSnapshot>>,
    // Dropped after the receiver, so that the room does not count the receiver any more when it gets the notice.
    _notice: WatchNotice,
}

/// Tells a room that its number of subscribers has changed.
#[derive(Debug)]
struct WatchNotice(mpsc::Sender<Box<Request>>);

impl WatchNotice {
    fn send(&self) {
        // If the queue is full, the room is about to look at its subscribers anyway.
        let _ = self.0.try_send(Box::new(Request::Watchers));
    }
}

impl Drop for WatchNotice {
    fn drop(&mut self) {
        self.send();
    }
}

impl RoomHandle {
    /// Subscribes to the room.
    pub fn watch(&self) -> RoomWatch {
        let watch = RoomWatch { snapshots: self.snapshots.subscribe(), _notice: WatchNotice(self.requests.clone()) };
        watch._notice.send();
        watch
    }
}
