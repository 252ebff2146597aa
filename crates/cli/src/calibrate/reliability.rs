//! How well chances are kept.

use ratings::Share;

use super::sampling::Said;

/// How many bins chances are put in.
const BINS: usize = 10;

/// Chances of about the same size.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bin {
    /// From and to.
    pub(super) range: [f64; 2],
    pub(super) positions: usize,
    /// The mean of the chances.
    pub(super) chance: f64,
    /// What came true.
    pub(super) won: Share,
}

/// How well chances are kept, over all of them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reliability {
    /// Bins that have any.
    pub(super) bins: Vec<Bin>,
    /// The mean distance between what was said and what came true, over positions in their bins.
    pub(super) error: f64,
    /// The mean of the squared distances between chances and results.
    pub(super) brier: f64,
    /// The same if all were told the mean.
    pub(super) brier_of_mean: f64,
}

impl Reliability {
    /// None if there is nothing.
    pub(super) fn of(said: &[Said]) -> Option<Reliability> {
        let count = said.len() as f64;
        let mean = said.iter().map(|said| said.won).sum::<f64>() / count;
        let squares = |guess: &dyn Fn(&Said) -> f64| {
            said.iter().map(|said| (guess(said) - said.won).powi(2)).sum::<f64>() / count
        };
        let bins: Vec<Bin> = (0..BINS).filter_map(|at| bin(said, at)).collect();
        let error =
            bins.iter().map(|bin| bin.positions as f64 * (bin.chance - bin.won.part).abs()).sum::<f64>() / count;
        let (brier, brier_of_mean) = (squares(&|said| said.chance), squares(&|_| mean));
        (!said.is_empty()).then_some(Reliability { bins, error, brier, brier_of_mean })
    }
}

fn bin(said: &[Said], at: usize) -> Option<Bin> {
    let is_in = |said: &&Said| ((said.chance * BINS as f64) as usize).min(BINS - 1) == at;
    let (mut positions, mut chances, mut won) = (0, 0.0, 0.0);
    for said in said.iter().filter(is_in) {
        positions += 1;
        chances += said.chance;
        won += said.won;
    }
    let range = [at, at + 1].map(|end| end as f64 / BINS as f64);
    Some(Bin { range, positions, chance: chances / positions as f64, won: Share::new(won, positions as u64)? })
}

/// By which factor the logarithms of all odds had to be multiplied to foretell best: 1 if chances are as sure as they may be,
/// less if they are too sure.
pub(super) fn best_factor(said: &[Said]) -> f64 {
    let loss = |factor: f64| -> f64 {
        let one = |said: &Said| {
            let chance = said.chance.clamp(0.001, 0.999);
            let chance = 1.0 / (1.0 + ((1.0 - chance) / chance).powf(factor));
            -(said.won * chance.ln() + (1.0 - said.won) * (1.0 - chance).ln())
        };
        said.iter().map(one).sum()
    };
    let factors = (4..=80).map(|step| f64::from(step) / 20.0);
    factors.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `count` positions with a chance so many are won.
    fn said(chance: f64, won: usize, count: usize) -> Vec<Said> {
        (0..count).map(|at| Said { chance, is_proved: false, won: if at < won { 1.0 } else { 0.0 } }).collect()
    }

    #[test]
    fn chances_that_come_true_have_no_error() {
        let all = [said(0.25, 25, 100), said(0.75, 75, 100)].concat();
        let found = Reliability::of(&all).expect("positions");
        assert!(found.error < 1e-9 && found.bins.len() == 2, "{found:?}");
        assert!((found.brier - 0.1875).abs() < 1e-9 && (found.brier_of_mean - 0.25).abs() < 1e-9, "{found:?}");
        assert!((best_factor(&all) - 1.0).abs() < 0.06);
        assert_eq!(Reliability::of(&[]), None);
    }

    #[test]
    fn chances_that_are_too_sure_are_found_out() {
        let all = [said(0.1, 25, 100), said(0.9, 75, 100)].concat();
        assert!((Reliability::of(&all).expect("positions").error - 0.15).abs() < 1e-9);
        assert!((best_factor(&all) - 0.5).abs() < 0.06);
    }
}
