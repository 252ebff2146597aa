//! A simulated client of a player or a spectator.

use api::GuestId;
use api::client::{Replica, ReplicaStatus};
use api::{ClientMessage, LegalView, OwnSeats, ServerMessage, StageName, TableView};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub(crate) struct Device {
    pub(crate) number: usize,
    /// `None` for a spectator.
    pub(crate) guest: Option<GuestId>,
    /// Seat of the guest; not used for a spectator.
    pub(crate) seat: usize,
    /// The client's copy of the game.
    pub(crate) replica: Replica,
    table: Option<TableView>,
    you: Option<OwnSeats>,
    /// The connection that the device believes to be open.
    pub(crate) connection: Option<u64>,
    /// The request that is not answered yet.
    pub(crate) request: Option<PendingRequest>,
    request_count: u64,
    /// Acknowledged requests with the number and hash from the receipt.
    pub(crate) receipts: Vec<(PendingRequest, u64, String)>,
    /// Latency that the server measures, in milliseconds.
    pub(crate) lag: u64,
}

/// A request that is resent with the same idempotency key until it is answered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PendingRequest {
    /// Idempotency key.
    pub(crate) client: String,
    pub(crate) message: ClientMessage,
}

/// Reaction of a device to a message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reaction {
    Accepts,
    /// Updates are missing before this message.
    MissesUpdates,
    /// The message contradicts the device's copy of the game.
    Diverges,
}

impl Device {
    pub(crate) fn new(number: usize, seat: usize, guest: Option<GuestId>, lag: u64) -> Device {
        Device {
            number,
            guest,
            seat,
            replica: Replica::new(),
            table: None,
            you: None,
            connection: None,
            request: None,
            request_count: 0,
            receipts: Vec::new(),
            lag,
        }
    }

    /// Handles a message from the server.
    pub(crate) fn receive(&mut self, message: &ServerMessage) -> Reaction {
        let status = self.replica.receive(message);
        match message {
            ServerMessage::Snapshot(snapshot) if status == ReplicaStatus::Applied => {
                (self.table, self.you) = (Some(snapshot.table.clone()), snapshot.you.clone());
            }
            ServerMessage::Update(update) if status == ReplicaStatus::Applied => {
                (self.table, self.you) = (Some(update.table.clone()), update.you.clone());
            }
            ServerMessage::Done(receipt) => {
                if let Some(request) = self.answered(receipt.client.as_deref()) {
                    self.receipts.push((request, receipt.seq, receipt.hash.clone()));
                }
            }
            ServerMessage::Rejected(rejection) => {
                if let (ReplicaStatus::Applied, Some(now)) = (status, &rejection.now) {
                    (self.table, self.you) = (Some(now.table.clone()), now.you.clone());
                }
                // A request that could not be saved is resent.
                if rejection.code != "not_saved" {
                    self.answered(rejection.client.as_deref());
                }
            }
            _ => {}
        }
        match status {
            ReplicaStatus::Gap => Reaction::MissesUpdates,
            ReplicaStatus::Diverged => Reaction::Diverges,
            ReplicaStatus::Applied | ReplicaStatus::AlreadyKnown | ReplicaStatus::Unrelated => Reaction::Accepts,
        }
    }

    fn answered(&mut self, client: Option<&str>) -> Option<PendingRequest> {
        self.request.take_if(|request| Some(request.client.as_str()) == client)
    }

    /// Reports whether the device has seen the end of the game.
    fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.stage == StageName::Over)
    }

    /// Creates the next request, unless one is pending or the device chooses to wait.
    pub(crate) fn next_request(&mut self, rng: &mut ChaCha8Rng) -> Option<PendingRequest> {
        if self.request.is_some() || self.guest.is_none() {
            return None;
        }
        let seq = self.replica.seq()?;
        self.request_count += 1;
        let key = format!("{}-{}", self.number, self.request_count);
        let message = self.choose_request(seq, &key, rng)?;
        let request = PendingRequest { client: key, message };
        self.request = Some(request.clone());
        Some(request)
    }

    fn choose_request(&self, seq: u64, key: &str, rng: &mut ChaCha8Rng) -> Option<ClientMessage> {
        let (seat, client) = (None, Some(key.to_owned()));
        let table = self.table.as_ref()?;
        let dice = rng.random_range(0..1_000);
        if self.is_over() {
            return (dice < 100).then_some(ClientMessage::Rematch { seat, client });
        }
        if table.draw.is_some_and(|by| by != self.seat) && dice < 300 {
            return Some(ClientMessage::Draw { seat, agree: dice < 20, client });
        }
        if table.takeback.is_some_and(|by| by != self.seat) && dice < 500 {
            return Some(ClientMessage::Takeback { seat, agree: dice < 350, client });
        }
        let is_to_move = table.to_move == Some(self.seat);
        match dice {
            0..4 => Some(ClientMessage::Resign { seat, client }),
            4..8 => Some(ClientMessage::Abort { seat, client }),
            8..40 => Some(ClientMessage::Takeback { seat, agree: true, client }),
            40..90 => Some(ClientMessage::Undo { seat, seq, client }),
            90..110 => Some(ClientMessage::Act { seat, action: nonsense(rng), seq, client }),
            130..140 => Some(ClientMessage::Draw { seat, agree: true, client }),
            110..130 => {
                Some(ClientMessage::Act { seat, action: self.choice(rng)?, seq: seq.saturating_sub(2), client })
            }
            _ if is_to_move => Some(ClientMessage::Act { seat, action: self.choice(rng)?, seq, client }),
            _ => None,
        }
    }

    /// Chooses a random legal action from the last message.
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
