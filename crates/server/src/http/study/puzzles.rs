//! Puzzles.

use api::{ErrorView, PuzzleBody, PuzzleView};
use axum::extract::State;
use axum::response::Response;
use table::study;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::guard::reject_guarded;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::Body;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(attempt))
}

/// Check an attempt at a puzzle of the page
#[utoipa::path(post, path = "/api/puzzles", request_body = PuzzleBody,
    responses((status = 200, body = PuzzleView), (status = 404, body = ErrorView), (status = 422, body = ErrorView)))]
async fn attempt(State(app): State<App>, Body(body): Body<PuzzleBody>) -> Result<Response, ApiError> {
    // Other positions would be analysed.
    let is_known = |puzzle: &study::Puzzle| puzzle.position == body.position && puzzle.goal.to_string() == body.goal;
    if !study::puzzles().iter().any(is_known) {
        return Err(ApiError::not_found("unknown puzzle"));
    }
    reject_guarded(&app, &study::parse_position(&body.position)?).await?;
    app.replays.respond(move || study::check_puzzle(&body)).await
}
