//! Event stream of a game. A client that loses the connection resumes after the last entry it has seen.

use std::convert::Infallible;
use std::time::Duration;

use api::{GameId, GuestId, ServerMessage, Since};
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::connection::StreamSlot;
use crate::http::error::ApiError;
use crate::http::middleware::{Caller, Path, Query, Scope, SessionCheck};
use crate::hub::{Hub, HubError, Rendered, RoomHandle, RoomWatch, Subscription, SubscriptionStep};

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
    watch: RoomWatch,
    subscription: Subscription,
    guest: Option<GuestId>,
    /// The job that renders the next messages. It outlives a cancelled call of [`Subscriber::next`].
    rendering: Option<JoinHandle<Result<Rendered, HubError>>>,
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        if let Some(rendering) = &self.rendering {
            rendering.abort();
        }
    }
}

impl Subscriber {
    /// Subscribes to a room. The messages start after entry `since`, or with a snapshot.
    pub(super) fn new(hub: Hub, room: &RoomHandle, guest: Option<GuestId>, since: Option<u64>) -> Subscriber {
        let mut watch = room.watch();
        let snapshot = watch.snapshots.borrow_and_update().clone();
        let subscription = Subscription::new(guest.clone(), since, &snapshot, hub.now());
        Subscriber { hub, room: room.clone(), watch, subscription, guest, rendering: None }
    }

    /// Returns the seats that the caller holds.
    pub(super) fn seats(&self) -> &[usize] {
        self.subscription.seats()
    }

    /// Reports whether the caller may still see the game.
    pub(super) fn is_allowed(&self) -> bool {
        self.watch.snapshots.borrow().is_visible_to(self.guest.as_ref())
    }

    /// Requests a new snapshot.
    pub(super) fn sync(&mut self) {
        self.subscription.sync();
    }

    /// Returns the next message about the current state: the first snapshot or a missed update. Returns `None` if the caller
    /// has received all of them or may not see the game any more, or if they cannot be rendered.
    pub(super) async fn next_missed(&mut self) -> Option<String> {
        loop {
            if let Some(rendering) = &mut self.rendering {
                let rendered = rendering.await;
                self.rendering = None;
                self.subscription.accept(rendered.ok()?.ok()?);
            }
            let snapshot = self.watch.snapshots.borrow_and_update().clone();
            if !snapshot.is_visible_to(self.guest.as_ref()) {
                return None;
            }
            match self.subscription.next(&snapshot, self.hub.now()) {
                SubscriptionStep::Message(text) => return Some(text),
                SubscriptionStep::Render(job) => {
                    let hub = self.hub.clone();
                    self.rendering = Some(tokio::spawn(async move { hub.render(job).await }));
                }
                SubscriptionStep::Current => return None,
            }
        }
    }

    /// Waits for the next message; returns `None` when the room is closed or the caller may not see the game any more.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(text) = self.next_missed().await {
                return Some(text);
            }
            if !self.is_allowed() {
                return None;
            }
            let (snapshot, now) = (self.watch.snapshots.borrow().clone(), self.hub.now());
            let later =
                self.subscription.last_visible(&snapshot, now).1.map(|at| Duration::from_millis(at.since(now) + 1));
            drop(snapshot);
            tokio::select! {
                changed = self.watch.snapshots.changed() => changed.ok()?,
                () = self.room.closed() => return None,
                () = tokio::time::sleep(later.unwrap_or(Duration::from_secs(3_600))) => {}
            }
        }
    }

    /// Returns the last message before the server stops.
    pub(super) fn leaving_message(&self) -> String {
        let seq = self.subscription.seq();
        let hash = self.watch.snapshots.borrow().table.hash_after(seq);
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
    slot: StreamSlot,
) -> Result<Response, ApiError> {
    let room = room(&app, &caller, Scope::Read, &id).await?;
    let session = SessionCheck::new(&app, &caller);
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
