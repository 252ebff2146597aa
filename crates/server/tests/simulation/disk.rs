//! The disk: a journal of batches, each of which counts wholly or not at all, and only when it is synced.

use std::sync::Arc;

use api::Moment;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use server::table::Entry;

/// Entries that are written together.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    /// The entries.
    pub(crate) entries: Vec<Arc<Entry>>,
    /// The name that a client gave to what led to them.
    pub(crate) client: Option<String>,
    /// How long the server had been up when they were decided, over all its lives.
    pub(crate) uptime: u64,
}

/// What becomes of a batch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// It is written.
    Written,
    /// It is refused, and that is told.
    NotWritten,
    /// Nobody can tell; it is there.
    UnknownWritten,
    /// Nobody can tell; it is not there.
    UnknownLost,
    /// Nobody can tell; it is not there, but may be found after a crash.
    UnknownGhost,
}

/// A journal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    /// What is safe.
    pub(crate) durable: Vec<Batch>,
    /// What was written, but is not synced.
    tail: Vec<Batch>,
    /// What may be found after a crash.
    ghost: Option<Batch>,
    /// The last sign of life of the server.
    pub(crate) alive: Option<Moment>,
}

impl Disk {
    /// All entries that a reader sees.
    pub(crate) fn log(&self) -> Vec<Arc<Entry>> {
        self.durable.iter().flat_map(|batch| batch.entries.iter().cloned()).collect()
    }

    fn last_seq(&self) -> u64 {
        let batches = self.durable.iter().chain(&self.tail);
        batches.flat_map(|batch| &batch.entries).last().map_or(0, |entry| entry.seq)
    }

    /// Begins to write a batch; false if an entry with such a number is there, or one is missing before it.
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

    /// The oldest batch that is not safe becomes so, or fails.
    pub(crate) fn end(&mut self, batch: Batch, outcome: Outcome) {
        match outcome {
            Outcome::Written | Outcome::UnknownWritten if !self.tail.is_empty() => {
                self.durable.push(self.tail.remove(0));
            }
            Outcome::UnknownGhost => self.ghost = Some(batch),
            _ => {}
        }
    }

    /// Power is cut: of what is not safe, some first batches may be there, or none.
    pub(crate) fn crash(&mut self, rng: &mut ChaCha8Rng) {
        if let Some(ghost) = self.ghost.take().filter(|_| self.tail.is_empty() && rng.random_bool(0.5)) {
            self.durable.push(ghost);
        }
        let kept = rng.random_range(0..=self.tail.len());
        self.durable.extend(self.tail.drain(..).take(kept));
    }
}
