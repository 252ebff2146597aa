//! `cargo lab load`: a load test of the server, with the clients on the same machine.

mod clients;
mod figures;
mod game;
mod lists;
mod served;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use cli_support::descriptors;
use cli_support::{Failure, Outcome};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use self::clients::{CreatedMatch, GAMES_PER_ADDRESS};
use self::figures::{Figures, Latencies, Targets};
use self::game::{LoadGame, Pace};
pub(crate) use self::served::ServerProcess;
use self::served::Usage;

/// Play many games at once on a private server, and measure how long actions take to reach all clients
///
/// Every game has two players with a socket each, and an action at regular intervals. The latency is measured from
/// sending the action until both sockets have the update, which follows after the action is on disk. Clients and server share
/// the machine; the processor time of both is reported, and how late the clients were. The server has its default limits; ten
/// games each are played from a loopback address of their own, which needs Linux.
#[derive(Args)]
pub(crate) struct LoadArgs {
    /// Number of simultaneous games, with two sockets each
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// Actions per second, over all games
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// Number of actions that each game has before the measurement
    #[arg(long, default_value_t = 0, value_name = "ACTIONS", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    played: u32,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// After the first measurement, raise the rate step by step until a target is missed
    #[arg(long)]
    until_it_breaks: bool,
    /// Maximum 99 % quantile of the latency in milliseconds
    #[arg(long, default_value_t = 100)]
    bar: u64,
    /// Maximum memory of the server per open game with two sockets, in kilobytes; a target only with 1,000 games or more, because
    /// with fewer the memory that does not depend on their number has too large a share
    #[arg(long, default_value_t = 80, value_name = "KILOBYTES")]
    memory_bar: u32,
    /// Instead of playing, measure the lists of games in a database with this many games, a tenth of which are running
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..=10_000_000), conflicts_with_all = ["games", "rate", "played", "seconds", "until_it_breaks", "memory_bar"])]
    lists: Option<u32>,
    /// Print JSON, one line per measurement
    #[arg(long)]
    json: bool,
}

/// Growth factor of the rate between measurements.
const GROWTH: f64 = 1.5;

/// Share of the required rate that must be reached.
const ENOUGH: f64 = 0.95;

/// Number of games from which the memory per game is a target.
const GAMES_FOR_MEMORY: u32 = 1_000;

/// Actions per second before the measurement, over all games.
const WARM_UP_RATE: u32 = 1_000;

/// Interval of the timers that measure how late clients are.
const TIMER_INTERVAL: Duration = Duration::from_millis(10);

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> Outcome {
    descriptors::raise_limit();
    if let Some(games) = args.lists {
        return lists::run(games, args.bar, args.json, out);
    }
    let served = ServerProcess::start(tempfile::TempDir::new()?, "")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (mut rate, mut first_address) = (args.rate, 0);
    loop {
        let (games, played, length) = (args.games, args.played, Duration::from_secs(args.seconds));
        let measurement = Measurement { served: &served, games, rate, length, played, first_address };
        let figures = runtime.block_on(measurement.run())?;
        first_address += games.div_ceil(GAMES_PER_ADDRESS);
        let missed = figures.missed_targets(args.targets());
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&figures).map_err(Failure::bad_input)?)?;
        } else {
            figures.write(out)?;
        }
        out.flush()?;
        if !missed.is_empty() && !args.json {
            writeln!(out, "Targets are missed at {rate} actions per second: {missed}.")?;
        }
        if args.until_it_breaks && missed.is_empty() {
            rate = (f64::from(rate) * GROWTH) as u32;
        } else if args.until_it_breaks || missed.is_empty() {
            return Ok(());
        } else {
            return Err(Failure::CheckFailed);
        }
    }
}

impl LoadArgs {
    fn targets(&self) -> Targets {
        let is_target = self.games >= GAMES_FOR_MEMORY;
        Targets { latency: self.bar, rate_share: ENOUGH, game_kilobytes: is_target.then_some(self.memory_bar) }
    }
}

/// One measurement.
struct Measurement<'a> {
    served: &'a ServerProcess,
    games: u32,
    /// Actions per second.
    rate: u32,
    length: Duration,
    /// Actions that each game has before the measurement.
    played: u32,
    /// Number of the first loopback address to connect from. Every measurement uses addresses that were not used before, so
    /// that the limits on new guests and games never apply.
    first_address: u32,
}

impl Measurement<'_> {
    async fn run(&self) -> Result<Figures, Failure> {
        let empty = self.served.resources();
        let matches = self.create_games().map_err(Failure::BadInput)?;
        let latencies = Arc::new(Latencies::default());
        let (begin, begun) = watch::channel(None);
        let (stop, stopped) = watch::channel(false);
        let (ready, mut is_ready) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        let opening = Arc::new(Semaphore::new(clients::CONCURRENT));
        for (number, players) in matches.into_iter().enumerate() {
            let (latencies, opening, ready) = (latencies.clone(), opening.clone(), ready.clone());
            let (mut begun, mut stopped) = (begun.clone(), stopped.clone());
            let (share, played) = (number as f64 / f64::from(self.games), self.played);
            let (early, every) = (self.every(WARM_UP_RATE), self.every(self.rate));
            tasks.spawn(async move {
                let slot = opening.acquire_owned().await.map_err(|error| error.to_string())?;
                let mut game = LoadGame::open(&players, number as u64).await?;
                drop(slot);
                let first = Instant::now() + early.mul_f64(share);
                let warm_up = Pace { first, every: early, end: first + early * played };
                let mut is_running = game.play(warm_up, &Latencies::default()).await?;
                // Fails only if the measurement was given up.
                let _ = ready.send(());
                let begin = game.wait_for(begun.wait_for(Option::is_some)).await?.ok().and_then(|begin| *begin);
                let Some((begin, end)) = begin else { return Ok(()) };
                if is_running {
                    is_running =
                        game.play(Pace { first: begin + every.mul_f64(share), every, end }, &latencies).await?;
                }
                if !is_running {
                    latencies.game_over();
                }
                // Open sockets count for the memory that is measured at the end.
                game.wait_for(stopped.wait_for(|&is_stopped| is_stopped)).await?.map_err(|error| error.to_string())?;
                Ok(())
            });
        }
        for _ in 0..self.games {
            tokio::select! {
                _ = is_ready.recv() => {}
                Some(ended) = tasks.join_next() => check_ended(ended)?,
            }
        }
        let start = Instant::now() + Duration::from_secs(1);
        let end = start + self.length;
        begin.send_replace(Some((start, end)));
        tokio::time::sleep_until(start.into()).await;
        let before = self.served.resources();
        let timers = tokio::spawn(timer_delays(end));
        tokio::time::sleep_until(end.into()).await;
        let after = self.served.resources();
        let kilobytes = after.kilobytes_per_game(empty, self.games);
        let usage = Usage { game_kilobytes: kilobytes, ..after.since(before, self.length) };
        stop.send_replace(true);
        while let Some(ended) = tasks.join_next().await {
            check_ended(ended)?;
        }
        let timers = timers.await.map_err(Failure::bad_input)?;
        Ok(latencies.figures(self.games, self.played, self.rate, self.length, &timers, usage))
    }

    /// Returns the time between two actions of a game at a total rate.
    fn every(&self, rate: u32) -> Duration {
        Duration::from_secs_f64(f64::from(self.games) / f64::from(rate))
    }

    /// Creates and starts all games.
    fn create_games(&self) -> Result<Vec<CreatedMatch>, String> {
        let addresses = self.games.div_ceil(GAMES_PER_ADDRESS);
        let next = AtomicU32::new(0);
        let create = || {
            let mut created = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= addresses {
                    return Ok(created);
                }
                let games = GAMES_PER_ADDRESS.min(self.games - index * GAMES_PER_ADDRESS);
                created.extend(clients::create_games(self.served.address(), self.first_address + index, games)?);
            }
        };
        let created: Result<Vec<Vec<CreatedMatch>>, String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..clients::CONCURRENT).map(|_| scope.spawn(create)).collect();
            threads.into_iter().map(|thread| thread.join().expect("a client does not panic")).collect()
        });
        Ok(created?.concat())
    }
}

fn check_ended(ended: Result<Result<(), String>, tokio::task::JoinError>) -> Result<(), Failure> {
    ended.map_err(Failure::bad_input)?.map_err(Failure::BadInput)
}

/// Returns by how much timers of this process were late, in microseconds, until `end`. It shows how long a client that is ready to
/// continue waits for a processor.
async fn timer_delays(end: Instant) -> Vec<u64> {
    let mut delays = Vec::new();
    while Instant::now() < end {
        let wanted = Instant::now() + TIMER_INTERVAL;
        tokio::time::sleep_until(wanted.into()).await;
        delays.push(u64::try_from(wanted.elapsed().as_micros()).unwrap_or(u64::MAX));
    }
    delays.sort_unstable();
    delays
}
