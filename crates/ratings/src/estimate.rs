//! Numbers with the range in which the truth lies.

use std::fmt;

use statrs::distribution::{ContinuousCDF, Normal};

/// Elo points of one unit of log strength: 400 / ln 10.
pub const ELO_PER_LOG: f64 = 400.0 / std::f64::consts::LN_10;

/// The confidence of all intervals of this crate.
pub const CONFIDENCE: f64 = 0.95;

/// An estimate with its 95 % interval; an end that the data do not bound is infinite.
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
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// A value that is known.
    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// Whether the data bound the value on both sides.
    pub fn is_bounded(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether a value lies in the interval.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The value and the ends, each sent through a function that keeps their order.
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

/// How many standard deviations to each side hold 95 %.
pub(crate) fn deviations() -> f64 {
    Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0)
}

/// The chance that a standard normal number is below this one.
pub(crate) fn chance_below(deviations: f64) -> f64 {
    Normal::standard().cdf(deviations)
}
