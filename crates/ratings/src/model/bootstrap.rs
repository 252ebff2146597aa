//! Bootstrap intervals from resampled contests.

use nalgebra::DVector;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::likelihood::Likelihood;
use super::newton::{Maximum, maximise, maximise_from_nearby};
use crate::summary::quantile;

/// Parameters of a bootstrap.
pub(crate) struct Resampling<'a> {
    /// Group of each contest; contests of a group are drawn together.
    pub(crate) groups: &'a [u32],
    /// Number of resampled data sets.
    pub(crate) rounds: u32,
    pub(crate) seed: u64,
}

/// Returns the interval ends of each contrast: percentiles over fits to groups drawn with replacement.
pub(crate) fn bootstrap_ends(
    likelihood: &Likelihood,
    maximum: &Maximum,
    contrasts: &[&DVector<f64>],
    resampling: &Resampling<'_>,
) -> Vec<(f64, f64)> {
    let (groups, group_of) = number_groups(resampling.groups);
    let mut values = vec![Vec::with_capacity(resampling.rounds as usize); contrasts.len()];
    let mut random = ChaCha8Rng::seed_from_u64(resampling.seed);
    for _ in 0..resampling.rounds {
        let counts = draw(groups, &mut random);
        let resampled = likelihood.reweighted(|contest| f64::from(counts[group_of[contest]]));
        let terms = maximise_from_nearby(&resampled, maximum)
            .unwrap_or_else(|| maximise(&resampled, maximum.terms.clone(), None).terms);
        values.iter_mut().zip(contrasts).for_each(|(values, contrast)| values.push(contrast.dot(&terms)));
    }
    values.iter().map(|values| percentiles(values)).collect()
}

/// Returns the number of distinct groups, and the group of each contest numbered from 0.
fn number_groups(groups: &[u32]) -> (usize, Vec<usize>) {
    let mut distinct = groups.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let number = |group: &u32| distinct.binary_search(group).expect("the list contains every group");
    (distinct.len(), groups.iter().map(number).collect())
}

/// Draws `groups` times from the groups with replacement, and returns how often each was drawn.
fn draw(groups: usize, random: &mut ChaCha8Rng) -> Vec<u32> {
    let mut counts = vec![0; groups];
    for _ in 0..groups {
        counts[random.random_range(0..groups)] += 1;
    }
    counts
}

fn percentiles(values: &[f64]) -> (f64, f64) {
    let at = |part: f64| quantile(values, part).unwrap_or(f64::NAN);
    (at(0.025), at(0.975))
}
