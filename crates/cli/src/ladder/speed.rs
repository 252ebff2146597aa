//! How fast the search is.

use std::fs;
use std::time::{Duration, Instant};

use ai::{Analyst, Limits};
use arena::bots::random_opening;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde::{Deserialize, Serialize};

use crate::arena::cores;
use crate::failure::{Failure, Outcome};
use crate::measure::Logs;

/// Where the measurement is kept, beside the logs: a document made later tells the same.
const FILE: &str = "speed.json";

/// How many random actions lead to the positions that are looked at: one for so many cells of the board.
const CELLS_PER_ACTION: usize = 2;

/// How many positions there are on each board.
const POSITIONS: u64 = 4;

/// The boards that the live edition has, each with two players.
const BOARDS: [BoardKind; 4] = [BoardKind::Square8, BoardKind::Hex8, BoardKind::Square19, BoardKind::Hexagonal12];

/// What was measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Speed {
    /// How many cores the machine has; the search has one.
    pub(super) cores: usize,
    /// The version of the players.
    pub(super) version: String,
    pub(super) boards: Vec<BoardSpeed>,
}

/// The speed on one board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct BoardSpeed {
    pub(super) rules: String,
    /// Positions that were looked at in a second.
    pub(super) nodes_per_second: f64,
}

/// Reads a number of seconds.
pub(super) fn parse_seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    number.ok_or_else(|| "expected a number of seconds from 0 to 3600".to_owned())
}

/// Measures the speed and keeps it, unless that was done for this version of the players or is not wanted.
pub(super) fn measure(logs: &Logs, seconds: f64) -> Outcome {
    let is_known = kept(logs)?.is_some_and(|speed| speed.version == version());
    if is_known || seconds == 0.0 {
        return Ok(());
    }
    let speed = search_speed(Duration::from_secs_f64(seconds))?;
    let text = serde_json::to_string_pretty(&speed).map_err(Failure::bad_input)?;
    let path = logs.file(FILE);
    fs::write(&path, text).map_err(|error| Failure::BadInput(format!("{} cannot be written: {error}", path.display())))
}

/// What was measured before, if it was.
pub(super) fn kept(logs: &Logs) -> Result<Option<Speed>, Failure> {
    let path = logs.file(FILE);
    if !path.exists() {
        return Ok(None);
    }
    let problem = |error: String| Failure::BadInput(format!("{} cannot be read: {error}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| problem(error.to_string()))?;
    serde_json::from_str(&text).map(Some).map_err(|error| problem(error.to_string()))
}

/// The version of the levels.
fn version() -> String {
    ai::rosters().ringrift.version("level:1").unwrap_or_default().to_owned()
}

/// Measures the search on positions in the middle of games, for so long on each board.
pub(super) fn search_speed(budget: Duration) -> Result<Speed, Failure> {
    let boards = BOARDS.iter().map(|&board| board_speed(board, budget));
    Ok(Speed { cores: cores(), version: version(), boards: boards.collect::<Result<_, Failure>>()? })
}

fn board_speed(board: BoardKind, budget: Duration) -> Result<BoardSpeed, Failure> {
    let rules = Ruleset::new(Edition::Live, board, 2, &Overrides::default()).map_err(Failure::bad_input)?;
    let start = Position::new(&rules).map_err(Failure::bad_input)?;
    let plies = usize::from(board.cells()) / CELLS_PER_ACTION;
    let (began, mut nodes) = (Instant::now(), 0);
    for seed in (0..POSITIONS).cycle() {
        let position = random_opening(&start, plies, seed);
        // The last analysis ends with the budget; a new one has forgotten what others have found.
        let time = Some(budget.saturating_sub(began.elapsed()));
        let analysis = Analyst::new(Limits { time, ..Limits::NONE }).analyse(&position, &|| began.elapsed() >= budget);
        nodes += analysis.map_or(0, |analysis| analysis.nodes);
        if began.elapsed() >= budget {
            break;
        }
    }
    Ok(BoardSpeed { rules: rules.to_string(), nodes_per_second: nodes as f64 / began.elapsed().as_secs_f64() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_has_a_speed_on_every_board() {
        let speed = search_speed(Duration::from_millis(2)).expect("rules that can be played");
        assert_eq!(speed.boards.len(), BOARDS.len());
        assert!(speed.boards.iter().all(|board| board.nodes_per_second > 0.0), "{speed:?}");
    }
}
