//! All games of a guest in one stream: as lines, or over a socket.

use std::collections::VecDeque;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::stream;
use governor::DefaultDirectRateLimiter;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Pass, Query, Scope};
use super::error::ApiError;
use super::stream::{QUIET, Since, closed, line_of, lines_response};
use crate::hub::Hub;
use crate::id::{GameId, GuestId};
use crate::table::LogEvent;
use crate::time::Moment;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(my_events)).routes(routes!(my_socket))
}

/// Something that happened in one of your games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MyEvent {
    /// Its number among all events: with it as `since` the stream goes on after it.
    pub id: i64,
    /// The game.
    pub game: GameId,
    /// The number of the entry in its log.
    pub seq: u64,
    /// The hash of its state.
    pub hash: String,
    /// When.
    pub at: Moment,
    /// What somebody did: the type of the deed, such as `started`, `acted`, `resigned`.
    pub what: String,
    /// Who did it.
    pub seat: Option<u64>,
}

struct MyEvents {
    hub: Hub,
    guest: GuestId,
    last: i64,
    news: watch::Receiver<()>,
    closing: watch::Receiver<bool>,
    pass: Pass,
    /// Whether the store may have something new.
    is_behind: bool,
    ready: VecDeque<String>,
}

/// What comes next.
enum Next {
    /// An event.
    Event(String),
    /// Nothing for a while: a sign of life is due.
    Quiet,
    /// The server stops.
    Leaving,
    /// Whoever listens is not who he was.
    ShutOut,
    /// The store cannot be read.
    Broken,
}

/// The last line of a stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MyFarewell {
    /// The server stops.
    pub leaving: bool,
    /// Come back after so many milliseconds.
    pub retry_after: u64,
}

/// How many events are read at once.
const BATCH: u32 = 200;

impl MyEvents {
    /// The events of a caller, after one of them or from now on.
    async fn of(app: &App, caller: &Caller, since: Option<u64>, headers: HeaderMap) -> Result<MyEvents, ApiError> {
        let guest = caller.guest(Scope::Read)?.id.clone();
        let last = match since {
            Some(since) => i64::try_from(since).unwrap_or(i64::MAX),
            None => app.hub.store().last_entry().await?,
        };
        let (news, closing) = (app.hub.follow(&guest), app.hub.closing());
        let (hub, pass) = (app.hub.clone(), Pass::new(app, caller, headers));
        Ok(MyEvents { hub, guest, last, news, closing, pass, is_behind: true, ready: VecDeque::new() })
    }

    async fn next(&mut self) -> Next {
        loop {
            if !self.pass.holds().await {
                return Next::ShutOut;
            }
            if let Some(line) = self.ready.pop_front() {
                return Next::Event(line);
            }
            if self.is_behind && !self.read().await {
                return Next::Broken;
            }
            if self.ready.is_empty() {
                tokio::select! {
                    changed = self.news.changed() => match changed {
                        Ok(()) => self.is_behind = true,
                        Err(_) => return Next::Broken,
                    },
                    () = tokio::time::sleep(QUIET) => return Next::Quiet,
                    () = closed(&mut self.closing) => return Next::Leaving,
                }
            }
        }
    }

    /// Reads what is new; whether that was possible.
    async fn read(&mut self) -> bool {
        self.news.borrow_and_update();
        let Ok(found) = self.hub.store().entries_for(&self.guest, self.last, BATCH).await else { return false };
        self.is_behind = found.len() >= BATCH as usize;
        for stored in found {
            self.last = stored.id;
            let deed = serde_json::to_value::<&LogEvent>(&stored.entry.event).unwrap_or_default();
            let event = MyEvent {
                id: stored.id,
                game: stored.game,
                seq: stored.entry.seq,
                hash: stored.entry.hash,
                at: stored.entry.at,
                what: deed["type"].as_str().unwrap_or_default().to_owned(),
                seat: deed["seat"].as_u64(),
            };
            self.ready.push_back(serde_json::to_string(&event).unwrap_or_default());
        }
        true
    }
}

/// Follow all your games: lines of JSON, each a `MyEvent`, after the event `since`; when the server stops, a `MyFarewell`
#[utoipa::path(get, path = "/api/me/events", params(Since), responses((status = 200, body = MyEvent, content_type = "application/x-ndjson")))]
async fn my_events(
    State(app): State<App>,
    caller: Caller,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let events = MyEvents::of(&app, &caller, since, headers).await?;
    let lines = stream::unfold(Some(events), |events| async {
        let mut events = events?;
        match events.next().await {
            Next::Event(line) => Some((line_of(line), Some(events))),
            Next::Quiet => Some((line_of(String::new()), Some(events))),
            Next::Leaving => {
                let farewell = MyFarewell { leaving: true, retry_after: 1_000 };
                Some((line_of(serde_json::to_string(&farewell).unwrap_or_default()), None))
            }
            Next::ShutOut | Next::Broken => None,
        }
    });
    Ok(lines_response(lines))
}

/// Follow all your games over a WebSocket: each message a `MyEvent`, after the event `since`; nothing is read but signs of life
#[utoipa::path(get, path = "/api/me/socket", params(Since), responses((status = 101, body = MyEvent)))]
async fn my_socket(
    State(app): State<App>,
    caller: Caller,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let full = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "full", "too many sockets are open; try again later");
    let place = app.sockets.one_more().ok_or_else(full)?;
    let events = MyEvents::of(&app, &caller, since, headers).await?;
    let limiter = app.limiters.of_socket();
    Ok(upgrade.max_message_size(1_024).on_upgrade(move |socket| async move {
        tell(events, socket, &limiter).await;
        drop(place);
    }))
}

async fn tell(mut events: MyEvents, mut socket: WebSocket, limiter: &DefaultDirectRateLimiter) {
    let close = |code, reason: &'static str| Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    loop {
        let message = tokio::select! {
            next = events.next() => match next {
                Next::Event(line) => Message::Text(line.into()),
                Next::Quiet => Message::Ping(axum::body::Bytes::new()),
                Next::Leaving => close(close_code::RESTART, "the server stops; come back in a moment"),
                Next::ShutOut => close(close_code::POLICY, "you are not who you were"),
                Next::Broken => close(close_code::RESTART, "your games cannot be read now; come back in a moment"),
            },
            received = socket.recv() => match received {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) if limiter.check().is_ok() => continue,
                Some(Ok(_)) => close(close_code::POLICY, "you send too many messages; nothing is read here"),
            },
        };
        let is_last = matches!(message, Message::Close(_));
        let sent = tokio::time::timeout(QUIET, socket.send(message)).await;
        if is_last || !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}
