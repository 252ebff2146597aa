//! A blocking WebSocket to a game.

use std::net::TcpStream;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{self, WebSocket};

/// A WebSocket frame, for sending frames other than text.
pub use tokio_tungstenite::tungstenite::Message;

use super::ClientError;
use crate::{ClientMessage, ServerMessage};

/// Read timeout.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(30);

/// Blocking WebSocket to a game.
pub struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket, with the headers `Cookie`, `Authorization` and `Origin` if given.
    ///
    /// # Errors
    /// If the connection fails or the server rejects the upgrade.
    pub fn open(
        url: &str,
        cookie: Option<&str>,
        token: Option<&str>,
        origin: Option<&str>,
    ) -> Result<Socket, ClientError> {
        let mut request = url.into_client_request().map_err(failed)?;
        let bearer = token.map(|token| format!("Bearer {token}"));
        for (name, value) in [("cookie", cookie), ("authorization", bearer.as_deref()), ("origin", origin)] {
            if let Some(value) = value.and_then(|value| value.parse().ok()) {
                request.headers_mut().insert(name, value);
            }
        }
        let (socket, _) = tungstenite::connect(request).map_err(failed)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            let _ = stream.set_read_timeout(Some(RECEIVE_TIMEOUT));
            let _ = stream.set_nodelay(true);
        }
        Ok(Socket(socket))
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the socket is closed.
    pub fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(&serde_json::to_string(message).expect("a message serializes to JSON"))
    }

    /// Sends a text frame with arbitrary content.
    ///
    /// # Errors
    /// If the socket is closed.
    pub fn send_text(&mut self, text: &str) -> Result<(), ClientError> {
        self.send_frame(Message::text(text))
    }

    /// Sends a frame of any kind.
    ///
    /// # Errors
    /// If the socket is closed.
    pub fn send_frame(&mut self, message: Message) -> Result<(), ClientError> {
        self.0.send(message).map_err(failed)
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// If the socket is closed, the message is malformed, or none arrives within 30 seconds.
    pub fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        self.receive_as()
    }

    /// Waits for the next message and parses it as `T`.
    ///
    /// # Errors
    /// As [`receive`](Socket::receive).
    pub fn receive_as<T: DeserializeOwned>(&mut self) -> Result<T, ClientError> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => {
                    return serde_json::from_str(&text)
                        .map_err(|error| ClientError::Transport(format!("{error}: {}", text.as_str())));
                }
                Ok(Message::Close(frame)) => {
                    let reason = frame.map_or(String::new(), |frame| format!("{}: {}", frame.code, frame.reason));
                    return Err(ClientError::Transport(format!("closed {reason}")));
                }
                Ok(_) => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Receives messages until `wanted` returns a value for one, and returns that value.
    ///
    /// # Errors
    /// As [`receive`](Socket::receive).
    pub fn until<T>(&mut self, mut wanted: impl FnMut(ServerMessage) -> Option<T>) -> Result<T, ClientError> {
        loop {
            if let Some(found) = wanted(self.receive()?) {
                return Ok(found);
            }
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "used with map_err")]
fn failed(error: tungstenite::Error) -> ClientError {
    ClientError::Transport(error.to_string())
}
