//! Time as the server keeps it.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

pub use api::time::{DAY, Moment};

/// Returns a time as text, such as `2026-01-31T12:00:00Z`.
pub fn rfc3339(moment: Moment) -> String {
    jiff::Timestamp::from_millisecond(moment.0).map_or_else(|_| "unknown".to_owned(), |time| time.to_string())
}

/// The clock of the machine, read once: from then on time passes evenly, even if somebody sets that clock.
#[derive(Copy, Clone, Debug)]
pub struct SteadyClock {
    begun: Moment,
    at: Instant,
}

impl SteadyClock {
    /// Starts with the time that the machine has.
    pub fn start() -> SteadyClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let begun = Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
        SteadyClock { begun, at: Instant::now() }
    }

    /// Goes on from a moment that was known before, if the machine's clock was set back behind it: otherwise the clocks of
    /// games would stand until that moment comes again.
    #[must_use]
    pub fn not_before(self, known: Option<Moment>) -> SteadyClock {
        SteadyClock { begun: known.map_or(self.begun, |known| known.max(self.begun)), ..self }
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        self.begun.plus(u64::try_from(self.at.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_if_the_machine_is_set_back() {
        let machine = SteadyClock::start();
        let known = machine.now().plus(3_600_000);
        assert!(machine.not_before(Some(known)).now() >= known);
        assert_eq!(machine.not_before(Some(Moment(0))).begun, machine.begun);
        assert_eq!(machine.not_before(None).begun, machine.begun);
    }
}
