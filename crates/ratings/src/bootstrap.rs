//! Intervals from contests that are drawn again.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fit::Wanted;
use crate::likelihood::Likelihood;
use crate::newton::{Peak, climb, climb_nearby};
use crate::options::Bootstrap;
use crate::summary::quantile;

/// The ends of the intervals of all contrasts: the percentiles of fits to groups drawn with replacement.
pub(crate) fn ends(likelihood: &Likelihood, peak: &Peak, wanted: &[Wanted], how: &Bootstrap) -> Vec<(f64, f64)> {
    let (groups, group_of) = number(&how.groups);
    let mut values = vec![Vec::with_capacity(how.rounds as usize); wanted.len()];
    let mut random = ChaCha8Rng::seed_from_u64(how.seed);
    for _ in 0..how.rounds {
        let counts = draw(groups, &mut random);
        let again = likelihood.reweighted(|contest| f64::from(counts[group_of[contest]]));
        let terms = climb_nearby(&again, peak).unwrap_or_else(|| climb(&again, peak.terms.clone(), None).terms);
        values.iter_mut().zip(wanted).for_each(|(values, wanted)| values.push(wanted.contrast.dot(&terms)));
    }
    values.iter().map(|values| percentiles(values)).collect()
}

/// How many different groups there are, and the number of each contest's, counted from zero.
fn number(groups: &[u32]) -> (usize, Vec<usize>) {
    let mut different = groups.to_vec();
    different.sort_unstable();
    different.dedup();
    let number = |group: &u32| different.binary_search(group).expect("every group was listed");
    (different.len(), groups.iter().map(number).collect())
}

/// How often each group is drawn.
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
