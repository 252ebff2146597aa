//! What was found for a family. It is kept beside the games, so that the document tells of all families whenever they were tuned.

use std::fmt;
use std::fs;

use cli_support::files;
use cli_support::{Failure, Outcome};
use serde::{Deserialize, Serialize};

use crate::measure::Logs;

/// What was found for a family.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Report {
    /// The command that finds it again.
    pub(super) command: String,
    pub(super) family: String,
    /// The version of the search.
    pub(super) version: String,
    /// The name of the weights before.
    pub(super) before: String,
    /// The new weights.
    pub(super) weights: Vec<[f32; 2]>,
    /// None if weights were given.
    pub(super) lesson: Option<Lesson>,
    /// None with more than two players.
    pub(super) trial: Option<Trial>,
}

/// What practice has brought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Lesson {
    pub(super) rounds: Vec<Round>,
}

/// A round of practice. Losses are of games that were not learnt from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Round {
    pub(super) games: usize,
    pub(super) positions: usize,
    /// With the weights before all rounds.
    pub(super) loss_before: f64,
    /// With the new weights.
    pub(super) loss: f64,
    /// If all chances were equal.
    pub(super) loss_of_nothing: f64,
}

/// How the new weights met the old ones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Trial {
    /// The lines of the test.
    pub(super) log: String,
    /// Whether the new ones were found to be stronger.
    pub(super) is_stronger: bool,
}

/// Whether weights are better than those before.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Better,
    NotBetter,
    /// They were not tested, and foretell better.
    Foretelling,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Better => "the new weights are better",
            Verdict::NotBetter => "the new weights are not found to be better",
            Verdict::Foretelling => "the new weights foretell better, and were not tested in games",
        })
    }
}

/// The longest report that is read.
const LONGEST_REPORT: usize = 16 << 20;

impl Report {
    /// Whether the new weights were found to be stronger, or, where that is not tested, foretell better.
    pub(super) fn verdict(&self) -> Verdict {
        let last = self.lesson.as_ref().and_then(|lesson| lesson.rounds.last());
        let foretells_better = last.is_some_and(|round| round.loss < round.loss_before);
        match &self.trial {
            Some(trial) if trial.is_stronger => Verdict::Better,
            None if foretells_better => Verdict::Foretelling,
            _ => Verdict::NotBetter,
        }
    }

    /// Keeps the report.
    pub(super) fn keep(&self, name: &str, logs: &Logs) -> Outcome {
        let path = logs.file(name);
        let text = serde_json::to_string_pretty(self).map_err(Failure::bad_input)?;
        fs::write(&path, text)
            .map_err(|error| Failure::BadInput(format!("{} cannot be written: {error}", path.display())))
    }

    /// What was found before and kept under a name, if anything was.
    pub(super) fn kept(name: &str, logs: &Logs) -> Result<Option<Report>, Failure> {
        let path = logs.file(name);
        if !path.exists() {
            return Ok(None);
        }
        let text = files::read_text(&path, LONGEST_REPORT)?;
        let problem = |error| Failure::BadInput(format!("{} is no report: {error}", path.display()));
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
    fn games_decide_where_there_are_any() {
        assert_eq!(report(0.4, Some(false)).verdict(), Verdict::NotBetter);
        assert_eq!(report(0.6, Some(true)).verdict(), Verdict::Better);
        assert_eq!(report(0.4, None).verdict(), Verdict::Foretelling);
        assert_eq!(report(0.6, None).verdict(), Verdict::NotBetter);
    }
}
