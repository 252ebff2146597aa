//! Share links of private games.

use api::{ErrorView, GameId, Secret, SecretBody, ShareLink, Visibility};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::room;
use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Caller, Path, Scope};
use crate::hub::HubError;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(share, unshare)).routes(routes!(watch))
}

/// Get the share link of a private game that you play or created: guests who open it can watch the game
#[utoipa::path(post, path = "/api/games/{id}/share", params(("id" = String, Path)), responses((status = 200, body = ShareLink), (status = 403, body = ErrorView), (status = 409, body = ErrorView)))]
async fn share(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<Json<ShareLink>, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    let room = room(&app, &caller, Scope::Play, &id).await?;
    if room.snapshot().table.setup().visibility == Visibility::Public {
        let message = format!("this game is public and needs no share link; its address is /games/{id}");
        return Err(ApiError::new(StatusCode::CONFLICT, "public_game", message));
    }
    let nonce = room.share(guest).await.map_err(not_yours)?;
    let secret = app.key.share_secret(&id, &nonce);
    Ok(Json(ShareLink { path: format!("/games/{id}#share={secret}"), secret: secret.to_string() }))
}

/// Delete the share link of a private game; guests who opened it lose their access
#[utoipa::path(delete, path = "/api/games/{id}/share", params(("id" = String, Path)), responses((status = 204, description = "deleted"), (status = 403, body = ErrorView)))]
async fn unshare(State(app): State<App>, caller: Caller, Path(id): Path<GameId>) -> Result<StatusCode, ApiError> {
    let guest = caller.guest(Scope::Play)?.id.clone();
    room(&app, &caller, Scope::Play, &id).await?.unshare(guest).await.map_err(not_yours)?;
    Ok(StatusCode::NO_CONTENT)
}

fn not_yours(error: HubError) -> ApiError {
    match error {
        HubError::NotYours => {
            let message = "only the players of a game and the guest who created it can share it";
            ApiError::forbidden("not_yours", message)
        }
        error => error.into(),
    }
}

/// Get access to a private game with the secret of its share link
#[utoipa::path(post, path = "/api/games/{id}/watch", params(("id" = String, Path)), request_body = SecretBody, responses((status = 204, description = "you may watch the game"), (status = 403, body = ErrorView), (status = 409, body = ErrorView)))]
async fn watch(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<GameId>,
    Body(body): Body<SecretBody>,
) -> Result<StatusCode, ApiError> {
    let guest = caller.guest(Scope::Read)?.id.clone();
    // The only request about a game for which its sender needs no access yet.
    let room = app.hub.room(&id).await?;
    if room.snapshot().is_visible_to(Some(&guest)) {
        return Ok(StatusCode::NO_CONTENT);
    }
    let unknown = || {
        let message = "this share link is not valid any more; ask a player of this game for a new one";
        ApiError::forbidden("bad_secret", message)
    };
    let secret: Secret = body.secret.parse().map_err(|_| unknown())?;
    let nonce = app.hub.store().share_nonce(&id).await?;
    // Digests are compared, so that the time of the comparison reveals nothing about the secret.
    let is_valid = |nonce: &String| app.key.share_secret(&id, nonce).digest() == secret.digest();
    let nonce = nonce.filter(is_valid).ok_or_else(unknown)?;
    match room.add_viewer(guest, nonce).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(HubError::NotYours) => Err(unknown()),
        Err(error) => Err(error.into()),
    }
}
