//! A room as everybody sees it at one moment. It never changes: the next moment is another scene.

use std::collections::VecDeque;
use std::sync::Arc;

use api::{OwnSeats, ServerMessage, Snapshot};

use crate::id::{GameId, GuestId};
use crate::table::{AppliedEntry, Table};
use crate::time::Moment;
use crate::view::{Names, legal_view, snapshot, update};

/// How many updates are kept ready to be sent, and made at once for somebody who was away.
const KEPT: usize = 32;

/// A room at one moment.
#[derive(Clone, Debug)]
pub struct RoomSnapshot {
    /// The name of the game.
    pub id: GameId,
    /// The table.
    pub table: Arc<Table>,
    /// Who may speak for which seat.
    pub holders: Arc<Vec<(usize, GuestId)>>,
    /// The names of the guests at the table.
    pub names: Arc<Names>,
    /// The player of the server that is asked for a move.
    pub thinking: Option<Thinking>,
    /// The last updates, as they are sent.
    pub(super) recent: VecDeque<Arc<RenderedUpdate>>,
}

/// A player of the server that is asked for a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Whose seat.
    pub seat: usize,
    /// Whether it has begun.
    pub begun: bool,
    /// Since when.
    pub since: Moment,
    /// How many thousandths of its work are done, if it counts them.
    pub thousandths: Option<u16>,
}

/// An update as it is sent.
#[derive(Clone, PartialEq, Debug)]
pub struct RenderedUpdate {
    /// The number of the entry.
    pub seq: u64,
    /// When it happened.
    pub at: Moment,
    /// What everybody is sent, without the last brace.
    open: String,
    /// What can be done, and by which seat.
    legal: Option<(usize, String)>,
    /// The seats that can undo.
    can_undo: Vec<usize>,
}

impl RoomSnapshot {
    /// The first scene.
    pub fn new(id: GameId, table: Table, holders: Vec<(usize, GuestId)>, names: Names) -> RoomSnapshot {
        RoomSnapshot {
            id,
            table: Arc::new(table),
            holders: Arc::new(holders),
            names: Arc::new(names),
            thinking: None,
            recent: VecDeque::new(),
        }
    }

    /// The seats for which a guest may speak.
    pub fn seats_of(&self, guest: Option<&GuestId>) -> Vec<usize> {
        let Some(guest) = guest else { return Vec::new() };
        let mut seats: Vec<usize> =
            self.holders.iter().filter(|(_, holder)| holder == guest).map(|&(seat, _)| seat).collect();
        seats.sort_unstable();
        seats
    }

    /// The table for somebody.
    pub fn view_for(&self, seats: &[usize], now: Moment) -> Snapshot {
        snapshot(&self.id, &self.table, &self.names, seats, now)
    }

    /// The table as those see it who look on later than the players, with the clocks of that time.
    pub fn delayed_view(&self, seen: u64, now: Moment) -> Snapshot {
        let then = now.minus(self.table.setup().spectator_delay);
        snapshot(&self.id, &self.table.after(seen), &self.names, &[], then)
    }

    /// The updates after an entry, as they are sent; the first of them, if there are many.
    pub fn updates_after(&self, seq: u64) -> Vec<Arc<RenderedUpdate>> {
        if seq >= self.table.seq() {
            return Vec::new();
        }
        if self.recent.front().is_some_and(|first| first.seq <= seq + 1) {
            return self.recent.iter().filter(|update| update.seq > seq).cloned().collect();
        }
        let mut before = self.table.after(seq);
        let mut updates = Vec::new();
        for entry in self.table.log()[before.log().len()..].iter().take(KEPT) {
            let Ok(step) = before.apply(entry.clone()) else { break };
            updates.push(Arc::new(RenderedUpdate::new(&self.id, &step, &before, &self.names)));
        }
        updates
    }

    /// The scene after something happened.
    #[must_use]
    pub fn then(&self, steps: &[AppliedEntry], after: Table) -> RoomSnapshot {
        let mut next = self.clone();
        let last = steps.last().map(|step| step.entry.seq);
        for step in steps {
            let rendered = if Some(step.entry.seq) == last {
                RenderedUpdate::new(&self.id, step, &after, &self.names)
            } else {
                RenderedUpdate::new(&self.id, step, &after.after(step.entry.seq), &self.names)
            };
            next.recent.push_back(Arc::new(rendered));
        }
        while next.recent.len() > KEPT {
            next.recent.pop_front();
        }
        next.table = Arc::new(after);
        next
    }

    /// The table as somebody may see it now: spectators of some games see it later than those who play.
    pub fn table_for(&self, guest: Option<&GuestId>, now: Moment) -> Arc<Table> {
        let (seen, _) = self.seen_by_spectators(now);
        if seen < self.table.seq() && self.seats_of(guest).is_empty() {
            Arc::new(self.table.after(seen))
        } else {
            self.table.clone()
        }
    }

    /// The number of the last entry that spectators may see, and when they may see the next one.
    pub fn seen_by_spectators(&self, now: Moment) -> (u64, Option<Moment>) {
        let delay = self.table.setup().spectator_delay;
        if delay == 0 {
            return (self.table.seq(), None);
        }
        let hidden = self.table.log().iter().find(|entry| entry.at.plus(delay) > now);
        hidden.map_or((self.table.seq(), None), |entry| (entry.seq - 1, Some(entry.at.plus(delay))))
    }
}

impl RenderedUpdate {
    fn new(id: &GameId, step: &AppliedEntry, after: &Table, names: &Names) -> RenderedUpdate {
        let update = update(id, step, after, names);
        let mut open = serde_json::to_string(&ServerMessage::Update(update)).unwrap_or_default();
        open.pop();
        let asked = after.to_move().filter(|&seat| after.seats()[seat].guest().is_some());
        let legal = asked.map(|seat| (seat, serde_json::to_string(&legal_view(after.game())).unwrap_or_default()));
        let can_undo = (0..after.seats().len()).filter(|&seat| after.can_undo(seat)).collect();
        RenderedUpdate { seq: step.entry.seq, at: step.entry.at, open, legal, can_undo }
    }

    /// The text for those who hold these seats.
    pub fn text(&self, seats: &[usize]) -> String {
        if seats.is_empty() {
            return format!("{}}}", self.open);
        }
        let you = OwnSeats {
            seats: seats.to_vec(),
            legal: None,
            can_undo: seats.iter().any(|seat| self.can_undo.contains(seat)),
        };
        let you = serde_json::to_string(&you).unwrap_or_default();
        match &self.legal {
            Some((seat, legal)) if seats.contains(seat) => {
                format!("{},\"you\":{},\"legal\":{legal}}}}}", self.open, you.trim_end_matches('}'))
            }
            _ => format!("{},\"you\":{you}}}", self.open),
        }
    }
}
