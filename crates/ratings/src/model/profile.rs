//! Profile-likelihood intervals.
//!
//! An interval ends where the log-likelihood, maximised with the contrast fixed at that value, has fallen by half the
//! chi-squared quantile. The end is found with the iteration of Venzon and Moolgavkar (1988), except that every step
//! uses the curvature at the maximum. If the iteration does not converge, the end is bracketed and found by a root
//! search, with a full maximisation at each point.
//!
//! The root deviance at a value is the square root of twice the fall of the log-likelihood from the maximum.

use nalgebra::DVector;

use super::likelihood::Likelihood;
use super::newton::{Maximum, maximise};

/// An end whose distances from the estimate and from zero both exceed this counts as infinite; in log units (7,000 Elo).
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
    /// Standard deviation of the contrast, from the curvature at the maximum.
    deviation: f64,
    /// Root deviance at the ends of the interval: the square root of the chi-squared quantile with one degree of
    /// freedom.
    threshold: f64,
}

impl<'a> Profile<'a> {
    pub(crate) fn new(
        likelihood: &'a Likelihood,
        maximum: &'a Maximum,
        contrast: &'a DVector<f64>,
        threshold: f64,
    ) -> Profile<'a> {
        let along = maximum.factor.solve(contrast);
        let variance = contrast.dot(&along).max(f64::MIN_POSITIVE);
        Profile { likelihood, maximum, contrast, along: along / variance, deviation: variance.sqrt(), threshold }
    }

    /// Returns the end of the interval above (side 1) or below (side −1) the estimate; it can be infinite.
    pub(crate) fn end(&self, side: f64) -> f64 {
        self.iterated_end(side).unwrap_or_else(|| self.bracketed_end(side))
    }

    /// Returns the root deviance at a value of the contrast.
    pub(crate) fn root_deviance_at(&self, value: f64) -> f64 {
        self.root_deviance_from(self.maximum.terms.clone(), value).0
    }

    /// Iterates [`step`](Self::step); returns `None` if the steps do not converge.
    fn iterated_end(&self, side: f64) -> Option<f64> {
        const MAX_STEPS: usize = 25;
        /// Largest ratio of a step to the previous one.
        const MAX_RATIO: f64 = 0.7;
        let mut terms = &self.maximum.terms + side * self.threshold * self.deviation * &self.along;
        let mut last = self.threshold * self.deviation;
        for _ in 0..MAX_STEPS {
            let (step, rest) = self.step(&terms, side)?;
            let moved = self.contrast.dot(&step).abs();
            let ratio = moved / last;
            // Steps that shrink too slowly do not converge.
            if ratio > MAX_RATIO && moved > PRECISION * self.deviation {
                return None;
            }
            terms += step;
            last = moved.max(f64::MIN_POSITIVE);
            // Size of the next step if it shrinks like the last one.
            if moved * ratio < PRECISION * self.deviation && rest * ratio * ratio < PRECISION {
                return Some(self.contrast.dot(&terms)).filter(|end| self.is_finite_end(*end, side));
            }
        }
        None
    }

    /// Reports whether an end lies on this side of the estimate and counts as finite.
    fn is_finite_end(&self, end: f64, side: f64) -> bool {
        let distance = side * (end - self.contrast.dot(&self.maximum.terms));
        (0.0..self.farthest()).contains(&distance)
    }

    /// Returns the distance from the estimate beyond which an end counts as infinite.
    fn farthest(&self) -> f64 {
        FARTHEST + self.contrast.dot(&self.maximum.terms).abs()
    }

    /// Returns the step to the end of the interval as predicted by a quadratic model with the curvature at the maximum,
    /// and twice the predicted gain in log-likelihood from optimising the other terms.
    fn step(&self, terms: &DVector<f64>, side: f64) -> Option<(DVector<f64>, f64)> {
        let (value, slope) = self.likelihood.slope(terms);
        let up = self.maximum.factor.solve(&slope);
        let (gain, shift) = (slope.dot(&up), self.contrast.dot(&up));
        let room = 2.0 * (value - self.maximum.value) + gain + self.threshold * self.threshold;
        let target = (room >= 0.0).then(|| side * self.deviation * room.sqrt())?;
        let rest = gain - (shift / self.deviation).powi(2);
        Some((up + target * &self.along, rest))
    }

    fn bracketed_end(&self, side: f64) -> f64 {
        let start = self.contrast.dot(&self.maximum.terms);
        let (mut near, mut terms) = (start, self.maximum.terms.clone());
        let mut distance = (self.threshold * self.deviation).min(1.0);
        let mut near_excess = -self.threshold;
        loop {
            let (root_deviance, best) = self.root_deviance_from(terms, start + side * distance);
            if root_deviance >= self.threshold {
                return self.root((near, near_excess), (start + side * distance, root_deviance - self.threshold), best);
            }
            if distance >= self.farthest() {
                return side * f64::INFINITY;
            }
            (near, near_excess, terms) = (start + side * distance, root_deviance - self.threshold, best);
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
            let (root_deviance, best) = self.root_deviance_from(terms, middle);
            terms = best;
            if (root_deviance - self.threshold).abs() < PRECISION / 10.0 {
                return middle;
            }
            if root_deviance >= self.threshold {
                (outer, inner.1) = ((middle, root_deviance - self.threshold), inner.1 / 2.0);
            } else {
                (inner, outer.1) = ((middle, root_deviance - self.threshold), outer.1 / 2.0);
            }
        }
        outer.0
    }

    /// Returns the root deviance at a value and the optimal terms there, maximising from the given terms.
    fn root_deviance_from(&self, terms: DVector<f64>, value: f64) -> (f64, DVector<f64>) {
        let moved = value - self.contrast.dot(&terms);
        let maximum = maximise(self.likelihood, terms + moved * &self.along, Some(self.contrast));
        ((2.0 * (self.maximum.value - maximum.value)).max(0.0).sqrt(), maximum.terms)
    }
}
