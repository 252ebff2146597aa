//! The top of the likelihood, by Newton's method with damped steps.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::likelihood::{Likelihood, PULL};

/// The most steps; twenty are many.
const MOST_STEPS: usize = 50;

/// A step that promises less than this is the last.
const SMALLEST_GAIN: f64 = 1e-10;

/// A curvature that can be solved for.
pub(crate) type Factor = Cholesky<f64, Dyn>;

/// Where the likelihood is highest.
#[derive(Clone, Debug)]
pub(crate) struct Peak {
    pub(crate) terms: DVector<f64>,
    /// The logarithm of the likelihood with the pull.
    pub(crate) value: f64,
    /// The curvature near the peak.
    pub(crate) factor: Factor,
    pub(crate) converged: bool,
}

impl Peak {
    /// The variance of a contrast of the terms: the inverse curvature between the contrast and itself.
    pub(crate) fn variance(&self, contrast: &DVector<f64>) -> f64 {
        contrast.dot(&self.factor.solve(contrast)).max(0.0)
    }
}

/// Climbs from these terms to the top, or to the top of those places where a contrast keeps its value.
pub(crate) fn climb(likelihood: &Likelihood, start: DVector<f64>, contrast: Option<&DVector<f64>>) -> Peak {
    let held = contrast.map_or(0.0, |contrast| contrast.dot(&start));
    let peak = climb_straight(likelihood, start, contrast);
    if peak.converged { peak } else { climb_slowly(likelihood, contrast, held) }
}

/// Climbs from the centre with a strong pull that is weakened step by step.
///
/// Few data with many terms make the likelihood a landscape of planes and edges, in which steps from afar get lost.
fn climb_slowly(likelihood: &Likelihood, contrast: Option<&DVector<f64>>, held: f64) -> Peak {
    let mut terms = likelihood.centre.clone();
    if let Some(contrast) = contrast {
        terms += contrast * ((held - contrast.dot(&terms)) / contrast.norm_squared().max(f64::MIN_POSITIVE));
    }
    let mut pull = 1.0;
    while pull > 2.0 * PULL {
        terms = climb_straight(&likelihood.with_pull(pull), terms, contrast).terms;
        pull /= 4.0;
    }
    climb_straight(likelihood, terms, contrast)
}

fn climb_straight(likelihood: &Likelihood, mut terms: DVector<f64>, contrast: Option<&DVector<f64>>) -> Peak {
    let mut steps = 0;
    loop {
        let (value, slope, curvature) = likelihood.curvature(&terms);
        let factor = factorise(&curvature);
        let step = level(factor.solve(&slope), contrast, &factor);
        let gain = slope.dot(&step).max(0.0);
        if gain < SMALLEST_GAIN {
            return Peak { terms: terms + step, value: value + gain / 2.0, factor, converged: true };
        }
        let next = damped(likelihood, &terms, &step, value, gain);
        steps += 1;
        match next {
            Some(next) if steps < MOST_STEPS => terms = next,
            // No higher place along the way up: as good as the numbers can tell, unless much was promised.
            _ => return Peak { terms, value, factor, converged: gain < 1e-6 },
        }
    }
}

/// Climbs with one factor of the curvature for all steps, which is cheap where the peak is near.
pub(crate) fn climb_nearby(likelihood: &Likelihood, near: &Peak) -> Option<DVector<f64>> {
    const MOST_CHEAP_STEPS: usize = 30;
    // The mean squared error of this gain is a ten-thousandth of a standard deviation.
    const ENOUGH: f64 = 1e-8;
    let (mut terms, mut last) = (near.terms.clone(), f64::INFINITY);
    for _ in 0..MOST_CHEAP_STEPS {
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

/// A step without what would change the contrast.
fn level(step: DVector<f64>, contrast: Option<&DVector<f64>>, factor: &Factor) -> DVector<f64> {
    let Some(contrast) = contrast else { return step };
    let along = factor.solve(contrast);
    let share = contrast.dot(&step) / contrast.dot(&along).max(f64::MIN_POSITIVE);
    step - share * along
}

/// The longest part of a step, halved until it climbs as it should.
fn damped(
    likelihood: &Likelihood,
    terms: &DVector<f64>,
    step: &DVector<f64>,
    value: f64,
    gain: f64,
) -> Option<DVector<f64>> {
    const MOST_HALVINGS: i32 = 40;
    let slack = 1e-13 * (1.0 + value.abs());
    (0..MOST_HALVINGS)
        .map(|halvings| 0.5_f64.powi(halvings))
        .map(|part| (part, terms + part * step))
        .find(|(part, next)| likelihood.value(next) >= value + 1e-4 * part * gain - slack)
        .map(|(_, next)| next)
}

/// A curvature as a factor; where rounding leaves it without a root, the diagonal is raised until it has one.
pub(crate) fn factorise(curvature: &DMatrix<f64>) -> Factor {
    let scale = curvature.diagonal().max().max(1.0);
    let mut raised = 1e-12 * scale;
    let mut attempt = curvature.clone();
    loop {
        match Cholesky::new(attempt) {
            Some(factor) => return factor,
            None if raised > scale => return Cholesky::new(identity(curvature.nrows(), scale)).expect("an identity"),
            None => attempt = curvature + identity(curvature.nrows(), raised),
        }
        raised *= 100.0;
    }
}

fn identity(len: usize, scale: f64) -> DMatrix<f64> {
    DMatrix::from_diagonal_element(len, len, scale)
}
