//! The report of a family, stored beside the logs, so that the document covers all families.

use std::fmt;
use std::fs;

use cli_support::files;
use cli_support::{Failure, Outcome};
use serde::{Deserialize, Serialize};

use crate::measure::Logs;

/// Result of tuning a family.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Report {
    /// Command that reproduces the report.
    pub(super) command: String,
    pub(super) family: String,
    /// Version of the search.
    pub(super) version: String,
    /// Digest of the old weights.
    pub(super) before: String,
    /// New weights.
    pub(super) weights: Vec<[f32; 2]>,
    /// `None` if the weights were given.
    pub(super) lesson: Option<Lesson>,
    /// `None` with more than two players.
    pub(super) trial: Option<Trial>,
}

/// Results of self-play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Lesson {
    pub(super) rounds: Vec<Round>,
}

/// Round of self-play. Losses are for held-out games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Round {
    pub(super) games: usize,
    pub(super) positions: usize,
    /// Loss of the old weights.
    pub(super) loss_before: f64,
    /// Loss of the new weights.
    pub(super) loss: f64,
    /// Loss of equal chances.
    pub(super) loss_of_nothing: f64,
}

/// Result of the test in games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Trial {
    /// Output of the test.
    pub(super) log: String,
    /// The new weights are stronger.
    pub(super) is_stronger: bool,
}

/// Verdict on the new weights.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum WeightsVerdict {
    Better,
    NotBetter,
    /// The loss is lower; the weights were not tested in games.
    PredictsBetter,
}

impl fmt::Display for WeightsVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeightsVerdict::Better => "the new weights are better",
            WeightsVerdict::NotBetter => "the new weights are not better",
            WeightsVerdict::PredictsBetter => "the new weights predict better, and were not tested in games",
        })
    }
}

/// Maximum size of a report, in bytes.
const LONGEST_REPORT: usize = 16 << 20;

impl Report {
    /// Returns the verdict: by the test in games, or by the loss where there is no test.
    pub(super) fn verdict(&self) -> WeightsVerdict {
        let last = self.lesson.as_ref().and_then(|lesson| lesson.rounds.last());
        let predicts_better = last.is_some_and(|round| round.loss < round.loss_before);
        match &self.trial {
            Some(trial) if trial.is_stronger => WeightsVerdict::Better,
            None if predicts_better => WeightsVerdict::PredictsBetter,
            _ => WeightsVerdict::NotBetter,
        }
    }

    /// Writes the report.
    pub(super) fn write(&self, name: &str, logs: &Logs) -> Outcome {
        let path = logs.file(name);
        let text = serde_json::to_string_pretty(self).map_err(Failure::bad_input)?;
        fs::write(&path, text)
            .map_err(|error| Failure::BadInput(format!("{}: cannot be written: {error}", path.display())))
    }

    /// Reads the report with this name, if it exists.
    pub(super) fn read(name: &str, logs: &Logs) -> Result<Option<Report>, Failure> {
        let path = logs.file(name);
        if !path.exists() {
            return Ok(None);
        }
        let text = files::read_text(&path, LONGEST_REPORT)?;
        let problem = |error| Failure::BadInput(format!("{} is not a report: {error}", path.display()));
        serde_json::from_str(&text).map(Some).map_err(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(loss: f64, is_stronger: Option<bool>) -> Report {
        let round = Round { games: 1, positions: 1, loss_before: 0.5, loss, loss_of_nothing: 0.7 };
        let trial = is_stronger.map(|is_stronger| Trial { log: String::new(), is_stronger });
        Report {
            command: String::new(),
            family: "live-two".to_owned(),
            version: "1".to_owned(),
            before: String::new(),
            weights: Vec::new(),
            lesson: Some(Lesson { rounds: vec![round] }),
            trial,
        }
    }

    #[test]
    fn the_test_in_games_decides_if_there_is_one() {
        assert_eq!(report(0.4, Some(false)).verdict(), WeightsVerdict::NotBetter);
        assert_eq!(report(0.6, Some(true)).verdict(), WeightsVerdict::Better);
        assert_eq!(report(0.4, None).verdict(), WeightsVerdict::PredictsBetter);
        assert_eq!(report(0.6, None).verdict(), WeightsVerdict::NotBetter);
    }
}
