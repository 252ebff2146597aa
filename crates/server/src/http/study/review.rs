//! Review of a whole game: win probabilities, turning points and better actions.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use ai::review::Review;
use api::{ErrorView, GameId, ReviewLine};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use ringrift_record::Record;
use table::records::RecordedTable;
use table::study::{self, MAX_REVIEWED_ACTIONS};
use table::{AnyGame, Table};
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::analysis::require_analysis;
use super::guard::reject_running_contest;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::games::room;
use crate::http::middleware::{Caller, Path, Scope, check_network};
use crate::hub::RoomSnapshot;

/// Time limit of each decision.
const TIME_LIMIT: Duration = Duration::from_secs(2);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(review))
}

/// Review a RingRift game: a stream of `ReviewLine`s with progress, then the result; rejected while people play the game
#[utoipa::path(get, path = "/api/games/{id}/review", params(("id" = String, Path)),
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"), (status = 403, body = ErrorView), (status = 422, body = ErrorView), (status = 501, body = ErrorView)))]
async fn review(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    check_network(&app, caller.address)?;
    let guest = caller.guest(Scope::Analyse)?.id.clone();
    require_analysis(&app)?;
    let game = ReviewedGame::find(&app, &caller, &id).await?;
    // Enqueue before replaying the game, so that a rejected request causes no work.
    let entry = app.reviews.enqueue(&guest)?;
    let (record, hidden) = game.replay(&app).await?;
    let (lines, receiver) = mpsc::channel(16);
    let running = app.reviews.running.clone();
    tokio::spawn(async move {
        let Some(slot) = slot_while_connected(running, &lines).await else { return };
        let last = lines.clone();
        let job = tokio::task::spawn_blocking(move || {
            let _held = (slot, entry);
            send_review(record, &hidden, &lines);
        });
        if job.await.is_err() {
            let message = "the review failed because of a server error; try again".to_owned();
            let _ = last.send(line(&ReviewLine::Failed { message })).await;
        }
    });
    let lines = stream::unfold(receiver, |mut receiver| async move {
        let line: Bytes = receiver.recv().await?;
        Some((Ok::<Bytes, Infallible>(line), receiver))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// A game that the caller may review.
pub(super) struct ReviewedGame {
    snapshot: Arc<RoomSnapshot>,
    /// The table as the caller sees it.
    table: Arc<Table>,
}

impl ReviewedGame {
    /// Finds a game, or rejects the request if people are playing it or it cannot be reviewed.
    pub(super) async fn find(app: &App, caller: &Caller, id: &GameId) -> Result<ReviewedGame, ApiError> {
        let guest = caller.guest(Scope::Analyse)?.id.clone();
        let snapshot = room(app, caller, Scope::Analyse, id).await?.snapshot();
        let (delayed, now) = (snapshot.clone(), app.hub.now());
        let table = app.replays.run(move || Ok(delayed.table_for(Some(&guest), now))).await?;
        reject_running_contest(&snapshot, &table)?;
        let unsupported = |message: String| ApiError::unprocessable("no_review", message);
        if let AnyGame::Asg(_) = table.game() {
            return Err(unsupported("only RingRift games can be reviewed".to_owned()));
        }
        if table.moves().len() > MAX_REVIEWED_ACTIONS {
            return Err(unsupported(format!("games of more than {MAX_REVIEWED_ACTIONS} actions cannot be reviewed")));
        }
        Ok(ReviewedGame { snapshot, table })
    }

    /// Returns the record, and for each ply whether people are playing its position in another game.
    pub(super) async fn replay(self, app: &App) -> Result<(Record, Vec<bool>), ApiError> {
        let ReviewedGame { snapshot, table } = self;
        let (record, hashes) = app.replays.run(move || replay(&snapshot, &table)).await?;
        let guarded = app.hub.store().guarded_among(&hashes).await?;
        Ok((record, hashes.iter().map(|hash| guarded.contains(hash)).collect()))
    }
}

/// Waits for a slot; returns `None` if the client disconnects first.
async fn slot_while_connected(running: Arc<Semaphore>, lines: &Sender<Bytes>) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        slot = running.acquire_owned() => slot.ok(),
        () = lines.closed() => None,
    }
}

/// Returns the record of a game and the hashes of all its positions.
fn replay(snapshot: &RoomSnapshot, table: &Table) -> Result<(Record, Vec<u64>), ApiError> {
    let record = RecordedTable { id: &snapshot.id, table, names: &snapshot.names }.ringrift_record()?;
    let mut position = record.start().clone();
    let mut hashes = vec![position.symmetric_hash()];
    for action in record.actions() {
        position.play_unchecked(action);
        hashes.push(position.symmetric_hash());
    }
    Ok((record, hashes))
}

/// Reviews a game and sends progress and result, until the client disconnects.
fn send_review(record: Record, hidden: &[bool], lines: &Sender<Bytes>) {
    let of = Review::steps(&record);
    let done = std::cell::Cell::new(0_usize);
    let progress = || {
        done.set(done.get() + 1);
        // Progress lines are dropped if the client reads slowly.
        let _ = lines.try_send(line(&ReviewLine::Progress { done: done.get(), of }));
    };
    if let Some(review) = study::review(record, hidden, Some(TIME_LIMIT), &|| lines.is_closed(), &progress) {
        let _ = lines.blocking_send(line(&ReviewLine::Review(review)));
    }
}

fn line(line: &ReviewLine) -> Bytes {
    Bytes::from(serde_json::to_string(line).expect("a review line serializes to JSON") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn queued_review_ends_when_the_client_disconnects() {
        let running = Arc::new(Semaphore::new(1));
        let (lines, receiver) = mpsc::channel(1);
        let slot = slot_while_connected(running.clone(), &lines).await.expect("the slot is free");
        let waiting = tokio::spawn({
            let running = running.clone();
            async move { slot_while_connected(running, &lines).await.is_some() }
        });
        drop(receiver);
        assert!(!waiting.await.expect("the task ends"), "the only slot is occupied");
        drop(slot);
        assert_eq!(running.available_permits(), 1);
    }
}
