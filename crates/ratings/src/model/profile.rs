//! Profile-likelihood intervals.
//!
//! An interval ends where the log-likelihood, maximised with the contrast fixed at that value, has fallen by half the
//! chi-squared quantile. The end is found with the steps of Venzon and Moolgavkar (1988), all with the curvature at the
//! maximum. If they do not converge, the profile is computed point by point with full maximisations and the end
//! bracketed.

use nalgebra::DVector;

use super::likelihood::Likelihood;
use super::newton::{Maximum, maximise};

/// Distance from the estimate and from zero, in log units (7,000 Elo), beyond which an end counts as infinite.
const FARTHEST: f64 = 40.0;

/// Precision of an end in standard deviations.
const PRECISION: f64 = 1e-3;

/// Profile likelihood of a contrast of the terms.
pub(crate) struct Profile<'a> {
    likelihood: &'a Likelihood,
    maximum: &'a Maximum,
    contrast: &'a DVector<f64>,
    /// Change of the terms per unit of the contrast, along the profile at the maximum.
    along: DVector<f64>,
    deviation: f64,
    /// Required fall at the ends of the interval: the square root of the chi-squared quantile with one degree of
    /// freedom.
    fall: f64,
}

impl<'a> Profile<'a> {
    pub(crate) fn new(
        likelihood: &'a Likelihood,
        maximum: &'a Maximum,
        contrast: &'a DVector<f64>,
        fall: f64,
    ) -> Profile<'a> {
        let along = maximum.factor.solve(contrast);
        let variance = contrast.dot(&along).max(f64::MIN_POSITIVE);
        Profile { likelihood, maximum, contrast, along: along / variance, deviation: variance.sqrt(), fall }
    }

    /// Returns the end of the interval above (side 1) or below (side −1) the estimate; it can be infinite.
    pub(crate) fn end(&self, side: f64) -> f64 {
        self.cheap_end(side).unwrap_or_else(|| self.bracketed_end(side))
    }

    /// Returns the fall of the profile at a value of the contrast: the root of twice the log-likelihood difference.
    pub(crate) fn fall_at(&self, value: f64) -> f64 {
        self.fall_from(self.maximum.terms.clone(), value).0
    }

    fn cheap_end(&self, side: f64) -> Option<f64> {
        const MAX_STEPS: usize = 25;
        const SHORTER: f64 = 0.7;
        let mut terms = &self.maximum.terms + side * self.fall * self.deviation * &self.along;
        let mut last = self.fall * self.deviation;
        for _ in 0..MAX_STEPS {
            let (step, rest) = self.step(&terms, side)?;
            let moved = self.contrast.dot(&step).abs();
            let shrink = moved / last;
            // Steps that do not shrink do not converge.
            if shrink > SHORTER && moved > PRECISION * self.deviation {
                return None;
            }
            terms += step;
            last = moved.max(f64::MIN_POSITIVE);
            // Size of the next step if it shrinks like the last one.
            if moved * shrink < PRECISION * self.deviation && rest * shrink * shrink < PRECISION {
                return Some(self.contrast.dot(&terms)).filter(|end| self.is_beyond(*end, side));
            }
        }
        None
    }

    fn is_beyond(&self, end: f64, side: f64) -> bool {
        let distance = side * (end - self.contrast.dot(&self.maximum.terms));
        (0.0..self.farthest()).contains(&distance)
    }

    fn farthest(&self) -> f64 {
        FARTHEST + self.contrast.dot(&self.maximum.terms).abs()
    }

    /// Returns the step to the point where a parabola with the curvature at the maximum has fallen as far as required,
    /// and how far the other terms are from their optimum.
    fn step(&self, terms: &DVector<f64>, side: f64) -> Option<(DVector<f64>, f64)> {
        let (value, slope) = self.likelihood.slope(terms);
        let up = self.maximum.factor.solve(&slope);
        let (gain, shift) = (slope.dot(&up), self.contrast.dot(&up));
        let room = 2.0 * (value - self.maximum.value) + gain + self.fall * self.fall;
        let target = (room >= 0.0).then(|| side * self.deviation * room.sqrt())?;
        let rest = gain - (shift / self.deviation).powi(2);
        Some((up + target * &self.along, rest))
    }

    fn bracketed_end(&self, side: f64) -> f64 {
        let start = self.contrast.dot(&self.maximum.terms);
        let (mut near, mut terms) = (start, self.maximum.terms.clone());
        let mut distance = (self.fall * self.deviation).min(1.0);
        let mut near_fall = -self.fall;
        loop {
            let (fall, best) = self.fall_from(terms, start + side * distance);
            if fall >= self.fall {
                return self.root((near, near_fall), (start + side * distance, fall - self.fall), best);
            }
            if distance >= self.farthest() {
                return side * f64::INFINITY;
            }
            (near, near_fall, terms) = (start + side * distance, fall - self.fall, best);
            distance = (2.0 * distance).min(self.farthest());
        }
    }

    /// Finds the root between two points by the Illinois variant of false position, which does not stall.
    fn root(&self, mut inner: (f64, f64), mut outer: (f64, f64), mut terms: DVector<f64>) -> f64 {
        const MAX_STEPS: usize = 60;
        for _ in 0..MAX_STEPS {
            if (outer.0 - inner.0).abs() < PRECISION * self.deviation.min(1.0) {
                break;
            }
            let middle = inner.0 + (outer.0 - inner.0) * (-inner.1 / (outer.1 - inner.1)).clamp(0.01, 0.99);
            let (fall, best) = self.fall_from(terms, middle);
            terms = best;
            if (fall - self.fall).abs() < PRECISION / 10.0 {
                return middle;
            }
            if fall >= self.fall {
                (outer, inner.1) = ((middle, fall - self.fall), inner.1 / 2.0);
            } else {
                (inner, outer.1) = ((middle, fall - self.fall), outer.1 / 2.0);
            }
        }
        outer.0
    }

    /// Returns the fall of the profile at a value and the optimal terms there, maximising from the given terms.
    fn fall_from(&self, terms: DVector<f64>, value: f64) -> (f64, DVector<f64>) {
        let moved = value - self.contrast.dot(&terms);
        let maximum = maximise(self.likelihood, terms + moved * &self.along, Some(self.contrast));
        ((2.0 * (self.maximum.value - maximum.value)).max(0.0).sqrt(), maximum.terms)
    }
}
