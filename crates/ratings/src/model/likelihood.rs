//! Log-likelihood of rankings with its gradient and curvature.
//!
//! In a field of players, the set T of the best is chosen with a probability proportional to `tie(|T|) · exp(mean over T
//! of (strength + seat))` with `tie(1) = 1` (the Davidson–Luce model of Firth, Kosmidis and Turner, 2019). This is an
//! exponential family: the log-likelihood is a linear form of the terms minus the logarithms of the fields' total
//! weights, so equal fields are evaluated once, with a weight.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use super::chances::{BySize, Chances, FEATURES, Features, Prevalence, bits, expectation, features, tie_feature};
use super::choices::{Choices, Field};
use crate::contest::{MAX_SEATS, MIN_SEATS};

/// Precision (inverse variance) of the normal prior of each term.
///
/// It is far below the information of one contest, and keeps estimates finite that the data do not bound.
pub(crate) const PRIOR_PRECISION: f64 = 1e-6;

/// Number of parts into which one choice is divided, so that shares of up to four tied players, and of up to three pairs
/// of a forfeit, are whole numbers.
const PARTS: f64 = 12.0;

/// Layout of the vector of terms: players, seats, ties, and one term that is always zero.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) players: usize,
    /// Index of the first seat's term, by number of seats.
    pub(crate) seats: BySize<Option<usize>>,
    /// Index of the log prevalence, by tie size.
    pub(crate) ties: BySize<Option<usize>>,
    pub(crate) len: usize,
}

impl Layout {
    /// Creates terms for the players and for the seats and ties that occur.
    pub(crate) fn new(players: usize, fields: &[Field], choices: &[Choices]) -> Layout {
        let mut layout = Layout { players, seats: Default::default(), ties: Default::default(), len: players };
        for seats in MIN_SEATS..=MAX_SEATS {
            if fields.iter().any(|field| usize::from(field.seats) == seats) {
                layout.seats[seats] = Some(layout.len);
                layout.len += seats;
            }
        }
        for size in 2..=MAX_SEATS {
            if choices.iter().any(|choices| choices.iter().any(|(_, chosen)| chosen.count_ones() as usize == size)) {
                layout.ties[size] = Some(layout.len);
                layout.len += 1;
            }
        }
        layout.len += 1;
        layout
    }

    /// Returns the index of the term that is always zero.
    pub(crate) fn zero_term(&self) -> usize {
        self.len - 1
    }

    fn members(&self, field: &Field) -> Members {
        let mut members = Members { len: field.len, players: [0; 4], seats: [self.zero_term() as u32; 4] };
        for (at, &(player, seat)) in field.members[..usize::from(field.len)].iter().enumerate() {
            members.players[at] = player;
            if let Some(first) = self.seats[usize::from(field.seats)] {
                members.seats[at] = first as u32 + u32::from(seat);
            }
        }
        members
    }
}

/// A field as indices into the vector of terms.
#[derive(Copy, Clone, Debug)]
struct Members {
    len: u8,
    players: [u32; MAX_SEATS],
    seats: [u32; MAX_SEATS],
}

impl Members {
    fn strengths(&self, terms: &[f64]) -> [f64; MAX_SEATS] {
        std::array::from_fn(|at| terms[self.players[at] as usize] + terms[self.seats[at] as usize])
    }

    fn chances(&self, terms: &[f64], prevalence: &Prevalence) -> Chances {
        Chances::new(&self.strengths(terms), usize::from(self.len), prevalence)
    }

    fn expectation(&self, terms: &[f64], prevalence: &Prevalence) -> (f64, Features) {
        expectation(&self.strengths(terms), usize::from(self.len), prevalence)
    }

    /// Adds weighted means to the terms of all members.
    fn add(&self, sums: &mut DVector<f64>, means: &Features, weight: f64) {
        for (at, mean) in means[..usize::from(self.len)].iter().enumerate() {
            sums[self.players[at] as usize] += weight * mean;
            sums[self.seats[at] as usize] += weight * mean;
        }
    }
}

/// Log-likelihood of weighted contests with a normal prior.
#[derive(Clone, Debug)]
pub(crate) struct Likelihood {
    pub(crate) layout: Layout,
    fields: Arc<[Members]>,
    choices: Arc<[Choices]>,
    weights: Vec<f64>,
    /// How often each term was chosen: the sufficient statistic of the data.
    chosen: DVector<f64>,
    /// Terms with a fixed value.
    pub(crate) fixed: Vec<bool>,
    /// Mean of the prior.
    pub(crate) centre: DVector<f64>,
    /// Inverse variance of the prior.
    prior_precision: f64,
}

impl Likelihood {
    pub(crate) fn new(players: usize, fields: &[Field], choices: Vec<Choices>) -> Likelihood {
        let layout = Layout::new(players, fields, &choices);
        let mut fixed = vec![false; layout.len];
        fixed[layout.zero_term()] = true;
        let (fields, choices) = (fields.iter().map(|field| layout.members(field)).collect(), choices.into());
        let (weights, chosen, centre) = (Vec::new(), DVector::zeros(0), DVector::zeros(layout.len));
        let bare =
            Likelihood { layout, fields, choices, weights, chosen, fixed, centre, prior_precision: PRIOR_PRECISION };
        bare.reweighted(|_| 1.0)
    }

    /// Returns the likelihood with other weights of the contests.
    pub(crate) fn reweighted(&self, weight: impl Fn(usize) -> f64) -> Likelihood {
        let mut weights = vec![0.0; self.fields.len()];
        let mut chosen = DVector::zeros(self.layout.len);
        for (contest, choices) in self.choices.iter().enumerate() {
            // Multiplying by `PARTS` before the division makes all values whole numbers.
            let parts = weight(contest) * PARTS / choices.shares();
            for (field, set) in choices.iter() {
                weights[field] += parts;
                self.add_chosen(&mut chosen, field, set, parts);
            }
        }
        chosen /= PARTS;
        weights.iter_mut().for_each(|weight| *weight /= PARTS);
        Likelihood { weights, chosen, ..self.clone() }
    }

    /// Returns the likelihood with another precision of the prior.
    pub(crate) fn with_prior_precision(&self, prior_precision: f64) -> Likelihood {
        Likelihood { prior_precision, ..self.clone() }
    }

    pub(crate) fn contests(&self) -> usize {
        self.choices.len()
    }

    /// Returns the pairs (a, b) of players such that a was ahead of or tied with b in one of the contests with `left` set.
    pub(crate) fn edges<'a>(&'a self, left: &'a [bool]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let contests = self.choices.iter().zip(left).filter(|(_, left)| **left);
        contests.flat_map(|(choices, _)| choices.iter()).flat_map(|(field, set)| {
            let members = &self.fields[field];
            let all = members.players[..usize::from(members.len)].iter().map(|&player| player as usize);
            bits(set).flat_map(move |at| all.clone().map(move |other| (members.players[at] as usize, other)))
        })
    }

    /// Returns the number of sets in all distinct fields: the cost of an evaluation.
    pub(crate) fn sets(&self) -> usize {
        self.fields.iter().map(|field| (1 << field.len) - 1).sum()
    }

    /// Adds a choice to the statistic. All shares are whole numbers of parts, so sums are exact in any order.
    fn add_chosen(&self, sums: &mut DVector<f64>, field: usize, set: u8, parts: f64) {
        let (members, size) = (&self.fields[field], set.count_ones() as usize);
        for at in bits(set) {
            sums[members.players[at] as usize] += parts / size as f64;
            sums[members.seats[at] as usize] += parts / size as f64;
        }
        if let Some(tie) = self.layout.ties[size] {
            sums[tie] += parts;
        }
    }

    /// Returns the log-likelihood without the prior.
    pub(crate) fn plain_value(&self, terms: &DVector<f64>) -> f64 {
        let prevalence = self.prevalence(terms);
        let fields = self.fields.iter().zip(&self.weights);
        let totals: f64 =
            fields.map(|(field, weight)| weight * field.chances(terms.as_slice(), &prevalence).log_total).sum();
        self.chosen.dot(terms) - totals
    }

    /// Returns the log-likelihood including the prior.
    pub(crate) fn value(&self, terms: &DVector<f64>) -> f64 {
        self.plain_value(terms) - self.prior_precision / 2.0 * (terms - &self.centre).norm_squared()
    }

    /// Returns the value and its gradient.
    pub(crate) fn slope(&self, terms: &DVector<f64>) -> (f64, DVector<f64>) {
        let prevalence = self.prevalence(terms);
        let (mut totals, mut slope, mut ties) = (0.0, self.chosen.clone(), [0.0; FEATURES - MAX_SEATS]);
        for (field, &weight) in self.fields.iter().zip(&self.weights) {
            let (log_total, means) = field.expectation(terms.as_slice(), &prevalence);
            totals += weight * log_total;
            field.add(&mut slope, &means, -weight);
            ties.iter_mut().zip(&means[MAX_SEATS..]).for_each(|(sum, mean)| *sum += weight * mean);
        }
        for (size, term) in self.layout.ties.iter().enumerate().filter_map(|(size, term)| Some((size, (*term)?))) {
            slope[term] -= ties[tie_feature(size) - MAX_SEATS];
        }
        let away = terms - &self.centre;
        let value = self.chosen.dot(terms) - totals - self.prior_precision / 2.0 * away.norm_squared();
        slope -= self.prior_precision * away;
        self.clear_fixed(&mut slope);
        (value, slope)
    }

    /// Returns the value, its gradient, and the lower triangle of the negative matrix of second derivatives.
    pub(crate) fn curvature(&self, terms: &DVector<f64>) -> (f64, DVector<f64>, DMatrix<f64>) {
        let (value, slope) = self.slope(terms);
        let prevalence = self.prevalence(terms);
        let mut curvature = DMatrix::from_diagonal_element(self.layout.len, self.layout.len, self.prior_precision);
        for (field, &weight) in self.fields.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0) {
            let covariance = field.chances(terms.as_slice(), &prevalence).covariance();
            self.add_covariance(&mut curvature, field, &covariance, weight);
        }
        for term in (0..self.layout.len).filter(|&term| self.fixed[term]) {
            curvature.row_mut(term).fill(0.0);
            curvature.column_mut(term).fill(0.0);
            curvature[(term, term)] = 1.0;
        }
        (value, slope, curvature)
    }

    /// Returns the contribution of each contest to the gradient along a direction.
    pub(crate) fn influences(&self, terms: &DVector<f64>, direction: &DVector<f64>) -> Vec<f64> {
        let prevalence = self.prevalence(terms);
        let along = |choices: &Choices| {
            let influences = choices.iter().map(|one| self.influence(one, terms, &prevalence, direction));
            influences.sum::<f64>() / choices.shares()
        };
        self.choices.iter().map(along).collect()
    }

    fn influence(
        &self,
        (field, set): (usize, u8),
        terms: &DVector<f64>,
        prevalence: &Prevalence,
        direction: &DVector<f64>,
    ) -> f64 {
        let members = &self.fields[field];
        let means = members.chances(terms.as_slice(), prevalence).means();
        let surprise = features(set).into_iter().zip(means).map(|(feature, mean)| feature - mean).enumerate();
        let along = |feature| self.terms_of(members, feature).map(|term| direction[term]).sum::<f64>();
        surprise.map(|(feature, surprise)| along(feature) * surprise).sum()
    }

    fn prevalence(&self, terms: &DVector<f64>) -> Prevalence {
        Prevalence::new(self.layout.ties.map(|tie| tie.map_or(f64::NEG_INFINITY, |term| terms[term])))
    }

    fn add_covariance(&self, sums: &mut DMatrix<f64>, field: &Members, covariance: &[Features; FEATURES], weight: f64) {
        let present = || (0..FEATURES).filter(|&feature| feature >= MAX_SEATS || feature < usize::from(field.len));
        for one in present() {
            for other in present() {
                let shared = weight * covariance[one][other];
                for row in self.terms_of(field, one) {
                    for column in self.terms_of(field, other).filter(|&column| column <= row) {
                        sums[(row, column)] += shared;
                    }
                }
            }
        }
    }

    /// Returns the terms of a feature: player and seat of a member, or the prevalence of a tie size.
    fn terms_of(&self, field: &Members, feature: usize) -> impl Iterator<Item = usize> {
        let pair = if feature < MAX_SEATS {
            [Some(field.players[feature] as usize), Some(field.seats[feature] as usize)]
        } else {
            [self.layout.ties[feature + 2 - MAX_SEATS], None]
        };
        pair.into_iter().flatten()
    }

    /// Sets the gradient of fixed terms to zero.
    fn clear_fixed(&self, slope: &mut DVector<f64>) {
        slope.iter_mut().zip(&self.fixed).filter(|(_, fixed)| **fixed).for_each(|(slope, _)| *slope = 0.0);
    }
}

#[cfg(test)]
mod tests;
