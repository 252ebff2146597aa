//! The likelihood of rankings with its slope and curvature.
//!
//! In a field of players the set T of the best is chosen with a chance in proportion to `tie(|T|) · exp(mean over T of
//! (strength + seat))`, where `tie(1)` is one (the Davidson–Luce model of Firth, Kosmidis and Turner, 2019). This is an
//! exponential family: the logarithm of the likelihood is a linear form of the terms minus the logarithms of the
//! fields' totals, so that equal fields count once, with a weight.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use crate::chances::{BySize, Chances, FEATURES, Features, Prevalence, bits, expectation, features, tie_feature};
use crate::choices::{Choices, Field};
use crate::contest::{LEAST_SEATS, MOST_SEATS};

/// The strength of the pull of each term to its centre, as the inverse of a variance.
///
/// It is far below what one contest tells, and keeps estimates finite that the data do not bound.
pub(crate) const PULL: f64 = 1e-6;

/// The parts of one choice, which up to four can share; and a failure, which is shared by up to three, has one member in each.
const WHOLE: f64 = 12.0;

/// Where the terms lie in a vector of all: players, seats, ties, and one that is always zero.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) players: usize,
    /// The first seat's term by number of seats.
    pub(crate) seats: BySize<Option<usize>>,
    /// The term of the logarithm of the prevalence by size of a tie.
    pub(crate) ties: BySize<Option<usize>>,
    pub(crate) len: usize,
}

impl Layout {
    /// Terms for these players, and for the seats and ties that occur.
    pub(crate) fn new(players: usize, fields: &[Field], choices: &[Choices]) -> Layout {
        let mut layout = Layout { players, seats: Default::default(), ties: Default::default(), len: players };
        for seats in LEAST_SEATS..=MOST_SEATS {
            if fields.iter().any(|field| usize::from(field.seats) == seats) {
                layout.seats[seats] = Some(layout.len);
                layout.len += seats;
            }
        }
        for size in 2..=MOST_SEATS {
            if choices.iter().any(|choices| choices.iter().any(|(_, chosen)| chosen.count_ones() as usize == size)) {
                layout.ties[size] = Some(layout.len);
                layout.len += 1;
            }
        }
        layout.len += 1;
        layout
    }

    /// The term that is always zero.
    pub(crate) fn void(&self) -> usize {
        self.len - 1
    }

    fn members(&self, field: &Field) -> Members {
        let mut members = Members { len: field.len, players: [0; 4], seats: [self.void() as u32; 4] };
        for (at, &(player, seat)) in field.members[..usize::from(field.len)].iter().enumerate() {
            members.players[at] = player;
            if let Some(first) = self.seats[usize::from(field.seats)] {
                members.seats[at] = first as u32 + u32::from(seat);
            }
        }
        members
    }
}

/// A field as places in the vector of terms.
#[derive(Copy, Clone, Debug)]
struct Members {
    len: u8,
    players: [u32; MOST_SEATS],
    seats: [u32; MOST_SEATS],
}

impl Members {
    fn strengths(&self, terms: &[f64]) -> [f64; MOST_SEATS] {
        std::array::from_fn(|at| terms[self.players[at] as usize] + terms[self.seats[at] as usize])
    }

    fn chances(&self, terms: &[f64], prevalence: &Prevalence) -> Chances {
        Chances::new(&self.strengths(terms), usize::from(self.len), prevalence)
    }

    fn expectation(&self, terms: &[f64], prevalence: &Prevalence) -> (f64, Features) {
        expectation(&self.strengths(terms), usize::from(self.len), prevalence)
    }

    /// Adds to the terms of all members.
    fn add(&self, sums: &mut DVector<f64>, means: &Features, weight: f64) {
        for (at, mean) in means[..usize::from(self.len)].iter().enumerate() {
            sums[self.players[at] as usize] += weight * mean;
            sums[self.seats[at] as usize] += weight * mean;
        }
    }
}

/// Weighted fields with what was chosen in them.
#[derive(Clone, Debug)]
pub(crate) struct Likelihood {
    pub(crate) layout: Layout,
    fields: Arc<[Members]>,
    choices: Arc<[Choices]>,
    weights: Vec<f64>,
    /// How often each term was chosen: all that the data tell.
    chosen: DVector<f64>,
    /// Terms that keep their value.
    pub(crate) fixed: Vec<bool>,
    /// Where the pull goes.
    pub(crate) centre: DVector<f64>,
    /// How strong it is.
    pull: f64,
}

impl Likelihood {
    pub(crate) fn new(players: usize, fields: &[Field], choices: Vec<Choices>) -> Likelihood {
        let layout = Layout::new(players, fields, &choices);
        let mut fixed = vec![false; layout.len];
        fixed[layout.void()] = true;
        let (fields, choices) = (fields.iter().map(|field| layout.members(field)).collect(), choices.into());
        let (weights, chosen, centre) = (Vec::new(), DVector::zeros(0), DVector::zeros(layout.len));
        let bare = Likelihood { layout, fields, choices, weights, chosen, fixed, centre, pull: PULL };
        bare.reweighted(|_| 1.0)
    }

    /// The same with other weights of the contests.
    pub(crate) fn reweighted(&self, weight: impl Fn(usize) -> f64) -> Likelihood {
        let mut weights = vec![0.0; self.fields.len()];
        let mut chosen = DVector::zeros(self.layout.len);
        for (contest, choices) in self.choices.iter().enumerate() {
            // Multiplied first, all these are whole numbers.
            let parts = weight(contest) * WHOLE / choices.shares();
            for (field, set) in choices.iter() {
                weights[field] += parts;
                self.add_chosen(&mut chosen, field, set, parts);
            }
        }
        chosen /= WHOLE;
        weights.iter_mut().for_each(|weight| *weight /= WHOLE);
        Likelihood { weights, chosen, ..self.clone() }
    }

    /// The same with another pull.
    pub(crate) fn with_pull(&self, pull: f64) -> Likelihood {
        Likelihood { pull, ..self.clone() }
    }

    pub(crate) fn contests(&self) -> usize {
        self.choices.len()
    }

    /// Who was ahead of whom in the contests that are left; a tie counts both ways.
    pub(crate) fn edges<'a>(&'a self, left: &'a [bool]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let contests = self.choices.iter().zip(left).filter(|(_, left)| **left);
        contests.flat_map(|(choices, _)| choices.iter()).flat_map(|(field, set)| {
            let members = &self.fields[field];
            let all = members.players[..usize::from(members.len)].iter().map(|&player| player as usize);
            bits(set).flat_map(move |at| all.clone().map(move |other| (members.players[at] as usize, other)))
        })
    }

    /// The number of sets in all different fields, which is what an evaluation costs.
    pub(crate) fn sets(&self) -> usize {
        self.fields.iter().map(|field| (1 << field.len) - 1).sum()
    }

    /// Adds what was chosen, in parts of which every share is a whole number: sums of these are exact in any order.
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

    /// The logarithm of the likelihood without the pull.
    pub(crate) fn plain_value(&self, terms: &DVector<f64>) -> f64 {
        let prevalence = self.prevalence(terms);
        let fields = self.fields.iter().zip(&self.weights);
        let totals: f64 =
            fields.map(|(field, weight)| weight * field.chances(terms.as_slice(), &prevalence).log_total).sum();
        self.chosen.dot(terms) - totals
    }

    /// The logarithm of the likelihood with the pull.
    pub(crate) fn value(&self, terms: &DVector<f64>) -> f64 {
        self.plain_value(terms) - self.pull / 2.0 * (terms - &self.centre).norm_squared()
    }

    /// The value and the slope.
    pub(crate) fn slope(&self, terms: &DVector<f64>) -> (f64, DVector<f64>) {
        let prevalence = self.prevalence(terms);
        let (mut totals, mut slope, mut ties) = (0.0, self.chosen.clone(), [0.0; FEATURES - MOST_SEATS]);
        for (field, &weight) in self.fields.iter().zip(&self.weights) {
            let (log_total, means) = field.expectation(terms.as_slice(), &prevalence);
            totals += weight * log_total;
            field.add(&mut slope, &means, -weight);
            ties.iter_mut().zip(&means[MOST_SEATS..]).for_each(|(sum, mean)| *sum += weight * mean);
        }
        for (size, term) in self.layout.ties.iter().enumerate().filter_map(|(size, term)| Some((size, (*term)?))) {
            slope[term] -= ties[tie_feature(size) - MOST_SEATS];
        }
        let away = terms - &self.centre;
        let value = self.chosen.dot(terms) - totals - self.pull / 2.0 * away.norm_squared();
        slope -= self.pull * away;
        self.still(&mut slope);
        (value, slope)
    }

    /// The value, the slope, and the curvature: the negative matrix of second derivatives, its lower half.
    pub(crate) fn curvature(&self, terms: &DVector<f64>) -> (f64, DVector<f64>, DMatrix<f64>) {
        let (value, slope) = self.slope(terms);
        let prevalence = self.prevalence(terms);
        let mut curvature = DMatrix::from_diagonal_element(self.layout.len, self.layout.len, self.pull);
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

    /// What each contest adds to the slope along a direction.
    pub(crate) fn influences(&self, terms: &DVector<f64>, direction: &DVector<f64>) -> Vec<f64> {
        let prevalence = self.prevalence(terms);
        let along = |choices: &Choices| {
            let pulls = choices.iter().map(|one| self.pull_of(one, terms, &prevalence, direction));
            pulls.sum::<f64>() / choices.shares()
        };
        self.choices.iter().map(along).collect()
    }

    fn pull_of(
        &self,
        (field, set): (usize, u8),
        terms: &DVector<f64>,
        prevalence: &Prevalence,
        direction: &DVector<f64>,
    ) -> f64 {
        let members = &self.fields[field];
        let means = members.chances(terms.as_slice(), prevalence).means();
        let surprise = features(set).into_iter().zip(means).map(|(feature, mean)| feature - mean).enumerate();
        let along = |feature| self.places(members, feature).map(|term| direction[term]).sum::<f64>();
        surprise.map(|(feature, surprise)| along(feature) * surprise).sum()
    }

    fn prevalence(&self, terms: &DVector<f64>) -> Prevalence {
        Prevalence::new(self.layout.ties.map(|tie| tie.map_or(f64::NEG_INFINITY, |term| terms[term])))
    }

    fn add_covariance(&self, sums: &mut DMatrix<f64>, field: &Members, covariance: &[Features; FEATURES], weight: f64) {
        let present = || (0..FEATURES).filter(|&feature| feature >= MOST_SEATS || feature < usize::from(field.len));
        for one in present() {
            for other in present() {
                let shared = weight * covariance[one][other];
                for row in self.places(field, one) {
                    for column in self.places(field, other).filter(|&column| column <= row) {
                        sums[(row, column)] += shared;
                    }
                }
            }
        }
    }

    /// The terms behind a member or a size of ties.
    fn places(&self, field: &Members, feature: usize) -> impl Iterator<Item = usize> {
        let pair = if feature < MOST_SEATS {
            [Some(field.players[feature] as usize), Some(field.seats[feature] as usize)]
        } else {
            [self.layout.ties[feature + 2 - MOST_SEATS], None]
        };
        pair.into_iter().flatten()
    }

    /// Terms that keep their value have no slope.
    fn still(&self, slope: &mut DVector<f64>) {
        slope.iter_mut().zip(&self.fixed).filter(|(_, fixed)| **fixed).for_each(|(slope, _)| *slope = 0.0);
    }
}

#[cfg(test)]
mod tests;
