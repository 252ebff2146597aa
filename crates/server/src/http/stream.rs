//! Following a game: whoever loses the stream comes back with the number of the last entry that he has.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::watch;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Pass, Path, Query, Scope};
use super::error::ApiError;
use super::games::room;
use crate::hub::{Hub, RoomHandle, RoomSnapshot, Subscription};
use crate::id::{GameId, GuestId};
use crate::wire::ServerMessage;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(game_events))
}

/// After how long an empty line is sent, so that both sides know that the other is there.
pub(super) const QUIET: Duration = Duration::from_secs(15);

/// Where a stream goes on.
#[derive(Copy, Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// The number of the last line that is known.
    pub(super) since: Option<u64>,
}

/// Follows one game for one caller as long as its room is there.
pub(super) struct Subscriber {
    hub: Hub,
    room: RoomHandle,
    snapshots: watch::Receiver<Arc<RoomSnapshot>>,
    subscription: Subscription,
}

impl Subscriber {
    /// Follows a room, from an entry on or from now on.
    pub(super) fn new(hub: Hub, room: &RoomHandle, guest: Option<GuestId>, since: Option<u64>) -> Subscriber {
        let mut snapshots = room.follow();
        let snapshot = snapshots.borrow_and_update().clone();
        let subscription = Subscription::new(guest, since, &snapshot, hub.now());
        Subscriber { hub, room: room.clone(), snapshots, subscription }
    }

    /// The seats that are held.
    pub(super) fn seats(&self) -> &[usize] {
        self.subscription.seats()
    }

    /// Sends the whole table again.
    pub(super) fn sync(&mut self) {
        let snapshot = self.snapshots.borrow().clone();
        self.subscription.sync(&snapshot, self.hub.now());
    }

    /// The next message; none when the room is gone for good.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            let (snapshot, now) = (self.snapshots.borrow().clone(), self.hub.now());
            if let Some(text) = self.subscription.next_message(&snapshot, now) {
                return Some(text);
            }
            let later = self.subscription.seen(&snapshot, now).1.map(|at| Duration::from_millis(at.since(now) + 1));
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

    /// What is said when the server stops.
    pub(super) fn farewell(&self) -> String {
        let seq = self.subscription.seq();
        let hash = self.snapshots.borrow().table.hash_after(seq);
        let message = ServerMessage::Leaving { seq, hash, retry_after: 1_000 };
        serde_json::to_string(&message).unwrap_or_default()
    }
}

/// Follow a game: lines of JSON, each a `ServerMessage`, after the entry `since`
#[utoipa::path(get, path = "/api/games/{id}/events", params(("id" = String, Path), Since), responses((status = 200, body = ServerMessage, content_type = "application/x-ndjson")))]
async fn game_events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let room = room(&app, &id).await?;
    let pass = Pass::new(&app, &caller, headers);
    let guest = caller.guest_id(Scope::Read).cloned();
    let follower = Subscriber::new(app.hub.clone(), &room, guest, since);
    let closing = app.hub.closing();
    let lines = stream::unfold(Some((follower, closing, pass)), |state| async {
        let (mut follower, mut closing, mut pass) = state?;
        let line = tokio::select! {
            line = follower.next() => line?,
            () = tokio::time::sleep(QUIET) => String::new(),
            () = closed(&mut closing) => return Some((line_of(follower.farewell()), None)),
        };
        if !pass.holds().await {
            return None;
        }
        Some((line_of(line), Some((follower, closing, pass))))
    });
    Ok(lines_response(lines))
}

/// Waits until the server stops.
pub(super) async fn closed(closing: &mut watch::Receiver<bool>) {
    drop(closing.wait_for(|closing| *closing).await);
}

pub(super) fn line_of(mut text: String) -> Result<String, std::convert::Infallible> {
    text.push('\n');
    Ok(text)
}

pub(super) fn lines_response<S>(lines: S) -> Response
where
    S: stream::Stream<Item = Result<String, std::convert::Infallible>> + Send + 'static,
{
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}
