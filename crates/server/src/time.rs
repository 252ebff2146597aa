//! Time as the server keeps it.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The milliseconds of a day.
pub const DAY: u64 = 24 * 3_600_000;

/// A moment: milliseconds since the beginning of 1970, UTC.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// The milliseconds since another moment; none if that is later.
    pub fn since(self, earlier: Moment) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    /// The moment so many milliseconds later.
    #[must_use]
    pub fn plus(self, millis: u64) -> Moment {
        Moment(self.0.saturating_add_unsigned(millis))
    }

    /// The moment so many milliseconds before.
    #[must_use]
    pub fn minus(self, millis: u64) -> Moment {
        Moment(self.0.saturating_sub_unsigned(millis))
    }

    /// As `2026-01-31T12:00:00Z`.
    pub fn text(self) -> String {
        jiff::Timestamp::from_millisecond(self.0).map_or_else(|_| "unknown".to_owned(), |time| time.to_string())
    }
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
