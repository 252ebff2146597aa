//! Tests that run the `lab` binary.

mod balance;
mod bench;
mod calibrate;
mod curves;
mod ladder;
mod lockstep;
mod playthrough;
#[path = "../../../cli/tests/support/mod.rs"]
mod support;
mod tune;

use std::path::{Path, PathBuf};
use std::process::Command;

use arena::AnyVenue;
use arena::log::{Log, Records, for_each_batch};

use crate::support::{Finished, TempFolder};

fn lab(args: &[&str]) -> Finished {
    Finished::new(Command::new(env!("CARGO_BIN_EXE_lab")).args(args).output().expect("lab starts"))
}

fn lab_in(folder: &TempFolder, args: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    Finished::new(command.args(args).current_dir(folder.path()).output().expect("lab starts"))
}

/// The folder of golden files.
fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

/// Replays all games of a log as `ringside log verify` does, and returns the number of runs and of games.
fn verify_log(folder: &TempFolder, name: &str) -> (usize, usize) {
    let paths = [folder.path().join(name)];
    let log = Log::read(&paths, Records::Drop).expect("the log is valid");
    let rosters = ai::rosters();
    let mut games = 0;
    for_each_batch(&paths, &log, |_, lines| {
        for game in lines.iter().filter_map(|line| line.game.as_ref()) {
            let run = log.runs.iter().find(|run| run.run == game.run).expect("the run of the game is in the log");
            let venue = AnyVenue::read(&run.manifest).expect("the manifest is valid");
            let verified = venue.verify(game, &run.manifest, Some(&rosters));
            assert!(verified.is_ok(), "game {} of {name}: {:?}", game.game, verified.err());
            games += 1;
        }
        Ok::<(), arena::log::LogError>(())
    })
    .expect("the log can be read");
    (log.runs.len(), games)
}
