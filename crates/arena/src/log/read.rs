//! Reading logs.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use game::derived_seed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::line::{CostLine, FORMAT, GameLine, RunLine};

/// The longest line that is read.
pub(super) const LONGEST_LINE: u64 = 64 << 20;

/// Whether the records of games, and what agents said, are kept in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Records {
    /// They are.
    Keep,
    /// They are not; a log can be large.
    Drop,
}

/// What stands in one or several logs.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The runs, each as it was resumed last.
    pub runs: Vec<RunLine>,
    /// The games, each once, by run and condition.
    pub games: Vec<GameLine>,
    /// What is odd, but does no harm.
    pub remarks: Vec<String>,
    places: HashMap<(String, String), usize>,
    /// What was played, as a hash, where a record tells.
    moves: HashMap<(String, String), u64>,
    /// What was spent in each run, in millionths.
    spent: HashMap<String, u64>,
    /// The expenses that are known: run, game, seat, and what the run had cost then.
    paid: HashSet<(String, String, usize, u64)>,
}

/// Why a log cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: Option<usize>,
    /// What is wrong.
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

/// The kind of line that is a game.
const GAME: &str = "game";

/// What every line has.
#[derive(Deserialize)]
struct AnyLine {
    line: String,
}

impl Log {
    /// Reads logs as if they were one. A game that is in several of them counts once.
    ///
    /// # Errors
    /// If a file cannot be read or is no log, or if two of them contradict each other.
    pub fn read(paths: &[PathBuf], records: Records) -> Result<Log, LogError> {
        let mut log = Log::default();
        for path in paths {
            let file =
                File::open(path).map_err(|error| LogError::new(path, None, format!("cannot be read: {error}")))?;
            log.add(path, &mut { file }, records)?;
        }
        log.put_in_order();
        Ok(log)
    }

    pub(super) fn read_from(path: &Path, input: &mut impl Read, records: Records) -> Result<Log, LogError> {
        let mut log = Log::default();
        log.add(path, input, records)?;
        log.put_in_order();
        Ok(log)
    }

    /// Brings the games into an order that does not depend on which of them ended first, so that nothing that is computed from
    /// them does.
    fn put_in_order(&mut self) {
        self.games.sort_by(|a, b| (&a.run, a.condition, &a.game).cmp(&(&b.run, b.condition, &b.game)));
        let keys = self.games.iter().map(|game| (game.run.clone(), game.game.clone()));
        self.places = keys.zip(0..).collect();
    }

    /// The game of a run with a name.
    pub fn game(&self, run: &str, game: &str) -> Option<&GameLine> {
        let place = self.places.get(&(run.to_owned(), game.to_owned()))?;
        self.games.get(*place)
    }

    /// A hash of where a game began and which moves were played; nothing if its record does not tell, as those of ASG.
    pub fn moves_hash(&self, game: &GameLine) -> Option<u64> {
        self.moves.get(&(game.run.clone(), game.game.clone())).copied()
    }

    /// The run with a name.
    pub fn run(&self, run: &str) -> Option<&RunLine> {
        self.runs.iter().find(|line| line.run == run)
    }

    /// What was spent in a run, in millionths.
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
                    return Err(failed(format!("longer than {LONGEST_LINE} bytes")));
                }
                self.remarks.push(failed("was not written to its end, and does not count".to_owned()).to_string());
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
                // Whoever merges logs may bring the same line twice.
                if self.paid.insert(key) {
                    let spent = self.spent.entry(cost.run).or_default();
                    *spent = spent.saturating_add(cost.usage.cost_micros);
                }
                Ok(())
            }
            other => Err(format!("there are no lines of the kind {}", ringrift::excerpt(other))),
        }
    }

    fn add_run(&mut self, run: RunLine) -> Result<(), String> {
        if run.format != FORMAT {
            return Err(format!("the format is {}, and only {FORMAT} is known", ringrift::excerpt(&run.format)));
        }
        if run.run != run.manifest.run() {
            return Err("the name of the run is not that of its manifest, which was changed".to_owned());
        }
        match self.runs.iter_mut().find(|known| known.run == run.run) {
            Some(known) if known.manifest.rounds > run.manifest.rounds => {}
            Some(known) => *known = run,
            None => self.runs.push(run),
        }
        Ok(())
    }

    fn add_game(&mut self, game: GameLine) -> Result<(), String> {
        let run = self.run(&game.run).ok_or("the run of this game is not in the log before it")?;
        check_game(&game, run)?;
        match self.places.entry((game.run.clone(), game.game.clone())) {
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
                Err(format!("game {} of run {} ended otherwise before", game.game, game.run))
            }
        }
    }
}

/// The game in a line, if it is one: whatever else has the fields of a game is none.
pub(super) fn game_in(text: &[u8]) -> Option<GameLine> {
    serde_json::from_slice(text).ok().filter(|game: &GameLine| game.line == GAME)
}

fn read_line<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text)
        .map_err(|error| format!("cannot be understood: {}", ringrift::excerpt(&error.to_string())))
}

/// A hash of the start and the moves of a record of RingRift, which has headers, an empty line, and moves.
fn moves_hash(record: &RawValue) -> Option<u64> {
    let text: String = serde_json::from_str(record.get()).ok()?;
    let (headers, moves) = text.split_once("\n\n")?;
    let start = headers.lines().find(|line| line.starts_with("[Start ")).unwrap_or_default();
    Some(derived_seed(0, &[start, moves]))
}

/// Checks that a game can be one of its run.
fn check_game(game: &GameLine, run: &RunLine) -> Result<(), String> {
    if game.ranks.len() != game.seats.len() || game.players.len() != game.seats.len() {
        return Err("the seats, the places and what is known about the players are not equally many".to_owned());
    }
    let is_plain = |letter: char| letter.is_ascii_digit() || letter == ':' || letter == '-';
    if game.game.is_empty() || game.game.len() > 100 || !game.game.chars().all(is_plain) {
        return Err(format!("{} is no name of a game, such as 3:0-1", ringrift::excerpt(&game.game)));
    }
    match game.seats.iter().find(|name| run.manifest.entrant(name).is_none()) {
        Some(name) => Err(format!("{} takes no part in the run", ringrift::excerpt(name))),
        None => Ok(()),
    }
}
