//! Slots of open connections, in total and per client network.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use metrics::gauge;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::ClientNetwork;

/// Number of connections beyond the limit that are accepted to answer health checks only.
const RESERVED: usize = 32;

/// Largest numbers of open connections, including WebSockets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// In total, without those reserved for health checks.
    pub total: usize,
    /// From one client network. One network never gets more than half of the total.
    pub per_network: usize,
}

impl ConnectionLimits {
    fn per_network(self) -> usize {
        self.per_network.min(self.total.div_ceil(2)).max(1)
    }
}

/// Counter of open connections.
#[derive(Clone, Debug)]
pub struct ConnectionSlots(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: ConnectionLimits,
    counts: Mutex<Counts>,
    /// Notified when the last connection ends.
    all_closed: Notify,
}

#[derive(Debug, Default)]
struct Counts {
    open: usize,
    networks: HashMap<ClientNetwork, usize>,
    /// Tasks of the connections that answer health checks only, oldest first.
    reserved: VecDeque<AbortHandle>,
}

/// Decision about a new connection.
#[derive(Debug)]
pub(crate) enum Admission {
    /// The connection may send any request.
    Full(ConnectionSlot),
    /// All slots are taken: the connection may only check the server's health.
    HealthOnly(ConnectionSlot),
    /// The client network has too many connections.
    Rejected,
}

impl ConnectionSlots {
    pub fn new(limits: ConnectionLimits) -> ConnectionSlots {
        let (counts, all_closed) = (Mutex::default(), Notify::new());
        ConnectionSlots(Arc::new(Shared { limits, counts, all_closed }))
    }

    /// Decides about a new connection. `network` is `None` for trusted proxies, which have many clients.
    pub(crate) fn admit(&self, network: Option<ClientNetwork>) -> Admission {
        let limits = self.0.limits;
        let mut counts = self.0.counts.lock();
        let is_full = counts.open >= limits.total;
        // The reserve is for everybody, but not for a network that already has its share.
        if let Some(network) = network {
            let open = counts.networks.entry(network).or_default();
            if *open >= limits.per_network() {
                return Admission::Rejected;
            }
            *open += 1;
        }
        counts.open += 1;
        gauge!("connections_open").set(counts.open as f64);
        drop(counts);
        let slot = ConnectionSlot { shared: self.0.clone(), network, in_total: 1 };
        if is_full { Admission::HealthOnly(slot) } else { Admission::Full(slot) }
    }

    /// Counts a socket or event stream that a client has opened through a trusted proxy. Returns `None` if the client
    /// network has too many of them.
    pub(crate) fn admit_through_proxy(&self, network: ClientNetwork) -> Option<ConnectionSlot> {
        let mut counts = self.0.counts.lock();
        let open = counts.networks.entry(network).or_default();
        if *open >= self.0.limits.per_network() {
            return None;
        }
        *open += 1;
        drop(counts);
        Some(ConnectionSlot { shared: self.0.clone(), network: Some(network), in_total: 0 })
    }

    /// Remembers the task of a connection that answers health checks only, and ends the oldest one if there are too many.
    pub(crate) fn add_reserved(&self, task: AbortHandle) {
        let mut counts = self.0.counts.lock();
        counts.reserved.retain(|task| !task.is_finished());
        if counts.reserved.len() >= RESERVED
            && let Some(oldest) = counts.reserved.pop_front()
        {
            oldest.abort();
        }
        counts.reserved.push_back(task);
    }

    /// Waits until all connections and sockets are closed.
    pub(crate) async fn all_closed(&self) {
        loop {
            let closed = self.0.all_closed.notified();
            if self.0.counts.lock().open == 0 {
                return;
            }
            closed.await;
        }
    }
}

/// Slot of an open connection; it is free again on drop.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    shared: Arc<Shared>,
    network: Option<ClientNetwork>,
    /// What the slot adds to the total: 0 for a socket through a proxy, whose connection is counted already.
    in_total: usize,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.shared.counts.lock();
        counts.open -= self.in_total;
        gauge!("connections_open").set(counts.open as f64);
        if let Some(network) = self.network
            && let Entry::Occupied(mut open) = counts.networks.entry(network)
        {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
        if counts.open == 0 {
            self.shared.all_closed.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Option<ClientNetwork> {
        Some(ClientNetwork::of(address.parse().expect("the address is valid")))
    }

    fn slots(total: usize, per_network: usize) -> ConnectionSlots {
        ConnectionSlots::new(ConnectionLimits { total, per_network })
    }

    #[test]
    fn one_network_gets_its_share_only() {
        let slots = slots(100, 3);
        let open: Vec<Admission> = (0..4).map(|_| slots.admit(network("2001:db8::1"))).collect();
        assert!(matches!(open[2], Admission::Full(_)));
        assert!(matches!(open[3], Admission::Rejected));
        assert!(matches!(slots.admit(network("2001:db8::2")), Admission::Rejected), "the same /64 network");
        assert!(matches!(slots.admit(network("192.0.2.1")), Admission::Full(_)));
        assert!(matches!(slots.admit(None), Admission::Full(_)), "a proxy has no limit of its own");
        assert!(slots.admit_through_proxy(network("2001:db8::9").expect("a network")).is_none());
        drop(open);
        assert!(matches!(slots.admit(network("2001:db8::1")), Admission::Full(_)), "the slots are free again");
    }

    #[test]
    fn one_network_gets_at_most_half_of_all_connections() {
        let slots = slots(4, 100);
        let open: Vec<Admission> = (0..3).map(|_| slots.admit(network("192.0.2.1"))).collect();
        assert!(matches!(open[..], [Admission::Full(_), Admission::Full(_), Admission::Rejected]));
    }

    #[test]
    fn connections_beyond_the_total_may_check_the_health() {
        let slots = slots(2, 100);
        let _open: Vec<Admission> = ["192.0.2.1", "192.0.2.2"].map(|address| slots.admit(network(address))).into();
        assert!(matches!(slots.admit(network("192.0.2.3")), Admission::HealthOnly(_)));
    }

    #[tokio::test]
    async fn the_oldest_health_connection_makes_room_for_a_new_one() {
        let slots = slots(0, 100);
        let tasks: Vec<_> = (0..=RESERVED).map(|_| tokio::spawn(std::future::pending::<()>())).collect();
        tasks.iter().for_each(|task| slots.add_reserved(task.abort_handle()));
        let mut tasks = tasks.into_iter();
        assert!(tasks.next().expect("the first task").await.is_err_and(|error| error.is_cancelled()));
        assert!(tasks.all(|task| !task.is_finished()));
    }

    #[tokio::test]
    async fn waits_until_all_connections_are_closed() {
        let slots = slots(10, 10);
        slots.all_closed().await;
        let open = slots.admit(network("192.0.2.1"));
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.all_closed().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(open);
        waiting.await.expect("the task ends");
    }
}
