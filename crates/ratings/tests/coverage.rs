//! How often the truth lies in the intervals, for every term by itself.

use ratings::simulation::Truth;
use ratings::{Bootstrap, Contest, Estimate, Intervals, Options, fit};
use rayon::prelude::*;

/// More data sets than the thousand that are needed, so that chance moves a share by a third of a per cent only.
const DATA_SETS: u64 = 4_000;

/// Whether the truth of each term lies in its interval: ratings, seats, ties.
fn hits(truth: &Truth, contests: &[Contest]) -> Vec<bool> {
    let fit = fit(contests, &Options::default()).expect("a fit");
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
fn intervals_hold_the_truth_with_two_seats() {
    let truth = Truth { elo: vec![150.0, 60.0, 0.0, -40.0, -170.0], seats: vec![25.0, -25.0], ties: [0.6, 0.0, 0.0] };
    check(&truth, 300);
}

#[test]
fn intervals_hold_the_truth_with_three_seats() {
    let elo = vec![180.0, 50.0, 0.0, -30.0, -200.0];
    check(&Truth { elo, seats: vec![40.0, -10.0, -30.0], ties: [0.4, 0.3, 0.0] }, 300);
}

#[test]
fn intervals_hold_the_truth_with_four_seats() {
    let elo = vec![200.0, 110.0, 30.0, -40.0, -100.0, -200.0];
    check(&Truth { elo, seats: vec![30.0, 10.0, -15.0, -25.0], ties: [0.4, 0.3, 0.3] }, 300);
}

/// How often the interval of the first of three players holds the truth when every contest is in the data twice.
fn share_with_twins(intervals: impl Fn(u64) -> Intervals + Sync) -> f64 {
    const TWIN_SETS: u64 = 600;
    let truth = Truth { elo: vec![80.0, 0.0, -80.0], seats: vec![20.0, -20.0], ties: [0.5, 0.0, 0.0] };
    let holds = |seed: u64| {
        let contests: Vec<Contest> = truth.contests(150, seed).into_iter().flat_map(|contest| [contest; 2]).collect();
        let options = Options { intervals: intervals(seed), ..Options::default() };
        let first: Estimate = fit(&contests, &options).expect("a fit").ratings[0];
        first.contains(80.0)
    };
    (0..TWIN_SETS).into_par_iter().filter(|&seed| holds(seed)).count() as f64 / TWIN_SETS as f64
}

#[test]
fn the_bootstrap_sees_that_contests_of_a_group_depend_on_each_other() {
    let groups: Vec<u32> = (0..150).flat_map(|pair| [pair; 2]).collect();
    let grouped =
        share_with_twins(|seed| Intervals::Bootstrap(Bootstrap { groups: groups.clone(), rounds: 400, seed }));
    let profile = share_with_twins(|_| Intervals::Profile);
    println!("twins: bootstrap {grouped:.3}, profile {profile:.3}");
    assert!((0.92..=0.98).contains(&grouped), "{grouped}");
    assert!(profile < 0.9, "the profile takes all contests as independent: {profile}");
}
