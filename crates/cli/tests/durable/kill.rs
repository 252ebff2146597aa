//! The server is killed at random moments, a hundred times or more.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::GameId;
use api::Moment;
use api::client::Client;
use server::time::SteadyClock;
use table::{Clocks, Table};

use crate::process::{Acknowledged, Folder, Process, act, check_acknowledged, exported, new_game};

const KILLS: u64 = 100;

/// Number of acknowledged actions up to which the kills go on: a busy machine plays few between two of them.
const ACTIONS: usize = 300;

/// Number of kills after which too few actions are a failure.
const MAX_KILLS: u64 = 500;

/// Number of simultaneous players.
const CLIENTS: usize = 4;

/// Pause between a kill and the next start.
const PAUSE: Duration = Duration::from_millis(150);

/// Tolerance between the clocks of the test and the server, in milliseconds: much less than a pause.
const TOLERANCE: u64 = 50;

/// Interval in which no server was running, by the system clock.
struct Downtime {
    from: Moment,
    to: Moment,
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new();
    let acknowledged: Arc<Mutex<Vec<Acknowledged>>> = Arc::default();
    let mut players: Vec<(Option<String>, Vec<GameId>)> = vec![(None, Vec::new()); CLIENTS];
    // No action is played in this game, so time wrongly charged for downtime would add up.
    let mut untouched = None;
    let mut downtimes: Vec<Downtime> = Vec::new();
    let count = || acknowledged.lock().expect("no player panicked").len();
    for round in 0..MAX_KILLS {
        // The last twenty kills have been checked.
        if round >= KILLS && round % 20 == 0 && count() > ACTIONS {
            break;
        }
        let process = Process::start(&folder.data(), &[]);
        let untouched = untouched.get_or_insert_with(|| create_untouched_game(&process));
        let games = players.iter().filter_map(|(_, games)| games.last()).chain([&*untouched]);
        check_clocks(&process, games, &downtimes);
        if round % 25 == 1 {
            check_states(&process, &folder, &players);
        }
        let threads: Vec<_> = players
            .drain(..)
            .enumerate()
            .map(|(number, (cookie, games))| {
                let (base, acknowledged) = (process.base.clone(), acknowledged.clone());
                std::thread::spawn(move || play(&base, cookie, games, round, number, &acknowledged))
            })
            .collect();
        // A different moment every time, up to a fifth of a second after the first request.
        std::thread::sleep(Duration::from_millis(5 + (round * 37) % 200));
        process.kill();
        let from = now();
        players = threads.into_iter().map(|thread| thread.join().expect("the player does not panic")).collect();
        if round % 20 == 19 {
            let games = exported(&folder.data()).expect("the database is valid");
            let acknowledged = acknowledged.lock().expect("no player panicked");
            check_acknowledged(&acknowledged, &games).unwrap_or_else(|problem| panic!("after kill {round}: {problem}"));
        }
        std::thread::sleep(PAUSE);
        downtimes.push(Downtime { from, to: now() });
    }
    let (count, kills) = (count(), downtimes.len());
    assert!(count > ACTIONS, "only {count} actions were played");
    println!("{count} actions were acknowledged; none was lost in {kills} kills");
}

/// Plays until the server is killed.
fn play(
    base: &str,
    cookie: Option<String>,
    mut games: Vec<GameId>,
    round: u64,
    number: usize,
    acknowledged: &Mutex<Vec<Acknowledged>>,
) -> (Option<String>, Vec<GameId>) {
    let client = Client::new(base);
    client.set_cookie(cookie);
    if client.cookie().is_none() && client.sign_in(&format!("Player {number}")).is_err() {
        return (None, games);
    }
    let mut count = round * 1_000_003 + number as u64 * 7_919;
    loop {
        count += 1;
        let played = match games.last() {
            Some(game) => act(&client, game, count),
            None => Ok(None),
        };
        match played {
            Ok(Some(done)) => acknowledged.lock().expect("no player panicked").push(done),
            Ok(None) => match new_game(&client) {
                Ok(game) => games.push(game),
                Err(_) => return (client.cookie(), games),
            },
            Err(_) => return (client.cookie(), games),
        }
    }
}

fn now() -> Moment {
    SteadyClock::start().now()
}

fn create_untouched_game(process: &Process) -> GameId {
    let client = Client::new(&process.base);
    client.sign_in("Bystander").expect("the guest is created");
    new_game(&client).expect("the game is created")
}

/// Checks that no player lost time during downtime: the running clock has lost at most the uptime
/// since the last action. It may have lost less, because the time after the last heartbeat counts as downtime.
fn check_clocks<'a>(process: &Process, games: impl Iterator<Item = &'a GameId>, downtimes: &[Downtime]) {
    let client = Client::new(&process.base);
    for game in games {
        let shown = client.game(game).expect("the game exists");
        let clock = &shown.table.clock;
        let first = Clocks::new(clock.rules, clock.left.len());
        for (seat, &left) in clock.left.iter().enumerate() {
            let last = shown.moves.iter().rev().find(|made| made.seat == seat);
            let before = last.and_then(|made| made.left).unwrap_or(first.left()[seat]);
            let max_loss = if clock.running == Some(seat) {
                let since = shown.moves.last().map_or(shown.table.created, |made| made.at);
                let away: u64 = downtimes.iter().map(|downtime| downtime.to.since(downtime.from.max(since))).sum();
                clock.at.since(since).saturating_sub(away) + TOLERANCE
            } else {
                0
            };
            let is_valid = before.checked_sub(left).is_some_and(|lost| lost <= max_loss);
            assert!(is_valid, "game {game}, seat {seat}: {left} of {before} are left, at most {max_loss} can be lost");
        }
    }
}

/// Checks that the states and clocks on the server follow from the log alone.
fn check_states(process: &Process, folder: &Folder, players: &[(Option<String>, Vec<GameId>)]) {
    let games = exported(&folder.data()).expect("the database is valid");
    let client = Client::new(&process.base);
    for game in players.iter().flat_map(|(_, games)| games) {
        let Some(stored) = games.get(game.as_str()) else { continue };
        let setup = serde_json::from_value(stored["setup"].clone()).expect("the setup is valid");
        let log: Vec<table::LogEntry> = serde_json::from_value(stored["log"].clone()).expect("the log is valid");
        let created = Moment(stored["created"].as_i64().expect("the time is a number"));
        let table = Table::replay(Arc::new(setup), created, log).expect("the log can be replayed");
        let shown = client.game(game).expect("the game exists");
        assert_eq!((shown.seq, &shown.hash), (table.seq(), &table.hash()), "game {game}");
        let clock = &shown.table.clock;
        let expected: Vec<u64> = (0..clock.left.len()).map(|seat| table.clocks().left_at(seat, clock.at)).collect();
        assert_eq!(clock.left, expected, "game {game}");
    }
}
