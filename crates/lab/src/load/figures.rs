//! Latency statistics.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::served::Usage;

/// Latencies of all actions.
#[derive(Default)]
pub(super) struct Latencies {
    /// Latency of each action, and delay of the client in sending it, in microseconds.
    micros: Mutex<Vec<(u64, u64)>>,
    /// Number of games that ended before the end of the measurement.
    over: AtomicU32,
}

/// Results of a measurement.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Figures {
    games: u32,
    /// Actions that each game had before the measurement.
    played: u32,
    sockets: u32,
    wanted_per_second: u32,
    reached_per_second: f64,
    seconds: u64,
    actions: usize,
    games_over: u32,
    p50_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    longest_ms: f64,
    /// By how much clients sent actions later than planned.
    client_late_p50_ms: f64,
    client_late_p99_ms: f64,
    /// By how much timers of the clients were late; these waits for a processor are part of the latencies.
    client_timer_p50_ms: f64,
    client_timer_p99_ms: f64,
    server_cores: Option<f64>,
    client_cores: Option<f64>,
    server_megabytes: Option<u64>,
    game_kilobytes: Option<f64>,
}

impl Latencies {
    /// Adds the latency of an action, and the delay of the client in sending it.
    pub(super) fn add(&self, took: Duration, late: Duration) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.micros.lock().unwrap_or_else(PoisonError::into_inner).push((micros(took), micros(late)));
    }

    /// Counts a game that ended before the end of the measurement.
    pub(super) fn game_over(&self) {
        self.over.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the results. `timers` are the delays of the clients' timers in microseconds, sorted.
    pub(super) fn figures(
        &self,
        games: u32,
        played: u32,
        rate: u32,
        length: Duration,
        timers: &[u64],
        usage: Usage,
    ) -> Figures {
        let measured = self.micros.lock().unwrap_or_else(PoisonError::into_inner);
        let sorted = |pick: fn(&(u64, u64)) -> u64| {
            let mut list: Vec<u64> = measured.iter().map(pick).collect();
            list.sort_unstable();
            list
        };
        let (took, late) = (sorted(|one| one.0), sorted(|one| one.1));
        Figures {
            games,
            played,
            sockets: 2 * games,
            wanted_per_second: rate,
            reached_per_second: took.len() as f64 / length.as_secs_f64(),
            seconds: length.as_secs(),
            actions: took.len(),
            games_over: self.over.load(Ordering::Relaxed),
            p50_ms: quantile(&took, 0.5),
            p95_ms: quantile(&took, 0.95),
            p99_ms: quantile(&took, 0.99),
            longest_ms: quantile(&took, 1.0),
            client_late_p50_ms: quantile(&late, 0.5),
            client_late_p99_ms: quantile(&late, 0.99),
            client_timer_p50_ms: quantile(timers, 0.5),
            client_timer_p99_ms: quantile(timers, 0.99),
            server_cores: usage.server,
            client_cores: usage.clients,
            server_megabytes: usage.megabytes,
            game_kilobytes: usage.game_kilobytes,
        }
    }
}

/// Returns a quantile of sorted microseconds, in milliseconds; 0 for an empty list.
pub(super) fn quantile(sorted: &[u64], share: f64) -> f64 {
    let index = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(index).map_or(0.0, |&micros| micros as f64 / 1_000.0)
}

/// Targets of a measurement.
#[derive(Copy, Clone, Debug)]
pub(super) struct Targets {
    /// Maximum 99 % quantile of the latency, in milliseconds.
    pub(super) latency: u64,
    /// Share of the required rate that must be reached.
    pub(super) rate_share: f64,
    /// Maximum memory of the server per open game with two sockets, in kilobytes; `None` if it is not a target.
    pub(super) game_kilobytes: Option<u32>,
}

impl Figures {
    /// Reports whether the rate is reached. Finished games reduce the required rate.
    fn is_rate_reached(&self, enough: f64) -> bool {
        let playing = 1.0 - f64::from(self.games_over) / f64::from(self.games);
        self.reached_per_second >= enough * playing * f64::from(self.wanted_per_second)
    }

    /// Describes the missed targets; empty if all are reached.
    pub(super) fn missed_targets(&self, targets: Targets) -> String {
        let Targets { latency, rate_share, game_kilobytes } = targets;
        let mut parts = Vec::new();
        if self.p99_ms > latency as f64 {
            parts.push(format!("the 99 % quantile of the latency is {:.1} ms, more than {latency} ms", self.p99_ms));
        }
        if !self.is_rate_reached(rate_share) {
            parts.push(format!("only {:.0} actions per second are reached", self.reached_per_second));
        }
        if let (Some(kilobytes), Some(limit)) = (self.game_kilobytes, game_kilobytes)
            && kilobytes > f64::from(limit)
        {
            parts.push(format!("an open game needs {kilobytes:.1} kB, more than {limit} kB"));
        }
        parts.join("; ")
    }

    /// Prints the results.
    pub(super) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Figures { games, sockets, wanted_per_second, reached_per_second, seconds, actions, .. } = self;
        writeln!(
            out,
            "{games} games, {sockets} sockets, {wanted_per_second} actions per second required, for {seconds} s"
        )?;
        writeln!(
            out,
            "  {actions} actions, {reached_per_second:.0} per second; {} games ended by the rules",
            self.games_over
        )?;
        writeln!(
            out,
            "  latency until all clients have the update: p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
            self.p50_ms, self.p95_ms, self.p99_ms, self.longest_ms
        )?;
        writeln!(
            out,
            "  lateness of the clients: actions sent p50 {:.1} ms, p99 {:.1} ms; timers p50 {:.1} ms, p99 {:.1} ms",
            self.client_late_p50_ms, self.client_late_p99_ms, self.client_timer_p50_ms, self.client_timer_p99_ms
        )?;
        if let (Some(server), Some(clients), Some(memory)) =
            (self.server_cores, self.client_cores, self.server_megabytes)
        {
            writeln!(out, "  the server used {server:.2} cores and {memory} MB, the clients {clients:.2} cores")?;
        }
        if let Some(kilobytes) = self.game_kilobytes {
            let actions = f64::from(self.played) + *actions as f64 / f64::from(*games);
            writeln!(out, "  {kilobytes:.0} kB per open game with two sockets, after {actions:.0} actions per game")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the targets that a measurement misses: 100 games, 50 actions per second required.
    fn missed(latency: Duration, actions: usize, game_kilobytes: Option<f64>) -> String {
        let latencies = Latencies::default();
        for _ in 0..actions {
            latencies.add(latency, Duration::ZERO);
        }
        let usage = Usage { server: None, clients: None, megabytes: None, game_kilobytes };
        let figures = latencies.figures(100, 40, 50, Duration::from_secs(10), &[], usage);
        let targets = Targets { latency: 20, rate_share: 0.95, game_kilobytes: Some(80) };
        figures.missed_targets(targets)
    }

    #[test]
    fn missed_targets_are_listed() {
        let fast = Duration::from_millis(5);
        assert_eq!(missed(fast, 500, Some(79.9)), "");
        assert_eq!(missed(fast, 500, None), "", "not all systems report the memory");
        assert_eq!(missed(fast, 500, Some(85.0)), "an open game needs 85.0 kB, more than 80 kB");
        assert_eq!(missed(fast, 400, Some(9.0)), "only 40 actions per second are reached");
        let all = missed(Duration::from_millis(21), 400, Some(85.0));
        assert!(all.starts_with("the 99 % quantile of the latency is 21.0 ms, more than 20 ms; only"), "{all}");
        assert!(all.ends_with("kB"), "{all}");
    }
}
