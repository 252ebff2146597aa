//! A client for programs and tests: the types of the server, over HTTP and sockets.

mod replica;
mod socket;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use replica::{Heard, Replica};
pub use socket::Socket;

use crate::http::{
    BriefView, ErrorView, MadeView, MeView, NameBody, NewTokenBody, PreviewBody, PreviewView, RecoveryCode,
    RenewedView, SeatBody, SecretBody, TakenView, TokenView, WhyBody, WhyView,
};
use crate::id::{GameId, Secret};
use crate::wire::{ClientMessage, LegalView, NewGame, Receipt, RejectionView, Snapshot};

/// The largest answer that is read.
const LARGEST: u64 = 64 << 20;

/// A client of a server: a guest with a cookie, or a program with a token.
pub struct Client {
    base: String,
    agent: ureq::Agent,
    cookie: Mutex<Option<String>>,
    token: Option<String>,
}

/// What went wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ClientError {
    /// The server said no.
    #[error("{} ({}): {}", .1.code, .0, .1.message)]
    Rejected(u16, Box<ErrorView>),
    /// A table said no.
    #[error("{}: {}", .0.code, .0.message)]
    Table(Box<RejectionView>),
    /// No answer that could be used came.
    #[error("{0}")]
    Broken(String),
}

impl ClientError {
    /// The code of the refusal; empty if there was no answer.
    pub fn code(&self) -> &str {
        match self {
            ClientError::Rejected(_, view) => &view.code,
            ClientError::Table(view) => &view.code,
            ClientError::Broken(_) => "",
        }
    }
}

/// An answer, whatever it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

type Result<T> = std::result::Result<T, ClientError>;

impl Client {
    /// A client of a server at an address such as `http://127.0.0.1:7477`. It is nobody yet.
    pub fn new(base: &str) -> Client {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .max_redirects(0)
            .build();
        let base = base.trim_end_matches('/').to_owned();
        Client { base, agent: config.into(), cookie: Mutex::default(), token: None }
    }

    /// The same server with a token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..Client::new(&self.base) }
    }

    /// Another one who is nobody yet, at the same server.
    #[must_use]
    pub fn another(&self) -> Client {
        Client::new(&self.base)
    }

    /// The address of the server.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The cookie that is held.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses another cookie.
    pub fn set_cookie(&self, cookie: Option<String>) {
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = cookie;
    }

    /// Asks with any method, headers and body, and gives the answer as it is.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>) -> Result<Answer> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(cookie) = self.cookie() {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let broken = |error: &dyn std::fmt::Display| ClientError::Broken(error.to_string());
        let response = match body {
            Some(body) => self.agent.run(request.body(body).map_err(|error| broken(&error))?),
            None => self.agent.run(request.body(()).map_err(|error| broken(&error))?),
        };
        let mut response = response.map_err(|error| broken(&error))?;
        let headers = response.headers().iter();
        let headers: Vec<(String, String)> = headers
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(LARGEST).read_to_vec().map_err(|error| broken(&error))?;
        let answer = Answer { status, headers, body };
        if let Some(cookie) = answer.header("set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            self.set_cookie((!pair.ends_with('=')).then(|| pair.to_owned()));
        }
        Ok(answer)
    }

    /// Asks and reads the answer.
    ///
    /// # Errors
    /// If the server says no, or the answer cannot be read.
    pub fn ask<T: DeserializeOwned>(&self, method: &str, path: &str, body: Option<&impl Serialize>) -> Result<T> {
        let text = body.map(|body| serde_json::to_vec(body).unwrap_or_default());
        let answer = self.raw(method, path, &[("content-type", "application/json")], text.as_deref())?;
        read(&answer)
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        self.ask("GET", path, None::<&Value>)
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        self.ask("POST", path, Some(body))
    }

    /// Becomes a guest.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn come(&self, name: &str) -> Result<MeView> {
        self.post("/api/me", &NameBody { name: Some(name.to_owned()) })
    }

    /// Who one is.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn me(&self) -> Result<MeView> {
        self.get("/api/me")
    }

    /// Takes another name.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn rename(&self, name: &str) -> Result<MeView> {
        self.ask("PATCH", "/api/me", Some(&NameBody { name: Some(name.to_owned()) }))
    }

    /// A code with which to come back.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn new_recovery(&self) -> Result<RecoveryCode> {
        self.post("/api/me/recovery", &())
    }

    /// Comes back with a code.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn recover(&self, code: &RecoveryCode) -> Result<MeView> {
        self.post("/api/recover", code)
    }

    /// Makes a token.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn new_token(&self, name: &str, scopes: &[&str]) -> Result<TokenView> {
        let scopes = scopes.iter().map(|&scope| scope.to_owned()).collect();
        self.post("/api/me/tokens", &NewTokenBody { name: name.to_owned(), scopes })
    }

    /// Makes a game.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn make(&self, game: &NewGame) -> Result<MadeView> {
        self.post("/api/games", game)
    }

    /// Games, by a query such as `mine=true`.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn games(&self, query: &str) -> Result<Vec<BriefView>> {
        self.get(&format!("/api/games?{query}"))
    }

    /// A game.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn look(&self, game: &GameId) -> Result<Snapshot> {
        self.get(&format!("/api/games/{game}"))
    }

    /// Takes an open seat.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn join(&self, game: &GameId, seat: Option<usize>) -> Result<TakenView> {
        self.post(&format!("/api/games/{game}/join"), &SeatBody { seat })
    }

    /// Leaves a game that has not begun.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn leave(&self, game: &GameId, seat: Option<usize>) -> Result<Receipt> {
        self.post(&format!("/api/games/{game}/leave"), &SeatBody { seat })
    }

    /// Opens a seat with its secret.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn claim(&self, secret: &Secret) -> Result<TakenView> {
        self.post("/api/seats/claim", &SecretBody { secret: secret.to_string() })
    }

    /// A new secret for a seat.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn renew(&self, game: &GameId, seat: Option<usize>) -> Result<RenewedView> {
        self.post(&format!("/api/games/{game}/secret"), &SeatBody { seat })
    }

    /// Sends a command.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn command(&self, game: &GameId, message: &ClientMessage) -> Result<Receipt> {
        self.post(&format!("/api/games/{game}/commands"), message)
    }

    /// Acts.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn act(&self, game: &GameId, seq: u64, action: impl Into<Value>) -> Result<Receipt> {
        self.command(game, &ClientMessage::Act { seat: None, action: action.into(), seq, client: None })
    }

    /// What can be done.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn legal(&self, game: &GameId) -> Result<LegalView> {
        self.get(&format!("/api/games/{game}/legal"))
    }

    /// What an action would do.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn preview(&self, game: &GameId, action: impl Into<Value>) -> Result<PreviewView> {
        self.post(&format!("/api/games/{game}/preview"), &PreviewBody { action: action.into() })
    }

    /// Why something cannot be done.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn why(&self, game: &GameId, body: &WhyBody) -> Result<WhyView> {
        self.post(&format!("/api/games/{game}/why"), body)
    }

    /// The socket of a game.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn socket(&self, game: &GameId, since: Option<u64>) -> Result<Socket> {
        let query = since.map_or(String::new(), |since| format!("?since={since}"));
        let url = format!("{}/api/games/{game}/socket{query}", self.base.replacen("http", "ws", 1));
        Socket::open(&url, self.cookie().as_deref(), self.token.as_deref(), None)
    }
}

/// Reads an answer.
fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T> {
    let body: &[u8] = if answer.body.is_empty() { b"null" } else { &answer.body };
    if (200..300).contains(&answer.status) {
        return serde_json::from_slice(body)
            .map_err(|error| ClientError::Broken(format!("the answer cannot be read: {error}: {}", answer.text())));
    }
    if let Ok(view) = serde_json::from_slice::<RejectionView>(body) {
        return Err(ClientError::Table(Box::new(view)));
    }
    match serde_json::from_slice::<ErrorView>(body) {
        Ok(view) => Err(ClientError::Rejected(answer.status, Box::new(view))),
        Err(_) => Err(ClientError::Broken(format!("status {}: {}", answer.status, answer.text()))),
    }
}
