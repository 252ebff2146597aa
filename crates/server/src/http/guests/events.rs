//! Event stream of all games of a guest, as lines or over a socket.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use api::{GuestId, MyEvent, Since, StreamEnd};
use axum::extract::State;
use axum::response::Response;
use futures_util::stream;
use table::LogEvent;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::App;
use crate::http::connection::StreamSlot;
use crate::http::error::ApiError;
use crate::http::games::{KEEP_ALIVE, RECONNECT_DELAY, line_of, lines_response, stopping};
use crate::http::middleware::{Caller, FrameDecision, Query, Scope, SessionCheck, SocketLimiter};
use crate::http::web_socket::{CloseCode, Message, WebSocket, WebSocketRequest};
use crate::hub::Hub;

/// Number of entries read from the database at once.
const BATCH: u32 = 200;

/// Longest message from a client, in bytes. The server ignores all of them.
const MAX_MESSAGE: usize = 1_024;

/// Time without any message or pong after which a quiet socket is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(40);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(my_events)).routes(routes!(my_socket))
}

/// Cursor over the log entries of all games of a guest.
struct GuestEvents {
    hub: Hub,
    guest: GuestId,
    /// Number of the last entry read.
    last: i64,
    changed: watch::Receiver<()>,
    closing: watch::Receiver<bool>,
    session: SessionCheck,
    /// Whether the database may contain entries after `last`.
    is_behind: bool,
    ready: VecDeque<String>,
}

/// Next item of the stream: an event, or the reason for a keep-alive or the end.
enum StreamItem {
    /// An event as JSON.
    Event(String),
    /// No event occurred for [`KEEP_ALIVE`].
    Quiet,
    /// The server is stopping.
    Stopping,
    /// The guest's credentials are no longer valid.
    SignedOut,
    /// The database cannot be read.
    Failed,
}

impl GuestEvents {
    /// Starts after entry `since`; if it is `None`, after the last existing entry.
    async fn new(app: &App, caller: &Caller, since: Option<u64>) -> Result<GuestEvents, ApiError> {
        let guest = caller.guest(Scope::Read)?.id.clone();
        let last = match since {
            Some(since) => i64::try_from(since).unwrap_or(i64::MAX),
            None => app.hub.store().last_entry().await?,
        };
        let (changed, closing) = (app.hub.subscribe(&guest), app.hub.closing());
        let (hub, session) = (app.hub.clone(), SessionCheck::new(app, caller));
        Ok(GuestEvents { hub, guest, last, changed, closing, session, is_behind: true, ready: VecDeque::new() })
    }

    async fn next(&mut self) -> StreamItem {
        loop {
            if !self.session.is_valid().await {
                return StreamItem::SignedOut;
            }
            if *self.closing.borrow() {
                return StreamItem::Stopping;
            }
            if let Some(line) = self.ready.pop_front() {
                return StreamItem::Event(line);
            }
            if self.is_behind && !self.read().await {
                return StreamItem::Failed;
            }
            if self.ready.is_empty() {
                tokio::select! {
                    changed = self.changed.changed() => match changed {
                        Ok(()) => self.is_behind = true,
                        Err(_) => return StreamItem::Failed,
                    },
                    () = tokio::time::sleep(KEEP_ALIVE) => return StreamItem::Quiet,
                    () = stopping(&mut self.closing) => return StreamItem::Stopping,
                }
            }
        }
    }

    /// Reads a batch of new entries; returns `false` if the database cannot be read.
    async fn read(&mut self) -> bool {
        self.changed.borrow_and_update();
        let Ok(found) = self.hub.store().entries_for(&self.guest, self.last, BATCH).await else { return false };
        self.is_behind = found.len() >= BATCH as usize;
        for stored in found {
            self.last = stored.id;
            let event = serde_json::to_value::<&LogEvent>(&stored.entry.event).expect("a log event serializes to JSON");
            let message = MyEvent {
                id: stored.id,
                game: stored.game,
                seq: stored.entry.seq,
                hash: stored.entry.hash,
                at: stored.entry.at,
                what: event["type"].as_str().unwrap_or_default().to_owned(),
                seat: event["seat"].as_u64(),
            };
            self.ready.push_back(serde_json::to_string(&message).expect("an event serializes to JSON"));
        }
        true
    }
}

/// Follow all your games as lines of JSON: each line is a `MyEvent` after the event `since`. Empty lines keep the connection alive; the last line when the server stops is a `MyFarewell`
#[utoipa::path(get, path = "/api/me/events", params(Since), responses((status = 200, body = MyEvent, content_type = "application/x-ndjson")))]
async fn my_events(
    State(app): State<App>,
    caller: Caller,
    Query(Since { since }): Query<Since>,
    slot: StreamSlot,
) -> Result<Response, ApiError> {
    let events = GuestEvents::new(&app, &caller, since).await?;
    let lines = stream::unfold(Some((events, slot)), |state| async {
        let (mut events, slot) = state?;
        match events.next().await {
            StreamItem::Event(line) => Some((line_of(line), Some((events, slot)))),
            StreamItem::Quiet => Some((line_of(String::new()), Some((events, slot)))),
            StreamItem::Stopping => {
                let end = StreamEnd { leaving: true, retry_after: RECONNECT_DELAY };
                let line = serde_json::to_string(&end).expect("the last message serializes to JSON");
                Some((line_of(line), None))
            }
            StreamItem::SignedOut | StreamItem::Failed => None,
        }
    });
    Ok(lines_response(lines))
}

/// Follow all your games over a WebSocket: each message is a `MyEvent`, after the event `since`. The server ignores messages from the client
#[utoipa::path(get, path = "/api/me/socket", params(Since), responses((status = 101, body = MyEvent)))]
async fn my_socket(
    State(app): State<App>,
    caller: Caller,
    Query(Since { since }): Query<Since>,
    slot: StreamSlot,
    request: WebSocketRequest,
) -> Result<Response, ApiError> {
    let mut events = GuestEvents::new(&app, &caller, since).await?;
    let limiter = app.limiters.for_socket();
    let (socket, response) = request.accept(MAX_MESSAGE);
    tokio::spawn(async move {
        if let Some(mut socket) = socket.open().await {
            send_events(&mut events, &mut socket, &limiter).await;
        }
        drop(slot);
    });
    Ok(response)
}

async fn send_events(events: &mut GuestEvents, socket: &mut WebSocket, limiter: &SocketLimiter) {
    let mut received_at = Instant::now();
    let (code, reason) = loop {
        let sent = tokio::select! {
            next = events.next() => match next {
                StreamItem::Event(line) => tokio::time::timeout(KEEP_ALIVE, socket.send_text(line)).await,
                StreamItem::Quiet if received_at.elapsed() > IDLE_TIMEOUT => break (CloseCode::Away, "no response to pings"),
                StreamItem::Quiet => tokio::time::timeout(KEEP_ALIVE, socket.ping(b"")).await,
                StreamItem::Stopping => break (CloseCode::Restart, "the server is stopping; reconnect in a moment"),
                StreamItem::SignedOut => break (CloseCode::Policy, "you are no longer signed in"),
                StreamItem::Failed => break (CloseCode::Restart, "your games cannot be read; reconnect in a moment"),
            },
            received = socket.receive() => match received {
                Some(Message::Close(_)) | None => return,
                Some(_) if limiter.check() == FrameDecision::Close => break (CloseCode::Policy, SocketLimiter::FLOOD),
                Some(_) => {
                    received_at = Instant::now();
                    continue;
                }
            },
        };
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    };
    socket.close(code, reason).await;
}
