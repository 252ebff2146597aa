//! Games: creation, lists, seats, commands, streams, history and records.

mod commands;
mod history;
mod records;
mod seats;
mod sharing;
mod socket;
mod stream;

use api::{CreatedGame, ErrorView, GameId, GameSummary, ListQuery, Moment, NewGame, Snapshot};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use table::new_game;
use table::view::{Names, seat_view, title_of_rules};
use table::{Occupant, Seat};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) use stream::{KEEP_ALIVE, RECONNECT_DELAY, line_of, lines_response, stopping};

use super::App;
use super::error::ApiError;
use super::middleware::{Body, Caller, Path, Query, Scope};
use crate::hub::{self, RoomHandle};
use crate::store::{self, GameFilter, GuestRow};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show))
        .merge(seats::routes())
        .merge(sharing::routes())
        .merge(commands::routes())
        .merge(history::routes())
        .merge(records::routes())
        .merge(stream::routes())
        .merge(socket::routes())
}

/// List public games or your own, most recently changed first
#[utoipa::path(get, path = "/api/games", params(ListQuery), responses((status = 200, body = Vec<GameSummary>)))]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    if let Some(stage) = query.stage.as_deref().filter(|stage| !["waiting", "running", "over"].contains(stage)) {
        let message = format!("unknown stage {}; stages are waiting, running and over", ringrift::excerpt(stage));
        return Err(ApiError::bad_request("bad_stage", message));
    }
    let bad_last = |_| ApiError::bad_request("bad_last", "last must be the id of a game");
    let last = query.last.as_deref().map(str::parse).transpose().map_err(bad_last)?;
    let guest = if query.mine { Some(caller.guest(Scope::Read)?.id.clone()) } else { None };
    let now = app.hub.now();
    let filter = GameFilter {
        guest,
        stage: query.stage,
        before: query.before.map(Moment),
        last,
        caller: caller.guest_id(Scope::Read).cloned(),
        seen_at: (!query.mine).then_some(now),
        limit: query.most.unwrap_or(20).min(100),
        include_private: false,
    };
    let summaries = app.hub.store().games(&filter).await?;
    let guests = summaries.iter().flat_map(|summary| &summary.occupants).filter_map(|occupant| match occupant {
        Occupant::Guest { guest } => Some(guest.clone()),
        _ => None,
    });
    let names = app.hub.store().names(guests.collect()).await?;
    let view = |summary: store::GameSummary| {
        let summary = if query.mine { summary } else { as_seen_by_spectators(summary, now) };
        game_summary(summary, &names)
    };
    Ok(Json(summaries.into_iter().map(view).collect()))
}

/// Hides everything that reveals activity in a delayed game: until spectators may see its end, the list shows it as it started.
fn as_seen_by_spectators(summary: store::GameSummary, now: Moment) -> store::GameSummary {
    let is_visibly_over = summary.stage == "over" && summary.changed.plus(summary.spectator_delay) <= now;
    if summary.spectator_delay == 0 || summary.stage == "waiting" || is_visibly_over {
        return summary;
    }
    store::GameSummary {
        stage: "running".to_owned(),
        to_move: None,
        actions: 0,
        ending: None,
        ranks: None,
        changed: summary.listed,
        ..summary
    }
}

fn game_summary(summary: store::GameSummary, names: &Names) -> GameSummary {
    let seat = |(number, occupant)| seat_view(number, &Seat { occupant, departure: None }, names);
    GameSummary {
        id: summary.id,
        game: summary.kind,
        rules_title: title_of_rules(&summary.rules),
        rules: summary.rules,
        purpose: summary.purpose,
        stage: summary.stage,
        seats: summary.occupants.into_iter().enumerate().map(seat).collect(),
        to_move: summary.to_move,
        your_turn: summary.is_callers_turn,
        actions: summary.actions,
        ending: summary.ending,
        ranks: summary.ranks,
        created: summary.created,
        changed: summary.changed,
    }
}

/// Create a game
#[utoipa::path(post, path = "/api/games", operation_id = "make", request_body = NewGame, responses((status = 201, body = CreatedGame), (status = 422, body = ErrorView)))]
async fn create(
    State(app): State<App>,
    caller: Caller,
    Body(request): Body<NewGame>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let guest = caller.guest(Scope::Create)?;
    app.limiters.check_creation(caller.address)?;
    let agents = app.hub.agents().names(false);
    let (setup, seats) = new_game::plan(&request, app.hub.rosters(), &agents)
        .map_err(|problems| ApiError::problems("bad_game", problems))?;
    check_quota(&app, guest).await?;
    let hub::CreatedGame { id, secrets } = app.hub.create_game(&guest.id, setup, &seats).await?;
    Ok((StatusCode::CREATED, Json(CreatedGame { id, secrets })))
}

/// Rejects the request if the guest has too many unfinished games.
async fn check_quota(app: &App, guest: &GuestRow) -> Result<(), ApiError> {
    let quota = guest.quota.unwrap_or(app.config.games_per_guest);
    if app.hub.store().unfinished_games_of(&guest.id).await? >= quota {
        let message = format!("you have {quota} unfinished games; finish some of them first");
        return Err(ApiError::new(StatusCode::CONFLICT, "too_many_games", message));
    }
    Ok(())
}

/// Returns the room of a game that the caller may see. Every request about a game gets its room here.
///
/// # Errors
/// If there is no such game, or it is private and the caller has no access to it, or only with a token that lacks the scope.
pub(super) async fn room(app: &App, caller: &Caller, scope: Scope, id: &GameId) -> Result<RoomHandle, ApiError> {
    let room = app.hub.room(id).await?;
    if room.snapshot().is_visible_to(caller.guest_id(scope)) {
        return Ok(room);
    }
    if caller.is_signed_in() {
        caller.guest(scope)?;
    }
    let message =
        "this game is private; ask a player of this game for a share link to watch it, or for an invite link to play";
    Err(ApiError::forbidden("private", message))
}

/// Get a game, with your legal actions if it is your turn
#[utoipa::path(get, path = "/api/games/{id}", operation_id = "look", params(("id" = String, Path)), responses((status = 200, body = Snapshot), (status = 404, body = ErrorView)))]
async fn show(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    let snapshot = room(&app, &caller, Scope::Read, &id).await?.snapshot();
    let seats = snapshot.seats_of(caller.guest_id(Scope::Read));
    let now = app.hub.now();
    let snapshot = move || {
        let (seen, _) = snapshot.last_visible_to_spectators(now);
        let is_delayed = seats.is_empty() && seen < snapshot.table.seq();
        Ok::<_, ApiError>(if is_delayed { snapshot.delayed_view(seen, now) } else { snapshot.view_for(&seats, now) })
    };
    app.tables.respond(snapshot).await
}
