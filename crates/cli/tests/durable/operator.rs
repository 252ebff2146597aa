//! The database commands of the operator.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use api::client::Client;

use crate::process::{Folder, Process, act, exported, new_game};

fn ringside(folder: &Folder, args: &[&str]) -> (bool, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ringside")).args(args).arg("--data").arg(folder.data()).output().expect("run");
    let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), told)
}

#[test]
fn backs_up_a_running_server_and_restores() {
    let folder = Folder::new("operator");
    let process = Process::start(&folder.data(), &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("a game");
    for number in 0..10 {
        act(&client, &game, number).expect("the action is accepted");
    }
    let copy = folder.beside("copy.db");
    let copy = copy.to_str().expect("the path is UTF-8");
    let (is_good, told) = ringside(&folder, &["db", "backup", copy]);
    assert!(is_good, "{told}");
    let (is_good, told) = ringside(&folder, &["db", "backup", copy]);
    assert!(!is_good && told.contains("exists already"), "{told}");
    let (is_good, told) = ringside(&folder, &["db", "restore", copy]);
    assert!(!is_good && told.contains("another server uses"), "{told}");
    let before = client.game(&game).expect("a game").hash;
    for number in 0..5 {
        act(&client, &game, number).expect("the action is accepted");
    }
    let after = client.game(&game).expect("a game").hash;
    process.kill();
    let (is_good, told) = ringside(&folder, &["db", "restore", copy]);
    assert!(is_good && told.contains("0 problems") && told.contains("The old database is now"), "{told}");
    let process = Process::start(&folder.data(), &[]);
    let again = Client::new(&process.base);
    again.set_cookie(client.cookie());
    assert_eq!(again.game(&game).expect("a game").hash, before);
    assert_eq!(exported(&folder.data()).expect("the database is valid").len(), 1);
    process.kill();
    // The old database is complete, including the last writes before the kill.
    let kept = folder.data().join("ringside.db.before");
    let (is_good, told) = ringside(&folder, &["db", "restore", kept.to_str().expect("the path is UTF-8")]);
    assert!(is_good && told.contains("ringside.db.before-2."), "{told}");
    let process = Process::start(&folder.data(), &[]);
    assert_eq!(Client::new(&process.base).game(&game).expect("a game").hash, after);
}

/// Number of killed restores.
const ROUNDS: u32 = 24;

#[test]
fn a_killed_restore_leaves_a_valid_database() {
    let folder = Folder::new("half-restored");
    let process = Process::start(&folder.data(), &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("a game");
    // Two different backups.
    let copies: Vec<(PathBuf, String)> = (0..2)
        .map(|number| {
            let copy = folder.beside(&format!("copy-{number}.db"));
            act(&client, &game, number).expect("the action is accepted");
            assert!(ringside(&folder, &["db", "backup", copy.to_str().expect("the path is UTF-8")]).0);
            (copy, client.game(&game).expect("a game").hash)
        })
        .collect();
    process.kill();
    let restored = |copy: &Path| {
        let (is_good, told) = ringside(&folder, &["db", "restore", copy.to_str().expect("the path is UTF-8")]);
        assert!(is_good, "{told}");
    };
    let begun = Instant::now();
    restored(&copies[0].0);
    let whole = begun.elapsed();
    let mut done = 0;
    for round in 0..ROUNDS {
        let (copy, hash) = &copies[(round as usize + 1) % 2];
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
        command.args(["db", "restore"]).arg(copy).arg("--data").arg(folder.data());
        let mut restore = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("run");
        // A different moment every time, from the start to after the end.
        std::thread::sleep(whole * round * 5 / (ROUNDS * 4));
        restore.kill().expect("killed");
        restore.wait().expect("gone");
        let games = exported(&folder.data()).unwrap_or_else(|problem| panic!("round {round}: {problem}"));
        let stored = games.get(game.as_str()).unwrap_or_else(|| panic!("round {round}: the game is lost"));
        let found = &stored["log"].as_array().expect("a log").last().expect("an entry")["hash"];
        assert!(copies.iter().any(|(_, hash)| found == hash.as_str()), "round {round}: {found}");
        done += u32::from(found == hash.as_str());
    }
    println!("{done} of {ROUNDS} restores were done before they were killed");
    let (copy, hash) = &copies[0];
    restored(copy);
    let process = Process::start(&folder.data(), &[]);
    assert_eq!(&Client::new(&process.base).game(&game).expect("a game").hash, hash);
    for left in ["restoring", "keeping"] {
        assert!(!folder.data().join(format!("ringside.db.{left}")).exists(), "{left}");
    }
}

#[test]
fn lists_bans_and_deletes_guests_of_a_running_server() {
    let folder = Folder::new("admin");
    let process = Process::start(&folder.data(), &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("a game");
    let (_, told) = ringside(&folder, &["admin", "guests"]);
    let guest = told.split_whitespace().next().expect("the guest is created").to_owned();
    assert!(told.contains("Ann"), "{told}");
    assert!(ringside(&folder, &["admin", "ban", &guest, "--reason", "spam"]).0);
    let error = client.me().expect_err("shut out");
    assert!(error.code() == "banned" && error.to_string().contains("spam"), "{error}");
    assert!(ringside(&folder, &["admin", "unban", &guest]).0);
    assert!(client.me().is_ok());
    assert!(ringside(&folder, &["admin", "quota", &guest, "1"]).0);
    assert_eq!(new_game(&client).expect_err("one is enough").code(), "too_many_games");
    let (_, told) = ringside(&folder, &["admin", "games"]);
    assert!(told.contains(game.as_str()) && told.contains("running"), "{told}");
    let (is_good, told) = ringside(&folder, &["admin", "delete", game.as_str()]);
    assert!(is_good, "{told}");
    assert!(act(&client, &game, 1).is_err(), "it is gone");
    assert!(ringside(&folder, &["admin", "forget", &guest]).0);
    assert_eq!(client.me().expect_err("forgotten").code(), "no_guest");
    for args in [&["admin", "ban", "nobody"][..], &["admin", "ban", &guest], &["admin", "delete", "aaaaaaaa"]] {
        let (is_good, told) = ringside(&folder, args);
        assert!(!is_good && !told.is_empty(), "{told}");
    }
}
