//! Finding weights: the evaluation is fitted to the results of games that the search played with the weights before.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use game::bots::random_opening;
use game::{Choices, derived_seed};
use rayon::prelude::*;
use ringrift::{
    Action, BoardKind, ByPlayer, Overrides, Player, Position, PositionOf, PositionVisitor, Ruleset, RulesetError,
};

use crate::evaluation::{Terms, shared_win, softmax, stage, sums, terms};
use crate::thinker::Thinker;
use crate::weights::{Family, Weights};

/// A position of a game and how the game ended.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What was counted.
    pub terms: ByPlayer<Terms>,
    /// How far the game had come.
    pub stage: f32,
    /// How many play.
    pub players: u8,
    /// The share of the win that every player got.
    pub won: ByPlayer<f32>,
}

/// How games are played to learn from.
#[derive(Clone, Debug)]
pub struct Practice {
    /// The rules.
    pub rules: Ruleset,
    /// How many games.
    pub games: usize,
    /// Positions that are looked at for a decision.
    pub nodes: u64,
    /// The seed of all.
    pub seed: u64,
}

/// Games begin with up to so many actions of chance.
const MOST_OPENING: usize = 12;

/// One in so many actions is left to chance, so that all kinds of positions come up.
const ONE_BY_CHANCE: usize = 25;

/// One in so many positions is kept: neighbours tell about the same.
const ONE_KEPT: usize = 2;

/// Of two players' games this share is played on the hexagonal board, where the edition has one: weights are to fit both.
const HEXAGONAL_SHARE: usize = 4;

impl Practice {
    /// How a family of rules is practised: where its games are, on small boards, `games` of them in all.
    ///
    /// # Errors
    /// If the rules cannot be played, which those of a family can.
    pub fn of(family: Family, games: usize, nodes: u64, seed: u64) -> Result<Vec<Practice>, RulesetError> {
        let hexagonal = if family.has_small_hexagon() { games / HEXAGONAL_SHARE } else { 0 };
        let places = match family.is_crowded() {
            true => [(BoardKind::Square8, 3, games - games / 2), (BoardKind::Square8, 4, games / 2)],
            false => [(BoardKind::Square8, 2, games - hexagonal), (BoardKind::Hex8, 2, hexagonal)],
        };
        let practice = |(board, players, games)| {
            let (edition, set) = family.edition();
            let mut overrides = Overrides::default();
            for (name, value) in set {
                overrides.set(name, value).expect("a rule that can be set");
            }
            let rules = Ruleset::new(edition, board, players, &overrides)?;
            Ok(Practice { rules, games, nodes, seed })
        };
        places.into_iter().filter(|&(_, _, games)| games > 0).map(practice).collect()
    }
}

/// Plays games and takes positions from each. `go_on` is asked after every game that has ended; none if it says no.
///
/// # Errors
/// If the rules are no game.
pub fn practise(
    practice: &Practice,
    weights: &Weights,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Vec<Sample>>>, RulesetError> {
    let start = Position::new(&practice.rules)?;
    let one = |number| {
        let samples = play(practice, weights, &start, number);
        go_on().then_some(samples)
    };
    Ok((0..practice.games).into_par_iter().map(one).collect())
}

fn play(practice: &Practice, weights: &Weights, start: &Position, number: usize) -> Vec<Sample> {
    let seed = derived_seed(practice.seed, &["practice", &number.to_string()]);
    let mut choices = Choices::seeded(seed);
    let mut position = random_opening(start, choices.below(MOST_OPENING), seed);
    let mut thinkers: Vec<Thinker> = Player::seats(practice.rules.players)
        .map(|_| Thinker::practising(practice.nodes, weights.clone(), seed))
        .collect();
    let mut samples = Vec::new();
    while position.outcome().is_none() {
        let actions = position.legal_actions();
        if actions.len() > 1 && choices.below(ONE_KEPT) == 0 {
            samples.push(position.visit(Taking));
        }
        let action = if choices.below(ONE_BY_CHANCE) == 0 {
            actions[choices.below(actions.len())]
        } else {
            let thinker = &mut thinkers[position.to_move().index()];
            thinker.choose(&position, &|| false).unwrap_or(actions[0])
        };
        if action != Action::SwapSides {
            position.play_unchecked(action);
        }
    }
    let won = position.outcome().map(|outcome| shared_win(outcome.ranks, practice.rules.players)).unwrap_or_default();
    for sample in &mut samples {
        sample.won = won;
    }
    samples
}

struct Taking;

impl PositionVisitor for Taking {
    type Output = Sample;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Sample {
        let (terms, stage) = (terms(position), stage(position));
        Sample { terms, stage, players: position.rules().players, won: ByPlayer::default() }
    }
}

/// How badly the chances that weights give foretell the results: the mean of the logarithms, 0 if all is foretold.
pub fn loss(samples: &[Sample], weights: &Weights) -> f64 {
    let one = |sample: &Sample| {
        let chances = softmax(sums(&sample.terms, sample.stage, sample.players, weights), sample.players);
        Player::seats(sample.players)
            .map(|player| -f64::from(sample.won[player]) * f64::from(chances[player].max(1e-6)).ln())
            .sum::<f64>()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// The weights that foretell the results best, drawn a little towards those that are given.
///
/// # Errors
/// If the optimiser gives up.
pub fn fit(samples: &[Sample], from: &Weights, restraint: f64) -> Result<Weights, Error> {
    let start: Vec<f64> = from.0.iter().flatten().map(|&weight| f64::from(weight)).collect();
    let problem = Problem { samples, anchor: start.clone(), restraint };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let result = Executor::new(problem, solver).configure(|state| state.param(start).max_iters(150)).run()?;
    let best = result.state().get_best_param().ok_or_else(|| Error::msg("the optimiser found nothing"))?;
    let mut weights = Weights::none();
    for (slot, &value) in weights.0.iter_mut().flatten().zip(best) {
        *slot = value as f32;
    }
    Ok(weights)
}

/// What is minimised.
struct Problem<'a> {
    samples: &'a [Sample],
    anchor: Vec<f64>,
    restraint: f64,
}

/// Samples are taken in pieces of this size, so that sums do not depend on the number of threads.
const PIECE: usize = 4096;

impl Problem<'_> {
    /// The loss and how it changes with every weight.
    fn slope(&self, at: &[f64]) -> (f64, Vec<f64>) {
        let pieces: Vec<(f64, Vec<f64>)> = self.samples.par_chunks(PIECE).map(|piece| slope_of(piece, at)).collect();
        let count = self.samples.len().max(1) as f64;
        let mut loss = 0.0;
        let mut slope = vec![0.0; at.len()];
        for (part, parts) in pieces {
            loss += part / count;
            slope.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part / count);
        }
        for ((slope, &weight), &anchor) in slope.iter_mut().zip(at).zip(&self.anchor) {
            loss += 0.5 * self.restraint * (weight - anchor).powi(2);
            *slope += self.restraint * (weight - anchor);
        }
        (loss, slope)
    }
}

fn slope_of(samples: &[Sample], at: &[f64]) -> (f64, Vec<f64>) {
    let mut weights = Weights::none();
    weights.0.iter_mut().flatten().zip(at).for_each(|(slot, &value)| *slot = value as f32);
    let mut loss = 0.0;
    let mut slope = vec![0.0; at.len()];
    for sample in samples {
        let chances = softmax(sums(&sample.terms, sample.stage, sample.players, &weights), sample.players);
        for player in Player::seats(sample.players) {
            loss -= f64::from(sample.won[player]) * f64::from(chances[player].max(1e-6)).ln();
            let error = f64::from(chances[player] - sample.won[player]);
            for (pair, &term) in slope.chunks_exact_mut(2).zip(&sample.terms[player]) {
                let change = error * f64::from(term);
                pair[0] += change * f64::from(1.0 - sample.stage);
                pair[1] += change * f64::from(sample.stage);
            }
        }
    }
    (loss, slope)
}

impl CostFunction for Problem<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, at: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.slope(at).0)
    }
}

impl Gradient for Problem<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, at: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.slope(at).1)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::evaluation::TERMS;

    fn practice() -> Practice {
        let rules = Ruleset::canon(BoardKind::Square8, 2).expect("rules");
        Practice { rules, games: 12, nodes: 200, seed: 1 }
    }

    #[test]
    fn practice_can_be_repeated_and_is_told_by_results() {
        let weights = Family::of(&practice().rules).weights();
        let heard = AtomicUsize::new(0);
        let go_on = || heard.fetch_add(1, Ordering::Relaxed) < 12;
        let practised = |go_on: &(dyn Fn() -> bool + Sync)| practise(&practice(), weights, go_on).expect("rules");
        let samples = practised(&go_on).expect("games").concat();
        assert!(samples.len() > 50 && heard.into_inner() == 12);
        let sums = samples.iter().map(|sample| sample.won.of(2).iter().sum::<f32>());
        assert!(sums.into_iter().all(|sum| (sum - 1.0).abs() < 1e-6), "somebody has won each game");
        let again = practised(&|| true).expect("games").concat();
        assert_eq!(loss(&samples, weights).to_bits(), loss(&again, weights).to_bits());
        assert!(practised(&|| false).is_none(), "whoever is stopped has nothing to show");
    }

    #[test]
    fn every_family_is_practised_with_its_own_rules() {
        for family in Family::ALL {
            let practices = Practice::of(family, 9, 100, 1).expect("rules that can be played");
            assert!(practices.iter().all(|practice| Family::of(&practice.rules) == family), "{family}");
            assert_eq!(practices.iter().map(|practice| practice.games).sum::<usize>(), 9, "{family}");
        }
    }

    #[test]
    fn a_fit_foretells_better_than_no_weights_and_finds_what_decided() {
        let nothing = Weights::none();
        let samples: Vec<Sample> = (0..400)
            .map(|number| {
                let mut terms = ByPlayer([[0.0; TERMS]; 4]);
                let ahead = number % 7 < 4;
                terms.0[0][0] = f32::from(u8::from(ahead));
                terms.0[1][0] = 1.0 - terms.0[0][0];
                // Whoever has the first term wins five times of six.
                let wins = ahead == (number % 6 != 0);
                let won = if wins { ByPlayer([1.0, 0.0, 0.0, 0.0]) } else { ByPlayer([0.0, 1.0, 0.0, 0.0]) };
                Sample { terms, stage: 0.0, players: 2, won }
            })
            .collect();
        let found = fit(&samples, &nothing, 1e-6).expect("a fit");
        assert!(loss(&samples, &found) < loss(&samples, &nothing) - 0.1);
        assert!((found.0[0][0] - 5.0f32.ln()).abs() < 0.15, "{:?}", found.0[0]);
        assert!(found.0[1][0].abs() < 0.01 && found.0[0][1].abs() < 0.01, "what never varied has no weight");
    }
}
