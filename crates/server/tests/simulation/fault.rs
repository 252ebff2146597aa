//! What can be wrong with the server on purpose, to see that it is found.

/// A mistake of the server.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// None.
    None,
    /// It answers and shows before anything is safe.
    AnswersEarly,
    /// It does what is sent twice twice.
    ForgetsNames,
    /// Clocks run while it is away.
    ChargesDowntime,
    /// It looks at the clocks before it tells of its absence, as it could until the simulation was written.
    LooksFirst,
    /// Its time goes back when the machine's clock is set back, as it did until the simulation was written.
    GoesBack,
    /// It tells the hash of the last entry with the number of another, as it did until the simulation was written.
    MixesHashes,
    /// It loses an update without telling.
    LosesUpdates,
    /// It does not read again when nobody knows what was written.
    DoesNotReadAgain,
}

impl Fault {
    /// All mistakes.
    pub(crate) const ALL: [Fault; 8] = [
        Fault::AnswersEarly,
        Fault::ForgetsNames,
        Fault::ChargesDowntime,
        Fault::LooksFirst,
        Fault::GoesBack,
        Fault::MixesHashes,
        Fault::LosesUpdates,
        Fault::DoesNotReadAgain,
    ];
}
