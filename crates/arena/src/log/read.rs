//! Reading and checking logs.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use game::derived_seed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::line::{CostLine, FORMAT, GameLine, RunLine};
use crate::gzip;

/// Length limit of a line in bytes.
pub(super) const LONGEST_LINE: u64 = 64 << 20;

/// Whether records and exchanges of games stay in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Records {
    Keep,
    Drop,
}

/// Contents of one or several logs.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// One line per run. If a run has several lines, the one with the most rounds counts; among equals, the latest.
    pub runs: Vec<RunLine>,
    /// Distinct games, ordered by run and condition.
    pub games: Vec<GameLine>,
    /// Warnings about problems that do not make the log invalid.
    pub remarks: Vec<String>,
    /// Index in `games` by run and game id.
    indices: HashMap<(String, String), usize>,
    /// Hash of start and moves by run and game id; RingRift games only.
    moves: HashMap<(String, String), u64>,
    /// Cost by run, in millionths of the currency.
    spent: HashMap<String, u64>,
    /// Expenses already counted: run, game, seat, and total cost of the run after the expense.
    expenses: HashSet<(String, String, usize, u64)>,
}

/// Error in reading or writing a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    pub path: PathBuf,
    /// Line number, from 1.
    pub line: Option<usize>,
    pub problem: String,
}

impl LogError {
    pub(super) fn new(path: &Path, line: Option<usize>, problem: impl Into<String>) -> LogError {
        LogError { path: path.to_owned(), line, problem: problem.into() }
    }
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        self.line.map_or(Ok(()), |line| write!(f, ", line {line}"))?;
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for LogError {}

/// Value of the field `line` in the lines of games.
const GAME: &str = "game";

/// Field common to all lines.
#[derive(Deserialize)]
struct AnyLine {
    line: String,
}

impl Log {
    /// Reads several logs, plain or compressed with gzip, as one. A game that occurs several times counts once.
    ///
    /// # Errors
    /// Fails if a file cannot be read, is not a log, or contradicts another one.
    pub fn read(paths: &[PathBuf], records: Records) -> Result<Log, LogError> {
        let mut log = Log::default();
        for path in paths {
            log.add(path, &mut open(path)?, records)?;
        }
        log.sort_games();
        Ok(log)
    }

    pub(super) fn read_from(path: &Path, input: &mut impl Read, records: Records) -> Result<Log, LogError> {
        let mut log = Log::default();
        log.add(path, input, records)?;
        log.sort_games();
        Ok(log)
    }

    /// Sorts the games, so that results do not depend on the order in which parallel games finished.
    fn sort_games(&mut self) {
        self.games.sort_by(|a, b| (&a.run, a.condition, &a.game).cmp(&(&b.run, b.condition, &b.game)));
        let keys = self.games.iter().map(|game| (game.run.clone(), game.game.clone()));
        self.indices = keys.zip(0..).collect();
    }

    pub fn game(&self, run: &str, game: &str) -> Option<&GameLine> {
        let index = self.indices.get(&(run.to_owned(), game.to_owned()))?;
        self.games.get(*index)
    }

    /// Returns a hash of the start and the moves of a game, or `None` if it has no RingRift record.
    pub fn moves_hash(&self, game: &GameLine) -> Option<u64> {
        self.moves.get(&(game.run.clone(), game.game.clone())).copied()
    }

    pub fn run(&self, run: &str) -> Option<&RunLine> {
        self.runs.iter().find(|line| line.run == run)
    }

    /// Returns the cost of a run in millionths of the currency.
    pub fn spent_micros(&self, run: &str) -> u64 {
        self.spent.get(run).copied().unwrap_or(0)
    }

    fn add(&mut self, path: &Path, input: &mut impl Read, records: Records) -> Result<(), LogError> {
        let mut input = BufReader::new(input);
        let mut text = Vec::new();
        for number in 1.. {
            let failed = |problem: String| LogError::new(path, Some(number), problem);
            text.clear();
            let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut text);
            if read.map_err(|error| failed(format!("cannot be read: {error}")))? == 0 {
                break;
            }
            if text.last() != Some(&b'\n') {
                if text.len() as u64 == LONGEST_LINE {
                    return Err(failed(format!("the line is longer than {LONGEST_LINE} bytes")));
                }
                self.remarks.push(failed("is incomplete and was ignored".to_owned()).to_string());
                break;
            }
            self.add_line(&text, records).map_err(failed)?;
        }
        Ok(())
    }

    fn add_line(&mut self, text: &[u8], records: Records) -> Result<(), String> {
        match read_line::<AnyLine>(text)?.line.as_str() {
            "run" => self.add_run(read_line(text)?),
            GAME => {
                let mut game: GameLine = read_line(text)?;
                if let Some(hash) = game.record.as_ref().and_then(|record| moves_hash(record)) {
                    self.moves.insert((game.run.clone(), game.game.clone()), hash);
                }
                if records == Records::Drop {
                    game.record = None;
                    game.exchanges = Vec::new();
                }
                self.add_game(game)
            }
            "cost" => {
                let cost: CostLine = read_line(text)?;
                let key = (cost.run.clone(), cost.game, cost.seat, cost.total_micros);
                // Merged logs may contain the same line twice.
                if self.expenses.insert(key) {
                    let spent = self.spent.entry(cost.run).or_default();
                    *spent = spent.saturating_add(cost.usage.cost_micros);
                }
                Ok(())
            }
            other => Err(format!("unknown kind of line {}", ringrift::excerpt(other))),
        }
    }

    fn add_run(&mut self, run: RunLine) -> Result<(), String> {
        if run.format != FORMAT {
            return Err(format!("unsupported format {}; expected {FORMAT}", ringrift::excerpt(&run.format)));
        }
        if run.run != run.manifest.run() {
            return Err("the id of the run does not match its manifest, which was changed".to_owned());
        }
        match self.runs.iter_mut().find(|known| known.run == run.run) {
            Some(known) if known.manifest.rounds > run.manifest.rounds => {}
            Some(known) => *known = run,
            None => self.runs.push(run),
        }
        Ok(())
    }

    fn add_game(&mut self, game: GameLine) -> Result<(), String> {
        let run = self.run(&game.run).ok_or("the line of this game's run is missing")?;
        check_game(&game, run)?;
        match self.indices.entry((game.run.clone(), game.game.clone())) {
            Entry::Vacant(place) => {
                place.insert(self.games.len());
                self.games.push(game);
                Ok(())
            }
            Entry::Occupied(place) => {
                let known = &self.games[*place.get()];
                if (&known.ranks, &known.reason, known.plies) == (&game.ranks, &game.reason, game.plies) {
                    return Ok(());
                }
                Err(format!("game {} of run {} contradicts an earlier line", game.game, game.run))
            }
        }
    }
}

/// Opens a log for reading, plain or compressed with gzip.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead>, LogError> {
    gzip::open(path).map_err(|error| LogError::new(path, None, format!("cannot be read: {error}")))
}

/// Parses a line as a game; returns `None` for lines of other kinds.
pub(super) fn game_in(text: &[u8]) -> Option<GameLine> {
    serde_json::from_slice(text).ok().filter(|game: &GameLine| game.line == GAME)
}

fn read_line<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| {
        // The parser counts lines within this line; only its column is useful.
        let (column, problem) = (error.column(), error.to_string());
        let problem = problem.rsplit_once(" at line ").map_or(problem.as_str(), |(problem, _)| problem);
        format!("cannot be parsed at column {column}: {}", ringrift::excerpt(problem))
    })
}

/// Returns a hash of the start and the moves of a RingRift record, which consists of headers, an empty line and moves.
fn moves_hash(record: &RawValue) -> Option<u64> {
    let text: String = serde_json::from_str(record.get()).ok()?;
    let (headers, moves) = text.split_once("\n\n")?;
    let start = headers.lines().find(|line| line.starts_with("[Start ")).unwrap_or_default();
    Some(derived_seed(0, &[start, moves]))
}

/// Checks that a game is consistent with its run.
fn check_game(game: &GameLine, run: &RunLine) -> Result<(), String> {
    if game.ranks.len() != game.seats.len() || game.players.len() != game.seats.len() {
        return Err("seats, ranks and players differ in length".to_owned());
    }
    let is_plain = |letter: char| letter.is_ascii_digit() || letter == ':' || letter == '-';
    if game.game.is_empty() || game.game.len() > 100 || !game.game.chars().all(is_plain) {
        return Err(format!("invalid game id {}; expected a form such as 3:0-1", ringrift::excerpt(&game.game)));
    }
    match game.seats.iter().find(|name| run.manifest.entrant(name).is_none()) {
        Some(name) => Err(format!("{} is not an entrant of the run", ringrift::excerpt(name))),
        None => Ok(()),
    }
}
