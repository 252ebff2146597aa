//! `cargo lab load`: a load test of the server, with the clients on the same machine.

mod figures;
mod game;
mod lists;
mod served;

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use api::NewGame;
use api::Visibility;
use api::client::Client;
use clap::Args;
use cli_support::descriptors;
use cli_support::{Failure, Outcome};

use self::figures::{Figures, Latencies};
use self::game::{Pace, play};
pub(crate) use self::served::ServerProcess;
use self::served::Usage;

/// Play many games at once on a private server, and measure how long actions take to reach all clients
///
/// Every game has two players with a socket each, and an action at regular intervals. The latency is measured from
/// sending the action until both sockets have the update, which follows after the action is on disk. Clients and server share
/// the machine; the processor time of both is reported.
#[derive(Args)]
pub(crate) struct LoadArgs {
    /// Number of simultaneous games, with two sockets each
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    games: u32,
    /// Actions per second, over all games
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// After the first measurement, raise the rate step by step until a target is missed
    #[arg(long)]
    until_it_breaks: bool,
    /// Maximum 99 % quantile of the latency in milliseconds
    #[arg(long, default_value_t = 100)]
    bar: u64,
    /// Instead of playing, measure the lists of games in a database with this many games, a tenth of which are running
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..=10_000_000), conflicts_with_all = ["games", "rate", "seconds", "until_it_breaks"])]
    lists: Option<u32>,
    /// Print JSON, one line per measurement
    #[arg(long)]
    json: bool,
}

/// Growth factor of the rate between measurements.
const GROWTH: f64 = 1.5;

/// Share of the required rate that must be reached.
const ENOUGH: f64 = 0.95;

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> Outcome {
    descriptors::raise_limit();
    if let Some(games) = args.lists {
        return lists::run(games, args.bar, args.json, out);
    }
    let served = ServerProcess::start()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let clients = sign_in_clients(&served, args.games)?;
    let mut rate = args.rate;
    loop {
        let figures = runtime.block_on(measure(&served, &clients, rate, Duration::from_secs(args.seconds)))?;
        let is_good = figures.is_good(args.bar, ENOUGH);
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&figures).map_err(Failure::bad_input)?)?;
        } else {
            figures.write(out)?;
        }
        out.flush()?;
        if !args.until_it_breaks {
            return if is_good { Ok(()) } else { Err(Failure::CheckFailed) };
        }
        if !is_good {
            writeln!(
                out,
                "Targets are missed at {rate} actions per second: {}.",
                figures.missed_targets(args.bar, ENOUGH)
            )?;
            return Ok(());
        }
        rate = (f64::from(rate) * GROWTH) as u32;
    }
}

/// Two signed-in clients, which create and play all games.
struct GameClients {
    cookies: [String; 2],
    games: u32,
    client: [Client; 2],
}

fn sign_in_clients(served: &ServerProcess, games: u32) -> Result<GameClients, Failure> {
    let client = [Client::new(served.base()), Client::new(served.base())];
    for (client, name) in client.iter().zip(["Ann", "Bob"]) {
        client.sign_in(name).map_err(Failure::bad_input)?;
    }
    let cookies = client.each_ref().map(|client| client.cookie().unwrap_or_default());
    Ok(GameClients { cookies, games, client })
}

impl GameClients {
    /// Creates and starts new games.
    fn open(&self) -> Result<Vec<api::GameId>, Failure> {
        let wish = NewGame { visibility: Visibility::Public, ..NewGame::default() };
        (0..self.games)
            .map(|_| {
                let game = self.client[0].create_game(&wish).map_err(Failure::bad_input)?.id;
                self.client[1].join(&game, None).map_err(Failure::bad_input)?;
                Ok(game)
            })
            .collect()
    }
}

async fn measure(
    served: &ServerProcess,
    clients: &GameClients,
    rate: u32,
    length: Duration,
) -> Result<Figures, Failure> {
    let empty = served.resources();
    let games = clients.open()?;
    let latencies = Arc::new(Latencies::default());
    let every = Duration::from_secs_f64(f64::from(clients.games) / f64::from(rate));
    // All sockets are opened before the first action; the games start one after the other, so that actions are evenly spread.
    let begin = Instant::now() + Duration::from_secs(3) + Duration::from_millis(2 * u64::from(clients.games));
    let mut tasks = Vec::new();
    for (number, game) in games.into_iter().enumerate() {
        let first = begin + every.mul_f64(number as f64 / f64::from(clients.games));
        let pace = Pace { first, every, end: begin + length };
        let sockets = clients.cookies.clone().map(|cookie| (served.socket(&game), cookie));
        tasks.push(tokio::spawn(play(sockets, pace, latencies.clone(), number as u64)));
        if number % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    tokio::time::sleep_until(begin.into()).await;
    let before = served.resources();
    tokio::time::sleep_until((begin + length).into()).await;
    let after = served.resources();
    let resources =
        Usage { game_kilobytes: after.kilobytes_per_game(empty, clients.games), ..after.since(before, length) };
    for task in tasks {
        task.await.map_err(Failure::bad_input)?.map_err(Failure::BadInput)?;
    }
    Ok(latencies.figures(clients.games, rate, length, resources))
}
