//! Analysis of positions: win probabilities, best lines and threats. Running games between people are excluded.

use std::time::{Duration, Instant};

use api::{AnalyseBody, AnalysisCheckBody, AnalysisCheckView, AnalysisView, ErrorView, GuestId, Moment};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::Cancellation;
use ringrift::Position;
use table::{AnyGame, study};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::guard::{reject_guarded, reject_running_contest};
use super::review::ReviewedGame;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::games::room;
use crate::http::middleware::{Body, Caller, Scope};
use crate::hub::RoomSnapshot;

/// Time limit of one analysis, including threats.
const TIME_LIMIT: Duration = Duration::from_secs(10);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analyse)).routes(routes!(check))
}

/// Rejects the request if the operator has turned off analyses by the server.
pub(super) fn require_analysis(app: &App) -> Result<(), ApiError> {
    if app.config.analysis {
        return Ok(());
    }
    let message = "analysis is turned off on this server; the page analyses in the browser, and \"ringside analyse\" on your computer";
    Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, "analysis_off", message))
}

/// Analyse a position: win probabilities, best lines and threats; rejected for positions of running games between people
#[utoipa::path(post, path = "/api/analyse", request_body = AnalyseBody, responses((status = 200, body = AnalysisView), (status = 403, body = ErrorView), (status = 422, body = ErrorView), (status = 501, body = ErrorView)))]
async fn analyse(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<AnalyseBody>,
) -> Result<Json<AnalysisView>, ApiError> {
    let guest = caller.guest(Scope::Analyse)?.id.clone();
    require_analysis(&app)?;
    let position = requested_position(&app, &body, &caller).await?;
    reject_guarded(&app, &position).await?;
    let entry = app.analyses.enqueue(&guest)?;
    let slot = app.analyses.running.clone().acquire_owned().await.map_err(|_| ApiError::closing())?;
    let cancel = CancelOnDrop(Cancellation::new());
    let cancellation = cancel.0.clone();
    let job = tokio::task::spawn_blocking(move || {
        let (_slot, _entry) = (slot, entry);
        let deadline = Instant::now() + TIME_LIMIT;
        let stopped = || cancellation.is_cancelled() || Instant::now() >= deadline;
        study::analyse(&position, &body, &stopped)
    });
    Ok(Json(job.await.map_err(|_| ApiError::closing())?))
}

/// Check whether a position or a game may be analysed now; clients that analyse on their own ask this first
#[utoipa::path(post, path = "/api/analyse/check", request_body = AnalysisCheckBody, responses((status = 200, body = AnalysisCheckView), (status = 403, body = ErrorView), (status = 422, body = ErrorView)))]
async fn check(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<AnalysisCheckBody>,
) -> Result<Json<AnalysisCheckView>, ApiError> {
    caller.guest(Scope::Analyse)?;
    if let AnalysisCheckBody { position: None, game: Some(id) } = &body {
        let game = ReviewedGame::find(&app, &caller, id).await?;
        let (_, hidden) = game.replay(&app).await?;
        let plies = hidden.iter().enumerate().filter(|(_, is_hidden)| **is_hidden).map(|(ply, _)| ply);
        return Ok(Json(AnalysisCheckView { hidden: plies.collect() }));
    }
    let AnalysisCheckBody { position, game } = body;
    let body = AnalyseBody { position, game, ..AnalyseBody::default() };
    reject_guarded(&app, &requested_position(&app, &body, &caller).await?).await?;
    Ok(Json(AnalysisCheckView { hidden: Vec::new() }))
}

/// Cancels the search when the client disconnects.
struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Returns the position given as text, or that of a game after a number of actions.
async fn requested_position(app: &App, body: &AnalyseBody, caller: &Caller) -> Result<Position, ApiError> {
    match (&body.position, &body.game) {
        (Some(text), None) if body.ply.is_none() => {
            Position::parse(text).map_err(|error| ApiError::problems("bad_position", vec![error.to_string()]))
        }
        (None, Some(id)) => {
            let guest = &caller.guest(Scope::Analyse)?.id;
            let snapshot = room(app, caller, Scope::Analyse, id).await?.snapshot();
            let (guest, now, wanted) = (guest.clone(), app.hub.now(), body.ply);
            app.replays.run(move || position_after(&snapshot, &guest, now, wanted)).await
        }
        _ => {
            let message = "give either a \"position\", or a \"game\" and optionally its \"ply\"";
            Err(ApiError::bad_request("bad_question", message))
        }
    }
}

/// Returns the position of a game after `ply` actions; the last one by default.
fn position_after(
    snapshot: &RoomSnapshot,
    guest: &GuestId,
    now: Moment,
    ply: Option<usize>,
) -> Result<Position, ApiError> {
    let table = snapshot.table_for(Some(guest), now);
    let total = table.moves().len();
    let ply = ply.unwrap_or(total);
    if ply > total {
        return Err(ApiError::no_such_ply(ply, total));
    }
    reject_running_contest(snapshot, &table)?;
    match table.game_after(ply).map_err(|problem| ApiError::bad_request("illegal", problem.to_string()))? {
        AnyGame::RingRift(game) => Ok(game.position().clone()),
        AnyGame::Asg(_) => Err(ApiError::bad_request("no_analysis", "only RingRift positions can be analysed")),
    }
}
