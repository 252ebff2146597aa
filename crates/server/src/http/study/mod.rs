//! RingRift positions outside of games: the client keeps them, and the server lists their legal actions and plays actions.
//! Also lessons, puzzles, the analysis of positions and the review of games.
//!
//! Nothing is stored, so most of these requests need no sign-in. Analyses and reviews need it, because the server limits
//! their number for each guest.

mod analysis;
mod analysis_queue;
mod guard;
mod lessons;
mod puzzles;
mod review;

use api::{
    CheckedView, ErrorView, LineView, PlayedLine, ReadBody, RecordView, Rejection, SetupBody, StudyBody, StudyPreview,
    StudyView, StudyWhyBody, TryBody, WhyView,
};
use axum::extract::State;
use axum::response::Response;
use table::study;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) use analysis_queue::AnalysisQueue;

use super::App;
use super::error::ApiError;
use super::middleware::Body;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(study))
        .routes(routes!(act))
        .routes(routes!(preview))
        .routes(routes!(why))
        .routes(routes!(read))
        .routes(routes!(record))
        .routes(routes!(line))
        .routes(routes!(check))
        .merge(lessons::routes())
        .merge(puzzles::routes())
        .merge(analysis::routes())
        .merge(review::routes())
}

/// Get a RingRift position and its legal actions
#[utoipa::path(post, path = "/api/study", request_body = StudyBody, responses((status = 200, body = StudyView), (status = 422, body = ErrorView)))]
async fn study(State(app): State<App>, Body(body): Body<StudyBody>) -> Result<Response, ApiError> {
    app.studies.respond(move || study::open(body)).await
}

/// Play an action in a position
#[utoipa::path(post, path = "/api/study/act", request_body = TryBody, responses((status = 200, body = StudyView), (status = 422, body = Rejection)))]
async fn act(State(app): State<App>, Body(body): Body<TryBody>) -> Result<Response, ApiError> {
    app.studies.respond(move || study::act(body)).await
}

/// Preview the effect of an action in a position
#[utoipa::path(post, path = "/api/study/preview", request_body = TryBody, responses((status = 200, body = StudyPreview), (status = 422, body = Rejection)))]
async fn preview(State(app): State<App>, Body(body): Body<TryBody>) -> Result<Response, ApiError> {
    app.studies.respond(move || study::preview(body)).await
}

/// Explain why an action is illegal or a cell cannot be selected in a position: rule, reason and cells
#[utoipa::path(post, path = "/api/study/why", request_body = StudyWhyBody, responses((status = 200, body = WhyView), (status = 400, body = ErrorView)))]
async fn why(State(app): State<App>, Body(body): Body<StudyWhyBody>) -> Result<Response, ApiError> {
    app.studies.respond(move || study::why(body)).await
}

/// Read a position, or a RingRift record as text or JSON
#[utoipa::path(post, path = "/api/study/read", request_body = ReadBody, responses((status = 200, body = LineView), (status = 422, body = ErrorView)))]
async fn read(State(app): State<App>, Body(body): Body<ReadBody>) -> Result<Response, ApiError> {
    app.replays.respond(move || study::read(&body)).await
}

/// Write a line of play as a record
#[utoipa::path(post, path = "/api/study/record", request_body = LineView, responses((status = 200, body = RecordView), (status = 422, body = ErrorView)))]
async fn record(State(app): State<App>, Body(body): Body<LineView>) -> Result<Response, ApiError> {
    app.replays.respond(move || study::record(body)).await
}

/// Get the positions of a line of play
#[utoipa::path(post, path = "/api/study/line", request_body = LineView, responses((status = 200, body = PlayedLine), (status = 422, body = ErrorView)))]
async fn line(State(app): State<App>, Body(body): Body<LineView>) -> Result<Response, ApiError> {
    app.replays.respond(move || study::line(body)).await
}

/// Check whether pieces on a board are a valid position, and list all problems if not
#[utoipa::path(post, path = "/api/study/check", request_body = SetupBody, responses((status = 200, body = CheckedView)))]
async fn check(State(app): State<App>, Body(body): Body<SetupBody>) -> Result<Response, ApiError> {
    app.studies.respond(move || Ok::<_, ApiError>(study::check(&body))).await
}
