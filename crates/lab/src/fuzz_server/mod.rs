//! `cargo lab fuzz-server`: requests and socket messages of all kinds to a server in its own process.
//!
//! A run has two parts. First, one client reaches every operation of the OpenAPI description with a valid request. Then
//! several clients send valid and mutated requests and socket messages until the time is over. Every response is checked.

mod builders;
mod checks;
mod client;
mod frames;
mod http;
mod json_mutations;
mod mutations;
mod openapi;
mod report;
mod schema;
mod sockets;

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use cli_support::{Failure, Outcome};

use self::checks::Codes;
use self::client::{Client, Target};
use self::http::{Answer, Connection, Request};
use self::openapi::Description;
use self::report::Report;
use crate::load::ServerProcess;

/// Send valid and mutated requests and socket messages to a private server, and check every response
///
/// Every operation of the OpenAPI description must answer a valid request with success. No request may cause an internal
/// error, a response that differs from the description, an undocumented error code, a panic, a response after more than 45
/// seconds, a change of a game of other guests, or a server that needs too much memory.
#[derive(Args)]
pub(crate) struct FuzzServerArgs {
    /// Seconds of fuzzing, after every operation has been reached
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,
    /// Seed of the requests [default: taken from the clock, and printed]
    #[arg(long)]
    seed: Option<u64>,
    /// Clients that send requests at the same time; with one, a seed repeats the same requests most exactly
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=64))]
    clients: u16,
    /// Largest memory of the server at the end, in megabytes
    #[arg(long, value_name = "MEGABYTES", default_value_t = 400)]
    max_memory: u64,
    /// Server program [default: build `ringside`]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Folder for the bytes of requests that failed
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz-server")]
    failures: PathBuf,
}

/// Configuration of the server. The limits of requests and of new games would reject most requests of one address; those of
/// socket messages, connections and memory stay as they are.
const CONFIG: &str = "games_per_guest = 10000\nconnections_per_address = 2000\nbots_play_unwatched = false\n\
                      [timeouts]\nbody_ms = 3000\n\
                      [rates]\nrequests_per_second = 1000000\nrequests_burst = 1000000\nnew_per_minute = 1000000\n\
                      new_burst = 1000000\nrules_per_second = 1000000\nrules_burst = 1000000\n";

/// Requests after which a client signs in new guests and creates new games.
const REQUESTS_PER_SETUP: usize = 400;

pub(crate) fn run(args: &FuzzServerArgs, out: &mut impl Write) -> Outcome {
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_secs());
    let seed = args.seed.unwrap_or_else(clock);
    writeln!(out, "seed: {seed}")?;
    out.flush()?;
    let server = ServerProcess::start_logged(args.program.as_deref(), CONFIG)?;
    let address = server.address();
    let started = Instant::now();
    let mut description = read_description(address).map_err(Failure::BadInput)?;
    builders::add_unlisted(&mut description);
    let (codes, report, end) = (Codes::documented(), Report::default(), started + Duration::from_secs(1 << 30));
    let mut target = Target { server: address, description, codes, report, end };
    let is_set_up = reach_all(&target, seed);
    let unreached = target.report.unreached(&target.description).len();
    let reached = target.description.operations.len() - unreached;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "{reached} operations answered valid requests with success after {seconds:.1} s; {unreached} did not"
    )?;
    out.flush()?;
    if is_set_up {
        target.end = Instant::now() + Duration::from_secs(args.seconds);
        let target = &target;
        std::thread::scope(|scope| {
            for number in 1..=usize::from(args.clients) {
                scope.spawn(move || fuzz(&mut Client::new(number, target, seed)));
            }
        });
    }
    check_server(&server, args.max_memory, &target.report);
    target.report.write(started.elapsed(), out)?;
    if let Some(megabytes) = server.memory().map(|bytes| bytes >> 20) {
        writeln!(out, "memory of the server: {megabytes} MB")?;
    }
    target.report.write_failures(&args.failures, out)?;
    if target.report.has_failures() {
        writeln!(out, "\nrepeat with: cargo lab fuzz-server --seed {seed} --clients {}", args.clients)?;
        return Err(Failure::CheckFailed);
    }
    Ok(())
}

fn read_description(server: SocketAddr) -> Result<Description, String> {
    let mut connection = Connection::open(server).map_err(|error| format!("cannot connect to the server: {error}"))?;
    match connection.exchange(&Request::new("GET", "/api/openapi.json", server), true).0 {
        Answer::Response(response) if response.status == 200 => {
            Description::read(response.json().ok_or("/api/openapi.json is not JSON")?)
        }
        other => Err(format!("/api/openapi.json cannot be read: {other:?}")),
    }
}

/// Sends a valid request to every operation. Operations without success are failures. Returns false if no guests and games
/// could be created.
fn reach_all(target: &Target, seed: u64) -> bool {
    let mut client = Client::new(0, target, seed);
    let fail = |problem: String| {
        let (place, command) = ("valid requests".to_owned(), String::new());
        target.report.fail(report::Failure { place, problem, command, bytes: Vec::new() });
    };
    if let Err(problem) = client.set_up() {
        fail(format!("the guests and games of the first client: {problem}"));
        return false;
    }
    for operation in &target.description.operations {
        let build = match builders::builder(operation) {
            Ok(build) => build,
            Err(problem) => {
                fail(problem);
                continue;
            }
        };
        let reached = build(&mut client).and_then(|request| {
            if operation.is_socket() {
                return sockets::valid_session(&mut client, request);
            }
            // Streams of events have no end.
            match client.send(&request, !operation.path.ends_with("/events")) {
                Some(response) if (200..300).contains(&response.status) => Ok(()),
                Some(response) => {
                    Err(format!("status {}: {}", response.status, String::from_utf8_lossy(&response.body)))
                }
                None => Err("no response".to_owned()),
            }
        });
        if let Err(problem) = reached {
            fail(format!("the valid request for {}: {problem}", operation.name()));
        }
    }
    for name in target.report.unreached(&target.description) {
        fail(format!("{name} has not answered with success"));
    }
    true
}

/// Sends random requests and socket messages until the time is over.
fn fuzz(client: &mut Client<'_>) {
    while !client.is_over() {
        if let Err(problem) = client.set_up() {
            let command = String::new();
            return client.fail_with(format!("the guests and games of a client: {problem}"), command, Vec::new());
        }
        for _ in 0..REQUESTS_PER_SETUP {
            if client.is_over() {
                return;
            }
            step(client);
        }
    }
}

fn step(client: &mut Client<'_>) {
    if client.rng.below(12) == 0 {
        return sockets::random_session(client);
    }
    let operations = &client.target.description.operations;
    let operation = &operations[client.rng.below(operations.len())];
    if builders::is_slow(operation) && client.rng.below(5) > 0 {
        return;
    }
    let Ok(build) = builders::builder(operation) else { return };
    // A builder fails if earlier requests have ended a game or changed a guest; the next setup repairs that.
    let Ok(request) = build(client) else { return };
    let is_valid = client.rng.below(8) == 0;
    let request = if is_valid { request } else { mutations::mutated(client, operation, request) };
    client.send(&request, false);
    let target = String::from_utf8_lossy(&request.target);
    let names_foreign_game = client.foreign.iter().any(|game| target.contains(&game.id));
    if names_foreign_game || client.rng.below(64) == 0 {
        client.check_foreign_games(&request);
    }
}

/// Checks the process: it runs, its log has no panic and no error, and its memory is bounded.
fn check_server(server: &ServerProcess, max_memory: u64, report: &Report) {
    let fail = |problem: String| {
        let (place, command) = ("server".to_owned(), String::new());
        report.fail(report::Failure { place, problem, command, bytes: Vec::new() });
    };
    let log = server.log();
    let is_bad = |line: &&str| line.contains("panicked at") || line.contains(" ERROR ");
    for line in log.lines().filter(is_bad).take(5) {
        fail(format!("the log of the server has: {line}"));
    }
    match server.memory().map(|bytes| bytes >> 20) {
        Some(megabytes) if megabytes > max_memory => {
            fail(format!("the server needs {megabytes} MB at the end, more than {max_memory} MB"));
        }
        None if Path::new("/proc/self").exists() => fail("the server has ended".to_owned()),
        _ => {}
    }
}
