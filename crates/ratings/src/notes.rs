//! The warnings that belong to a fit.

use crate::contest::{Contest, LEAST_SEATS, MOST_SEATS};
use crate::fit::Fit;
use crate::options::{Intervals, Method};
use crate::warning::Warning;

/// The fewest contests of a player for which it is worth a word that they were all in the same seat.
const FEWEST_IN_ONE_SEAT: u32 = 4;

/// What the warnings depend on beside the fit.
pub(crate) struct Notes<'a> {
    pub(crate) contests: &'a [Contest],
    pub(crate) few: u32,
    pub(crate) unknown_seats: Vec<u8>,
    pub(crate) wish: &'a Intervals,
}

/// What is seen of a player in the contests.
#[derive(Copy, Clone, Default)]
struct Seen {
    contests: u32,
    /// Whether somebody else was ahead or tied.
    reached: bool,
    /// Whether somebody else was behind or tied.
    reaching: bool,
    /// By number of seats, how often he sat in each.
    seats: [[u32; MOST_SEATS]; MOST_SEATS + 1],
}

/// All warnings: of the whole, of players in order, of seats, of ties.
pub(crate) fn warnings(fit: &Fit, notes: &Notes<'_>) -> Vec<Warning> {
    let seen = look(fit.ratings.len(), notes.contests);
    let mut warnings = of_the_whole(fit, notes, &seen);
    for (player, seen) in seen.iter().enumerate() {
        warnings.extend(of_player(fit, notes, player as u32, seen));
    }
    warnings.extend(notes.unknown_seats.iter().map(|&seats| Warning::SeatsNotRotated { seats }));
    let seats = fit.seats.iter().filter(|effect| !effect.elo.is_bounded());
    warnings.extend(seats.map(|effect| Warning::SeatUnbounded { seats: effect.seats, seat: effect.seat }));
    let ties = fit.ties.iter().filter(|effect| effect.prevalence.low == 0.0 || !effect.prevalence.is_bounded());
    warnings.extend(ties.map(|effect| Warning::TiesUnbounded { size: effect.size }));
    warnings
}

fn look(players: usize, contests: &[Contest]) -> Vec<Seen> {
    let mut seen = vec![Seen::default(); players];
    for contest in contests {
        let places = contest.places();
        for (seat, &player) in contest.players().iter().enumerate() {
            let seen = &mut seen[player as usize];
            let is_other = move |&(other, _): &(usize, _)| other != seat && contest.is_known(seat, other);
            let others = || places.iter().enumerate().filter(is_other).map(|(_, place)| place);
            seen.contests += 1;
            seen.reached |= others().any(|&place| place <= places[seat]);
            seen.reaching |= others().any(|&place| place >= places[seat]);
            seen.seats[contest.seats()][seat] += 1;
        }
    }
    seen
}

fn of_the_whole(fit: &Fit, notes: &Notes<'_>, seen: &[Seen]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if notes.contests.is_empty() {
        warnings.push(Warning::NoContests);
    }
    if !fit.peak.converged {
        warnings.push(Warning::NotConverged);
    }
    if fit.method == Method::Wald && *notes.wish == Intervals::Profile {
        warnings.push(Warning::TooLargeToProfile);
    }
    let played = |group: &&Vec<u32>| group.iter().any(|&player| seen[player as usize].contests > 0);
    let groups: Vec<Vec<u32>> = fit.footing.groups.iter().filter(played).cloned().collect();
    if groups.len() > 1 {
        warnings.push(Warning::Disconnected { groups });
    }
    warnings
}

fn of_player(fit: &Fit, notes: &Notes<'_>, player: u32, seen: &Seen) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if seen.contests == 0 {
        return vec![Warning::NoGames(player)];
    }
    if seen.contests < notes.few {
        warnings.push(Warning::FewGames { player, contests: seen.contests });
    }
    if !seen.reached {
        warnings.push(Warning::NeverLost(player));
    } else if !seen.reaching {
        warnings.push(Warning::NeverWon(player));
    } else if !fit.ratings[player as usize].is_bounded() {
        warnings.push(Warning::Unbounded(player));
    }
    let always =
        |&seats: &usize| fit.seats.iter().any(|effect| usize::from(effect.seats) == seats) && seen.one_seat(seats);
    let same = (LEAST_SEATS..=MOST_SEATS).filter(always);
    warnings.extend(same.map(|seats| Warning::AlwaysSameSeat { player, seats: seats as u8 }));
    warnings
}

impl Seen {
    fn one_seat(&self, seats: usize) -> bool {
        let counts = self.seats[seats];
        let total: u32 = counts.iter().sum();
        total >= FEWEST_IN_ONE_SEAT && counts.contains(&total)
    }
}
