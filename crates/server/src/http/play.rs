//! Playing: commands, and questions about what could be done.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Caller, Path, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use super::why::{WhyBody, WhyView, why_not, why_not_orders};
use crate::hub::{HubError, Requester, RoomHandle, RoomSnapshot, command_of};
use crate::id::{GameId, GuestId};
use crate::table::{ActionEvents, AnyGame, CommandRejection};
use crate::wire::{AsgPreview, ClientMessage, EventView, LegalView, Receipt, RejectionView, StateView};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(command)).routes(routes!(legal)).routes(routes!(preview)).routes(routes!(why))
}

/// Carries out a command of a guest. Whoever acts on an old state is told the new one.
pub(super) async fn carry_out(
    room: &RoomHandle,
    guest: &GuestId,
    lag: u64,
    message: ClientMessage,
    now: crate::time::Moment,
) -> Result<Receipt, HubError> {
    let Some((seat, command, client)) = command_of(message, GameId::random()) else {
        let table = &room.snapshot().table;
        return Ok(Receipt { seq: table.seq(), hash: table.hash(), client: None });
    };
    let requester = Requester::Guest { guest: guest.clone(), seat, lag };
    match room.command(requester, command, client.clone()).await {
        Err(HubError::Rejected(mut view)) if view.code == "stale" => {
            let snapshot = room.snapshot();
            let seats = snapshot.seats_of(Some(guest));
            view.now = Some(Box::new(snapshot.view_for(&seats, now)));
            Err(HubError::Rejected(view))
        }
        other => other,
    }
}

/// Act, undo, ask for a takeback, resign, call off, play again: the same messages as those of the socket
#[utoipa::path(post, path = "/api/games/{id}/commands", params(("id" = String, Path)), request_body = ClientMessage,
    responses((status = 200, body = Receipt, description = "it is done and safe"), (status = 409, body = RejectionView), (status = 422, body = RejectionView), (status = 403, body = ErrorView)))]
async fn command(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(message): Body<ClientMessage>,
) -> Result<Json<Receipt>, ApiError> {
    let guest = &caller.guest(Scope::Play)?.id;
    let room = room(&app, &id).await?;
    Ok(Json(carry_out(&room, guest, 0, message, app.hub.now()).await?))
}

/// What whoever is to move can do now
#[utoipa::path(get, path = "/api/games/{id}/legal", params(("id" = String, Path)), responses((status = 200, body = LegalView), (status = 404, body = ErrorView)))]
async fn legal(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    let snapshot = visible(&app, &caller, &id).await?;
    app.tables.work_out(move || Ok(LegalView::new(snapshot.table.game()))).await
}

/// A room that a caller sees without delay.
async fn visible(app: &App, caller: &Caller, id: &GameId) -> Result<std::sync::Arc<RoomSnapshot>, ApiError> {
    let snapshot = room(app, id).await?.snapshot();
    let is_late = snapshot.table.setup().spectator_delay > 0;
    if is_late && snapshot.seats_of(caller.guest_id(Scope::Read)).is_empty() {
        return Err(ApiError::forbidden("delayed", "spectators see this game later, and cannot ask about it now"));
    }
    Ok(snapshot)
}

/// An action to look at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody {
    /// The notation of RingRift, or the list of orders of ASG, where the amount of each of the first hundred may be `all`.
    pub action: Value,
}

/// What an action would do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum PreviewView {
    /// In RingRift.
    RingRift {
        /// What would happen.
        events: Vec<EventView>,
        /// The state afterwards.
        state: Box<StateView>,
    },
    /// In ASG: chances, never the luck itself.
    Asg(AsgPreview),
}

/// What an action would do; in ASG the odds, never what will happen
#[utoipa::path(post, path = "/api/games/{id}/preview", params(("id" = String, Path)), request_body = PreviewBody, responses((status = 200, body = PreviewView), (status = 422, body = RejectionView)))]
async fn preview(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(PreviewBody { action }): Body<PreviewBody>,
) -> Result<Response, ApiError> {
    let snapshot = visible(&app, &caller, &id).await?;
    app.tables.work_out(move || previewed(&snapshot, &action)).await
}

fn previewed(snapshot: &RoomSnapshot, action: &Value) -> Result<PreviewView, ApiError> {
    if let AnyGame::Asg(game) = snapshot.table.game() {
        let Value::Array(orders) = action else {
            return Err(ApiError::bad("bad_shape", "a ply is a list of orders"));
        };
        return Ok(PreviewView::Asg(AsgPreview::new(game, orders)));
    }
    let (events, after) = tried(snapshot.table.game(), action).map_err(|refusals| refusal(snapshot, &refusals))?;
    Ok(PreviewView::RingRift { events, state: Box::new(StateView::new(&after)) })
}

/// What an action of RingRift would do, and the game after it.
///
/// # Errors
/// Says why it cannot be played.
pub(super) fn tried(game: &AnyGame, action: &Value) -> Result<(Vec<EventView>, AnyGame), Vec<arena::Refusal>> {
    let read = game.read(action).map_err(|bad| bad.refusals)?;
    let mut after = game.clone();
    let happened =
        after.play(&read).map_err(|rejection| vec![arena::Refusal { index: 0, action: read.clone(), rejection }])?;
    let events = match &happened {
        ActionEvents::RingRift(events) => EventView::list(events, &after),
        ActionEvents::Asg { .. } => Vec::new(),
    };
    Ok((events, after))
}

fn refusal(snapshot: &RoomSnapshot, refusals: &[arena::Refusal]) -> ApiError {
    let refused = CommandRejection { rejection: CommandRejection::first_of(refusals), refusals: Vec::new() };
    ApiError::Rejected(Box::new(RejectionView::new(refused, &snapshot.table, None)))
}

/// Why an action or a cell is not possible now: rule, reason, cells
#[utoipa::path(post, path = "/api/games/{id}/why", params(("id" = String, Path)), request_body = WhyBody, responses((status = 200, body = WhyView), (status = 400, body = ErrorView)))]
async fn why(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(body): Body<WhyBody>,
) -> Result<Response, ApiError> {
    let snapshot = visible(&app, &caller, &id).await?;
    let answered = move || match snapshot.table.game() {
        AnyGame::RingRift(game) => why_not(game.position(), &body),
        AnyGame::Asg(game) => why_not_orders(game, &body),
    };
    app.tables.work_out(answered).await
}
