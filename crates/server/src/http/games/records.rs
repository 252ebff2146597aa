//! Records and replays: download, and import as analysis boards.

use api::{ClockRules, ErrorView, GameId, ImportBody, ImportedView, Purpose, RecordQuery, Visibility};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::TableSetup;
use table::records::{MAX_RECORD_BYTES, RecordedTable, read_record};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{check_quota, room};
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Caller, Path, Query, Scope};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .merge(OpenApiRouter::new().routes(routes!(import)).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)))
}

/// Get the record of a RingRift game, or the replay of a finished ASG game
#[utoipa::path(get, path = "/api/games/{id}/record", params(("id" = String, Path), RecordQuery),
    responses((status = 200, description = "the record"), (status = 409, body = ErrorView, description = "the replay contains the seed and is available after the end")))]
async fn record(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, ApiError> {
    let snapshot = room(&app, &caller, Scope::Read, &id).await?.snapshot();
    let (guest, now) = (caller.guest_id(Scope::Read).cloned(), app.hub.now());
    let write = move || {
        let table = snapshot.table_for(guest.as_ref(), now);
        RecordedTable { id: &snapshot.id, table: &table, names: &snapshot.names }.text(&query).map_err(ApiError::from)
    };
    let (kind, text) = app.replays.run(write).await?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// Create an analysis board from a record or a replay, at its last position; every action can be undone
#[utoipa::path(post, path = "/api/import", request_body = ImportBody, responses((status = 201, body = ImportedView), (status = 422, body = ErrorView)))]
async fn import(
    State(app): State<App>,
    caller: Caller,
    Body(ImportBody { record }): Body<ImportBody>,
) -> Result<(StatusCode, Json<ImportedView>), ApiError> {
    let guest = caller.guest(Scope::Create)?;
    app.limiters.check_creation(caller.address)?;
    check_quota(&app, guest).await?;
    let invalid = |problem| ApiError::problems("bad_record", vec![problem]);
    let (game, actions) = app.replays.run(move || read_record(&record).map_err(invalid)).await?;
    let setup = TableSetup {
        game,
        clock: ClockRules::None,
        purpose: Purpose::Analysis,
        visibility: Visibility::Private,
        spectator_delay: 0,
    };
    let count = actions.len();
    let id = app.hub.import(&guest.id, setup, actions).await?;
    Ok((StatusCode::CREATED, Json(ImportedView { id, actions: count })))
}
