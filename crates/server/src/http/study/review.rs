//! Review of a whole game: win probabilities, turning points and better actions.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use ai::Limits;
use ai::review::{Play, Review, ReviewedDecision, Severity, TurningPoint, turning_points};
use api::{ErrorView, FaultView, GameId, PlayerReview, ReviewLine, ReviewView, TurningPointView};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use ringrift::{ByPlayer, Player};
use ringrift_record::Record;
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::analysis::line_texts;
use super::guard::reject_running_contest;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::games::{ringrift_record, room};
use crate::http::middleware::{Caller, Path, Scope, check_network};
use crate::hub::RoomSnapshot;
use crate::table::{AnyGame, Table};

/// Search nodes for each decision.
const NODES: u64 = 1_000;

/// Simulations for each decision on a board with a network.
const SIMULATIONS: u64 = 32;

/// Time limit of each decision.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Largest number of actions of a game that is reviewed.
const MAX_ACTIONS: usize = 2_000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(review))
}

/// Review a RingRift game: a stream of `ReviewLine`s with progress, then the result; rejected while people play the game
#[utoipa::path(get, path = "/api/games/{id}/review", params(("id" = String, Path)),
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"), (status = 403, body = ErrorView), (status = 422, body = ErrorView)))]
async fn review(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    check_network(&app, caller.address)?;
    let guest = caller.guest(Scope::Analyse)?.id.clone();
    let snapshot = room(&app, &caller, Scope::Analyse, &id).await?.snapshot();
    let (delayed, guest_id, now) = (snapshot.clone(), guest.clone(), app.hub.now());
    let table = app.replays.run(move || Ok(delayed.table_for(Some(&guest_id), now))).await?;
    reject_running_contest(&snapshot, &table)?;
    let unsupported = |message: String| ApiError::unprocessable("no_review", message);
    if let AnyGame::Asg(_) = table.game() {
        return Err(unsupported("only RingRift games can be reviewed".to_owned()));
    }
    if table.moves().len() > MAX_ACTIONS {
        return Err(unsupported(format!("games of more than {MAX_ACTIONS} actions cannot be reviewed")));
    }
    // Enqueue before replaying the game, so that a rejected request causes no work.
    let entry = app.reviews.enqueue(&guest)?;
    let (record, hashes) = app.replays.run(move || replay(&snapshot, &table)).await?;
    let guarded = app.hub.store().guarded_among(&hashes).await?;
    let hidden: Vec<bool> = hashes.iter().map(|hash| guarded.contains(hash)).collect();
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

/// Waits for a slot; returns `None` if the client disconnects first.
async fn slot_while_connected(running: Arc<Semaphore>, lines: &Sender<Bytes>) -> Option<OwnedSemaphorePermit> {
    tokio::select! {
        slot = running.acquire_owned() => slot.ok(),
        () = lines.closed() => None,
    }
}

/// Returns the record of a game and the hashes of all its positions.
fn replay(snapshot: &RoomSnapshot, table: &Table) -> Result<(Record, Vec<u64>), ApiError> {
    let record = ringrift_record(snapshot, table)?;
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
    let limits = Limits {
        nodes: Some(NODES),
        simulations: Some(SIMULATIONS),
        time: Some(TIME_LIMIT),
        threads: NonZeroUsize::MIN,
    };
    if let Some(review) = Review::of(record, limits, &|| lines.is_closed(), &progress) {
        let _ = lines.blocking_send(line(&ReviewLine::Review(review_view(&review, hidden))));
    }
}

fn line(line: &ReviewLine) -> Bytes {
    Bytes::from(serde_json::to_string(line).expect("a review line serializes to JSON") + "\n")
}

/// Returns a review without the evaluation of hidden positions, which occur in running games between people.
fn review_view(review: &Review, hidden: &[bool]) -> ReviewView {
    let players = review.record.rules().players;
    let rounded = |chance: &f64| ai::review::rounded(*chance);
    let hidden = hidden_chances(review, hidden);
    let is_open = |ply: usize| !hidden.get(ply).copied().unwrap_or(false);
    // The loss of a decision compares the chances before and after it.
    let is_judged = |number: usize| is_open(number) && is_open(number + 1);
    let faults = review.decisions.iter().enumerate().filter(|&(number, _)| is_judged(number));
    let chances = |(ply, chances): (usize, &ByPlayer<f64>)| {
        is_open(ply).then(|| chances.of(players).iter().map(rounded).collect())
    };
    // A turning point also tells who is the favourite in all later positions.
    let open_plies = (0..review.curve.len()).take_while(|&ply| is_open(ply)).count();
    ReviewView {
        chances: review.curve.iter().enumerate().map(chances).collect(),
        turning_points: turning_points(&review.curve[..open_plies], players).iter().map(turning_point_view).collect(),
        faults: faults.filter_map(|(number, decision)| fault_view(number + 1, decision)).collect(),
        players: review.plays_among(is_judged).iter().map(player_review).collect(),
    }
}

/// Returns for each ply whether its chances are hidden: those of hidden positions, and those before a forced action that leads to
/// one, because the chances before a forced action are the chances after it.
fn hidden_chances(review: &Review, hidden: &[bool]) -> Vec<bool> {
    let mut hidden: Vec<bool> = (0..review.curve.len()).map(|ply| hidden.get(ply).copied().unwrap_or(false)).collect();
    for (ply, decision) in review.decisions.iter().enumerate().rev() {
        hidden[ply] |= decision.is_forced && hidden[ply + 1];
    }
    hidden
}

fn turning_point_view(point: &TurningPoint) -> TurningPointView {
    TurningPointView { ply: point.ply, from: point.from.map(Player::seat), to: point.to.seat() }
}

fn fault_view(ply: usize, decision: &ReviewedDecision) -> Option<FaultView> {
    let severity = decision.severity?;
    Some(FaultView {
        ply,
        player: decision.player.seat(),
        action: decision.text.clone(),
        verdict: severity.name().to_owned(),
        sign: severity.sign().to_owned(),
        loss: decision.loss,
        better: decision.better.as_ref().map_or(Vec::new(), |better| line_texts(&better.before, &better.line)),
    })
}

fn player_review(play: &Play) -> PlayerReview {
    let count = |wanted: Severity| {
        let index = Severity::ALL.iter().position(|&severity| severity == wanted);
        index.map_or(0, |index| play.severity_counts[index])
    };
    PlayerReview {
        player: play.player.seat(),
        decisions: play.decisions,
        accuracy: play.accuracy,
        inaccuracies: count(Severity::Inaccuracy),
        mistakes: count(Severity::Mistake),
        blunders: count(Severity::Blunder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a review of five plies in which player 1 becomes the favourite after ply 2 and player 2 after ply 4. The action of
    /// ply 3 is forced.
    fn review() -> Review {
        let text = "[Board \"square8\"]\n\n1. P d4*2; M d4-d6 2. P a1; M a1-a2 3. P h1";
        let record = Record::parse(text).expect("the record is valid");
        let curve: Vec<ByPlayer<f64>> =
            [0.5, 0.5, 0.9, 0.2, 0.2, 0.1].map(|chance| ByPlayer([chance, 1.0 - chance, 0.0, 0.0])).to_vec();
        let decision = |number: usize| ReviewedDecision {
            turn: 1,
            player: if number == 2 || number == 3 { Player::Two } else { Player::One },
            text: "P a1".to_owned(),
            is_forced: number == 3,
            loss: 0.3,
            severity: Some(Severity::Blunder),
            better: None,
        };
        let turning_points = turning_points(&curve, 2);
        Review { record, curve, decisions: (0..5).map(decision).collect(), turning_points, nodes: 0 }
    }

    #[test]
    fn nothing_in_a_review_reveals_the_evaluation_of_hidden_positions() {
        let review = review();
        let shown = |hidden: [bool; 6]| {
            let view = review_view(&review, &hidden);
            let open: Vec<bool> = view.chances.iter().map(Option::is_some).collect();
            let plies = |points: &[TurningPointView]| points.iter().map(|point| point.ply).collect::<Vec<_>>();
            let faults: Vec<usize> = view.faults.iter().map(|fault| fault.ply).collect();
            let decisions: Vec<usize> = view.players.iter().map(|player| player.decisions).collect();
            (open, plies(&view.turning_points), faults, decisions)
        };
        let (open, points, faults, decisions) = shown([false; 6]);
        assert_eq!(open, [true; 6]);
        assert_eq!(points, [2, 3]);
        assert_eq!(faults, [1, 2, 3, 4, 5]);
        assert_eq!(decisions, [3, 1]);
        // The chances before the forced action 4 are those after it.
        let (open, points, faults, decisions) = shown([false, false, false, false, true, false]);
        assert_eq!(open, [true, true, true, false, false, true]);
        assert_eq!(points, [2], "the favourite after a hidden position is hidden as well");
        assert_eq!(faults, [1, 2]);
        assert_eq!(decisions, [2, 0]);
    }

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
