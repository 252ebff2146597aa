//! The guest's account: sign-in, name, recovery code and tokens.

use api::id::random_letters;
use api::{ErrorView, GuestId, GuestView, NameBody, NewTokenBody, RecoveryCode, Secret, TokenView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Caller, Path, Scope, check_guest, store_with_traces, traces};
use crate::identity::{checked_name, random_name, removal_cookie, require_no_program};
use crate::store::{GuestRow, NewGuest, NewToken, Op, TokenRow, TraceRow};

/// Largest number of tokens of a guest.
const MAX_TOKENS: usize = 20;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, sign_in, rename, delete))
        .routes(routes!(new_recovery))
        .routes(routes!(recover))
        .routes(routes!(end_cookies))
        .routes(routes!(tokens, new_token))
        .routes(routes!(delete_token))
}

fn guest_view(guest: &GuestRow) -> GuestView {
    GuestView { name: guest.name.clone(), created: guest.created, has_recovery: guest.has_recovery }
}

/// Get the signed-in guest
#[utoipa::path(get, path = "/api/me", operation_id = "look", responses((status = 200, body = GuestView), (status = 401, body = ErrorView)))]
async fn me(caller: Caller) -> Result<Json<GuestView>, ApiError> {
    Ok(Json(guest_view(caller.guest(Scope::Read)?)))
}

/// Sign in as a new guest: the response sets a cookie. Returns the current guest if there is one
#[utoipa::path(post, path = "/api/me", operation_id = "come", request_body = NameBody, responses((status = 200, body = GuestView), (status = 429, body = ErrorView)))]
async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NameBody>,
) -> Result<(HeaderMap, Json<GuestView>), ApiError> {
    if let Ok(guest) = caller.guest_by_cookie() {
        let (device_cookie, traces) = device(&app, &caller);
        if device_cookie.is_some() {
            store_with_traces(&app, &guest.id, &traces, Vec::new()).await?;
        }
        return Ok((set_cookies(device_cookie), Json(guest_view(guest))));
    }
    let name = body.name.map_or_else(|| Ok(random_name()), |name| own_name(&app, &name))?;
    app.limiters.check_creation(caller.address)?;
    let (id, at) = (GuestId::random(), app.hub.now());
    let (device_cookie, traces) = device(&app, &caller);
    store_with_traces(&app, &id, &traces, vec![Op::NewGuest(NewGuest { id: id.clone(), name, at })]).await?;
    let guest = app.hub.store().guest(&id).await?.ok_or_else(deleted)?;
    Ok((set_cookies([cookie(&app, &guest)].into_iter().chain(device_cookie)), Json(guest_view(&guest))))
}

/// Returns the device cookie for a browser that has none, and the device and the network that are stored for a guest.
fn device(app: &App, caller: &Caller) -> (Option<String>, Vec<TraceRow>) {
    let is_new = caller.device.is_none() && app.hub.trace_retention() > 0;
    let device = if is_new { Some(random_letters(10)) } else { caller.device.clone() };
    let header = device.as_deref().filter(|_| is_new).map(|device| app.key.device_header(device, app.config.tls));
    (header, traces(app, caller.address, device.as_deref()))
}

/// Normalizes the name of a guest.
///
/// # Errors
/// If it is not valid, or looks like that of a computer player or agent.
fn own_name(app: &App, name: &str) -> Result<String, ApiError> {
    let name = checked_name(name).map_err(|problem| ApiError::unprocessable("bad_name", problem))?;
    require_no_program(&name, &app.hub.agents().names(true))
        .map_err(|problem| ApiError::new(StatusCode::CONFLICT, "look_alike", problem))?;
    Ok(name)
}

fn deleted() -> ApiError {
    ApiError::not_found("this guest has been deleted")
}

fn cookie(app: &App, guest: &GuestRow) -> String {
    app.key.header(guest, app.config.tls)
}

fn set_cookies(texts: impl IntoIterator<Item = String>) -> HeaderMap {
    let values = texts.into_iter().filter_map(|text| HeaderValue::from_str(&text).ok());
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(header::SET_COOKIE, value);
    }
    headers
}

/// Change your name
#[utoipa::path(patch, path = "/api/me", request_body = NameBody, responses((status = 200, body = GuestView), (status = 422, body = ErrorView)))]
async fn rename(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NameBody>,
) -> Result<Json<GuestView>, ApiError> {
    let guest = caller.guest_by_cookie()?;
    let name = own_name(&app, body.name.as_deref().unwrap_or_default())?;
    app.hub.rename(&guest.id, &name).await?;
    Ok(Json(GuestView { name, ..guest_view(guest) }))
}

/// Delete your account: your name, tokens and seats are deleted; your games remain without your name
#[utoipa::path(delete, path = "/api/me", operation_id = "go", responses((status = 204, description = "deleted")))]
async fn delete(State(app): State<App>, caller: Caller) -> Result<(StatusCode, HeaderMap), ApiError> {
    let guest = caller.guest_by_cookie()?;
    app.hub.delete_guest(&guest.id).await?;
    Ok((StatusCode::NO_CONTENT, set_cookies([removal_cookie()])))
}

/// Create a recovery code; it replaces the previous one
#[utoipa::path(post, path = "/api/me/recovery", responses((status = 200, body = RecoveryCode)))]
async fn new_recovery(State(app): State<App>, caller: Caller) -> Result<Json<RecoveryCode>, ApiError> {
    let guest = caller.guest_by_cookie()?.id.clone();
    let code = Secret::random();
    app.hub.store().write(vec![Op::Recovery { guest, digest: code.digest() }]).await?;
    // Groups of eight characters are easier to write down.
    let letters: Vec<char> = code.as_str().chars().collect();
    let groups: Vec<String> = letters.chunks(8).map(|group| group.iter().collect()).collect();
    Ok(Json(RecoveryCode { code: groups.join("-") }))
}

/// Sign in with a recovery code: the response sets a cookie
#[utoipa::path(post, path = "/api/recover", request_body = RecoveryCode, responses((status = 200, body = GuestView), (status = 403, body = ErrorView)))]
async fn recover(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<RecoveryCode>,
) -> Result<(HeaderMap, Json<GuestView>), ApiError> {
    app.limiters.check_creation(caller.address)?;
    let code: String = body.code.to_lowercase().chars().filter(|&c| c != '-' && !c.is_whitespace()).collect();
    let unknown = || ApiError::forbidden("bad_code", "unknown recovery code");
    let code: Secret = code.parse().map_err(|_| unknown())?;
    let guest = app.hub.store().guest_to_recover(&code).await?.ok_or_else(unknown)?;
    check_guest(&app, &guest)?;
    let (device_cookie, traces) = device(&app, &caller);
    store_with_traces(&app, &guest.id, &traces, Vec::new()).await?;
    Ok((set_cookies([cookie(&app, &guest)].into_iter().chain(device_cookie)), Json(guest_view(&guest))))
}

/// Sign out on all other devices: revokes every cookie except the one that the response sets
#[utoipa::path(post, path = "/api/me/end-cookies", responses((status = 200, body = GuestView)))]
async fn end_cookies(State(app): State<App>, caller: Caller) -> Result<(HeaderMap, Json<GuestView>), ApiError> {
    let guest = caller.guest_by_cookie()?.id.clone();
    app.hub.store().write(vec![Op::InvalidateCookies { guest: guest.clone() }]).await?;
    let guest = app.hub.store().guest(&guest).await?.ok_or_else(deleted)?;
    Ok((set_cookies([cookie(&app, &guest)]), Json(guest_view(&guest))))
}

/// List your tokens
#[utoipa::path(get, path = "/api/me/tokens", responses((status = 200, body = Vec<TokenView>)))]
async fn tokens(State(app): State<App>, caller: Caller) -> Result<Json<Vec<TokenView>>, ApiError> {
    let tokens = app.hub.store().tokens(&caller.guest_by_cookie()?.id).await?;
    let view = |TokenRow { id, name, scopes, created }: TokenRow| TokenView {
        id,
        name,
        scopes: scopes.split(' ').map(str::to_owned).collect(),
        created,
        token: None,
    };
    Ok(Json(tokens.into_iter().map(view).collect()))
}

/// Create a token for a program
#[utoipa::path(post, path = "/api/me/tokens", request_body = NewTokenBody, responses((status = 200, body = TokenView), (status = 422, body = ErrorView)))]
async fn new_token(
    State(app): State<App>,
    caller: Caller,
    Body(body): Body<NewTokenBody>,
) -> Result<Json<TokenView>, ApiError> {
    let guest = caller.guest_by_cookie()?.id.clone();
    let mut problems: Vec<String> = checked_name(&body.name).err().into_iter().collect();
    let known = Scope::ALL.map(Scope::name);
    for scope in body.scopes.iter().filter(|scope| Scope::parse(scope).is_none()) {
        problems.push(format!("unknown scope {}; scopes are {}", ringrift::excerpt(scope), known.join(", ")));
    }
    if body.scopes.is_empty() {
        problems.push(format!("a token needs at least one scope: {}", known.join(", ")));
    }
    if app.hub.store().tokens(&guest).await?.len() >= MAX_TOKENS {
        problems.push(format!("you have {MAX_TOKENS} tokens; delete one first"));
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

/// Delete a token
#[utoipa::path(delete, path = "/api/me/tokens/{id}", operation_id = "drop_token", params(("id" = String, Path)), responses((status = 204, description = "deleted")))]
async fn delete_token(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let guest = caller.guest_by_cookie()?.id.clone();
    app.hub.store().write(vec![Op::DeleteToken { guest, id }]).await?;
    Ok(StatusCode::NO_CONTENT)
}
