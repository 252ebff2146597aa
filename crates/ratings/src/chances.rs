//! The chances in one field: which of its members come out best.

use crate::contest::MOST_SEATS;

/// Numbers by number of seats or by size of a tie.
pub(crate) type BySize<T> = [T; MOST_SEATS + 1];

/// The share of each member, then whether it is a tie of two, three or four: all that the likelihood depends on.
pub(crate) const FEATURES: usize = 2 * MOST_SEATS - 1;

/// One number for each feature of a choice.
pub(crate) type Features = [f64; FEATURES];

/// The place of a size of ties among the features.
pub(crate) const fn tie_feature(size: usize) -> usize {
    MOST_SEATS + size - 2
}

/// What a set of members, as bits, has of each feature.
pub(crate) fn features(set: u8) -> Features {
    let size = set.count_ones() as usize;
    let mut features = [0.0; FEATURES];
    bits(set).for_each(|at| features[at] = 1.0 / size as f64);
    if size > 1 {
        features[tie_feature(size)] = 1.0;
    }
    features
}

/// The members of a set that is given as bits.
pub(crate) fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..MOST_SEATS).filter(move |at| set >> at & 1 == 1)
}

/// How much ties weigh by size, against one who comes out alone.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Prevalence {
    logs: BySize<f64>,
    /// Their exponentials; zero for sizes that do not occur.
    factors: BySize<f64>,
    /// Whether one of them is so large that products with it could overflow.
    is_far: bool,
}

impl Prevalence {
    /// The prevalences with these logarithms by size, which are minus infinity for sizes that do not occur.
    pub(crate) fn new(mut logs: BySize<f64>) -> Prevalence {
        /// Below this, members so weak that their strengths vanish beside the strongest do not matter in ties either.
        const FAR: f64 = 300.0;
        logs[1] = 0.0;
        Prevalence { logs, factors: logs.map(f64::exp), is_far: logs.iter().any(|&log| log > FAR) }
    }
}

/// The logarithm of the total, and what is expected of each feature, without the chances behind them.
///
/// This is where fits spend their time. With the length as a constant all loops are unrolled and nothing is stored.
pub(crate) fn expectation(strengths: &[f64; MOST_SEATS], len: usize, prevalence: &Prevalence) -> (f64, Features) {
    match len {
        2 => Chances::of(&[strengths[0], strengths[1]], prevalence).expectation::<2>(),
        3 => Chances::of(&[strengths[0], strengths[1], strengths[2]], prevalence).expectation::<3>(),
        _ => Chances::of(strengths, prevalence).expectation::<4>(),
    }
}

/// The chance of every set of members to be the best.
pub(crate) struct Chances {
    /// The logarithm of what the chances were divided by.
    pub(crate) log_total: f64,
    len: usize,
    by_set: [f64; 1 << MOST_SEATS],
}

impl Chances {
    /// The chances of members with these log strengths, where ties have these prevalences.
    pub(crate) fn new(strengths: &[f64; MOST_SEATS], len: usize, prevalence: &Prevalence) -> Chances {
        match len {
            2 => Chances::of(&[strengths[0], strengths[1]], prevalence),
            3 => Chances::of(&[strengths[0], strengths[1], strengths[2]], prevalence),
            _ => Chances::of(strengths, prevalence),
        }
    }

    #[inline(always)]
    fn of<const N: usize>(strengths: &[f64; N], prevalence: &Prevalence) -> Chances {
        // Relative to the strongest nothing overflows, and the total is at least one.
        let strongest = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let relative = strengths.map(|strength| strength - strongest);
        let (mut by_set, scale) =
            if prevalence.is_far { far_weights(&relative, prevalence) } else { (weights(&relative, prevalence), 0.0) };
        let total: f64 = by_set[1..1 << N].iter().sum();
        let part = 1.0 / total;
        by_set[1..1 << N].iter_mut().for_each(|weight| *weight *= part);
        Chances { log_total: strongest + scale + total.ln(), len: N, by_set }
    }

    #[inline(always)]
    fn expectation<const N: usize>(&self) -> (f64, Features) {
        (self.log_total, self.means_of::<N>())
    }

    /// What is expected of each feature.
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
        let everybody = (1 << N) - 1;
        for left_out in (0..N).filter(|_| N == 4) {
            let chance = self.by_set[everybody & !(1 << left_out)];
            (0..N).filter(|&at| at != left_out).for_each(|at| means[at] += chance * THIRD);
            means[tie_feature(3)] += chance;
        }
        let chance = self.by_set[everybody];
        means[..N].iter_mut().for_each(|mean| *mean += chance * (1.0 / N as f64));
        means[tie_feature(N)] += chance;
    }

    /// The covariance of all features.
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

/// The weights of all sets: the prevalence of their size times the geometric mean of their members' strengths.
#[inline(always)]
fn weights<const N: usize>(logs: &[f64; N], prevalence: &Prevalence) -> [f64; 1 << MOST_SEATS] {
    let mut weights = [0.0; 1 << MOST_SEATS];
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
    let (sum, everybody) = (logs.iter().sum::<f64>(), (1 << N) - 1);
    if N == 4 && prevalence[3] > 0.0 {
        for left_out in 0..N {
            weights[everybody & !(1 << left_out)] = prevalence[3] * ((sum - logs[left_out]) / 3.0).exp();
        }
    }
    if N > 2 && prevalence[N] > 0.0 {
        weights[everybody] = prevalence[N] * (sum / N as f64).exp();
    }
    weights
}

/// The same where ties weigh too much to be multiplied with: the weights relative to the largest, and its logarithm.
#[cold]
fn far_weights<const N: usize>(logs: &[f64; N], prevalence: &Prevalence) -> ([f64; 1 << MOST_SEATS], f64) {
    let mut weights = [f64::NEG_INFINITY; 1 << MOST_SEATS];
    for set in 1..1_u8 << N {
        let size = set.count_ones() as usize;
        weights[usize::from(set)] = prevalence.logs[size] + bits(set).map(|at| logs[at]).sum::<f64>() / size as f64;
    }
    let largest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (weights.map(|log| (log - largest).exp()), largest)
}
