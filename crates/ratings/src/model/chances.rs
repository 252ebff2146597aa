//! Probabilities in one [`Field`](super::choices::Field), the players among whom the best are chosen: which set of its
//! members is the best.

use crate::contest::MAX_SEATS;

/// Array indexed by number of seats or by tie size.
pub(crate) type BySize<T> = [T; MAX_SEATS + 1];

/// Number of features of a choice: the share of each member, then indicators of ties of two, three and four. The
/// likelihood depends on choices only through them.
pub(crate) const FEATURES: usize = 2 * MAX_SEATS - 1;

/// One number per feature of a choice.
pub(crate) type Features = [f64; FEATURES];

/// Returns the index of the feature of a tie size.
pub(crate) const fn tie_feature(size: usize) -> usize {
    MAX_SEATS + size - 2
}

/// Returns the features of a set of members, given as bits.
pub(crate) fn features(set: u8) -> Features {
    let size = set.count_ones() as usize;
    let mut features = [0.0; FEATURES];
    bits(set).for_each(|at| features[at] = 1.0 / size as f64);
    if size > 1 {
        features[tie_feature(size)] = 1.0;
    }
    features
}

/// Returns the indices of the members of a set, given as bits.
pub(crate) fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..MAX_SEATS).filter(move |at| set >> at & 1 == 1)
}

/// Weights of ties by size, relative to a single best member.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Prevalence {
    logs: BySize<f64>,
    /// Exponentials of `logs`; zero for sizes that do not occur.
    factors: BySize<f64>,
    /// Whether a factor is so large that products with it can overflow.
    is_extreme: bool,
}

impl Prevalence {
    /// Creates prevalences from their logarithms by size, which are minus infinity for sizes that do not occur.
    pub(crate) fn new(mut logs: BySize<f64>) -> Prevalence {
        /// Up to this logarithm, strengths that underflow relative to the strongest are also negligible in ties.
        const EXTREME: f64 = 300.0;
        logs[1] = 0.0;
        Prevalence { logs, factors: logs.map(f64::exp), is_extreme: logs.iter().any(|&log| log > EXTREME) }
    }
}

/// Returns the logarithm of the total weight and the expectation of each feature.
///
/// Fits spend most of their time here. With the length as a constant, the compiler unrolls all loops and keeps the
/// probabilities in registers.
pub(crate) fn expectation(strengths: &[f64; MAX_SEATS], len: usize, prevalence: &Prevalence) -> (f64, Features) {
    match len {
        2 => Chances::of(&[strengths[0], strengths[1]], prevalence).expectation::<2>(),
        3 => Chances::of(&[strengths[0], strengths[1], strengths[2]], prevalence).expectation::<3>(),
        _ => Chances::of(strengths, prevalence).expectation::<4>(),
    }
}

/// Probability of each set of members to be the best.
pub(crate) struct Chances {
    /// Logarithm of the total weight before normalisation.
    pub(crate) log_total: f64,
    len: usize,
    by_set: [f64; 1 << MAX_SEATS],
}

impl Chances {
    /// Computes the probabilities for members with these log strengths.
    pub(crate) fn new(strengths: &[f64; MAX_SEATS], len: usize, prevalence: &Prevalence) -> Chances {
        match len {
            2 => Chances::of(&[strengths[0], strengths[1]], prevalence),
            3 => Chances::of(&[strengths[0], strengths[1], strengths[2]], prevalence),
            _ => Chances::of(strengths, prevalence),
        }
    }

    #[inline(always)]
    fn of<const N: usize>(strengths: &[f64; N], prevalence: &Prevalence) -> Chances {
        // Relative to the strongest member, no weight overflows and the total is at least one.
        let strongest = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let relative = strengths.map(|strength| strength - strongest);
        let (mut by_set, scale) = if prevalence.is_extreme {
            log_weights(&relative, prevalence)
        } else {
            (weights(&relative, prevalence), 0.0)
        };
        let total: f64 = by_set[1..1 << N].iter().sum();
        let part = 1.0 / total;
        by_set[1..1 << N].iter_mut().for_each(|weight| *weight *= part);
        Chances { log_total: strongest + scale + total.ln(), len: N, by_set }
    }

    #[inline(always)]
    fn expectation<const N: usize>(&self) -> (f64, Features) {
        (self.log_total, self.means_of::<N>())
    }

    /// Returns the expectation of each feature.
    pub(crate) fn means(&self) -> Features {
        match self.len {
            2 => self.means_of::<2>(),
            3 => self.means_of::<3>(),
            _ => self.means_of::<4>(),
        }
    }

    #[inline(always)]
    fn means_of<const N: usize>(&self) -> Features {
        let mut means = [0.0; FEATURES];
        for one in 0..N {
            means[one] += self.by_set[1 << one];
            for other in one + 1..N {
                let chance = self.by_set[1 << one | 1 << other];
                means[one] += chance / 2.0;
                means[other] += chance / 2.0;
                means[tie_feature(2)] += chance;
            }
        }
        if N > 2 {
            self.add_large_ties::<N>(&mut means);
        }
        means
    }

    #[inline(always)]
    fn add_large_ties<const N: usize>(&self, means: &mut Features) {
        const THIRD: f64 = 1.0 / 3.0;
        let all = (1 << N) - 1;
        for left_out in (0..N).filter(|_| N == 4) {
            let chance = self.by_set[all & !(1 << left_out)];
            (0..N).filter(|&at| at != left_out).for_each(|at| means[at] += chance * THIRD);
            means[tie_feature(3)] += chance;
        }
        let chance = self.by_set[all];
        means[..N].iter_mut().for_each(|mean| *mean += chance * (1.0 / N as f64));
        means[tie_feature(N)] += chance;
    }

    /// Returns the covariance matrix of the features.
    pub(crate) fn covariance(&self) -> [Features; FEATURES] {
        let means = self.means();
        let mut covariance = [[0.0; FEATURES]; FEATURES];
        for set in 1..1_u8 << self.len {
            let chance = self.by_set[usize::from(set)];
            let mut away = features(set);
            away.iter_mut().zip(&means).for_each(|(feature, mean)| *feature -= mean);
            for (row, one) in covariance.iter_mut().zip(&away) {
                row.iter_mut().zip(&away).for_each(|(sum, other)| *sum += chance * one * other);
            }
        }
        covariance
    }
}

/// Returns the weight of each set: the prevalence of its size times the geometric mean of its members' strengths.
#[inline(always)]
fn weights<const N: usize>(logs: &[f64; N], prevalence: &Prevalence) -> [f64; 1 << MAX_SEATS] {
    let mut weights = [0.0; 1 << MAX_SEATS];
    let prevalence = &prevalence.factors;
    let strengths = logs.map(f64::exp);
    for one in 0..N {
        weights[1 << one] = strengths[one];
    }
    if prevalence[2] > 0.0 {
        let roots = strengths.map(f64::sqrt);
        for one in 0..N {
            for other in one + 1..N {
                weights[1 << one | 1 << other] = prevalence[2] * roots[one] * roots[other];
            }
        }
    }
    let (sum, all) = (logs.iter().sum::<f64>(), (1 << N) - 1);
    if N == 4 && prevalence[3] > 0.0 {
        for left_out in 0..N {
            weights[all & !(1 << left_out)] = prevalence[3] * ((sum - logs[left_out]) / 3.0).exp();
        }
    }
    if N > 2 && prevalence[N] > 0.0 {
        weights[all] = prevalence[N] * (sum / N as f64).exp();
    }
    weights
}

/// Returns the weights relative to the largest one, and its logarithm; for prevalences too large to be multiplied with.
#[cold]
fn log_weights<const N: usize>(logs: &[f64; N], prevalence: &Prevalence) -> ([f64; 1 << MAX_SEATS], f64) {
    let mut weights = [f64::NEG_INFINITY; 1 << MAX_SEATS];
    for set in 1..1_u8 << N {
        let size = set.count_ones() as usize;
        weights[usize::from(set)] = prevalence.logs[size] + bits(set).map(|at| logs[at]).sum::<f64>() / size as f64;
    }
    let largest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (weights.map(|log| (log - largest).exp()), largest)
}
