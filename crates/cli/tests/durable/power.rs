//! Power cuts, full disks, torn writes, failing syncs and read-only folders.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use api::client::Client;

use crate::disk::{Luck, Syncs, after_power_cut, changes, shim};
use crate::process::{Acknowledged, Folder, Process, act, all_there, exported, new_game};

/// Starts a server with the shim.
fn behind_shim(folder: &Folder) -> Process {
    let (data, log) = (folder.data(), folder.beside("log"));
    Process::start(&data, &[("LD_PRELOAD", shim()), ("SHIM_FOLDER", &data), ("SHIM_LOG", &log)])
}

fn length(log: &Path) -> u64 {
    std::fs::metadata(log).map_or(0, |found| found.len())
}

#[test]
fn nothing_acknowledged_is_lost_when_the_power_is_cut() {
    let folder = Folder::new("power");
    let log = folder.beside("log");
    let process = behind_shim(&folder);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("a guest");
    let mut game = new_game(&client).expect("a game");
    // Length of the log at each acknowledged action: a later cut must not lose it.
    let mut acknowledged: Vec<(u64, Acknowledged)> = Vec::new();
    for number in 0..700 {
        match act(&client, &game, number * 31).expect("an answer") {
            Some(done) => acknowledged.push((length(&log), done)),
            None => game = new_game(&client).expect("a game"),
        }
    }
    process.kill();
    let changes = changes(&std::fs::read(&log).expect("a log"));
    let begun = acknowledged[0].0;
    let first = changes.iter().position(|(end, _)| *end >= begun).expect("a change");
    assert!(changes.len() - first > 1_000, "{}", changes.len());
    let mut luck = Luck(7);
    let mut lost_without_syncs = 0;
    for round in 0..60 {
        let cut = first + luck.below((changes.len() - first) as u64) as usize;
        let before = changes[cut].0;
        let known: Vec<Acknowledged> =
            acknowledged.iter().filter(|(end, _)| *end <= before).map(|(_, done)| done.clone()).collect();
        let left = Folder::new(&format!("left-{round}"));
        write(&left.data(), &after_power_cut(&changes[..=cut], &mut luck, Syncs::Count));
        let is_there = exported(&left.data()).and_then(|games| all_there(&known, &games));
        is_there.unwrap_or_else(|problem| panic!("cut after change {cut}: {problem}"));
        if round % 10 == 0 {
            // The same check detects a server that does not sync.
            let left = Folder::new(&format!("forgot-{round}"));
            write(&left.data(), &after_power_cut(&changes[..=cut], &mut luck, Syncs::AreForgotten));
            let is_there = exported(&left.data()).and_then(|games| all_there(&known, &games));
            lost_without_syncs += u32::from(is_there.is_err());
        }
    }
    assert!(lost_without_syncs >= 5, "{lost_without_syncs}");
    println!(
        "{} actions, {} changes of files, 60 power cuts: nothing acknowledged was lost",
        acknowledged.len(),
        changes.len()
    );
}

fn write(data: &Path, files: &std::collections::BTreeMap<String, Vec<u8>>) {
    // Shared memory is lost with the power.
    for (name, content) in files.iter().filter(|(name, _)| !name.ends_with("-shm")) {
        std::fs::write(data.join(name), content).expect("written");
    }
}

/// Checks that nothing is acknowledged while the disk fails, and that the game continues afterwards.
fn goes_on_after(failure: &str) {
    let folder = Folder::new(failure);
    let process = behind_shim(&folder);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("a guest");
    let game = new_game(&client).expect("a game");
    let mut acknowledged = Vec::new();
    let mut number = 0;
    let mut play = |times: usize, acknowledged: &mut Vec<Acknowledged>| {
        let mut refused = 0;
        for _ in 0..times {
            number += 17;
            match act(&client, &game, number) {
                Ok(done) => acknowledged.extend(done),
                Err(error) => {
                    assert!(["not_saved", "maybe_saved"].contains(&error.code()), "{error}");
                    refused += 1;
                }
            }
        }
        refused
    };
    assert_eq!(play(5, &mut acknowledged), 0);
    let control = folder.beside(&format!("data.{failure}"));
    std::fs::write(&control, "").expect("written");
    let before = acknowledged.len();
    assert_eq!(play(5, &mut acknowledged), 5, "nothing is acknowledged that is not safe");
    let ready = client.raw("GET", "/ready", &[], None).expect("an answer");
    assert_eq!((ready.status, acknowledged.len()), (503, before));
    std::fs::remove_file(&control).expect("removed");
    assert_eq!(play(5, &mut acknowledged), 0, "the game goes on");
    process.kill();
    let process = Process::start(&folder.data(), &[]);
    assert!(Client::new(&process.base).game(&game).is_ok());
    drop(process);
    all_there(&acknowledged, &exported(&folder.data()).expect("a sound database")).expect("all is there");
}

#[test]
fn a_full_disk_loses_nothing() {
    goes_on_after("full");
}

#[test]
fn torn_writes_lose_nothing() {
    goes_on_after("torn");
}

#[test]
fn a_disk_that_cannot_be_synced_acknowledges_nothing() {
    goes_on_after("unsynced");
}

#[test]
fn a_folder_that_becomes_read_only_loses_nothing() {
    goes_on_after("readonly");
}

/// Returns the error of a server that does not start.
fn refusal(data: &Path, variables: &[(&str, &Path)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    command.args(["serve", "--port", "0", "--data"]).arg(data).envs(variables.iter().copied());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("run");
    // Ends a server that does start.
    let until = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("a state").is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("gone");
    let output = child.wait_with_output().expect("its output");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    told
}

#[test]
fn rejects_read_only_data_at_the_start() {
    let folder = Folder::new("readonly-start");
    let (data, log) = (folder.data(), folder.beside("log"));
    let empty = folder.beside("empty");
    Process::start(&empty, &[]).kill();
    let process = Process::start(&data, &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("a guest");
    let game = new_game(&client).expect("a game");
    let done = act(&client, &game, 3).expect("an answer").expect("an action");
    process.kill();
    let database = data.join("ringside.db");
    let before = std::fs::read(&database).expect("a database");
    let refused = |readonly: &Path, data: &Path| {
        let control = PathBuf::from(format!("{}.readonly", readonly.display()));
        std::fs::write(&control, "").expect("written");
        let told = refusal(data, &[("LD_PRELOAD", shim()), ("SHIM_FOLDER", readonly), ("SHIM_LOG", &log)]);
        std::fs::remove_file(&control).expect("removed");
        told
    };
    for tried in [&data, &data.join("new")] {
        let told = refused(&data, tried);
        assert!(told.contains(&format!("cannot use the data folder {}", tried.display())), "{told}");
        assert!(told.contains("Read-only file system"), "{told}");
    }
    assert!(!data.join("new").exists());
    // The folder is writable, but the database file is not.
    for (database, data) in [(&database, &data), (&empty.join("ringside.db"), &empty)] {
        let told = refused(database, data);
        assert!(told.contains("attempt to write a readonly database"), "{told}");
    }
    assert_eq!(std::fs::read(&database).expect("a database"), before);
    let process = Process::start(&data, &[]);
    assert_eq!(Client::new(&process.base).game(&game).expect("a game").hash, done.hash);
    drop(process);
    all_there(&[done], &exported(&data).expect("a sound database")).expect("all is there");
}

#[test]
fn rejects_unusable_folders_with_a_reason() {
    let folder = Folder::new("refused");
    let serve = |data: &Path| refusal(data, &[]);
    let file = folder.beside("file");
    std::fs::write(&file, "no folder").expect("written");
    assert!(serve(&file).contains("cannot be used"));
    assert!(serve(Path::new("/proc/ringside")).contains("cannot be used"));
    let damaged = folder.beside("damaged");
    std::fs::create_dir_all(&damaged).expect("a folder");
    std::fs::write(damaged.join("ringside.db"), "this is no database at all, but long enough to be looked at")
        .expect("written");
    assert!(serve(&damaged).contains("database"), "{}", serve(&damaged));
    let running = Process::start(&folder.data(), &[]);
    assert!(serve(&folder.data()).contains("another server uses the data folder"));
    drop(running);
}
