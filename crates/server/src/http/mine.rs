//! All games of a guest in one stream: as lines, or over a socket.

use std::collections::VecDeque;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Query, Scope};
use super::error::ApiError;
use super::stream::{QUIET, Since, closed, line_of, lines_response};
use crate::hub::Hub;
use crate::id::{GameId, GuestId};
use crate::table::Deed;
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
    ready: VecDeque<String>,
}

/// How many events are read at once.
const BATCH: u32 = 200;

impl MyEvents {
    /// The events of a caller, after one of them or from now on.
    async fn of(app: &App, caller: &Caller, since: Option<u64>) -> Result<MyEvents, ApiError> {
        let guest = caller.guest(Scope::Read)?.id.clone();
        let last = match since {
            Some(since) => i64::try_from(since).unwrap_or(i64::MAX),
            None => app.hub.store().last_entry().await?,
        };
        let (news, closing) = (app.hub.follow(&guest), app.hub.closing());
        Ok(MyEvents { hub: app.hub.clone(), guest, last, news, closing, ready: VecDeque::new() })
    }

    /// The next line; an empty one as a sign of life, and none when the server stops.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(line);
            }
            self.news.borrow_and_update();
            for stored in self.hub.store().entries_for(&self.guest, self.last, BATCH).await.ok()? {
                self.last = stored.id;
                let deed = serde_json::to_value::<&Deed>(&stored.entry.deed).unwrap_or_default();
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
            if self.ready.is_empty() {
                tokio::select! {
                    changed = self.news.changed() => changed.ok()?,
                    () = tokio::time::sleep(QUIET) => return Some(String::new()),
                    () = closed(&mut self.closing) => return None,
                }
            }
        }
    }
}

/// Follow all your games: lines of JSON, each a `MyEvent`, after the event `since`
#[utoipa::path(get, path = "/api/me/events", params(Since), responses((status = 200, body = MyEvent, content_type = "application/x-ndjson")))]
async fn my_events(
    State(app): State<App>,
    caller: Caller,
    Query(Since { since }): Query<Since>,
) -> Result<Response, ApiError> {
    let events = MyEvents::of(&app, &caller, since).await?;
    let lines = stream::unfold(events, |mut events| async {
        let line = events.next().await?;
        Some((line_of(line), events))
    });
    Ok(lines_response(lines))
}

/// Follow all your games over a WebSocket: each message a `MyEvent`, after the event `since`; nothing is read but signs of life
#[utoipa::path(get, path = "/api/me/socket", params(Since), responses((status = 101, body = MyEvent)))]
async fn my_socket(
    State(app): State<App>,
    caller: Caller,
    Query(Since { since }): Query<Since>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let full = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "full", "too many sockets are open; try again later");
    let place = app.sockets.one_more().ok_or_else(full)?;
    let events = MyEvents::of(&app, &caller, since).await?;
    Ok(upgrade.max_message_size(1_024).on_upgrade(|socket| async move {
        tell(events, socket).await;
        drop(place);
    }))
}

async fn tell(mut events: MyEvents, mut socket: WebSocket) {
    loop {
        let message = tokio::select! {
            line = events.next() => match line {
                Some(line) if line.is_empty() => Message::Ping(axum::body::Bytes::new()),
                Some(line) => Message::Text(line.into()),
                None => {
                    let reason = "the server stops; come back in a moment".into();
                    let frame = CloseFrame { code: close_code::RESTART, reason };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    return;
                }
            },
            received = socket.recv() => match received {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
        };
        if !matches!(tokio::time::timeout(QUIET, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
    }
}
