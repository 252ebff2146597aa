//! The speed of the search.

use std::fs;
use std::time::Duration;

use cli_support::runs::cores;
use cli_support::{Failure, Outcome};
use serde::{Deserialize, Serialize};

use crate::bench::{SearchSpeed, search_speeds};
use crate::measure::Logs;

/// File of the measurement beside the logs, so that a later document has the same figures.
const FILE: &str = "speed.json";

/// Measured speed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Speed {
    /// Number of cores of the machine; the search uses one.
    pub(super) cores: usize,
    /// Version of the players.
    pub(super) version: String,
    pub(super) boards: Vec<SearchSpeed>,
}

/// Parses a number of seconds.
pub(super) fn parse_seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    number.ok_or_else(|| "expected a number of seconds from 0 to 3600".to_owned())
}

/// Measures and stores the speed, unless it is stored for this version of the players or `seconds` is 0.
pub(super) fn measure(logs: &Logs, seconds: f64) -> Outcome {
    let is_known = stored(logs)?.is_some_and(|speed| speed.version == ai::CLASSIC_VERSION);
    if is_known || seconds == 0.0 {
        return Ok(());
    }
    let boards = search_speeds(Duration::from_secs_f64(seconds))?;
    let speed = Speed { cores: cores(), version: ai::CLASSIC_VERSION.to_owned(), boards };
    let text = serde_json::to_string_pretty(&speed).map_err(Failure::bad_input)?;
    let path = logs.file(FILE);
    fs::write(&path, text).map_err(|error| Failure::BadInput(format!("{}: cannot be written: {error}", path.display())))
}

/// Returns the stored measurement, if any.
pub(super) fn stored(logs: &Logs) -> Result<Option<Speed>, Failure> {
    let path = logs.file(FILE);
    if !path.exists() {
        return Ok(None);
    }
    let problem = |error: String| Failure::BadInput(format!("{}: cannot be read: {error}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| problem(error.to_string()))?;
    serde_json::from_str(&text).map(Some).map_err(|error| problem(error.to_string()))
}
