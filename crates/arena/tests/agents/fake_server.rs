//! Servers that answer as they are told, for tests of whoever asks them: well, badly, slowly, or not at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// What a server does with a request.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// Answers with a status, more header lines and a body.
    Http(u16, Vec<(String, String)>, Vec<u8>),
    /// Writes bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Writes one byte at a time, with a pause before each.
    Dribble(Vec<u8>, Duration),
    /// Writes the first bytes at once, and the second ones one at a time, with a pause before each.
    Trickle(Vec<u8>, Vec<u8>, Duration),
    /// Writes the first bytes, then the second ones again and again.
    Endless(Vec<u8>, Vec<u8>),
    /// Says nothing as long as the server lives.
    Silence,
    /// Closes the connection before it has read anything.
    Close,
}

impl Answer {
    /// A success with a body.
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Answer {
        Answer::status(200, body)
    }

    /// A status with a body.
    pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Answer {
        Answer::Http(status, Vec::new(), body.into())
    }

    /// The completion of a model that says something.
    pub(crate) fn said(text: &str) -> Answer {
        Answer::completion(json!({ "role": "assistant", "content": text }), "stop")
    }

    /// The completion of a model that calls the tool.
    pub(crate) fn called(arguments: &Value) -> Answer {
        let function = json!({ "name": "act", "arguments": arguments.to_string() });
        let message = json!({ "role": "assistant", "tool_calls": [{ "type": "function", "function": function }] });
        Answer::completion(message, "tool_calls")
    }

    /// The completion of a model, for which a thousand tokens were read and a hundred written.
    #[expect(clippy::needless_pass_by_value, reason = "it is made for this")]
    pub(crate) fn completion(message: Value, finish_reason: &str) -> Answer {
        let choice = json!({ "index": 0, "message": message, "finish_reason": finish_reason });
        let usage = json!({ "prompt_tokens": 1000, "completion_tokens": 100 });
        Answer::ok(json!({ "choices": [choice], "usage": usage }).to_string())
    }

    /// The same answer with one more header line, if it has any.
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

/// A request that a server got.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Received {
    /// Its first line, such as `POST /act HTTP/1.1`.
    pub(crate) line: String,
    /// The header lines.
    pub(crate) headers: Vec<String>,
    /// The body.
    pub(crate) body: String,
}

impl Received {
    /// The body as JSON; null if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.headers.iter().filter_map(|line| line.split_once(':'));
        pairs.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

/// A server on this machine that lives as long as this value.
pub(crate) struct FakeServer {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    is_over: Arc<AtomicBool>,
}

impl FakeServer {
    /// A server that gives its answers one after the other, and the last one for ever.
    ///
    /// # Panics
    /// If this machine lets nobody listen, or if there are no answers.
    pub(crate) fn start(answers: Vec<Answer>) -> FakeServer {
        assert!(!answers.is_empty(), "a server needs something to say");
        FakeServer::answering(move |number, _| answers[number.min(answers.len() - 1)].clone())
    }

    /// A server that makes up its answer from the number of the request, which counts from 0, and what it says. The answer
    /// [`Answer::Close`] is only possible without reading, so such servers ask with an empty request first.
    ///
    /// # Panics
    /// If this machine lets nobody listen.
    pub(crate) fn answering(answer: impl Fn(usize, &Received) -> Answer + Send + Sync + 'static) -> FakeServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
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

    /// Its address, such as `http://127.0.0.1:4711`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests that were read so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the one who waits for connections.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

/// An address where nobody listens.
///
/// # Panics
/// If this machine lets nobody listen.
pub(crate) fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    format!("http://{}", listener.local_addr().expect("an address"))
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
    let goes_on = || !is_over.load(Ordering::Relaxed);
    match answer {
        Answer::Http(status, headers, body) => {
            let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            let length = body.len();
            write!(stream, "HTTP/1.1 {status} Fake\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n")?;
            stream.write_all(&body)
        }
        Answer::Bytes(bytes) => stream.write_all(&bytes),
        Answer::Dribble(bytes, pause) => write_slowly(stream, &bytes, pause, &goes_on),
        Answer::Trickle(first, rest, pause) => {
            stream.write_all(&first)?;
            write_slowly(stream, &rest, pause, &goes_on)
        }
        Answer::Endless(first, again) => {
            stream.write_all(&first)?;
            while goes_on() {
                stream.write_all(&again)?;
            }
            Ok(())
        }
        Answer::Silence => {
            while goes_on() {
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
    goes_on: &dyn Fn() -> bool,
) -> std::io::Result<()> {
    for byte in bytes {
        thread::sleep(pause);
        if !goes_on() {
            break;
        }
        stream.write_all(&[*byte])?;
    }
    Ok(())
}
