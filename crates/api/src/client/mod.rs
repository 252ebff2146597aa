//! Blocking client for programs and tests.

mod replica;
mod socket;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use replica::{Replica, ReplicaStatus};
pub use socket::{Message, Socket};

use crate::{
    ClaimedSeat, ClientMessage, CreatedGame, ErrorView, GameId, GameSummary, GuestView, InvitationView, LegalView,
    NameBody, NewGame, NewTokenBody, PreviewBody, PreviewView, Receipt, RecoveryCode, Rejection, RenewedSecret,
    SeatBody, Secret, SecretBody, ShareLink, Snapshot, TokenView, WhyBody, WhyView,
};

/// Largest response body that is read, in bytes.
const MAX_RESPONSE: u64 = 64 << 20;

/// Client of a server, which can be signed in with a guest's cookie or an API token.
pub struct Client {
    base: String,
    agent: ureq::Agent,
    cookie: Mutex<Option<String>>,
    device: Mutex<Option<String>>,
    token: Option<String>,
}

/// Error of a request.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ClientError {
    /// Error response with its HTTP status.
    #[error("{} ({}): {}", .1.code, .0, .1.message)]
    Status(u16, Box<ErrorView>),
    /// A table rejected the command.
    #[error("{}: {}", .0.code, .0.message)]
    Rejected(Box<Rejection>),
    /// The request could not be serialized, the connection failed, or the response was malformed.
    #[error("{0}")]
    Transport(String),
}

impl ClientError {
    /// Returns the server's error code; empty for [`ClientError::Transport`].
    pub fn code(&self) -> &str {
        match self {
            ClientError::Status(_, view) => &view.code,
            ClientError::Rejected(rejection) => &rejection.code,
            ClientError::Transport(_) => "",
        }
    }
}

/// Raw HTTP response.
#[derive(Clone, PartialEq, Debug)]
pub struct Response {
    pub status: u16,
    /// Headers with lowercase names.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the value of the first header with this name; `name` must be lowercase.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

type Result<T> = std::result::Result<T, ClientError>;

/// Age up to which an idle connection is used again. Servers close idle connections after ten seconds by default, and a request that is
/// on its way then fails.
const MAX_IDLE: Duration = Duration::from_secs(5);

/// Unless stated otherwise, methods fail if the server rejects the request, the connection breaks, or the response is
/// malformed.
#[expect(clippy::missing_errors_doc, reason = "the errors of all methods are documented once, above")]
impl Client {
    /// Creates a client that is not signed in, for a server address such as `http://127.0.0.1:7477`.
    pub fn new(base: &str) -> Client {
        Client::with_agent(base, Client::config().into())
    }

    /// Creates a client that sends its requests with this agent, which should have the configuration [`Client::config`].
    pub fn with_agent(base: &str, agent: ureq::Agent) -> Client {
        let base = base.trim_end_matches('/').to_owned();
        Client { base, agent, cookie: Mutex::default(), device: Mutex::default(), token: None }
    }

    /// Returns the configuration of the HTTP agent.
    pub fn config() -> ureq::config::Config {
        ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .max_redirects(0)
            .max_idle_age(MAX_IDLE)
            .build()
    }

    /// Returns a client of the same server that uses an API token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..Client::new(&self.base) }
    }

    /// Returns a client of the same server that is not signed in.
    #[must_use]
    pub fn another(&self) -> Client {
        Client::new(&self.base)
    }

    /// Returns the address of the server.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the guest's cookie, as `name=value`.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the guest's cookie.
    pub fn set_cookie(&self, cookie: Option<String>) {
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = cookie;
    }

    /// Returns the device cookie, as `name=value`. It stays when the guest changes.
    pub fn device_cookie(&self) -> Option<String> {
        self.device.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the device cookie.
    pub fn set_device_cookie(&self, cookie: Option<String>) {
        *self.device.lock().unwrap_or_else(PoisonError::into_inner) = cookie;
    }

    /// Returns the header with all cookies.
    fn cookie_header(&self) -> Option<String> {
        let cookies: Vec<String> = self.cookie().into_iter().chain(self.device_cookie()).collect();
        (!cookies.is_empty()).then(|| cookies.join("; "))
    }

    /// Sends a request and returns the response, even if its status is an error. Fails only if no response arrives.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Result<Response> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(cookie) = self.cookie_header() {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let failed = |error: &dyn std::fmt::Display| ClientError::Transport(error.to_string());
        let response = match body {
            Some(body) => self.agent.run(request.body(body).map_err(|error| failed(&error))?),
            None => self.agent.run(request.body(()).map_err(|error| failed(&error))?),
        };
        let mut response = response.map_err(|error| failed(&error))?;
        let headers = response.headers().iter();
        let headers: Vec<(String, String)> = headers
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        let status = response.status().as_u16();
        let body =
            response.body_mut().with_config().limit(MAX_RESPONSE).read_to_vec().map_err(|error| failed(&error))?;
        let response = Response { status, headers, body };
        for (_, cookie) in response.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            let value = (!pair.ends_with('=')).then(|| pair.to_owned());
            if pair.starts_with("ringside_device=") {
                self.set_device_cookie(value);
            } else {
                self.set_cookie(value);
            }
        }
        Ok(response)
    }

    /// Sends a JSON request and parses the response.
    pub fn request<T: DeserializeOwned>(&self, method: &str, path: &str, body: Option<&impl Serialize>) -> Result<T> {
        let text = body.map(serde_json::to_vec).transpose();
        let text = text.map_err(|error| ClientError::Transport(format!("cannot serialize the request: {error}")))?;
        let response = self.raw(method, path, &[("content-type", "application/json")], text.as_deref())?;
        parse(&response)
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        self.request("GET", path, None::<&Value>)
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        self.request("POST", path, Some(body))
    }

    /// Signs in as a new guest.
    pub fn sign_in(&self, name: &str) -> Result<GuestView> {
        self.post("/api/me", &NameBody { name: Some(name.to_owned()) })
    }

    /// Returns the signed-in guest.
    pub fn me(&self) -> Result<GuestView> {
        self.get("/api/me")
    }

    /// Changes the guest's name.
    pub fn rename(&self, name: &str) -> Result<GuestView> {
        self.request("PATCH", "/api/me", Some(&NameBody { name: Some(name.to_owned()) }))
    }

    /// Creates a recovery code, which replaces the previous one.
    pub fn new_recovery(&self) -> Result<RecoveryCode> {
        self.post("/api/me/recovery", &())
    }

    /// Signs in with a recovery code.
    pub fn recover(&self, code: &RecoveryCode) -> Result<GuestView> {
        self.post("/api/recover", code)
    }

    /// Creates an API token.
    pub fn new_token(&self, name: &str, scopes: &[&str]) -> Result<TokenView> {
        let scopes = scopes.iter().map(|&scope| scope.to_owned()).collect();
        self.post("/api/me/tokens", &NewTokenBody { name: name.to_owned(), scopes })
    }

    /// Creates a game.
    pub fn create_game(&self, game: &NewGame) -> Result<CreatedGame> {
        self.post("/api/games", game)
    }

    /// Lists games; `query` is a query string such as `mine=true`.
    pub fn games(&self, query: &str) -> Result<Vec<GameSummary>> {
        self.get(&format!("/api/games?{query}"))
    }

    /// Returns the current state of a game.
    pub fn game(&self, game: &GameId) -> Result<Snapshot> {
        self.get(&format!("/api/games/{game}"))
    }

    /// Takes an open seat.
    pub fn join(&self, game: &GameId, seat: Option<usize>) -> Result<ClaimedSeat> {
        self.post(&format!("/api/games/{game}/join"), &SeatBody { seat })
    }

    /// Leaves a game that has not started.
    pub fn leave(&self, game: &GameId, seat: Option<usize>) -> Result<Receipt> {
        self.post(&format!("/api/games/{game}/leave"), &SeatBody { seat })
    }

    /// Claims a seat with its secret: takes an open seat, or opens a taken seat on another device.
    pub fn claim(&self, secret: &Secret) -> Result<ClaimedSeat> {
        self.post("/api/seats/claim", &SecretBody { secret: secret.to_string() })
    }

    /// Describes an invitation without using it.
    pub fn invitation(&self, secret: &Secret) -> Result<InvitationView> {
        self.post("/api/seats/invitation", &SecretBody { secret: secret.to_string() })
    }

    /// Replaces the secret of a seat.
    pub fn renew(&self, game: &GameId, seat: Option<usize>) -> Result<RenewedSecret> {
        self.post(&format!("/api/games/{game}/secret"), &SeatBody { seat })
    }

    /// Returns the share link of a private game, and creates it if necessary.
    pub fn share(&self, game: &GameId) -> Result<ShareLink> {
        self.request("POST", &format!("/api/games/{game}/share"), None::<&Value>)
    }

    /// Deletes the share link of a private game. Guests who opened it lose their access.
    pub fn unshare(&self, game: &GameId) -> Result<()> {
        self.request("DELETE", &format!("/api/games/{game}/share"), None::<&Value>)
    }

    /// Gets access to a private game with the secret of its share link.
    pub fn watch(&self, game: &GameId, secret: &str) -> Result<()> {
        self.post(&format!("/api/games/{game}/watch"), &SecretBody { secret: secret.to_owned() })
    }

    /// Sends a command.
    pub fn command(&self, game: &GameId, message: &ClientMessage) -> Result<Receipt> {
        self.post(&format!("/api/games/{game}/commands"), message)
    }

    /// Plays an action.
    pub fn act(&self, game: &GameId, seq: u64, action: impl Into<Value>) -> Result<Receipt> {
        self.command(game, &ClientMessage::Act { seat: None, action: action.into(), seq, client: None })
    }

    /// Returns the legal actions.
    pub fn legal(&self, game: &GameId) -> Result<LegalView> {
        self.get(&format!("/api/games/{game}/legal"))
    }

    /// Returns the effect that an action would have.
    pub fn preview(&self, game: &GameId, action: impl Into<Value>) -> Result<PreviewView> {
        self.post(&format!("/api/games/{game}/preview"), &PreviewBody { action: action.into() })
    }

    /// Explains why an action is illegal or a cell cannot be selected.
    pub fn why(&self, game: &GameId, body: &WhyBody) -> Result<WhyView> {
        self.post(&format!("/api/games/{game}/why"), body)
    }

    /// Opens the socket of a game, resuming after the log entry `since`.
    pub fn socket(&self, game: &GameId, since: Option<u64>) -> Result<Socket> {
        let query = since.map_or(String::new(), |since| format!("?since={since}"));
        let url = format!("{}/api/games/{game}/socket{query}", self.base.replacen("http", "ws", 1));
        Socket::open(&url, self.cookie_header().as_deref(), self.token.as_deref(), None)
    }
}

fn parse<T: DeserializeOwned>(response: &Response) -> Result<T> {
    let body: &[u8] = if response.body.is_empty() { b"null" } else { &response.body };
    if (200..300).contains(&response.status) {
        return serde_json::from_slice(body)
            .map_err(|error| ClientError::Transport(format!("malformed response: {error}: {}", response.text())));
    }
    if let Ok(rejection) = serde_json::from_slice::<Rejection>(body) {
        return Err(ClientError::Rejected(Box::new(rejection)));
    }
    match serde_json::from_slice::<ErrorView>(body) {
        Ok(view) => Err(ClientError::Status(response.status, Box::new(view))),
        Err(_) => Err(ClientError::Transport(format!("status {}: {}", response.status, response.text()))),
    }
}
