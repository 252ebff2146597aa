//! Oneself: becoming a guest, one's name, coming back, tokens.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::caller::{Body, Caller, Path, Scope};
use super::error::{ApiError, ErrorView};
use crate::id::{GuestId, Secret, random_letters};
use crate::identity::{any_name, checked_name, no_cookie};
use crate::store::{GuestRow, NewGuest, NewToken, Op, TokenRow};
use crate::time::Moment;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(look, come, rename, go))
        .routes(routes!(new_recovery))
        .routes(routes!(recover))
        .routes(routes!(end_cookies))
        .routes(routes!(tokens, new_token))
        .routes(routes!(drop_token))
}

/// Oneself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeView {
    /// The name that others see.
    pub name: String,
    /// When you came first.
    pub created: Moment,
    /// Whether there is a code with which you can come back without the cookie.
    pub has_recovery: bool,
}

impl From<&GuestRow> for MeView {
    fn from(guest: &GuestRow) -> MeView {
        MeView { name: guest.name.clone(), created: guest.created, has_recovery: guest.has_recovery }
    }
}

/// A name.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NameBody {
    /// The name that others see, of 1 to 32 letters; one is invented if there is none.
    pub name: Option<String>,
}

/// A code to come back with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoveryCode {
    /// The code. It is shown once.
    pub code: String,
}

/// A new token.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTokenBody {
    /// What it is called.
    pub name: String,
    /// What it may be used for: `read`, `play`, `create`, `analyse`.
    pub scopes: Vec<String>,
}

/// A token.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TokenView {
    /// Its name in this list.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<String>,
    /// When it was made.
    pub created: Moment,
    /// The token itself. It is shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Who you are
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = MeView), (status = 401, body = ErrorView)))]
async fn look(caller: Caller) -> Result<Json<MeView>, ApiError> {
    Ok(Json(caller.guest(Scope::Read)?.into()))
}

/// Become a guest: the answer sets a cookie. Whoever is one already stays it
#[utoipa::path(post, path = "/api/me", request_body = NameBody, responses((status = 200, body = MeView), (status = 429, body = ErrorView)))]
async fn come(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NameBody>,
) -> Result<(HeaderMap, Json<MeView>), ApiError> {
    if let Ok(guest) = caller.person() {
        return Ok((HeaderMap::new(), Json(guest.into())));
    }
    let name = body.name.map_or_else(|| Ok(any_name()), |name| checked_name(&name)).map_err(bad_name)?;
    app.limiters.check_new(caller.address)?;
    let (id, at) = (GuestId::random(), app.hub.now());
    app.hub.store().write(vec![Op::NewGuest(NewGuest { id: id.clone(), name, at })]).await?;
    let guest = app.hub.store().guest(&id).await?.ok_or_else(|| ApiError::not_found("you are gone already"))?;
    Ok((cookie(&app, &guest), Json((&guest).into())))
}

fn bad_name(problem: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_name", problem)
}

fn cookie(app: &App, guest: &GuestRow) -> HeaderMap {
    set_cookie(&app.key.header(guest, app.config.tls))
}

fn set_cookie(text: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_str(text) {
        headers.insert(header::SET_COOKIE, value);
    }
    headers
}

/// Take another name
#[utoipa::path(patch, path = "/api/me", request_body = NameBody, responses((status = 200, body = MeView), (status = 422, body = ErrorView)))]
async fn rename(State(app): State<App>, caller: Caller, Body(body): Body<NameBody>) -> Result<Json<MeView>, ApiError> {
    let guest = caller.person()?;
    let name = checked_name(body.name.as_deref().unwrap_or_default()).map_err(bad_name)?;
    app.hub.rename(&guest.id, &name).await?;
    Ok(Json(MeView { name, ..guest.into() }))
}

/// Be forgotten: name, tokens and seats are deleted; what was played stays, without the name
#[utoipa::path(delete, path = "/api/me", responses((status = 204, description = "you are forgotten")))]
async fn go(State(app): State<App>, caller: Caller) -> Result<(StatusCode, HeaderMap), ApiError> {
    let guest = caller.person()?;
    app.hub.forget(&guest.id).await?;
    Ok((StatusCode::NO_CONTENT, set_cookie(&no_cookie())))
}

/// A new code with which to come back; the one before is worthless
#[utoipa::path(post, path = "/api/me/recovery", responses((status = 200, body = RecoveryCode)))]
async fn new_recovery(State(app): State<App>, caller: Caller) -> Result<Json<RecoveryCode>, ApiError> {
    let guest = caller.person()?.id.clone();
    let code = Secret::random();
    app.hub.store().write(vec![Op::Recovery { guest, digest: code.digest() }]).await?;
    // Groups of eight are easier to write down.
    let letters: Vec<char> = code.as_str().chars().collect();
    let groups: Vec<String> = letters.chunks(8).map(|group| group.iter().collect()).collect();
    Ok(Json(RecoveryCode { code: groups.join("-") }))
}

/// Come back with a code: the answer sets a cookie
#[utoipa::path(post, path = "/api/recover", request_body = RecoveryCode, responses((status = 200, body = MeView), (status = 403, body = ErrorView)))]
async fn recover(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<RecoveryCode>,
) -> Result<(HeaderMap, Json<MeView>), ApiError> {
    app.limiters.check_new(caller.address)?;
    let code: String = body.code.to_lowercase().chars().filter(|&c| c != '-' && !c.is_whitespace()).collect();
    let unknown = || ApiError::forbidden("bad_code", "nobody has this code");
    let code: Secret = code.parse().map_err(|_| unknown())?;
    let guest = app.hub.store().guest_to_recover(&code).await?.ok_or_else(unknown)?;
    Ok((cookie(&app, &guest), Json((&guest).into())))
}

/// Leave all devices: every cookie is worthless but the one that the answer sets
#[utoipa::path(post, path = "/api/me/end-cookies", responses((status = 200, body = MeView)))]
async fn end_cookies(State(app): State<App>, caller: Caller) -> Result<(HeaderMap, Json<MeView>), ApiError> {
    let guest = caller.person()?.id.clone();
    app.hub.store().write(vec![Op::EndCookies { guest: guest.clone() }]).await?;
    let guest = app.hub.store().guest(&guest).await?.ok_or_else(|| ApiError::not_found("you are gone already"))?;
    Ok((cookie(&app, &guest), Json((&guest).into())))
}

/// Your tokens
#[utoipa::path(get, path = "/api/me/tokens", responses((status = 200, body = Vec<TokenView>)))]
async fn tokens(State(app): State<App>, caller: Caller) -> Result<Json<Vec<TokenView>>, ApiError> {
    let tokens = app.hub.store().tokens(&caller.person()?.id).await?;
    let view = |TokenRow { id, name, scopes, created }: TokenRow| TokenView {
        id,
        name,
        scopes: scopes.split(' ').map(str::to_owned).collect(),
        created,
        token: None,
    };
    Ok(Json(tokens.into_iter().map(view).collect()))
}

/// The most tokens that a guest has.
const MOST_TOKENS: usize = 20;

/// A new token for a program of yours
#[utoipa::path(post, path = "/api/me/tokens", request_body = NewTokenBody, responses((status = 200, body = TokenView), (status = 422, body = ErrorView)))]
async fn new_token(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NewTokenBody>,
) -> Result<Json<TokenView>, ApiError> {
    let guest = caller.person()?.id.clone();
    let mut problems: Vec<String> = checked_name(&body.name).err().into_iter().collect();
    let known = Scope::ALL.map(Scope::name);
    for scope in body.scopes.iter().filter(|scope| Scope::parse(scope).is_none()) {
        problems.push(format!("there is no scope {}; there are {}", ringrift::excerpt(scope), known.join(", ")));
    }
    if body.scopes.is_empty() {
        problems.push(format!("a token without scopes is of no use; there are {}", known.join(", ")));
    }
    if app.hub.store().tokens(&guest).await?.len() >= MOST_TOKENS {
        problems.push(format!("you have {MOST_TOKENS} tokens; delete one first"));
    }
    if !problems.is_empty() {
        return Err(ApiError::problems("bad_token_wish", problems));
    }
    let (secret, id, created) = (Secret::random(), random_letters(5), app.hub.now());
    let token = NewToken {
        id: id.clone(),
        digest: secret.digest(),
        guest,
        name: body.name.clone(),
        scopes: body.scopes.join(" "),
        at: created,
    };
    app.hub.store().write(vec![Op::NewToken(token)]).await?;
    let NewTokenBody { name, scopes } = body;
    Ok(Json(TokenView { id, name, scopes, created, token: Some(secret.to_string()) }))
}

/// Make a token worthless
#[utoipa::path(delete, path = "/api/me/tokens/{id}", params(("id" = String, Path)), responses((status = 204, description = "it is worthless")))]
async fn drop_token(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let guest = caller.person()?.id.clone();
    app.hub.store().write(vec![Op::DropToken { guest, id }]).await?;
    Ok(StatusCode::NO_CONTENT)
}
