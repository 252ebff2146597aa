//! Checkpoints of a table, from which earlier states are rebuilt.
//!
//! A table keeps two kinds of checkpoints, both at intervals of [`INTERVAL`]: the position by the number of actions, for
//! undoing and for the history, and the whole state by the number of log entries, for clients that resume. Rebuilding an
//! earlier state therefore replays fewer than [`INTERVAL`] actions or entries, however long the game is.

use super::clock::Clocks;
use super::game::AnyGame;
use super::seat::Seat;
use super::shared_list::SharedList;
use super::state::{PlayedAction, Proposal, Stage, Table};
use api::id::GameId;

/// Number of actions, or of log entries, between two checkpoints.
pub(super) const INTERVAL: usize = 64;

/// State of a table after an entry, without the setup and the log.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    game: AnyGame,
    seats: Vec<Seat>,
    stage: Stage,
    moves: SharedList<PlayedAction>,
    positions: SharedList<AnyGame>,
    clocks: Clocks,
    takeback: Option<Proposal>,
    draw: Option<Proposal>,
    rematch: Option<Proposal>,
    successor: Option<GameId>,
    position_seq: u64,
}

impl Checkpoint {
    pub(super) fn new(table: &Table) -> Checkpoint {
        Checkpoint {
            game: table.game.clone(),
            seats: table.seats.clone(),
            stage: table.stage.clone(),
            moves: table.moves.clone(),
            positions: table.positions.clone(),
            clocks: table.clocks.clone(),
            takeback: table.takeback.clone(),
            draw: table.draw.clone(),
            rematch: table.rematch.clone(),
            successor: table.successor.clone(),
            position_seq: table.position_seq,
        }
    }

    /// Returns the table as it was at this checkpoint, after its first `entries` entries. `table` is a later state of it.
    pub(super) fn restore(&self, table: &Table, entries: usize) -> Table {
        let mut log = table.log.clone();
        log.truncate(entries);
        Table {
            setup: table.setup.clone(),
            start: table.start.clone(),
            game: self.game.clone(),
            seats: self.seats.clone(),
            stage: self.stage.clone(),
            moves: self.moves.clone(),
            positions: self.positions.clone(),
            clocks: self.clocks.clone(),
            takeback: self.takeback.clone(),
            draw: self.draw.clone(),
            rematch: self.rematch.clone(),
            successor: self.successor.clone(),
            log,
            checkpoints: table.checkpoints.clone(),
            position_seq: self.position_seq,
            created: table.created,
        }
    }
}

/// Checkpoints of a table, by log entries. They follow from the log, so they are ignored when tables are compared.
///
/// An earlier state that was rebuilt from a checkpoint shares the whole list, including the checkpoints of later entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoints(SharedList<Checkpoint>);

impl PartialEq for Checkpoints {
    fn eq(&self, _: &Checkpoints) -> bool {
        true
    }
}

impl Checkpoints {
    /// Returns the last checkpoint at or before entry `seq`, and the number of entries before it.
    pub(super) fn before(&self, seq: usize) -> Option<(&Checkpoint, usize)> {
        let number = (seq / INTERVAL).min(self.0.len());
        Some((self.0.get(number.checked_sub(1)?)?, number * INTERVAL))
    }

    /// Returns the number of checkpoints.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, checkpoint: Checkpoint) {
        self.0.push(checkpoint.into());
    }
}
