//! The server's clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub use api::time::{DAY, Moment};
pub use table::records::rfc3339;

/// Monotonic clock. It reads the system time once, so later changes of the system time have no effect.
#[derive(Copy, Clone, Debug)]
pub struct SteadyClock {
    started: Moment,
    at: Instant,
}

impl SteadyClock {
    /// Starts the clock with the system time.
    pub fn start() -> SteadyClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let started = Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
        SteadyClock { started, at: Instant::now() }
    }

    /// Advances the clock to `known`, the latest stored moment, if the system time is earlier.
    #[must_use]
    pub fn not_before(self, known: Option<Moment>) -> SteadyClock {
        SteadyClock { started: known.map_or(self.started, |known| known.max(self.started)), ..self }
    }

    pub fn now(&self) -> Moment {
        self.started.plus(u64::try_from(self.at.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_continues_from_a_known_moment_if_the_system_time_was_set_back() {
        let clock = SteadyClock::start();
        let known = clock.now().plus(3_600_000);
        assert!(clock.not_before(Some(known)).now() >= known);
        assert_eq!(clock.not_before(Some(Moment(0))).started, clock.started);
        assert_eq!(clock.not_before(None).started, clock.started);
    }
}
