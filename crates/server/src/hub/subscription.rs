//! Messages to one subscriber of a room.

use std::collections::VecDeque;

use api::ServerMessage;

use super::room_snapshot::{RoomSnapshot, Thinking};
use crate::id::GuestId;
use crate::time::Moment;

/// Queue of messages about one game for one subscriber.
#[derive(Clone, Debug)]
pub struct Subscription {
    guest: Option<GuestId>,
    seats: Vec<usize>,
    /// Number of the last log entry whose message was queued; `None` before the first message.
    seq: Option<u64>,
    thinking: Option<Thinking>,
    queue: VecDeque<String>,
}

impl Subscription {
    /// Subscribes to a room. The first messages are the updates after `since`; without `since`, or if there are no later
    /// log entries, the first message is a snapshot.
    pub fn new(guest: Option<GuestId>, since: Option<u64>, snapshot: &RoomSnapshot, now: Moment) -> Subscription {
        let seats = snapshot.seats_of(guest.as_ref());
        let mut subscription = Subscription { guest, seats, seq: since, thinking: None, queue: VecDeque::new() };
        let (visible, _) = subscription.last_visible(snapshot, now);
        if subscription.seq.is_none_or(|seq| seq >= visible) {
            subscription.queue_snapshot(snapshot, visible, now);
        }
        subscription.collect(snapshot, now);
        subscription
    }

    /// Returns the seats that the subscriber holds.
    pub fn seats(&self) -> &[usize] {
        &self.seats
    }

    /// Returns the number of the last log entry whose message was queued, or 0.
    pub fn seq(&self) -> u64 {
        self.seq.unwrap_or(0)
    }

    /// Returns the number of the last log entry that the subscriber may see, and the time at which they may see the next one.
    pub fn last_visible(&self, snapshot: &RoomSnapshot, now: Moment) -> (u64, Option<Moment>) {
        if self.seats.is_empty() { snapshot.last_visible_to_spectators(now) } else { (snapshot.table.seq(), None) }
    }

    /// Queues a snapshot of the table.
    pub fn sync(&mut self, snapshot: &RoomSnapshot, now: Moment) {
        let (visible, _) = self.last_visible(snapshot, now);
        self.queue_snapshot(snapshot, visible, now);
    }

    fn queue_snapshot(&mut self, snapshot: &RoomSnapshot, visible: u64, now: Moment) {
        let is_delayed = visible < snapshot.table.seq();
        let view = if is_delayed { snapshot.delayed_view(visible, now) } else { snapshot.view_for(&self.seats, now) };
        self.seq = Some(visible);
        self.queue_message(&ServerMessage::Snapshot(view));
    }

    fn queue_message(&mut self, message: &ServerMessage) {
        self.queue.push_back(serde_json::to_string(message).expect("a message serializes to JSON"));
    }

    /// Queues messages for all changes in a new snapshot.
    pub fn collect(&mut self, snapshot: &RoomSnapshot, now: Moment) {
        let seats = snapshot.seats_of(self.guest.as_ref());
        if seats != self.seats {
            self.seats = seats;
            let (visible, _) = self.last_visible(snapshot, now);
            self.queue_snapshot(snapshot, visible, now);
        }
        let (visible, _) = self.last_visible(snapshot, now);
        let known = self.seq.unwrap_or(visible);
        if known > visible {
            // The log is shorter than before: an older copy of the database was restored.
            self.queue_snapshot(snapshot, visible, now);
        }
        for update in snapshot.updates_after(known).iter().filter(|update| update.seq <= visible) {
            self.queue.push_back(update.text(&self.seats));
            self.seq = Some(update.seq);
        }
        // Delayed spectators do not see the current status of bots.
        let is_delayed = self.seats.is_empty() && snapshot.table.setup().spectator_delay > 0;
        if self.seq == Some(visible) && snapshot.thinking != self.thinking && !is_delayed {
            self.thinking = snapshot.thinking;
            self.queue_message(&thinking_message(snapshot, visible, now));
        }
    }

    /// Returns the next message, if there is one. A subscriber that reconnects receives the missed updates in batches.
    pub fn next_message(&mut self, snapshot: &RoomSnapshot, now: Moment) -> Option<String> {
        if self.queue.is_empty() {
            self.collect(snapshot, now);
        }
        self.queue.pop_front()
    }
}

fn thinking_message(snapshot: &RoomSnapshot, seq: u64, now: Moment) -> ServerMessage {
    let thinking = snapshot.thinking;
    ServerMessage::Thinking {
        seq,
        hash: snapshot.table.hash_after(seq),
        seat: thinking.map(|thinking| thinking.seat),
        begun: thinking.is_some_and(|thinking| thinking.begun),
        since: thinking.map_or(now, |thinking| thinking.since),
        progress: thinking.and_then(|thinking| thinking.thousandths).map(|part| f32::from(part) / 1_000.0),
    }
}
