//! Maximum-likelihood ratings and their intervals.

use nalgebra::DVector;

use super::connectivity::Connectivity;
use super::diagnostics::{DiagnosticInput, warnings};
use super::effect::{SeatEffect, TieEffect};
use super::options::{Anchor, FitError, Intervals, Method, Options};
use super::warning::Warning;
use crate::contest::Contest;
use crate::estimate::{ELO_PER_LOG, Estimate, chance_below, deviations};
use crate::model::{
    Likelihood, Maximum, Profile, Resampling, bootstrap_ends, fix_unidentified_seats, maximise, split_into_choices,
};

/// Maximum effort for profile intervals: the number of terms times the cost of one evaluation and one linear solution.
///
/// This is about four times the effort of 200 players and 100,000 contests of four seats.
const MAX_EFFORT: usize = 2_000_000_000;

/// Ratings, effects and warnings of a fit.
///
/// # Examples
///
/// ```
/// use ratings::{Contest, Options, fit};
///
/// let games = [Contest::new(&[0, 1], &[1, 2])?, Contest::new(&[1, 0], &[2, 1])?, Contest::new(&[0, 1], &[2, 1])?];
/// let fit = fit(&games, &Options { seat_effects: false, ..Options::default() })?;
/// // Two of three games won: the odds are two to one.
/// let difference = fit.ratings[0].value - fit.ratings[1].value;
/// assert!((difference - 400.0 * 2_f64.log10()).abs() < 0.01);
/// assert!(fit.los(0, 1).is_some_and(|chance| chance > 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fit {
    /// Ratings in Elo, indexed by player.
    ///
    /// Without anchors, the mean rating of each group of comparable players is zero. If a rating in the group is
    /// unbounded, the mean is taken over the largest subset in which every player leads to every other ("leads to" is
    /// defined in the [crate documentation](crate)).
    pub ratings: Vec<Estimate>,
    /// Effects of the seats that the data identify, by number of seats and seat.
    pub seats: Vec<SeatEffect>,
    /// Prevalences of the tie sizes that occur, by size.
    pub ties: Vec<TieEffect>,
    /// Limitations of the data that affect the interpretation of the results.
    pub warnings: Vec<Warning>,
    /// Logarithm of the likelihood at the estimates, without the prior; at most 0.
    pub log_likelihood: f64,
    /// Method that was used for the intervals.
    pub method: Method,
    pub(super) likelihood: Likelihood,
    pub(super) maximum: Maximum,
    pub(super) connectivity: Connectivity,
}

/// A quantity to be estimated: a linear combination of the terms.
struct Target {
    contrast: DVector<f64>,
    /// Whether the data bound it from below.
    is_bounded_below: bool,
    /// Whether the data bound it from above.
    is_bounded_above: bool,
}

/// Fits ratings, seat effects and tie prevalences to contests.
///
/// # Errors
///
/// Fails if the options do not fit the contests; see [`FitError`].
pub fn fit(contests: &[Contest], options: &Options) -> Result<Fit, FitError> {
    let players = options.check(contests)?;
    let (fields, choices) = split_into_choices(contests);
    let connectivity = Connectivity::new(players, contests, &options.anchors);
    let mut likelihood = Likelihood::new(players, &fields, choices);
    let start = fix_anchors(&mut likelihood, &connectivity, &options.anchors);
    let unidentified_seats = fix_seats(&mut likelihood, options.seat_effects);
    let maximum = maximise(&likelihood, start, None);
    let mut fit = Fit {
        ratings: Vec::new(),
        seats: Vec::new(),
        ties: Vec::new(),
        warnings: Vec::new(),
        log_likelihood: likelihood.plain_value(&maximum.terms),
        method: method(&likelihood, &options.intervals),
        likelihood,
        maximum,
        connectivity,
    };
    fit.estimate(&options.intervals);
    fit.warnings = warnings(&DiagnosticInput {
        contests,
        min_contests: options.min_contests,
        requested: &options.intervals,
        method: fit.method,
        converged: fit.maximum.converged,
        groups: &fit.connectivity.groups,
        ratings: &fit.ratings,
        seats: &fit.seats,
        ties: &fit.ties,
        unidentified_seats: &unidentified_seats,
    });
    Ok(fit)
}

/// Fixes anchored players at their ratings, and returns the start of the maximisation.
fn fix_anchors(likelihood: &mut Likelihood, connectivity: &Connectivity, anchors: &[Anchor]) -> DVector<f64> {
    let Some(first) = anchors.first() else { return likelihood.centre.clone() };
    let mean = anchors.iter().map(|anchor| anchor.elo).sum::<f64>() / anchors.len() as f64 / ELO_PER_LOG;
    for &player in &connectivity.groups[connectivity.group_of[first.player as usize]] {
        likelihood.centre[player as usize] = mean;
    }
    for anchor in anchors {
        likelihood.centre[anchor.player as usize] = anchor.elo / ELO_PER_LOG;
        likelihood.fixed[anchor.player as usize] = true;
    }
    likelihood.centre.clone()
}

/// Fixes at zero all seat effects that are disabled or not identifiable; returns the numbers of seats for which they are
/// not identifiable.
fn fix_seats(likelihood: &mut Likelihood, seat_effects: bool) -> Vec<u8> {
    if seat_effects {
        return fix_unidentified_seats(likelihood);
    }
    let blocks = likelihood.layout.seats.into_iter().enumerate();
    for (seats, first) in blocks.filter_map(|(seats, first)| Some((seats, first?))) {
        likelihood.fixed[first..first + seats].fill(true);
    }
    Vec::new()
}

/// Returns the exponential, capped at the largest finite float for finite arguments.
fn finite_exp(log: f64) -> f64 {
    if log.is_finite() { log.exp().min(f64::MAX) } else { log.exp() }
}

fn method(likelihood: &Likelihood, intervals: &Intervals) -> Method {
    match intervals {
        Intervals::Profile if effort(likelihood) > MAX_EFFORT => Method::Wald,
        Intervals::Profile => Method::Profile,
        Intervals::Wald => Method::Wald,
        Intervals::Bootstrap(_) => Method::Bootstrap,
    }
}

fn effort(likelihood: &Likelihood) -> usize {
    let terms = likelihood.layout.len;
    (likelihood.sets() + terms * terms).saturating_mul(terms)
}

impl Fit {
    /// Returns the likelihood of superiority (LOS): the probability, from 0 to 1, that player `one` is stronger than
    /// `other`. Returns `None` for players that do not exist or are not comparable.
    ///
    /// It is the standard normal probability below z, where z is the rating difference divided by its standard
    /// deviation. The standard deviation comes from the joint covariance of all terms (the inverse curvature). If the
    /// difference is unbounded, z is the signed square root of twice the fall of the profile log-likelihood at equal
    /// ratings.
    pub fn los(&self, one: u32, other: u32) -> Option<f64> {
        let players = self.ratings.len();
        if one as usize >= players || other as usize >= players || !self.connectivity.are_comparable(one, other) {
            return None;
        }
        if one == other {
            return Some(0.5);
        }
        let contrast = self.difference(one, other);
        let value = self.maximum.terms[one as usize] - self.maximum.terms[other as usize];
        Some(chance_below(self.deviations_above_zero(
            &contrast,
            value,
            self.connectivity.is_difference_bounded(one, other),
        )))
    }

    fn deviations_above_zero(&self, contrast: &DVector<f64>, value: f64, bounded: bool) -> f64 {
        let deviation = self.maximum.variance(contrast).sqrt();
        if deviation == 0.0 {
            return if value == 0.0 { 0.0 } else { value.signum() * f64::INFINITY };
        }
        if bounded {
            return value / deviation;
        }
        value.signum() * Profile::new(&self.likelihood, &self.maximum, contrast, deviations()).root_deviance_at(0.0)
    }

    /// Returns the player with the highest rating in the largest group of comparable players, or `None` without players.
    pub fn leader(&self) -> Option<u32> {
        let group = self.connectivity.largest_group().iter().copied();
        let key = |player: u32| self.ratings[player as usize].value;
        group.reduce(|best, player| if key(player) > key(best) { player } else { best })
    }

    /// Returns the contrast of two players' strengths; anchored players are left out.
    pub(super) fn difference(&self, one: u32, other: u32) -> DVector<f64> {
        let mut contrast = DVector::zeros(self.likelihood.layout.len);
        for (player, sign) in [(one as usize, 1.0), (other as usize, -1.0)] {
            if !self.likelihood.fixed[player] {
                contrast[player] = sign;
            }
        }
        contrast
    }

    fn estimate(&mut self, intervals: &Intervals) {
        let players = self.player_targets();
        let seats = self.seat_targets();
        let ties = self.tie_targets();
        let all: Vec<Target> = players.into_iter().chain(seats).chain(ties).collect();
        let mut estimates = self.intervals(&all, intervals).into_iter();
        for player in 0..self.likelihood.layout.players {
            let anchored = self.likelihood.fixed[player].then(|| Estimate::exact(self.maximum.terms[player]));
            let estimate = anchored.or_else(|| estimates.next()).expect("there is an estimate for each player");
            self.ratings.push(estimate.map(|log| log * ELO_PER_LOG));
        }
        for (seats, seat, _) in self.free_seats() {
            let elo = estimates.next().expect("there is an estimate for each seat").map(|log| log * ELO_PER_LOG);
            self.seats.push(SeatEffect { seats, seat, elo });
        }
        for (size, _) in self.tie_terms() {
            let prevalence = estimates.next().expect("there is an estimate for each tie size").map(finite_exp);
            self.ties.push(TieEffect { size, prevalence });
        }
    }

    fn player_targets(&self) -> Vec<Target> {
        let target = |player: u32| {
            let contrast = self.connectivity.contrast(player, &self.likelihood)?;
            let (below, above) =
                (self.connectivity.is_bounded_below(player), self.connectivity.is_bounded_above(player));
            let alone = self.connectivity.groups[self.connectivity.group_of[player as usize]].len() == 1;
            Some(Target { contrast, is_bounded_below: below && !alone, is_bounded_above: above && !alone })
        };
        (0..self.likelihood.layout.players as u32).filter_map(target).collect()
    }

    fn seat_targets(&self) -> Vec<Target> {
        let target = |(seats, _, term): (u8, u8, usize)| {
            let first = self.likelihood.layout.seats[usize::from(seats)].unwrap_or(term);
            let mut contrast = DVector::zeros(self.likelihood.layout.len);
            contrast.rows_mut(first, usize::from(seats)).fill(-1.0 / f64::from(seats));
            contrast[term] += 1.0;
            Target { contrast, is_bounded_below: true, is_bounded_above: true }
        };
        self.free_seats().into_iter().map(target).collect()
    }

    fn tie_targets(&self) -> Vec<Target> {
        let target = |(_, term): (u8, usize)| {
            let mut contrast = DVector::zeros(self.likelihood.layout.len);
            contrast[term] = 1.0;
            Target { contrast, is_bounded_below: true, is_bounded_above: true }
        };
        self.tie_terms().into_iter().map(target).collect()
    }

    /// Returns number of seats, seat and term of all estimated seat effects.
    fn free_seats(&self) -> Vec<(u8, u8, usize)> {
        let blocks = self.likelihood.layout.seats.into_iter().enumerate();
        blocks
            .filter_map(|(seats, first)| Some((seats, first?)))
            .filter(|&(_, first)| !self.likelihood.fixed[first])
            .flat_map(|(seats, first)| (0..seats).map(move |seat| (seats as u8, seat as u8, first + seat)))
            .collect()
    }

    /// Returns size and term of all estimated tie prevalences.
    fn tie_terms(&self) -> Vec<(u8, usize)> {
        let sizes = self.likelihood.layout.ties.into_iter().enumerate();
        sizes.filter_map(|(size, term)| Some((size as u8, term?))).collect()
    }

    fn intervals(&self, targets: &[Target], intervals: &Intervals) -> Vec<Estimate> {
        let ends: Vec<(f64, f64)> = match (self.method, intervals) {
            (Method::Bootstrap, Intervals::Bootstrap(bootstrap)) => {
                let contrasts: Vec<&DVector<f64>> = targets.iter().map(|target| &target.contrast).collect();
                let resampling =
                    Resampling { groups: &bootstrap.groups, rounds: bootstrap.rounds, seed: bootstrap.seed };
                bootstrap_ends(&self.likelihood, &self.maximum, &contrasts, &resampling)
            }
            (Method::Profile, _) => targets.iter().map(|target| self.profile_ends(target)).collect(),
            _ => targets.iter().map(|target| self.wald_ends(target)).collect(),
        };
        targets.iter().zip(ends).map(|(target, ends)| self.bounded(target, ends)).collect()
    }

    fn profile_ends(&self, target: &Target) -> (f64, f64) {
        let profile = Profile::new(&self.likelihood, &self.maximum, &target.contrast, deviations());
        let low = if target.is_bounded_below { profile.end(-1.0) } else { f64::NEG_INFINITY };
        let high = if target.is_bounded_above { profile.end(1.0) } else { f64::INFINITY };
        (low, high)
    }

    fn wald_ends(&self, target: &Target) -> (f64, f64) {
        let value = target.contrast.dot(&self.maximum.terms);
        let half = deviations() * self.maximum.variance(&target.contrast).sqrt();
        (value - half, value + half)
    }

    /// Returns the estimate with its ends, infinite where the data do not bound it.
    fn bounded(&self, target: &Target, (low, high): (f64, f64)) -> Estimate {
        let low = if target.is_bounded_below { low } else { f64::NEG_INFINITY };
        let high = if target.is_bounded_above { high } else { f64::INFINITY };
        Estimate { value: target.contrast.dot(&self.maximum.terms), low, high }
    }
}
