//! Check of the system time at the start of the server.

use super::HubSettings;
use crate::store::{Store, StoreError};
use crate::time::{DAY, Moment, SteadyClock, rfc3339};

/// Largest difference, in milliseconds, by which the system time may be earlier than the latest stored time: clocks that are set
/// by the network differ by less.
const MAX_BACK: u64 = 300_000;

/// Largest difference, in milliseconds, by which the system time may be later than the latest stored time, if that ends games or
/// deletes guests. The server stores the time at least once an hour and when it stops.
const MAX_AHEAD: u64 = 7 * DAY;

/// The system time is far from the latest stored time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockError {
    #[error(
        "the system time is {}, but this server was running until {}. Correct the system time. If it is right, start once with \
         --accept-clock; the times of games then continue from the system time", rfc3339(*.now), rfc3339(*.known)
    )]
    Back { now: Moment, known: Moment },
    #[error(
        "the system time is {}, but this server was last running at {}. With this time it would end idle games or delete inactive \
         guests. Correct the system time. If it is right, start once with --accept-clock", rfc3339(*.now), rfc3339(*.known)
    )]
    Ahead { now: Moment, known: Moment },
}

/// Starts the clock of the server. `known` is the latest stored time.
///
/// # Errors
/// If the system time is so far from `known` that it may be wrong and the server would act on it, unless the operator has
/// accepted it.
pub(super) async fn start_clock(
    store: &Store,
    known: Option<Moment>,
    settings: &HubSettings,
) -> Result<SteadyClock, super::HubStartError> {
    let clock = SteadyClock::start();
    let (now, Some(known)) = (clock.now(), known) else { return Ok(clock) };
    if known.since(now) > MAX_BACK {
        return if settings.accept_clock { Ok(clock) } else { Err(ClockError::Back { now, known }.into()) };
    }
    if now.since(known) > MAX_AHEAD && !settings.accept_clock && acts_at(store, now, settings).await? {
        return Err(ClockError::Ahead { now, known }.into());
    }
    Ok(clock.not_before(Some(known)))
}

/// Reports whether the server would end an idle game or delete an inactive guest at this time.
async fn acts_at(store: &Store, now: Moment, settings: &HubSettings) -> Result<bool, StoreError> {
    let is_guest_inactive = !store.inactive_guests(now.minus(settings.guest_retention), 1).await?.is_empty();
    Ok(is_guest_inactive || store.has_idle_game(now.minus(settings.idle_limit)).await?)
}
