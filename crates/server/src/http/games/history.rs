//! History of a game: the state and events after each action.

use api::{ErrorView, GameId, PliesQuery, PliesView};
use axum::extract::State;
use axum::response::Response;
use table::view;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Caller, Path, Query, Scope};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(plies))
}

/// Get the states and events of a range of plies: at most 50, and fewer if the response would exceed 2 MiB
#[utoipa::path(get, path = "/api/games/{id}/plies", params(("id" = String, Path), PliesQuery), responses((status = 200, body = PliesView), (status = 404, body = ErrorView)))]
async fn plies(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(query): Query<PliesQuery>,
) -> Result<Response, ApiError> {
    let snapshot = room(&app, &caller, Scope::Read, &id).await?.snapshot();
    let (guest, now) = (caller.guest_id(Scope::Read).cloned(), app.hub.now());
    let shown = move || {
        let table = snapshot.table_for(guest.as_ref(), now);
        view::plies(&table, query.from, query.to)
    };
    app.replays.respond(shown).await
}
