//! Cooperative cancellation of long computations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Cancellation token: a stop flag and an optional deadline, checked by a bot while it searches.
///
/// Clones share the flag. Each clone has its own deadline.
///
/// ```
/// use game::Cancellation;
/// let run = Cancellation::new();
/// let search = run.clone().with_deadline(std::time::Instant::now());
/// assert!(search.is_cancelled() && !run.is_cancelled());
/// search.cancel();
/// assert!(run.is_cancelled());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Cancellation {
    is_cancelled: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Cancellation {
    /// Creates a token that is not cancelled and has no deadline.
    pub fn new() -> Cancellation {
        Cancellation::default()
    }

    /// Sets the deadline of this clone, unless it already has an earlier one.
    pub fn with_deadline(self, deadline: Instant) -> Cancellation {
        let earliest = self.deadline.map_or(deadline, |earlier| earlier.min(deadline));
        Cancellation { deadline: Some(earliest), ..self }
    }

    /// Sets the flag of all clones.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Reports whether the flag is set or the deadline has passed.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
