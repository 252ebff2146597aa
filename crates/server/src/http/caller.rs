//! Who asks.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use arena::agent::Network;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::{Json, extract};
use serde::de::DeserializeOwned;

use super::App;
use super::error::ApiError;
use crate::id::{GuestId, Secret};
use crate::identity::COOKIE;
use crate::store::{GuestRow, Op};

/// What a token may be used for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// To read one's own games and streams.
    Read,
    /// To play.
    Play,
    /// To make games.
    Create,
    /// To have positions analysed.
    Analyse,
}

impl Scope {
    /// All of them.
    pub(crate) const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Create, Scope::Analyse];

    /// As it is written.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Create => "create",
            Scope::Analyse => "analyse",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == text)
    }
}

/// Who asks: a guest, or somebody unknown.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// Where from.
    pub(crate) address: IpAddr,
    /// Who.
    guest: Option<GuestRow>,
    /// What his token may be used for; none if he came with a cookie.
    scopes: Option<Vec<Scope>>,
}

impl Caller {
    /// The guest, if there is one who may do that.
    pub(crate) fn guest_id(&self, scope: Scope) -> Option<&GuestId> {
        self.guest.as_ref().filter(|_| self.may(scope)).map(|guest| &guest.id)
    }

    fn may(&self, scope: Scope) -> bool {
        self.scopes.as_ref().is_none_or(|scopes| scopes.contains(&scope))
    }

    /// The guest; an error if there is none, or his token is not for that.
    pub(crate) fn guest(&self, scope: Scope) -> Result<&GuestRow, ApiError> {
        let guest = self.guest.as_ref().ok_or_else(nobody)?;
        if !self.may(scope) {
            let message = format!("this token is not for that; it needs the scope {}", scope.name());
            return Err(ApiError::forbidden("scope", message));
        }
        Ok(guest)
    }

    /// The guest himself, not a program of his.
    pub(crate) fn person(&self) -> Result<&GuestRow, ApiError> {
        let guest = self.guest.as_ref().ok_or_else(nobody)?;
        if self.scopes.is_some() {
            return Err(ApiError::forbidden("scope", "a token cannot do that; use the cookie of the guest"));
        }
        Ok(guest)
    }

    /// Under which name requests are counted.
    pub(crate) fn key(&self) -> String {
        self.guest.as_ref().map_or_else(|| self.address.to_string(), |guest| guest.id.to_string())
    }
}

fn nobody() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "no_guest", "you are nobody yet; POST /api/me makes you a guest")
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        if let Some(caller) = parts.extensions.get::<Caller>() {
            return Ok(caller.clone());
        }
        let address = address_of(parts, app);
        let (guest, scopes) = identified(app, &parts.headers).await?;
        if let Some(guest) = guest.as_ref().filter(|guest| app.hub.now().since(guest.seen) > SEEN_EVERY) {
            let op = Op::Seen { guest: guest.id.clone(), at: app.hub.now() };
            app.hub.store().write(vec![op]).await?;
        }
        let caller = Caller { address, guest, scopes };
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}

/// After how many milliseconds it is noted that a guest was here again: an hour.
const SEEN_EVERY: u64 = 3_600_000;

/// Who a cookie or a token says that somebody is, and what the token may be used for.
///
/// # Errors
/// If the token is not known, or the guest is shut out.
async fn identified(app: &App, headers: &HeaderMap) -> Result<(Option<GuestRow>, Option<Vec<Scope>>), ApiError> {
    let (guest, scopes) = match bearer(headers)? {
        Some(token) => {
            let found = app.hub.store().guest_with_token(&token).await?;
            let unknown = || ApiError::new(StatusCode::UNAUTHORIZED, "bad_token", "this token is not known");
            let (guest, scopes) = found.ok_or_else(unknown)?;
            (Some(guest), Some(scopes.split(' ').filter_map(Scope::parse).collect()))
        }
        None => (guest_of_cookie(app, headers).await?, None),
    };
    if let Some(reason) = guest.as_ref().and_then(|guest| guest.banned.as_ref()) {
        return Err(ApiError::forbidden("banned", format!("the operator has shut you out: {reason}")));
    }
    Ok((guest, scopes))
}

async fn guest_of_cookie(app: &App, headers: &HeaderMap) -> Result<Option<GuestRow>, ApiError> {
    let Some((id, generation)) = cookie(headers).and_then(|value| app.key.read(value)) else { return Ok(None) };
    let guest = app.hub.store().guest(&id).await?;
    Ok(guest.filter(|guest| guest.generation == generation))
}

/// The value of our cookie.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(';')).find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        (name.trim() == COOKIE).then_some(value.trim())
    })
}

fn bearer(headers: &HeaderMap) -> Result<Option<Secret>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    let secret = token.and_then(|token| token.trim().parse().ok());
    let wrong =
        || ApiError::new(StatusCode::UNAUTHORIZED, "bad_token", "expected the header Authorization: Bearer TOKEN");
    secret.ok_or_else(wrong).map(Some)
}

/// Where a request comes from.
pub(super) fn address_of(parts: &Parts, app: &App) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    client_address(peer, &parts.headers, &app.proxies)
}

/// Where a request comes from: the last address that no trusted proxy has.
pub(crate) fn client_address(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    let mut address = peer.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
    let chain = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let chain: Vec<&str> = chain.flat_map(|text| text.split(',')).map(str::trim).collect();
    for hop in chain.iter().rev() {
        if !is_proxy(address) {
            break;
        }
        let Ok(next) = hop.parse() else { break };
        address = next;
    }
    address.to_canonical()
}

/// Somebody who stays longer than for one request, and is asked again now and then who he is.
pub(super) struct Pass {
    app: App,
    headers: HeaderMap,
    guest: Option<GuestId>,
    asked: Instant,
}

/// How often he is asked.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(15);

impl Pass {
    /// For whoever asks with these headers.
    pub(super) fn new(app: &App, caller: &Caller, headers: HeaderMap) -> Pass {
        let guest = caller.guest.as_ref().map(|guest| guest.id.clone());
        Pass { app: app.clone(), headers, guest, asked: Instant::now() }
    }

    /// Whether he is who he was: not if he was shut out, or has lost his cookie or token since.
    pub(super) async fn holds(&mut self) -> bool {
        let Some(guest) = self.guest.as_ref().filter(|_| self.asked.elapsed() >= ASK_AGAIN_AFTER) else { return true };
        self.asked = Instant::now();
        match identified(&self.app, &self.headers).await {
            Ok((found, _)) => found.is_some_and(|found| found.id == *guest),
            Err(ApiError::Plain(StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED, _)) => false,
            // The database does not answer; that is no reason to go.
            Err(_) => true,
        }
    }
}

/// A body of JSON. What is wrong with it is said as all errors are.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(ApiError::new(rejection.status(), "bad_body", rejection.body_text())),
        }
    }
}

/// The query of an address.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Query<T>, ApiError> {
        match extract::Query::<T>::from_request_parts(parts, app).await {
            Ok(extract::Query(value)) => Ok(Query(value)),
            Err(rejection) => Err(ApiError::bad("bad_query", rejection.body_text())),
        }
    }
}

/// A part of the path.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Path<T>, ApiError> {
        match extract::Path::<T>::from_request_parts(parts, app).await {
            Ok(extract::Path(value)) => Ok(Path(value)),
            Err(rejection) => Err(ApiError::not_found(rejection.body_text())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_speak_for_others() {
        let proxies: Vec<Network> =
            ["127.0.0.1", "10.0.0.0/8"].iter().filter_map(|text| Network::parse(text)).collect();
        let address = |peer: &str, forwarded: &str| {
            let mut headers = HeaderMap::new();
            if !forwarded.is_empty() {
                headers.insert("x-forwarded-for", forwarded.parse().expect("a header"));
            }
            client_address(peer.parse().ok(), &headers, &proxies).to_string()
        };
        assert_eq!(address("9.9.9.9", ""), "9.9.9.9");
        assert_eq!(address("9.9.9.9", "1.1.1.1"), "9.9.9.9", "a stranger says what he likes");
        assert_eq!(address("127.0.0.1", "1.1.1.1"), "1.1.1.1");
        assert_eq!(address("127.0.0.1", "6.6.6.6, 1.1.1.1, 10.2.2.2"), "1.1.1.1", "what is before it may be forged");
        assert_eq!(address("127.0.0.1", "nonsense"), "127.0.0.1");
    }
}
