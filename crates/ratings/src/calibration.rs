//! Calibration: how well predicted chances match the results.

use crate::summary::Share;

/// Number of bins of equal width that the chances from 0 to 1 are sorted into.
const BINS: usize = 10;

/// A predicted chance and the result that followed.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Prediction {
    /// Predicted chance to win, from 0 to 1.
    pub chance: f64,
    /// Share of the win that the player got: 0 for a loss, 1 for a win, a fraction for a shared win.
    pub result: f64,
}

/// Predictions whose chances lie in the same tenth.
#[derive(Clone, PartialEq, Debug)]
pub struct Bin {
    /// Lower end (included) and upper end (excluded, except 1.0) of the chances, from 0 to 1.
    pub range: [f64; 2],
    /// Number of predictions, at least 1.
    pub count: usize,
    /// Mean of the predicted chances, from 0 to 1.
    pub mean_chance: f64,
    /// Share of these predictions that were won, with its 95 % interval as if they were independent.
    pub won: Share,
}

/// Reliability of a set of predictions.
///
/// # Examples
///
/// ```
/// use ratings::calibration::{Prediction, Reliability};
///
/// let predictions = [1.0, 1.0, 1.0, 0.0].map(|result| Prediction { chance: 0.75, result });
/// let reliability = Reliability::of(&predictions).expect("there are predictions");
/// assert_eq!(reliability.bins.len(), 1);
/// assert_eq!(reliability.calibration_error, 0.0);
/// assert_eq!(reliability.brier, 0.1875);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Reliability {
    /// The bins that have predictions, by increasing chance.
    pub bins: Vec<Bin>,
    /// Expected calibration error: the distance between mean chance and share won, averaged over all predictions.
    pub calibration_error: f64,
    /// Brier score: the mean squared distance between chance and result. 0 is perfect, 0.25 is a constant 50 %.
    pub brier: f64,
    /// Brier score of predicting the mean result every time, for comparison.
    pub brier_of_mean: f64,
}

impl Reliability {
    /// Computes the reliability, or returns `None` if there are no predictions.
    pub fn of(predictions: &[Prediction]) -> Option<Reliability> {
        let count = predictions.len() as f64;
        let mean = predictions.iter().map(|one| one.result).sum::<f64>() / count;
        let mean_square = |chance: &dyn Fn(&Prediction) -> f64| {
            predictions.iter().map(|one| (chance(one) - one.result).powi(2)).sum::<f64>() / count
        };
        let bins: Vec<Bin> = (0..BINS).filter_map(|index| bin(predictions, index)).collect();
        let distance = |bin: &Bin| bin.count as f64 * (bin.mean_chance - bin.won.part).abs();
        let calibration_error = bins.iter().map(distance).sum::<f64>() / count;
        let (brier, brier_of_mean) = (mean_square(&|one| one.chance), mean_square(&|_| mean));
        (!predictions.is_empty()).then_some(Reliability { bins, calibration_error, brier, brier_of_mean })
    }
}

/// Returns the bin with an index from 0 to 9, or `None` if it is empty.
fn bin(predictions: &[Prediction], index: usize) -> Option<Bin> {
    let is_in = |one: &&Prediction| ((one.chance * BINS as f64) as usize).min(BINS - 1) == index;
    let (mut count, mut chances, mut won) = (0, 0.0, 0.0);
    for prediction in predictions.iter().filter(is_in) {
        count += 1;
        chances += prediction.chance;
        won += prediction.result;
    }
    let range = [index, index + 1].map(|end| end as f64 / BINS as f64);
    Some(Bin { range, count, mean_chance: chances / count as f64, won: Share::new(won, count as u64)? })
}

/// Returns the factor on the log-odds of all chances that minimises the log loss.
///
/// It is 1 for well calibrated chances, below 1 for overconfident ones. The factors from 0.2 to 4 are tried in steps of
/// 0.05.
pub fn best_log_odds_factor(predictions: &[Prediction]) -> f64 {
    let log_loss = |factor: f64| -> f64 {
        let one = |prediction: &Prediction| {
            let chance = prediction.chance.clamp(0.001, 0.999);
            let chance = 1.0 / (1.0 + ((1.0 - chance) / chance).powf(factor));
            -(prediction.result * chance.ln() + (1.0 - prediction.result) * (1.0 - chance).ln())
        };
        predictions.iter().map(one).sum()
    };
    let factors = (4..=80).map(|step| f64::from(step) / 20.0);
    factors.min_by(|&a, &b| log_loss(a).total_cmp(&log_loss(b))).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `count` predictions of the same chance, of which the first `won` are wins.
    fn predictions(chance: f64, won: usize, count: usize) -> Vec<Prediction> {
        (0..count).map(|at| Prediction { chance, result: if at < won { 1.0 } else { 0.0 } }).collect()
    }

    #[test]
    fn calibrated_chances_have_no_error() {
        let all = [predictions(0.25, 25, 100), predictions(0.75, 75, 100)].concat();
        let found = Reliability::of(&all).expect("there are predictions");
        assert_eq!(found.bins.len(), 2);
        assert!(found.calibration_error < 1e-9, "{found:?}");
        assert!((found.brier - 0.1875).abs() < 1e-9, "{found:?}");
        assert!((found.brier_of_mean - 0.25).abs() < 1e-9, "{found:?}");
        assert!((best_log_odds_factor(&all) - 1.0).abs() < 0.06);
    }

    #[test]
    fn no_predictions_have_no_reliability() {
        assert_eq!(Reliability::of(&[]), None);
    }

    #[test]
    fn overconfident_chances_have_a_factor_below_one() {
        let all = [predictions(0.1, 25, 100), predictions(0.9, 75, 100)].concat();
        let error = Reliability::of(&all).expect("there are predictions").calibration_error;
        assert!((error - 0.15).abs() < 1e-9);
        assert!((best_log_odds_factor(&all) - 0.5).abs() < 0.06);
    }

    #[test]
    fn a_chance_of_one_falls_into_the_last_bin() {
        let found = Reliability::of(&predictions(1.0, 1, 1)).expect("there is one prediction");
        assert_eq!(found.bins[0].range, [0.9, 1.0]);
    }
}
