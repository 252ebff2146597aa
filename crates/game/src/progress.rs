//! Progress of long computations.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Completed fraction of a computation, 0.0 to 1.0 in steps of one thousandth. Clones share the value.
///
/// ```
/// use game::Progress;
/// let progress = Progress::new();
/// assert_eq!(progress.get(), None);
/// progress.clone().set(0.25);
/// assert_eq!(progress.get(), Some(0.25));
/// ```
#[derive(Clone, Default, Debug)]
pub struct Progress {
    /// Thousandths plus one; 0 before the first report.
    reported: Arc<AtomicU32>,
}

impl Progress {
    /// Creates a progress value for which nothing was reported yet.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// Reports the completed fraction; values outside 0.0 to 1.0 are clamped.
    pub fn set(&self, fraction: f32) {
        self.reported.store((fraction.clamp(0.0, 1.0) * 1_000.0) as u32 + 1, Ordering::Relaxed);
    }

    /// Returns the last reported fraction, or `None` if nothing was reported yet.
    pub fn get(&self) -> Option<f32> {
        let reported = self.reported.load(Ordering::Relaxed);
        reported.checked_sub(1).map(|thousandths| thousandths as f32 / 1_000.0)
    }
}
