//! Points in time.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Milliseconds in a day.
pub const DAY: u64 = 24 * 3_600_000;

/// Point in time, in milliseconds since 1970-01-01T00:00:00 UTC.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Moment(pub i64);

impl Moment {
    /// Returns the milliseconds since `earlier`, or 0 if `earlier` is later.
    pub fn since(self, earlier: Moment) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    #[must_use]
    pub fn plus(self, millis: u64) -> Moment {
        Moment(self.0.saturating_add_unsigned(millis))
    }

    #[must_use]
    pub fn minus(self, millis: u64) -> Moment {
        Moment(self.0.saturating_sub_unsigned(millis))
    }
}
