//! The past of a game: the state after every action, and what happened in it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Caller, Path, Query, Scope};
use super::error::{ApiError, ErrorView};
use super::games::room;
use crate::id::GameId;
use crate::table::{AgentNote, Stage, Table};
use crate::wire::{StateView, events};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(plies))
}

/// Which plies.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PliesQuery {
    /// The first of them; 0, the start, by default.
    pub from: Option<usize>,
    /// The last of them; at most 50 are told at once.
    pub to: Option<usize>,
}

/// The most plies that are told at once.
const MOST_PLIES: usize = 50;

/// Some plies of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PliesView {
    /// How many actions the game has.
    pub total: usize,
    /// Those that were asked for.
    pub plies: Vec<PlyView>,
}

/// The state after an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlyView {
    /// After how many actions.
    pub ply: usize,
    /// By whom the last one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// In which turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The action: notation, or a list of orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Value>,
    /// What happened: `EventView`s, or the events of ASG.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub events: Value,
    /// The state afterwards.
    pub state: StateView,
    /// What an agent said when it acted; told when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Box<AgentNote>>,
}

/// States of a game after its actions, and what happened
#[utoipa::path(get, path = "/api/games/{id}/plies", params(("id" = String, Path), PliesQuery), responses((status = 200, body = PliesView), (status = 404, body = ErrorView)))]
async fn plies(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Query(query): Query<PliesQuery>,
) -> Result<Response, ApiError> {
    let snapshot = room(&app, &id).await?.snapshot();
    let table = snapshot.table_for(caller.guest_id(Scope::Read), app.hub.now());
    let total = table.moves().len();
    let from = query.from.unwrap_or(0);
    if from > total {
        return Err(ApiError::not_found(format!("the game has {total} actions, and no ply {from}")));
    }
    let to = query.to.unwrap_or(total).clamp(from, total).min(from + MOST_PLIES - 1);
    let broken = || ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", "this game cannot be played again");
    let view = move || Ok(PliesView { total, plies: played(&table, from, to).ok_or_else(broken)? });
    app.replays.work_out(view).await
}

fn played(table: &Table, from: usize, to: usize) -> Option<Vec<PlyView>> {
    let mut game = table.start().clone();
    let is_over = matches!(table.stage(), Stage::Over(_));
    let mut plies = Vec::new();
    if from == 0 {
        let state = StateView::new(&game);
        plies.push(PlyView { ply: 0, seat: None, turn: None, action: None, events: Value::Null, state, note: None });
    }
    for (ply, made) in (1..=to).zip(table.moves()) {
        let happened = game.play(&made.action).ok()?;
        if ply >= from {
            plies.push(PlyView {
                ply,
                seat: Some(made.seat),
                turn: Some(made.turn),
                action: Some(made.action.clone()),
                events: events(&happened, &game),
                state: StateView::new(&game),
                note: made.note.clone().filter(|_| is_over),
            });
        }
    }
    Some(plies)
}
