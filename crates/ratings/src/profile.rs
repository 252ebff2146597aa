//! Intervals from the profile of the likelihood.
//!
//! The end of an interval is where the best likelihood with the contrast held there has fallen by half the quantile of
//! chi-squared. It is looked for with the steps of Venzon and Moolgavkar (1988), all with the curvature at the peak; if
//! these do not settle, the profile is computed point by point with full Newton climbs, and the end bracketed.

use nalgebra::DVector;

use crate::likelihood::Likelihood;
use crate::newton::{Peak, climb};

/// The distance in log units, 7,000 Elo, from the estimate and from zero, beyond which an end counts as unbounded.
const FARTHEST: f64 = 40.0;

/// How exact an end is, in standard deviations.
const PRECISION: f64 = 1e-3;

/// A contrast of the terms whose interval is wanted.
pub(crate) struct Profile<'a> {
    likelihood: &'a Likelihood,
    peak: &'a Peak,
    contrast: &'a DVector<f64>,
    /// How the terms go along when the contrast grows by one.
    along: DVector<f64>,
    deviation: f64,
    /// The square root of the quantile of chi-squared with one degree of freedom.
    fall: f64,
}

impl<'a> Profile<'a> {
    pub(crate) fn new(
        likelihood: &'a Likelihood,
        peak: &'a Peak,
        contrast: &'a DVector<f64>,
        fall: f64,
    ) -> Profile<'a> {
        let along = peak.factor.solve(contrast);
        let variance = contrast.dot(&along).max(f64::MIN_POSITIVE);
        Profile { likelihood, peak, contrast, along: along / variance, deviation: variance.sqrt(), fall }
    }

    /// The end of the interval above (side 1) or below (side −1) the estimate, possibly infinite.
    pub(crate) fn end(&self, side: f64) -> f64 {
        self.cheap_end(side).unwrap_or_else(|| self.bracketed_end(side))
    }

    /// How far the profile has fallen where the contrast has a value: the root of twice the difference.
    pub(crate) fn fall_at(&self, value: f64) -> f64 {
        self.fall_from(self.peak.terms.clone(), value).0
    }

    fn cheap_end(&self, side: f64) -> Option<f64> {
        const MOST_STEPS: usize = 25;
        const SHORTER: f64 = 0.7;
        let mut terms = &self.peak.terms + side * self.fall * self.deviation * &self.along;
        let mut last = self.fall * self.deviation;
        for _ in 0..MOST_STEPS {
            let (step, rest) = self.step(&terms, side)?;
            let moved = self.contrast.dot(&step).abs();
            let shrink = moved / last;
            // Steps that do not get shorter lead nowhere.
            if shrink > SHORTER && moved > PRECISION * self.deviation {
                return None;
            }
            terms += step;
            last = moved.max(f64::MIN_POSITIVE);
            // What the next step would do, if it shrinks as the last one did.
            if moved * shrink < PRECISION * self.deviation && rest * shrink * shrink < PRECISION {
                return Some(self.contrast.dot(&terms)).filter(|end| self.is_beyond(*end, side));
            }
        }
        None
    }

    fn is_beyond(&self, end: f64, side: f64) -> bool {
        let distance = side * (end - self.contrast.dot(&self.peak.terms));
        (0.0..self.farthest()).contains(&distance)
    }

    fn farthest(&self) -> f64 {
        FARTHEST + self.contrast.dot(&self.peak.terms).abs()
    }

    /// The step to where the likelihood, taken as a parabola with the peak's curvature, has fallen as far as wanted;
    /// and how far the other terms are from their best.
    fn step(&self, terms: &DVector<f64>, side: f64) -> Option<(DVector<f64>, f64)> {
        let (value, slope) = self.likelihood.slope(terms);
        let up = self.peak.factor.solve(&slope);
        let (climb, shift) = (slope.dot(&up), self.contrast.dot(&up));
        let room = 2.0 * (value - self.peak.value) + climb + self.fall * self.fall;
        let target = (room >= 0.0).then(|| side * self.deviation * room.sqrt())?;
        let rest = climb - (shift / self.deviation).powi(2);
        Some((up + target * &self.along, rest))
    }

    fn bracketed_end(&self, side: f64) -> f64 {
        let start = self.contrast.dot(&self.peak.terms);
        let (mut near, mut terms) = (start, self.peak.terms.clone());
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

    /// The root between two points by false position, with the Illinois rule that keeps it from stalling.
    fn root(&self, mut inner: (f64, f64), mut outer: (f64, f64), mut terms: DVector<f64>) -> f64 {
        const MOST_STEPS: usize = 60;
        for _ in 0..MOST_STEPS {
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

    /// The fall of the profile at a value, and the best terms there, climbing from these.
    fn fall_from(&self, terms: DVector<f64>, value: f64) -> (f64, DVector<f64>) {
        let moved = value - self.contrast.dot(&terms);
        let peak = climb(self.likelihood, terms + moved * &self.along, Some(self.contrast));
        ((2.0 * (self.peak.value - peak.value)).max(0.0).sqrt(), peak.terms)
    }
}
