//! A client-side replica of a game that detects missing entries and divergence.

use ringrift::{FingerprintHash, Position};

use crate::{ServerMessage, Snapshot, StateView, Update};

/// Effect of a message on a [`Replica`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ReplicaStatus {
    /// The message was applied.
    Applied,
    /// The replica contains the message already.
    AlreadyKnown,
    /// Entries before this one are missing: request a snapshot, or resume the stream.
    Gap,
    /// The hash does not match: request a snapshot.
    Diverged,
    /// The message does not concern the state of the table.
    Unrelated,
}

/// Replica of a table: plays the actions it receives and compares its hash with the server's.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replica {
    /// Sequence number of the last applied entry.
    seq: Option<u64>,
    hash: String,
    /// Position of a RingRift game; `None` for ASG.
    position: Option<Position>,
}

impl Replica {
    /// Creates an empty replica; the first message it accepts is a snapshot.
    pub fn new() -> Replica {
        Replica::default()
    }

    /// Returns the sequence number of the last applied entry.
    pub fn seq(&self) -> Option<u64> {
        self.seq
    }

    /// Returns the hash of the state.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the position of a RingRift game.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Applies a message from the server.
    pub fn receive(&mut self, message: &ServerMessage) -> ReplicaStatus {
        match message {
            ServerMessage::Snapshot(snapshot) => self.apply_snapshot(snapshot),
            ServerMessage::Update(update) => self.apply_update(update),
            ServerMessage::Rejected(rejection) => {
                rejection.now.as_ref().map_or(ReplicaStatus::Unrelated, |now| self.apply_snapshot(now))
            }
            ServerMessage::Done(_) | ServerMessage::Thinking { .. } | ServerMessage::Leaving { .. } => {
                ReplicaStatus::Unrelated
            }
        }
    }

    fn apply_snapshot(&mut self, snapshot: &Snapshot) -> ReplicaStatus {
        if self.seq.is_some_and(|seq| seq > snapshot.seq) {
            return ReplicaStatus::AlreadyKnown;
        }
        let position = position_of(&snapshot.state);
        if position.as_ref().is_some_and(|position| !has_hash(position, &snapshot.hash)) {
            return ReplicaStatus::Diverged;
        }
        *self = Replica { seq: Some(snapshot.seq), hash: snapshot.hash.clone(), position };
        ReplicaStatus::Applied
    }

    fn apply_update(&mut self, update: &Update) -> ReplicaStatus {
        let Some(seq) = self.seq else { return ReplicaStatus::Gap };
        if update.seq <= seq {
            return ReplicaStatus::AlreadyKnown;
        }
        if update.seq > seq + 1 {
            return ReplicaStatus::Gap;
        }
        let is_played = match (&mut self.position, update.log_event["type"].as_str()) {
            (Some(position), Some("acted")) => {
                let action = update.log_event["action"].as_str().and_then(|text| position.read_action(text).ok());
                action.is_some_and(|action| position.play(action).is_ok())
            }
            (position, _) => {
                // For every other change of the position, the update contains the new state.
                if let Some(state) = &update.state {
                    *position = position_of(state);
                }
                true
            }
        };
        if !is_played || self.position.as_ref().is_some_and(|position| !has_hash(position, &update.hash)) {
            self.seq = None;
            return ReplicaStatus::Diverged;
        }
        (self.seq, self.hash) = (Some(update.seq), update.hash.clone());
        ReplicaStatus::Applied
    }
}

fn position_of(state: &StateView) -> Option<Position> {
    match state {
        StateView::RingRift(state) => Position::parse(&state.position).ok(),
        StateView::Asg(_) => None,
    }
}

fn has_hash(position: &Position, hash: &str) -> bool {
    FingerprintHash::parse(hash) == Some(position.fingerprint_hash())
}
