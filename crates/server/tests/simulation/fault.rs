//! Bugs injected into the simulated server. The checks must detect each of them.

/// An injected bug.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    None,
    /// Acknowledges and publishes entries before they are on disk.
    AcknowledgesEarly,
    /// Executes a repeated command again.
    IgnoresIdempotencyKeys,
    /// Lets clocks run while the server is down.
    ChargesDowntime,
    /// Checks the clocks before it records the downtime.
    ChecksClocksBeforeDowntime,
    /// Uses the system time even if it was set back.
    ClockGoesBack,
    /// Sends receipts with the hash of the last entry and the number of another entry.
    WrongReceiptHash,
    /// Drops updates without closing the connection.
    DropsUpdates,
    /// Does not reload the game after a write with an unknown outcome.
    SkipsReload,
}

impl Fault {
    pub(crate) const ALL: [Fault; 8] = [
        Fault::AcknowledgesEarly,
        Fault::IgnoresIdempotencyKeys,
        Fault::ChargesDowntime,
        Fault::ChecksClocksBeforeDowntime,
        Fault::ClockGoesBack,
        Fault::WrongReceiptHash,
        Fault::DropsUpdates,
        Fault::SkipsReload,
    ];
}
