//! Stopping a run: because somebody wants it, or because it has cost enough.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::player::Usage;

/// Why a game was broken off. It has no result and is played again when the run goes on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Interrupted {
    /// Somebody wanted it.
    #[error("stopped")]
    Stopped,
    /// The run has cost as much as it may.
    #[error("the run has cost as much as it may")]
    CostCap,
}

/// Whoever wants to know what is spent.
type Bookkeeper = Box<dyn FnMut(&Expense<'_>) + Send>;

/// Something that was paid for.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Expense<'a> {
    /// In which game.
    pub match_id: &'a str,
    /// For whom.
    pub seat: usize,
    /// What.
    pub usage: Usage,
    /// What the run has cost so far, in millionths.
    pub total_micros: u64,
}

/// The reins of a run, shared by all its games.
#[derive(Default)]
pub struct Control {
    is_stopped: AtomicBool,
    spent_micros: AtomicU64,
    cap_micros: Option<u64>,
    bookkeeper: Option<Mutex<Bookkeeper>>,
    /// Thousandths of the thinking that are done, and one more; 0 if nobody has told of any.
    told: AtomicU32,
}

impl Control {
    /// Reins of a run that may cost anything.
    pub fn new() -> Control {
        Control::default()
    }

    /// Lets the run cost at most so many millionths, of which some have been spent before. It ends with the reply that goes
    /// beyond: what that will cost is not known before.
    pub fn with_cap(mut self, cap_micros: Option<u64>, spent_before: u64) -> Control {
        self.cap_micros = cap_micros;
        self.spent_micros = spent_before.into();
        self
    }

    /// Tells somebody of everything that is spent, as it is spent.
    pub fn with_bookkeeper(mut self, bookkeeper: impl FnMut(&Expense<'_>) + Send + 'static) -> Control {
        self.bookkeeper = Some(Mutex::new(Box::new(bookkeeper)));
        self
    }

    /// Asks all games to stop.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Takes note of which part of the thinking is done, from 0 to 1.
    pub fn tell(&self, part: f32) {
        self.told.store((part.clamp(0.0, 1.0) * 1_000.0) as u32 + 1, Ordering::Relaxed);
    }

    /// Which part of the thinking is done, from 0 to 1, if whoever thinks tells of it.
    pub fn told(&self) -> Option<f32> {
        let told = self.told.load(Ordering::Relaxed);
        told.checked_sub(1).map(|thousandths| thousandths as f32 / 1_000.0)
    }

    /// Millionths that have been spent.
    pub fn spent_micros(&self) -> u64 {
        self.spent_micros.load(Ordering::Relaxed)
    }

    /// Whether games may go on.
    ///
    /// # Errors
    /// If they may not.
    #[inline]
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_stopped.load(Ordering::Relaxed) {
            return Err(Interrupted::Stopped);
        }
        match self.cap_micros {
            Some(cap) if self.spent_micros() >= cap => Err(Interrupted::CostCap),
            _ => Ok(()),
        }
    }

    /// Takes note of what a reply took.
    ///
    /// # Errors
    /// If games have to stop now; a reply that cost the last of the money still counts.
    pub fn spend(&self, match_id: &str, seat: usize, usage: Usage) -> Result<(), Interrupted> {
        if usage.cost_micros > 0 {
            let add = |spent: u64| Some(spent.saturating_add(usage.cost_micros));
            let before = self.spent_micros.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
            let total_micros = before.unwrap_or_default().saturating_add(usage.cost_micros);
            if let Some(bookkeeper) = &self.bookkeeper
                && let Ok(mut tell) = bookkeeper.lock()
            {
                tell(&Expense { match_id, seat, usage, total_micros });
            }
        }
        if self.is_stopped.load(Ordering::Relaxed) { Err(Interrupted::Stopped) } else { Ok(()) }
    }
}
