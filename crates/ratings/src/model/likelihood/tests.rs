//! Checks gradient and curvature against finite differences.

use super::*;
use crate::contest::Contest;
use crate::model::choices::split_into_choices;

/// Returns the likelihood of contests with all numbers of seats and all tie sizes.
fn mixed() -> Likelihood {
    let rows: [(&[u32], &[u8]); 8] = [
        (&[0, 1], &[1, 2]),
        (&[1, 0], &[1, 1]),
        (&[2, 1, 0], &[1, 2, 2]),
        (&[0, 2, 3], &[3, 1, 1]),
        (&[3, 2, 1, 0], &[1, 2, 3, 4]),
        (&[0, 1, 2, 3], &[1, 1, 1, 4]),
        (&[1, 3, 0, 2], &[1, 1, 1, 1]),
        (&[2, 0, 3, 1], &[4, 1, 1, 3]),
    ];
    let contests: Vec<_> =
        rows.iter().map(|(players, places)| Contest::new(players, places).expect("the contest is valid")).collect();
    let (fields, choices) = split_into_choices(&contests);
    Likelihood::new(4, &fields, choices)
}

fn some_terms(likelihood: &Likelihood) -> DVector<f64> {
    let mut terms = DVector::from_fn(likelihood.layout.len, |term, _| (term as f64 * 1.7).sin());
    terms[likelihood.layout.zero_term()] = 0.0;
    terms
}

#[test]
fn gradient_equals_difference_of_values() {
    let likelihood = mixed();
    let terms = some_terms(&likelihood);
    let (value, slope) = likelihood.slope(&terms);
    assert!((value - likelihood.value(&terms)).abs() < 1e-12);
    for term in 0..likelihood.layout.zero_term() {
        let moved = |by: f64| {
            let mut terms = terms.clone();
            terms[term] += by;
            likelihood.value(&terms)
        };
        let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert!((difference - slope[term]).abs() < 1e-7, "term {term}: {difference} and {}", slope[term]);
    }
}

#[test]
fn curvature_equals_difference_of_gradients() {
    let likelihood = mixed();
    let terms = some_terms(&likelihood);
    let (_, _, curvature) = likelihood.curvature(&terms);
    for column in 0..likelihood.layout.zero_term() {
        let moved = |by: f64| {
            let mut terms = terms.clone();
            terms[column] += by;
            likelihood.slope(&terms).1
        };
        let difference = (moved(-1e-5) - moved(1e-5)) / 2e-5;
        for row in column..likelihood.layout.zero_term() {
            assert!((difference[row] - curvature[(row, column)]).abs() < 1e-7, "row {row}, column {column}");
        }
    }
}

#[test]
fn influences_sum_to_the_gradient() {
    let likelihood = mixed();
    let terms = some_terms(&likelihood);
    let direction = DVector::from_fn(likelihood.layout.len, |term, _| (term as f64).cos());
    let sum: f64 = likelihood.influences(&terms, &direction).iter().sum();
    let slope_without_prior = likelihood.slope(&terms).1 + PRIOR_PRECISION * &terms;
    let along = slope_without_prior.dot(&direction);
    assert!((sum - along).abs() < 1e-9, "{sum} and {along}");
}

#[test]
fn probabilities_of_all_rankings_of_three_sum_to_one() {
    let likelihood = mixed();
    let terms = some_terms(&likelihood);
    let places: Vec<[u8; 3]> = (0..27_u8).map(|n| [n / 9 + 1, n / 3 % 3 + 1, n % 3 + 1]).collect();
    let rankings = places.iter().filter_map(|places| Contest::new(&[3, 0, 2], places).ok());
    let chance = |contest: Contest| {
        let (fields, choices) = split_into_choices(&[contest]);
        let one = Likelihood { layout: likelihood.layout.clone(), ..Likelihood::new(4, &fields, choices.clone()) };
        let fields: Vec<_> = fields.iter().map(|field| likelihood.layout.members(field)).collect();
        let one = Likelihood { fields: fields.into(), choices: choices.into(), ..one }.reweighted(|_| 1.0);
        one.plain_value(&terms).exp()
    };
    let total: f64 = rankings.map(chance).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
}
