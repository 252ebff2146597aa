//! The targets of the ladder.

use std::fmt;
use std::time::Duration;

use ai::Level;

use super::pairing::Pairing;
use super::parts::{FAR_BELOW, MIN_PAIRS, Part, level_name};
use super::timing::Timing;
use crate::measure::{percent, seconds};

/// Minimum score of a level against the one below.
pub(super) const STEP: f64 = 0.6;

/// Minimum score of the top level against [`FAR_BELOW`].
pub(super) const FAR: f64 = 0.9;

/// The lower end of the interval must be above this.
pub(super) const LOWER_BOUND: f64 = 0.5;

/// Maximum 95 % quantile of the decision times of the top level on small boards.
pub(super) const SMALL_BOARD: Duration = Duration::from_secs(1);

/// Maximum 95 % quantile of the decision times of the top level on large boards.
pub(super) const LARGE_BOARD: Duration = Duration::from_secs(3);

/// Result of a target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TargetResult {
    Met,
    Missed,
    /// The score is high enough, but not in enough pairs.
    TooFew,
}

impl fmt::Display for TargetResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TargetResult::Met => "met",
            TargetResult::Missed => "missed",
            TargetResult::TooFew => "too few pairs",
        })
    }
}

/// Target with the measured value.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) part: &'static str,
    pub(super) what: String,
    pub(super) wanted: String,
    pub(super) found: String,
    pub(super) result: TargetResult,
}

impl Target {
    /// Returns part and subject.
    pub(super) fn title(&self) -> String {
        format!("{}, {}", self.part, self.what)
    }

    /// Returns the target for a score, if the part has targets.
    pub(super) fn of_score(part: &Part, pairing: &Pairing) -> Option<Target> {
        let wanted = wanted_score(pairing);
        part.has_targets.then(|| Target {
            part: part.name,
            what: format!("{} against {}", pairing.upper, pairing.lower),
            wanted: format!("{:.0} % in {MIN_PAIRS} pairs", 100.0 * wanted),
            found: format!("{} in {}", pairing.score, pairing.pairs),
            result: score_result(pairing, wanted),
        })
    }

    /// Returns the target for the time of the top level; `None` for other players.
    pub(super) fn of_time(part: &Part, timing: &Timing) -> Option<Target> {
        let most = if part.variant.is_large() { LARGE_BOARD } else { SMALL_BOARD };
        (timing.player == level_name(Level::HIGHEST.number())).then(|| Target {
            part: part.name,
            what: format!("time of {}", timing.player),
            wanted: format!("at most {} for {} of all decisions", seconds(most), percent(0.95)),
            found: seconds(timing.p95),
            result: if timing.p95 <= most { TargetResult::Met } else { TargetResult::Missed },
        })
    }
}

/// Returns the minimum score of the upper player of a pairing.
pub(super) fn wanted_score(pairing: &Pairing) -> f64 {
    let is_far = pairing.upper == level_name(Level::HIGHEST.number()) && pairing.lower == level_name(FAR_BELOW);
    if is_far { FAR } else { STEP }
}

fn score_result(pairing: &Pairing, wanted: f64) -> TargetResult {
    match pairing {
        Pairing { score, .. } if score.part < wanted => TargetResult::Missed,
        Pairing { pairs, .. } if *pairs < u64::from(MIN_PAIRS) => TargetResult::TooFew,
        Pairing { score, .. } if score.low <= LOWER_BOUND => TargetResult::Missed,
        _ => TargetResult::Met,
    }
}

#[cfg(test)]
mod tests {
    use ratings::Share;

    use super::*;

    fn pairing(upper: u8, lower: u8, pairs: u64, score: [f64; 2]) -> Pairing {
        let score = Share { part: score[0], low: score[1], high: 1.0 };
        let (upper, lower) = (level_name(upper), level_name(lower));
        Pairing { upper, lower, pairs, score, wins: 0, draws: 0, losses: 0, plies: 1.0 }
    }

    #[test]
    fn compares_scores_with_targets() {
        let result = |pairing: Pairing| score_result(&pairing, wanted_score(&pairing));
        assert_eq!(result(pairing(3, 2, 100, [0.6, 0.51])), TargetResult::Met);
        assert_eq!(result(pairing(3, 2, 100, [0.59, 0.51])), TargetResult::Missed);
        assert_eq!(result(pairing(3, 2, 100, [0.6, 0.5])), TargetResult::Missed);
        assert_eq!(result(pairing(3, 2, 99, [0.6, 0.4])), TargetResult::TooFew);
        assert_eq!(result(pairing(3, 2, 2, [0.5, 0.0])), TargetResult::Missed);
        assert_eq!(result(pairing(10, 4, 100, [0.89, 0.8])), TargetResult::Missed);
        assert_eq!(result(pairing(10, 4, 100, [0.9, 0.8])), TargetResult::Met);
        assert_eq!(result(pairing(10, 9, 100, [0.7, 0.6])), TargetResult::Met);
    }
}
