//! Random numbers and combat.

use asg::{Combat, Prng};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use python_macros::guarded;

use crate::asg::rules;
use crate::convert::Whole;
use crate::error::Problem;

/// The random generator of matches.
#[pyclass(name = "Prng", module = "ringside.asg")]
pub(crate) struct PyPrng(Prng);

#[guarded]
#[pymethods]
impl PyPrng {
    #[new]
    fn new(seed: Whole<i64>) -> PyPrng {
        PyPrng(Prng::new(seed.0))
    }

    /// The current state.
    #[getter]
    fn state(&self) -> u32 {
        self.0.state()
    }

    /// Draws a number of 32 bits.
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Draws a fraction from 0 to 1.
    fn fraction(&mut self) -> f64 {
        self.0.fraction()
    }

    /// Draws a truth value.
    fn coin(&mut self) -> bool {
        self.0.coin()
    }

    /// Draws a whole number from `low` to `high`, both included.
    fn between(&mut self, low: Whole<i64>, high: Whole<i64>) -> PyResult<i64> {
        /// The limit of amounts in a match, for which the generator is defined.
        const MOST: i64 = 1 << 53;
        if low.0 > high.0 || low.0 < -MOST || high.0 > MOST {
            return Err(Problem::new("low must not exceed high, and both must be within 2^53 of zero").into());
        }
        Ok(self.0.int(low.0, high.0))
    }
}

/// Checks the arguments of a fight.
fn combat(attacker: u64, defender: u64, fraction: f64) -> Result<Combat, Problem> {
    let is_amount = |amount| (1..=asg::limits::MAX_AMOUNT).contains(&amount);
    if !is_amount(attacker) || !is_amount(defender) {
        return Err(Problem::new(format!("strengths must be numbers from 1 to {}", asg::limits::MAX_AMOUNT)));
    }
    if !(0.0..=1.0).contains(&fraction) {
        return Err(Problem::new("the variance fraction must be a number from 0 to 1"));
    }
    Ok(Combat::new(attacker, defender, fraction))
}

/// Returns the probability that the attacker wins a fight.
#[guarded]
#[pyfunction]
#[pyo3(signature = (attacker, defender, fraction, rules="v0"))]
pub(crate) fn combat_odds(attacker: Whole<u64>, defender: Whole<u64>, fraction: f64, rules: &str) -> PyResult<f64> {
    Ok(combat(attacker.0, defender.0, fraction)?.odds(self::rules(rules)?))
}

/// Resolves a fight with the random generator of a seed.
#[guarded]
#[pyfunction]
#[pyo3(signature = (attacker, defender, fraction, seed, rules="v0"))]
pub(crate) fn resolve_combat<'py>(
    py: Python<'py>,
    attacker: Whole<u64>,
    defender: Whole<u64>,
    fraction: f64,
    seed: Whole<i64>,
    rules: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let combat = combat(attacker.0, defender.0, fraction)?;
    let mut prng = Prng::new(seed.0);
    let end = combat.resolve(self::rules(rules)?, &mut prng);
    let result = PyDict::new(py);
    result.set_item("bound", combat.bound)?;
    result.set_item("noise", end.noise)?;
    result.set_item("delta", end.delta)?;
    result.set_item("attacker_won", end.attacker_won)?;
    result.set_item("left", end.left)?;
    result.set_item("stated_odds", combat.stated_odds())?;
    result.set_item("prng_state", prng.state())?;
    Ok(result)
}
