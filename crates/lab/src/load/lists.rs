//! `cargo lab load --lists`: response times of the lists of games in a large database.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use api::client::Client;
use api::{GameId, GuestId, Moment, Secret};
use cli_support::{Failure, Outcome};
use game::GameRng;
use serde::Serialize;
use server::store::{GameRow, NewGameRow, NewGuest, NewToken, Op, Store, StoreError};
use table::{
    ClockRules, Command, Decision, GameSetup, Occupant, PlayerCommand, Purpose, Table, TableSetup, Visibility,
};

use super::figures::quantile;
use super::served::ServerProcess;

/// Number of guests who created the games.
const GUESTS: usize = 1_000;

/// Operations per transaction while the database is filled.
const BATCH: usize = 2_000;

/// Requests per list.
const REQUESTS: usize = 1_000;

/// Concurrent clients.
const CLIENTS: usize = 2;

/// Configuration of the server. One guest requests all lists, at a much higher rate than the default limits allow.
const LIMITS: &str = "[rates]\nrequests_per_second = 1000000\nrequests_burst = 1000000\n";

const SECONDS_PER_DAY: usize = 86_400;

/// Time after which the server closes a game without clocks, in milliseconds.
const IDLE_LIMIT: u64 = 14 * 86_400_000;

/// Response times of a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct ListFigures {
    list: &'static str,
    games: u32,
    requests: usize,
    p50_ms: f64,
    p99_ms: f64,
    longest_ms: f64,
}

/// Fills a database with `games` games, a tenth of which are running, and measures the lists. Fails if the 99 % quantile of a list
/// exceeds `bar` milliseconds.
pub(super) fn run(games: u32, bar: u64, json: bool, out: &mut impl Write) -> Outcome {
    let folder = tempfile::TempDir::new()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let token = runtime.block_on(fill(&folder.path().join("data"), games)).map_err(Failure::bad_input)?;
    let served = ServerProcess::start(folder, LIMITS)?;
    // The start page of the server shows the lists of public games by stage.
    let lists = [
        ("all", "/api/games"),
        ("waiting", "/api/games?stage=waiting"),
        ("running", "/api/games?stage=running"),
        ("over", "/api/games?stage=over"),
        ("long page", "/api/games?most=100"),
        ("own", "/api/games?mine=true"),
    ];
    let mut is_good = true;
    for (list, path) in lists {
        let figures = measure(list, path, games, &served, &token)?;
        is_good &= figures.p99_ms <= bar as f64;
        if json {
            writeln!(out, "{}", serde_json::to_string(&figures).map_err(Failure::bad_input)?)?;
        } else {
            let ListFigures { requests, p50_ms, p99_ms, longest_ms, .. } = figures;
            writeln!(
                out,
                "{list:9} {games} games, {requests} requests: p50 {p50_ms:.1} ms, p99 {p99_ms:.1} ms, longest {longest_ms:.1} ms"
            )?;
        }
        out.flush()?;
    }
    if is_good { Ok(()) } else { Err(Failure::CheckFailed) }
}

/// Requests a list from several clients at once.
fn measure(
    list: &'static str,
    path: &str,
    games: u32,
    served: &ServerProcess,
    token: &Secret,
) -> Result<ListFigures, Failure> {
    let client = || {
        let client = Client::new(&format!("http://{}", served.address())).with_token(token.as_str());
        let mut micros = Vec::new();
        for _ in 0..REQUESTS / CLIENTS {
            let begun = Instant::now();
            let response = client.raw("GET", path, &[], None).map_err(Failure::bad_input)?;
            micros.push(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX));
            if response.status != 200 {
                return Err(Failure::BadInput(format!("{path} answers with status {}", response.status)));
            }
        }
        Ok(micros)
    };
    let measured = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(client)).collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("a client does not panic"));
        joined.collect::<Result<Vec<Vec<u64>>, Failure>>()
    });
    let mut micros: Vec<u64> = measured?.concat();
    micros.sort_unstable();
    Ok(ListFigures {
        list,
        games,
        requests: micros.len(),
        p50_ms: quantile(&micros, 0.5),
        p99_ms: quantile(&micros, 0.99),
        longest_ms: quantile(&micros, 1.0),
    })
}

/// Creates the database. The games were last changed within the last year, the unfinished ones within the last ten days.
/// Returns a token of a guest with many games.
async fn fill(folder: &Path, games: u32) -> Result<Secret, StoreError> {
    let store = Store::open(folder).await?;
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let now = Moment(i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
    let guests: Vec<GuestId> = (0..GUESTS).map(|_| GuestId::random()).collect();
    let named = |(number, id): (usize, &GuestId)| {
        Op::NewGuest(NewGuest { id: id.clone(), name: format!("Guest {number}"), at: now })
    };
    store.write(guests.iter().enumerate().map(named).collect()).await?;
    let token = Secret::random();
    let row = NewToken {
        id: "aaaaa".to_owned(),
        digest: token.digest(),
        guest: guests[0].clone(),
        name: "lists".to_owned(),
        scopes: "read".to_owned(),
        at: now,
    };
    store.write(vec![Op::NewToken(row)]).await?;
    let mut rng = GameRng::seeded(1);
    let mut ops = Vec::new();
    // A server writes its games in the order of time; it would reject a database whose last entry is old.
    let age = |number: u32, rng: &mut GameRng| {
        let days = if number % 10 < 2 { 10 } else { 365 };
        1_000 * (1 + rng.below(days * SECONDS_PER_DAY) as u64)
    };
    let mut ages: Vec<(u64, u32)> = (0..games).map(|number| (age(number, &mut rng), number)).collect();
    ages.sort_unstable_by(|a, b| b.cmp(a));
    for (age, number) in ages {
        let at = now.minus(age);
        // The first guest has a tenth of all games.
        let first = if number % 10 == 3 { 0 } else { rng.below(GUESTS) };
        let seats = [first, rng.below(GUESTS)].map(|index| guests[index].clone());
        let stage = match number % 100 {
            0..10 => "running",
            10 => "waiting",
            _ => "over",
        };
        let delay = if number % 50 == 1 { 60_000 } else { 0 };
        ops.extend(game_ops(&seats, stage, delay, at)?);
        if ops.len() >= BATCH {
            store.write(std::mem::take(&mut ops)).await?;
        }
    }
    store.write(ops).await?;
    store.close().await;
    Ok(token)
}

/// Returns the operations that create a game with two guests.
fn game_ops(guests: &[GuestId; 2], stage: &str, spectator_delay: u64, at: Moment) -> Result<Vec<Op>, StoreError> {
    let rules = ringrift::Ruleset::canon(ringrift::BoardKind::Square8, 2).expect("canon has two players on square8");
    let start = ringrift::Position::new(&rules).expect("the rules have a start position").to_string();
    let (clock, purpose, visibility) = (ClockRules::None, Purpose::Match, Visibility::Public);
    let setup = TableSetup { game: GameSetup::RingRift { start }, clock, purpose, visibility, spectator_delay };
    let setup = Arc::new(setup);
    let mut table = Table::new(setup.clone(), at)?;
    let mut entries = Vec::new();
    let mut run = |table: &mut Table, command: Command| {
        if let Ok(Decision::Write { entries: new, after, .. }) = table.decide(command, at) {
            entries.extend(new.into_iter().map(|applied| applied.entry));
            *table = *after;
        }
    };
    let seated = if stage == "waiting" { 1 } else { 2 };
    for (seat, guest) in guests.iter().take(seated).enumerate() {
        run(&mut table, Command::Fill { seat, occupant: Occupant::Guest { guest: guest.clone() } });
    }
    let player = |seat, command| Command::Player { seat, lag: 0, client: None, command };
    let act = PlayerCommand::Act { seq: table.seq(), action: "P d4".into() };
    run(&mut table, player(0, act));
    if stage == "over" {
        run(&mut table, player(1, PlayerCommand::Resign));
    }
    let id = GameId::random();
    let row = GameRow::new(&table, (stage != "over").then(|| at.plus(IDLE_LIMIT)));
    let new = NewGameRow { id: id.clone(), created: at, setup, owner: Some(guests[0].clone()), row: row.clone() };
    let mut ops = vec![Op::NewGame(Box::new(new)), Op::Append { game: id.clone(), entries, row: Box::new(row) }];
    let grant = |(seat, guest): (usize, &GuestId)| Op::GrantSeat { game: id.clone(), seat, guest: guest.clone() };
    ops.extend(guests.iter().take(seated).enumerate().map(grant));
    Ok(ops)
}
