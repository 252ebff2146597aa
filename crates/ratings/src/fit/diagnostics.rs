//! Computes the warnings of a fit.

use super::effect::{SeatEffect, TieEffect};
use super::options::{Intervals, Method};
use super::warning::Warning;
use crate::contest::{Contest, MAX_SEATS, MIN_SEATS};
use crate::estimate::Estimate;

/// Minimum number of contests of a player for a warning that all were in the same seat.
const MIN_IN_ONE_SEAT: u32 = 4;

/// Data that the warnings depend on.
pub(super) struct DiagnosticInput<'a> {
    pub(super) contests: &'a [Contest],
    /// Players with fewer contests get a warning.
    pub(super) min_contests: u32,
    pub(super) requested: &'a Intervals,
    /// Method that was used for the intervals.
    pub(super) method: Method,
    pub(super) converged: bool,
    /// Groups of comparable players.
    pub(super) groups: &'a [Vec<u32>],
    pub(super) ratings: &'a [Estimate],
    pub(super) seats: &'a [SeatEffect],
    pub(super) ties: &'a [TieEffect],
    /// Numbers of seats whose effects could not be identified.
    pub(super) unidentified_seats: &'a [u8],
}

/// Counts of one player's contests.
#[derive(Copy, Clone, Default)]
struct PlayerRecord {
    contests: u32,
    /// Whether any opponent was ahead or tied.
    has_lost_or_tied: bool,
    /// Whether any opponent was behind or tied.
    has_won_or_tied: bool,
    /// How often the player had each seat, by number of seats.
    seats: [[u32; MAX_SEATS]; MAX_SEATS + 1],
}

/// Returns all warnings: about the whole fit, then by player, by seat and by tie size.
pub(super) fn warnings(input: &DiagnosticInput<'_>) -> Vec<Warning> {
    let records = player_records(input.ratings.len(), input.contests);
    let mut warnings = general_warnings(input, &records);
    for (player, record) in records.iter().enumerate() {
        warnings.extend(player_warnings(input, player as u32, record));
    }
    warnings.extend(input.unidentified_seats.iter().map(|&seats| Warning::SeatsNotRotated { seats }));
    let seats = input.seats.iter().filter(|effect| !effect.elo.is_bounded());
    warnings.extend(seats.map(|effect| Warning::SeatUnbounded { seats: effect.seats, seat: effect.seat }));
    let ties = input.ties.iter().filter(|effect| effect.prevalence.low == 0.0 || !effect.prevalence.is_bounded());
    warnings.extend(ties.map(|effect| Warning::TiesUnbounded { size: effect.size }));
    warnings
}

fn player_records(players: usize, contests: &[Contest]) -> Vec<PlayerRecord> {
    let mut records = vec![PlayerRecord::default(); players];
    for contest in contests {
        let places = contest.places();
        for (seat, &player) in contest.players().iter().enumerate() {
            let record = &mut records[player as usize];
            let is_opponent = move |&(other, _): &(usize, _)| other != seat && contest.is_ranked(seat, other);
            let opponents = || places.iter().enumerate().filter(is_opponent).map(|(_, place)| place);
            record.contests += 1;
            record.has_lost_or_tied |= opponents().any(|&place| place <= places[seat]);
            record.has_won_or_tied |= opponents().any(|&place| place >= places[seat]);
            record.seats[contest.seats()][seat] += 1;
        }
    }
    records
}

fn general_warnings(input: &DiagnosticInput<'_>, records: &[PlayerRecord]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if input.contests.is_empty() {
        warnings.push(Warning::NoContests);
    }
    if !input.converged {
        warnings.push(Warning::NotConverged);
    }
    if input.method == Method::Wald && *input.requested == Intervals::Profile {
        warnings.push(Warning::TooLargeToProfile);
    }
    let has_played = |group: &&Vec<u32>| group.iter().any(|&player| records[player as usize].contests > 0);
    let groups: Vec<Vec<u32>> = input.groups.iter().filter(has_played).cloned().collect();
    if groups.len() > 1 {
        warnings.push(Warning::Disconnected { groups });
    }
    warnings
}

fn player_warnings(input: &DiagnosticInput<'_>, player: u32, record: &PlayerRecord) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if record.contests == 0 {
        return vec![Warning::NoGames(player)];
    }
    if record.contests < input.min_contests {
        warnings.push(Warning::FewGames { player, contests: record.contests });
    }
    if !record.has_lost_or_tied {
        warnings.push(Warning::NeverLost(player));
    } else if !record.has_won_or_tied {
        warnings.push(Warning::NeverWon(player));
    } else if !input.ratings[player as usize].is_bounded() {
        warnings.push(Warning::Unbounded(player));
    }
    let has_effect = |seats: usize| input.seats.iter().any(|effect| usize::from(effect.seats) == seats);
    let same = (MIN_SEATS..=MAX_SEATS).filter(|&seats| has_effect(seats) && record.is_always_in_one_seat(seats));
    warnings.extend(same.map(|seats| Warning::AlwaysSameSeat { player, seats: seats as u8 }));
    warnings
}

impl PlayerRecord {
    fn is_always_in_one_seat(&self, seats: usize) -> bool {
        let counts = self.seats[seats];
        let total: u32 = counts.iter().sum();
        total >= MIN_IN_ONE_SEAT && counts.contains(&total)
    }
}
