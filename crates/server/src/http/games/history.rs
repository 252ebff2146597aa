//! History of a game: the state and events after each action.

use api::{ErrorView, GameId, PliesQuery, PliesView, PlyView};
use axum::extract::State;
use axum::response::Response;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Caller, Path, Query, Scope};
use crate::table::{Stage, Table};
use crate::view::{events_json, state_view};

/// Largest number of plies in a response.
const MAX_PLIES: usize = 50;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(plies))
}

/// Get the states and events of a range of plies
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
        return Err(ApiError::no_such_ply(from, total));
    }
    let to = query.to.unwrap_or(total).clamp(from, total).min(from + MAX_PLIES - 1);
    let damaged = || ApiError::damaged("this game is damaged and cannot be replayed");
    let view = move || Ok(PliesView { total, plies: replay(&table, from, to).ok_or_else(damaged)? });
    app.replays.respond(view).await
}

/// Replays the game and returns the plies `from..=to`; `None` if an action cannot be played.
fn replay(table: &Table, from: usize, to: usize) -> Option<Vec<PlyView>> {
    let mut game = table.start().clone();
    let is_over = matches!(table.stage(), Stage::Over(_));
    let mut plies = Vec::new();
    if from == 0 {
        let state = state_view(&game);
        plies.push(PlyView { ply: 0, seat: None, turn: None, action: None, events: Value::Null, state, note: None });
    }
    for (ply, played) in (1..=to).zip(table.moves().iter()) {
        let events = game.replay(&played.action).ok()?;
        if ply >= from {
            plies.push(PlyView {
                ply,
                seat: Some(played.seat),
                turn: Some(played.turn),
                action: Some(played.action.clone()),
                events: events_json(&events, &game),
                state: state_view(&game),
                note: played.note.clone().filter(|_| is_over),
            });
        }
    }
    Some(plies)
}
