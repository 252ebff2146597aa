//! Playing: commands, and questions about what could be done.

use arena::Game as _;
use axum::Json;
use axum::extract::State;
use ringrift::{Cell, Position, ReadActionError, ResolveActionError};
use ringrift_words::pointing::{obstacle, pointed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Caller, Path, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use crate::hub::{HubError, RoomHandle, Scene, Speaker, command_of};
use crate::id::{GameId, GuestId};
use crate::table::{AnyGame, Happened, Refused};
use crate::wire::{AsgPreview, ClientMessage, EventView, LegalView, Receipt, RefusalView, StateView};

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
        let table = &room.scene().table;
        return Ok(Receipt { seq: table.seq(), hash: table.hash(), client: None });
    };
    let speaker = Speaker::Guest { guest: guest.clone(), seat, lag };
    match room.command(speaker, command, client.clone()).await {
        Err(HubError::Refused(mut view)) if view.code == "stale" => {
            let scene = room.scene();
            let seats = scene.seats_of(Some(guest));
            view.now = Some(Box::new(scene.snapshot(&seats, now)));
            Err(HubError::Refused(view))
        }
        other => other,
    }
}

/// Act, undo, ask for a takeback, resign, call off, play again: the same messages as those of the socket
#[utoipa::path(post, path = "/api/games/{id}/commands", params(("id" = String, Path)), request_body = ClientMessage,
    responses((status = 200, body = Receipt, description = "it is done and safe"), (status = 409, body = RefusalView), (status = 422, body = RefusalView), (status = 403, body = ErrorView)))]
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
async fn legal(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Json<LegalView>, ApiError> {
    let scene = visible(&app, &caller, &id).await?;
    Ok(Json(LegalView::new(scene.table.game())))
}

/// A room that a caller sees without delay.
async fn visible(app: &App, caller: &Caller, id: &GameId) -> Result<std::sync::Arc<Scene>, ApiError> {
    let scene = room(app, id).await?.scene();
    let is_late = scene.table.setup().spectator_delay > 0;
    if is_late && scene.seats_of(caller.guest_id(Scope::Read)).is_empty() {
        return Err(ApiError::forbidden("delayed", "spectators see this game later, and cannot ask about it now"));
    }
    Ok(scene)
}

/// An action to look at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody {
    /// The notation of RingRift, or the list of orders of ASG.
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
#[utoipa::path(post, path = "/api/games/{id}/preview", params(("id" = String, Path)), request_body = PreviewBody, responses((status = 200, body = PreviewView), (status = 422, body = RefusalView)))]
async fn preview(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(PreviewBody { action }): Body<PreviewBody>,
) -> Result<Json<PreviewView>, ApiError> {
    let scene = visible(&app, &caller, &id).await?;
    match scene.table.game() {
        AnyGame::Asg(game) => {
            let Value::Array(orders) = &action else {
                return Err(ApiError::bad("bad_shape", "a ply is a list of orders"));
            };
            Ok(Json(PreviewView::Asg(AsgPreview::new(game, orders))))
        }
        game @ AnyGame::RingRift(_) => {
            let read = game.read(&action).map_err(|bad| refusal(&scene, &bad.refusals))?;
            let mut after = game.clone();
            let happened = after.play(&read).map_err(|rejection| ApiError::bad("illegal", rejection.to_string()))?;
            let Happened::RingRift(events) = happened else {
                return Err(ApiError::bad("illegal", "this is an action of another game"));
            };
            let events = EventView::list(&events, &after);
            Ok(Json(PreviewView::RingRift { events, state: Box::new(StateView::new(&after)) }))
        }
    }
}

fn refusal(scene: &Scene, refusals: &[arena::Refusal]) -> ApiError {
    let refused = Refused { rejection: Refused::first_of(refusals), refusals: Vec::new() };
    ApiError::Refused(Box::new(RefusalView::new(refused, &scene.table, None)))
}

/// Something that cannot be done: an action, or pointing at a cell.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WhyBody {
    /// An action.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub action: Value,
    /// Or a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The cells that were picked before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<String>,
}

/// Why something cannot be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WhyView {
    /// Whether it can be done after all.
    pub possible: bool,
    /// The rule against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason, in words.
    pub reason: String,
    /// The cells that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
}

/// Why an action or a cell is not possible now: rule, reason, cells
#[utoipa::path(post, path = "/api/games/{id}/why", params(("id" = String, Path)), request_body = WhyBody, responses((status = 200, body = WhyView), (status = 400, body = ErrorView)))]
async fn why(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(body): Body<WhyBody>,
) -> Result<Json<WhyView>, ApiError> {
    let scene = visible(&app, &caller, &id).await?;
    let view = match (scene.table.game(), &body.cell) {
        (AnyGame::RingRift(game), Some(cell)) => why_cell(game.position(), &body.picked, cell)?,
        (AnyGame::Asg(_), Some(_)) => return Err(ApiError::bad("no_cells", "ask about the orders of ASG, not a cell")),
        (_, None) if body.action.is_null() => {
            return Err(ApiError::bad("nothing_asked", "ask about an \"action\", or about a \"cell\""));
        }
        (AnyGame::RingRift(game), None) => match body.action.as_str() {
            Some(text) => why_action(game.position(), text),
            None => return Err(ApiError::bad("bad_shape", "an action of RingRift is a text")),
        },
        (AnyGame::Asg(game), None) => {
            let orders = asg::Submitted::read_list(body.action.as_array().map_or(&[], Vec::as_slice), game.scenario());
            match game.check(&orders) {
                Ok(()) => possible(),
                Err(rejection) => WhyView { possible: false, rule: None, reason: rejection.message, cells: Vec::new() },
            }
        }
    };
    Ok(Json(view))
}

fn possible() -> WhyView {
    WhyView { possible: true, rule: None, reason: "it is possible".to_owned(), cells: Vec::new() }
}

fn why_action(position: &Position, text: &str) -> WhyView {
    let plain = |reason: String| WhyView { possible: false, rule: None, reason, cells: Vec::new() };
    match position.read_action(text) {
        Ok(_) => possible(),
        Err(ReadActionError::Resolve(ResolveActionError::Illegal { why, .. })) => because(position, &why),
        Err(error) => plain(error.to_string()),
    }
}

fn because(position: &Position, why: &ringrift::IllegalAction) -> WhyView {
    let board = position.rules().board;
    WhyView {
        possible: false,
        rule: Some(why.rule.to_string()),
        reason: why.reason.clone(),
        cells: why.cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect(),
    }
}

/// The most cells that are picked for one action.
const MOST_PICKED: usize = 3;

fn why_cell(position: &Position, picked: &[String], cell: &str) -> Result<WhyView, ApiError> {
    let read = |text: &str| -> Result<Cell, ApiError> {
        position.rules().board.parse_cell(text).map_err(|error| ApiError::bad("bad_cell", error.to_string()))
    };
    if picked.len() > MOST_PICKED {
        return Err(ApiError::bad("bad_cell", format!("at most {MOST_PICKED} cells are picked")));
    }
    let picked = picked.iter().map(|text| read(text)).collect::<Result<Vec<Cell>, ApiError>>()?;
    let target = read(cell)?;
    let is_meant = |action: &ringrift::Action| {
        let pointed = pointed(position, *action);
        let is_next = pointed.picks.get(picked.len()).or(pointed.picks.last()) == Some(&target);
        pointed.picks.starts_with(&picked) && is_next || picked.is_empty() && pointed.others.contains(&target)
    };
    // Where only one stack may act, its target is enough.
    let is_first = |action: &ringrift::Action| picked.is_empty() && pointed(position, *action).picks.contains(&target);
    if position.legal_actions().iter().any(|action| is_meant(action) || is_first(action)) {
        return Ok(possible());
    }
    let none = || WhyView {
        possible: false,
        rule: None,
        reason: "nothing that can be done now has to do with this cell".to_owned(),
        cells: vec![cell.to_owned()],
    };
    Ok(obstacle(position, &picked, target).map_or_else(none, |why| because(position, &why)))
}
