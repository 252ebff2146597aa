//! Estimates with confidence intervals.

use std::fmt;

use statrs::distribution::{ContinuousCDF, Normal};

/// Elo points per unit of log strength: 400 / ln 10.
pub const ELO_PER_LOG: f64 = 400.0 / std::f64::consts::LN_10;

/// Confidence level of all intervals of this crate.
pub const CONFIDENCE: f64 = 0.95;

/// An estimate with its 95 % interval. An end that the data do not bound is infinite.
///
/// # Examples
///
/// ```
/// use ratings::Estimate;
///
/// let estimate = Estimate { value: 12.0, low: -3.5, high: f64::INFINITY };
/// assert_eq!(estimate.to_string(), "12.0 (-3.5 to ∞)");
/// assert!(!estimate.is_bounded());
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Maximum-likelihood value, always finite.
    pub value: f64,
    /// Lower end of the interval, at most `value`; can be minus infinity.
    pub low: f64,
    /// Upper end of the interval, at least `value`; can be infinity.
    pub high: f64,
}

impl Estimate {
    /// Creates an estimate without uncertainty.
    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// Reports whether both ends are finite.
    pub fn is_bounded(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Reports whether a value lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Applies a monotonically increasing function to the value and the ends.
    pub(crate) fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(1);
        write!(f, "{:.places$} ({} to {})", self.value, end(self.low, places), end(self.high, places))
    }
}

fn end(value: f64, places: usize) -> String {
    match value {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        _ => format!("{value:.places$}"),
    }
}

/// Returns the number of standard deviations to each side that contain 95 %: about 1.96.
pub(crate) fn deviations() -> f64 {
    Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0)
}

/// Returns the standard normal distribution function.
pub(crate) fn chance_below(deviations: f64) -> f64 {
    Normal::standard().cdf(deviations)
}
