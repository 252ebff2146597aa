//! Messages to one subscriber of a room.

use std::collections::VecDeque;
use std::sync::Arc;

use api::ServerMessage;
use table::Table;

use super::rendering::{RenderJob, Rendered, Wanted, message_text};
use super::room_snapshot::{RoomSnapshot, Thinking};
use crate::id::GuestId;
use crate::time::Moment;

/// Messages about one game for one subscriber.
#[derive(Clone, Debug)]
pub struct Subscription {
    guest: Option<GuestId>,
    seats: Vec<usize>,
    /// Number of the last log entry whose message was queued; `None` before the first message.
    seq: Option<u64>,
    /// Whether the next message must be a snapshot.
    wants_snapshot: bool,
    /// The table after entry `seq`, while the subscriber is catching up.
    cursor: Option<Box<Table>>,
    thinking: Option<Thinking>,
    queue: VecDeque<String>,
}

/// Next step of a subscription.
#[derive(Debug)]
pub enum SubscriptionStep {
    Message(String),
    /// Run the job on a thread for blocking work, and pass its result to [`Subscription::accept`].
    Render(RenderJob),
    /// The subscriber has all messages about the current state.
    Current,
}

impl Subscription {
    /// Subscribes to a room. The first messages are the updates after `since`; without `since`, or if there are no later
    /// log entries, the first message is a snapshot.
    pub fn new(guest: Option<GuestId>, since: Option<u64>, snapshot: &RoomSnapshot, now: Moment) -> Subscription {
        let seats = snapshot.seats_of(guest.as_ref());
        let (cursor, thinking, queue) = (None, None, VecDeque::new());
        let mut subscription =
            Subscription { guest, seats, seq: since, wants_snapshot: false, cursor, thinking, queue };
        let (visible, _) = subscription.last_visible(snapshot, now);
        subscription.wants_snapshot = since.is_none_or(|since| since >= visible);
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

    /// Requests a snapshot of the table.
    pub fn sync(&mut self) {
        self.wants_snapshot = true;
    }

    /// Queues the messages of a job.
    pub fn accept(&mut self, rendered: Rendered) {
        // A job renders at least one update. If it could not, the log cannot be replayed, and a snapshot replaces the updates.
        self.wants_snapshot |= rendered.texts.is_empty();
        self.queue.extend(rendered.texts);
        self.seq = Some(rendered.seq);
        self.cursor = rendered.cursor;
    }

    /// Returns the next message, or the job that renders the next messages. A subscriber that reconnects receives the missed
    /// updates in batches; the next batch is rendered when the previous one has been taken.
    pub fn next(&mut self, snapshot: &Arc<RoomSnapshot>, now: Moment) -> SubscriptionStep {
        if let Some(text) = self.queue.pop_front() {
            return SubscriptionStep::Message(text);
        }
        let seats = snapshot.seats_of(self.guest.as_ref());
        if seats != self.seats {
            (self.seats, self.wants_snapshot) = (seats, true);
        }
        let (visible, _) = self.last_visible(snapshot, now);
        let job = |wanted| {
            let (snapshot, seats) = (snapshot.clone(), self.seats.clone());
            SubscriptionStep::Render(RenderJob { snapshot, seats, visible, now, wanted })
        };
        let seq = match self.seq {
            // If the log is shorter than before, an older copy of the database was restored.
            Some(seq) if seq <= visible && !self.wants_snapshot => seq,
            _ => {
                let step = job(Wanted::Snapshot);
                (self.wants_snapshot, self.cursor) = (false, None);
                return step;
            }
        };
        if seq < visible {
            return match snapshot.recent.get(seq + 1) {
                Some(update) => {
                    let text = update.text(&self.seats);
                    (self.seq, self.cursor) = (Some(update.seq), None);
                    SubscriptionStep::Message(text)
                }
                None => {
                    let cursor = self.cursor.take();
                    job(Wanted::Updates { after: seq, cursor })
                }
            };
        }
        // Delayed spectators do not see the current status of bots.
        let is_delayed = self.seats.is_empty() && snapshot.table.setup().spectator_delay > 0;
        if snapshot.thinking != self.thinking && !is_delayed {
            self.thinking = snapshot.thinking;
            return SubscriptionStep::Message(message_text(&thinking_message(snapshot, visible, now)));
        }
        SubscriptionStep::Current
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::testing::{guest, long_table};
    use crate::id::GameId;
    use table::view::Names;

    fn snapshot(actions: usize) -> Arc<RoomSnapshot> {
        let holders = vec![(0, guest('a')), (1, guest('b'))];
        Arc::new(RoomSnapshot::new(GameId::random(), long_table(actions), holders, Names::new()))
    }

    /// Returns the sequence number of every update, and the number of jobs that rendered them.
    fn drain(subscription: &mut Subscription, snapshot: &Arc<RoomSnapshot>) -> (Vec<u64>, usize) {
        let (mut updates, mut jobs) = (Vec::new(), 0);
        loop {
            match subscription.next(snapshot, Moment(0)) {
                SubscriptionStep::Message(text) => match serde_json::from_str(&text).expect("the text is a message") {
                    ServerMessage::Update(update) => updates.push(update.seq),
                    other => panic!("expected an update, got {other:?}"),
                },
                SubscriptionStep::Render(job) => {
                    jobs += 1;
                    subscription.accept(job.run());
                }
                SubscriptionStep::Current => return (updates, jobs),
            }
        }
    }

    #[test]
    fn snapshots_and_missed_updates_are_rendered_by_jobs() {
        let snapshot = snapshot(10);
        for since in [None, Some(2), Some(1_000)] {
            let mut subscription = Subscription::new(None, since, &snapshot, Moment(0));
            let step = subscription.next(&snapshot, Moment(0));
            assert!(matches!(step, SubscriptionStep::Render(_)), "{since:?}: {step:?}");
        }
    }

    #[test]
    fn resuming_a_long_game_renders_every_update_once() {
        let snapshot = snapshot(150);
        let last = snapshot.table.seq();
        let mut subscription = Subscription::new(Some(guest('a')), Some(1), &snapshot, Moment(0));
        let (updates, jobs) = drain(&mut subscription, &snapshot);
        assert_eq!(updates, (2..=last).collect::<Vec<u64>>());
        assert!(jobs > 1, "{jobs}");
        assert!(subscription.cursor.is_none());
    }

    #[test]
    fn jobs_continue_from_the_table_of_the_previous_job() {
        let snapshot = snapshot(150);
        let mut subscription = Subscription::new(None, Some(1), &snapshot, Moment(0));
        let SubscriptionStep::Render(job) = subscription.next(&snapshot, Moment(0)) else { panic!("expected a job") };
        let rendered = job.run();
        let (count, reached) = (rendered.texts.len(), rendered.seq);
        subscription.accept(rendered);
        for _ in 0..count {
            assert!(matches!(subscription.next(&snapshot, Moment(0)), SubscriptionStep::Message(_)));
        }
        let SubscriptionStep::Render(job) = subscription.next(&snapshot, Moment(0)) else { panic!("expected a job") };
        let Wanted::Updates { after, cursor: Some(cursor) } = &job.wanted else { panic!("the job has a cursor") };
        assert_eq!((*after, cursor.seq()), (reached, reached));
    }
}
