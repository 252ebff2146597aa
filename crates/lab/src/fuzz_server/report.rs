//! Counts of requests by route and status, failures, and their output.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::openapi::Description;

/// Number of failures after which the run ends.
const MAX_FAILURES: usize = 20;

/// Status under which connections are counted that ended without a response.
pub(super) const DROPPED: u16 = 0;

/// Results of all clients so far.
#[derive(Default)]
pub(super) struct Report(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// Requests by route and status.
    routes: BTreeMap<String, BTreeMap<u16, u64>>,
    /// Longest time of a response by route.
    slowest: BTreeMap<String, Duration>,
    requests: u64,
    /// Messages and frames sent over sockets.
    frames: u64,
    /// Messages received over sockets.
    messages: u64,
    sockets: u64,
    failures: Vec<Failure>,
}

/// A check that did not hold.
pub(super) struct Failure {
    /// What the client was doing, such as `client 1, request 27`.
    pub(super) place: String,
    pub(super) problem: String,
    /// Shell command that repeats the request, or the frames of a socket.
    pub(super) command: String,
    /// All bytes that were sent.
    pub(super) bytes: Vec<u8>,
}

impl Report {
    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request.
    pub(super) fn add(&self, route: &str, status: u16, took: Duration) {
        let mut counts = self.counts();
        counts.requests += 1;
        *counts.routes.entry(route.to_owned()).or_default().entry(status).or_default() += 1;
        let slowest = counts.slowest.entry(route.to_owned()).or_default();
        *slowest = took.max(*slowest);
    }

    /// Counts a socket with the frames sent and the messages received over it.
    pub(super) fn add_socket(&self, frames: u64, messages: u64) {
        let mut counts = self.counts();
        counts.sockets += 1;
        counts.frames += frames;
        counts.messages += messages;
    }

    /// Adds a failure. The same problem of the same route is added once.
    pub(super) fn fail(&self, failure: Failure) {
        let mut counts = self.counts();
        let is_known = counts.failures.iter().any(|known| known.problem == failure.problem);
        if !is_known && counts.failures.len() < MAX_FAILURES {
            counts.failures.push(failure);
        }
    }

    /// Reports whether the maximum number of failures is reached, which ends the run.
    pub(super) fn is_full(&self) -> bool {
        self.counts().failures.len() >= MAX_FAILURES
    }

    pub(super) fn has_failures(&self) -> bool {
        !self.counts().failures.is_empty()
    }

    /// Returns the operations of the description that have not responded with success.
    pub(super) fn unreached(&self, description: &Description) -> Vec<String> {
        let counts = self.counts();
        let is_reached = |name: &String| {
            let statuses = counts.routes.get(name).into_iter().flatten();
            statuses.into_iter().any(|(&status, _)| status == 101 || (200..300).contains(&status))
        };
        description.operations.iter().map(super::openapi::Operation::name).filter(|name| !is_reached(name)).collect()
    }

    /// Writes the table of routes and statuses.
    pub(super) fn write(&self, elapsed: Duration, out: &mut impl Write) -> io::Result<()> {
        let counts = self.counts();
        let width = counts.routes.keys().map(String::len).max().unwrap_or(0);
        writeln!(out, "{:width$}  slowest  responses by status", "route")?;
        for (route, statuses) in &counts.routes {
            let mut line = String::new();
            for (&status, count) in statuses {
                let name = if status == DROPPED { "dropped".to_owned() } else { status.to_string() };
                let _ = write!(line, "  {name}: {count}");
            }
            let slowest = counts.slowest.get(route).map_or(0.0, Duration::as_secs_f64);
            writeln!(out, "{route:width$}  {slowest:5.2} s{line}")?;
        }
        let per_second = |count: u64| count as f64 / elapsed.as_secs_f64();
        writeln!(
            out,
            "{} requests ({:.0} per second); {} sockets with {} frames sent and {} messages received ({:.0} per second)",
            counts.requests,
            per_second(counts.requests),
            counts.sockets,
            counts.frames,
            counts.messages,
            per_second(counts.frames + counts.messages)
        )
    }

    /// Writes the failures, and the bytes of each to a file in the folder.
    pub(super) fn write_failures(&self, folder: &Path, out: &mut impl Write) -> io::Result<()> {
        for (number, failure) in self.counts().failures.iter().enumerate() {
            writeln!(out, "\nFAILED ({}): {}", failure.place, failure.problem)?;
            if !failure.bytes.is_empty() {
                std::fs::create_dir_all(folder)?;
                let file: PathBuf = folder.join(format!("failure-{}.bytes", number + 1));
                std::fs::write(&file, &failure.bytes)?;
                writeln!(out, "  {}", failure.command)?;
                writeln!(out, "  all bytes: {}", file.display())?;
            }
        }
        Ok(())
    }
}
