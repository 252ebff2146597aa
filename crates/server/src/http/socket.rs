//! The socket of a game: commands in, events out, and how long the network takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use governor::DefaultDirectRateLimiter;
use metrics::{counter, gauge};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Pass, Path, Query, Scope};
use super::error::ApiError;
use super::games::room;
use super::play::carry_out;
use super::stream::{Since, Subscriber, closed};
use crate::hub::RoomHandle;
use crate::id::{GameId, GuestId};
use crate::table::MOST_LAG;
use crate::wire::{ClientMessage, RejectionView, ServerMessage};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open))
}

/// The longest message that is read.
const LONGEST_MESSAGE: usize = 64 * 1024;

/// How often the network is measured.
const PING_EVERY: Duration = Duration::from_secs(5);

/// After how long without a sign of life a socket is closed.
const GONE_AFTER: Duration = Duration::from_secs(30);

/// How long a client may take to receive a message.
const SEND_TIME: Duration = Duration::from_secs(10);

/// Follow and play a game over a WebSocket: `ClientMessage`s in, `ServerMessage`s out, after the entry `since`
#[utoipa::path(get, path = "/api/games/{id}/socket", params(("id" = String, Path), Since), responses((status = 101, body = ServerMessage)))]
async fn open(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let full = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "full", "too many sockets are open; try again later");
    let place = app.sockets.one_more().ok_or_else(full)?;
    let room = room(&app, &id).await?;
    let follower = Subscriber::new(app.hub.clone(), &room, caller.guest_id(Scope::Read).cloned(), since);
    let connection = Connection {
        guest: caller.guest_id(Scope::Play).cloned(),
        pass: Pass::new(&app, &caller, headers),
        limiter: app.limiters.of_socket(),
        app,
        room,
        follower,
        lag: Lag::default(),
    };
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(|socket| async move {
        gauge!("sockets_open").increment(1.0);
        connection.serve(socket).await;
        gauge!("sockets_open").decrement(1.0);
        drop(place);
    }))
}

/// How long the network takes, from round trips.
#[derive(Debug, Default)]
struct Lag {
    sent: Option<Instant>,
    millis: Option<u64>,
    heard: Option<Instant>,
}

impl Lag {
    /// A ping goes out.
    fn ping(&mut self, now: Instant) {
        self.sent = Some(now);
    }

    /// Its answer has come: new measurements count for a quarter. The first counts alone.
    fn pong(&mut self, now: Instant) {
        let Some(sent) = self.sent.take() else { return };
        let measured = u64::try_from(now.duration_since(sent).as_millis()).unwrap_or(u64::MAX).min(2 * MOST_LAG);
        self.millis = Some(self.millis.map_or(measured, |millis| (3 * millis + measured) / 4));
    }
}

/// One socket.
struct Connection {
    app: App,
    room: RoomHandle,
    follower: Subscriber,
    /// Who may play over it.
    guest: Option<GuestId>,
    limiter: DefaultDirectRateLimiter,
    lag: Lag,
    pass: Pass,
}

/// Why a socket is closed.
enum End {
    /// The client is gone, or too slow.
    Gone,
    /// With a reason that the client is told.
    Told(u16, &'static str),
}

impl Connection {
    async fn serve(mut self, mut socket: WebSocket) {
        let end = self.talk(&mut socket).await;
        if let Err(End::Told(code, reason)) = end {
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = tokio::time::timeout(SEND_TIME, socket.send(Message::Close(Some(frame)))).await;
        }
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let mut closing = self.app.hub.closing();
        let mut pings = tokio::time::interval(PING_EVERY);
        self.lag.heard = Some(Instant::now());
        loop {
            tokio::select! {
                text = self.follower.next() => match text {
                    Some(text) => send(socket, Message::Text(text.into())).await?,
                    None => return Err(End::Told(close_code::RESTART, "the game is gone; come back")),
                },
                message = socket.recv() => match message {
                    Some(Ok(message)) => self.receive(message, socket).await?,
                    Some(Err(_)) | None => return Err(End::Gone),
                },
                _ = pings.tick() => self.ping(socket).await?,
                () = closed(&mut closing) => {
                    let text = self.follower.farewell();
                    send(socket, Message::Text(text.into())).await?;
                    return Err(End::Told(close_code::RESTART, "the server stops; come back in a moment"));
                }
            }
        }
    }

    async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        if self.lag.heard.is_some_and(|heard| heard.elapsed() > GONE_AFTER) {
            return Err(End::Told(close_code::AWAY, "no sign of life"));
        }
        if let (Some(lag), false) = (self.lag.millis, self.follower.seats().is_empty()) {
            self.room.note_lag(self.follower.seats(), lag);
        }
        if !self.pass.holds().await {
            return Err(End::Told(close_code::POLICY, "you are not who you were"));
        }
        self.lag.ping(Instant::now());
        send(socket, Message::Ping(axum::body::Bytes::from_static(b"lag"))).await
    }

    async fn receive(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), End> {
        self.lag.heard = Some(Instant::now());
        match message {
            Message::Text(text) => {
                counter!("messages_total").increment(1);
                if self.limiter.check().is_err() {
                    counter!("rate_limited_total").increment(1);
                    let message = "you send too many messages; wait a moment";
                    let view = self.refusal("too_often", message, client_in(text.as_str()));
                    return send_json(socket, &ServerMessage::Rejected(view)).await;
                }
                let answer = self.answer(text.as_str()).await;
                match answer {
                    Some(message) => send_json(socket, &message).await,
                    None => Ok(()),
                }
            }
            Message::Binary(_) => Err(End::Told(close_code::UNSUPPORTED, "messages are JSON in text frames")),
            Message::Pong(_) => {
                self.lag.pong(Instant::now());
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(End::Gone),
        }
    }

    async fn answer(&mut self, text: &str) -> Option<ServerMessage> {
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let message = format!("the message cannot be read: {error}");
                return Some(ServerMessage::Rejected(self.refusal("bad_message", &message, client_in(text))));
            }
        };
        if message == ClientMessage::Sync {
            self.follower.sync();
            return None;
        }
        let client = client_of(&message);
        let Some(guest) = &self.guest else {
            let text = "you cannot play over this socket; become a guest, or use a token with the scope play";
            return Some(ServerMessage::Rejected(self.refusal("no_guest", text, client)));
        };
        // The lag of the way here, as far as it is known.
        let lag = self.lag.millis.unwrap_or(0);
        match carry_out(&self.room, guest, lag, message, self.app.hub.now()).await {
            Ok(receipt) => Some(ServerMessage::Done(receipt)),
            Err(error) => Some(ServerMessage::Rejected(match ApiError::from(error) {
                ApiError::Rejected(view) => RejectionView { client: view.client.clone().or(client), ..*view },
                ApiError::Plain(_, view) => self.refusal(&view.code, &view.message, client),
            })),
        }
    }

    fn refusal(&self, code: &str, message: &str, client: Option<String>) -> RejectionView {
        let snapshot: Arc<crate::hub::RoomSnapshot> = self.room.snapshot();
        RejectionView::new(crate::table::CommandRejection::new(code, message), &snapshot.table, client)
    }
}

fn client_of(message: &ClientMessage) -> Option<String> {
    match message {
        ClientMessage::Act { client, .. }
        | ClientMessage::Undo { client, .. }
        | ClientMessage::Takeback { client, .. }
        | ClientMessage::Resign { client, .. }
        | ClientMessage::Abort { client, .. }
        | ClientMessage::Rematch { client, .. } => client.clone(),
        ClientMessage::Sync => None,
    }
}

/// The name that a client gave to a command, also if the rest of the message makes no sense: whoever waits for an answer gets one.
fn client_in(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        client: Option<String>,
    }
    serde_json::from_str(text).ok().and_then(|Named { client }| client)
}

async fn send_json(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), End> {
    send(socket, Message::Text(serde_json::to_string(message).unwrap_or_default().into())).await
}

/// Sends a message. Whoever does not take it in time is gone.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match tokio::time::timeout(SEND_TIME, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}
