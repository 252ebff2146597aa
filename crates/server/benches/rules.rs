//! Latency of `evaluate_move` over HTTP on four boards, and on `square8` with and without mode shadow, in which a second
//! engine checks every answered move in the background.
//!
//! `cargo bench -p server --bench rules` measures; other runs, such as `cargo test --benches`, only check that the
//! requests succeed. `RULES_BENCH_SECONDS` sets the length of a run.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::serve::ListenerExt;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use ringrift_spec::ContractEngine;
use serde_json::json;
use server::rules::engines::Spec;
use server::rules::{Mode, RulesService, Settings, router};

/// Number of connections.
const CLIENTS: usize = 4;

/// Number of pairs of runs: one in mode fast, one in mode shadow.
const PAIRS: usize = 5;

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let seconds = std::env::var("RULES_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    let length = Duration::from_secs_f64(seconds.unwrap_or(if is_bench { 10.0 } else { 0.1 }));
    boards(length);
    shadow(length);
}

/// Measures modes fast and spec on four boards, at 200 requests per second.
fn boards(length: Duration) {
    println!("evaluate_move over HTTP, 200 requests/s, {} s each\n", length.as_secs_f64());
    println!("| board | mode | requests | p50 ms | p99 ms | max ms |\n|---|---|---:|---:|---:|---:|");
    for (edition, board) in [
        (Edition::Canon, BoardKind::Square8),
        (Edition::Canon, BoardKind::Square19),
        (Edition::Canon, BoardKind::Hexagonal),
        (Edition::Live, BoardKind::Hexagonal12),
    ] {
        let bodies = Arc::new(bodies(edition, board));
        for mode in [Mode::Fast, Mode::Spec] {
            let host = Host::start(mode);
            let times = host.run(&bodies, 200, length);
            let counters = host.service.counters();
            let note =
                if counters.fallback() > 0 { format!(" ({} fell back)", counters.fallback()) } else { String::new() };
            println!("| {board} | {mode}{note} | {} | {} |", times.len(), summary(&times));
        }
    }
}

/// Measures modes fast and shadow alternately, at 100 moves per second.
fn shadow(length: Duration) {
    println!("\nsquare8, 100 moves/s, {} s each, alternating\n", length.as_secs_f64());
    println!(
        "| run | mode | p50 ms | p99 ms | max ms | judged | dropped | mismatches |\n|---|---|---:|---:|---:|---:|---:|---:|"
    );
    let bodies = Arc::new(bodies(Edition::Canon, BoardKind::Square8));
    let mut tails = [Vec::new(), Vec::new()];
    // The first run is slower in any mode and does not count.
    Host::start(Mode::Fast).run(&bodies, 100, length);
    for run in 0..2 * PAIRS {
        let mode = [Mode::Fast, Mode::Shadow][run % 2];
        let host = Host::start(mode);
        let times = host.run(&bodies, 100, length);
        host.runtime.block_on(host.service.settle(Duration::from_secs(60)));
        let counters = host.service.counters();
        let mismatches = counters.valid() + counters.hash() + counters.s() + counters.status();
        let (judged, dropped) = (counters.judged(), counters.dropped());
        println!("| {} | {mode} | {} | {judged} | {dropped} | {mismatches} |", run + 1, summary(&times));
        tails[run % 2].push(percentile(&times, 0.99));
    }
    let [mut without, mut with] = tails;
    without.sort();
    with.sort();
    let spread = without[PAIRS - 1] - without[0];
    let difference = without[PAIRS / 2].abs_diff(with[PAIRS / 2]);
    let verdict = if difference <= spread { "no more than" } else { "MORE than" };
    println!(
        "\nmedian p99 without shadow {} ms, with shadow {} ms",
        millis(without[PAIRS / 2]),
        millis(with[PAIRS / 2])
    );
    println!(
        "the difference of {} ms is {verdict} the spread of {} ms between runs without shadow",
        millis(difference),
        millis(spread)
    );
}

/// Returns requests from all stages of random games.
fn bodies(edition: Edition, board: BoardKind) -> Vec<String> {
    let rules = Ruleset::new(edition, board, 2, &Overrides::default()).expect("the rules are valid");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut bodies = Vec::new();
    while bodies.len() < 500 {
        let mut position = Position::new(&rules).expect("the rules are valid");
        for _ in 0..250 {
            let legal = position.legal_actions();
            if legal.is_empty() || bodies.len() == 500 {
                break;
            }
            let action = legal[random.random_range(0..legal.len())];
            let body = json!({ "position": position.to_string(), "move": position.action_text(action) });
            bodies.push(body.to_string());
            position.play(action).expect("the action is legal");
        }
    }
    bodies
}

/// Rules service on its own port.
struct Host {
    runtime: tokio::runtime::Runtime,
    service: Arc<RulesService>,
    address: SocketAddr,
}

impl Host {
    fn start(mode: Mode) -> Host {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("the runtime starts");
        let settings = Settings { mode, timeout: Duration::from_secs(5), ..Settings::default() };
        let contract = ContractEngine::new(false);
        let service =
            Arc::new(RulesService::with_engine(&settings, Box::new(Spec), contract).expect("the service starts"));
        let app: axum::Router = router(Arc::clone(&service)).into();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        runtime.spawn(async move { axum::serve(listener, app).await });
        Host { runtime, service, address }
    }

    /// Sends requests at a fixed rate, independent of the responses; returns the sorted latencies.
    fn run(&self, bodies: &Arc<Vec<String>>, rate: u32, length: Duration) -> Vec<Duration> {
        let (next, start) = (Arc::new(AtomicUsize::new(0)), Instant::now() + Duration::from_millis(50));
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let (bodies, next, address) = (Arc::clone(bodies), Arc::clone(&next), self.address);
                thread::spawn(move || client(address, &bodies, &next, start, rate, length))
            })
            .collect();
        let mut times: Vec<Duration> =
            clients.into_iter().flat_map(|client| client.join().expect("the client does not panic")).collect();
        times.sort();
        times
    }
}

fn client(
    address: SocketAddr,
    bodies: &[String],
    next: &AtomicUsize,
    start: Instant,
    rate: u32,
    length: Duration,
) -> Vec<Duration> {
    let mut stream = TcpStream::connect(address).expect("the service accepts connections");
    stream.set_nodelay(true).expect("the option can be set");
    let mut reader = BufReader::new(stream.try_clone().expect("the stream can be cloned"));
    let mut times = Vec::new();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let due = Duration::from_secs(1) * index as u32 / rate;
        if due >= length {
            return times;
        }
        thread::sleep((start + due).saturating_duration_since(Instant::now()));
        let sent = Instant::now();
        exchange(&mut stream, &mut reader, &bodies[index % bodies.len()]);
        times.push(sent.elapsed());
    }
}

/// Sends one request and checks that the response says the move is valid.
fn exchange(stream: &mut TcpStream, reader: &mut BufReader<TcpStream>, body: &str) {
    let head = "POST /rules/evaluate_move HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).expect("the request can be sent");
    let (mut line, mut length) = (String::new(), 0);
    reader.read_line(&mut line).expect("the response has a status line");
    assert!(line.starts_with("HTTP/1.1 200"), "{line} to {body}");
    while line != "\r\n" {
        line.clear();
        reader.read_line(&mut line).expect("the response has headers");
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("the length is a number");
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer).expect("the response has a body");
    assert!(answer.starts_with(b"{\"valid\":true"), "{}", String::from_utf8_lossy(&answer));
}

fn percentile(times: &[Duration], share: f64) -> Duration {
    times[((times.len() as f64 * share) as usize).min(times.len() - 1)]
}

fn summary(times: &[Duration]) -> String {
    format!(
        "{} | {} | {}",
        millis(percentile(times, 0.5)),
        millis(percentile(times, 0.99)),
        millis(percentile(times, 1.0))
    )
}

fn millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}
