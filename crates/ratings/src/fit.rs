//! Ratings fitted to contests.

use nalgebra::DVector;

use crate::bootstrap;
use crate::choices::take_apart;
use crate::contest::Contest;
use crate::estimate::{ELO_PER_LOG, Estimate, chance_below, deviations};
use crate::footing::Footing;
use crate::likelihood::Likelihood;
use crate::newton::{Peak, climb};
use crate::notes::{Notes, warnings};
use crate::options::{Anchor, FitError, Intervals, Method, Options};
use crate::profile::Profile;
use crate::seats::hold_unknown;
use crate::warning::Warning;

/// The effort beyond which profiles are not computed: terms times what one evaluation and one solution cost.
///
/// It is about four times that of 200 players and 100,000 contests of four seats.
const MOST_EFFORT: usize = 2_000_000_000;

/// The effect of a seat; the effects of all seats of contests of one size sum up to zero.
///
/// With two seats, what the first is ahead of the second is the difference of both, twice the effect of the first.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SeatEffect {
    /// The number of seats of the contests.
    pub seats: u8,
    /// The seat, from zero.
    pub seat: u8,
    /// What it adds to the rating of whoever sits there, in Elo.
    pub elo: Estimate,
}

/// How prevalent ties of a size are.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TieEffect {
    /// How many share a place.
    pub size: u8,
    /// How much likelier it is that equal players tie than that a given one of them comes out alone in front.
    pub prevalence: Estimate,
}

impl TieEffect {
    /// How often a contest of two equal players is a tie, if this is the size two.
    pub fn share_of_two(&self) -> Estimate {
        self.prevalence.map(|odds| if odds.is_finite() { odds / (2.0 + odds) } else { 1.0 })
    }
}

/// Ratings with everything that belongs to them.
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
    /// The ratings by player, in Elo.
    ///
    /// Without anchors the mean of each group of players who can be compared is zero. If somebody's rating in the group
    /// is unbounded, it is the mean of the largest part of it whose members were all ahead of each other, through
    /// others.
    pub ratings: Vec<Estimate>,
    /// The effects of the seats that the data tell.
    pub seats: Vec<SeatEffect>,
    /// The prevalence of the sizes of ties that occur.
    pub ties: Vec<TieEffect>,
    /// What the data cannot tell.
    pub warnings: Vec<Warning>,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Where the intervals come from.
    pub method: Method,
    pub(crate) likelihood: Likelihood,
    pub(crate) peak: Peak,
    pub(crate) footing: Footing,
}

/// A contrast whose estimate is wanted.
pub(crate) struct Wanted {
    pub(crate) contrast: DVector<f64>,
    /// Whether a lower end can exist.
    floor: bool,
    /// Whether an upper end can exist.
    ceiling: bool,
}

/// Fits ratings, effects of seats and prevalences of ties to contests.
///
/// # Errors
///
/// If the options make no sense for these contests.
pub fn fit(contests: &[Contest], options: &Options) -> Result<Fit, FitError> {
    let players = options.check(contests)?;
    let (fields, choices) = take_apart(contests);
    let footing = Footing::new(players, contests, &options.anchors);
    let mut likelihood = Likelihood::new(players, &fields, choices);
    let start = hold_anchors(&mut likelihood, &footing, &options.anchors);
    let unknown_seats = hold_seats(&mut likelihood, options.seat_effects);
    let peak = climb(&likelihood, start, None);
    let mut fit = Fit {
        ratings: Vec::new(),
        seats: Vec::new(),
        ties: Vec::new(),
        warnings: Vec::new(),
        log_likelihood: likelihood.plain_value(&peak.terms),
        method: method(&likelihood, &options.intervals),
        likelihood,
        peak,
        footing,
    };
    fit.estimate(&options.intervals);
    fit.warnings = warnings(&fit, &Notes { contests, few: options.few, unknown_seats, wish: &options.intervals });
    Ok(fit)
}

/// Holds players at their anchors, and returns the terms to start from.
fn hold_anchors(likelihood: &mut Likelihood, footing: &Footing, anchors: &[Anchor]) -> DVector<f64> {
    let Some(first) = anchors.first() else { return likelihood.centre.clone() };
    let mean = anchors.iter().map(|anchor| anchor.elo).sum::<f64>() / anchors.len() as f64 / ELO_PER_LOG;
    for &player in &footing.groups[footing.group_of[first.player as usize]] {
        likelihood.centre[player as usize] = mean;
    }
    for anchor in anchors {
        likelihood.centre[anchor.player as usize] = anchor.elo / ELO_PER_LOG;
        likelihood.fixed[anchor.player as usize] = true;
    }
    likelihood.centre.clone()
}

/// Holds the seats at zero whose effects are not wanted or not told by the data, and returns the latter.
fn hold_seats(likelihood: &mut Likelihood, wanted: bool) -> Vec<u8> {
    if wanted {
        return hold_unknown(likelihood);
    }
    let blocks = likelihood.layout.seats.into_iter().enumerate();
    for (seats, first) in blocks.filter_map(|(seats, first)| Some((seats, first?))) {
        likelihood.fixed[first..first + seats].fill(true);
    }
    Vec::new()
}

/// The exponential, which is finite for all that is finite.
fn finite_exp(log: f64) -> f64 {
    if log.is_finite() { log.exp().min(f64::MAX) } else { log.exp() }
}

fn method(likelihood: &Likelihood, intervals: &Intervals) -> Method {
    match intervals {
        Intervals::Profile if effort(likelihood) > MOST_EFFORT => Method::Wald,
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
    /// The likelihood of superiority: how likely the first is stronger than the second; nothing if nothing compares
    /// them.
    ///
    /// It is the normal probability of the difference of the two ratings divided by its standard deviation, which comes
    /// from the joint covariance of all terms (the inverse curvature). Where the difference is unbounded, that
    /// deviation means nothing; the root of twice the fall of the likelihood to where both are equal takes its place.
    pub fn los(&self, one: u32, other: u32) -> Option<f64> {
        let players = self.ratings.len();
        if one as usize >= players || other as usize >= players || !self.footing.are_compared(one, other) {
            return None;
        }
        if one == other {
            return Some(0.5);
        }
        let contrast = self.difference(one, other);
        let value = self.peak.terms[one as usize] - self.peak.terms[other as usize];
        Some(chance_below(self.deviations_above_zero(&contrast, value, self.footing.are_joined(one, other))))
    }

    fn deviations_above_zero(&self, contrast: &DVector<f64>, value: f64, bounded: bool) -> f64 {
        let deviation = self.peak.variance(contrast).sqrt();
        if deviation == 0.0 {
            return if value == 0.0 { 0.0 } else { value.signum() * f64::INFINITY };
        }
        if bounded {
            return value / deviation;
        }
        value.signum() * Profile::new(&self.likelihood, &self.peak, contrast, deviations()).fall_at(0.0)
    }

    /// The player with the highest rating in the largest group of players who can be compared.
    pub fn first(&self) -> Option<u32> {
        let group = self.footing.largest_group().iter().copied();
        let key = |player: u32| self.ratings[player as usize].value;
        group.reduce(|best, player| if key(player) > key(best) { player } else { best })
    }

    /// The contrast of two players, without those who are held.
    pub(crate) fn difference(&self, one: u32, other: u32) -> DVector<f64> {
        let mut contrast = DVector::zeros(self.likelihood.layout.len);
        for (player, sign) in [(one as usize, 1.0), (other as usize, -1.0)] {
            if !self.likelihood.fixed[player] {
                contrast[player] = sign;
            }
        }
        contrast
    }

    fn estimate(&mut self, intervals: &Intervals) {
        let players = self.wanted_players();
        let seats = self.wanted_seats();
        let ties = self.wanted_ties();
        let all: Vec<Wanted> = players.into_iter().chain(seats).chain(ties).collect();
        let mut estimates = self.intervals(&all, intervals).into_iter();
        for player in 0..self.likelihood.layout.players {
            let held = self.likelihood.fixed[player].then(|| Estimate::exact(self.peak.terms[player]));
            let estimate = held.or_else(|| estimates.next()).expect("one for each player");
            self.ratings.push(estimate.map(|log| log * ELO_PER_LOG));
        }
        for (seats, seat, _) in self.free_seats() {
            let elo = estimates.next().expect("one for each seat").map(|log| log * ELO_PER_LOG);
            self.seats.push(SeatEffect { seats, seat, elo });
        }
        for (size, _) in self.tie_terms() {
            let prevalence = estimates.next().expect("one for each size").map(finite_exp);
            self.ties.push(TieEffect { size, prevalence });
        }
    }

    fn wanted_players(&self) -> Vec<Wanted> {
        let wanted = |player: u32| {
            let contrast = self.footing.contrast(player, &self.likelihood)?;
            let (floor, ceiling) = (self.footing.has_floor(player), self.footing.has_ceiling(player));
            let alone = self.footing.groups[self.footing.group_of[player as usize]].len() == 1;
            Some(Wanted { contrast, floor: floor && !alone, ceiling: ceiling && !alone })
        };
        (0..self.likelihood.layout.players as u32).filter_map(wanted).collect()
    }

    fn wanted_seats(&self) -> Vec<Wanted> {
        let wanted = |(seats, _, term): (u8, u8, usize)| {
            let first = self.likelihood.layout.seats[usize::from(seats)].unwrap_or(term);
            let mut contrast = DVector::zeros(self.likelihood.layout.len);
            contrast.rows_mut(first, usize::from(seats)).fill(-1.0 / f64::from(seats));
            contrast[term] += 1.0;
            Wanted { contrast, floor: true, ceiling: true }
        };
        self.free_seats().into_iter().map(wanted).collect()
    }

    fn wanted_ties(&self) -> Vec<Wanted> {
        let wanted = |(_, term): (u8, usize)| {
            let mut contrast = DVector::zeros(self.likelihood.layout.len);
            contrast[term] = 1.0;
            Wanted { contrast, floor: true, ceiling: true }
        };
        self.tie_terms().into_iter().map(wanted).collect()
    }

    /// The number of seats, the seat and the term of all effects that are estimated.
    fn free_seats(&self) -> Vec<(u8, u8, usize)> {
        let blocks = self.likelihood.layout.seats.into_iter().enumerate();
        blocks
            .filter_map(|(seats, first)| Some((seats, first?)))
            .filter(|&(_, first)| !self.likelihood.fixed[first])
            .flat_map(|(seats, first)| (0..seats).map(move |seat| (seats as u8, seat as u8, first + seat)))
            .collect()
    }

    fn tie_terms(&self) -> Vec<(u8, usize)> {
        let sizes = self.likelihood.layout.ties.into_iter().enumerate();
        sizes.filter_map(|(size, term)| Some((size as u8, term?))).collect()
    }

    fn intervals(&self, wanted: &[Wanted], intervals: &Intervals) -> Vec<Estimate> {
        let ends: Vec<(f64, f64)> = match (self.method, intervals) {
            (Method::Bootstrap, Intervals::Bootstrap(how)) => {
                bootstrap::ends(&self.likelihood, &self.peak, wanted, how)
            }
            (Method::Profile, _) => wanted.iter().map(|wanted| self.profile_ends(wanted)).collect(),
            _ => wanted.iter().map(|wanted| self.wald_ends(wanted)).collect(),
        };
        wanted.iter().zip(ends).map(|(wanted, ends)| self.bounded(wanted, ends)).collect()
    }

    fn profile_ends(&self, wanted: &Wanted) -> (f64, f64) {
        let profile = Profile::new(&self.likelihood, &self.peak, &wanted.contrast, deviations());
        let low = if wanted.floor { profile.end(-1.0) } else { f64::NEG_INFINITY };
        let high = if wanted.ceiling { profile.end(1.0) } else { f64::INFINITY };
        (low, high)
    }

    fn wald_ends(&self, wanted: &Wanted) -> (f64, f64) {
        let value = wanted.contrast.dot(&self.peak.terms);
        let half = deviations() * self.peak.variance(&wanted.contrast).sqrt();
        (value - half, value + half)
    }

    /// The estimate with its ends, infinite where nothing bounds it.
    fn bounded(&self, wanted: &Wanted, (low, high): (f64, f64)) -> Estimate {
        let low = if wanted.floor { low } else { f64::NEG_INFINITY };
        let high = if wanted.ceiling { high } else { f64::INFINITY };
        Estimate { value: wanted.contrast.dot(&self.peak.terms), low, high }
    }
}
