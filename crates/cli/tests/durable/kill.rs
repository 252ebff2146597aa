//! The server is killed at any moment, a hundred times.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use server::client::Client;
use server::id::GameId;
use server::table::Table;
use server::time::Moment;

use crate::process::{Acknowledged, Folder, Process, act, all_there, exported, new_game};

const KILLS: u64 = 100;

/// How many play at once.
const CLIENTS: usize = 4;

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = Folder::new("kill");
    let acknowledged: Arc<Mutex<Vec<Acknowledged>>> = Arc::default();
    let mut players: Vec<(Option<String>, Vec<GameId>)> = vec![(None, Vec::new()); CLIENTS];
    for round in 0..KILLS {
        let process = Process::start(&folder.data(), &[]);
        if round % 25 == 1 {
            clocks_are_right(&process, &folder, &players);
        }
        let threads: Vec<_> = players
            .drain(..)
            .enumerate()
            .map(|(number, (cookie, games))| {
                let (base, acknowledged) = (process.base.clone(), acknowledged.clone());
                std::thread::spawn(move || play(&base, cookie, games, round, number, &acknowledged))
            })
            .collect();
        // Another moment every time, from the first request to a fifth of a second.
        std::thread::sleep(Duration::from_millis(5 + (round * 37) % 200));
        process.kill();
        players = threads.into_iter().map(|thread| thread.join().expect("a player")).collect();
        if round % 20 == 19 {
            let games = exported(&folder.data()).expect("a sound database");
            let acknowledged = acknowledged.lock().expect("no panic");
            all_there(&acknowledged, &games).unwrap_or_else(|problem| panic!("after kill {round}: {problem}"));
        }
    }
    let count = acknowledged.lock().expect("no panic").len();
    assert!(count > 1_000, "only {count} actions were played");
    println!("{count} actions were acknowledged and are there after {KILLS} kills");
}

/// Plays until the server is gone.
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
    if client.cookie().is_none() && client.come(&format!("Player {number}")).is_err() {
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
            Ok(Some(done)) => acknowledged.lock().expect("no panic").push(done),
            Ok(None) => match new_game(&client) {
                Ok(game) => games.push(game),
                Err(_) => return (client.cookie(), games),
            },
            Err(_) => return (client.cookie(), games),
        }
    }
}

/// What the server shows of clocks and states is what follows from the log alone.
fn clocks_are_right(process: &Process, folder: &Folder, players: &[(Option<String>, Vec<GameId>)]) {
    let games = exported(&folder.data()).expect("a sound database");
    let client = Client::new(&process.base);
    for game in players.iter().flat_map(|(_, games)| games) {
        let Some(stored) = games.get(game.as_str()) else { continue };
        let setup = serde_json::from_value(stored["setup"].clone()).expect("a setup");
        let log: Vec<server::table::Entry> = serde_json::from_value(stored["log"].clone()).expect("a log");
        let created = Moment(stored["created"].as_i64().expect("a time"));
        let table = Table::replay(Arc::new(setup), created, log).expect("a table");
        let shown = client.look(game).expect("a game");
        assert_eq!((shown.seq, &shown.hash), (table.seq(), &table.hash()), "game {game}");
        for (seat, &left) in shown.table.clock.left.iter().enumerate() {
            let expected = table.clocks().left()[seat];
            assert!(left <= expected && expected - left < 60_000, "game {game}, seat {seat}: {left} of {expected}");
            if table.clocks().running().is_none_or(|(running, _)| running != seat) {
                assert_eq!(left, expected, "game {game}, seat {seat}");
            }
        }
    }
}
