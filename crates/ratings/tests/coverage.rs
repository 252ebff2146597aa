//! Coverage of the intervals on simulated contests, for each term separately.

use ratings::simulation::Truth;
use ratings::{Bootstrap, Contest, Estimate, Intervals, Options, fit};
use rayon::prelude::*;

/// Number of simulated data sets. The standard error of a coverage is a third of a per cent.
const DATA_SETS: u64 = 4_000;

/// Reports for each term whether its interval contains the true value: ratings, then seats, then ties.
fn hits(truth: &Truth, contests: &[Contest]) -> Vec<bool> {
    let fit = fit(contests, &Options::default()).expect("the options are valid");
    let mean = truth.elo.iter().sum::<f64>() / truth.elo.len() as f64;
    let ratings = fit.ratings.iter().zip(&truth.elo).map(|(rating, elo)| rating.contains(elo - mean));
    let seats = fit.seats.iter().zip(&truth.seats).map(|(effect, elo)| effect.elo.contains(*elo));
    let prevalence = truth.ties.iter().filter(|&&tie| tie > 0.0);
    let ties = fit.ties.iter().zip(prevalence).map(|(effect, tie)| effect.prevalence.contains(*tie));
    ratings.chain(seats).chain(ties).collect()
}

fn check(truth: &Truth, games: usize) {
    let terms = truth.elo.len() + truth.seats.len() + truth.ties.iter().filter(|&&tie| tie > 0.0).count();
    let count = |seed| hits(truth, &truth.contests(games, seed)).into_iter().map(u64::from).collect::<Vec<_>>();
    let counts = (0..DATA_SETS).into_par_iter().map(count).reduce(
        || vec![0; terms],
        |one, other| {
            assert_eq!((one.len(), other.len()), (terms, terms), "a term is missing from a fit");
            one.iter().zip(&other).map(|(one, other)| one + other).collect()
        },
    );
    let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / DATA_SETS as f64).collect();
    println!("{} seats, {games} games: {shares:.4?}", truth.seats.len());
    assert!(shares.iter().all(|share| (0.93..=0.97).contains(share)), "{shares:.4?}");
}

#[test]
fn intervals_cover_with_two_seats() {
    let truth = Truth { elo: vec![150.0, 60.0, 0.0, -40.0, -170.0], seats: vec![25.0, -25.0], ties: [0.6, 0.0, 0.0] };
    check(&truth, 300);
}

#[test]
fn intervals_cover_with_three_seats() {
    let elo = vec![180.0, 50.0, 0.0, -30.0, -200.0];
    check(&Truth { elo, seats: vec![40.0, -10.0, -30.0], ties: [0.4, 0.3, 0.0] }, 300);
}

#[test]
fn intervals_cover_with_four_seats() {
    let elo = vec![200.0, 110.0, 30.0, -40.0, -100.0, -200.0];
    check(&Truth { elo, seats: vec![30.0, 10.0, -15.0, -25.0], ties: [0.4, 0.3, 0.3] }, 300);
}

/// Returns the coverage of the interval of one of three players, on data that contain every contest twice.
fn coverage_with_duplicates(intervals: impl Fn(u64) -> Intervals + Sync) -> f64 {
    const DUPLICATE_SETS: u64 = 600;
    let truth = Truth { elo: vec![80.0, 0.0, -80.0], seats: vec![20.0, -20.0], ties: [0.5, 0.0, 0.0] };
    let covers = |seed: u64| {
        let contests: Vec<Contest> = truth.contests(150, seed).into_iter().flat_map(|contest| [contest; 2]).collect();
        let options = Options { intervals: intervals(seed), ..Options::default() };
        let first: Estimate = fit(&contests, &options).expect("the options are valid").ratings[0];
        first.contains(80.0)
    };
    (0..DUPLICATE_SETS).into_par_iter().filter(|&seed| covers(seed)).count() as f64 / DUPLICATE_SETS as f64
}

#[test]
fn grouped_bootstrap_accounts_for_dependent_contests() {
    let groups: Vec<u32> = (0..150).flat_map(|pair| [pair; 2]).collect();
    let grouped =
        coverage_with_duplicates(|seed| Intervals::Bootstrap(Bootstrap { groups: groups.clone(), rounds: 400, seed }));
    let profile = coverage_with_duplicates(|_| Intervals::Profile);
    println!("duplicates: bootstrap {grouped:.3}, profile {profile:.3}");
    assert!((0.92..=0.98).contains(&grouped), "{grouped}");
    assert!(profile < 0.9, "the profile assumes independent contests: {profile}");
}
