//! Selection at the root: sequential halving over choices drawn with Gumbel noise.
//!
//! The method is that of "Policy improvement by planning with Gumbel" (Danihelka, Guez, Schrittwieser and Silver, ICLR 2022): a few choices
//! are drawn without replacement from the policy, rounds of simulations halve them, and the improved policy completes the values of
//! choices without visits.

use game::GameRng;

use crate::math::{ln, softmax};
use crate::tree::Tree;

/// The effort of a search.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Budget {
    /// Number of simulations. Visits that an earlier search has left below the root replace up to half of them. With 0 the search follows
    /// the policy, and only proves wins of the tree it has.
    pub simulations: u32,
    /// Number of choices that get simulations, at least 1.
    pub considered: u32,
    /// Scale of the random noise: 1 explores, 0 always considers the most probable choices.
    pub noise: f32,
}

/// Visits that are added to those of the most visited choice in the weight of values.
const VALUE_VISITS: f32 = 50.0;

#[derive(Clone, Debug, Default)]
pub(crate) struct RootSearch {
    /// The choices that are still compared.
    active: Vec<Candidate>,
    /// The choices that were never considered.
    rest: Vec<Candidate>,
    /// The number of simulations that are left.
    left: u32,
    /// The visits of each active choice in this round.
    visits_per_round: u32,
    rounds: u32,
    simulations: u32,
    /// The number of proven choices of the root when they were last looked at.
    seen_proven: usize,
}

#[derive(Copy, Clone, Debug)]
struct Candidate {
    edge: usize,
    /// The logarithm of the prior, with noise.
    score: f32,
    /// Visits in this round.
    visits: u32,
    is_proven: bool,
}

impl RootSearch {
    /// Draws the choices to consider. The root must be expanded.
    pub(crate) fn start<const W: usize>(&mut self, tree: &Tree<W>, budget: &Budget, rng: &mut GameRng) {
        self.rest.clear();
        self.rest.extend((0..tree.edges()).map(|edge| {
            let noise = if budget.noise > 0.0 { budget.noise * gumbel(rng) } else { 0.0 };
            Candidate { edge, score: log_prior(tree.prior(edge)) + noise, visits: 0, is_proven: false }
        }));
        let considered = (budget.considered.max(1) as usize).min(self.rest.len());
        if considered < self.rest.len() {
            self.rest.select_nth_unstable_by(considered, |a, b| b.score.total_cmp(&a.score));
        }
        self.active.clear();
        self.active.extend(self.rest.drain(..considered));
        let reused = tree.visits().saturating_sub(1).min(budget.simulations / 2);
        self.simulations = budget.simulations - reused;
        self.left = self.simulations;
        self.rounds = usize::BITS - (considered.max(2) - 1).leading_zeros();
        self.seen_proven = 0;
        self.start_round();
    }

    fn start_round(&mut self) {
        self.visits_per_round = (self.simulations / (self.rounds * self.active.len().max(1) as u32)).max(1);
        for candidate in &mut self.active {
            candidate.visits = 0;
        }
    }

    /// Returns the edge of the next simulation; `None` if the search is complete.
    pub(crate) fn next<const W: usize>(&mut self, tree: &mut Tree<W>) -> Option<usize> {
        if self.left == 0 || tree.is_proven() {
            return None;
        }
        if tree.proven_edges() != self.seen_proven {
            self.seen_proven = tree.proven_edges();
            self.replace_proven(tree);
        }
        let index = loop {
            let waiting = self.active.iter().enumerate().filter(|(_, candidate)| !candidate.is_proven);
            let (index, fewest) = waiting.min_by_key(|(_, candidate)| candidate.visits)?;
            if fewest.visits < self.visits_per_round {
                break index;
            }
            self.halve(tree);
        };
        self.left -= 1;
        self.active[index].visits += 1;
        Some(self.bring_forward(tree, self.active[index].edge))
    }

    /// Moves an edge without a child to the front of those, so that it can be opened. Returns its new index.
    pub(crate) fn bring_forward<const W: usize>(&mut self, tree: &mut Tree<W>, edge: usize) -> usize {
        if edge < tree.opened() {
            return edge;
        }
        let front = tree.bring_forward(edge);
        // The edge that was in front has changed places with the chosen one.
        for candidate in self.active.iter_mut().chain(&mut self.rest) {
            if candidate.edge == front {
                candidate.edge = edge;
            } else if candidate.edge == edge {
                candidate.edge = front;
            }
        }
        front
    }

    /// Gives a simulation back that reached no leaf.
    pub(crate) fn give_back(&mut self, edge: usize) {
        self.left += 1;
        for candidate in self.active.iter_mut().filter(|candidate| candidate.edge == edge) {
            candidate.visits = candidate.visits.saturating_sub(1);
        }
    }

    /// Replaces choices that are proven to lose. If all active choices are proven, adds another one.
    fn replace_proven<const W: usize>(&mut self, tree: &Tree<W>) {
        for candidate in self.active.iter_mut().chain(&mut self.rest) {
            candidate.is_proven = tree.is_edge_proven(candidate.edge);
        }
        let before = self.active.len();
        if !self.rest.is_empty() {
            let is_lost = |edge| tree.value(edge).is_some_and(|value| value <= -1.0);
            self.active.retain(|candidate| !(candidate.is_proven && is_lost(candidate.edge)));
        }
        let missing = before - self.active.len();
        let all_proven = self.active.iter().all(|candidate| candidate.is_proven);
        for _ in 0..missing.max(usize::from(all_proven)) {
            let best = (0..self.rest.len()).max_by(|&a, &b| self.rest[a].score.total_cmp(&self.rest[b].score));
            self.active.extend(best.map(|best| self.rest.swap_remove(best)));
        }
    }

    /// Keeps the better half of the active choices and starts the next round.
    fn halve<const W: usize>(&mut self, tree: &Tree<W>) {
        if self.active.len() > 2 {
            let scale = Scale::of(tree);
            let score = |candidate: &Candidate| candidate.score + scale.of_edge(tree, candidate.edge);
            self.active.sort_by(|a, b| score(b).total_cmp(&score(a)));
            self.active.truncate(self.active.len().div_ceil(2));
        }
        self.start_round();
    }

    /// Returns the best edge: the best proven one if the root is proven, otherwise the active choice with the highest sum of score and
    /// weighted value.
    pub(crate) fn best<const W: usize>(&self, tree: &Tree<W>) -> usize {
        let scale = Scale::of(tree);
        let score = |candidate: &Candidate| candidate.score + scale.of_edge(tree, candidate.edge);
        if tree.is_proven() {
            let value = |edge: usize| tree.value(edge).unwrap_or(-1.0);
            return (0..tree.opened()).max_by(|&a, &b| value(a).total_cmp(&value(b)).then(b.cmp(&a))).unwrap_or(0);
        }
        let best = self.active.iter().max_by(|a, b| score(a).total_cmp(&score(b)));
        best.map_or(0, |candidate| candidate.edge)
    }
}

/// Writes the improved policy of the root: one probability for each edge.
pub(crate) fn improved_policy<const W: usize>(tree: &Tree<W>, policy: &mut Vec<f32>) {
    policy.clear();
    let is_win = |edge: usize| tree.is_edge_proven(edge) && tree.value(edge).is_some_and(|value| value >= 1.0);
    if (0..tree.opened()).any(is_win) {
        let weight = |edge| if is_win(edge) { tree.prior(edge).max(1e-6) } else { 0.0 };
        policy.extend((0..tree.edges()).map(weight));
        let sum: f32 = policy.iter().sum();
        policy.iter_mut().for_each(|probability| *probability /= sum);
        return;
    }
    let scale = Scale::of(tree);
    policy.extend((0..tree.edges()).map(|edge| log_prior(tree.prior(edge)) + scale.of_edge(tree, edge)));
    softmax(policy);
}

/// Weighs values against the logarithms of priors.
struct Scale {
    weight: f32,
    /// The value of choices without visits, from -1 to 1.
    unvisited: f32,
}

impl Scale {
    fn of<const W: usize>(tree: &Tree<W>) -> Scale {
        let (mut most, mut visits, mut prior, mut value) = (0, 0, 0.0, 0.0);
        for edge in 0..tree.opened() {
            most = most.max(tree.edge_visits(edge));
            visits += tree.edge_visits(edge);
            if let Some(mean) = tree.value(edge) {
                prior += tree.prior(edge);
                value += tree.prior(edge) * mean;
            }
        }
        let mean = if prior > 0.0 { value / prior } else { 0.0 };
        let visits = visits as f32;
        Scale { weight: VALUE_VISITS + most as f32, unvisited: (tree.evaluation() + visits * mean) / (1.0 + visits) }
    }

    fn of_edge<const W: usize>(&self, tree: &Tree<W>, edge: usize) -> f32 {
        self.weight * 0.5 * (1.0 + tree.value(edge).unwrap_or(self.unvisited))
    }
}

fn log_prior(prior: f32) -> f32 {
    ln(prior.max(1e-12))
}

/// Returns a random number of the standard Gumbel distribution.
fn gumbel(rng: &mut GameRng) -> f32 {
    let uniform = (rng.below(1 << 24) as f32 + 0.5) / (1 << 24) as f32;
    -ln(-ln(uniform))
}
