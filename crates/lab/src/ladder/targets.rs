//! The targets of the ladder.

use std::fmt;
use std::time::Duration;

use ai::Level;
use ratings::Share;

use super::pairing::Pairing;
use super::parts::{FAR_BELOW, MIN_PAIRS, Part, ScoreTargets, level_name};
use super::timing::Timing;
use crate::measure::{percent, seconds};

/// Minimum score of a level against the one below.
pub(super) const STEP: f64 = 0.65;

/// Maximum score of a level against the one below, so that the steps are even.
pub(super) const LARGEST_STEP: f64 = 0.8;

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
        let wanted = match part.targets {
            ScoreTargets::None => return None,
            ScoreTargets::Steps => step_target(pairing),
            ScoreTargets::Doubling => Wanted { low: LOWER_BOUND, high: 1.0, pairs: 1, is_certain: false },
            ScoreTargets::AtLeast(low) => Wanted { low, high: 1.0, pairs: part.pairs, is_certain: true },
        };
        Some(Target {
            part: part.name,
            what: format!("{} against {}", pairing.upper, pairing.lower),
            wanted: wanted.to_string(),
            found: format!("{} in {}", pairing.score, pairing.pairs),
            result: wanted.result(pairing.score, pairing.pairs),
        })
    }

    /// Returns the target for all pairings of a part together, if it has one.
    pub(super) fn of_pooled(part: &Part, pairings: &[Pairing]) -> Option<Target> {
        let score = Pairing::pooled(pairings).filter(|_| part.targets == ScoreTargets::Doubling)?;
        let is_met = score.low > LOWER_BOUND;
        Some(Target {
            part: part.name,
            what: "twice the simulations, all pairs".to_owned(),
            wanted: format!("interval above {:.0} %", 100.0 * LOWER_BOUND),
            found: format!("{score} in {}", pairings.iter().map(|pairing| pairing.pairs).sum::<u64>()),
            result: if is_met { TargetResult::Met } else { TargetResult::Missed },
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

/// Wanted score of a pairing.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Wanted {
    low: f64,
    high: f64,
    pairs: u32,
    /// The lower end of the interval must be above [`LOWER_BOUND`].
    is_certain: bool,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wanted { low, high, pairs, .. } = *self;
        match (low <= LOWER_BOUND, high < 1.0) {
            (true, _) => write!(f, "above {:.0} %", 100.0 * low),
            (false, true) => write!(f, "{:.0}–{:.0} % in {pairs} pairs", 100.0 * low, 100.0 * high),
            (false, false) => write!(f, "{:.0} % in {pairs} pairs", 100.0 * low),
        }
    }
}

impl Wanted {
    fn result(&self, score: Share, pairs: u64) -> TargetResult {
        let is_low = score.part < self.low || (!self.is_certain && score.part <= self.low);
        if is_low || score.part > self.high {
            TargetResult::Missed
        } else if pairs < u64::from(self.pairs) {
            TargetResult::TooFew
        } else if self.is_certain && score.low <= LOWER_BOUND {
            TargetResult::Missed
        } else {
            TargetResult::Met
        }
    }
}

/// Reports whether a pairing is that of the top level against the level far below.
pub(super) fn is_far(pairing: &Pairing) -> bool {
    pairing.upper == level_name(Level::HIGHEST.number()) && pairing.lower == level_name(FAR_BELOW)
}

fn step_target(pairing: &Pairing) -> Wanted {
    let (low, high) = if is_far(pairing) { (FAR, 1.0) } else { (STEP, LARGEST_STEP) };
    Wanted { low, high, pairs: MIN_PAIRS, is_certain: true }
}

#[cfg(test)]
mod tests {
    use super::super::parts::PARTS;
    use super::*;

    fn pairing(upper: u8, lower: u8, pairs: u64, score: [f64; 2]) -> Pairing {
        let score = Share { part: score[0], low: score[1], high: 1.0 };
        let (upper, lower) = (level_name(upper), level_name(lower));
        Pairing {
            upper,
            lower,
            pairs,
            score,
            wins: 0,
            draws: 0,
            losses: 0,
            plies: 1.0,
            seats: Vec::new(),
            pair_scores: vec![score.part],
        }
    }

    #[test]
    fn compares_scores_with_targets() {
        let result = |pairing: Pairing| step_target(&pairing).result(pairing.score, pairing.pairs);
        assert_eq!(result(pairing(3, 2, 100, [0.65, 0.51])), TargetResult::Met);
        assert_eq!(result(pairing(3, 2, 100, [0.64, 0.51])), TargetResult::Missed);
        assert_eq!(result(pairing(3, 2, 100, [0.81, 0.7])), TargetResult::Missed);
        assert_eq!(result(pairing(3, 2, 100, [0.65, 0.5])), TargetResult::Missed);
        assert_eq!(result(pairing(3, 2, 99, [0.65, 0.4])), TargetResult::TooFew);
        assert_eq!(result(pairing(3, 2, 2, [0.5, 0.0])), TargetResult::Missed);
        assert_eq!(result(pairing(10, 4, 100, [0.89, 0.8])), TargetResult::Missed);
        assert_eq!(result(pairing(10, 4, 100, [0.9, 0.8])), TargetResult::Met);
        assert_eq!(result(pairing(10, 9, 100, [0.7, 0.6])), TargetResult::Met);
    }

    #[test]
    fn twice_the_simulations_must_help_in_every_pairing_and_in_all_together() {
        let part = PARTS.iter().find(|part| part.targets == ScoreTargets::Doubling).expect("there is such a part");
        let score = |score: f64| Target::of_score(part, &pairing(3, 2, 40, [score, 0.4])).map(|target| target.result);
        assert_eq!((score(0.51), score(0.5)), (Some(TargetResult::Met), Some(TargetResult::Missed)));
        let pairings = |scores: Vec<f64>| [Pairing { pair_scores: scores, ..pairing(3, 2, 40, [0.5, 0.5]) }];
        let pooled = |scores| Target::of_pooled(part, &pairings(scores)).map(|target| target.result);
        assert_eq!(pooled([vec![0.5; 20], vec![1.0; 20]].concat()), Some(TargetResult::Met));
        assert_eq!(pooled(vec![0.5, 1.0, 0.0, 0.5]), Some(TargetResult::Missed));
    }
}
