//! Taking, leaving and sharing seats.

use api::{
    ClaimedSeat, ErrorView, GameId, InvitationView, Receipt, Rejection, RenewedSecret, SeatBody, Secret, SecretBody,
    Visibility,
};
use axum::Json;
use axum::extract::State;
use table::{PlayerCommand, PlayerRequest};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Caller, Path, Scope};
use crate::hub::{HubError, SeatGrant};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(invitation))
        .routes(routes!(claim))
        .routes(routes!(renew))
}

fn claimed_seat(game: GameId, grant: SeatGrant) -> ClaimedSeat {
    let SeatGrant { seat, secret, receipt: Receipt { seq, hash, .. } } = grant;
    ClaimedSeat { game, seat, secret, seq, hash }
}

/// Take an open seat of a public game
#[utoipa::path(post, path = "/api/games/{id}/join", params(("id" = String, Path)), request_body = SeatBody, responses((status = 200, body = ClaimedSeat), (status = 409, body = Rejection)))]
async fn join(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Json<ClaimedSeat>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let room = room(&app, &caller, Scope::Play, &id).await?;
    if room.snapshot().table.setup().visibility != Visibility::Public {
        return Err(ApiError::forbidden("private", "this game is private; open an invite link to join it"));
    }
    match room.join(guest.clone(), seat).await {
        Ok(grant) => Ok(Json(claimed_seat(id, grant))),
        Err(HubError::Rejected(mut rejection)) => {
            // The guest is a spectator, perhaps of a delayed game.
            (rejection.seq, rejection.hash) = room.snapshot().visible_seq(Some(&guest), app.hub.now());
            Err(ApiError::Rejected(rejection))
        }
        Err(error) => Err(error.into()),
    }
}

/// Leave a game that has not started
#[utoipa::path(post, path = "/api/games/{id}/leave", params(("id" = String, Path)), request_body = SeatBody, responses((status = 200, body = Receipt), (status = 409, body = Rejection)))]
async fn leave(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Json<Receipt>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let request = PlayerRequest { seat, client: None, command: PlayerCommand::Leave };
    Ok(Json(room(&app, &caller, Scope::Play, &id).await?.player_command(guest, 0, request).await?))
}

/// Claim a seat with its secret: take the seat if it is open; otherwise get access to it from this device
#[utoipa::path(post, path = "/api/seats/claim", request_body = SecretBody, responses((status = 200, body = ClaimedSeat), (status = 403, body = ErrorView)))]
async fn claim(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<SecretBody>,
) -> Result<Json<ClaimedSeat>, ApiError> {
    let guest = caller.guest(Scope::Play)?;
    let secret: Secret = body.secret.parse().map_err(|_| unknown_secret())?;
    match app.hub.claim(&guest.id, secret).await {
        Ok((game, grant)) => Ok(Json(claimed_seat(game, grant))),
        Err(HubError::NotYours) => Err(unknown_secret()),
        Err(error) => Err(error.into()),
    }
}

/// Describe an invitation by its secret, without using it
#[utoipa::path(post, path = "/api/seats/invitation", request_body = SecretBody, responses((status = 200, body = InvitationView), (status = 403, body = ErrorView)))]
async fn invitation(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<SecretBody>,
) -> Result<Json<InvitationView>, ApiError> {
    let guest = caller.guest(Scope::Play)?;
    let secret: Secret = body.secret.parse().map_err(|_| unknown_secret())?;
    match app.hub.invitation(&guest.id, &secret).await {
        Ok(view) => Ok(Json(view)),
        Err(HubError::NotYours) => Err(unknown_secret()),
        Err(error) => Err(error.into()),
    }
}

fn unknown_secret() -> ApiError {
    let message = "this invite link has been used or replaced; ask a player of the game for a new link";
    ApiError::forbidden("bad_secret", message)
}

/// Replace the secret of a seat: your own, so that other devices lose access to it, or an open seat of a game that you created or play
#[utoipa::path(post, path = "/api/games/{id}/secret", params(("id" = String, Path)), request_body = SeatBody, responses((status = 200, body = RenewedSecret), (status = 403, body = ErrorView)))]
async fn renew(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(SeatBody { seat }): Body<SeatBody>,
) -> Result<Json<RenewedSecret>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let (seat, secret) = room(&app, &caller, Scope::Play, &id).await?.renew(guest, seat).await?;
    Ok(Json(RenewedSecret { seat, secret: secret.to_string() }))
}
