//! Figures that stand in every part of a report.

use ratings::{Mean, Share, quantile};
use serde::Serialize;

/// A figure with the range in which the truth lies with 95 %. An end of the range that is not known is infinite, which is
/// `null` in JSON.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
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

/// How often something happened out of how many times it could have.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Rate {
    /// How often it happened.
    pub count: u64,
    /// How often it could have.
    pub of: u64,
    /// The share; none if it never could, or if the counts contradict each other.
    pub share: Option<Estimate>,
}

impl Rate {
    /// So many of so many.
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

/// The same figures twice, since who fails is not the same as who is weak.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Twice<T> {
    /// Of all games: whoever failed has lost.
    pub all: T,
    /// Of clean games: nobody lost by failing, and no move was made in anybody's place.
    pub clean: T,
}

/// How values are spread.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// How many there are.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// A tenth lies below this.
    pub p10: f64,
    /// A half lies below this.
    pub median: f64,
    /// Nine tenths lie below this.
    pub p90: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    /// The spread of values; none if there are none.
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

/// A bar of a histogram: values from `from` up to, but not including, `to`.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// The least value in it.
    pub from: u64,
    /// The least value that is beyond it.
    pub to: u64,
    /// How many values there are.
    pub count: u64,
}

/// The most bars that a histogram has.
const MOST_BINS: u64 = 24;

/// A histogram whose bars have a round width.
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

/// The least of 1, 2, 5, 10, 20, 50 … that is not below a width.
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
