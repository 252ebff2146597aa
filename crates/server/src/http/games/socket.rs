//! Socket of a game: commands in, updates out, and measurement of the round-trip time.

use std::time::{Duration, Instant};

use api::{ClientMessage, GameId, GuestId, Rejection, ServerMessage, Since};
use axum::extract::State;
use axum::response::Response;
use metrics::{counter, gauge};
use serde::Deserialize;
use table::Object;
use table::view::rejection;
use table::{CommandRejection, MAX_LAG};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::commands::execute;
use super::room;
use super::stream::{Subscriber, stopping};
use crate::http::App;
use crate::http::connection::StreamSlot;
use crate::http::error::ApiError;
use crate::http::middleware::{Caller, FrameDecision, Path, Query, Scope, SessionCheck, SocketLimiter};
use crate::http::web_socket::{CloseCode, Disconnected, Message, WebSocket, WebSocketRequest};
use crate::hub::RoomHandle;

/// Longest message from a client, in bytes.
const MAX_MESSAGE: usize = 64 * 1024;

/// Interval between pings.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// Time without any message or pong after which a socket is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Time in which a client must accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open))
}

/// Follow and play a game over a WebSocket: the client sends `ClientMessage`s; the server sends `ServerMessage`s, starting after the log entry `since`
#[utoipa::path(get, path = "/api/games/{id}/socket", params(("id" = String, Path), Since), responses((status = 101, body = ServerMessage)))]
async fn open(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(Since { since }): Query<Since>,
    slot: StreamSlot,
    request: WebSocketRequest,
) -> Result<Response, ApiError> {
    let room = room(&app, &caller, Scope::Read, &id).await?;
    let subscriber = Subscriber::new(app.hub.clone(), &room, caller.guest_id(Scope::Read).cloned(), since);
    let mut connection = Connection {
        guest: caller.guest_id(Scope::Play).cloned(),
        session: SessionCheck::new(&app, &caller),
        limiter: app.limiters.for_socket(),
        app,
        room,
        subscriber,
        latency: Latency::default(),
    };
    let (socket, response) = request.accept(MAX_MESSAGE);
    // The task borrows the connection: an async function that took it by value would keep a second copy of it.
    tokio::spawn(async move {
        if let Some(mut socket) = socket.open().await {
            gauge!("sockets_open").increment(1.0);
            connection.serve(&mut socket).await;
            gauge!("sockets_open").decrement(1.0);
        }
        drop(slot);
    });
    Ok(response)
}

/// Measured latency of a connection.
#[derive(Debug, Default)]
struct Latency {
    pinged: Option<Instant>,
    /// Shortest round-trip time so far, in milliseconds. A client can delay its answers, but not shorten the way.
    best: Option<u64>,
    /// Time of the last message or pong.
    last_received: Option<Instant>,
}

impl Latency {
    fn ping(&mut self, now: Instant) {
        self.pinged = Some(now);
    }

    fn pong(&mut self, now: Instant) {
        let Some(pinged) = self.pinged.take() else { return };
        let measured = u64::try_from(now.duration_since(pinged).as_millis()).unwrap_or(u64::MAX).min(MAX_LAG);
        self.best = Some(self.best.map_or(measured, |best| best.min(measured)));
    }
}

struct Connection {
    app: App,
    room: RoomHandle,
    subscriber: Subscriber,
    /// The guest, if they may play over this socket.
    guest: Option<GuestId>,
    limiter: SocketLimiter,
    latency: Latency,
    session: SessionCheck,
}

/// Reason for closing a socket.
enum Close {
    /// The client has disconnected or is too slow to receive messages.
    Disconnected,
    /// Close frame with code and reason.
    Frame(CloseCode, &'static str),
}

impl From<Disconnected> for Close {
    fn from(_: Disconnected) -> Close {
        Close::Disconnected
    }
}

impl Connection {
    async fn serve(&mut self, socket: &mut WebSocket) {
        if let Err(Close::Frame(code, reason)) = self.exchange_messages(socket).await {
            socket.close(code, reason).await;
        }
    }

    async fn exchange_messages(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        let mut closing = self.app.hub.closing();
        let mut pings = tokio::time::interval(PING_INTERVAL);
        // Answers to commands follow the first snapshot or the missed updates, which can take long to send.
        loop {
            let text = tokio::select! {
                biased;
                () = stopping(&mut closing) => return self.leave(socket).await,
                text = self.subscriber.next_missed() => text,
            };
            let Some(text) = text else { break };
            self.check_session().await?;
            send(socket.send_text(text)).await?;
        }
        self.latency.last_received = Some(Instant::now());
        loop {
            tokio::select! {
                text = self.subscriber.next() => match text {
                    Some(text) => send(socket.send_text(text)).await?,
                    None if self.subscriber.is_allowed() => {
                        return Err(Close::Frame(CloseCode::Restart, "the game was closed; reconnect"));
                    }
                    None => return Err(Close::Frame(CloseCode::Policy, "you have no access to this game any more")),
                },
                message = socket.receive() => match message {
                    // Boxed, because the future is large: the task would keep its memory between messages.
                    Some(message) => Box::pin(self.receive(message, socket)).await?,
                    None => return Err(Close::Disconnected),
                },
                _ = pings.tick() => self.ping(socket).await?,
                () = stopping(&mut closing) => return self.leave(socket).await,
            }
        }
    }

    /// Ends the socket because the server stops.
    async fn leave(&self, socket: &mut WebSocket) -> Result<(), Close> {
        send(socket.send_text(self.subscriber.leaving_message())).await?;
        Err(Close::Frame(CloseCode::Restart, "the server is stopping; reconnect in a moment"))
    }

    /// Ends the socket if the guest has been banned or signed out.
    async fn check_session(&mut self) -> Result<(), Close> {
        if self.session.is_valid().await {
            Ok(())
        } else {
            Err(Close::Frame(CloseCode::Policy, "you are no longer signed in"))
        }
    }

    async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), Close> {
        if self.latency.last_received.is_some_and(|last_received| last_received.elapsed() > IDLE_TIMEOUT) {
            return Err(Close::Frame(CloseCode::Away, "no response to pings"));
        }
        if let (Some(lag), false) = (self.latency.best, self.subscriber.seats().is_empty()) {
            self.room.note_lag(self.subscriber.seats(), lag);
        }
        self.check_session().await?;
        self.latency.ping(Instant::now());
        send(socket.ping(b"lag")).await
    }

    async fn receive(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), Close> {
        self.latency.last_received = Some(Instant::now());
        let decision = self.limiter.check();
        if decision == FrameDecision::Close {
            return Err(Close::Frame(CloseCode::Policy, SocketLimiter::FLOOD));
        }
        match message {
            Message::Text(text) => {
                counter!("messages_total").increment(1);
                if decision == FrameDecision::Reject {
                    let message = "too many messages; wait a moment";
                    let rejection = self.rejection("too_often", message, client_key(text.as_str()));
                    return send_json(socket, &ServerMessage::Rejected(rejection)).await;
                }
                match self.answer(text.as_str()).await {
                    Some(message) => send_json(socket, &message).await,
                    None => Ok(()),
                }
            }
            Message::Binary(_) => Err(Close::Frame(CloseCode::Unsupported, "messages must be JSON in text frames")),
            Message::Pong(_) => {
                self.latency.pong(Instant::now());
                Ok(())
            }
            Message::Ping(_) | Message::Frame(_) => Ok(()),
            Message::Close(_) => Err(Close::Disconnected),
        }
    }

    async fn answer(&mut self, text: &str) -> Option<ServerMessage> {
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(Object(message)) => message,
            Err(error) => {
                let message = format!("malformed message: {error}");
                return Some(ServerMessage::Rejected(self.rejection("bad_message", &message, client_key(text))));
            }
        };
        if message == ClientMessage::Sync {
            self.subscriber.sync();
            return None;
        }
        let client = message.client().map(str::to_owned);
        let Some(guest) = &self.guest else {
            let text = "you cannot play over this socket; sign in, or use a token with the scope play";
            return Some(ServerMessage::Rejected(self.rejection("no_guest", text, client)));
        };
        let lag = self.latency.best.unwrap_or(0);
        match execute(&self.app.hub, &self.room, guest, lag, message).await {
            Ok(receipt) => Some(ServerMessage::Done(receipt)),
            Err(error) => Some(ServerMessage::Rejected(match ApiError::from(error) {
                ApiError::Rejected(rejection) => {
                    Rejection { client: rejection.client.clone().or(client), ..*rejection }
                }
                ApiError::Status(_, view) => self.rejection(&view.code, &view.message, client),
            })),
        }
    }

    fn rejection(&self, code: &str, message: &str, client: Option<String>) -> Rejection {
        let snapshot = self.room.snapshot();
        let (seq, hash) = snapshot.visible_seq(self.guest.as_ref(), self.app.hub.now());
        Rejection { seq, hash, ..rejection(CommandRejection::new(code, message), &snapshot.table, client) }
    }
}

/// Returns the idempotency key of a rejected message if it can be read, so that the client knows which message was rejected.
fn client_key(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Keyed {
        client: Option<String>,
    }
    serde_json::from_str(text).ok().and_then(|Keyed { client }| client)
}

async fn send_json(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Close> {
    let text = serde_json::to_string(message).expect("a message serializes to JSON");
    send(socket.send_text(text)).await
}

/// Runs a future that sends a message, with a timeout.
async fn send(sending: impl Future<Output = Result<(), Disconnected>>) -> Result<(), Close> {
    tokio::time::timeout(SEND_TIMEOUT, sending).await.map_err(|_| Close::Disconnected)??;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the size of the future that a function returns.
    fn future_size<A, B, F: Future>(_: impl FnOnce(A, B) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn latency_is_the_shortest_round_trip() {
        let mut latency = Latency::default();
        let start = Instant::now();
        for (ping, millis, best) in [(0, 900, 900), (5, 80, 80), (10, 1_900, 80), (15, 79, 79)] {
            let pinged = start + Duration::from_secs(ping);
            latency.ping(pinged);
            latency.pong(pinged + Duration::from_millis(millis));
            assert_eq!(latency.best, Some(best));
        }
        latency.pong(start + Duration::from_secs(16));
        assert_eq!(latency.best, Some(79), "a pong without a ping is not a measurement");
    }

    /// Every open socket has such a task.
    #[test]
    fn task_of_a_socket_is_small() {
        let size = size_of::<Connection>() + size_of::<WebSocket>() + future_size(Connection::serve);
        assert!(size <= 2 * 1024, "{size} bytes");
    }
}
