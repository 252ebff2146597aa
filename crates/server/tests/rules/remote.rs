//! Remote engines: correct, silent and faulty ones.

use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Value, json};
use server::rules::breaker::BreakerSettings;
use server::rules::{Mode, Remote, RemoteSettings, Settings};

use crate::app::App;

fn body() -> Value {
    json!({ "position": "G square8 2p live; S a1=11,b4=2,h8=22; H 3,2; P movement", "move": "M a1-a4" })
}

/// Timeout for engines that never answer.
const SHORT: Duration = Duration::from_millis(400);

/// Timeout for engines that answer, long enough for a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// Starts a service with a remote engine.
fn with_remote(url: &str, mode: Mode, timeout: Duration) -> App {
    let remote =
        RemoteSettings { url: url.to_owned(), allow: "127.0.0.1".parse().expect("the value is a list"), timeout };
    let breaker = BreakerSettings { failures: 50, pause: Duration::from_secs(60) };
    let settings = Settings { mode, breaker, timeout: LONG, ..Settings::default() };
    App::with(&settings, Box::new(Remote::new(&remote).expect("the address is allowed")))
}

/// Starts a server that answers every request with the same bytes, or never answers; returns its URL.
fn fake_server(answer: Option<Vec<u8>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let url = format!("http://{}", listener.local_addr().expect("the listener has an address"));
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let answer = answer.clone();
            let Some(answer) = answer else {
                open.push(stream);
                continue;
            };
            std::thread::spawn(move || {
                let mut buffer = [0; 4096];
                let _ = stream.read(&mut buffer);
                let _ = stream.write_all(&answer);
            });
        }
    });
    url
}

fn http(status: &str, body: &[u8]) -> Option<Vec<u8>> {
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    Some([head.as_bytes(), body].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn remote_rules_service_agrees() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let url = format!("http://{}", listener.local_addr().expect("the listener has an address"));
    let router = App::new(Mode::Fast).router;
    tokio::spawn(async move { axum::serve(listener, router).await });
    let app = with_remote(&url, Mode::Spec, LONG);
    for written in ["M a1-a4", "M a1-a2", "M h8-h6", "M a1-c3"] {
        let mut body = body();
        body["move"] = json!(written);
        let answer = app.evaluate(&body).await;
        assert_eq!(answer["engine"], "remote", "{answer}");
        assert_eq!(answer["fallback"], false, "{answer}");
    }
    let shadow = with_remote(&url, Mode::Shadow, LONG);
    for _ in 0..20 {
        shadow.evaluate(&body()).await;
    }
    shadow.settle().await;
    assert_eq!(shadow.service.counters().judged(), 20);
    assert_eq!(shadow.mismatches(), [0; 4]);
    assert_eq!(app.mismatches(), [0; 4]);
    for edition in ["canon", "compact", "live"] {
        let position = format!("G square8 2p {edition}; S a1=11,b4=2,h8=22; H 3,2; P movement");
        let answer = app.evaluate(&json!({ "position": position, "move": "M a1-a4" })).await;
        assert_eq!(answer["engine"], "remote", "{answer}");
    }
    assert_eq!(app.mismatches(), [0; 4]);
    assert_eq!(app.service.counters().incomparable(), 0);
}

/// Returns a position of an edition, and the hash of the state after `M a1-a4`.
async fn position_and_hash(edition: &str) -> (String, String) {
    let position = format!("G square8 2p {edition}; S a1=11,b4=2,h8=22; H 3,2; P movement");
    let answer = App::new(Mode::Fast).evaluate(&json!({ "position": position, "move": "M a1-a4" })).await;
    (position, answer["hash"].as_str().expect("the answer has a hash").to_owned())
}

/// Log of the current thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Mismatches of the state hash are counted; a hash of another kind is neither equal nor different.
#[tokio::test]
async fn hashes_that_cannot_be_compared_are_counted_and_logged() {
    let (other_hash, other_digits) = ("0".repeat(32), "0123456789abcdef".to_owned());
    for edition in ["canon", "compact", "live"] {
        let (position, hash) = position_and_hash(edition).await;
        let is_live = edition == "live";
        // Names and values of the hashes of the remote engine, the expected mismatches, and the expected number of hashes
        // that cannot be compared.
        for (hashes, mismatches, incomparable) in [
            (json!({ "state_hash": hash }), 0, 0),
            (json!({ "state_hash": other_hash }), 1, 0),
            (json!({ "state_hash": other_digits }), u64::from(is_live), u64::from(!is_live)),
            (json!({ "stateHash": "x" }), u64::from(is_live), u64::from(!is_live)),
            (json!({ "referenceHash": other_digits }), u64::from(is_live), u64::from(!is_live)),
            (json!({ "hash": hash, "state_hash": other_digits }), u64::from(is_live), u64::from(!is_live)),
            (json!({ "hash": hash, "state_hash": hash }), 0, 0),
        ] {
            let mut reply = json!({ "valid": true, "s_invariant": 1, "game_status": "active" });
            for (name, value) in hashes.as_object().expect("the hashes are an object") {
                reply[name] = value.clone();
            }
            let url = fake_server(http("200 OK", reply.to_string().as_bytes()));
            let log = Log::default();
            let written = log.clone();
            let subscriber = tracing_subscriber::fmt().with_writer(move || written.clone()).finish();
            let app = with_remote(&url, Mode::Spec, LONG);
            {
                let _guard = tracing::subscriber::set_default(subscriber);
                app.evaluate(&json!({ "position": position, "move": "M a1-a4" })).await;
            }
            assert_eq!(app.mismatches(), [0, mismatches, 0, 0], "{edition}: {hashes}");
            assert_eq!(app.service.counters().incomparable(), incomparable, "{edition}: {hashes}");
            let text = String::from_utf8_lossy(&log.0.lock()).into_owned();
            assert_eq!(text.contains("cannot be compared"), incomparable == 1, "{edition}: {hashes}: {text}");
            let shadow = with_remote(&url, Mode::Shadow, LONG);
            shadow.evaluate(&json!({ "position": position, "move": "M a1-a4" })).await;
            shadow.settle().await;
            assert_eq!(shadow.mismatches(), [0, mismatches, 0, 0], "{edition}: {hashes}");
            assert_eq!(shadow.service.counters().incomparable(), incomparable, "{edition}: {hashes}");
        }
    }
}

#[tokio::test]
async fn counts_mismatches_with_a_remote_engine() {
    let answer = json!({ "valid": true, "state_hash": "0123456789abcdef", "s_invariant": 99, "game_status": "active" });
    let app = with_remote(&fake_server(http("200 OK", answer.to_string().as_bytes())), Mode::Shadow, LONG);
    app.evaluate(&body()).await;
    app.settle().await;
    assert_eq!(app.mismatches(), [0, 1, 1, 0]);
    let rejection = json!({ "valid": false, "validation_error": "not allowed" });
    let app = with_remote(&fake_server(http("200 OK", rejection.to_string().as_bytes())), Mode::Spec, LONG);
    let answer = app.evaluate(&body()).await;
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["reason"]["message"], "not allowed");
    assert_eq!(app.mismatches(), [1, 0, 0, 0]);
}

#[tokio::test]
async fn falls_back_when_the_remote_engine_fails() {
    let long = vec![b' '; 2 << 20];
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        format!("http://{}", listener.local_addr().expect("the listener has an address"))
    };
    for url in [
        closed,
        fake_server(None),
        fake_server(http("500 Internal Server Error", b"oh")),
        fake_server(http("200 OK", b"{}")),
        fake_server(http("200 OK", b"not json")),
        fake_server(http("200 OK", &long)),
        fake_server(Some(b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n".to_vec())),
        fake_server(Some(b"SSH-2.0-OpenSSH\r\n".to_vec())),
        fake_server(Some(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec())),
    ] {
        let app = with_remote(&url, Mode::Spec, SHORT);
        let started = Instant::now();
        let answer = app.evaluate(&body()).await;
        assert_eq!(answer["engine"], "fast", "{url}: {answer}");
        assert_eq!(answer["fallback"], true, "{url}: {answer}");
        assert_eq!(app.service.counters().fallback(), 1);
        assert_eq!(app.mismatches(), [0; 4]);
        assert!(started.elapsed() < LONG / 2, "{:?}", started.elapsed());
        let shadow = with_remote(&url, Mode::Shadow, SHORT);
        shadow.evaluate(&body()).await;
        shadow.settle().await;
        assert_eq!(shadow.service.counters().unjudged(), 1);
        assert_eq!(shadow.mismatches(), [0; 4]);
    }
}
