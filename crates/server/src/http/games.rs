//! Games: making them, finding them, sitting down.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Caller, Path, Query, Scope};
use super::error::{ApiError, ErrorView};
use crate::hub::{CreatedGame, Requester, RoomHandle, SeatGrant};
use crate::id::{GameId, Secret};
use crate::store::{GameFilter, GameSummary};
use crate::table::{Command, Seat};
use crate::time::Moment;
use crate::wire::{Names, NewGame, Receipt, RejectionView, SeatView, Snapshot};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(look))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(claim))
        .routes(routes!(renew))
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BriefView {
    /// Its name.
    pub id: GameId,
    /// What is played.
    pub game: String,
    /// By which rules.
    pub rules: String,
    /// What for.
    pub purpose: String,
    /// How far it is.
    pub stage: String,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// The seat whose decision it is.
    pub to_move: Option<usize>,
    /// Whether that is a seat of yours.
    pub your_turn: bool,
    /// How many actions stand.
    pub actions: i64,
    /// Why it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The places by seat, as `1/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<String>,
    /// When it was made.
    pub created: Moment,
    /// When something happened last: with it as `before`, and `id` as `last`, the next page is asked for.
    pub changed: Moment,
}

impl BriefView {
    fn new(brief: GameSummary, names: &Names) -> BriefView {
        let seat = |(number, occupant)| SeatView::new(number, &Seat { occupant, departure: None }, names);
        BriefView {
            id: brief.id,
            game: brief.kind,
            rules: brief.rules,
            purpose: brief.purpose,
            stage: brief.stage,
            seats: brief.occupants.into_iter().enumerate().map(seat).collect(),
            to_move: brief.to_move,
            your_turn: brief.is_asker_awaited,
            actions: brief.actions,
            ending: brief.ending,
            ranks: brief.ranks,
            created: brief.created,
            changed: brief.changed,
        }
    }
}

/// Which games are listed.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Your own games instead of those that are public.
    pub mine: bool,
    /// Only those at this stage: `waiting`, which is the lobby, `running` or `over`.
    pub stage: Option<String>,
    /// Only those that changed before this moment: `changed` of the last game of the page before.
    pub before: Option<i64>,
    /// With `before`, the `id` of that game: others that changed at the same moment are listed too, none of them twice.
    pub last: Option<String>,
    /// How many at most, up to 100; 20 by default.
    pub most: Option<u32>,
}

/// A game that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MadeView {
    /// Its name.
    pub id: GameId,
    /// The secrets of the seats, by seat: `/#seat=SECRET` opens one. Those of open seats are invitations: whoever takes the seat gets another. Built-in players have none. They are shown once.
    #[schema(value_type = Vec<Option<String>>)]
    pub secrets: Vec<Option<Secret>>,
}

/// Games that are public, or your own, those that changed last first
#[utoipa::path(get, path = "/api/games", params(ListQuery), responses((status = 200, body = Vec<BriefView>)))]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<BriefView>>, ApiError> {
    if let Some(stage) = query.stage.as_deref().filter(|stage| !["waiting", "running", "over"].contains(stage)) {
        let shown = ringrift::excerpt(stage);
        return Err(ApiError::bad("bad_stage", format!("there is no stage {shown}; there are waiting, running, over")));
    }
    let bad_last = |_| ApiError::bad("bad_last", "last is the id of a game");
    let last = query.last.as_deref().map(str::parse).transpose().map_err(bad_last)?;
    let guest = if query.mine { Some(caller.guest(Scope::Read)?.id.clone()) } else { None };
    let now = app.hub.now();
    let filter = GameFilter {
        guest,
        stage: query.stage,
        before: query.before.map(Moment),
        last,
        asker: caller.guest_id(Scope::Read).cloned(),
        seen_at: (!query.mine).then_some(now),
        most: query.most.unwrap_or(20).min(100),
        everything: false,
    };
    let briefs = app.hub.store().games(&filter).await?;
    let guests = briefs.iter().flat_map(|brief| &brief.occupants).filter_map(|occupant| match occupant {
        crate::table::Occupant::Guest { guest } => Some(guest.clone()),
        _ => None,
    });
    let names = app.hub.store().names(guests.collect()).await?;
    let view = |mut brief: GameSummary| {
        // Who looks on later learns later whose turn it is, and the end.
        let is_early = brief.spectator_delay > 0 && brief.changed.plus(brief.spectator_delay) > now;
        if !query.mine && is_early {
            brief.to_move = None;
            if brief.stage == "over" {
                (brief.stage, brief.ending, brief.ranks) = ("running".to_owned(), None, None);
            }
        }
        BriefView::new(brief, &names)
    };
    Ok(Json(briefs.into_iter().map(view).collect()))
}

/// Make a game
#[utoipa::path(post, path = "/api/games", request_body = NewGame, responses((status = 201, body = MadeView), (status = 422, body = ErrorView)))]
async fn make(
    State(app): State<App>,
    caller: Caller,
    Body(wish): Body<NewGame>,
) -> Result<(StatusCode, Json<MadeView>), ApiError> {
    let guest = caller.guest(Scope::Create)?;
    app.limiters.check_new(caller.address)?;
    let agents = app.hub.agents().names(false);
    let (setup, seats) =
        wish.plan(app.hub.rosters(), &agents).map_err(|problems| ApiError::problems("bad_game", problems))?;
    app.check_quota(guest).await?;
    let CreatedGame { id, secrets } = app.hub.create_game(&guest.id, setup, &seats).await?;
    Ok((StatusCode::CREATED, Json(MadeView { id, secrets })))
}

/// The room of a game.
pub(super) async fn room(app: &App, id: &GameId) -> Result<RoomHandle, ApiError> {
    Ok(app.hub.room(id).await?)
}

/// A game, with what you can do if it is your turn
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 200, body = Snapshot), (status = 404, body = ErrorView)))]
async fn look(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Response, ApiError> {
    let snapshot = room(&app, &id).await?.snapshot();
    let seats = snapshot.seats_of(caller.guest_id(Scope::Read));
    let now = app.hub.now();
    let seen = move || {
        let (seen, _) = snapshot.seen_by_spectators(now);
        let is_behind = seats.is_empty() && seen < snapshot.table.seq();
        Ok(if is_behind { snapshot.delayed_view(seen, now) } else { snapshot.view_for(&seats, now) })
    };
    app.tables.work_out(seen).await
}

/// Which seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SeatBody {
    /// The seat, from 0.
    pub seat: Option<usize>,
}

/// Take an open seat of a public game
#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path)), request_body = SeatBody, responses((status = 200, body = TakenView), (status = 409, body = RejectionView)))]
async fn join(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Json<TakenView>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let room = room(&app, &id).await?;
    if room.snapshot().table.setup().visibility != crate::table::Visibility::Public {
        let message = "this game is private; open the link of a seat to join it";
        return Err(ApiError::forbidden("private", message));
    }
    Ok(Json(TakenView::new(id, room.join(guest, seat).await?)))
}

/// Leave a game that has not begun
#[utoipa::path(post, path = "/api/games/{id}/leave", params(("id" = String, Path)), request_body = SeatBody, responses((status = 200, body = Receipt), (status = 409, body = RejectionView)))]
async fn leave(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Json<Receipt>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let requester = Requester::Guest { guest, seat, lag: 0 };
    Ok(Json(room(&app, &id).await?.command(requester, Command::Leave { seat: 0 }, None).await?))
}

/// The secret of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecretBody {
    /// The secret.
    pub secret: String,
}

/// A seat that is yours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TakenView {
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: usize,
    /// Its secret, if you have sat down now: with it you open the seat on other devices. The one that you were invited with is worthless from now on. It is shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub secret: Option<Secret>,
    /// The number of the last entry.
    pub seq: u64,
    /// The hash of the state.
    pub hash: String,
}

impl TakenView {
    fn new(game: GameId, taken: SeatGrant) -> TakenView {
        let SeatGrant { seat, secret, receipt: Receipt { seq, hash, .. } } = taken;
        TakenView { game, seat, secret, seq, hash }
    }
}

/// Open a seat with its secret: take it if it is open, and hold it on this device too if it is not
#[utoipa::path(post, path = "/api/seats/claim", request_body = SecretBody, responses((status = 200, body = TakenView), (status = 403, body = ErrorView)))]
async fn claim(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<SecretBody>,
) -> Result<Json<TakenView>, ApiError> {
    let guest = caller.guest(Scope::Play)?;
    let unknown = || {
        let message = "this link opens no seat: somebody took the seat with it, or has renewed it; whoever holds a seat \
                       can have a new link";
        ApiError::forbidden("bad_secret", message)
    };
    let secret: Secret = body.secret.parse().map_err(|_| unknown())?;
    match app.hub.claim(&guest.id, secret).await {
        Ok((game, taken)) => Ok(Json(TakenView::new(game, taken))),
        Err(crate::hub::HubError::NotYours) => Err(unknown()),
        Err(error) => Err(error.into()),
    }
}

/// A seat's new secret.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RenewedView {
    /// The seat.
    pub seat: usize,
    /// Its secret. It is shown once.
    pub secret: String,
}

/// A new secret for a seat of yours, so that other devices lose it; or for an open one of a game that you made or play. The one before is worthless
#[utoipa::path(post, path = "/api/games/{id}/secret", params(("id" = String, Path)), request_body = SeatBody, responses((status = 200, body = RenewedView), (status = 403, body = ErrorView)))]
async fn renew(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Json<RenewedView>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let (seat, secret) = room(&app, &id).await?.renew(guest, seat).await?;
    Ok(Json(RenewedView { seat, secret: secret.to_string() }))
}
