//! Event stream of a game. A client that loses the connection resumes after the last entry it has seen.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use api::{GameId, GuestId, ServerMessage, Since};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::connection::StreamSlot;
use crate::http::error::ApiError;
use crate::http::middleware::{Caller, Path, Query, Scope, SessionCheck};
use crate::hub::{Hub, RoomHandle, RoomSnapshot, Subscription};

/// Interval of keep-alive lines on a quiet stream.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Milliseconds that clients should wait before they reconnect when the server stops.
pub(crate) const RECONNECT_DELAY: u64 = 1_000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(game_events))
}

/// Follows one game for one caller while its room is open.
pub(super) struct Subscriber {
    hub: Hub,
    room: RoomHandle,
    snapshots: watch::Receiver<Arc<RoomSnapshot>>,
    subscription: Subscription,
}

impl Subscriber {
    /// Subscribes to a room. The messages start after entry `since`, or with a snapshot.
    pub(super) fn new(hub: Hub, room: &RoomHandle, guest: Option<GuestId>, since: Option<u64>) -> Subscriber {
        let mut snapshots = room.subscribe();
        let snapshot = snapshots.borrow_and_update().clone();
        let subscription = Subscription::new(guest, since, &snapshot, hub.now());
        Subscriber { hub, room: room.clone(), snapshots, subscription }
    }

    /// Returns the seats that the caller holds.
    pub(super) fn seats(&self) -> &[usize] {
        self.subscription.seats()
    }

    /// Queues a new snapshot.
    pub(super) fn sync(&mut self) {
        let snapshot = self.snapshots.borrow().clone();
        self.subscription.sync(&snapshot, self.hub.now());
    }

    /// Waits for the next message; returns `None` when the room is closed.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            let (snapshot, now) = (self.snapshots.borrow().clone(), self.hub.now());
            if let Some(text) = self.subscription.next_message(&snapshot, now) {
                return Some(text);
            }
            let later =
                self.subscription.last_visible(&snapshot, now).1.map(|at| Duration::from_millis(at.since(now) + 1));
            drop(snapshot);
            tokio::select! {
                changed = self.snapshots.changed() => changed.ok()?,
                () = self.room.closed() => return None,
                () = tokio::time::sleep(later.unwrap_or(Duration::from_secs(3_600))) => {}
            }
            let snapshot = self.snapshots.borrow_and_update().clone();
            self.subscription.collect(&snapshot, self.hub.now());
        }
    }

    /// Returns the last message before the server stops.
    pub(super) fn leaving_message(&self) -> String {
        let seq = self.subscription.seq();
        let hash = self.snapshots.borrow().table.hash_after(seq);
        let message = ServerMessage::Leaving { seq, hash, retry_after: RECONNECT_DELAY };
        serde_json::to_string(&message).expect("a message serializes to JSON")
    }
}

/// Follow a game as lines of JSON: each line is a `ServerMessage`, starting after the log entry `since`
#[utoipa::path(get, path = "/api/games/{id}/events", params(("id" = String, Path), Since), responses((status = 200, body = ServerMessage, content_type = "application/x-ndjson")))]
async fn game_events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
    slot: StreamSlot,
) -> Result<Response, ApiError> {
    let room = room(&app, &id).await?;
    let session = SessionCheck::new(&app, &caller, headers);
    let guest = caller.guest_id(Scope::Read).cloned();
    let subscriber = Subscriber::new(app.hub.clone(), &room, guest, since);
    let closing = app.hub.closing();
    let lines = stream::unfold(Some((subscriber, closing, session, slot)), |state| async {
        let (mut subscriber, mut closing, mut session, slot) = state?;
        let line = tokio::select! {
            line = subscriber.next() => line?,
            () = tokio::time::sleep(KEEP_ALIVE) => String::new(),
            () = stopping(&mut closing) => return Some((line_of(subscriber.leaving_message()), None)),
        };
        if !session.is_valid().await {
            return None;
        }
        Some((line_of(line), Some((subscriber, closing, session, slot))))
    });
    Ok(lines_response(lines))
}

/// Waits until the server begins to stop.
pub(crate) async fn stopping(closing: &mut watch::Receiver<bool>) {
    drop(closing.wait_for(|closing| *closing).await);
}

pub(crate) fn line_of(mut text: String) -> Result<String, Infallible> {
    text.push('\n');
    Ok(text)
}

pub(crate) fn lines_response<S>(lines: S) -> Response
where
    S: stream::Stream<Item = Result<String, Infallible>> + Send + 'static,
{
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}
