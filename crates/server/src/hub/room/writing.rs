//! Commands: validation, writing, and publishing of the result.

use std::sync::Arc;

use api::Rejection;
use metrics::counter;
use table::{Command, LogEvent, Occupant, PlayerCommand, PlayerRequest, Rematch};

use super::rules_check::check_action;
use super::{Answer, Readers, Room, RoomStatus};
use crate::hub::HubError;
use crate::hub::room_snapshot::RoomSnapshot;
use crate::hub::room_state::{CommandPlan, PendingWrite};
use crate::id::GuestId;
use crate::store::{GameGuests, GameRow, Op, StoreError, StoredGame};

impl Room {
    pub(super) async fn player_command(&mut self, guest: &GuestId, lag: u64, request: PlayerRequest) -> Answer {
        let command = self.state.player_command(guest, lag, request)?;
        let ops = match command {
            Command::Player { seat, command: PlayerCommand::Leave, .. } => {
                let game = self.id.clone();
                // This secret is not given to any guest. It only invalidates the old one.
                vec![Op::RevokeSeat { game, seat, except: None }, self.new_secret(seat).1]
            }
            _ => Vec::new(),
        };
        self.execute(command, ops).await
    }

    /// Validates a command, writes the log entries that it produces together with `ops`, and publishes the result.
    pub(super) async fn execute(&mut self, command: Command, ops: Vec<Op>) -> Answer {
        let is_action = command.is_action();
        let plan = self.state.decide(command, self.hub.now());
        let mut write = match plan.map_err(rejected)? {
            CommandPlan::Done(receipt) => return Ok(receipt),
            CommandPlan::Write(write) => *write,
        };
        if let Err(rejection) = check_action(self.hub.rules(), self.table().game(), &write, &self.id).await {
            let client = write.client().map(str::to_owned);
            return Err(rejected(self.state.rejection(rejection, client)));
        }
        let mut ops = ops;
        if let Some(rematch) = write.rematch.take() {
            self.hub.require_unplayed_start(&rematch.setup, &rematch.occupants).await?;
            ops.extend(self.rematch_ops(*rematch)?);
        }
        let receipt = self.write(write, ops).await?;
        if is_action {
            counter!("actions_total").increment(1);
        }
        Ok(receipt)
    }

    /// Returns the operations that create a rematch and give all devices of the players access to it.
    fn rematch_ops(&self, rematch: Rematch) -> Result<Vec<Op>, HubError> {
        let Rematch { id, setup, occupants } = rematch;
        let owner = occupants.iter().find_map(|occupant| match occupant {
            Occupant::Guest { guest } => Some(guest.clone()),
            _ => None,
        });
        let seats = occupants.len();
        let (mut ops, _) = self.hub.new_game_ops(&id, setup, occupants, owner.as_ref())?;
        // As in `Rematch::occupants`, each player moves to the seat before, and the first player to the last seat.
        ops.extend(self.snapshot().holders.iter().map(|(seat, guest)| Op::GrantSeat {
            game: id.clone(),
            seat: (seat + seats - 1) % seats,
            guest: guest.clone(),
        }));
        Ok(ops)
    }

    /// Writes entries, and makes them current once they are on disk.
    async fn write(&mut self, write: PendingWrite, mut ops: Vec<Op>) -> Answer {
        let mut row = GameRow::new(&write.after, self.hub.wake_at(&write.after));
        if write.entries.iter().any(|applied| matches!(applied.entry.event, LogEvent::TakenBack { .. })) {
            // The store has deleted the positions of the round to which the game returns.
            let table = write.after.clone();
            row = row.guarding(self.hub.compute(move || table.guarded_positions()).await?);
        }
        let entries = write.entries.iter().map(|applied| applied.entry.clone()).collect();
        ops.insert(0, Op::Append { game: self.id.clone(), entries, row: Box::new(row) });
        let changes_holders = ops.iter().any(|op| matches!(op, Op::GrantSeat { .. } | Op::RevokeSeat { .. }));
        match self.hub.store().write(ops).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return Err(HubError::Closing),
            Err(error) => {
                self.reload().await;
                return Err(error.into());
            }
        }
        let receipt = self.state.commit(write);
        self.publish();
        if changes_holders && let Err(error) = self.reload_guests().await {
            tracing::error!(game = %self.id, %error, "the guests of a game could not be read after a change of its seats");
        }
        self.hub.notify_subscribers_of(self.snapshot().holders.iter().map(|(_, guest)| guest));
        Ok(receipt)
    }

    /// Reads the game again after a failed write, because the write may have reached the disk.
    async fn reload(&mut self) {
        let read = self.hub.store().game(&self.id).await;
        self.status = RoomStatus::after_reload(&read);
        match read {
            Ok(Some(StoredGame { table, holders, names, owner, viewers })) => {
                self.state.reload(table, holders, names);
                let readers = Arc::new(Readers { owner, viewers });
                self.show(RoomSnapshot { readers, ..(**self.snapshot()).clone() });
            }
            Ok(None) => {}
            Err(error) => tracing::error!(game = %self.id, %error, "a game could not be read after a failed write"),
        }
    }

    /// Reads the holders of seats, the viewers and the names of guests again, after they were changed in the store.
    ///
    /// # Errors
    /// Returns an error if they cannot be read. The change itself was written before.
    pub(super) async fn reload_guests(&mut self) -> Result<(), StoreError> {
        let read = self.hub.store().guests_of(&self.id, self.table()).await;
        let GameGuests { holders, viewers, names } = read.map_err(|error| StoreError::Unknown(error.to_string()))?;
        let (holders, names) = (Arc::new(holders), Arc::new(names));
        let readers = Arc::new(Readers { owner: self.owner.clone(), viewers });
        self.show(RoomSnapshot { holders, names, readers, ..(**self.snapshot()).clone() });
        Ok(())
    }
}

/// Counts a rejection and wraps it.
fn rejected(view: Box<Rejection>) -> HubError {
    counter!("refusals_total", "code" => view.code.clone()).increment(1);
    HubError::Rejected(view)
}
