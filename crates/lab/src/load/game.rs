//! One game: two sockets, and actions at regular intervals.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use game::GameRng;
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

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

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

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
    async fn open(url: &str, cookie: &str) -> Result<Side, String> {
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        request.headers_mut().insert("cookie", cookie.parse().map_err(|_| "invalid cookie".to_owned())?);
        let (socket, _) = connect_async(request).await.map_err(|error| format!("cannot open the socket: {error}"))?;
        Ok(Side { socket, seq: 0, actions: Vec::new() })
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
}

/// Plays a game until it ends or the measurement ends.
pub(super) async fn play(
    sockets: [(String, String); 2],
    pace: Pace,
    latencies: Arc<Latencies>,
    seed: u64,
) -> Result<(), String> {
    let [(first, ann), (second, bob)] = sockets;
    let mut sides = [Side::open(&first, &ann).await?, Side::open(&second, &bob).await?];
    for side in &mut sides {
        side.receive().await?;
    }
    let mut rng = GameRng::seeded(seed);
    let mut next = pace.first;
    while next < pace.end {
        // Answers heartbeats while waiting.
        let mut waiting = std::pin::pin!(tokio::time::sleep_until(next.into()));
        let [a, b] = &mut sides;
        loop {
            tokio::select! {
                () = &mut waiting => break,
                received = a.receive() => drop(received?),
                received = b.receive() => drop(received?),
            }
        }
        let Some(mover) = sides.iter().position(|side| !side.actions.is_empty()) else {
            latencies.game_over();
            return Ok(());
        };
        let Some(action) = rng.pick(&sides[mover].actions) else { return Ok(()) };
        let begun = Instant::now();
        sides[mover].act(&action).await?;
        let [a, b] = &mut sides;
        let (at_a, at_b) = tokio::join!(next_update(a), next_update(b));
        at_a?;
        at_b?;
        // The delay of the client is recorded separately, because clients share the machine.
        latencies.add(begun.elapsed(), begun.saturating_duration_since(next));
        next += pace.every;
    }
    Ok(())
}

async fn next_update(side: &mut Side) -> Result<(), String> {
    while !side.receive().await? {}
    Ok(())
}
