//! Results by entrant, pair, seat and map.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ratings::Share;
use serde::Serialize;

use super::figures::{AllAndClean, Estimate};
use crate::log::GameLine;

/// Results of an entrant or seat.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    pub games: u64,
    /// Games with sole first place.
    pub wins: u64,
    /// Games with shared first place that ended by the rules.
    pub ties: u64,
    /// Games with a lower place, and own forfeits.
    pub losses: u64,
    /// Games with three or more seats in which another seat forfeited.
    #[serde(rename = "broken_off")]
    pub aborted: u64,
    /// Sum of the scores: the share of opponents beaten, ties counting half.
    pub points: f64,
    pub score: Option<Estimate>,
    /// Mean place.
    pub place: Option<f64>,
    #[serde(skip)]
    places: u64,
}

impl Tally {
    fn add(&mut self, game: &GameLine, seat: usize) {
        self.games += 1;
        self.points += game.ranks.score(seat);
        self.places += u64::from(game.ranks[seat]);
        *self.kind(game, seat) += 1;
    }

    /// Returns the counter for the result of a game.
    fn kind(&mut self, game: &GameLine, seat: usize) -> &mut u64 {
        match (&game.forfeit, game.ranks.winner()) {
            (Some(forfeit), _) if forfeit.seat == seat => &mut self.losses,
            (_, Some(winner)) if winner == seat => &mut self.wins,
            (Some(_), None) => &mut self.aborted,
            (None, None) if game.ranks[seat] == 1 => &mut self.ties,
            _ => &mut self.losses,
        }
    }

    fn finished(mut self) -> Tally {
        self.score = Share::new(self.points, self.games).map(Estimate::from);
        self.place = (self.games > 0).then(|| self.places as f64 / self.games as f64);
        self
    }
}

/// Results of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub name: String,
    /// Rank by score, from 1. Entrants with the same score share a rank.
    pub rank: usize,
    pub results: AllAndClean<Tally>,
}

/// Results of an entrant against another one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Encounter {
    pub name: String,
    pub against: String,
    pub results: AllAndClean<Meetings>,
}

/// Games of two entrants, from the view of one of them.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Meetings {
    pub games: u64,
    /// Games with a better place than the opponent.
    pub ahead: u64,
    /// Games with the same place.
    pub equal: u64,
    /// Games with a lower place.
    pub behind: u64,
    /// Mean score: 1 for a better place, ½ for the same.
    pub score: Option<Estimate>,
}

impl Meetings {
    fn add(&mut self, own: u8, other: u8) {
        self.games += 1;
        match own.cmp(&other) {
            Ordering::Less => self.ahead += 1,
            Ordering::Equal => self.equal += 1,
            Ordering::Greater => self.behind += 1,
        }
    }

    fn finished(mut self) -> Meetings {
        let points = self.ahead as f64 + self.equal as f64 / 2.0;
        self.score = Share::new(points, self.games).map(Estimate::from);
        self
    }
}

/// Results of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatScore {
    /// The seat, from 1.
    pub seat: usize,
    pub results: AllAndClean<Tally>,
}

/// Results of an entrant on a map or opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlaceScore {
    /// The map, or the rules and the opening.
    pub place: String,
    pub name: String,
    pub results: AllAndClean<Tally>,
}

/// Results of a part.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Results {
    /// By entrant, the best first.
    pub standings: Vec<Standing>,
    /// By ordered pair.
    pub encounters: Vec<Encounter>,
    /// By seat.
    pub seats: Vec<SeatScore>,
    /// By map or opening; empty if there is only one.
    pub places: Vec<PlaceScore>,
}

type Tallies<K> = BTreeMap<K, AllAndClean<Tally>>;

/// Computes the results of games, each given with the name of its start.
pub(super) fn results(games: &[(&GameLine, &str)]) -> Results {
    let mut by_name: Tallies<&str> = BTreeMap::new();
    let mut by_seat: Tallies<usize> = BTreeMap::new();
    let mut by_place: Tallies<(&str, &str)> = BTreeMap::new();
    let mut met: BTreeMap<(&str, &str), AllAndClean<Meetings>> = BTreeMap::new();
    for &(game, place) in games {
        for (seat, name) in game.seats.iter().enumerate() {
            add(by_name.entry(name).or_default(), game, seat);
            add(by_seat.entry(seat).or_default(), game, seat);
            add(by_place.entry((place, name)).or_default(), game, seat);
        }
        add_meetings(&mut met, game);
    }
    let is_one_place = by_place.keys().all(|key| key.0 == by_place.keys().next().map_or("", |first| first.0));
    if is_one_place {
        by_place.clear();
    }
    let seats = by_seat.into_iter().map(|(seat, tally)| SeatScore { seat: seat + 1, results: finished(tally) });
    let places = by_place.into_iter().map(|((place, name), tally)| PlaceScore {
        place: place.to_owned(),
        name: name.to_owned(),
        results: finished(tally),
    });
    let standings = standings(by_name);
    Results { encounters: encounters(&standings, &met), seats: seats.collect(), places: places.collect(), standings }
}

fn add(tally: &mut AllAndClean<Tally>, game: &GameLine, seat: usize) {
    tally.all.add(game, seat);
    if game.is_clean() {
        tally.clean.add(game, seat);
    }
}

fn finished(tally: AllAndClean<Tally>) -> AllAndClean<Tally> {
    AllAndClean { all: tally.all.finished(), clean: tally.clean.finished() }
}

/// Adds all pairs of a game. After a forfeit, only pairs with the forfeiting seat count.
fn add_meetings<'a>(met: &mut BTreeMap<(&'a str, &'a str), AllAndClean<Meetings>>, game: &'a GameLine) {
    let failed = game.forfeit.as_ref().map(|forfeit| forfeit.seat);
    for (seat, name) in game.seats.iter().enumerate() {
        for (other, against) in game.seats.iter().enumerate() {
            let is_known = failed.is_none_or(|failed| failed == seat || failed == other);
            if name == against || !is_known {
                continue;
            }
            let both = met.entry((name, against)).or_default();
            both.all.add(game.ranks[seat], game.ranks[other]);
            if game.is_clean() {
                both.clean.add(game.ranks[seat], game.ranks[other]);
            }
        }
    }
}

/// Returns the standings, the best entrant first; entrants with the same score are in the order of their names.
fn standings(by_name: Tallies<&str>) -> Vec<Standing> {
    let standing = |(name, tally): (&str, _)| Standing { name: name.to_owned(), rank: 0, results: finished(tally) };
    let standings: Vec<Standing> = by_name.into_iter().map(standing).collect();
    let score = |standing: &Standing| standing.results.all.score.map_or(0.0, |score| score.value);
    let ranked = ranked(standings, score, SCORE_STEP, |a, b| a.name.cmp(&b.name));
    ranked.into_iter().map(|(rank, standing)| Standing { rank, ..standing }).collect()
}

/// Scores that are equal after rounding to this step are the same; the rest is a rounding error of sums.
const SCORE_STEP: f64 = 1e-9;

/// Sorts items by their values, the largest first, and returns them with their ranks, from 1. Items whose values are equal after
/// rounding to `step` share a rank and are in the order of their names, which `by_name` compares.
pub(crate) fn ranked<T>(
    mut items: Vec<T>,
    value: impl Fn(&T) -> f64,
    step: f64,
    by_name: impl Fn(&T, &T) -> Ordering,
) -> Vec<(usize, T)> {
    let key = |item: &T| (value(item) / step).round();
    items.sort_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| by_name(a, b)));
    let first_of_equals = |item: &T| items.iter().take_while(|other| key(other) > key(item)).count();
    let ranks: Vec<usize> = items.iter().map(|item| first_of_equals(item) + 1).collect();
    ranks.into_iter().zip(items).collect()
}

/// Returns the encounters in the order of the standings.
fn encounters(standings: &[Standing], met: &BTreeMap<(&str, &str), AllAndClean<Meetings>>) -> Vec<Encounter> {
    let place: BTreeMap<&str, usize> =
        standings.iter().enumerate().map(|(place, standing)| (standing.name.as_str(), place)).collect();
    let mut pairs: Vec<_> = met.iter().collect();
    pairs.sort_by_key(|((name, against), _)| (place.get(name), place.get(against)));
    let encounter = |((name, against), both): (&(&str, &str), &AllAndClean<Meetings>)| Encounter {
        name: (*name).to_owned(),
        against: (*against).to_owned(),
        results: AllAndClean { all: both.all.finished(), clean: both.clean.finished() },
    };
    pairs.into_iter().map(encounter).collect()
}
