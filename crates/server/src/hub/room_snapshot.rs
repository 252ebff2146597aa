//! Immutable view of a room, published to its subscribers after every change.

use std::sync::Arc;

use api::{Snapshot, Update};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use table::view::{self, Names};
use table::{AppliedEntry, Occupant, Table};

use super::HubError;
use super::recent_updates::RecentUpdates;
use super::room::Readers;
use crate::id::{GameId, GuestId};
use crate::identity::imitated_player;
use crate::time::Moment;

/// State of a room at one moment.
#[derive(Clone, Debug)]
pub struct RoomSnapshot {
    pub id: GameId,
    pub table: Arc<Table>,
    /// Seats and the guests who may act for them.
    pub holders: Arc<Vec<(usize, GuestId)>>,
    /// Guests who may see a private game although they hold no seat.
    pub readers: Arc<Readers>,
    /// Display names of the guests on the seats.
    pub names: Arc<Names>,
    /// The bot or agent that is choosing a move.
    pub thinking: Option<Thinking>,
    /// Updates of the last moments. All snapshots of a room share them.
    pub(super) recent: Arc<RecentUpdates>,
}

/// Status of a bot or agent that is choosing a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    pub seat: usize,
    /// `false` while it waits for a free worker.
    pub begun: bool,
    pub since: Moment,
    /// Progress in thousandths, if the bot reports it.
    pub thousandths: Option<u16>,
}

/// An update whose parts are serialized once, because all subscribers receive the same parts.
#[derive(Clone, Debug)]
pub struct RenderedUpdate {
    pub seq: u64,
    pub(super) at: Moment,
    hash: String,
    log_event: Box<RawValue>,
    game_events: Option<Box<RawValue>>,
    table: Box<RawValue>,
    state: Option<Box<RawValue>>,
    /// The seat to move and its legal actions, if a guest plays it.
    legal: Option<(usize, Box<RawValue>)>,
    /// Seats that can undo.
    can_undo: Vec<usize>,
}

/// Wire form of an update: `ServerMessage::Update`.
#[derive(Serialize)]
struct UpdateMessage<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    seq: u64,
    hash: &'a str,
    at: Moment,
    #[serde(rename = "deed")]
    log_event: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<&'a RawValue>,
    table: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<YouMessage<'a>>,
}

/// Wire form of the part that differs between subscribers: `OwnSeats`.
#[derive(Serialize)]
struct YouMessage<'a> {
    seats: &'a [usize],
    can_undo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<&'a RawValue>,
}

impl RoomSnapshot {
    pub fn new(id: GameId, table: Table, holders: Vec<(usize, GuestId)>, names: Names) -> RoomSnapshot {
        RoomSnapshot {
            id,
            table: Arc::new(table),
            holders: Arc::new(holders),
            readers: Arc::default(),
            names: Arc::new(names),
            thinking: None,
            recent: Arc::default(),
        }
    }

    /// Returns the seats that a guest may act for, in ascending order.
    pub fn seats_of(&self, guest: Option<&GuestId>) -> Vec<usize> {
        let Some(guest) = guest else { return Vec::new() };
        let mut seats: Vec<usize> =
            self.holders.iter().filter(|(_, holder)| holder == guest).map(|&(seat, _)| seat).collect();
        seats.sort_unstable();
        seats
    }

    /// Rejects a name of a guest that looks like the name of another player.
    pub(super) fn require_distinct_name(&self, guest: &GuestId, name: &str) -> Result<(), HubError> {
        let occupants: Vec<Occupant> = self.table.seats().iter().map(|seat| seat.occupant.clone()).collect();
        imitated_player(guest, name, &occupants, &self.names).map_or(Ok(()), |other| Err(HubError::LookAlike(other)))
    }

    /// Returns the table as the holder of some seats sees it.
    pub fn view_for(&self, seats: &[usize], now: Moment) -> Snapshot {
        view::snapshot(&self.id, &self.table, &self.names, seats, now)
    }

    /// Returns the table as delayed spectators see it: after entry `seen`, with the clocks as they were one spectator delay
    /// before `now`.
    pub fn delayed_view(&self, seen: u64, now: Moment) -> Snapshot {
        let then = now.minus(self.table.setup().spectator_delay);
        view::snapshot(&self.id, &self.table.after(seen), &self.names, &[], then)
    }

    /// Returns the next snapshot, after new entries.
    #[must_use]
    pub fn then(&self, entries: &[AppliedEntry], after: Table) -> RoomSnapshot {
        let next = RoomSnapshot { table: Arc::new(after), ..self.clone() };
        let mut table = (*self.table).clone();
        for applied in entries {
            let after = if applied.entry.seq == next.table.seq() {
                &next.table
            } else if table.apply(applied.entry.clone()).is_ok() {
                &table
            } else {
                // Subscribers get the remaining updates from a `RenderJob`.
                break;
            };
            self.recent.push(RenderedUpdate::new(&self.id, applied, after, &self.names));
        }
        next
    }

    /// Returns the table as a guest may see it now. Spectators of some games see it with a delay; for them it is rebuilt,
    /// which belongs on a thread for blocking work.
    pub fn table_for(&self, guest: Option<&GuestId>, now: Moment) -> Arc<Table> {
        let (seen, _) = self.last_visible_to_spectators(now);
        if seen < self.table.seq() && self.seats_of(guest).is_empty() {
            Arc::new(self.table.after(seen))
        } else {
            self.table.clone()
        }
    }

    /// Returns the number and the hash of the last log entry that a guest may see now.
    pub fn visible_seq(&self, guest: Option<&GuestId>, now: Moment) -> (u64, String) {
        let is_spectator = self.seats_of(guest).is_empty();
        let seq = if is_spectator { self.last_visible_to_spectators(now).0 } else { self.table.seq() };
        (seq, self.table.hash_after(seq))
    }

    /// Returns the number of the last log entry that spectators may see, and the time at which they may see the next one.
    pub fn last_visible_to_spectators(&self, now: Moment) -> (u64, Option<Moment>) {
        let delay = self.table.setup().spectator_delay;
        if delay == 0 {
            return (self.table.seq(), None);
        }
        // An entry in the future was written before the system time was set back. The hidden entries are the last ones.
        let recent = self.table.log().iter().rev().take_while(|entry| entry.at.plus(delay) > now);
        let hidden = recent.filter(|entry| entry.at <= now).last();
        hidden.map_or((self.table.seq(), None), |entry| (entry.seq - 1, Some(entry.at.plus(delay))))
    }
}

impl RenderedUpdate {
    pub(super) fn new(id: &GameId, applied: &AppliedEntry, after: &Table, names: &Names) -> RenderedUpdate {
        let Update { seq, hash, at, log_event, events, table, state, .. } = view::update(id, applied, after, names);
        let guest_to_move = after.to_move().filter(|&seat| after.seats()[seat].guest().is_some());
        RenderedUpdate {
            seq,
            hash,
            at,
            log_event: raw(&log_event),
            game_events: (!events.is_null()).then(|| raw(&events)),
            table: raw(&table),
            state: state.as_ref().map(raw),
            legal: guest_to_move.map(|seat| (seat, raw(&view::legal_view(after.game())))),
            can_undo: (0..after.seats().len()).filter(|&seat| after.can_undo(seat)).collect(),
        }
    }

    /// Returns the approximate number of bytes in memory.
    pub(super) fn size(&self) -> usize {
        let parts = [Some(&self.log_event), Some(&self.table), self.game_events.as_ref(), self.state.as_ref()];
        let parts = parts.into_iter().flatten().chain(self.legal.as_ref().map(|(_, legal)| legal));
        parts.map(|part| part.get().len()).sum::<usize>() + size_of::<RenderedUpdate>()
    }

    /// Returns the message for a subscriber that holds these seats.
    pub fn text(&self, seats: &[usize]) -> String {
        let you = (!seats.is_empty()).then(|| YouMessage {
            seats,
            can_undo: seats.iter().any(|seat| self.can_undo.contains(seat)),
            legal: self.legal.as_ref().filter(|(seat, _)| seats.contains(seat)).map(|(_, legal)| &**legal),
        });
        let message = UpdateMessage {
            kind: "update",
            seq: self.seq,
            hash: &self.hash,
            at: self.at,
            log_event: &self.log_event,
            events: self.game_events.as_deref(),
            table: &self.table,
            state: self.state.as_deref(),
            you,
        };
        serde_json::to_string(&message).expect("an update serializes to JSON")
    }
}

/// Serializes a part of a message. The types of messages have no value that JSON cannot represent.
fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("a part of a message serializes to JSON")
}

#[cfg(test)]
mod tests {
    use api::ServerMessage;
    use serde_json::json;

    use super::*;
    use crate::hub::testing::{guest, table_of_two};
    use table::{ClockRules, Command, Decision, PlayerCommand};

    /// Plays one action. Returns the table before it, its log entry, and the table after it.
    fn one_action() -> (Table, AppliedEntry, Table) {
        let before = table_of_two(ClockRules::None);
        let act = PlayerCommand::Act { seq: before.seq(), action: json!("P d4") };
        let command = Command::Player { seat: 0, lag: 0, client: None, command: act };
        let Ok(Decision::Write { mut entries, after, .. }) = before.decide(command, Moment(5)) else {
            panic!("P d4 is legal at the start");
        };
        (before, entries.remove(0), *after)
    }

    #[test]
    fn rendered_update_equals_the_serialized_message() {
        let (_, applied, after) = one_action();
        let (id, names) = (GameId::random(), Names::from([(guest('a'), "Ann \"{}\"".to_owned())]));
        let rendered = RenderedUpdate::new(&id, &applied, &after, &names);
        let typed = view::update(&id, &applied, &after, &names);
        let expected = serde_json::to_string(&ServerMessage::Update(typed)).expect("an update serializes");
        assert_eq!(rendered.text(&[]), expected);
    }

    #[test]
    fn rendered_update_contains_the_data_of_the_subscribers_seats() {
        let (_, applied, after) = one_action();
        let (id, names) = (GameId::random(), Names::new());
        let rendered = RenderedUpdate::new(&id, &applied, &after, &names);
        for seats in [&[0][..], &[1], &[0, 1]] {
            let typed = Update { you: view::own_seats(&after, seats), ..view::update(&id, &applied, &after, &names) };
            let text = rendered.text(seats);
            let parsed: ServerMessage = serde_json::from_str(&text).expect("the text is a server message");
            assert_eq!(parsed, ServerMessage::Update(typed), "seats {seats:?}");
        }
        assert!(rendered.text(&[1]).ends_with(r#""you":{"seats":[1],"can_undo":false}}"#));
        assert!(rendered.text(&[0]).contains(r#""you":{"seats":[0],"can_undo":true,"legal":{"#));
    }
}
