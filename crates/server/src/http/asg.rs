//! ASG maps and replays.

use api::{ErrorView, GameId, MapView, ReplayBody, ReplayView};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use table::AnyGame;
use table::records::MAX_RECORD_BYTES;
use table::study::asg_replay::recompute;
use table::view::map_view;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::games::room;
use super::middleware::{Body, Caller, Path, Scope};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(map))
        .merge(OpenApiRouter::new().routes(routes!(replay)).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)))
}

/// Get the map of an ASG game
#[utoipa::path(get, path = "/api/games/{id}/map", params(("id" = String, Path)), responses((status = 200, body = MapView), (status = 404, body = ErrorView)))]
async fn map(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Json<MapView>, ApiError> {
    let snapshot = room(&app, &caller, Scope::Read, &id).await?.snapshot();
    match snapshot.table.game() {
        AnyGame::Asg(game) => Ok(Json(map_view(game.scenario(), game.rules().name()))),
        AnyGame::RingRift(_) => Err(ApiError::not_found("RingRift games have a board, not a map")),
    }
}

/// Recompute an ASG replay: returns every state and event, and the first difference from the file
#[utoipa::path(post, path = "/api/asg/replay", request_body = ReplayBody, responses((status = 200, body = ReplayView), (status = 422, body = ErrorView)))]
async fn replay(State(app): State<App>, Body(body): Body<ReplayBody>) -> Result<Response, ApiError> {
    app.replays.respond(move || recompute(&body)).await
}
