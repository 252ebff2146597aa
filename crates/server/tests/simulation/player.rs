//! A device of somebody who plays or watches.

use api::GuestId;
use api::client::{Replica, ReplicaStatus};
use api::{ClientMessage, LegalView, OwnSeats, ServerMessage, StageName, TableView};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A device.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// Its number.
    pub(crate) number: usize,
    /// Whose it is; nobody's if it only watches.
    pub(crate) guest: Option<GuestId>,
    /// The seat.
    pub(crate) seat: usize,
    /// The copy of the table.
    pub(crate) replica: Replica,
    /// What is known of the table.
    table: Option<TableView>,
    you: Option<OwnSeats>,
    /// The connection that is open as far as it knows.
    pub(crate) connection: Option<u64>,
    /// What it waits for.
    pub(crate) wish: Option<Wish>,
    wishes: u64,
    /// What it was told to be done.
    pub(crate) receipts: Vec<(Wish, u64, String)>,
    /// The milliseconds that its network takes, as the server measures them.
    pub(crate) lag: u64,
}

/// Something that somebody wants, by a name that stays the same until it is answered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wish {
    /// The name.
    pub(crate) client: String,
    /// What is sent.
    pub(crate) message: ClientMessage,
}

/// What a device makes of a message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reaction {
    /// Nothing.
    Nothing,
    /// It misses something.
    Misses,
    /// The game is another one than it was.
    Differs,
}

impl Device {
    /// A device.
    pub(crate) fn new(number: usize, seat: usize, guest: Option<GuestId>, lag: u64) -> Device {
        Device {
            number,
            guest,
            seat,
            replica: Replica::new(),
            table: None,
            you: None,
            connection: None,
            wish: None,
            wishes: 0,
            receipts: Vec::new(),
            lag,
        }
    }

    /// Hears something.
    pub(crate) fn hear(&mut self, message: &ServerMessage) -> Reaction {
        let heard = self.replica.receive(message);
        match message {
            ServerMessage::Snapshot(snapshot) if heard == ReplicaStatus::Applied => {
                (self.table, self.you) = (Some(snapshot.table.clone()), snapshot.you.clone());
            }
            ServerMessage::Update(update) if heard == ReplicaStatus::Applied => {
                (self.table, self.you) = (Some(update.table.clone()), update.you.clone());
            }
            ServerMessage::Done(receipt) => {
                if let Some(wish) = self.answered(receipt.client.as_deref()) {
                    self.receipts.push((wish, receipt.seq, receipt.hash.clone()));
                }
            }
            ServerMessage::Rejected(refused) => {
                if let (ReplicaStatus::Applied, Some(now)) = (heard, &refused.now) {
                    (self.table, self.you) = (Some(now.table.clone()), now.you.clone());
                }
                // What could not be saved is sent again.
                if refused.code != "not_saved" {
                    self.answered(refused.client.as_deref());
                }
            }
            _ => {}
        }
        match heard {
            ReplicaStatus::Gap => Reaction::Misses,
            ReplicaStatus::Diverged => Reaction::Differs,
            ReplicaStatus::Applied | ReplicaStatus::AlreadyKnown | ReplicaStatus::Unrelated => Reaction::Nothing,
        }
    }

    fn answered(&mut self, client: Option<&str>) -> Option<Wish> {
        self.wish.take_if(|wish| Some(wish.client.as_str()) == client)
    }

    /// Whether the game is over, as far as it knows.
    fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.stage == StageName::Over)
    }

    /// Wants something, perhaps.
    pub(crate) fn want(&mut self, rng: &mut ChaCha8Rng) -> Option<Wish> {
        if self.wish.is_some() || self.guest.is_none() {
            return None;
        }
        let seq = self.replica.seq()?;
        self.wishes += 1;
        let name = format!("{}-{}", self.number, self.wishes);
        let message = self.idea(seq, &name, rng)?;
        let wish = Wish { client: name, message };
        self.wish = Some(wish.clone());
        Some(wish)
    }

    fn idea(&self, seq: u64, name: &str, rng: &mut ChaCha8Rng) -> Option<ClientMessage> {
        let (seat, client) = (None, Some(name.to_owned()));
        let table = self.table.as_ref()?;
        let dice = rng.random_range(0..1_000);
        if self.is_over() {
            return (dice < 100).then_some(ClientMessage::Rematch { seat, client });
        }
        if table.takeback.is_some_and(|by| by != self.seat) && dice < 500 {
            return Some(ClientMessage::Takeback { seat, agree: dice < 350, client });
        }
        let is_asked = table.to_move == Some(self.seat);
        match dice {
            0..4 => Some(ClientMessage::Resign { seat, client }),
            4..8 => Some(ClientMessage::Abort { seat, client }),
            8..40 => Some(ClientMessage::Takeback { seat, agree: true, client }),
            40..90 => Some(ClientMessage::Undo { seat, seq, client }),
            90..110 => Some(ClientMessage::Act { seat, action: nonsense(rng), seq, client }),
            110..130 => {
                Some(ClientMessage::Act { seat, action: self.choice(rng)?, seq: seq.saturating_sub(2), client })
            }
            _ if is_asked => Some(ClientMessage::Act { seat, action: self.choice(rng)?, seq, client }),
            _ => None,
        }
    }

    /// Something that can be done, as the server said.
    fn choice(&self, rng: &mut ChaCha8Rng) -> Option<Value> {
        match self.you.as_ref()?.legal.as_ref()? {
            LegalView::RingRift { groups } => {
                let choices: Vec<&str> =
                    groups.iter().flat_map(|group| &group.choices).map(|choice| choice.action.as_str()).collect();
                (!choices.is_empty()).then(|| json!(choices[rng.random_range(0..choices.len())]))
            }
            LegalView::Asg { reinforce, moves, .. } => {
                let mut orders = Vec::new();
                if *reinforce > 0 {
                    orders.push(json!({ "type": "reinforce", "amount": rng.random_range(1..=*reinforce) }));
                }
                for range in moves.iter().filter(|range| !range.to.is_empty()).take(3) {
                    let to = &range.to[rng.random_range(0..range.to.len())];
                    let amount = rng.random_range(1..=range.most);
                    orders.push(json!({ "type": "move", "from": range.from, "to": to, "amount": amount }));
                }
                Some(if orders.is_empty() { json!([{ "type": "pass" }]) } else { json!(orders) })
            }
        }
    }
}

fn nonsense(rng: &mut ChaCha8Rng) -> Value {
    [json!("P z99"), json!(null), json!([{ "type": "move" }]), json!({ "a": [1] }), json!("")][rng.random_range(0..5)]
        .clone()
}
