//! Shares, means and quantiles.

use std::fmt;

use crate::estimate::deviations;

/// A part of a whole with the range in which the truth lies with 95 % (Wilson's interval).
///
/// # Examples
///
/// ```
/// use ratings::Share;
///
/// let share = Share::new(50.0, 100).expect("a part of something");
/// assert_eq!(share.to_string(), "50.0 % (40.4–59.6)");
/// assert_eq!(Share::new(0.0, 0), None);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Share {
    /// The part, from zero to one.
    pub part: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// A share of so many; half points are possible.
    ///
    /// Nothing is known about a part of nothing, nor is there a part that is less than nothing or more than the whole.
    pub fn new(part: f64, whole: u64) -> Option<Share> {
        let n = whole as f64;
        if whole == 0 || !(0.0..=n).contains(&part) {
            return None;
        }
        let (p, z) = (part / n, deviations());
        let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        Some(Share { part: p, low: (centre - half).max(0.0), high: (centre + half).min(1.0) })
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ({:.1}–{:.1})", 100.0 * self.part, 100.0 * self.low, 100.0 * self.high)
    }
}

/// A mean with the range in which the truth lies with 95 %, if the values are many enough to make it normal.
///
/// # Examples
///
/// ```
/// use ratings::Mean;
///
/// let mean = Mean::of(&[1.0, 2.0, 3.0]).expect("some values");
/// assert_eq!(mean.to_string(), "2.00 (0.87–3.13)");
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Mean {
    /// The mean of the values.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Mean {
    /// The mean of some values; of one value nothing bounds it, of none or of values that are not finite there is none.
    pub fn of(values: &[f64]) -> Option<Mean> {
        if values.is_empty() || !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        let n = values.len() as f64;
        let value = values.iter().map(|value| value / n).sum::<f64>();
        if values.len() == 1 {
            return Some(Mean { value, low: f64::NEG_INFINITY, high: f64::INFINITY });
        }
        let variance = values.iter().map(|other| (other - value).powi(2) / (n - 1.0)).sum::<f64>();
        let half = deviations() * (variance / n).sqrt();
        Some(Mean { value, low: value - half, high: value + half })
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(2);
        write!(f, "{:.places$} ({:.places$}–{:.places$})", self.value, self.low, self.high)
    }
}

/// The value below which a part of all values lies, straight between neighbours; 0.5 gives the median.
///
/// There is none of no values, of a part that is not between zero and one, or if something is not a number.
///
/// # Examples
///
/// ```
/// assert_eq!(ratings::quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), Some(2.5));
/// ```
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    if values.is_empty() || !(0.0..=1.0).contains(&part) || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = part * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    // Equal neighbours also where they are infinite.
    Some(if low == high { low } else { low + (high - low) * at.fract() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_interval() {
        assert_eq!(Share::new(0.0, 20).expect("a share").to_string(), "0.0 % (0.0–16.1)");
        assert_eq!(Share::new(2.5, 4).expect("a share").part, 0.625);
        assert_eq!(Share::new(-1.0, 4), None);
        assert_eq!(Share::new(5.0, 4), None);
        assert_eq!(Share::new(f64::NAN, 4), None);
    }

    #[test]
    fn means_of_little_are_careful() {
        assert_eq!(Mean::of(&[]), None);
        assert_eq!(Mean::of(&[1.0, f64::NAN]), None);
        assert_eq!(Mean::of(&[3.0]).map(|mean| (mean.value, mean.high)), Some((3.0, f64::INFINITY)));
        assert_eq!(Mean::of(&[2.0, 2.0]), Some(Mean { value: 2.0, low: 2.0, high: 2.0 }));
    }

    #[test]
    fn quantiles_go_straight_between_neighbours() {
        assert_eq!(quantile(&[10.0, 20.0], 0.25), Some(12.5));
        assert_eq!(quantile(&[10.0, 20.0, 40.0], 1.0), Some(40.0));
        assert_eq!(quantile(&[f64::INFINITY, f64::INFINITY], 0.3), Some(f64::INFINITY));
        assert_eq!(quantile(&[1.0], 1.5), None);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
