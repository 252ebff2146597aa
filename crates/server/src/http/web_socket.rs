//! WebSockets that need little memory while they are open.
//!
//! A server has thousands of them, and each keeps its buffers. The buffer for reading is small. The buffer for writing
//! grows to the longest frame and never shrinks, so long messages are sent as several frames.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, Response, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, Utf8Bytes};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};

pub(crate) use tokio_tungstenite::tungstenite::Message;
pub(crate) use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::error::ApiError;

/// Longest payload of a frame that the server sends, in bytes.
const MAX_FRAME: usize = 2 * 1024;

/// Size of the buffer for reading, in bytes. It grows for longer messages.
const READ_BUFFER: usize = 1024;

/// Time in which a client must confirm that a socket is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Request to open a WebSocket, with a valid handshake.
pub(crate) struct WebSocketRequest {
    upgrade: OnUpgrade,
    /// Value of the header `Sec-WebSocket-Accept` in the response.
    accept_key: String,
}

impl<S: Sync> FromRequestParts<S> for WebSocketRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<WebSocketRequest, ApiError> {
        let accept_key = check_handshake(&parts.method, &parts.headers)?;
        let upgrade = parts.extensions.remove::<OnUpgrade>();
        let upgrade = upgrade.ok_or_else(|| no_upgrade("this connection cannot be upgraded; use HTTP/1.1"))?;
        Ok(WebSocketRequest { upgrade, accept_key })
    }
}

impl WebSocketRequest {
    /// Returns the response that accepts the request, and the socket, which opens when the response has been sent.
    /// Messages from the client have at most `max_message` bytes.
    pub(crate) fn accept(self, max_message: usize) -> (PendingWebSocket, Response<Body>) {
        let response = Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_ACCEPT, self.accept_key)
            .body(Body::empty())
            .expect("the headers are valid");
        (PendingWebSocket { upgrade: self.upgrade, max_message }, response)
    }
}

/// Checks the headers of a request; returns the key for the response.
fn check_handshake(method: &Method, headers: &HeaderMap) -> Result<String, ApiError> {
    if method != Method::GET {
        return Err(no_upgrade("a WebSocket is opened with the method GET"));
    }
    if !lists(headers, header::CONNECTION, "upgrade") || !lists(headers, header::UPGRADE, "websocket") {
        let message = "this path is a WebSocket: it needs the headers Connection: upgrade and Upgrade: websocket, \
                       which a proxy must forward";
        return Err(no_upgrade(message));
    }
    if !lists(headers, header::SEC_WEBSOCKET_VERSION, "13") {
        return Err(no_upgrade("the header Sec-WebSocket-Version must be 13"));
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY);
    key.map(|key| derive_accept_key(key.as_bytes()))
        .ok_or_else(|| no_upgrade("the header Sec-WebSocket-Key is missing"))
}

fn no_upgrade(message: &str) -> ApiError {
    ApiError::bad_request("no_upgrade", message)
}

/// Reports whether a header, whose value is a list, contains a word in upper or lower case.
fn lists(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|item| item.trim().eq_ignore_ascii_case(word))
}

/// Socket whose handshake has been accepted.
pub(crate) struct PendingWebSocket {
    upgrade: OnUpgrade,
    max_message: usize,
}

impl PendingWebSocket {
    /// Waits until the connection has become a WebSocket; returns `None` if the client has disconnected.
    pub(crate) async fn open(self) -> Option<WebSocket> {
        let stream = self.upgrade.await.ok()?;
        Some(WebSocket::new(TokioIo::new(stream), self.max_message).await)
    }
}

/// Open WebSocket of a client.
pub(crate) struct WebSocket<S = TokioIo<Upgraded>>(WebSocketStream<S>);

/// The client has disconnected.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Disconnected;

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocket<S> {
    async fn new(stream: S, max_message: usize) -> WebSocket<S> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(max_message))
            .max_frame_size(Some(max_message));
        WebSocket(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await)
    }

    /// Waits for the next message. Returns `None` if the socket is closed or the client has violated the protocol.
    pub(crate) async fn receive(&mut self) -> Option<Message> {
        self.0.next().await?.ok()
    }

    /// Sends a text message, in several frames if it is long. If the future is dropped, the message is incomplete and
    /// the socket must be dropped too.
    pub(crate) async fn send_text(&mut self, text: String) -> Result<(), Disconnected> {
        let mut rest = Bytes::from(text);
        let mut kind = Data::Text;
        loop {
            let payload = rest.split_to(rest.len().min(MAX_FRAME));
            self.send(Message::Frame(Frame::message(payload, OpCode::Data(kind), rest.is_empty()))).await?;
            if rest.is_empty() {
                return Ok(());
            }
            kind = Data::Continue;
        }
    }

    pub(crate) async fn ping(&mut self, payload: &'static [u8]) -> Result<(), Disconnected> {
        self.send(Message::Ping(Bytes::from_static(payload))).await
    }

    /// Sends a close frame and waits a moment for the client to confirm it. If the server closed the connection with
    /// messages of the client unread, the operating system would discard the close frame.
    pub(crate) async fn close(&mut self, code: CloseCode, reason: &'static str) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let closed = async {
            if self.send(Message::Close(Some(frame))).await.is_ok() {
                while self.receive().await.is_some() {}
            }
        };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, closed).await;
    }

    /// Sends a frame and waits until the operating system has accepted it.
    async fn send(&mut self, message: Message) -> Result<(), Disconnected> {
        self.0.send(message).await.map_err(|_| Disconnected)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    /// Text with letters of several bytes, so that a frame can end within a letter.
    fn long_text() -> String {
        "Zug ♟ ".repeat(2_500)
    }

    #[tokio::test]
    async fn client_receives_a_long_message_as_one() {
        let (near, far) = tokio::io::duplex(500);
        let mut socket = WebSocket::new(near, 1_024).await;
        let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
        let texts = [long_text(), String::new(), "short".to_owned(), "a".repeat(MAX_FRAME), "b".repeat(MAX_FRAME + 1)];
        let expected = texts.clone();
        let sending = tokio::spawn(async move {
            for text in texts {
                socket.send_text(text).await.expect("the client is connected");
            }
            socket.close(CloseCode::Restart, "the end").await;
        });
        for text in expected {
            let message = client.next().await.expect("the socket is open").expect("the frames are valid");
            assert_eq!(message, Message::text(text));
        }
        let Some(Ok(Message::Close(Some(frame)))) = client.next().await else { panic!("expected a close frame") };
        assert_eq!((frame.code, frame.reason.as_str()), (CloseCode::Restart, "the end"));
        while client.next().await.is_some() {}
        sending.await.expect("the task has finished");
    }

    /// The buffer for writing keeps the size of the longest frame.
    #[tokio::test]
    async fn long_messages_are_sent_in_short_frames() {
        let (near, mut far) = tokio::io::duplex(1 << 20);
        let mut socket = WebSocket::new(near, 1_024).await;
        let text = long_text();
        socket.send_text(text.clone()).await.expect("the client is connected");
        drop(socket);
        let mut bytes = Vec::new();
        far.read_to_end(&mut bytes).await.expect("the stream is open");
        let (mut rest, mut heads, mut joined) = (&bytes[..], Vec::new(), Vec::new());
        while let [head, length, ..] = *rest {
            let (start, length) = match length {
                126 => (4, usize::from(u16::from_be_bytes([rest[2], rest[3]]))),
                _ => (2, usize::from(length)),
            };
            assert!(length <= MAX_FRAME, "{length}");
            heads.push(head);
            joined.extend_from_slice(&rest[start..start + length]);
            rest = &rest[start + length..];
        }
        assert_eq!(joined, text.as_bytes());
        assert_eq!(heads.len(), text.len().div_ceil(MAX_FRAME));
        let (first, last) = (heads[0], heads[heads.len() - 1]);
        assert_eq!((first, last), (0x01, 0x80), "a text frame, then continuations, and the last frame is final");
        assert!(heads[1..heads.len() - 1].iter().all(|head| *head == 0x00), "{heads:?}");
    }

    #[tokio::test]
    async fn too_long_messages_from_the_client_end_the_socket() {
        let (near, far) = tokio::io::duplex(1 << 20);
        let mut socket = WebSocket::new(near, 3_000).await;
        let mut client = WebSocketStream::from_raw_socket(far, Role::Client, None).await;
        for length in [10, 3_000, 0] {
            client.send(Message::text("a".repeat(length))).await.expect("the socket is open");
            assert_eq!(socket.receive().await, Some(Message::text("a".repeat(length))));
        }
        client.send(Message::text("a".repeat(3_001))).await.expect("the socket is open");
        assert_eq!(socket.receive().await, None);
    }

    #[test]
    fn handshakes_need_all_headers() {
        let complete = [
            ("connection", "keep-alive, Upgrade"),
            ("upgrade", "WebSocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let check = |method: &Method, pairs: &[(&'static str, &'static str)]| {
            let headers = pairs
                .iter()
                .map(|&(name, value)| (HeaderName::from_static(name), value.parse().expect("the value is valid")));
            check_handshake(method, &headers.collect())
        };
        // The example of RFC 6455, section 1.3.
        let key = check(&Method::GET, &complete).expect("the handshake is complete");
        assert_eq!(key, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert!(check(&Method::HEAD, &complete).is_err());
        for missing in 0..complete.len() {
            let mut pairs = complete.to_vec();
            let (name, _) = pairs.remove(missing);
            let Err(ApiError::Status(StatusCode::BAD_REQUEST, view)) = check(&Method::GET, &pairs) else {
                panic!("{name} is missing")
            };
            assert_eq!(view.code, "no_upgrade");
            assert!(view.message.to_lowercase().contains(name), "{}", view.message);
            pairs.push((name, "other"));
            assert_eq!(check(&Method::GET, &pairs).is_ok(), name == "sec-websocket-key", "{name}");
        }
    }
}
