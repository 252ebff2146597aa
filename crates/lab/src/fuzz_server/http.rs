//! HTTP requests as bytes, so that malformed ones can be sent, and a connection that reads the responses.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Time limit of a response. Analyses have the longest limit of the server, ten seconds; the rest is for busy machines.
pub(super) const RESPONSE_LIMIT: Duration = Duration::from_secs(45);

/// Time without data after which a stream without an end is closed.
const QUIET: Duration = Duration::from_millis(150);

/// Longest response that is read, in bytes.
const MAX_RESPONSE: usize = 64 << 20;

/// How the body of a request is sent.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Framing {
    /// With its length.
    Length,
    /// In chunks of this many bytes.
    Chunked(usize),
    /// Half of the announced length, then the client stops sending but waits for a response.
    Truncated,
    /// Half of the announced length, then the client stays silent.
    Stalled,
    /// Chunks whose size is not a number.
    MalformedChunks,
    /// Both with a length and in chunks.
    LengthAndChunks,
}

/// A request.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: Vec<u8>,
    /// Path and query.
    pub(super) target: Vec<u8>,
    pub(super) version: &'static str,
    /// Headers except those of the framing.
    pub(super) headers: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) body: Option<Vec<u8>>,
    pub(super) framing: Framing,
    /// Whether the server may close the connection without a response, because the request is not valid HTTP or incomplete.
    pub(super) may_be_dropped: bool,
}

impl Request {
    pub(super) fn new(method: &str, target: impl Into<Vec<u8>>, host: SocketAddr) -> Request {
        Request {
            method: method.into(),
            target: target.into(),
            version: "HTTP/1.1",
            headers: vec![(b"host".to_vec(), host.to_string().into())],
            body: None,
            framing: Framing::Length,
            may_be_dropped: false,
        }
    }

    pub(super) fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub(super) fn json(mut self, body: &Value) -> Request {
        self.body = Some(body.to_string().into());
        self.header("content-type", "application/json")
    }

    /// Adds the headers of a WebSocket upgrade.
    pub(super) fn upgrade(self) -> Request {
        let request = self.header("connection", "Upgrade").header("upgrade", "websocket");
        request.header("sec-websocket-version", "13").header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    }

    /// Returns the bytes to send.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = [&self.method[..], b" ", &self.target, b" ", self.version.as_bytes(), b"\r\n"].concat();
        for (name, value) in &self.headers {
            bytes.extend([&name[..], b": ", value, b"\r\n"].concat());
        }
        let Some(body) = &self.body else {
            bytes.extend(b"\r\n");
            return bytes;
        };
        let length = format!("content-length: {}\r\n", body.len());
        match self.framing {
            Framing::Length => bytes.extend([length.as_bytes(), b"\r\n", body].concat()),
            Framing::Truncated | Framing::Stalled => {
                bytes.extend([length.as_bytes(), b"\r\n", &body[..body.len() / 2]].concat());
            }
            Framing::Chunked(size) => {
                bytes.extend(b"transfer-encoding: chunked\r\n\r\n");
                bytes.extend(chunks(body, size));
            }
            Framing::MalformedChunks => {
                bytes.extend([b"transfer-encoding: chunked\r\n\r\nxyz\r\n", &body[..], b"\r\n0\r\n\r\n"].concat());
            }
            Framing::LengthAndChunks => {
                bytes.extend([length.as_bytes(), b"transfer-encoding: chunked\r\n\r\n"].concat());
                bytes.extend(chunks(body, 7));
            }
        }
        bytes
    }

    /// Returns a shell command that sends the request, cut after some thousand bytes.
    pub(super) fn shell_command(&self, server: SocketAddr) -> String {
        const MAX_SHOWN: usize = 4_000;
        let bytes = self.bytes();
        let mut text = String::new();
        for &byte in bytes.iter().take(MAX_SHOWN) {
            match byte {
                b'\r' => text.push_str("\\r"),
                b'\n' => text.push_str("\\n"),
                b'\\' => text.push_str("\\\\"),
                b'\'' => text.push_str("\\x27"),
                b'%' => text.push_str("%%"),
                b' '..=b'~' => text.push(char::from(byte)),
                other => text.push_str(&format!("\\x{other:02x}")),
            }
        }
        let cut = bytes.len().saturating_sub(MAX_SHOWN);
        let note = if cut > 0 { format!("  # {cut} more bytes") } else { String::new() };
        format!("printf '{text}' | nc {} {}{note}", server.ip(), server.port())
    }
}

fn chunks(body: &[u8], size: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for chunk in body.chunks(size.max(1)) {
        bytes.extend([format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
    }
    bytes.extend(b"0\r\n\r\n");
    bytes
}

/// A response.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    /// The body; of a stream without an end, its beginning.
    pub(super) body: Vec<u8>,
    pub(super) took: Duration,
}

impl Response {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the content type without parameters.
    pub(super) fn content_type(&self) -> &str {
        self.header("content-type").and_then(|value| value.split(';').next()).unwrap_or_default().trim()
    }

    pub(super) fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// Returns the complete lines of a stream, except empty ones.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let end = self.body.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        self.body[..end].split(|&byte| byte == b'\n').filter(|line| !line.is_empty())
    }

    /// Returns the cookies that the response sets, as a `Cookie` header.
    pub(super) fn cookies(&self) -> Option<String> {
        let set = self.headers.iter().filter(|(name, _)| name == "set-cookie");
        let pairs: Vec<&str> = set.filter_map(|(_, value)| value.split(';').next()).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    fn is_stream(&self) -> bool {
        self.content_type() == "application/x-ndjson"
    }
}

/// What followed a request.
#[derive(Debug)]
pub(super) enum Answer {
    Response(Response),
    /// The connection ended without a complete response.
    Closed(String),
    /// No complete response within [`RESPONSE_LIMIT`].
    Silent,
}

/// A connection to the server.
pub(super) struct Connection {
    pub(super) stream: TcpStream,
    /// Received bytes that are not read yet.
    pub(super) received: Vec<u8>,
    /// Whether the connection has already carried a response, so that the server may have closed it meanwhile.
    pub(super) is_reused: bool,
}

impl Connection {
    pub(super) fn open(server: SocketAddr) -> io::Result<Connection> {
        let stream = TcpStream::connect_timeout(&server, RESPONSE_LIMIT)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(RESPONSE_LIMIT))?;
        Ok(Connection { stream, received: Vec::new(), is_reused: false })
    }

    /// Sends a request and reads the response. Returns whether the connection can carry another request too. Reads a stream
    /// until it ends if `to_the_end`, and otherwise until no line follows for a moment.
    pub(super) fn exchange(&mut self, request: &Request, to_the_end: bool) -> (Answer, bool) {
        let started = Instant::now();
        // The server may respond to a long request, and close the connection, before it has received all of it.
        let _ = self.stream.write_all(&request.bytes());
        if request.framing == Framing::Truncated {
            let _ = self.stream.shutdown(Shutdown::Write);
        }
        let deadline = started + RESPONSE_LIMIT;
        match self.response(request.method == b"HEAD", deadline, to_the_end) {
            Ok((response, is_whole)) => {
                let is_kept = response.header("connection").is_none_or(|value| value != "close");
                let is_open = is_whole && is_kept && response.status != 101;
                self.is_reused = true;
                (Answer::Response(Response { took: started.elapsed(), ..response }), is_open)
            }
            Err(_) if Instant::now() >= deadline => (Answer::Silent, false),
            Err(error) => (Answer::Closed(error.to_string()), false),
        }
    }

    /// Reads a response, and reports whether its end was read.
    fn response(&mut self, is_head: bool, deadline: Instant, to_the_end: bool) -> io::Result<(Response, bool)> {
        loop {
            let mut response = self.head(deadline)?;
            if response.status == 100 {
                continue;
            }
            if is_head || matches!(response.status, 101 | 204 | 304) {
                return Ok((response, true));
            }
            let length = response.header("content-length").and_then(|value| value.parse::<usize>().ok());
            let is_chunked = response.header("transfer-encoding").is_some_and(|value| value.contains("chunked"));
            let quiet = (response.is_stream() && !to_the_end).then_some(QUIET);
            let is_whole = if is_chunked {
                self.chunked_body(&mut response.body, deadline, quiet)?
            } else if let Some(length) = length {
                if length > MAX_RESPONSE {
                    return Err(io::Error::other(format!("the response has {length} bytes")));
                }
                self.fill(length, deadline)?;
                response.body = self.received.drain(..length).collect();
                true
            } else {
                self.receive_all(deadline, quiet)?;
                response.body = std::mem::take(&mut self.received);
                false
            };
            return Ok((response, is_whole));
        }
    }

    fn head(&mut self, deadline: Instant) -> io::Result<Response> {
        let malformed = || io::Error::other("the head of the response is malformed");
        let end = loop {
            if let Some(at) = self.received.windows(4).position(|four| four == b"\r\n\r\n") {
                break at;
            }
            if !self.receive(deadline)? {
                return Err(io::Error::other(format!("closed after {} bytes", self.received.len())));
            }
        };
        let head = String::from_utf8(self.received.drain(..end + 4).collect()).map_err(|_| malformed())?;
        let mut lines = head.trim_end().split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|text| text.parse().ok());
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(':').ok_or_else(malformed)?;
            Ok((name.to_lowercase(), value.trim().to_owned()))
        });
        let headers = headers.collect::<io::Result<Vec<_>>>()?;
        Ok(Response { status: status.ok_or_else(malformed)?, headers, body: Vec::new(), took: Duration::ZERO })
    }

    /// Reads a body in chunks and reports whether its end was read; stops after a pause of `quiet`.
    fn chunked_body(&mut self, body: &mut Vec<u8>, deadline: Instant, quiet: Option<Duration>) -> io::Result<bool> {
        loop {
            let pause = quiet.map(|quiet| Instant::now() + quiet);
            let until = pause.map_or(deadline, |pause| pause.min(deadline));
            let chunk = self.chunk(until);
            match chunk {
                Ok(chunk) if chunk.is_empty() => return Ok(true),
                Ok(chunk) => body.extend(chunk),
                Err(_) if pause.is_some_and(|pause| Instant::now() >= pause) => return Ok(false),
                Err(error) => return Err(error),
            }
            if body.len() > MAX_RESPONSE {
                return Err(io::Error::other("the response is too long"));
            }
        }
    }

    fn chunk(&mut self, deadline: Instant) -> io::Result<Vec<u8>> {
        let line = loop {
            if let Some(at) = self.received.windows(2).position(|two| two == b"\r\n") {
                break at;
            }
            if !self.receive(deadline)? {
                return Err(io::Error::other("closed within a body"));
            }
        };
        let size = std::str::from_utf8(&self.received[..line]).ok().and_then(|hex| usize::from_str_radix(hex, 16).ok());
        let size = size.ok_or_else(|| io::Error::other("a chunk of the response is malformed"))?;
        self.fill(line + 2 + size + 2, deadline)?;
        Ok(self.received.drain(..line + size + 4).skip(line + 2).take(size).collect())
    }

    /// Receives until the connection ends, or for a stream until a pause of `quiet`.
    fn receive_all(&mut self, deadline: Instant, quiet: Option<Duration>) -> io::Result<()> {
        loop {
            let until = quiet.map_or(deadline, |quiet| deadline.min(Instant::now() + quiet));
            match self.receive(until) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(_) if quiet.is_some() && Instant::now() < deadline => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Receives until `length` bytes are there.
    pub(super) fn fill(&mut self, length: usize, deadline: Instant) -> io::Result<()> {
        while self.received.len() < length {
            if !self.receive(deadline)? {
                let received = self.received.len();
                return Err(io::Error::other(format!("closed after {received} of {length} bytes of a body")));
            }
        }
        Ok(())
    }

    /// Receives some bytes; returns false at the end of the connection.
    pub(super) fn receive(&mut self, deadline: Instant) -> io::Result<bool> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut buffer = [0; 16 * 1024];
        let count = self.stream.read(&mut buffer)?;
        self.received.extend(&buffer[..count]);
        Ok(count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Returns what a client makes of the bytes that a server sends before it closes the connection.
    fn answer(sent: &'static [u8]) -> Answer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("the client connects");
            let _ = stream.read(&mut [0; 1_000]);
            stream.write_all(sent).expect("the client reads");
        });
        let request = Request::new("GET", "/", address);
        let (answer, _) = Connection::open(address).expect("the server listens").exchange(&request, true);
        server.join().expect("the server ends");
        answer
    }

    #[test]
    fn reads_bodies_with_a_length_and_in_chunks() {
        for sent in [
            &b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{\"a\":"[..],
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{\"\r\n3\r\na\":\r\n0\r\n\r\n",
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"a\":",
        ] {
            let Answer::Response(response) = answer(sent) else { panic!("expected a response") };
            assert_eq!((response.status, &response.body[..]), (200, &b"{\"a\":"[..]));
        }
    }

    #[test]
    fn incomplete_responses_are_not_responses() {
        for sent in [&b""[..], b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"] {
            assert!(matches!(answer(sent), Answer::Closed(_)));
        }
    }

    #[test]
    fn requests_are_shown_as_shell_commands() {
        let address = "127.0.0.1:80".parse().expect("the address is valid");
        let mut request = Request::new("GET", "/a%20b", address);
        request.body = Some(b"'\xff\n".to_vec());
        let expected = "printf 'GET /a%%20b HTTP/1.1\\r\\nhost: 127.0.0.1:80\\r\\ncontent-length: 3\\r\\n\\r\\n\\x27\\xff\\n' | nc 127.0.0.1 80";
        assert_eq!(request.shell_command(address), expected);
    }
}
