//! Complete runs: reproducibility, resumption, cost caps and verification of logs.

mod cost;
mod log;
mod remote;
mod resume;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use arena::log::{FORMAT, GameLine, Log, LogWriter, Manifest, Records, RunLine};
use arena::settings::{AsgSettings, EntrantSettings, Format, RingRiftSettings, Tournament};
use arena::{AnyRunPlan, Budget, Run, RunError, with_plan};
use game::{Cancellation, Rosters};
use tempfile::TempDir;

/// Temporary folder, removed on drop.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().expect("the temporary folder can be created"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn tournament(players: &[&str], rounds: u32) -> Tournament {
    Tournament {
        name: "test".to_owned(),
        format: Format::RoundRobin,
        rounds,
        conditions_per_round: 1,
        seed: 7,
        ringrift: None,
        asg: None,
        entrants: players.iter().map(|player| EntrantSettings::named(player)).collect(),
        prices: Default::default(),
        cost_cap: None,
    }
}

fn of_ringrift(players: &[&str], seats: u8, rounds: u32) -> Tournament {
    let ringrift = RingRiftSettings { players: seats, ..RingRiftSettings::default() };
    Tournament { ringrift: Some(ringrift), ..tournament(players, rounds) }
}

fn of_asg(players: &[&str], rounds: u32) -> Tournament {
    let scenarios = vec!["scenario_01".to_owned(), "causeway".to_owned()];
    Tournament { asg: Some(AsgSettings { scenarios, ..AsgSettings::default() }), ..tournament(players, rounds) }
}

fn header(manifest: &Manifest) -> RunLine {
    RunLine {
        line: "run".to_owned(),
        format: FORMAT.to_owned(),
        run: manifest.run(),
        created: "2026-01-01T00:00:00.000Z".to_owned(),
        program: "test".to_owned(),
        manifest: manifest.clone(),
    }
}

fn plan(settings: &Tournament) -> AnyRunPlan {
    AnyRunPlan::new(settings, &Rosters::standard(), &|name| Err(format!("{name} is not a file")))
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Plays the missing games of a run.
fn play(
    settings: &Tournament,
    path: &Path,
    jobs: usize,
    cancellation: &Cancellation,
) -> Result<Vec<GameLine>, RunError> {
    let plan = plan(settings);
    let header = header(plan.manifest());
    let (mut writer, log) = LogWriter::open(path)?;
    if log.run(&header.run).is_none_or(|known| known.manifest != header.manifest) {
        writer.append(&header)?;
    }
    let writer = Mutex::new(writer);
    with_plan!(&plan, plan => {
        let run = Run { venue: &plan.venue, header: &header, entrants: &plan.entrants, jobs, cancellation, budget: &Budget::unlimited(), observer: &() };
        run.play_all(&writer, &log)
    })
}

fn read(path: &Path) -> Log {
    Log::read(&[path.to_owned()], Records::Keep).expect("the log is valid")
}

/// Returns ids, seats, results and records of the games in a log, which do not depend on timing.
fn reproducible_parts(path: &Path) -> Vec<String> {
    let mut games: Vec<String> = read(path)
        .games
        .iter()
        .map(|game| {
            let record = game.record.as_ref().map_or("", |record| record.get());
            format!("{} {:?} {} {} {} {record}", game.game, game.seats, game.ranks, game.reason, game.plies)
        })
        .collect();
    games.sort();
    games
}
