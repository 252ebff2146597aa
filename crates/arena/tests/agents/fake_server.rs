//! HTTP server with scripted responses: correct, malformed, slow or missing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Scripted response.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// Status, additional header lines and body.
    Http(u16, Vec<(String, String)>, Vec<u8>),
    /// Writes bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Writes one byte at a time with a pause before each.
    Dribble(Vec<u8>, Duration),
    /// Writes the first bytes at once and the others one at a time with a pause before each.
    Trickle(Vec<u8>, Vec<u8>, Duration),
    /// Writes the first bytes, then repeats the second ones without end.
    Endless(Vec<u8>, Vec<u8>),
    /// Keeps the connection open without writing.
    Silence,
    /// Closes the connection without reading.
    Close,
}

impl Answer {
    /// Returns a response with status 200.
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Answer {
        Answer::status(200, body)
    }

    pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Answer {
        Answer::Http(status, Vec::new(), body.into())
    }

    /// Returns a completion with a text message.
    pub(crate) fn text_message(text: &str) -> Answer {
        Answer::completion(json!({ "role": "assistant", "content": text }), "stop")
    }

    /// Returns a completion with a tool call.
    pub(crate) fn tool_call(arguments: &Value) -> Answer {
        let function = json!({ "name": "act", "arguments": arguments.to_string() });
        let message = json!({ "role": "assistant", "tool_calls": [{ "type": "function", "function": function }] });
        Answer::completion(message, "tool_calls")
    }

    /// Returns a completion with 1000 input and 100 output tokens.
    #[expect(clippy::needless_pass_by_value, reason = "tests pass a temporary value")]
    pub(crate) fn completion(message: Value, finish_reason: &str) -> Answer {
        let choice = json!({ "index": 0, "message": message, "finish_reason": finish_reason });
        let usage = json!({ "prompt_tokens": 1000, "completion_tokens": 100 });
        Answer::ok(json!({ "choices": [choice], "usage": usage }).to_string())
    }

    /// Adds a header line.
    pub(crate) fn with_header(self, name: &str, value: &str) -> Answer {
        match self {
            Answer::Http(status, mut headers, body) => {
                headers.push((name.to_owned(), value.to_owned()));
                Answer::Http(status, headers, body)
            }
            other => other,
        }
    }
}

/// A received request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Received {
    /// First line, such as `POST /act HTTP/1.1`.
    pub(crate) line: String,
    pub(crate) headers: Vec<String>,
    pub(crate) body: String,
}

impl Received {
    /// Returns the body as JSON, or null if it is not JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.headers.iter().filter_map(|line| line.split_once(':'));
        pairs.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// Local server that stops when this value is dropped.
pub(crate) struct FakeServer {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    is_over: Arc<AtomicBool>,
}

impl FakeServer {
    /// Starts a server that sends the responses in order and repeats the last one.
    pub(crate) fn start(answers: Vec<Answer>) -> FakeServer {
        assert!(!answers.is_empty(), "at least one response is required");
        FakeServer::answering(move |number, _| answers[number.min(answers.len() - 1)].clone())
    }

    /// Starts a server that computes the response from the number of the request, from 0, and its contents. The callback is also
    /// called with an empty request before reading, because [`Answer::Close`] must not read.
    pub(crate) fn answering(answer: impl Fn(usize, &Received) -> Answer + Send + Sync + 'static) -> FakeServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let server = FakeServer { address, received: Arc::default(), is_over: Arc::default() };
        let (received, is_over) = (Arc::clone(&server.received), Arc::clone(&server.is_over));
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let (answer, received, is_over) = (Arc::clone(&answer), Arc::clone(&received), Arc::clone(&is_over));
                thread::spawn(move || {
                    let _ = converse(&stream, |request| answer(number, request), &received, &is_over);
                });
            }
        });
        server
    }

    /// Returns the URL, such as `http://127.0.0.1:4711`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the requests received so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the accepting thread.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

/// Returns the URL of a local port on which no server listens.
pub(crate) fn unused_url() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    format!("http://{}", listener.local_addr().expect("the listener has an address"))
}

fn converse(
    stream: &TcpStream,
    answer: impl Fn(&Received) -> Answer,
    received: &Mutex<Vec<Received>>,
    is_over: &AtomicBool,
) -> std::io::Result<()> {
    if matches!(answer(&Received::default()), Answer::Close) {
        return Ok(());
    }
    let request = read_request(stream)?;
    received.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
    write_answer(stream, answer(&request), is_over)
}

fn read_request(stream: &TcpStream) -> std::io::Result<Received> {
    let mut reader = BufReader::new(stream);
    let mut next = || {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        Ok::<String, std::io::Error>(line.trim_end().to_owned())
    };
    let mut request = Received { line: next()?, ..Received::default() };
    loop {
        let line = next()?;
        if line.is_empty() {
            break;
        }
        request.headers.push(line);
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    request.body = String::from_utf8_lossy(&body).into_owned();
    Ok(request)
}

fn write_answer(mut stream: &TcpStream, answer: Answer, is_over: &AtomicBool) -> std::io::Result<()> {
    let is_running = || !is_over.load(Ordering::Relaxed);
    match answer {
        Answer::Http(status, headers, body) => {
            let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            let length = body.len();
            write!(stream, "HTTP/1.1 {status} Fake\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n")?;
            stream.write_all(&body)
        }
        Answer::Bytes(bytes) => stream.write_all(&bytes),
        Answer::Dribble(bytes, pause) => write_slowly(stream, &bytes, pause, &is_running),
        Answer::Trickle(first, rest, pause) => {
            stream.write_all(&first)?;
            write_slowly(stream, &rest, pause, &is_running)
        }
        Answer::Endless(first, again) => {
            stream.write_all(&first)?;
            while is_running() {
                stream.write_all(&again)?;
            }
            Ok(())
        }
        Answer::Silence => {
            while is_running() {
                thread::sleep(Duration::from_millis(20));
            }
            Ok(())
        }
        Answer::Close => Ok(()),
    }
}

fn write_slowly(
    mut stream: &TcpStream,
    bytes: &[u8],
    pause: Duration,
    is_running: &dyn Fn() -> bool,
) -> std::io::Result<()> {
    for byte in bytes {
        thread::sleep(pause);
        if !is_running() {
            break;
        }
        stream.write_all(&[*byte])?;
    }
    Ok(())
}
