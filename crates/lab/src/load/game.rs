//! One game: two sockets, and actions at regular intervals.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use game::GameRng;
use serde::Deserialize;
use tokio_tungstenite::tungstenite::Message;

use super::clients::{CreatedMatch, PlayerLogin, Socket};
use super::figures::Latencies;

/// Schedule of the actions.
#[derive(Copy, Clone)]
pub(super) struct Pace {
    /// Time of the first action.
    pub(super) first: Instant,
    /// Time between two actions.
    pub(super) every: Duration,
    /// End of the measurement.
    pub(super) end: Instant,
}

/// Fields of a server message that the client needs.
#[derive(Deserialize)]
struct ServerMessage {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    you: Option<You>,
    #[serde(default)]
    code: String,
}

#[derive(Deserialize)]
struct You {
    #[serde(default)]
    legal: Option<Legal>,
}

#[derive(Deserialize)]
struct Legal {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    action: String,
}

/// Client of one player.
struct Side {
    socket: Socket,
    seq: u64,
    /// Legal actions, if it is this player's turn.
    actions: Vec<String>,
}

impl Side {
    async fn open(player: &PlayerLogin) -> Result<Side, String> {
        Ok(Side { socket: player.connect().await?, seq: 0, actions: Vec::new() })
    }

    /// Receives the next message. Returns true if it is an update.
    async fn receive(&mut self) -> Result<bool, String> {
        loop {
            let message = self.socket.next().await.ok_or("a socket was closed")?.map_err(|error| error.to_string())?;
            let Message::Text(text) = message else { continue };
            let parsed: ServerMessage = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            match parsed.kind.as_str() {
                "snapshot" | "update" => {
                    self.seq = parsed.seq;
                    let legal = parsed.you.and_then(|you| you.legal).map_or(Vec::new(), |legal| legal.groups);
                    self.actions =
                        legal.into_iter().flat_map(|group| group.choices).map(|choice| choice.action).collect();
                    return Ok(parsed.kind == "update");
                }
                "refused" => return Err(format!("refused: {}", parsed.code)),
                _ => {}
            }
        }
    }

    async fn act(&mut self, action: &str) -> Result<(), String> {
        let message = serde_json::json!({ "type": "act", "action": action, "seq": self.seq }).to_string();
        self.socket.send(Message::text(message)).await.map_err(|error| error.to_string())
    }

    async fn next_update(&mut self) -> Result<(), String> {
        while !self.receive().await? {}
        Ok(())
    }
}

/// A game of the load test.
pub(super) struct LoadGame {
    sides: [Side; 2],
    rng: GameRng,
}

impl LoadGame {
    /// Opens the sockets of both players and waits for the state of the game.
    pub(super) async fn open(players: &CreatedMatch, seed: u64) -> Result<LoadGame, String> {
        let [first, second] = players;
        let mut sides = [Side::open(first).await?, Side::open(second).await?];
        for side in &mut sides {
            side.receive().await?;
        }
        Ok(LoadGame { sides, rng: GameRng::seeded(seed) })
    }

    /// Receives messages, which also answers pings, until a future is ready.
    pub(super) async fn wait_for<T>(&mut self, future: impl Future<Output = T>) -> Result<T, String> {
        let mut future = std::pin::pin!(future);
        let [a, b] = &mut self.sides;
        loop {
            tokio::select! {
                value = &mut future => return Ok(value),
                received = a.receive() => drop(received?),
                received = b.receive() => drop(received?),
            }
        }
    }

    /// Plays at regular intervals until the end of the pace. Returns false if the game ended before.
    pub(super) async fn play(&mut self, pace: Pace, latencies: &Latencies) -> Result<bool, String> {
        let mut next = pace.first;
        while next < pace.end {
            self.wait_for(tokio::time::sleep_until(next.into())).await?;
            let begun = Instant::now();
            if !self.act().await? {
                return Ok(false);
            }
            // The delay of the client is recorded separately, because clients share the machine.
            latencies.add(begun.elapsed(), begun.saturating_duration_since(next));
            next += pace.every;
        }
        Ok(true)
    }

    /// Plays a random action and waits until both players have the update. Returns false if the game is over.
    async fn act(&mut self) -> Result<bool, String> {
        let Some(mover) = self.sides.iter().position(|side| !side.actions.is_empty()) else { return Ok(false) };
        let Some(action) = self.rng.pick(&self.sides[mover].actions) else { return Ok(false) };
        self.sides[mover].act(&action).await?;
        let [a, b] = &mut self.sides;
        let (at_a, at_b) = tokio::join!(a.next_update(), b.next_update());
        at_a?;
        at_b?;
        Ok(true)
    }
}
