//! Shares, means and quantiles.

use std::fmt;

use crate::estimate::deviations;

/// A proportion with its 95 % interval (Wilson).
///
/// # Examples
///
/// ```
/// use ratings::Share;
///
/// let share = Share::new(50.0, 100).expect("50 of 100 is a proportion");
/// assert_eq!(share.to_string(), "50.0 % (40.4–59.6)");
/// assert_eq!(Share::new(0.0, 0), None);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Share {
    /// Observed proportion, from 0 to 1.
    pub part: f64,
    /// Lower end of the interval, from 0 to `part`.
    pub low: f64,
    /// Upper end of the interval, from `part` to 1.
    pub high: f64,
}

impl Share {
    /// Returns the proportion `part` / `whole`. The part can be fractional, for example if draws count half a point.
    ///
    /// Returns `None` if `whole` is 0 or `part` is not between 0 and `whole`.
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

/// A mean with its 95 % interval. The interval assumes enough values for the mean to be normally distributed.
///
/// # Examples
///
/// ```
/// use ratings::Mean;
///
/// let mean = Mean::of(&[1.0, 2.0, 3.0]).expect("the values are finite");
/// assert_eq!(mean.to_string(), "2.00 (0.87–3.13)");
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Mean {
    /// Arithmetic mean of the values.
    pub value: f64,
    /// Lower end of the interval; minus infinity for one value.
    pub low: f64,
    /// Upper end of the interval; infinity for one value.
    pub high: f64,
}

impl Mean {
    /// Returns the mean, or `None` if there are no values or one of them is not finite.
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

/// Returns a quantile with linear interpolation between neighbours; `part` 0.5 is the median.
///
/// Returns `None` if there are no values, one of them is NaN, or `part` is not between 0 and 1.
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
    // Equal neighbours need no interpolation, which would give NaN if they are infinite.
    Some(if low == high { low } else { low + (high - low) * at.fract() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilson_intervals() {
        assert_eq!(Share::new(0.0, 20).map(|share| share.to_string()).as_deref(), Some("0.0 % (0.0–16.1)"));
        assert_eq!(Share::new(2.5, 4).map(|share| share.part), Some(0.625));
    }

    #[test]
    fn shares_outside_the_whole_are_rejected() {
        assert_eq!(Share::new(-1.0, 4), None);
        assert_eq!(Share::new(5.0, 4), None);
        assert_eq!(Share::new(f64::NAN, 4), None);
    }

    #[test]
    fn means_of_few_values_are_unbounded_or_none() {
        assert_eq!(Mean::of(&[]), None);
        assert_eq!(Mean::of(&[1.0, f64::NAN]), None);
        assert_eq!(Mean::of(&[3.0]).map(|mean| (mean.value, mean.high)), Some((3.0, f64::INFINITY)));
        assert_eq!(Mean::of(&[2.0, 2.0]), Some(Mean { value: 2.0, low: 2.0, high: 2.0 }));
    }

    #[test]
    fn quantiles_interpolate_linearly() {
        assert_eq!(quantile(&[10.0, 20.0], 0.25), Some(12.5));
        assert_eq!(quantile(&[10.0, 20.0, 40.0], 1.0), Some(40.0));
        assert_eq!(quantile(&[f64::INFINITY, f64::INFINITY], 0.3), Some(f64::INFINITY));
        assert_eq!(quantile(&[1.0], 1.5), None);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
