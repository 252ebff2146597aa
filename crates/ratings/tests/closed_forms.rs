//! Fits with known closed-form results, and invariances of fits.

use ratings::simulation::Truth;
use ratings::{Anchor, Bootstrap, Contest, ELO_PER_LOG, Estimate, Fit, Intervals, Method, Options, fit};

fn contest(players: &[u32], places: &[u8]) -> Contest {
    Contest::new(players, places).expect("the contest is valid")
}

/// Returns contests of player 0 against player 1 with alternating seats.
fn series(wins: usize, draws: usize, losses: usize) -> Vec<Contest> {
    let mut contests = Vec::new();
    for (count, (own, other)) in [(wins, (1, 2)), (draws, (1, 1)), (losses, (2, 1))] {
        for game in 0..count {
            let swapped = game % 2 == 1;
            contests.push(if swapped { contest(&[1, 0], &[other, own]) } else { contest(&[0, 1], &[own, other]) });
        }
    }
    contests
}

fn fitted(contests: &[Contest], options: &Options) -> Fit {
    fit(contests, options).expect("the options are valid")
}

fn without_seats() -> Options {
    Options { seat_effects: false, ..Options::default() }
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-3, "{one} and {other}");
}

/// Returns simulated contests of four players with three seats and ties of two and three.
fn some_truth() -> (Truth, Vec<Contest>) {
    let truth = Truth { elo: vec![100.0, 30.0, -10.0, -120.0], seats: vec![40.0, 0.0, -40.0], ties: [0.5, 0.3, 0.0] };
    let contests = truth.contests(200, 11);
    (truth, contests)
}

#[test]
fn difference_of_two_players_is_the_log_odds() {
    let fit = fitted(&series(30, 0, 10), &without_seats());
    near(fit.ratings[0].value - fit.ratings[1].value, ELO_PER_LOG * 3_f64.ln());
    near(fit.log_likelihood, 30.0 * 0.75_f64.ln() + 10.0 * 0.25_f64.ln());
    assert_eq!(fit.method, Method::Profile);
    assert_eq!(fit.ties, []);
    assert_eq!(fit.seats, []);
}

#[test]
fn profile_ends_at_the_chi_squared_quantile() {
    let fit = fitted(&series(30, 0, 10), &without_seats());
    let log_likelihood = |chance: f64| 30.0 * chance.ln() + 10.0 * (1.0 - chance).ln();
    for end in [fit.ratings[0].low, fit.ratings[0].high] {
        let chance = 1.0 / (1.0 + (-2.0 * end / ELO_PER_LOG).exp());
        let fall = 2.0 * (log_likelihood(0.75) - log_likelihood(chance));
        assert!((fall - 3.8415).abs() < 0.01, "{fall}");
    }
}

#[test]
fn davidson_model_reproduces_observed_shares() {
    // Two terms fit the three shares exactly: the prevalence is draws / sqrt(wins · losses).
    let fit = fitted(&series(40, 20, 10), &without_seats());
    near(fit.ratings[0].value - fit.ratings[1].value, ELO_PER_LOG * 4_f64.ln());
    near(fit.ties[0].prevalence.value, 20.0 / 400_f64.sqrt());
    let expected = 40.0 * (40.0 / 70.0_f64).ln() + 20.0 * (20.0 / 70.0_f64).ln() + 10.0 * (10.0 / 70.0_f64).ln();
    near(fit.log_likelihood, expected);
    near(fit.ties[0].share_of_two().value, 1.0 / 3.0);
}

#[test]
fn seat_effect_is_the_log_odds() {
    // Equal players; the first seat wins 30 of 40.
    let mut contests = Vec::new();
    for (count, players, places) in
        [(15, [0, 1], [1, 2]), (15, [1, 0], [1, 2]), (5, [0, 1], [2, 1]), (5, [1, 0], [2, 1])]
    {
        contests.extend(std::iter::repeat_n(contest(&players, &places), count));
    }
    let fit = fitted(&contests, &Options::default());
    near(fit.seats[0].elo.value - fit.seats[1].elo.value, ELO_PER_LOG * 3_f64.ln());
    near(fit.ratings[0].value, 0.0);
}

#[test]
fn three_seats_without_ties_are_plackett_luce() {
    // Rankings in proportion to their probability under the strengths 3, 2 and 1.
    let strengths = [3.0, 2.0, 1.0];
    let mut contests = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [a, b, c] = order.map(|player: u32| strengths[player as usize]);
        let chance = a / 6.0 * b / (b + c);
        contests.extend(std::iter::repeat_n(contest(&order, &[1, 2, 3]), (chance * 3600.0_f64).round() as usize));
    }
    let fit = fitted(&contests, &without_seats());
    near(fit.ratings[0].value - fit.ratings[2].value, ELO_PER_LOG * 3_f64.ln());
    near(fit.ratings[1].value - fit.ratings[2].value, ELO_PER_LOG * 2_f64.ln());
}

#[test]
fn mean_is_zero_without_anchors() {
    let (_, contests) = some_truth();
    let free = fitted(&contests, &Options::default());
    near(free.ratings.iter().map(|rating| rating.value).sum::<f64>(), 0.0);
    let anchors = vec![Anchor { player: 2, elo: 1500.0 }];
    let anchored = fitted(&contests, &Options { anchors, ..Options::default() });
    assert_eq!(anchored.ratings[2], Estimate::exact(1500.0));
    for player in 0..4 {
        near(anchored.ratings[player].value - 1500.0, free.ratings[player].value - free.ratings[2].value);
    }
    near(anchored.log_likelihood, free.log_likelihood);
}

#[test]
fn two_anchors_fix_both_ratings() {
    let (_, contests) = some_truth();
    let anchors = vec![Anchor { player: 0, elo: 300.0 }, Anchor { player: 3, elo: -300.0 }];
    let fit = fitted(&contests, &Options { anchors, ..Options::default() });
    assert_eq!(fit.ratings[0], Estimate::exact(300.0));
    assert_eq!(fit.ratings[3], Estimate::exact(-300.0));
    assert!(fit.ratings[1].is_bounded());
    assert_eq!(fit.los(0, 3), Some(1.0));
}

#[test]
fn order_of_contests_does_not_change_a_bit() {
    let (_, contests) = some_truth();
    let reversed: Vec<_> = contests.iter().rev().copied().collect();
    let (one, other) = (fitted(&contests, &Options::default()), fitted(&reversed, &Options::default()));
    assert_eq!(one.ratings, other.ratings);
    assert_eq!(one.seats, other.seats);
    assert_eq!(one.ties, other.ties);
}

#[test]
fn numbering_of_players_does_not_matter() {
    let (_, contests) = some_truth();
    let renamed: Vec<_> = contests
        .iter()
        .map(|game| contest(&game.players().iter().map(|player| 3 - player).collect::<Vec<_>>(), game.places()))
        .collect();
    let (one, other) = (fitted(&contests, &Options::default()), fitted(&renamed, &Options::default()));
    for player in 0..4 {
        near(one.ratings[player].value, other.ratings[3 - player].value);
        assert!((one.ratings[player].low - other.ratings[3 - player].low).abs() < 0.1);
    }
}

#[test]
fn seat_effects_are_separate_for_each_number_of_seats() {
    let (truth, mut contests) = some_truth();
    let duels = Truth { seats: vec![-60.0, 60.0], ties: [0.5, 0.0, 0.0], ..truth };
    contests.extend(duels.contests(400, 12));
    let fit = fitted(&contests, &Options::default());
    assert_eq!(fit.seats.iter().map(|effect| effect.seats).collect::<Vec<_>>(), [2, 2, 3, 3, 3]);
    assert!(fit.seats[0].elo.high < 0.0 && fit.seats[2].elo.low > 0.0);
}

#[test]
fn superiority_probabilities_are_complementary() {
    let (_, contests) = some_truth();
    let fit = fitted(&contests, &Options::default());
    let (one, other) =
        (fit.los(0, 1).expect("the players are comparable"), fit.los(1, 0).expect("the players are comparable"));
    assert!((one + other - 1.0).abs() < 1e-12);
    assert!(one > 0.9, "{one}");
    assert_eq!(fit.los(2, 2), Some(0.5));
    assert_eq!(fit.los(0, 9), None);
}

#[test]
fn superiority_of_two_players_follows_from_the_log_odds() {
    let fit = fitted(&series(30, 0, 10), &without_seats());
    // The log odds 1.0986 have the variance 1/30 + 1/10: 3.009 standard deviations.
    assert!((fit.los(0, 1).expect("the players are comparable") - 0.998_69).abs() < 1e-4);
}

#[test]
fn interval_methods_agree_on_large_data() {
    let truth = Truth { elo: vec![60.0, 0.0, -60.0], seats: vec![20.0, -20.0], ties: [0.5, 0.0, 0.0] };
    let contests = truth.contests(3_000, 4);
    let groups: Vec<u32> = (0..1_500).flat_map(|pair| [pair; 2]).collect();
    let with = |intervals| fitted(&contests, &Options { intervals, ..Options::default() });
    let (wald, profile) = (with(Intervals::Wald), with(Intervals::Profile));
    let bootstrap = with(Intervals::Bootstrap(Bootstrap { groups: groups.clone(), rounds: 400, seed: 1 }));
    assert_eq!(wald.method, Method::Wald);
    assert_eq!(bootstrap.method, Method::Bootstrap);
    let again = with(Intervals::Bootstrap(Bootstrap { groups, rounds: 400, seed: 1 }));
    assert_eq!(bootstrap.ratings, again.ratings);
    for player in 0..3 {
        assert!((wald.ratings[player].low - profile.ratings[player].low).abs() < 0.2);
        assert!((bootstrap.ratings[player].low - profile.ratings[player].low).abs() < 3.0);
    }
}

#[test]
fn forfeited_contest_ranks_only_the_failed_player() {
    let options = Options { seat_effects: false, ..Options::default() };
    let pairs = [contest(&[0, 1], &[1, 2]), contest(&[1, 0], &[1, 2])];
    let even: Vec<Contest> = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        .iter()
        .flat_map(|pair| [contest(pair, &[1, 2]), contest(pair, &[2, 1])])
        .collect();
    let forfeited = Contest::forfeited(&[0, 1, 2, 3], 3).expect("the contest is valid");
    let mut games = even.clone();
    games.push(forfeited);
    let fitted = fit(&games, &options).expect("the options are valid");
    assert!(fitted.ties.is_empty(), "there are no ties");
    let [a, b, c, d] = [0, 1, 2, 3].map(|player| fitted.ratings[player].value);
    assert!((a - b).abs() < 1e-6 && (b - c).abs() < 1e-6, "the others stay equal: {a} {b} {c}");
    // By symmetry the three others are one opponent who won 3 + 3 · 1/3 of 7 games against the failed player.
    let expected = 400.0 * (4.0_f64 / 3.0).log10();
    assert!((a - d - expected).abs() < 0.01, "{} is not {expected}", a - d);

    // With two seats a forfeit is an ordinary loss.
    let lost = [pairs[0], pairs[1], contest(&[0, 1], &[1, 2])];
    let failed = [pairs[0], pairs[1], Contest::forfeited(&[0, 1], 1).expect("the contest is valid")];
    let values = |games: &[Contest]| fit(games, &options).expect("the options are valid").ratings;
    assert_eq!(values(&lost), values(&failed));

    // A forfeit does not compare the others.
    let alone = fit(&[forfeited], &options).expect("the options are valid");
    assert!(alone.ratings[3].low == f64::NEG_INFINITY && alone.ratings[0].high == f64::INFINITY);
}
