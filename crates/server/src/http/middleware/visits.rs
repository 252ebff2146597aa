//! Visits of guests: when they came last, and from which devices and networks, which are stored for bans.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;

use api::GuestId;
use parking_lot::Mutex;

use super::caller::Caller;
use crate::connections::ClientNetwork;
use crate::http::App;
use crate::http::error::ApiError;
use crate::store::{BanKind, MAX_TRACES, Op, TraceRow};
use crate::time::Moment;

/// Interval at which the time of a guest's last visit is updated, in milliseconds: one hour. A new device or network is stored
/// at once.
const SEEN_INTERVAL: u64 = 3_600_000;

/// Maximum number of guests in each of the two maps of [`StoredTraces`].
const MAX_GUESTS: usize = 10_000;

/// Maximum number of traces of a guest in [`StoredTraces`]. The store keeps no more of them either.
const MAX_PER_GUEST: usize = 2 * MAX_TRACES as usize;

/// Stores the visit of a guest, unless it was stored within the last hour.
///
/// # Errors
/// If the database cannot be written.
pub(super) async fn record_visit(app: &App, caller: &Caller) -> Result<(), ApiError> {
    let (Some(guest), now) = (caller.signed_in(), app.hub.now()) else { return Ok(()) };
    let traces = app.traces.outdated(&guest.id, traces(app, caller.address, caller.device.as_deref()), now);
    let is_due = now.since(guest.seen) > SEEN_INTERVAL;
    let seen = is_due.then(|| Op::Seen { guest: guest.id.clone(), at: now });
    store_with_traces(app, &guest.id, &traces, Vec::from_iter(seen)).await
}

/// Returns the network and the device of a client; none if the operator has switched this off.
pub(crate) fn traces(app: &App, address: IpAddr, device: Option<&str>) -> Vec<TraceRow> {
    if app.hub.trace_retention() == 0 {
        return Vec::new();
    }
    let seen = app.hub.now();
    let network = TraceRow { kind: BanKind::Network, value: ClientNetwork::of(address).to_string(), seen };
    let device = device.map(|device| TraceRow { kind: BanKind::Device, value: device.to_owned(), seen });
    std::iter::once(network).chain(device).collect()
}

/// Writes operations together with traces of a guest. Writes nothing if there are neither.
///
/// # Errors
/// If the database cannot be written.
pub(crate) async fn store_with_traces(
    app: &App,
    guest: &GuestId,
    traces: &[TraceRow],
    mut ops: Vec<Op>,
) -> Result<(), ApiError> {
    ops.extend(traces.iter().map(|trace| Op::Trace { guest: guest.clone(), trace: trace.clone() }));
    if !ops.is_empty() {
        app.hub.store().write(ops).await?;
        app.traces.note(guest, traces);
    }
    Ok(())
}

/// Cache of the traces that were stored lately, so that most requests write nothing. A guest who is not in it has their traces
/// written again, which does no harm.
#[derive(Default)]
pub(crate) struct StoredTraces {
    hasher: RandomState,
    guests: Mutex<Generations>,
}

/// Traces by guest. When the map of recent guests is full, it replaces the older one, so guests who do not come back are
/// removed.
#[derive(Default)]
struct Generations {
    recent: HashMap<GuestId, Vec<StoredTrace>>,
    older: HashMap<GuestId, Vec<StoredTrace>>,
}

struct StoredTrace {
    fingerprint: u64,
    at: Moment,
}

impl StoredTraces {
    /// Returns the traces that were not stored within the last hour.
    fn outdated(&self, guest: &GuestId, traces: Vec<TraceRow>, now: Moment) -> Vec<TraceRow> {
        let guests = self.guests.lock();
        let Some(stored) = guests.recent.get(guest).or_else(|| guests.older.get(guest)) else { return traces };
        let is_stored = |trace: &TraceRow| {
            let fingerprint = self.fingerprint(trace);
            stored.iter().any(|one| one.fingerprint == fingerprint && now.since(one.at) <= SEEN_INTERVAL)
        };
        traces.into_iter().filter(|trace| !is_stored(trace)).collect()
    }

    /// Remembers that traces were stored.
    fn note(&self, guest: &GuestId, traces: &[TraceRow]) {
        let mut guests = self.guests.lock();
        let Generations { recent, older } = &mut *guests;
        let mut stored = recent.remove(guest).or_else(|| older.remove(guest)).unwrap_or_default();
        for trace in traces {
            let fingerprint = self.fingerprint(trace);
            stored.retain(|one| one.fingerprint != fingerprint);
            stored.push(StoredTrace { fingerprint, at: trace.seen });
        }
        let excess = stored.len().saturating_sub(MAX_PER_GUEST);
        stored.drain(..excess);
        if recent.len() >= MAX_GUESTS {
            *older = std::mem::take(recent);
        }
        recent.insert(guest.clone(), stored);
    }

    fn fingerprint(&self, trace: &TraceRow) -> u64 {
        self.hasher.hash_one((trace.kind.name(), &trace.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(value: &str, seen: u64) -> TraceRow {
        TraceRow { kind: BanKind::Network, value: value.to_owned(), seen: Moment(0).plus(seen) }
    }

    /// Returns whether a request of a guest from a network would store it, and stores it.
    fn visit(cache: &StoredTraces, guest: &GuestId, value: &str, at: u64) -> bool {
        let outdated = cache.outdated(guest, vec![network(value, at)], Moment(0).plus(at));
        cache.note(guest, &outdated);
        !outdated.is_empty()
    }

    #[test]
    fn traces_are_stored_when_they_change_and_once_an_hour() {
        let (cache, guest) = (StoredTraces::default(), GuestId::random());
        assert!(visit(&cache, &guest, "192.0.2.1", 0));
        assert!(!visit(&cache, &guest, "192.0.2.1", 1_000));
        assert!(visit(&cache, &guest, "192.0.2.2", 2_000));
        assert!(!visit(&cache, &guest, "192.0.2.1", 3_000), "going back to a stored network is no change");
        assert!(visit(&cache, &GuestId::random(), "192.0.2.1", 3_000), "another guest");
        assert!(visit(&cache, &guest, "192.0.2.1", SEEN_INTERVAL + 1));
        assert!(!visit(&cache, &guest, "192.0.2.1", SEEN_INTERVAL + 2));
        let device = TraceRow { kind: BanKind::Device, ..network("192.0.2.1", 0) };
        assert_eq!(cache.outdated(&guest, vec![device.clone()], Moment(0)), [device]);
    }

    #[test]
    fn the_cache_is_bounded() {
        let (cache, faithful) = (StoredTraces::default(), GuestId::random());
        for number in 0..3 * MAX_GUESTS {
            visit(&cache, &GuestId::random(), "192.0.2.1", 0);
            if number % 1_000 == 0 {
                assert_eq!(visit(&cache, &faithful, "192.0.2.1", 0), number == 0, "after {number} other guests");
            }
        }
        let guests = cache.guests.lock();
        assert!(guests.recent.len() + guests.older.len() <= 2 * MAX_GUESTS);
        drop(guests);
        for number in 0..100 {
            visit(&cache, &faithful, &number.to_string(), 0);
        }
        assert_eq!(cache.guests.lock().recent[&faithful].len(), MAX_PER_GUEST);
    }
}
