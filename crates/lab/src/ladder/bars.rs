//! What the ladder has to hold to.

use std::fmt;
use std::time::Duration;

use ai::Level;

use super::pairing::Pairing;
use super::parts::{FAR_BELOW, Part};
use super::timing::Timing;
use crate::measure::{percent, seconds};

/// What a level has to score against the one below.
pub(super) const STEP: f64 = 0.6;

/// What the top level has to score against one far below.
pub(super) const FAR: f64 = 0.9;

/// Above what the lower end of the interval has to be.
pub(super) const LOWER_BOUND: f64 = 0.5;

/// In how many pairs.
pub(super) const LEAST_PAIRS: u32 = 100;

/// How long 95 % of the decisions of the top level may take on small boards.
pub(super) const SMALL_BOARD: Duration = Duration::from_secs(1);

/// The same on large boards.
pub(super) const LARGE_BOARD: Duration = Duration::from_secs(3);

/// Whether a bar is reached.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Met,
    Missed,
    /// The score is high enough, but not in enough pairs.
    TooFew,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Met => "met",
            Verdict::Missed => "missed",
            Verdict::TooFew => "too few pairs",
        })
    }
}

/// Something to hold to, and what was found.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) part: &'static str,
    pub(super) what: String,
    pub(super) wanted: String,
    pub(super) found: String,
    pub(super) verdict: Verdict,
}

impl Bar {
    /// What it is about.
    pub(super) fn title(&self) -> String {
        format!("{}, {}", self.part, self.what)
    }

    /// The bar for a score, if the part has any.
    pub(super) fn of_score(part: &Part, pairing: &Pairing) -> Option<Bar> {
        let wanted = wanted_score(pairing);
        part.has_bars.then(|| Bar {
            part: part.name,
            what: format!("{} against {}", pairing.upper, pairing.lower),
            wanted: format!("{:.0} % in {LEAST_PAIRS} pairs", 100.0 * wanted),
            found: format!("{} in {}", pairing.score, pairing.pairs),
            verdict: score_verdict(pairing, wanted),
        })
    }

    /// The bar for the time that the top level takes; none for other players.
    pub(super) fn of_time(part: &Part, timing: &Timing) -> Option<Bar> {
        let most = if part.ground.is_large() { LARGE_BOARD } else { SMALL_BOARD };
        (timing.player == level_name(Level::HIGHEST.number())).then(|| Bar {
            part: part.name,
            what: format!("time of {}", timing.player),
            wanted: format!("{} at most for {} of all decisions", seconds(most), percent(0.95)),
            found: seconds(timing.p95),
            verdict: if timing.p95 <= most { Verdict::Met } else { Verdict::Missed },
        })
    }
}

/// The name of a level as a player.
pub(super) fn level_name(level: u8) -> String {
    format!("level:{level}")
}

/// What the upper player of a pairing has to score.
pub(super) fn wanted_score(pairing: &Pairing) -> f64 {
    let is_far = pairing.upper == level_name(Level::HIGHEST.number()) && pairing.lower == level_name(FAR_BELOW);
    if is_far { FAR } else { STEP }
}

fn score_verdict(pairing: &Pairing, wanted: f64) -> Verdict {
    match pairing {
        Pairing { score, .. } if score.part < wanted => Verdict::Missed,
        Pairing { pairs, .. } if *pairs < u64::from(LEAST_PAIRS) => Verdict::TooFew,
        Pairing { score, .. } if score.low <= LOWER_BOUND => Verdict::Missed,
        _ => Verdict::Met,
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
    fn scores_are_held_against_bars() {
        let verdict = |pairing: Pairing| score_verdict(&pairing, wanted_score(&pairing));
        assert_eq!(verdict(pairing(3, 2, 100, [0.6, 0.51])), Verdict::Met);
        assert_eq!(verdict(pairing(3, 2, 100, [0.59, 0.51])), Verdict::Missed);
        assert_eq!(verdict(pairing(3, 2, 100, [0.6, 0.5])), Verdict::Missed);
        assert_eq!(verdict(pairing(3, 2, 99, [0.6, 0.4])), Verdict::TooFew);
        assert_eq!(verdict(pairing(3, 2, 2, [0.5, 0.0])), Verdict::Missed);
        assert_eq!(verdict(pairing(10, 4, 100, [0.89, 0.8])), Verdict::Missed);
        assert_eq!(verdict(pairing(10, 4, 100, [0.9, 0.8])), Verdict::Met);
        assert_eq!(verdict(pairing(10, 9, 100, [0.7, 0.6])), Verdict::Met);
    }
}
