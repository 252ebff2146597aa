//! A copy of a table on the side of a client: it knows what is missing, and whether it is still the same game.

use ringrift::{FingerprintHash, Position};

use crate::wire::{ServerMessage, Snapshot, StateView, Update};

/// What a message meant for a copy.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Something new.
    New,
    /// Something that was known.
    Known,
    /// Something is missing before it: the copy has to be made anew from a snapshot, or the stream resumed.
    Gap,
    /// The game is not the one that the copy is of: it has to be made anew.
    Differs,
    /// Nothing about the table.
    Other,
}

/// A copy of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replica {
    seq: Option<u64>,
    hash: String,
    /// The position, where RingRift is played: what happens is played here as well, and must lead to the same hash.
    position: Option<Position>,
}

impl Replica {
    /// A copy of nothing.
    pub fn new() -> Replica {
        Replica::default()
    }

    /// The number of the last entry that is known.
    pub fn seq(&self) -> Option<u64> {
        self.seq
    }

    /// The hash of the state.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The position, where RingRift is played.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Takes a message in.
    pub fn receive(&mut self, message: &ServerMessage) -> Heard {
        match message {
            ServerMessage::Snapshot(snapshot) => self.begin(snapshot),
            ServerMessage::Update(update) => self.go_on(update),
            ServerMessage::Rejected(refused) => refused.now.as_ref().map_or(Heard::Other, |now| self.begin(now)),
            ServerMessage::Done(_) | ServerMessage::Thinking { .. } | ServerMessage::Leaving { .. } => Heard::Other,
        }
    }

    fn begin(&mut self, snapshot: &Snapshot) -> Heard {
        if self.seq.is_some_and(|seq| seq > snapshot.seq) {
            return Heard::Known;
        }
        let position = position_of(&snapshot.state);
        if position.as_ref().is_some_and(|position| !is_same(position, &snapshot.hash)) {
            return Heard::Differs;
        }
        *self = Replica { seq: Some(snapshot.seq), hash: snapshot.hash.clone(), position };
        Heard::New
    }

    fn go_on(&mut self, update: &Update) -> Heard {
        let Some(seq) = self.seq else { return Heard::Gap };
        if update.seq <= seq {
            return Heard::Known;
        }
        if update.seq > seq + 1 {
            return Heard::Gap;
        }
        let played = match (&mut self.position, update.deed["type"].as_str()) {
            (Some(position), Some("acted")) => {
                let action = update.deed["action"].as_str().and_then(|text| position.read_action(text).ok());
                action.is_some_and(|action| position.play(action).is_ok())
            }
            (position, _) => {
                // Whatever else changes the position comes with the state.
                if let Some(state) = &update.state {
                    *position = position_of(state);
                }
                true
            }
        };
        if !played || self.position.as_ref().is_some_and(|position| !is_same(position, &update.hash)) {
            self.seq = None;
            return Heard::Differs;
        }
        (self.seq, self.hash) = (Some(update.seq), update.hash.clone());
        Heard::New
    }
}

fn position_of(state: &StateView) -> Option<Position> {
    match state {
        StateView::RingRift(state) => Position::parse(&state.position).ok(),
        StateView::Asg(_) => None,
    }
}

fn is_same(position: &Position, hash: &str) -> bool {
    FingerprintHash::parse(hash) == Some(position.fingerprint_hash())
}
