//! Commands, legal actions, previews and explanations.

use std::sync::Arc;

use api::{
    ClientMessage, ErrorView, GameId, GuestId, LegalView, PreviewBody, PreviewView, Receipt, Rejection, WhyBody,
    WhyView,
};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use table::view::legal_view;
use table::{PlayerRequest, study};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Caller, Path, Scope};
use crate::hub::{Hub, HubError, RoomHandle, RoomSnapshot};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(command)).routes(routes!(legal)).routes(routes!(preview)).routes(routes!(why))
}

/// Executes a guest's command. If the command is based on an outdated state, the rejection contains the current one.
pub(super) async fn execute(
    hub: &Hub,
    room: &RoomHandle,
    guest: &GuestId,
    lag: u64,
    message: ClientMessage,
) -> Result<Receipt, HubError> {
    let Some(request) = PlayerRequest::from_message(message, GameId::random()) else {
        let (seq, hash) = room.snapshot().visible_seq(Some(guest), hub.now());
        return Ok(Receipt { seq, hash, client: None, line_options: Vec::new() });
    };
    match room.player_command(guest.clone(), lag, request).await {
        Err(HubError::Rejected(mut rejection)) if rejection.code == "stale" => {
            let snapshot = room.snapshot();
            let (seats, now) = (snapshot.seats_of(Some(guest)), hub.now());
            rejection.now = Some(Box::new(hub.compute(move || snapshot.view_for(&seats, now)).await?));
            Err(HubError::Rejected(rejection))
        }
        other => other,
    }
}

/// Act, undo, request a takeback, resign, abort or ask for a rematch: the same messages as over the socket
#[utoipa::path(post, path = "/api/games/{id}/commands", params(("id" = String, Path)), request_body = ClientMessage,
    responses((status = 200, body = Receipt, description = "executed and stored"), (status = 409, body = Rejection), (status = 422, body = Rejection), (status = 403, body = ErrorView)))]
async fn command(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(message): Body<ClientMessage>,
) -> Result<Json<Receipt>, ApiError> {
    let guest = &caller.guest(Scope::Play)?.id;
    let room = room(&app, &caller, Scope::Play, &id).await?;
    Ok(Json(execute(&app.hub, &room, guest, 0, message).await?))
}

/// List the legal actions of the player to move
#[utoipa::path(get, path = "/api/games/{id}/legal", params(("id" = String, Path)), responses((status = 200, body = LegalView), (status = 404, body = ErrorView)))]
async fn legal(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    let snapshot = current_snapshot(&app, &caller, &id).await?;
    app.tables.respond(move || Ok::<_, ApiError>(legal_view(snapshot.table.game()))).await
}

/// Returns the current state of a room; rejects spectators of delayed games.
async fn current_snapshot(app: &App, caller: &Caller, id: &GameId) -> Result<Arc<RoomSnapshot>, ApiError> {
    let snapshot = room(app, caller, Scope::Read, id).await?.snapshot();
    let is_delayed = snapshot.table.setup().spectator_delay > 0;
    if is_delayed && snapshot.seats_of(caller.guest_id(Scope::Read)).is_empty() {
        let message = "spectators see this game with a delay and cannot ask about its current state";
        return Err(ApiError::forbidden("delayed", message));
    }
    Ok(snapshot)
}

/// Preview the effect of an action; for ASG only the odds, never the random outcome
#[utoipa::path(post, path = "/api/games/{id}/preview", params(("id" = String, Path)), request_body = PreviewBody, responses((status = 200, body = PreviewView), (status = 422, body = Rejection)))]
async fn preview(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(PreviewBody { action }): Body<PreviewBody>,
) -> Result<Response, ApiError> {
    let snapshot = current_snapshot(&app, &caller, &id).await?;
    app.tables.respond(move || study::preview_of(&snapshot.table, &action)).await
}

/// Explain why an action is illegal or a cell cannot be selected now: rule, reason and cells
#[utoipa::path(post, path = "/api/games/{id}/why", params(("id" = String, Path)), request_body = WhyBody, responses((status = 200, body = WhyView), (status = 400, body = ErrorView), (status = 422, body = ErrorView)))]
async fn why(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(body): Body<WhyBody>,
) -> Result<Response, ApiError> {
    let snapshot = current_snapshot(&app, &caller, &id).await?;
    let explain = move || study::why_of(snapshot.table.game(), &body);
    app.tables.respond(explain).await
}
