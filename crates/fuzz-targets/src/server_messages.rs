//! Configuration, messages and stored logs of the server.

use std::sync::Arc;

use api::client::Replica;
use api::{ClientMessage, ClockRules, GameId, GuestId, Moment, Purpose, ServerMessage, Visibility};
use serde::de::DeserializeOwned;
use server::Config;
use table::view::legal_view;
use table::{Command, Decision, GameSetup, LogEntry, PlayerRequest, Table, TableSetup};

use crate::asg_files::SCENARIO;
use crate::{Verdict, with_text};

/// A configuration is read or rejected with a message; a read one is valid.
pub(crate) fn server_config(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| match Config::parse(text) {
        Ok(config) => {
            config.check().unwrap_or_else(|error| panic!("{error}"));
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    })
}

/// Parses the lines of a text as JSON; lines that are not of this type are `None`.
fn json_lines<T: DeserializeOwned>(text: &str) -> Vec<Option<T>> {
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

/// Messages of clients, one per line, alternately of both players. The table stays equal to what its log gives.
pub(crate) fn client_message(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let messages: Vec<ClientMessage> = json_lines(text).into_iter().flatten().collect();
        for message in &messages {
            let written = serde_json::to_string(message).expect("a message can be serialised");
            assert_eq!(serde_json::from_str::<ClientMessage>(&written).ok().as_ref(), Some(message), "{written}");
        }
        for game in games() {
            play(&running_table(game), &messages);
        }
        !messages.is_empty()
    })
}

fn games() -> [GameSetup; 2] {
    let scenario = serde_json::to_value(SCENARIO.file()).expect("a scenario can be serialised");
    [
        GameSetup::RingRift { start: "G square8 2p; S a1=1,b1=2,h8=2; P movement".to_owned() },
        GameSetup::Asg { scenario, rules: "v0".to_owned(), seed: 7, salt: "salt".to_owned() },
    ]
}

/// Returns a table on which two guests have begun to play.
fn running_table(game: GameSetup) -> Table {
    let clock = ClockRules::default();
    let setup =
        TableSetup { game, clock, purpose: Purpose::Match, visibility: Visibility::Private, spectator_delay: 0 };
    let mut table = Table::new(Arc::new(setup), Moment(0)).expect("the setup is valid");
    for guest in ["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"] {
        let guest: GuestId = guest.parse().expect("the id is valid");
        table = decide(&table, Command::Join { guest, seat: None }, 0).expect("an open seat can be taken");
    }
    table
}

/// Returns the table after a command that is accepted and writes entries.
fn decide(table: &Table, command: Command, at: i64) -> Option<Table> {
    match table.decide(command, Moment(at)) {
        Ok(Decision::Write { after, .. }) => Some(*after),
        Ok(Decision::Done { .. }) => None,
        Err(rejection) => {
            assert!(!rejection.reason.message.is_empty(), "{rejection:?}");
            None
        }
    }
}

fn play(start: &Table, messages: &[ClientMessage]) {
    let mut table = start.clone();
    for (number, message) in messages.iter().enumerate() {
        let next: GameId = "aaaaaaaa".parse().expect("the id is valid");
        let Some(request) = PlayerRequest::from_message(message.clone(), next) else { continue };
        let seat = request.seat.unwrap_or(number % 2) % 2;
        let command = Command::Player { seat, lag: 0, client: request.client, command: request.command };
        table = decide(&table, command, number as i64 * 1000).unwrap_or(table);
    }
    check_log(&table);
    assert!(serde_json::to_string(&legal_view(table.game())).is_ok());
}

/// Checks that the log of a table gives the same table, also after it was written and read.
fn check_log(table: &Table) {
    let read = |entry: &Arc<LogEntry>| {
        let text = serde_json::to_string(entry.as_ref()).expect("an entry can be serialised");
        serde_json::from_str::<LogEntry>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    let again = Table::replay(table.setup().clone(), table.created(), table.log().iter().map(read));
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.hash(), again.seq(), again.stage()), (table.hash(), table.seq(), table.stage()));
}

/// A message of the server is written and read again; a client's replica applies all of them.
pub(crate) fn server_message(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let mut replica = Replica::new();
        let messages: Vec<ServerMessage> = json_lines(text).into_iter().flatten().collect();
        for message in &messages {
            // A number that is too large for its type becomes `null`, so only the second round must be equal.
            let once = round_trip(message);
            assert_eq!(round_trip(&once), once);
            replica.receive(message);
            let position = replica.position().filter(|_| replica.seq().is_some());
            assert!(position.is_none_or(|position| position.fingerprint_hash().to_string() == replica.hash()));
        }
        !messages.is_empty()
    })
}

fn round_trip(message: &ServerMessage) -> ServerMessage {
    let text = serde_json::to_string(message).expect("a message can be serialised");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A stored game: the setup in the first line, a log entry in each other line. It is replayed or rejected with the entry.
pub(crate) fn table_log(bytes: &[u8]) -> Verdict {
    with_text(bytes, |text| {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let Ok(setup) = serde_json::from_str::<TableSetup>(first) else { return false };
        let entries: Vec<LogEntry> = json_lines(rest).into_iter().flatten().collect();
        match Table::replay(Arc::new(setup), Moment(0), entries) {
            Ok(table) => {
                check_log(&table);
                true
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                false
            }
        }
    })
}
