//! Authentication of requests: guests by cookie, programs by token.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use api::{GuestId, Secret};
use arena::agent::Network;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method, StatusCode, header};

use crate::connections::ClientNetwork;
use crate::http::App;
use crate::http::error::ApiError;
use crate::identity::{COOKIE, CookieKey, DEVICE_COOKIE};
use crate::store::GuestRow;

/// Interval at which long-lived connections check their credentials again.
const CHECK_INTERVAL: Duration = Duration::from_secs(15);

/// Permission of an API token.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Read the guest's own games and streams.
    Read,
    /// Take seats and send commands.
    Play,
    /// Create games.
    Create,
    /// Analyse positions and review games.
    Analyse,
}

impl Scope {
    pub(crate) const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Create, Scope::Analyse];

    /// Returns the wire name.
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

/// Sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) address: IpAddr,
    /// Id of the browser, if it sent a valid device cookie.
    pub(crate) device: Option<String>,
    /// The guest; `None` if the caller is not signed in.
    guest: Option<GuestRow>,
    credentials: Option<Credentials>,
    /// Permissions of the token; `None` if the caller uses a cookie, which grants all permissions.
    scopes: Option<Vec<Scope>>,
}

impl Caller {
    /// Returns the guest's id if the caller is signed in and has the permission.
    pub(crate) fn guest_id(&self, scope: Scope) -> Option<&GuestId> {
        self.guest.as_ref().filter(|_| self.may(scope)).map(|guest| &guest.id)
    }

    pub(crate) fn is_signed_in(&self) -> bool {
        self.guest.is_some()
    }

    /// Returns the guest without a check of the caller's permissions.
    pub(super) fn signed_in(&self) -> Option<&GuestRow> {
        self.guest.as_ref()
    }

    fn may(&self, scope: Scope) -> bool {
        self.scopes.as_ref().is_none_or(|scopes| scopes.contains(&scope))
    }

    /// Returns the guest.
    ///
    /// # Errors
    /// If the caller is not signed in or lacks the permission.
    pub(crate) fn guest(&self, scope: Scope) -> Result<&GuestRow, ApiError> {
        let guest = self.guest.as_ref().ok_or_else(not_signed_in)?;
        if !self.may(scope) {
            let message = format!("this token lacks the scope {}", scope.name());
            return Err(ApiError::forbidden("scope", message));
        }
        Ok(guest)
    }

    /// Returns the guest if the caller is signed in with a cookie.
    ///
    /// # Errors
    /// If the caller is not signed in or uses a token.
    pub(crate) fn guest_by_cookie(&self) -> Result<&GuestRow, ApiError> {
        let guest = self.guest.as_ref().ok_or_else(not_signed_in)?;
        if self.scopes.is_some() {
            return Err(ApiError::forbidden("scope", "this request needs the guest's cookie; a token is not enough"));
        }
        Ok(guest)
    }

    /// Returns the key for the rate limit: the guest, or the network if the caller is not signed in.
    pub(crate) fn rate_key(&self) -> String {
        self.guest.as_ref().map_or_else(|| ClientNetwork::of(self.address).to_string(), |guest| guest.id.to_string())
    }
}

fn not_signed_in() -> ApiError {
    let message = "you are not signed in; POST /api/me signs you in as a guest";
    ApiError::new(StatusCode::UNAUTHORIZED, "no_guest", message)
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        if let Some(caller) = parts.extensions.get::<Caller>() {
            return Ok(caller.clone());
        }
        let address = address_of(&parts.extensions, &parts.headers, app);
        let device = cookie(&parts.headers, DEVICE_COOKIE).and_then(|value| app.key.read_device(value));
        check_device(app, device.as_deref())?;
        let is_read = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
        if !is_read || parts.headers.contains_key(header::UPGRADE) {
            check_network(app, address)?;
        }
        let credentials = Credentials::read(&app.key, &parts.headers)?;
        let (guest, scopes) = authenticate(app, credentials.as_ref()).await?;
        let caller = Caller { address, device, guest, credentials, scopes };
        parts.extensions.insert(caller.clone());
        Ok(caller)
    }
}

/// Rejects a browser whose device is banned.
fn check_device(app: &App, device: Option<&str>) -> Result<(), ApiError> {
    let bans = app.hub.bans();
    let ban = device.and_then(|device| bans.of_device(device, app.hub.now()));
    ban.map_or(Ok(()), |ban| Err(ApiError::forbidden("banned", ban.message("this device"))))
}

/// Rejects a client whose network is banned. Such clients can only read.
pub(crate) fn check_network(app: &App, address: IpAddr) -> Result<(), ApiError> {
    let bans = app.hub.bans();
    let ban = bans.of_address(address, app.hub.now());
    ban.map_or(Ok(()), |ban| Err(ApiError::forbidden("banned", ban.message("your network"))))
}

/// Proof of a guest's identity in the headers of a request. It owns its data: a header value is a slice of the connection's
/// read buffer and would keep the whole buffer in memory, for as long as a socket is open.
#[derive(Clone, Debug)]
enum Credentials {
    /// Guest and generation of a cookie with a valid signature.
    Cookie(GuestId, i64),
    Token(Secret),
}

impl Credentials {
    /// Reads the token or, if there is none, the cookie.
    ///
    /// # Errors
    /// If the header with the token is malformed.
    fn read(key: &CookieKey, headers: &HeaderMap) -> Result<Option<Credentials>, ApiError> {
        if let Some(token) = bearer_token(headers)? {
            return Ok(Some(Credentials::Token(token)));
        }
        let guest = cookie(headers, COOKIE).and_then(|value| key.read(value));
        Ok(guest.map(|(guest, generation)| Credentials::Cookie(guest, generation)))
    }
}

/// Returns the guest and the token's permissions.
///
/// # Errors
/// If the token is unknown or the guest is banned.
async fn authenticate(
    app: &App,
    credentials: Option<&Credentials>,
) -> Result<(Option<GuestRow>, Option<Vec<Scope>>), ApiError> {
    let (guest, scopes) = match credentials {
        Some(Credentials::Token(token)) => {
            let found = app.hub.store().guest_with_token(token).await?;
            let unknown = || ApiError::new(StatusCode::UNAUTHORIZED, "bad_token", "unknown token");
            let (guest, scopes) = found.ok_or_else(unknown)?;
            (Some(guest), Some(scopes.split(' ').filter_map(Scope::parse).collect()))
        }
        Some(Credentials::Cookie(id, generation)) => {
            let guest = app.hub.store().guest(id).await?;
            (guest.filter(|guest| guest.generation == *generation), None)
        }
        None => (None, None),
    };
    if let Some(guest) = &guest {
        check_guest(app, guest)?;
    }
    Ok((guest, scopes))
}

/// Rejects a guest who is banned.
pub(crate) fn check_guest(app: &App, guest: &GuestRow) -> Result<(), ApiError> {
    match guest.banned.as_ref().filter(|ban| ban.is_active(app.hub.now())) {
        Some(ban) => Err(ApiError::forbidden("banned", ban.message("you"))),
        None => Ok(()),
    }
}

/// Returns the value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(';')).find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        (name.trim() == wanted).then_some(value.trim())
    })
}

fn bearer_token(headers: &HeaderMap) -> Result<Option<Secret>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    let secret = token.and_then(|token| token.trim().parse().ok());
    let malformed =
        || ApiError::new(StatusCode::UNAUTHORIZED, "bad_token", "expected the header Authorization: Bearer TOKEN");
    secret.ok_or_else(malformed).map(Some)
}

/// Returns the client address of a request.
pub(super) fn address_of(extensions: &Extensions, headers: &HeaderMap, app: &App) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    client_address(peer, headers, &app.proxies)
}

/// Returns the last address in the `X-Forwarded-For` chain that is not a trusted proxy, or the peer's address.
fn client_address(peer: Option<IpAddr>, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
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

/// Repeated authentication of a long-lived connection.
pub(crate) struct SessionCheck {
    app: App,
    credentials: Option<Credentials>,
    guest: Option<GuestId>,
    address: IpAddr,
    device: Option<String>,
    checked: Instant,
}

impl SessionCheck {
    /// Remembers the guest and the credentials of the request that opened the connection.
    pub(crate) fn new(app: &App, caller: &Caller) -> SessionCheck {
        let guest = caller.guest.as_ref().map(|guest| guest.id.clone());
        let (credentials, device) = (caller.credentials.clone(), caller.device.clone());
        SessionCheck { app: app.clone(), credentials, guest, address: caller.address, device, checked: Instant::now() }
    }

    /// Reports whether the credentials are still valid. They become invalid when the guest, the device or the network is banned,
    /// the guest is deleted, or the cookie or token is revoked. Reads the database at most once every [`CHECK_INTERVAL`].
    pub(crate) async fn is_valid(&mut self) -> bool {
        if check_network(&self.app, self.address).is_err() || check_device(&self.app, self.device.as_deref()).is_err() {
            return false;
        }
        let is_due = self.checked.elapsed() >= CHECK_INTERVAL;
        let Some(guest) = self.guest.as_ref().filter(|_| is_due) else { return true };
        // Boxed, because the future is large and rarely runs: the tasks of sockets would keep its memory all the time.
        let found = Box::pin(authenticate(&self.app, self.credentials.as_ref())).await;
        // Only now: a caller that drops this future has checked nothing.
        self.checked = Instant::now();
        match found {
            Ok((found, _)) => found.is_some_and(|found| found.id == *guest),
            Err(ApiError::Status(StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED, _)) => false,
            // A database error does not close the connection.
            Err(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::HeaderValue;

    use super::*;

    /// Sockets and event streams keep the caller's credentials for as long as they are open.
    #[test]
    fn credentials_do_not_keep_the_read_buffer_of_the_request() {
        let key = CookieKey::TEST;
        let guest = GuestRow::example();
        for (name, text) in [
            (header::AUTHORIZATION, format!("Bearer {}", "a".repeat(32))),
            (header::COOKIE, format!("{COOKIE}={}", key.value(&guest))),
        ] {
            let buffer = Bytes::from(text);
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_maybe_shared(buffer.clone()).expect("the value is valid"));
            assert!(!buffer.is_unique(), "the header is a slice of the buffer");
            let credentials = Credentials::read(&key, &headers).expect("the headers are valid");
            drop(headers);
            assert!(buffer.is_unique(), "{credentials:?}");
            assert!(credentials.is_some());
        }
    }

    fn address(peer: &str, forwarded: &str) -> String {
        let proxies: Vec<Network> =
            ["127.0.0.1", "10.0.0.0/8"].iter().filter_map(|text| Network::parse(text)).collect();
        let mut headers = HeaderMap::new();
        if !forwarded.is_empty() {
            headers.insert("x-forwarded-for", forwarded.parse().expect("the text is a valid header"));
        }
        client_address(peer.parse().ok(), &headers, &proxies).to_string()
    }

    #[test]
    fn ignores_forwarded_addresses_of_untrusted_peers() {
        assert_eq!(address("9.9.9.9", ""), "9.9.9.9");
        assert_eq!(address("9.9.9.9", "1.1.1.1"), "9.9.9.9");
    }

    #[test]
    fn uses_the_last_forwarded_address_that_is_not_a_proxy() {
        assert_eq!(address("127.0.0.1", "1.1.1.1"), "1.1.1.1");
        assert_eq!(address("127.0.0.1", "6.6.6.6, 1.1.1.1, 10.2.2.2"), "1.1.1.1");
    }

    #[test]
    fn ignores_malformed_forwarded_addresses() {
        assert_eq!(address("127.0.0.1", "nonsense"), "127.0.0.1");
    }
}
