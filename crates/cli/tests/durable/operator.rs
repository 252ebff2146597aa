//! The database commands of the operator.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use api::client::Client;

use crate::process::{Folder, Process, act, exported, new_game};

/// Runs a command. Returns whether it succeeded, and its output.
fn ringside(folder: &Folder, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    let finished = command.args(args).arg("--data").arg(folder.data()).output().expect("ringside starts");
    let output = String::from_utf8_lossy(&finished.stdout).into_owned() + &String::from_utf8_lossy(&finished.stderr);
    (finished.status.success(), output)
}

#[test]
fn backs_up_a_running_server_and_restores() {
    let folder = Folder::new();
    let process = Process::start(&folder.data(), &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("the game is created");
    for number in 0..10 {
        act(&client, &game, number).expect("the action is accepted");
    }
    let copy = folder.beside("copy.db");
    let copy = copy.to_str().expect("the path is UTF-8");
    let (succeeded, output) = ringside(&folder, &["db", "backup", copy]);
    assert!(succeeded, "{output}");
    let (succeeded, output) = ringside(&folder, &["db", "backup", copy]);
    assert!(!succeeded && output.contains("exists already"), "{output}");
    let (succeeded, output) = ringside(&folder, &["db", "restore", copy]);
    assert!(!succeeded && output.contains("another server uses"), "{output}");
    let before = client.game(&game).expect("the game exists").hash;
    for number in 0..5 {
        act(&client, &game, number).expect("the action is accepted");
    }
    let after = client.game(&game).expect("the game exists").hash;
    process.kill();
    let (succeeded, output) = ringside(&folder, &["db", "restore", copy]);
    assert!(succeeded && output.contains("0 problems") && output.contains("The old database is now"), "{output}");
    let process = Process::start(&folder.data(), &[]);
    let again = Client::new(&process.base);
    again.set_cookie(client.cookie());
    assert_eq!(again.game(&game).expect("the game exists").hash, before);
    assert_eq!(exported(&folder.data()).expect("the database is valid").len(), 1);
    process.kill();
    // The old database is complete, including the last writes before the kill.
    let kept = folder.data().join("ringside.db.before");
    let (succeeded, output) = ringside(&folder, &["db", "restore", kept.to_str().expect("the path is UTF-8")]);
    assert!(succeeded && output.contains("ringside.db.before-2."), "{output}");
    let process = Process::start(&folder.data(), &[]);
    assert_eq!(Client::new(&process.base).game(&game).expect("the game exists").hash, after);
}

/// Number of killed restores.
const ROUNDS: u32 = 24;

#[test]
fn a_killed_restore_leaves_a_valid_database() {
    let folder = Folder::new();
    let process = Process::start(&folder.data(), &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("the game is created");
    // Two different backups.
    let copies: Vec<(PathBuf, String)> = (0..2)
        .map(|number| {
            let copy = folder.beside(&format!("copy-{number}.db"));
            act(&client, &game, number).expect("the action is accepted");
            assert!(ringside(&folder, &["db", "backup", copy.to_str().expect("the path is UTF-8")]).0);
            (copy, client.game(&game).expect("the game exists").hash)
        })
        .collect();
    process.kill();
    let restore_copy = |copy: &Path| {
        let (succeeded, output) = ringside(&folder, &["db", "restore", copy.to_str().expect("the path is UTF-8")]);
        assert!(succeeded, "{output}");
    };
    let started = Instant::now();
    restore_copy(&copies[0].0);
    let whole = started.elapsed();
    let mut done = 0;
    for round in 0..ROUNDS {
        let (copy, hash) = &copies[(round as usize + 1) % 2];
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
        command.args(["db", "restore"]).arg(copy).arg("--data").arg(folder.data());
        let mut restore = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("ringside starts");
        // A different moment every time, from the start to after the end.
        std::thread::sleep(whole * round * 5 / (ROUNDS * 4));
        restore.kill().expect("the process can be killed");
        restore.wait().expect("the process ends");
        let games = exported(&folder.data()).unwrap_or_else(|problem| panic!("round {round}: {problem}"));
        let stored = games.get(game.as_str()).unwrap_or_else(|| panic!("round {round}: the game is lost"));
        let found = &stored["log"].as_array().expect("the log is a list").last().expect("the log has an entry")["hash"];
        assert!(copies.iter().any(|(_, hash)| found == hash.as_str()), "round {round}: {found}");
        done += u32::from(found == hash.as_str());
    }
    println!("{done} of {ROUNDS} restores were complete before the kill");
    let (copy, hash) = &copies[0];
    restore_copy(copy);
    let process = Process::start(&folder.data(), &[]);
    assert_eq!(&Client::new(&process.base).game(&game).expect("the game exists").hash, hash);
    for left in ["restoring", "keeping"] {
        assert!(!folder.data().join(format!("ringside.db.{left}")).exists(), "{left}");
    }
}

#[test]
fn lists_bans_and_deletes_guests_of_a_running_server() {
    let folder = Folder::new();
    let process = Process::start(&folder.data(), &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("the game is created");
    let (_, output) = ringside(&folder, &["admin", "guests"]);
    let guest = output.split_whitespace().next().expect("the guest is listed").to_owned();
    assert!(output.contains("Ann"), "{output}");
    assert!(ringside(&folder, &["admin", "ban", &guest, "--reason", "spam"]).0);
    let error = client.me().expect_err("the guest is banned");
    assert!(error.code() == "banned" && error.to_string().contains("spam"), "{error}");
    assert!(ringside(&folder, &["admin", "unban", &guest]).0);
    assert!(client.me().is_ok());
    ban_devices_and_networks(&folder, &client, &guest);
    assert!(ringside(&folder, &["admin", "quota", &guest, "1"]).0);
    assert_eq!(new_game(&client).expect_err("the quota is reached").code(), "too_many_games");
    let (_, output) = ringside(&folder, &["admin", "games"]);
    assert!(output.contains(game.as_str()) && output.contains("running"), "{output}");
    let (succeeded, output) = ringside(&folder, &["admin", "delete", game.as_str()]);
    assert!(succeeded, "{output}");
    assert!(act(&client, &game, 1).is_err(), "the game is deleted");
    assert!(ringside(&folder, &["admin", "forget", &guest]).0);
    assert_eq!(client.me().expect_err("the guest is deleted").code(), "no_guest");
    for args in [&["admin", "ban", "nobody"][..], &["admin", "ban", &guest], &["admin", "delete", "aaaaaaaa"]] {
        let (succeeded, output) = ringside(&folder, args);
        assert!(!succeeded && !output.is_empty(), "{output}");
    }
}

/// Bans a guest with their devices and networks, and a network, and lifts the bans.
fn ban_devices_and_networks(folder: &Folder, client: &Client, guest: &str) {
    let admin = |args: &[&str]| ringside(folder, &[&["admin"], args].concat());
    let (succeeded, output) = admin(&["ban", guest, "--device", "--network"]);
    assert!(!succeeded && output.contains("127.0.0.1 is this machine itself"), "{output}");
    assert!(client.me().is_ok(), "nothing was banned");
    let (succeeded, output) = admin(&["ban", guest, "--device", "--reason", "spam", "--days", "3"]);
    assert!(succeeded && output.contains("Ann is banned until") && output.contains("1 device banned too"), "{output}");
    let (succeeded, output) = admin(&["ban-network", "2001:db8:1:2:3:4:5:6"]);
    assert!(succeeded && output.contains("2001:db8:1:2::/64 is banned"), "{output}");
    let (_, output) = admin(&["bans"]);
    assert_eq!(output.lines().count(), 3, "{output}");
    for kind in ["guest", "device", "network"] {
        assert!(output.lines().any(|line| line.starts_with(kind)), "{output}");
    }
    let network = output.lines().find(|line| line.starts_with("network")).expect("the network is listed");
    let id = network.split_whitespace().nth(1).expect("the ban has an id");
    assert!(admin(&["unban", id]).0);
    let (succeeded, output) = admin(&["unban", guest]);
    assert!(succeeded && output.contains("Ann is no longer banned") && output.contains("1 ban"), "{output}");
    assert_eq!(admin(&["bans"]).1, "There are no bans.\n");
    let deadline = Instant::now() + Duration::from_secs(10);
    while client.me().is_err() {
        assert!(Instant::now() < deadline, "the running server does not lift the bans");
        std::thread::sleep(Duration::from_millis(50));
    }
    for (network, problem) in [
        ("0.0.0.0/0", "is every IPv4 address"),
        ("127.0.0.1", "is this machine itself"),
        ("203.0.113.7/24", "write 203.0.113.0/24"),
        ("example.org", "is not an address or a network"),
    ] {
        let (succeeded, output) = admin(&["ban-network", network]);
        assert!(!succeeded && output.contains(problem), "{output}");
    }
    let (succeeded, output) = admin(&["unban", "nothing"]);
    assert!(!succeeded && output.contains("there is no ban or guest"), "{output}");
}

#[test]
fn a_log_that_is_not_written_to_a_terminal_has_no_escape_sequences() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    command.args(["serve", "--verbose", "--port", "0", "--data"]).arg(folder.data()).env_remove("NO_COLOR");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("ringside starts");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("the output is piped"));
    stdout.read_line(&mut line).expect("the server prints its address");
    let client = Client::new(line.trim().rsplit(' ').next().unwrap_or_default());
    client.raw("GET", "/api/games", &[("x-forwarded-for", "1.2.3.4")], None).expect("the server responds");
    child.kill().expect("the process can be killed");
    let log = child.wait_with_output().expect("the log can be read").stderr;
    let text = String::from_utf8_lossy(&log);
    assert!(text.contains("WARN") && text.contains("trusted_proxies"), "{text}");
    assert!(!log.contains(&0x1b), "{text:?}");
}
