//! What somebody who follows a room is sent, one scene after the other.

use std::collections::VecDeque;

use super::room_snapshot::{RoomSnapshot, Thinking};
use crate::id::GuestId;
use crate::time::Moment;
use api::ServerMessage;

/// Follows one game for one caller, and knows what he has been sent.
#[derive(Clone, Debug)]
pub struct Subscription {
    guest: Option<GuestId>,
    seats: Vec<usize>,
    /// The number of the last entry that was sent; none before the first message.
    seq: Option<u64>,
    thinking: Option<Thinking>,
    ready: VecDeque<String>,
}

impl Subscription {
    /// Follows a room, from an entry on or from now on.
    pub fn new(guest: Option<GuestId>, since: Option<u64>, snapshot: &RoomSnapshot, now: Moment) -> Subscription {
        let seats = snapshot.seats_of(guest.as_ref());
        let mut subscription = Subscription { guest, seats, seq: since, thinking: None, ready: VecDeque::new() };
        // The first message: what is missing, or everything.
        let (seen, _) = subscription.seen(snapshot, now);
        if subscription.seq.is_none_or(|seq| seq >= seen) {
            subscription.snapshot(snapshot, seen, now);
        }
        subscription.collect(snapshot, now);
        subscription
    }

    /// The seats that are held.
    pub fn seats(&self) -> &[usize] {
        &self.seats
    }

    /// The number of the last entry that was sent, or 0.
    pub fn seq(&self) -> u64 {
        self.seq.unwrap_or(0)
    }

    /// The number of the last entry that the caller may see, and when he may see more.
    pub fn seen(&self, snapshot: &RoomSnapshot, now: Moment) -> (u64, Option<Moment>) {
        if self.seats.is_empty() { snapshot.seen_by_spectators(now) } else { (snapshot.table.seq(), None) }
    }

    /// Sends the whole table again.
    pub fn sync(&mut self, snapshot: &RoomSnapshot, now: Moment) {
        let (seen, _) = self.seen(snapshot, now);
        self.snapshot(snapshot, seen, now);
    }

    fn snapshot(&mut self, snapshot: &RoomSnapshot, seen: u64, now: Moment) {
        let snapshot = if seen < snapshot.table.seq() {
            snapshot.delayed_view(seen, now)
        } else {
            snapshot.view_for(&self.seats, now)
        };
        self.seq = Some(seen);
        self.ready.push_back(serde_json::to_string(&ServerMessage::Snapshot(snapshot)).unwrap_or_default());
    }

    /// Takes note of everything that is new.
    pub fn collect(&mut self, snapshot: &RoomSnapshot, now: Moment) {
        let seats = snapshot.seats_of(self.guest.as_ref());
        if seats != self.seats {
            self.seats = seats;
            let (seen, _) = self.seen(snapshot, now);
            self.snapshot(snapshot, seen, now);
        }
        let (seen, _) = self.seen(snapshot, now);
        let known = self.seq.unwrap_or(seen);
        if known > seen {
            // What was there is gone: an older copy of the database is in use.
            self.snapshot(snapshot, seen, now);
        }
        for update in snapshot.updates_after(known).iter().filter(|update| update.seq <= seen) {
            self.ready.push_back(update.text(&self.seats));
            self.seq = Some(update.seq);
        }
        // Whoever looks on later than the players does not hear of them at once either.
        let is_delayed = self.seats.is_empty() && snapshot.table.setup().spectator_delay > 0;
        if self.seq == Some(seen) && snapshot.thinking != self.thinking && !is_delayed {
            self.thinking = snapshot.thinking;
            let thinking = snapshot.thinking;
            let message = ServerMessage::Thinking {
                seq: seen,
                hash: snapshot.table.hash_after(seen),
                seat: thinking.map(|thinking| thinking.seat),
                begun: thinking.is_some_and(|thinking| thinking.begun),
                since: thinking.map_or(now, |thinking| thinking.since),
                progress: thinking.and_then(|thinking| thinking.thousandths).map(|part| f32::from(part) / 1_000.0),
            };
            self.ready.push_back(serde_json::to_string(&message).unwrap_or_default());
        }
    }

    /// The next message, if there is one. Somebody who was away for long gets what he missed piece by piece.
    pub fn next_message(&mut self, snapshot: &RoomSnapshot, now: Moment) -> Option<String> {
        if self.ready.is_empty() {
            self.collect(snapshot, now);
        }
        self.ready.pop_front()
    }
}
