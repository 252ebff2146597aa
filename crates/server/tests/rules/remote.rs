//! Engines on other machines: good ones, silent ones, and those that answer nonsense.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::rules::breaker::BreakerSettings;
use server::rules::{Mode, Remote, RemoteSettings, Settings};

use crate::app::App;

fn body() -> Value {
    json!({ "position": "G square8 2p live; S a1=11,b4=2,h8=22; H 3,2; P movement", "move": "M a1-a4" })
}

/// How long engines may take that never answer, and those that do, on a machine that is busy with something else.
const SHORT: Duration = Duration::from_millis(400);
const LONG: Duration = Duration::from_secs(60);

fn ask(url: &str, mode: Mode, timeout: Duration) -> App {
    let remote = RemoteSettings { url: url.to_owned(), allow: "127.0.0.1".parse().expect("a list"), timeout };
    let breaker = BreakerSettings { failures: 50, pause: Duration::from_secs(60) };
    let settings = Settings { mode, breaker, timeout: LONG, ..Settings::default() };
    App::with(&settings, Box::new(Remote::new(&remote).expect("an engine")))
}

/// A server that answers every request with the same bytes; none for one that never answers.
fn canned(answer: Option<Vec<u8>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let answer = answer.clone();
            let Some(answer) = answer else {
                kept.push(stream);
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
async fn another_service_like_ours_agrees() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = App::new(Mode::Fast).router;
    tokio::spawn(async move { axum::serve(listener, router).await });
    let app = ask(&url, Mode::Spec, LONG);
    for written in ["M a1-a4", "M a1-a2", "M h8-h6", "M a1-c3"] {
        let mut body = body();
        body["move"] = json!(written);
        let answer = app.evaluate(&body).await;
        assert_eq!((&answer["engine"], &answer["fallback"]), (&json!("remote"), &json!(false)), "{answer}");
    }
    let shadow = ask(&url, Mode::Shadow, LONG);
    for _ in 0..20 {
        shadow.evaluate(&body()).await;
    }
    shadow.settle().await;
    assert_eq!((shadow.service.counters().judged(), shadow.mismatches(), app.mismatches()), (20, [0; 4], [0; 4]));
}

#[tokio::test]
async fn a_service_that_says_something_else_is_caught() {
    let answer = json!({ "valid": true, "state_hash": "0123456789abcdef", "s_invariant": 99, "game_status": "active" });
    let app = ask(&canned(http("200 OK", answer.to_string().as_bytes())), Mode::Shadow, LONG);
    app.evaluate(&body()).await;
    app.settle().await;
    assert_eq!(app.mismatches(), [0, 1, 1, 0]);
    let refuses = json!({ "valid": false, "validation_error": "not allowed" });
    let app = ask(&canned(http("200 OK", refuses.to_string().as_bytes())), Mode::Spec, LONG);
    let answer = app.evaluate(&body()).await;
    assert_eq!((&answer["valid"], &answer["reason"]["message"]), (&json!(false), &json!("not allowed")));
    assert_eq!(app.mismatches(), [1, 0, 0, 0]);
}

#[tokio::test]
async fn services_that_fail_are_stood_in_for() {
    let long = vec![b' '; 2 << 20];
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        format!("http://{}", listener.local_addr().expect("an address"))
    };
    for url in [
        closed,
        canned(None),
        canned(http("500 Internal Server Error", b"oh")),
        canned(http("200 OK", b"{}")),
        canned(http("200 OK", b"not json")),
        canned(http("200 OK", &long)),
        canned(Some(b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n".to_vec())),
        canned(Some(b"SSH-2.0-OpenSSH\r\n".to_vec())),
        canned(Some(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec())),
    ] {
        let app = ask(&url, Mode::Spec, SHORT);
        let started = Instant::now();
        let answer = app.evaluate(&body()).await;
        assert_eq!((&answer["engine"], &answer["fallback"]), (&json!("fast"), &json!(true)), "{url}: {answer}");
        assert_eq!((app.service.counters().fallback(), app.mismatches()), (1, [0; 4]));
        assert!(started.elapsed() < LONG / 2, "{:?}", started.elapsed());
        let shadow = ask(&url, Mode::Shadow, SHORT);
        shadow.evaluate(&body()).await;
        shadow.settle().await;
        assert_eq!((shadow.service.counters().unjudged(), shadow.mismatches()), (1, [0; 4]));
    }
}
