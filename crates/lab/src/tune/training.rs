//! Fits evaluation weights to the results of self-play games.

use ai::SearchBot;
use ai::evaluation::{Terms, shared_win, softmax, stage, sums, terms};
use ai::weights::{Family, Weights};
use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use game::bots::random_opening;
use game::{GameRng, derived_seed};
use rayon::prelude::*;
use ringrift::{
    Action, BoardKind, ByPlayer, Overrides, Player, Position, PositionOf, PositionVisitor, Ruleset, RulesetError,
};

/// Training sample: a position and the result of its game.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) terms: ByPlayer<Terms>,
    pub(super) stage: f32,
    pub(super) players: u8,
    /// Share of the win of each player.
    pub(super) won: ByPlayer<f32>,
}

/// Settings of the training games on one board.
#[derive(Clone, Debug)]
pub(super) struct TrainingGames {
    pub(super) rules: Ruleset,
    /// Number of games.
    pub(super) games: usize,
    /// Positions searched per decision.
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

/// Games start with fewer random actions than this.
const MAX_OPENING: usize = 12;

/// One in this many actions is random, for a variety of positions.
const ONE_RANDOM: usize = 25;

/// One in this many positions becomes a sample, because neighbouring positions are similar.
const ONE_SAMPLED: usize = 2;

/// One in this many two-player games is played on the small hexagonal board, if the edition supports it.
const HEXAGONAL_SHARE: usize = 4;

impl TrainingGames {
    /// Returns the training games of a rule family on small boards, `games` in total.
    ///
    /// # Errors
    /// Fails if the rules are invalid.
    pub(super) fn of(family: Family, games: usize, nodes: u64, seed: u64) -> Result<Vec<TrainingGames>, RulesetError> {
        let hexagonal = if family.has_small_hexagon() { games / HEXAGONAL_SHARE } else { 0 };
        let boards = match family.has_many_players() {
            true => [(BoardKind::Square8, 3, games - games / 2), (BoardKind::Square8, 4, games / 2)],
            false => [(BoardKind::Square8, 2, games - hexagonal), (BoardKind::Hex8, 2, hexagonal)],
        };
        let batch = |(board, players, games)| {
            let (edition, set) = family.edition();
            let mut overrides = Overrides::default();
            for (name, value) in set {
                overrides.set(name, value).expect("the option exists");
            }
            let rules = Ruleset::new(edition, board, players, &overrides)?;
            Ok(TrainingGames { rules, games, nodes, seed })
        };
        boards.into_iter().filter(|&(_, _, games)| games > 0).map(batch).collect()
    }
}

/// Plays games and returns the samples of each. `should_continue` is called after each game; if it returns false, the
/// result is `None`.
///
/// # Errors
/// Fails if the rules are invalid.
pub(super) fn play_games(
    batch: &TrainingGames,
    weights: &Weights,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Vec<Sample>>>, RulesetError> {
    let start = Position::new(&batch.rules)?;
    let one = |number| {
        let samples = play(batch, weights, &start, number);
        should_continue().then_some(samples)
    };
    Ok((0..batch.games).into_par_iter().map(one).collect())
}

fn play(batch: &TrainingGames, weights: &Weights, start: &Position, number: usize) -> Vec<Sample> {
    let seed = derived_seed(batch.seed, &["practice", &number.to_string()]);
    let mut rng = GameRng::seeded(seed);
    let mut position = random_opening(start, rng.below(MAX_OPENING), seed);
    let mut bots: Vec<SearchBot> = Player::seats(batch.rules.players)
        .map(|_| SearchBot::for_training(batch.nodes, weights.clone(), seed))
        .collect();
    let mut samples = Vec::new();
    while position.outcome().is_none() {
        let actions = position.legal_actions();
        if actions.len() > 1 && rng.below(ONE_SAMPLED) == 0 {
            samples.push(position.visit(TakeSample));
        }
        let action = if rng.below(ONE_RANDOM) == 0 {
            actions[rng.below(actions.len())]
        } else {
            let bot = &mut bots[position.to_move().index()];
            bot.choose(&position, &|| false).unwrap_or(actions[0])
        };
        // The rules of all families exclude the swap of sides.
        if action != Action::SwapSides {
            position.play_unchecked(action);
        }
    }
    let won = position.outcome().map(|outcome| shared_win(outcome.ranks, batch.rules.players)).unwrap_or_default();
    for sample in &mut samples {
        sample.won = won;
    }
    samples
}

struct TakeSample;

impl PositionVisitor for TakeSample {
    type Output = Sample;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Sample {
        let (terms, stage) = (terms(position), stage(position));
        Sample { terms, stage, players: position.rules().players, won: ByPlayer::default() }
    }
}

/// Returns the mean cross-entropy between predicted chances and results; 0 for perfect predictions.
pub(super) fn loss(samples: &[Sample], weights: &Weights) -> f64 {
    let one = |sample: &Sample| {
        let chances = softmax(sums(&sample.terms, sample.stage, sample.players, weights), sample.players);
        Player::seats(sample.players)
            .map(|player| -f64::from(sample.won[player]) * f64::from(chances[player].max(1e-6)).ln())
            .sum::<f64>()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the weights with the lowest loss plus an L2 penalty of strength `regularisation` on the distance to `from`.
///
/// # Errors
/// Fails if the optimizer does.
pub(super) fn fit(samples: &[Sample], from: &Weights, regularisation: f64) -> Result<Weights, Error> {
    let start: Vec<f64> = from.0.iter().flatten().map(|&weight| f64::from(weight)).collect();
    let problem = Problem { samples, anchor: start.clone(), regularisation };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let result = Executor::new(problem, solver).configure(|state| state.param(start).max_iters(150)).run()?;
    let best = result.state().get_best_param().ok_or_else(|| Error::msg("the optimizer found no parameters"))?;
    let mut weights = Weights::none();
    for (slot, &value) in weights.0.iter_mut().flatten().zip(best) {
        *slot = value as f32;
    }
    Ok(weights)
}

/// Objective of the optimizer.
struct Problem<'a> {
    samples: &'a [Sample],
    anchor: Vec<f64>,
    regularisation: f64,
}

/// Samples per chunk. The fixed size makes sums independent of the number of threads.
const CHUNK: usize = 4096;

impl Problem<'_> {
    /// Returns the loss and its gradient.
    fn gradient_at(&self, at: &[f64]) -> (f64, Vec<f64>) {
        let chunks: Vec<(f64, Vec<f64>)> =
            self.samples.par_chunks(CHUNK).map(|chunk| chunk_gradient(chunk, at)).collect();
        let count = self.samples.len().max(1) as f64;
        let mut loss = 0.0;
        let mut gradient = vec![0.0; at.len()];
        for (part, parts) in chunks {
            loss += part / count;
            gradient.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part / count);
        }
        for ((gradient, &weight), &anchor) in gradient.iter_mut().zip(at).zip(&self.anchor) {
            loss += 0.5 * self.regularisation * (weight - anchor).powi(2);
            *gradient += self.regularisation * (weight - anchor);
        }
        (loss, gradient)
    }
}

fn chunk_gradient(samples: &[Sample], at: &[f64]) -> (f64, Vec<f64>) {
    let mut weights = Weights::none();
    weights.0.iter_mut().flatten().zip(at).for_each(|(slot, &value)| *slot = value as f32);
    let mut loss = 0.0;
    let mut gradient = vec![0.0; at.len()];
    for sample in samples {
        let chances = softmax(sums(&sample.terms, sample.stage, sample.players, &weights), sample.players);
        for player in Player::seats(sample.players) {
            loss -= f64::from(sample.won[player]) * f64::from(chances[player].max(1e-6)).ln();
            let error = f64::from(chances[player] - sample.won[player]);
            for (pair, &term) in gradient.chunks_exact_mut(2).zip(&sample.terms[player]) {
                let change = error * f64::from(term);
                pair[0] += change * f64::from(1.0 - sample.stage);
                pair[1] += change * f64::from(sample.stage);
            }
        }
    }
    (loss, gradient)
}

impl CostFunction for Problem<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, at: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.gradient_at(at).0)
    }
}

impl Gradient for Problem<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, at: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.gradient_at(at).1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use ai::evaluation::TERMS;

    fn batch() -> TrainingGames {
        let rules = Ruleset::canon(BoardKind::Square8, 2).expect("the rules are valid");
        TrainingGames { rules, games: 12, nodes: 200, seed: 1 }
    }

    #[test]
    fn training_games_are_reproducible() {
        let weights = Family::of(&batch().rules).weights();
        let calls = AtomicUsize::new(0);
        let should_continue = || calls.fetch_add(1, Ordering::Relaxed) < 12;
        let played = |should_continue: &(dyn Fn() -> bool + Sync)| {
            play_games(&batch(), weights, should_continue).expect("the rules are valid")
        };
        let samples = played(&should_continue).expect("the games are not stopped").concat();
        assert!(samples.len() > 50 && calls.into_inner() == 12);
        let sums = samples.iter().map(|sample| sample.won.of(2).iter().sum::<f32>());
        assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-6), "the shares of the win sum to 1");
        let again = played(&|| true).expect("the games are not stopped").concat();
        assert_eq!(loss(&samples, weights).to_bits(), loss(&again, weights).to_bits());
        assert!(played(&|| false).is_none(), "stopped games give no samples");
    }

    #[test]
    fn training_rules_belong_to_the_family() {
        for family in Family::ALL {
            let batches = TrainingGames::of(family, 9, 100, 1).expect("the rules are valid");
            assert!(batches.iter().all(|batch| Family::of(&batch.rules) == family), "{family}");
            assert_eq!(batches.iter().map(|batch| batch.games).sum::<usize>(), 9, "{family}");
        }
    }

    #[test]
    fn fit_recovers_the_weight_of_the_deciding_term() {
        let nothing = Weights::none();
        let samples: Vec<Sample> = (0..400)
            .map(|number| {
                let mut terms = ByPlayer([[0.0; TERMS]; 4]);
                let ahead = number % 7 < 4;
                terms.0[0][0] = f32::from(u8::from(ahead));
                terms.0[1][0] = 1.0 - terms.0[0][0];
                // The player with the first term wins five of six games.
                let wins = ahead == (number % 6 != 0);
                let won = if wins { ByPlayer([1.0, 0.0, 0.0, 0.0]) } else { ByPlayer([0.0, 1.0, 0.0, 0.0]) };
                Sample { terms, stage: 0.0, players: 2, won }
            })
            .collect();
        let found = fit(&samples, &nothing, 1e-6).expect("the optimizer converges");
        assert!(loss(&samples, &found) < loss(&samples, &nothing) - 0.1);
        assert!((found.0[0][0] - 5.0f32.ln()).abs() < 0.15, "{:?}", found.0[0]);
        assert!(found.0[1][0].abs() < 0.01 && found.0[0][1].abs() < 0.01, "constant terms have no weight");
    }
}
