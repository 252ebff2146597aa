//! Error rates of the sequential test on simulated games, including dependent pairs.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ratings::{GameSprt, Hypotheses, PairSprt, Score, SprtDecision, score_from_elo};
use rayon::prelude::*;

const RUNS: u64 = 1_000;

/// Model of games with draws (Davidson), in pairs from openings that favour one side.
#[derive(Copy, Clone)]
struct GameModel {
    /// Strength of the tested player, as odds.
    odds: f64,
    /// Advantage of the favoured side of an opening, as odds.
    favour: f64,
    /// Prevalence of draws.
    draws: f64,
}

impl GameModel {
    /// Returns the probabilities of a win and of a draw at these odds.
    fn chances(self, odds: f64) -> (f64, f64) {
        let draw = self.draws * odds.sqrt();
        let total = odds + 1.0 + draw;
        (odds / total, draw / total)
    }

    fn mean_score(self) -> f64 {
        let score = |(win, draw): (f64, f64)| win + draw / 2.0;
        (score(self.chances(self.odds * self.favour)) + score(self.chances(self.odds / self.favour))) / 2.0
    }

    /// Returns the model with the strength at which the mean score equals that of a difference in Elo.
    fn at(self, elo: f64) -> GameModel {
        let (mut low, mut high) = (0.01, 100.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if (GameModel { odds: middle, ..self }).mean_score() < score_from_elo(elo) {
                low = middle;
            } else {
                high = middle;
            }
        }
        GameModel { odds: low, ..self }
    }

    fn game(self, odds: f64, random: &mut ChaCha8Rng) -> Score {
        let (win, draw) = self.chances(odds);
        match random.random::<f64>() {
            part if part < win => Score::Win,
            part if part < win + draw => Score::Draw,
            _ => Score::Loss,
        }
    }

    fn pair(self, random: &mut ChaCha8Rng) -> (Score, Score) {
        (self.game(self.odds * self.favour, random), self.game(self.odds / self.favour, random))
    }
}

/// Returns the share of runs with this decision.
fn rate(decision: SprtDecision, run: impl Fn(&mut ChaCha8Rng) -> SprtDecision + Sync) -> f64 {
    let hit = |seed: u64| run(&mut ChaCha8Rng::seed_from_u64(seed)) == decision;
    (0..RUNS).into_par_iter().filter(|&seed| hit(seed)).count() as f64 / RUNS as f64
}

fn run_pairs(model: GameModel, hypotheses: Hypotheses, random: &mut ChaCha8Rng) -> SprtDecision {
    let mut test = PairSprt::new(hypotheses);
    while test.decision() == SprtDecision::Continue {
        let (one, other) = model.pair(random);
        test.add_pair(one, other);
    }
    test.decision()
}

/// Runs a test on independent games: the favoured side of each opening is drawn at random.
fn run_games(model: GameModel, hypotheses: Hypotheses, random: &mut ChaCha8Rng) -> SprtDecision {
    let mut test = GameSprt::new(hypotheses);
    while test.decision() == SprtDecision::Continue {
        let odds = if random.random() { model.odds * model.favour } else { model.odds / model.favour };
        test.add_game(model.game(odds, random));
    }
    test.decision()
}

fn check(rate: f64, allowed: f64, what: &str) {
    let deviation = (allowed * (1.0 - allowed) / RUNS as f64).sqrt();
    println!("{what}: {rate:.4}, allowed {allowed} + {:.4}", 2.0 * deviation);
    assert!(rate <= allowed + 2.0 * deviation, "{what}: {rate}");
}

fn check_both(
    run: fn(GameModel, Hypotheses, &mut ChaCha8Rng) -> SprtDecision,
    model: GameModel,
    (elo0, elo1): (f64, f64),
    (alpha, beta): (f64, f64),
    what: &str,
) {
    let hypotheses = Hypotheses::new(elo0, elo1, alpha, beta).expect("the hypotheses are valid");
    let wrong_h1 = rate(SprtDecision::AcceptH1, |random| run(model.at(elo0), hypotheses, random));
    check(wrong_h1, alpha, &format!("{what}, H1 accepted at {elo0} Elo"));
    let wrong_h0 = rate(SprtDecision::AcceptH0, |random| run(model.at(elo1), hypotheses, random));
    check(wrong_h0, beta, &format!("{what}, H0 accepted at {elo1} Elo"));
}

/// Openings worth 100 Elo; half of the games between equal players are drawn.
const BIASED: GameModel = GameModel { odds: 1.0, favour: 1.778, draws: 2.0 };

/// Openings worth 200 Elo and few draws.
const SHARP: GameModel = GameModel { odds: 1.0, favour: 3.162, draws: 0.3 };

#[test]
fn pairs_respect_the_error_rates() {
    check_both(run_pairs, BIASED, (0.0, 10.0), (0.05, 0.05), "pairs with draws");
    check_both(run_pairs, SHARP, (-5.0, 15.0), (0.05, 0.1), "pairs with few draws");
}

#[test]
fn single_games_respect_the_error_rates() {
    check_both(run_games, BIASED, (0.0, 20.0), (0.05, 0.05), "games");
}

#[test]
fn pairs_of_dependent_games_have_narrower_intervals() {
    // The two games of a sharp opening cancel out, so pairs determine the score better than single games.
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let hypotheses = Hypotheses::new(0.0, 5.0, 0.05, 0.05).expect("the hypotheses are valid");
    let (mut pairs, mut games) = (PairSprt::new(hypotheses), GameSprt::new(hypotheses));
    for _ in 0..2_000 {
        let (one, other) = SHARP.pair(&mut random);
        pairs.add_pair(one, other);
        games.add_game(one);
        games.add_game(other);
    }
    let width =
        |score: Option<ratings::Estimate>| score.map(|score| score.high - score.low).expect("there are results");
    assert!(
        (pairs.score().expect("there are results").value - games.score().expect("there are results").value).abs()
            < 1e-12
    );
    assert!(width(pairs.score()) < 0.95 * width(games.score()));
}
