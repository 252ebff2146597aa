//! Following a game: whoever loses the stream comes back with the number of the last entry that he has.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;
use tokio::sync::watch;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Path, Query, Scope};
use super::error::ApiError;
use super::games::room;
use crate::hub::{Hub, RoomHandle, Scene};
use crate::id::{GameId, GuestId};
use crate::time::Moment;
use crate::wire::{ServerMessage, Snapshot};

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

/// Follows one game for one caller, and knows what he has been sent.
pub(super) struct Follower {
    hub: Hub,
    scenes: watch::Receiver<Arc<Scene>>,
    guest: Option<GuestId>,
    /// The seats that are held.
    pub(super) seats: Vec<usize>,
    /// The number of the last entry that was sent; none before the first message.
    seq: Option<u64>,
    thinking: Option<crate::hub::Thinking>,
    ready: VecDeque<String>,
}

impl Follower {
    /// Follows a room, from an entry on or from now on.
    pub(super) fn new(hub: Hub, room: &RoomHandle, guest: Option<GuestId>, since: Option<u64>) -> Follower {
        let scenes = room.follow();
        let seats = scenes.borrow().seats_of(guest.as_ref());
        let mut follower = Follower { hub, scenes, guest, seats, seq: since, thinking: None, ready: VecDeque::new() };
        follower.first();
        follower
    }

    /// The first message: what is missing, or everything.
    fn first(&mut self) {
        let scene = self.scenes.borrow_and_update().clone();
        let (seen, _) = self.seen(&scene);
        if self.seq.is_none_or(|seq| seq >= seen) {
            self.snapshot(&scene, seen);
        }
        self.collect(&scene);
    }

    /// The number of the last entry that the caller may see, and when he may see more.
    fn seen(&self, scene: &Scene) -> (u64, Option<Moment>) {
        if self.seats.is_empty() { scene.seen_by_spectators(self.hub.now()) } else { (scene.table.seq(), None) }
    }

    /// Sends the whole table again.
    pub(super) fn sync(&mut self) {
        let scene = self.scenes.borrow().clone();
        let (seen, _) = self.seen(&scene);
        self.snapshot(&scene, seen);
    }

    fn snapshot(&mut self, scene: &Scene, seen: u64) {
        let now = self.hub.now();
        let snapshot = if seen < scene.table.seq() {
            Snapshot::new(&scene.id, &scene.table.after(seen), &scene.names, &[], now)
        } else {
            scene.snapshot(&self.seats, now)
        };
        self.seq = Some(seen);
        self.ready.push_back(serde_json::to_string(&ServerMessage::Snapshot(snapshot)).unwrap_or_default());
    }

    /// Takes note of everything that is new.
    fn collect(&mut self, scene: &Scene) {
        let seats = scene.seats_of(self.guest.as_ref());
        if seats != self.seats {
            self.seats = seats;
            let (seen, _) = self.seen(scene);
            self.snapshot(scene, seen);
        }
        let (seen, _) = self.seen(scene);
        let known = self.seq.unwrap_or(seen);
        if known > seen {
            // What was there is gone: an older copy of the database is in use.
            self.snapshot(scene, seen);
        }
        for update in scene.updates_after(known).iter().filter(|update| update.seq <= seen) {
            self.ready.push_back(update.text(&self.seats));
        }
        self.seq = Some(seen);
        if scene.thinking != self.thinking {
            self.thinking = scene.thinking;
            let (seat, begun, since) = scene.thinking.map_or((None, false, self.hub.now()), |thinking| {
                (Some(thinking.seat), thinking.begun, thinking.since)
            });
            let message =
                ServerMessage::Thinking { seq: seen, hash: scene.table.after(seen).hash(), seat, begun, since };
            self.ready.push_back(serde_json::to_string(&message).unwrap_or_default());
        }
    }

    /// The next message; none when the room is gone for good.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(text) = self.ready.pop_front() {
                return Some(text);
            }
            let later = {
                let scene = self.scenes.borrow();
                self.seen(&scene).1.map(|at| Duration::from_millis(at.since(self.hub.now()) + 1))
            };
            tokio::select! {
                changed = self.scenes.changed() => changed.ok()?,
                () = tokio::time::sleep(later.unwrap_or(Duration::from_secs(3_600))) => {}
            }
            let scene = self.scenes.borrow_and_update().clone();
            self.collect(&scene);
        }
    }

    /// What is said when the server stops.
    pub(super) fn farewell(&self) -> String {
        let scene = self.scenes.borrow();
        let seq = self.seq.unwrap_or(0);
        let message = ServerMessage::Leaving { seq, hash: scene.table.after(seq).hash(), retry_after: 1_000 };
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
) -> Result<Response, ApiError> {
    let room = room(&app, &id).await?;
    let guest = caller.guest_id(Scope::Read).cloned();
    let follower = Follower::new(app.hub.clone(), &room, guest, since);
    let closing = app.hub.closing();
    let lines = stream::unfold(Some((follower, closing)), |state| async {
        let (mut follower, mut closing) = state?;
        let line = tokio::select! {
            line = follower.next() => line?,
            () = tokio::time::sleep(QUIET) => String::new(),
            () = closed(&mut closing) => return Some((line_of(follower.farewell()), None)),
        };
        Some((line_of(line), Some((follower, closing))))
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
