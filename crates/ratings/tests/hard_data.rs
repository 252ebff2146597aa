//! Fits to data that leave terms undetermined, and rejection of invalid input.

use proptest::prelude::*;
use ratings::{Anchor, Bootstrap, Contest, Fit, FitError, Intervals, Options, Warning, fit};

fn contest(players: &[u32], places: &[u8]) -> Contest {
    Contest::new(players, places).expect("the contest is valid")
}

/// Returns `times` contests per pair of players and seat order; the player listed first wins.
fn round_robin(players: &[u32], times: usize) -> Vec<Contest> {
    let mut contests = Vec::new();
    for (at, &better) in players.iter().enumerate() {
        for &worse in &players[at + 1..] {
            for _ in 0..times {
                contests.extend([contest(&[better, worse], &[1, 2]), contest(&[worse, better], &[2, 1])]);
            }
        }
    }
    contests
}

fn fitted(contests: &[Contest]) -> Fit {
    fit(contests, &Options::default()).expect("the options are valid")
}

fn assert_sound(fit: &Fit) {
    let ratings = fit.ratings.iter().copied();
    let seats = fit.seats.iter().map(|effect| effect.elo);
    let ties = fit.ties.iter().map(|effect| effect.prevalence);
    for estimate in ratings.chain(seats).chain(ties) {
        assert!(estimate.value.is_finite(), "{fit:?}");
        assert!(
            estimate.low <= estimate.value + 1e-6 && estimate.value <= estimate.high + 1e-6,
            "{estimate:?} in {fit:?}"
        );
    }
    assert!(fit.log_likelihood.is_finite() && fit.log_likelihood <= 1e-9);
    assert!(!fit.warnings.contains(&Warning::NotConverged), "{fit:?}");
}

#[test]
fn fit_without_contests_is_unbounded() {
    assert_sound(&fitted(&[]));
    assert_eq!(fitted(&[]).warnings, [Warning::NoContests]);
    let fit = fit(&[], &Options { players: Some(2), ..Options::default() }).expect("the options are valid");
    assert_sound(&fit);
    assert_eq!(fit.ratings[1].to_string(), "0.0 (-∞ to ∞)");
    assert_eq!(fit.warnings, [Warning::NoContests, Warning::NoGames(0), Warning::NoGames(1)]);
    assert_eq!(fit.los(0, 1), None);
    assert_eq!(fit.fragility(5), None);
}

#[test]
fn one_contest_leaves_one_end_of_each_rating_infinite() {
    let fit = fitted(&[contest(&[0, 1], &[1, 2])]);
    assert_sound(&fit);
    assert!(fit.ratings[0].high.is_infinite() && fit.ratings[1].low.is_infinite());
    assert!(fit.warnings.contains(&Warning::NeverLost(0)) && fit.warnings.contains(&Warning::NeverWon(1)));
    assert!(fit.warnings.contains(&Warning::SeatsNotRotated { seats: 2 }));
    assert!(fit.warnings.contains(&Warning::FewGames { player: 1, contests: 1 }));
}

#[test]
fn rating_of_undefeated_player_has_only_a_lower_end() {
    let mut contests = round_robin(&[0, 1, 2], 3);
    contests.extend(round_robin(&[2, 1], 2));
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert!(fit.ratings[0].low.is_finite() && fit.ratings[0].high.is_infinite(), "{}", fit.ratings[0]);
    assert!(fit.ratings[1].is_bounded() && fit.ratings[2].is_bounded());
    let mean = fit.ratings[1].value + fit.ratings[2].value;
    assert!(mean.abs() < 1e-6, "the bounded players have the mean zero: {mean}");
    assert!(fit.los(0, 1).is_some_and(|chance| chance > 0.99 && chance < 1.0));
    assert!(fit.warnings.contains(&Warning::NeverLost(0)) && !fit.warnings.contains(&Warning::NeverLost(1)));
}

#[test]
fn ladder_without_upsets_is_unbounded_everywhere() {
    let players: Vec<u32> = (0..12).collect();
    let fit = fitted(&round_robin(&players, 2));
    assert_sound(&fit);
    assert!(fit.ratings.iter().all(|rating| !rating.is_bounded()));
    assert!(fit.warnings.contains(&Warning::Unbounded(5)));
    assert!(fit.ratings.windows(2).all(|pair| pair[0].value > pair[1].value));
}

#[test]
fn unconnected_groups_have_separate_ratings() {
    let mut contests = round_robin(&[0, 2], 4);
    contests.extend(round_robin(&[2, 0], 2));
    contests.extend(round_robin(&[1, 3], 6));
    contests.extend(round_robin(&[3, 1], 5));
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert!(fit.warnings.contains(&Warning::Disconnected { groups: vec![vec![0, 2], vec![1, 3]] }));
    assert!((fit.ratings[0].value + fit.ratings[2].value).abs() < 1e-6);
    assert!((fit.ratings[0].value - fit.ratings[2].value - 400.0 * 2_f64.log10()).abs() < 1e-2);
    assert!(fit.ratings.iter().all(ratings::Estimate::is_bounded));
    assert_eq!(fit.los(0, 1), None);
}

#[test]
fn anchors_connect_groups() {
    let mut contests = round_robin(&[0, 2], 4);
    contests.extend(round_robin(&[2, 0], 2));
    contests.extend([contest(&[1, 3], &[1, 1]), contest(&[1, 3], &[1, 2]), contest(&[3, 1], &[1, 2])]);
    let anchors = vec![Anchor { player: 0, elo: 100.0 }, Anchor { player: 1, elo: 2000.0 }];
    let fit = fit(&contests, &Options { anchors, ..Options::default() }).expect("the options are valid");
    assert_sound(&fit);
    assert!(fit.los(3, 2).is_some_and(|chance| chance > 0.99));
    assert!(fit.ratings[3].is_bounded() && !fit.warnings.iter().any(|one| matches!(one, Warning::Disconnected { .. })));
}

#[test]
fn ties_alone_give_equal_ratings() {
    let contests = vec![contest(&[0, 1], &[1, 1]); 20];
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert!(fit.warnings.contains(&Warning::TiesUnbounded { size: 2 }));
    assert!(fit.ties[0].prevalence.high.is_infinite() && fit.ties[0].prevalence.low > 0.0);
    assert_eq!(fit.ties[0].share_of_two().high, 1.0);
    assert!(fit.ratings[0].value.abs() < 1e-3);
}

#[test]
fn extreme_prevalences_are_fitted() {
    let contests = [
        contest(&[0, 2, 3, 1], &[3, 2, 1, 3]),
        contest(&[1, 3], &[1, 1]),
        contest(&[0, 3], &[1, 2]),
        contest(&[2, 3, 1, 4], &[1, 1, 1, 1]),
        contest(&[4, 2], &[1, 1]),
        contest(&[0, 1, 3], &[1, 1, 1]),
        contest(&[0, 2, 1], &[2, 2, 1]),
    ];
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert!(fit.ties.iter().any(|effect| effect.prevalence.value.ln().abs() > 300.0), "{:?}", fit.ties);
}

#[test]
fn seat_that_always_wins_is_unbounded() {
    let mut contests = vec![contest(&[0, 1], &[1, 2]); 10];
    contests.extend(vec![contest(&[1, 0], &[1, 2]); 10]);
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert!(fit.seats[0].elo.high.is_infinite() && fit.seats[0].elo.low > 0.0);
    assert!(fit.warnings.contains(&Warning::SeatUnbounded { seats: 2, seat: 0 }));
}

#[test]
fn seats_that_never_rotate_have_no_effects() {
    let contests: Vec<_> =
        (0..30).map(|game| contest(&[0, 1], if game % 3 == 0 { &[2, 1] } else { &[1, 2] })).collect();
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert_eq!(fit.seats, []);
    assert!(fit.warnings.contains(&Warning::SeatsNotRotated { seats: 2 }));
    assert!((fit.ratings[0].value - fit.ratings[1].value - 400.0 * 2_f64.log10()).abs() < 1e-2);
}

#[test]
fn player_who_never_changes_seats_gets_a_warning() {
    let mut contests = round_robin(&[0, 1], 5);
    contests.extend(round_robin(&[1, 0], 5));
    contests.extend((0..12).map(|game| contest(&[2, game % 2], if game % 3 == 0 { &[1, 2] } else { &[2, 1] })));
    let fit = fitted(&contests);
    assert_sound(&fit);
    assert!(fit.warnings.contains(&Warning::AlwaysSameSeat { player: 2, seats: 2 }));
    assert_eq!(fit.seats.len(), 2);
}

#[test]
fn removing_few_contests_changes_the_leader() {
    let mut contests = round_robin(&[0, 1, 2], 6);
    contests.extend(round_robin(&[2, 1, 0], 5));
    let whole = fitted(&contests);
    let found = whole.fragility(20).expect("removing few contests changes the leader");
    assert_eq!((found.leader, whole.leader()), (0, Some(0)));
    let left: Vec<_> =
        contests.iter().enumerate().filter(|(at, _)| !found.contests.contains(at)).map(|(_, one)| *one).collect();
    assert_eq!(left.len() + found.contests.len(), contests.len());
    assert_eq!(fitted(&left).leader(), Some(found.successor));
    assert!(found.contests.len() <= 6, "{found:?}");
    assert_eq!(whole.fragility(0), None);
    assert_eq!(fitted(&round_robin(&[0, 1], 30)).fragility(20), None, "no contests would remain");
}

#[test]
fn invalid_options_are_rejected() {
    let contests = [contest(&[0, u32::MAX], &[1, 2])];
    assert!(matches!(fit(&contests, &Options::default()), Err(FitError::TooManyPlayers(_))));
    let two = Options { players: Some(2), ..Options::default() };
    assert!(matches!(fit(&contests, &two), Err(FitError::UnknownPlayer { .. })));
    let anchored = |anchors: &[(u32, f64)]| {
        let anchors = anchors.iter().map(|&(player, elo)| Anchor { player, elo }).collect();
        fit(&[contest(&[0, 1], &[1, 2])], &Options { anchors, ..two.clone() }).map(|fit| fit.ratings.len())
    };
    assert_eq!(anchored(&[(0, f64::NAN)]), Err(FitError::Anchor(0)));
    assert_eq!(anchored(&[(0, 1e9)]), Err(FitError::Anchor(0)));
    assert_eq!(anchored(&[(1, 0.0), (1, 5.0)]), Err(FitError::TwoAnchors(1)));
    assert_eq!(anchored(&[(7, 0.0)]), Err(FitError::UnknownPlayer { player: 7, players: 2 }));
    assert_eq!(anchored(&[(0, 10_000.0), (1, -10_000.0)]), Ok(2));
    let bootstrap = |groups: &[u32], rounds| {
        let intervals = Intervals::Bootstrap(Bootstrap { groups: groups.to_vec(), rounds, seed: 0 });
        fit(&[contest(&[0, 1], &[1, 2])], &Options { intervals, ..Options::default() }).map(|fit| fit.ratings.len())
    };
    assert_eq!(bootstrap(&[1, 2], 100), Err(FitError::Groups { groups: 2, contests: 1 }));
    assert_eq!(bootstrap(&[1], 3), Err(FitError::Rounds(3)));
    assert_eq!(bootstrap(&[1], 100), Ok(2));
}

/// Generates contests of up to five players with any ranking.
fn any_contest() -> impl Strategy<Value = Contest> {
    let scores = prop::collection::vec(0_u8..3, 4);
    (prop::sample::subsequence(vec![0_u32, 1, 2, 3, 4], 2..=4).prop_shuffle(), scores).prop_map(|(players, scores)| {
        let scores = &scores[..players.len()];
        let place = |score: &u8| 1 + scores.iter().filter(|other| *other > score).count() as u8;
        contest(&players, &scores.iter().map(place).collect::<Vec<_>>())
    })
}

fn any_options() -> impl Strategy<Value = Options> {
    let anchors = prop::sample::subsequence(vec![0_u32, 2, 4], 0..=2);
    (anchors, any::<bool>(), 0..3).prop_map(|(anchors, seat_effects, method)| Options {
        players: Some(5),
        anchors: anchors.into_iter().map(|player| Anchor { player, elo: 700.0 * f64::from(player) }).collect(),
        seat_effects,
        intervals: if method == 0 { Intervals::Wald } else { Intervals::Profile },
        ..Options::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_contests_give_finite_fits(contests in prop::collection::vec(any_contest(), 0..25), options in any_options()) {
        let fit = fit(&contests, &options).expect("the options are valid");
        assert_sound(&fit);
        for one in 0..5 {
            for other in 0..5 {
                assert!(fit.los(one, other).is_none_or(|chance| (0.0..=1.0).contains(&chance)));
            }
        }
        if let Some(found) = fit.fragility(5) {
            assert!(found.contests.len() <= 5 && found.contests.iter().all(|&at| at < contests.len()));
        }
    }

    #[test]
    fn any_contests_can_be_resampled(contests in prop::collection::vec(any_contest(), 0..12)) {
        let groups = (0..contests.len() as u32).map(|contest| contest / 2).collect();
        let intervals = Intervals::Bootstrap(Bootstrap { groups, rounds: 40, seed: 1 });
        let fit = fit(&contests, &Options { players: Some(5), intervals, ..Options::default() }).expect("the options are valid");
        assert!(fit.ratings.iter().all(|rating| rating.value.is_finite() && rating.low <= rating.high));
    }

    #[test]
    fn any_numbers_give_a_contest_or_an_error(
        players in prop::collection::vec(any::<u32>(), 0..6),
        places in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        if let Ok(contest) = Contest::new(&players, &places) {
            assert_eq!(contest.players(), players);
        }
    }
}
