//! `cargo lab puzzles`: mines games of strong players for puzzles.

mod game;
mod rating;
mod selection;

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use cli_support::runs::{cores, is_interrupted};
use cli_support::{Failure, Outcome};
use indicatif::ProgressBar;
use rayon::prelude::*;
use ringrift::{BoardKind, Ruleset};
use ringrift_text::counted;
use serde::{Deserialize, Serialize};

use self::game::{MinedGame, mine};
use self::selection::{document, selected};

/// Default folder of the logs.
const LOGS: &str = "target/puzzles";

/// Default folder of the data files.
const FOLDER: &str = "web/puzzles";

/// Mine games of strong players for puzzles, and write one data file for each family (web/puzzles).
///
/// Levels 8 and 9 play each other after random openings. Each turn is searched for a goal that few turns reach: a win in one turn, a win in
/// two turns, the only defence, the largest claim. Proofs over all turns decide, never estimates. All ten levels try each puzzle. A
/// puzzle that level 2 solves is left out; so are puzzles with an equal board up to symmetry and colours. At most two puzzles come from
/// one game, and at most 40 % are wins in one turn.
///
/// Every game is written to a log; the same command continues it.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesArgs {
    /// Family to mine; can be repeated [default: all]
    #[arg(long = "family", short, value_name = "NAME")]
    families: Vec<String>,
    /// Number of puzzles in each family
    #[arg(long, value_name = "N", default_value_t = 150)]
    count: usize,
    /// Stop each family after this time, in seconds
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Seed of the games
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Folder of the logs
    #[arg(long, short, value_name = "FOLDER", default_value = LOGS)]
    logs: PathBuf,
    /// Folder of the data files
    #[arg(long, short, value_name = "FOLDER", default_value = FOLDER)]
    out: PathBuf,
    /// Write the data files from the logs without playing
    #[arg(long)]
    no_play: bool,
}

/// Rules of a set of puzzles.
#[derive(Debug)]
pub(super) struct PuzzleFamily {
    /// Name of the data file and of the log.
    pub(super) name: &'static str,
    /// Title in the data file.
    pub(super) title: &'static str,
    board: BoardKind,
    is_live: bool,
}

/// All families.
const FAMILIES: &[PuzzleFamily] = &[
    PuzzleFamily {
        name: "square8-standard",
        title: "square8, edition standard, two players",
        board: BoardKind::Square8,
        is_live: false,
    },
    PuzzleFamily { name: "hex8-live", title: "hex8, edition live, two players", board: BoardKind::Hex8, is_live: true },
];

impl PuzzleFamily {
    fn rules(&self) -> Ruleset {
        let rules = if self.is_live { Ruleset::live(self.board, 2) } else { Ruleset::standard(self.board, 2) };
        rules.expect("the rules of the family are valid")
    }
}

/// First line of a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct LogHeader {
    family: String,
    pub(super) seed: u64,
    /// Version of the levels.
    pub(super) version: String,
}

pub(crate) fn run(args: &PuzzlesArgs, out: &mut impl Write) -> Outcome {
    if let Some(unknown) = args.families.iter().find(|name| !FAMILIES.iter().any(|family| family.name == **name)) {
        return Err(Failure::BadInput(format!("there is no family {}", ringrift::excerpt(unknown))));
    }
    let is_chosen =
        |family: &&PuzzleFamily| args.families.is_empty() || args.families.iter().any(|name| name == family.name);
    let mut is_finished = true;
    for family in FAMILIES.iter().filter(is_chosen) {
        is_finished &= run_family(family, args, out)?;
    }
    if is_finished { Ok(()) } else { Err(Failure::Unfinished) }
}

/// Mines one family. Reports whether it has all its puzzles.
fn run_family(family: &'static PuzzleFamily, args: &PuzzlesArgs, out: &mut impl Write) -> Result<bool, Failure> {
    let header = LogHeader { family: family.name.to_owned(), seed: args.seed, version: ai::VERSION.to_owned() };
    let path = args.logs.join(format!("{}.jsonl", family.name));
    let mut games = read_log(&path, &header)?;
    if !args.no_play {
        std::fs::create_dir_all(&args.logs).map_err(|error| problem(&args.logs, &error))?;
        play(family, args, &header, &path, &mut games)?;
    }
    let chosen = selected(&games, args.count);
    std::fs::create_dir_all(&args.out).map_err(|error| problem(&args.out, &error))?;
    let data = args.out.join(format!("{}.txt", family.name));
    std::fs::write(&data, document(family, &header, games.len(), &chosen)).map_err(|error| problem(&data, &error))?;
    let (puzzles, played) = (counted(chosen.len() as u64, "puzzle"), counted(games.len() as u64, "game"));
    writeln!(out, "{}: {puzzles} of {} from {played} in {}.", family.name, args.count, data.display())?;
    Ok(chosen.len() >= args.count)
}

/// Plays games until there are enough puzzles, the time is over or the run is interrupted.
fn play(
    family: &'static PuzzleFamily,
    args: &PuzzlesArgs,
    header: &LogHeader,
    path: &Path,
    games: &mut Vec<MinedGame>,
) -> Outcome {
    let is_new = !path.exists();
    let mut log = OpenOptions::new().create(true).append(true).open(path).map_err(|error| problem(path, &error))?;
    if is_new {
        write_line(&mut log, path, header)?;
    }
    let jobs = args.jobs.map_or_else(cores, NonZeroUsize::get);
    let deadline = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let bar = ProgressBar::new(args.count as u64).with_message(family.name);
    let is_over = || is_interrupted() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(Failure::bad_input)?;
    while selected(games, args.count).len() < args.count && !is_over() {
        let first = games.len() as u64;
        let numbers: Vec<u64> = (first..first + jobs as u64).collect();
        let mined: Vec<Option<MinedGame>> = pool.install(|| {
            let one = |&number: &u64| mine(&family.rules(), family.name, args.seed, number, &is_interrupted);
            numbers.par_iter().map(one).collect()
        });
        // An interrupted game is played again by the next run.
        for game in mined.into_iter().map_while(|game| game) {
            write_line(&mut log, path, &game)?;
            games.push(game);
        }
        bar.set_position(selected(games, args.count).len() as u64);
        if bar.is_hidden() {
            anstream::eprintln!("{}: {} puzzles, {} games", family.name, bar.position(), games.len());
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn read_log(path: &Path, header: &LogHeader) -> Result<Vec<MinedGame>, Failure> {
    let Ok(file) = File::open(path) else { return Ok(Vec::new()) };
    let bad = |number: usize, error: &dyn std::fmt::Display| {
        Failure::BadInput(format!("{}, line {number}: {error}", path.display()))
    };
    let mut games = Vec::new();
    for (line, number) in BufReader::new(file).lines().zip(1..) {
        let line = line.map_err(|error| bad(number, &error))?;
        if number == 1 {
            let found: LogHeader = serde_json::from_str(&line).map_err(|error| bad(number, &error))?;
            if found != *header {
                return Err(bad(
                    number,
                    &"these games have another seed or were played by other players; use another folder",
                ));
            }
            continue;
        }
        let game: MinedGame = serde_json::from_str(&line).map_err(|error| bad(number, &error))?;
        if game.game != games.len() as u64 {
            return Err(bad(number, &format!("game {} is missing", games.len())));
        }
        games.push(game);
    }
    Ok(games)
}

fn write_line(log: &mut File, path: &Path, line: &impl Serialize) -> Outcome {
    let mut text = serde_json::to_string(line).map_err(Failure::bad_input)?;
    text.push('\n');
    log.write_all(text.as_bytes()).map_err(|error| problem(path, &error))
}

fn problem(path: &Path, error: &std::io::Error) -> Failure {
    Failure::BadInput(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten games are too few for a family, so the run stops at its time limit.
    #[test]
    fn interrupted_runs_continue_from_the_log() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let args = |seconds| PuzzlesArgs {
            families: vec!["square8-standard".to_owned()],
            count: 1_000,
            seconds: Some(seconds),
            seed: 5,
            jobs: NonZeroUsize::new(1),
            logs: folder.path().join("logs"),
            out: folder.path().join("out"),
            no_play: false,
        };
        let mut output = Vec::new();
        assert!(matches!(run(&args(0), &mut output), Err(Failure::Unfinished)));
        assert!(matches!(run(&args(1), &mut output), Err(Failure::Unfinished)));
        let log = std::fs::read_to_string(folder.path().join("logs/square8-standard.jsonl")).expect("there is a log");
        let before = log.lines().count();
        assert!(before >= 2, "{log}");
        assert!(matches!(run(&args(1), &mut output), Err(Failure::Unfinished)));
        let log = std::fs::read_to_string(folder.path().join("logs/square8-standard.jsonl")).expect("there is a log");
        assert!(log.lines().count() > before);
        for (line, number) in log.lines().skip(1).zip(0..) {
            let game: MinedGame = serde_json::from_str(line).expect("the line is a game");
            assert_eq!(game.game, number);
        }
        let other = PuzzlesArgs { seed: 6, ..args(1) };
        assert!(matches!(run(&other, &mut output), Err(Failure::BadInput(_))));
        let data =
            std::fs::read_to_string(folder.path().join("out/square8-standard.txt")).expect("there is a data file");
        assert!(data.contains("--seed 5"), "{data}");
    }
}
