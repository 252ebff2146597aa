//! Limits of network connections: how many may be open, in total and per client network, and how long they may be silent or slow.

mod network;
mod slots;
mod timed_stream;

pub(crate) use network::ClientNetwork;
pub(crate) use slots::{Admission, ConnectionSlot};
pub use slots::{ConnectionLimits, ConnectionSlots};
pub(crate) use timed_stream::TimedStream;
