//! Simulated disk: a journal of atomic batches that survive a crash once they are synced.

use std::sync::Arc;

use api::Moment;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use table::LogEntry;

/// Entries of one transaction.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) entries: Vec<Arc<LogEntry>>,
    /// Idempotency key of the command.
    pub(crate) client: Option<String>,
    /// Total uptime of the server over all runs when the entries were decided, in milliseconds.
    pub(crate) uptime: u64,
}

/// Outcome of a write.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Written,
    /// The write fails with an error, and nothing is on disk.
    NotWritten,
    /// The outcome is unknown to the server; the batch is on disk.
    UnknownWritten,
    /// The outcome is unknown to the server; the batch is lost.
    UnknownLost,
    /// The outcome is unknown to the server; the batch is invisible but may reappear after a crash.
    UnknownGhost,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    /// Synced batches.
    pub(crate) durable: Vec<Batch>,
    /// Written batches that are not synced.
    tail: Vec<Batch>,
    /// Batch that may reappear after a crash.
    ghost: Option<Batch>,
    /// Time of the server's last heartbeat.
    pub(crate) alive: Option<Moment>,
}

impl Disk {
    /// Returns all entries that a reader sees.
    pub(crate) fn log(&self) -> Vec<Arc<LogEntry>> {
        self.durable.iter().flat_map(|batch| batch.entries.iter().cloned()).collect()
    }

    fn last_seq(&self) -> u64 {
        let batches = self.durable.iter().chain(&self.tail);
        batches.flat_map(|batch| &batch.entries).last().map_or(0, |entry| entry.seq)
    }

    /// Starts to write a batch. Returns `false` if its first entry does not follow the last one.
    pub(crate) fn begin(&mut self, batch: &Batch, outcome: Outcome) -> bool {
        if batch.entries.first().is_some_and(|entry| entry.seq != self.last_seq() + 1) {
            return false;
        }
        self.ghost = None;
        if matches!(outcome, Outcome::Written | Outcome::UnknownWritten) {
            self.tail.push(batch.clone());
        }
        true
    }

    /// Completes the oldest write with its outcome.
    pub(crate) fn end(&mut self, batch: Batch, outcome: Outcome) {
        match outcome {
            Outcome::Written | Outcome::UnknownWritten if !self.tail.is_empty() => {
                self.durable.push(self.tail.remove(0));
            }
            Outcome::UnknownGhost => self.ghost = Some(batch),
            _ => {}
        }
    }

    /// Simulates a power failure: a random prefix of the batches that are not synced survives.
    pub(crate) fn crash(&mut self, rng: &mut ChaCha8Rng) {
        if let Some(ghost) = self.ghost.take().filter(|_| self.tail.is_empty() && rng.random_bool(0.5)) {
            self.durable.push(ghost);
        }
        let survivors = rng.random_range(0..=self.tail.len());
        self.durable.extend(self.tail.drain(..).take(survivors));
    }
}
