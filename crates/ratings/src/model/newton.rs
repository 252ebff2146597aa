//! Maximisation of the likelihood by Newton's method with damped steps.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::likelihood::{Likelihood, PRIOR_PRECISION};

/// Maximum number of steps; rarely more than twenty are needed.
const MAX_STEPS: usize = 50;

/// Predicted gain in log-likelihood below which a step is the last.
const MIN_GAIN: f64 = 1e-10;

/// Cholesky factor of the curvature.
pub(crate) type Factor = Cholesky<f64, Dyn>;

/// Maximum of the likelihood.
#[derive(Clone, Debug)]
pub(crate) struct Maximum {
    pub(crate) terms: DVector<f64>,
    /// Log-likelihood including the prior.
    pub(crate) value: f64,
    /// Cholesky factor of the curvature near the maximum.
    pub(crate) factor: Factor,
    pub(crate) converged: bool,
}

impl Maximum {
    /// Returns the variance of a contrast of the terms, from the inverse curvature.
    pub(crate) fn variance(&self, contrast: &DVector<f64>) -> f64 {
        contrast.dot(&self.factor.solve(contrast)).max(0.0)
    }
}

/// Maximises the likelihood from a start. With a contrast, its value at the start is kept constant.
pub(crate) fn maximise(likelihood: &Likelihood, start: DVector<f64>, contrast: Option<&DVector<f64>>) -> Maximum {
    let fixed_value = contrast.map_or(0.0, |contrast| contrast.dot(&start));
    let maximum = newton(likelihood, start, contrast);
    if maximum.converged { maximum } else { anneal(likelihood, contrast, fixed_value) }
}

/// Maximises from the centre with a strong prior that is weakened step by step.
///
/// With few data and many terms the likelihood is nearly piecewise linear, and Newton steps from far away can fail.
fn anneal(likelihood: &Likelihood, contrast: Option<&DVector<f64>>, fixed_value: f64) -> Maximum {
    let mut terms = likelihood.centre.clone();
    if let Some(contrast) = contrast {
        terms += contrast * ((fixed_value - contrast.dot(&terms)) / contrast.norm_squared().max(f64::MIN_POSITIVE));
    }
    let mut precision = 1.0;
    while precision > 2.0 * PRIOR_PRECISION {
        terms = newton(&likelihood.with_prior_precision(precision), terms, contrast).terms;
        precision /= 4.0;
    }
    newton(likelihood, terms, contrast)
}

fn newton(likelihood: &Likelihood, mut terms: DVector<f64>, contrast: Option<&DVector<f64>>) -> Maximum {
    let mut steps = 0;
    loop {
        let (value, slope, curvature) = likelihood.curvature(&terms);
        let factor = factorise(&curvature);
        let step = project(factor.solve(&slope), contrast, &factor);
        let gain = slope.dot(&step).max(0.0);
        if gain < MIN_GAIN {
            return Maximum { terms: terms + step, value: value + gain / 2.0, factor, converged: true };
        }
        let next = damped(likelihood, &terms, &step, value, gain);
        steps += 1;
        match next {
            Some(next) if steps < MAX_STEPS => terms = next,
            // No improvement along the step. This is the limit of precision, unless the predicted gain is large.
            _ => return Maximum { terms, value, factor, converged: gain < 1e-6 },
        }
    }
}

/// Maximises with one curvature for all steps, which is cheap close to the maximum. Returns `None` if it does not
/// converge.
pub(crate) fn maximise_from_nearby(likelihood: &Likelihood, near: &Maximum) -> Option<DVector<f64>> {
    const MAX_CHEAP_STEPS: usize = 30;
    // A gain of this size corresponds to an error of a ten-thousandth of a standard deviation.
    const ENOUGH: f64 = 1e-8;
    let (mut terms, mut last) = (near.terms.clone(), f64::INFINITY);
    for _ in 0..MAX_CHEAP_STEPS {
        let (_, slope) = likelihood.slope(&terms);
        let step = near.factor.solve(&slope);
        let gain = slope.dot(&step);
        if gain.is_nan() || gain > last {
            return None;
        }
        terms += step;
        if gain < ENOUGH {
            return Some(terms);
        }
        last = gain / 2.0;
    }
    None
}

/// Removes from a step the part that changes the contrast.
fn project(step: DVector<f64>, contrast: Option<&DVector<f64>>, factor: &Factor) -> DVector<f64> {
    let Some(contrast) = contrast else { return step };
    let along = factor.solve(contrast);
    let share = contrast.dot(&step) / contrast.dot(&along).max(f64::MIN_POSITIVE);
    step - share * along
}

/// Applies a step, halved until the likelihood increases sufficiently; returns `None` if it never does.
fn damped(
    likelihood: &Likelihood,
    terms: &DVector<f64>,
    step: &DVector<f64>,
    value: f64,
    gain: f64,
) -> Option<DVector<f64>> {
    const MAX_HALVINGS: i32 = 40;
    let slack = 1e-13 * (1.0 + value.abs());
    (0..MAX_HALVINGS)
        .map(|halvings| 0.5_f64.powi(halvings))
        .map(|part| (part, terms + part * step))
        .find(|(part, next)| likelihood.value(next) >= value + 1e-4 * part * gain - slack)
        .map(|(_, next)| next)
}

/// Factorises a curvature. If rounding makes it indefinite, the diagonal is raised until it is positive definite.
pub(crate) fn factorise(curvature: &DMatrix<f64>) -> Factor {
    let scale = curvature.diagonal().max().max(1.0);
    let mut raised = 1e-12 * scale;
    let mut attempt = curvature.clone();
    loop {
        match Cholesky::new(attempt) {
            Some(factor) => return factor,
            None if raised > scale => {
                return Cholesky::new(identity(curvature.nrows(), scale))
                    .expect("a scaled identity is positive definite");
            }
            None => attempt = curvature + identity(curvature.nrows(), raised),
        }
        raised *= 100.0;
    }
}

fn identity(len: usize, scale: f64) -> DMatrix<f64> {
    DMatrix::from_diagonal_element(len, len, scale)
}
