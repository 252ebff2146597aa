//! Figures used in all parts of a report.

use ratings::{Mean, Share, quantile};
use serde::Serialize;

/// Estimate with a 95 % interval. An unknown end is infinite, which is `null` in JSON.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl From<Share> for Estimate {
    fn from(share: Share) -> Estimate {
        Estimate { value: share.part, low: share.low, high: share.high }
    }
}

impl From<Mean> for Estimate {
    fn from(mean: Mean) -> Estimate {
        Estimate { value: mean.value, low: mean.low, high: mean.high }
    }
}

/// Relative frequency.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Rate {
    pub count: u64,
    /// Number of opportunities.
    pub of: u64,
    /// `None` without opportunities or with inconsistent counts.
    pub share: Option<Estimate>,
}

impl Rate {
    /// Computes the share of `count` out of `of`.
    ///
    /// ```
    /// use arena::report::Rate;
    /// let rate = Rate::new(5, 10);
    /// assert_eq!(rate.share.map(|share| (share.value, share.low > 0.23, share.high < 0.77)), Some((0.5, true, true)));
    /// assert_eq!(Rate::new(0, 0).share, None);
    /// ```
    pub fn new(count: u64, of: u64) -> Rate {
        Rate { count, of, share: Share::new(count as f64, of).map(Estimate::from) }
    }
}

/// A figure for all games and for clean games, to distinguish failing players from weak ones.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct AllAndClean<T> {
    /// All games; forfeits count as losses.
    pub all: T,
    /// Games without forfeit and fallback moves.
    pub clean: T,
}

/// Summary of a distribution.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    pub count: u64,
    pub mean: f64,
    /// 10 % quantile.
    pub p10: f64,
    pub median: f64,
    /// 90 % quantile.
    pub p90: f64,
    pub min: f64,
    pub max: f64,
}

impl Spread {
    /// Summarizes values, or returns `None` if there are none.
    ///
    /// ```
    /// use arena::report::Spread;
    /// let spread = Spread::of(&[30.0, 10.0, 20.0]).unwrap();
    /// assert_eq!((spread.mean, spread.p10, spread.median, spread.p90), (20.0, 12.0, 20.0, 28.0));
    /// assert_eq!((spread.min, spread.max), (10.0, 30.0));
    /// ```
    pub fn of(values: &[f64]) -> Option<Spread> {
        let at = |part: f64| quantile(values, part);
        Some(Spread {
            count: values.len() as u64,
            mean: values.iter().sum::<f64>() / values.len() as f64,
            p10: at(0.1)?,
            median: at(0.5)?,
            p90: at(0.9)?,
            min: at(0.0)?,
            max: at(1.0)?,
        })
    }
}

/// Bin of a histogram.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// Inclusive lower end.
    pub from: u64,
    /// Exclusive upper end.
    pub to: u64,
    pub count: u64,
}

/// Approximate limit of the number of bins.
const MOST_BINS: u64 = 24;

/// Returns a histogram with a round bin width.
///
/// ```
/// use arena::report::{Bin, histogram};
/// assert_eq!(histogram(&[3, 4, 4]), [Bin { from: 3, to: 4, count: 1 }, Bin { from: 4, to: 5, count: 2 }]);
/// assert_eq!(histogram(&[0, 100]).len(), 21);
/// assert!(histogram(&[]).is_empty());
/// ```
pub fn histogram(values: &[u64]) -> Vec<Bin> {
    let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else { return Vec::new() };
    let width = round_width((most - least) / MOST_BINS + 1);
    let first = least / width;
    let mut counts = vec![0; (most / width - first) as usize + 1];
    values.iter().for_each(|&value| counts[(value / width - first) as usize] += 1);
    let bin = |(index, count)| {
        let from = (first + index as u64) * width;
        Bin { from, to: from.saturating_add(width), count }
    };
    counts.into_iter().enumerate().map(bin).collect()
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`.
fn round_width(least: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let width = power.saturating_mul(factor);
            if width >= least {
                return width;
            }
        }
        power = power.saturating_mul(10);
    }
}
