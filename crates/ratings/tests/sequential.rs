//! How often the sequential test errs, with pairs whose games depend on each other.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ratings::{Decision, GameSprt, Hypotheses, PairSprt, Score, score_of};
use rayon::prelude::*;

const RUNS: u64 = 1_000;

/// Games with draws (Davidson's model), in pairs from openings that favour one side by so many Elo, either way.
#[derive(Copy, Clone)]
struct World {
    /// The strength of the player under test, as odds.
    odds: f64,
    /// How much an opening favours one side, as odds.
    favour: f64,
    draws: f64,
}

impl World {
    /// The chances to win and to draw at these odds.
    fn chances(self, odds: f64) -> (f64, f64) {
        let draw = self.draws * odds.sqrt();
        let total = odds + 1.0 + draw;
        (odds / total, draw / total)
    }

    fn mean_score(self) -> f64 {
        let score = |(win, draw): (f64, f64)| win + draw / 2.0;
        (score(self.chances(self.odds * self.favour)) + score(self.chances(self.odds / self.favour))) / 2.0
    }

    /// The same world with the strength at which the mean score is that of a difference in Elo.
    fn at(self, elo: f64) -> World {
        let (mut low, mut high) = (0.01, 100.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if (World { odds: middle, ..self }).mean_score() < score_of(elo) { low = middle } else { high = middle }
        }
        World { odds: low, ..self }
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

/// The share of runs with this decision.
fn rate(decision: Decision, run: impl Fn(&mut ChaCha8Rng) -> Decision + Sync) -> f64 {
    let hit = |seed: u64| run(&mut ChaCha8Rng::seed_from_u64(seed)) == decision;
    (0..RUNS).into_par_iter().filter(|&seed| hit(seed)).count() as f64 / RUNS as f64
}

fn run_pairs(world: World, hypotheses: Hypotheses, random: &mut ChaCha8Rng) -> Decision {
    let mut test = PairSprt::new(hypotheses);
    while test.decision() == Decision::GoOn {
        let (one, other) = world.pair(random);
        test.note_pair(one, other);
    }
    test.decision()
}

/// Games that do not depend on each other: the opening of each is drawn anew.
fn run_games(world: World, hypotheses: Hypotheses, random: &mut ChaCha8Rng) -> Decision {
    let mut test = GameSprt::new(hypotheses);
    while test.decision() == Decision::GoOn {
        let odds = if random.random() { world.odds * world.favour } else { world.odds / world.favour };
        test.note_game(world.game(odds, random));
    }
    test.decision()
}

fn check(rate: f64, allowed: f64, what: &str) {
    let deviation = (allowed * (1.0 - allowed) / RUNS as f64).sqrt();
    println!("{what}: {rate:.4}, allowed {allowed} + {:.4}", 2.0 * deviation);
    assert!(rate <= allowed + 2.0 * deviation, "{what}: {rate}");
}

fn check_both(
    run: fn(World, Hypotheses, &mut ChaCha8Rng) -> Decision,
    world: World,
    (elo0, elo1): (f64, f64),
    (alpha, beta): (f64, f64),
    what: &str,
) {
    let hypotheses = Hypotheses::new(elo0, elo1, alpha, beta).expect("sensible");
    let wrong_h1 = rate(Decision::AcceptH1, |random| run(world.at(elo0), hypotheses, random));
    check(wrong_h1, alpha, &format!("{what}, H1 accepted at {elo0} Elo"));
    let wrong_h0 = rate(Decision::AcceptH0, |random| run(world.at(elo1), hypotheses, random));
    check(wrong_h0, beta, &format!("{what}, H0 accepted at {elo1} Elo"));
}

/// Openings worth 100 Elo, half of the games between equals drawn.
const BIASED: World = World { odds: 1.0, favour: 1.778, draws: 2.0 };

/// Openings worth 200 Elo and few draws.
const SHARP: World = World { odds: 1.0, favour: 3.162, draws: 0.3 };

#[test]
fn pairs_err_as_rarely_as_promised() {
    check_both(run_pairs, BIASED, (0.0, 10.0), (0.05, 0.05), "pairs with draws");
    check_both(run_pairs, SHARP, (-5.0, 15.0), (0.05, 0.1), "pairs with few draws");
}

#[test]
fn single_games_err_as_rarely_as_promised() {
    check_both(run_games, BIASED, (0.0, 20.0), (0.05, 0.05), "games");
}

#[test]
fn pairs_see_that_games_depend_on_each_other() {
    // The two games of a sharp opening cancel out: pairs know the score better than single games would.
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let hypotheses = Hypotheses::new(0.0, 5.0, 0.05, 0.05).expect("sensible");
    let (mut pairs, mut games) = (PairSprt::new(hypotheses), GameSprt::new(hypotheses));
    for _ in 0..2_000 {
        let (one, other) = SHARP.pair(&mut random);
        pairs.note_pair(one, other);
        games.note_game(one);
        games.note_game(other);
    }
    let width = |score: Option<ratings::Estimate>| score.map(|score| score.high - score.low).expect("results");
    assert!((pairs.score().expect("results").value - games.score().expect("results").value).abs() < 1e-12);
    assert!(width(pairs.score()) < 0.95 * width(games.score()));
}
