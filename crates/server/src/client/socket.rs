//! The socket of a game, for a program that waits for every message.

use std::net::TcpStream;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use super::ClientError;
use crate::wire::{ClientMessage, ServerMessage};

/// How long a message is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A socket.
pub struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket with a cookie or a token, and perhaps an origin.
    ///
    /// # Errors
    /// If the server does not open it.
    pub fn open(
        url: &str,
        cookie: Option<&str>,
        token: Option<&str>,
        origin: Option<&str>,
    ) -> Result<Socket, ClientError> {
        let broken = |error: tungstenite::Error| ClientError::Broken(error.to_string());
        let mut request = url.into_client_request().map_err(broken)?;
        let bearer = token.map(|token| format!("Bearer {token}"));
        for (name, value) in [("cookie", cookie), ("authorization", bearer.as_deref()), ("origin", origin)] {
            if let Some(value) = value.and_then(|value| value.parse().ok()) {
                request.headers_mut().insert(name, value);
            }
        }
        let (socket, _) = tungstenite::connect(request).map_err(broken)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            let _ = stream.set_read_timeout(Some(PATIENCE));
            let _ = stream.set_nodelay(true);
        }
        Ok(Socket(socket))
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the socket is closed.
    pub fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(&serde_json::to_string(message).unwrap_or_default())
    }

    /// Sends any text.
    ///
    /// # Errors
    /// If the socket is closed.
    pub fn send_text(&mut self, text: &str) -> Result<(), ClientError> {
        self.0.send(Message::text(text)).map_err(|error| ClientError::Broken(error.to_string()))
    }

    /// Sends a frame of any kind.
    ///
    /// # Errors
    /// If the socket is closed.
    pub fn send_frame(&mut self, message: Message) -> Result<(), ClientError> {
        self.0.send(message).map_err(|error| ClientError::Broken(error.to_string()))
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// If the socket is closed, or nothing comes for half a minute.
    pub fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        self.receive_as()
    }

    /// Waits for the next message of any kind.
    ///
    /// # Errors
    /// As [`receive`](Socket::receive).
    pub fn receive_as<T: DeserializeOwned>(&mut self) -> Result<T, ClientError> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => {
                    return serde_json::from_str(&text)
                        .map_err(|error| ClientError::Broken(format!("{error}: {}", text.as_str())));
                }
                Ok(Message::Close(frame)) => {
                    let reason = frame.map_or(String::new(), |frame| format!("{}: {}", frame.code, frame.reason));
                    return Err(ClientError::Broken(format!("closed {reason}")));
                }
                Ok(_) => {}
                Err(error) => return Err(ClientError::Broken(error.to_string())),
            }
        }
    }

    /// Waits for a message that is wanted, and passes over others.
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
