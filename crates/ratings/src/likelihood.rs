//! The likelihood of rankings with its slope and curvature.
//!
//! In a field of players the set T of the best is chosen with a chance in proportion to
//! `tie(|T|) · exp(mean over T of (strength + seat))`, where `tie(1)` is one (the Davidson–Luce model of Firth, Kosmidis
//! and Turner, 2019). This is an exponential family: the logarithm of the likelihood is a linear form of the terms minus
//! the logarithms of the fields' totals, so that equal fields count once, with a weight.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use crate::choices::{Choices, Field};
use crate::contest::{LEAST_SEATS, MOST_SEATS};

/// The strength of the pull of each term to its centre, as the inverse of a variance.
///
/// It is far below what one contest tells, and keeps estimates finite that the data do not bound.
pub(crate) const PULL: f64 = 1e-6;

/// Numbers by number of seats or by size of a tie.
pub(crate) type BySize<T> = [T; MOST_SEATS + 1];

/// Members and sizes of ties, which is all that the choice in one field depends on.
const LOCAL: usize = 2 * MOST_SEATS - 1;

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
}

/// The chances in one field: of every set of members as bits, of which each is `chance · total`.
struct Chances {
    log_total: f64,
    by_set: [f64; 1 << MOST_SEATS],
}

impl Likelihood {
    pub(crate) fn new(players: usize, fields: &[Field], choices: Vec<Choices>) -> Likelihood {
        let layout = Layout::new(players, fields, &choices);
        let mut fixed = vec![false; layout.len];
        fixed[layout.void()] = true;
        let (fields, choices) = (fields.iter().map(|field| layout.members(field)).collect(), choices.into());
        let (weights, chosen, centre) = (Vec::new(), DVector::zeros(0), DVector::zeros(layout.len));
        let bare = Likelihood { layout, fields, choices, weights, chosen, fixed, centre };
        bare.reweighted(|_| 1.0)
    }

    /// The same with other weights of the contests.
    pub(crate) fn reweighted(&self, weight: impl Fn(usize) -> f64) -> Likelihood {
        let mut weights = vec![0.0; self.fields.len()];
        let mut chosen = DVector::zeros(self.layout.len);
        for (contest, choices) in self.choices.iter().enumerate() {
            let weight = weight(contest);
            for (field, set) in choices.iter() {
                weights[field] += weight;
                self.add_chosen(&mut chosen, field, set, weight);
            }
        }
        Likelihood { weights, chosen, ..self.clone() }
    }

    pub(crate) fn contests(&self) -> usize {
        self.choices.len()
    }

    /// The number of sets in all different fields, which is what an evaluation costs.
    pub(crate) fn sets(&self) -> usize {
        self.fields.iter().map(|field| (1 << field.len) - 1).sum()
    }

    fn add_chosen(&self, sums: &mut DVector<f64>, field: usize, set: u8, weight: f64) {
        let (members, size) = (&self.fields[field], set.count_ones() as usize);
        for at in bits(set) {
            sums[members.players[at] as usize] += weight / size as f64;
            sums[members.seats[at] as usize] += weight / size as f64;
        }
        if let Some(tie) = self.layout.ties[size] {
            sums[tie] += weight;
        }
    }

    /// The logarithm of the likelihood without the pull.
    pub(crate) fn plain_value(&self, terms: &DVector<f64>) -> f64 {
        let prevalence = self.prevalence(terms);
        let fields = self.fields.iter().zip(&self.weights);
        let totals: f64 = fields.map(|(field, weight)| weight * chances(field, terms, &prevalence).log_total).sum();
        self.chosen.dot(terms) - totals
    }

    /// The logarithm of the likelihood with the pull.
    pub(crate) fn value(&self, terms: &DVector<f64>) -> f64 {
        self.plain_value(terms) - PULL / 2.0 * (terms - &self.centre).norm_squared()
    }

    /// The value and the slope.
    pub(crate) fn slope(&self, terms: &DVector<f64>) -> (f64, DVector<f64>) {
        let prevalence = self.prevalence(terms);
        let (mut totals, mut slope) = (0.0, self.chosen.clone());
        for (field, &weight) in self.fields.iter().zip(&self.weights) {
            let chances = chances(field, terms, &prevalence);
            totals += weight * chances.log_total;
            self.add_means(&mut slope, field, &chances.means(field.len), -weight);
        }
        let away = terms - &self.centre;
        let value = self.chosen.dot(terms) - totals - PULL / 2.0 * away.norm_squared();
        slope -= PULL * away;
        self.still(&mut slope);
        (value, slope)
    }

    /// The value, the slope, and the curvature: the negative matrix of second derivatives, its lower half.
    pub(crate) fn curvature(&self, terms: &DVector<f64>) -> (f64, DVector<f64>, DMatrix<f64>) {
        let (value, slope) = self.slope(terms);
        let prevalence = self.prevalence(terms);
        let mut curvature = DMatrix::from_diagonal_element(self.layout.len, self.layout.len, PULL);
        for (field, &weight) in self.fields.iter().zip(&self.weights).filter(|(_, weight)| **weight > 0.0) {
            let covariance = chances(field, terms, &prevalence).covariance(field.len);
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
        let along = |choices: &Choices| choices.iter().map(|one| self.pull_of(one, terms, &prevalence, direction)).sum();
        self.choices.iter().map(along).collect()
    }

    fn pull_of(
        &self,
        (field, set): (usize, u8),
        terms: &DVector<f64>,
        prevalence: &BySize<f64>,
        direction: &DVector<f64>,
    ) -> f64 {
        let members = &self.fields[field];
        let means = chances(members, terms, prevalence).means(members.len);
        let mut pull = 0.0;
        for (local, &mean) in means.iter().enumerate() {
            let share = if local < MOST_SEATS {
                f64::from(set >> local & 1) / f64::from(set.count_ones())
            } else {
                f64::from(u8::from(set.count_ones() as usize == local - 2))
            };
            pull += self.places(members, local).map(|term| direction[term]).sum::<f64>() * (share - mean);
        }
        pull
    }

    /// How much a tie weighs by size; zero for sizes that do not occur.
    fn prevalence(&self, terms: &DVector<f64>) -> BySize<f64> {
        // Beyond this the chances are zero or one anyway.
        const LARGEST: f64 = 600.0;
        let mut prevalence = self.layout.ties.map(|tie| tie.map_or(0.0, |term| terms[term].min(LARGEST).exp()));
        prevalence[1] = 1.0;
        prevalence
    }

    fn add_means(&self, sums: &mut DVector<f64>, field: &Members, means: &[f64; LOCAL], weight: f64) {
        for at in 0..usize::from(field.len) {
            sums[field.players[at] as usize] += weight * means[at];
            sums[field.seats[at] as usize] += weight * means[at];
        }
        for (size, tie) in self.layout.ties.iter().enumerate() {
            if let Some(tie) = tie {
                sums[*tie] += weight * means[size + 2];
            }
        }
    }

    fn add_covariance(&self, sums: &mut DMatrix<f64>, field: &Members, covariance: &[[f64; LOCAL]; LOCAL], weight: f64) {
        let locals = || (0..LOCAL).filter(|&local| local >= MOST_SEATS || local < usize::from(field.len));
        for one in locals() {
            for other in locals() {
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
    fn places(&self, field: &Members, local: usize) -> impl Iterator<Item = usize> {
        let pair = if local < MOST_SEATS {
            [Some(field.players[local] as usize), Some(field.seats[local] as usize)]
        } else {
            [self.layout.ties[local - 2], None]
        };
        pair.into_iter().flatten()
    }

    /// Terms that keep their value have no slope.
    fn still(&self, slope: &mut DVector<f64>) {
        slope.iter_mut().zip(&self.fixed).filter(|(_, fixed)| **fixed).for_each(|(slope, _)| *slope = 0.0);
    }
}

/// The chances of all sets of a field, relative to the strongest member so that nothing overflows.
fn chances(field: &Members, terms: &DVector<f64>, prevalence: &BySize<f64>) -> Chances {
    let len = usize::from(field.len);
    let mut strengths = [0.0; MOST_SEATS];
    for at in 0..len {
        strengths[at] = terms[field.players[at] as usize] + terms[field.seats[at] as usize];
    }
    let strongest = strengths[..len].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let roots = roots(&strengths[..len], strongest, prevalence);
    let (mut by_set, mut total) = ([0.0; 1 << MOST_SEATS], 0.0);
    for set in 1..1_usize << len {
        let size = set.count_ones() as usize;
        if prevalence[size] > 0.0 {
            by_set[set] = bits(set as u8).fold(prevalence[size], |product, at| product * roots[size][at]);
            total += by_set[set];
        }
    }
    by_set[1..1 << len].iter_mut().for_each(|chance| *chance /= total);
    Chances { log_total: strongest + total.ln(), by_set }
}

/// The roots of the members' strengths by size of a tie.
fn roots(strengths: &[f64], strongest: f64, prevalence: &BySize<f64>) -> BySize<[f64; MOST_SEATS]> {
    let mut roots = [[0.0; MOST_SEATS]; MOST_SEATS + 1];
    for (at, strength) in strengths.iter().enumerate() {
        let whole = (strength - strongest).exp();
        roots[1][at] = whole;
        roots[2][at] = whole.sqrt();
        roots[4][at] = roots[2][at].sqrt();
        if prevalence[3] > 0.0 {
            roots[3][at] = whole.cbrt();
        }
    }
    roots
}

impl Chances {
    /// The expected share of each member, and the chance of each size of ties.
    fn means(&self, len: u8) -> [f64; LOCAL] {
        let mut means = [0.0; LOCAL];
        for set in 1..1_usize << len {
            let (chance, size) = (self.by_set[set], set.count_ones() as usize);
            bits(set as u8).for_each(|at| means[at] += chance / size as f64);
            if size > 1 {
                means[size + 2] += chance;
            }
        }
        means
    }

    /// The covariance of the members' shares and the sizes of ties.
    fn covariance(&self, len: u8) -> [[f64; LOCAL]; LOCAL] {
        let means = self.means(len);
        let mut covariance = [[0.0; LOCAL]; LOCAL];
        for set in 1..1_u8 << len {
            let chance = self.by_set[usize::from(set)];
            let away = deviation(set, &means);
            for (row, one) in covariance.iter_mut().zip(&away) {
                row.iter_mut().zip(&away).for_each(|(sum, other)| *sum += chance * one * other);
            }
        }
        covariance
    }
}

/// What is chosen with a set, minus what is expected.
fn deviation(set: u8, means: &[f64; LOCAL]) -> [f64; LOCAL] {
    let size = set.count_ones() as usize;
    let mut away = means.map(|mean| -mean);
    bits(set).for_each(|at| away[at] += 1.0 / size as f64);
    if size > 1 {
        away[size + 2] += 1.0;
    }
    away
}

fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..MOST_SEATS).filter(move |at| set >> at & 1 == 1)
}

#[cfg(test)]
mod tests;
