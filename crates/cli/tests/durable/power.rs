//! Power cuts, full disks, torn writes, failing syncs and read-only folders.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use api::client::Client;

use crate::disk::{Rng, Syncs, after_power_cut, changes, shim};
use crate::process::{Acknowledged, Folder, Process, act, check_acknowledged, exported, new_game};

/// Starts a server with the shim.
fn start_with_shim(folder: &Folder) -> Process {
    let (data, log) = (folder.data(), folder.beside("log"));
    Process::start(&data, &[("LD_PRELOAD", shim()), ("SHIM_FOLDER", &data), ("SHIM_LOG", &log)])
}

fn length(log: &Path) -> u64 {
    std::fs::metadata(log).map_or(0, |found| found.len())
}

#[test]
fn nothing_acknowledged_is_lost_when_the_power_is_cut() {
    let folder = Folder::new();
    let log = folder.beside("log");
    let process = start_with_shim(&folder);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let mut game = new_game(&client).expect("the game is created");
    // Actions with the length of the log at their acknowledgement. A power cut after this length must not lose the action.
    let mut acknowledged: Vec<(u64, Acknowledged)> = Vec::new();
    for number in 0..700 {
        match act(&client, &game, number * 31).expect("the server answers") {
            Some(done) => acknowledged.push((length(&log), done)),
            None => game = new_game(&client).expect("the game is created"),
        }
    }
    process.kill();
    let changes = changes(&std::fs::read(&log).expect("the log can be read"));
    let begun = acknowledged[0].0;
    let first = changes.iter().position(|(end, _)| *end >= begun).expect("a change follows the first action");
    assert!(changes.len() - first > 1_000, "{}", changes.len());
    let mut rng = Rng(7);
    let mut lost_without_syncs = 0;
    for round in 0..60 {
        let cut = first + rng.below((changes.len() - first) as u64) as usize;
        let before = changes[cut].0;
        let known: Vec<Acknowledged> =
            acknowledged.iter().filter(|(end, _)| *end <= before).map(|(_, done)| done.clone()).collect();
        let left = Folder::new();
        write(&left.data(), &after_power_cut(&changes[..=cut], &mut rng, Syncs::Effective));
        let checked = exported(&left.data()).and_then(|games| check_acknowledged(&known, &games));
        checked.unwrap_or_else(|problem| panic!("cut after change {cut}: {problem}"));
        if round % 10 == 0 {
            // The same check detects a server that does not sync.
            let left = Folder::new();
            write(&left.data(), &after_power_cut(&changes[..=cut], &mut rng, Syncs::Ignored));
            let checked = exported(&left.data()).and_then(|games| check_acknowledged(&known, &games));
            lost_without_syncs += u32::from(checked.is_err());
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
        std::fs::write(data.join(name), content).expect("the file can be written");
    }
}

/// Checks that nothing is acknowledged while the disk fails, and that the game continues afterwards.
fn check_recovery_after(failure: &str) {
    let folder = Folder::new();
    let process = start_with_shim(&folder);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("the game is created");
    let mut acknowledged = Vec::new();
    let mut number = 0;
    let mut play = |times: usize, acknowledged: &mut Vec<Acknowledged>| {
        let mut rejected = 0;
        for _ in 0..times {
            number += 17;
            match act(&client, &game, number) {
                Ok(done) => acknowledged.extend(done),
                Err(error) => {
                    assert!(["not_saved", "maybe_saved"].contains(&error.code()), "{error}");
                    rejected += 1;
                }
            }
        }
        rejected
    };
    assert_eq!(play(5, &mut acknowledged), 0);
    let control = folder.beside(&format!("data.{failure}"));
    std::fs::write(&control, "").expect("the file can be written");
    let before = acknowledged.len();
    assert_eq!(play(5, &mut acknowledged), 5, "nothing is acknowledged that is not safe");
    let ready = client.raw("GET", "/ready", &[], None).expect("the server answers");
    assert_eq!((ready.status, acknowledged.len()), (503, before));
    std::fs::remove_file(&control).expect("the file can be removed");
    assert_eq!(play(5, &mut acknowledged), 0, "the game continues");
    process.kill();
    let process = Process::start(&folder.data(), &[]);
    assert!(Client::new(&process.base).game(&game).is_ok());
    drop(process);
    check_acknowledged(&acknowledged, &exported(&folder.data()).expect("the database is valid"))
        .expect("no action is lost");
}

#[test]
fn a_server_with_a_full_disk_is_not_ready() {
    let folder = Folder::new();
    let process = start_with_shim(&folder);
    let client = Client::new(&process.base);
    let ready = || client.raw("GET", "/ready", &[], None).expect("the server answers").status;
    assert_eq!(ready(), 200);
    let control = folder.beside("data.full");
    std::fs::write(&control, "").expect("the file can be written");
    // A successful check is valid for a second.
    std::thread::sleep(Duration::from_millis(1_100));
    assert_eq!(ready(), 503);
    std::fs::remove_file(&control).expect("the file can be removed");
    assert_eq!(ready(), 200);
}

#[test]
fn a_full_disk_loses_nothing() {
    check_recovery_after("full");
}

#[test]
fn torn_writes_lose_nothing() {
    check_recovery_after("torn");
}

#[test]
fn a_disk_that_cannot_be_synced_acknowledges_nothing() {
    check_recovery_after("unsynced");
}

#[test]
fn a_folder_that_becomes_read_only_loses_nothing() {
    check_recovery_after("readonly");
}

/// Returns the error of a server that does not start.
fn start_error(data: &Path, variables: &[(&str, &Path)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringside"));
    command.args(["serve", "--port", "0", "--data"]).arg(data).envs(variables.iter().copied());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("ringside starts");
    // A server that starts is killed after a timeout.
    let until = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("the process can be polled").is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("the process can be killed");
    let finished = child.wait_with_output().expect("the output can be read");
    let output = String::from_utf8_lossy(&finished.stderr).into_owned();
    assert_eq!(finished.status.code(), Some(2), "{output}");
    output
}

#[test]
fn rejects_read_only_data_at_the_start() {
    let folder = Folder::new();
    let (data, log) = (folder.data(), folder.beside("log"));
    let empty = folder.beside("empty");
    Process::start(&empty, &[]).kill();
    let process = Process::start(&data, &[]);
    let client = Client::new(&process.base);
    client.sign_in("Ann").expect("the guest is created");
    let game = new_game(&client).expect("the game is created");
    let done = act(&client, &game, 3).expect("the server answers").expect("the game is not over");
    process.kill();
    let database = data.join("ringside.db");
    let before = std::fs::read(&database).expect("the database can be read");
    let start_error_with = |readonly: &Path, data: &Path| {
        let control = PathBuf::from(format!("{}.readonly", readonly.display()));
        std::fs::write(&control, "").expect("the file can be written");
        let output = start_error(data, &[("LD_PRELOAD", shim()), ("SHIM_FOLDER", readonly), ("SHIM_LOG", &log)]);
        std::fs::remove_file(&control).expect("the file can be removed");
        output
    };
    for tried in [&data, &data.join("new")] {
        let output = start_error_with(&data, tried);
        assert!(output.contains(&format!("cannot use the data folder {}", tried.display())), "{output}");
        assert!(output.contains("Read-only file system"), "{output}");
    }
    assert!(!data.join("new").exists());
    // The folder is writable, but the database file is not.
    for (database, data) in [(&database, &data), (&empty.join("ringside.db"), &empty)] {
        let output = start_error_with(database, data);
        assert!(output.contains("attempt to write a readonly database"), "{output}");
    }
    assert_eq!(std::fs::read(&database).expect("the database can be read"), before);
    let process = Process::start(&data, &[]);
    assert_eq!(Client::new(&process.base).game(&game).expect("the game exists").hash, done.hash);
    drop(process);
    check_acknowledged(&[done], &exported(&data).expect("the database is valid")).expect("no action is lost");
}

#[test]
fn rejects_unusable_folders_with_a_reason() {
    let folder = Folder::new();
    let serve = |data: &Path| start_error(data, &[]);
    let file = folder.beside("file");
    std::fs::write(&file, "no folder").expect("the file can be written");
    assert!(serve(&file).contains("cannot use the data folder"));
    assert!(serve(Path::new("/proc/ringside")).contains("cannot use the data folder"));
    let damaged = folder.beside("damaged");
    std::fs::create_dir_all(&damaged).expect("the folder can be created");
    std::fs::write(damaged.join("ringside.db"), "this is no database at all, but long enough to be looked at")
        .expect("the file can be written");
    assert!(serve(&damaged).contains("database"), "{}", serve(&damaged));
    let running = Process::start(&folder.data(), &[]);
    assert!(serve(&folder.data()).contains("another server uses the data folder"));
    drop(running);
}
