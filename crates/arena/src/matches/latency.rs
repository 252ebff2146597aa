//! Histogram of decision times.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Number of buckets in which the duration doubles; neighbouring buckets differ by about 9 %.
const BUCKETS_PER_DOUBLING: f64 = 8.0;

/// Logarithmic histogram of durations, accurate to about 4 %. Histograms of many games can be merged.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Latency {
    /// Counts by bucket: 8 × log2 of the nanoseconds, rounded down.
    counts: BTreeMap<u16, u64>,
}

impl Latency {
    pub fn add(&mut self, took: Duration) {
        *self.counts.entry(bucket(took)).or_default() += 1;
    }

    /// Adds the durations of another histogram.
    pub fn merge(&mut self, other: &Latency) {
        for (&bucket, &count) in &other.counts {
            let all = self.counts.entry(bucket).or_default();
            *all = all.saturating_add(count);
        }
    }

    /// Returns the number of durations.
    pub fn count(&self) -> u64 {
        self.counts.values().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Returns the mean, or `None` if the histogram is empty.
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::Latency;
    /// let mut latency = Latency::default();
    /// assert_eq!(latency.mean(), None);
    /// [10, 20, 60].into_iter().for_each(|ms| latency.add(Duration::from_millis(ms)));
    /// let mean = latency.mean().unwrap().as_secs_f64();
    /// assert!((0.028..0.032).contains(&mean), "{mean}");
    /// ```
    pub fn mean(&self) -> Option<Duration> {
        let sum: f64 = self.counts.iter().map(|(&bucket, &count)| middle(bucket).as_secs_f64() * count as f64).sum();
        let count = self.count();
        (count > 0).then(|| Duration::from_secs_f64(sum / count as f64))
    }

    /// Returns the duration below which a share (0.0 to 1.0) of all durations lies, or `None` if the histogram is empty.
    ///
    /// ```
    /// use std::time::Duration;
    /// use arena::Latency;
    /// let mut latency = Latency::default();
    /// (1..=100).for_each(|ms| latency.add(Duration::from_millis(ms)));
    /// let p95 = latency.quantile(0.95).unwrap().as_secs_f64();
    /// assert!((0.090..0.100).contains(&p95), "{p95}");
    /// ```
    pub fn quantile(&self, share: f64) -> Option<Duration> {
        let wanted = (share.clamp(0.0, 1.0) * self.count() as f64).ceil().max(1.0);
        let mut below = 0.0;
        let found = self.counts.iter().find(|&(_, &count)| {
            below += count as f64;
            below >= wanted
        });
        found.map(|(&bucket, _)| middle(bucket))
    }
}

fn bucket(took: Duration) -> u16 {
    let nanos = took.as_nanos().max(1) as f64;
    (nanos.log2() * BUCKETS_PER_DOUBLING) as u16
}

/// Returns the middle of a bucket, at most 2^62 nanoseconds.
fn middle(bucket: u16) -> Duration {
    let nanos = ((f64::from(bucket) + 0.5) / BUCKETS_PER_DOUBLING).min(62.0).exp2();
    Duration::from_nanos(nanos as u64)
}
