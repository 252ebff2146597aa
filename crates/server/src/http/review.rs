//! A whole game, looked at from its start to its end: chances, turning points, what would have been better.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use ai::Limits;
use ai::review::{Decision, Play, Review, TurningPoint, Verdict};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use ringrift::{ByPlayer, Player};
use ringrift_record::Record;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::analysis::{refuse_contest, texts};
use super::caller::{Caller, Path, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use super::records::ringrift_record;
use crate::hub::RoomSnapshot;
use crate::id::GameId;
use crate::table::{AnyGame, Table};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(review))
}

/// How many positions are looked at for each decision.
const NODES: u64 = 1_000;

/// The longest that one decision takes.
const LONGEST: Duration = Duration::from_secs(2);

/// The longest game that is reviewed.
const MOST_ACTIONS: usize = 2_000;

/// A line of a review, while it is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReviewLine {
    /// How far it is.
    Progress {
        /// How many steps are done: all positions are looked at, then all actions judged.
        done: usize,
        /// How many there are.
        of: usize,
    },
    /// It is done.
    Review(ReviewView),
    /// It cannot be done after all.
    Failed {
        /// What to do.
        message: String,
    },
}

/// A game that was looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewView {
    /// The chances of every colour to win, at the start and after every action; none where people stand in a game that they play now.
    pub chances: Vec<Option<Vec<f64>>>,
    /// Where the favourite changed for good.
    pub turning_points: Vec<TurningView>,
    /// What could have been done better.
    pub faults: Vec<FaultView>,
    /// How every colour played.
    pub players: Vec<PlayView>,
}

/// A moment at which the favourite changed for good.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TurningView {
    /// After so many actions.
    pub ply: usize,
    /// The colour that was it before, if one was.
    pub from: Option<u8>,
    /// The colour that is it from then on.
    pub to: u8,
}

/// An action that could have been better.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FaultView {
    /// Its number, from 1.
    pub ply: usize,
    /// Whose it was.
    pub player: u8,
    /// The action.
    pub action: String,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub verdict: String,
    /// The same as a sign.
    pub sign: String,
    /// How much of the chance to win it lost.
    pub loss: f64,
    /// What would have been better, the action first.
    pub better: Vec<String>,
}

/// How a colour played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayView {
    /// The colour.
    pub player: u8,
    /// How many real decisions it made.
    pub decisions: usize,
    /// How well, in per cent.
    pub accuracy: Option<f64>,
    /// How many inaccuracies.
    pub inaccuracies: usize,
    /// How many mistakes.
    pub mistakes: usize,
    /// How many blunders.
    pub blunders: usize,
}

/// A game of RingRift from its start to its end, as `ReviewLine`s while it is looked at; refused while people play it
#[utoipa::path(get, path = "/api/games/{id}/review", params(("id" = String, Path)),
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"), (status = 403, body = ErrorView), (status = 422, body = ErrorView)))]
async fn review(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    let guest = caller.guest(Scope::Analyse)?.id.clone();
    let snapshot = room(&app, &id).await?.snapshot();
    let table = snapshot.table_for(Some(&guest), app.hub.now());
    refuse_contest(&snapshot, &table)?;
    let unfit = |message: String| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no_review", message);
    if let AnyGame::Asg(_) = table.game() {
        return Err(unfit("only games of RingRift are reviewed".to_owned()));
    }
    if table.moves().len() > MOST_ACTIONS {
        return Err(unfit(format!("games of more than {MOST_ACTIONS} actions are not reviewed")));
    }
    // A place in the line comes first: whoever is refused costs nothing.
    let turn = app.reviewers.line_up(&guest)?;
    let (record, hashes) = app.replays.run(move || played_again(&snapshot, &table)).await?;
    let guarded = app.hub.store().guarded_among(&hashes).await?;
    let hidden: Vec<bool> = hashes.iter().map(|hash| guarded.contains(hash)).collect();
    let (lines, heard) = mpsc::channel(16);
    let places = app.reviewers.places.clone();
    tokio::spawn(async move {
        let Some(place) = place_while_heard(places, &lines).await else { return };
        let last = lines.clone();
        let work = tokio::task::spawn_blocking(move || {
            let _kept = (place, turn);
            look(record, &hidden, &lines);
        });
        if work.await.is_err() {
            let message = "the review broke down; try again".to_owned();
            let _ = last.send(line(&ReviewLine::Failed { message })).await;
        }
    });
    let lines = stream::unfold(heard, |mut heard| async move {
        let line: Bytes = heard.recv().await?;
        Some((Ok::<Bytes, Infallible>(line), heard))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// Waits for a place to work; none if nobody waits for the review any more, or the server stops.
async fn place_while_heard(places: Arc<Semaphore>, lines: &Sender<Bytes>) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        place = places.acquire_owned() => place.ok(),
        () = lines.closed() => None,
    }
}

/// The record of a game, and the hashes of all its positions.
fn played_again(snapshot: &RoomSnapshot, table: &Table) -> Result<(Record, Vec<String>), ApiError> {
    let record = ringrift_record(snapshot, table)?;
    let mut position = record.start().clone();
    let mut hashes = vec![position.fingerprint_hash().to_string()];
    for action in record.actions() {
        position.play_unchecked(action);
        hashes.push(position.fingerprint_hash().to_string());
    }
    Ok((record, hashes))
}

/// Looks at a game, and tells of it until nobody listens any more. What is hidden is not told.
fn look(record: Record, hidden: &[bool], lines: &Sender<Bytes>) {
    let of = Review::steps(&record);
    let done = std::cell::Cell::new(0_usize);
    let progress = || {
        done.set(done.get() + 1);
        // Those who read slowly miss some of them.
        let _ = lines.try_send(line(&ReviewLine::Progress { done: done.get(), of }));
    };
    let limits = Limits { nodes: Some(NODES), time: Some(LONGEST), threads: NonZeroUsize::MIN };
    if let Some(review) = Review::of(record, limits, &|| lines.is_closed(), &progress) {
        let _ = lines.blocking_send(line(&ReviewLine::Review(ReviewView::new(&review, hidden))));
    }
}

fn line(line: &ReviewLine) -> Bytes {
    Bytes::from(serde_json::to_string(line).unwrap_or_default() + "\n")
}

impl ReviewView {
    fn new(review: &Review, hidden: &[bool]) -> ReviewView {
        let players = review.record.rules().players;
        let rounded = |chance: &f64| ai::review::rounded(*chance);
        let is_open = |ply: usize| !hidden.get(ply).copied().unwrap_or(false);
        let faults = review.decisions.iter().enumerate().filter(|&(index, _)| is_open(index));
        let told = |(ply, chances): (usize, &ByPlayer<f64>)| {
            is_open(ply).then(|| chances.of(players).iter().map(rounded).collect())
        };
        ReviewView {
            chances: review.curve.iter().enumerate().map(told).collect(),
            turning_points: review.turning_points.iter().map(TurningView::new).collect(),
            faults: faults.filter_map(|(index, decision)| FaultView::new(index + 1, decision)).collect(),
            players: review.plays().iter().map(PlayView::new).collect(),
        }
    }
}

impl TurningView {
    fn new(point: &TurningPoint) -> TurningView {
        TurningView { ply: point.ply, from: point.from.map(Player::seat), to: point.to.seat() }
    }
}

impl FaultView {
    fn new(ply: usize, decision: &Decision) -> Option<FaultView> {
        let verdict = decision.verdict?;
        Some(FaultView {
            ply,
            player: decision.player.seat(),
            action: decision.text.clone(),
            verdict: verdict.name().to_owned(),
            sign: verdict.sign().to_owned(),
            loss: decision.loss,
            better: decision.better.as_ref().map_or(Vec::new(), |better| texts(&better.before, &better.line)),
        })
    }
}

impl PlayView {
    fn new(play: &Play) -> PlayView {
        let count = |wanted: Verdict| {
            let index = Verdict::ALL.iter().position(|&verdict| verdict == wanted);
            index.map_or(0, |index| play.verdicts[index])
        };
        PlayView {
            player: play.player.seat(),
            decisions: play.decisions,
            accuracy: play.accuracy,
            inaccuracies: count(Verdict::Inaccuracy),
            mistakes: count(Verdict::Mistake),
            blunders: count(Verdict::Blunder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_waits_for_a_review_that_nobody_reads() {
        let places = Arc::new(Semaphore::new(1));
        let (lines, heard) = mpsc::channel(1);
        let place = place_while_heard(places.clone(), &lines).await.expect("a place");
        let waiting = tokio::spawn({
            let places = places.clone();
            async move { place_while_heard(places, &lines).await.is_some() }
        });
        drop(heard);
        assert!(!waiting.await.expect("an answer"), "the place is still taken");
        drop(place);
        assert_eq!(places.available_permits(), 1);
    }
}
