//! Available games, and the geometry of boards.

use api::{BoardView, Catalogue, ErrorView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ringrift::BoardKind;
use table::view::{self, board_view};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::middleware::Path;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(catalogue)).routes(routes!(board))
}

/// List boards, editions, bots, maps and agents
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    Json(view::catalogue(app.hub.rosters(), app.hub.agents().names(false)))
}

/// Get the geometry of a board
#[utoipa::path(get, path = "/api/boards/{name}", params(("name" = String, Path)), responses((status = 200, body = BoardView), (status = 404, body = ErrorView)))]
async fn board(Path(name): Path<String>) -> Result<Response, ApiError> {
    let board: BoardKind = name.parse().map_err(|error| ApiError::not_found(format!("{error}")))?;
    let mut response = Json(board_view(board)).into_response();
    // The geometry only changes with a new version of the server.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}
