//! Rates of repeated workloads, and the values that they must reach.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;

/// Rates of repeated rounds of the same workload.
pub(super) struct Rates(Vec<f64>);

impl Rates {
    /// Repeats a workload for the given time, at least three times. The workload returns the number of actions, plies
    /// or sequences.
    pub(super) fn measure(budget: Duration, mut work: impl FnMut() -> u64) -> (u64, Rates) {
        let ([amount], [rates]) = Rates::alternate(budget, [&mut work]);
        (amount, rates)
    }

    /// Repeats several workloads in alternation, so that other load affects all of them, for the given time each and at
    /// least three times.
    pub(super) fn alternate<const N: usize>(
        budget: Duration,
        mut works: [&mut dyn FnMut() -> u64; N],
    ) -> ([u64; N], [Rates; N]) {
        let start = Instant::now();
        let mut amounts = [None; N];
        let mut rates = [const { Vec::new() }; N];
        while rates[0].len() < 3 || start.elapsed() < budget * N as u32 {
            for (number, work) in works.iter_mut().enumerate() {
                let round = Instant::now();
                let done = black_box(work());
                rates[number].push(done as f64 / round.elapsed().as_secs_f64());
                assert_eq!(*amounts[number].get_or_insert(done), done, "every round has the same result");
            }
        }
        (amounts.map(Option::unwrap_or_default), rates.map(Rates))
    }

    pub(super) fn best(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    pub(super) fn median(&self) -> f64 {
        median(self.0.clone())
    }
}

/// Returns the median of at least one number.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// A required rate or ratio, and whether it was reached. It depends on the machine, so a missed one is only reported.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub(super) struct Target {
    pub(super) required: f64,
    pub(super) met: bool,
}

impl Target {
    pub(super) fn new(required: f64, measured: f64) -> Target {
        Target { required, met: measured >= required }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = if self.met { "met" } else { "MISSED" };
        if self.required >= 1000.0 {
            f.pad(&format!("{:.1} M {result}", self.required / 1e6))
        } else {
            f.pad(&format!("{:.2} {result}", self.required))
        }
    }
}

/// Returns the text of a target for a table; empty if there is none.
pub(super) fn target_text(target: Option<Target>) -> String {
    target.map_or_else(String::new, |target| target.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_written_with_their_results() {
        assert_eq!(Target::new(3e6, 3e6).to_string(), "3.0 M met");
        assert_eq!(Target::new(600_000.0, 599_999.0).to_string(), "0.6 M MISSED");
        assert_eq!(Target::new(0.8, 0.79).to_string(), "0.80 MISSED");
        assert_eq!(target_text(None), "");
    }

    #[test]
    fn alternating_workloads_are_measured_separately() {
        let mut order = Vec::new();
        let mut second = 0;
        let ([one, other], rates) = {
            let log = std::cell::RefCell::new(&mut order);
            let mut one = || {
                log.borrow_mut().push(1);
                5
            };
            let mut other = || {
                log.borrow_mut().push(2);
                second += 1;
                7
            };
            Rates::alternate(Duration::ZERO, [&mut one, &mut other])
        };
        assert_eq!((one, other, second), (5, 7, 3));
        assert_eq!(order, [1, 2, 1, 2, 1, 2]);
        assert!(rates.iter().all(|rates| rates.median() > 0.0 && rates.best() >= rates.median()));
    }
}
